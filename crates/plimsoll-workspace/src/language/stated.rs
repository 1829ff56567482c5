//! What a file says about itself: modelines of vim and Emacs, and the program of a `#!` line.

use super::table::TABLE;

/// Modelines stand in so many lines at either end.
const LINES: usize = 5;

/// The language that a modeline names. The author wrote it for exactly this purpose.
pub(super) fn by_modeline(head: &str, tail: &str) -> Option<&'static str> {
    let first = head.lines().take(LINES);
    let last = tail.lines().rev().take(LINES);
    first.chain(last).find_map(|line| {
        let mode = vim(line).or_else(|| emacs(line)).or_else(|| emacs_variable(line, tail))?;
        let mode = mode.to_ascii_lowercase();
        TABLE.by_mode(mode.strip_suffix("-mode").unwrap_or(&mode))
    })
}

/// `vim: set ft=ruby :` and its relatives. Of a compound such as `c.doxygen` the first part counts.
fn vim(line: &str) -> Option<&str> {
    let starts = ["vim", "vi:", "ex:"];
    let at = starts.iter().filter_map(|start| find_word(line, start)).min()?;
    let (_, options) = line[at..].split_once(':')?;
    let options = options.split([' ', '\t', ':']);
    options.into_iter().find_map(|option| {
        let (key, value) = option.split_once('=')?;
        let is_type = matches!(key, "ft" | "filetype" | "syn" | "syntax");
        let end = value.find(|c: char| !c.is_ascii_alphanumeric() && !"+#-_".contains(c));
        is_type.then_some(&value[..end.unwrap_or(value.len())])
    })
}

/// Where a word begins that nothing but a space or a comment sign precedes.
fn find_word(line: &str, word: &str) -> Option<usize> {
    let begins = |at: &usize| !line[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    line.match_indices(word).map(|(at, _)| at).find(begins)
}

/// `-*- ruby -*-` or `-*- mode: ruby; coding: utf-8 -*-`.
fn emacs(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("-*-")?;
    let (inside, _) = rest.split_once("-*-")?;
    if !inside.contains(':') {
        return Some(inside.trim());
    }
    inside.split(';').find_map(mode_value)
}

/// A line of the block `Local Variables:` at a file's end.
fn emacs_variable<'a>(line: &'a str, tail: &str) -> Option<&'a str> {
    if !tail.contains("Local Variables:") {
        return None;
    }
    mode_value(line.trim_matches(|c: char| !c.is_ascii_alphanumeric() && c != '+'))
}

fn mode_value(variable: &str) -> Option<&str> {
    let (key, value) = variable.split_once(':')?;
    key.trim().eq_ignore_ascii_case("mode").then(|| value.trim())
}

/// The language of the program that a `#!` line starts, also through `env`, and whatever its version.
pub(super) fn by_shebang(head: &str) -> Option<&'static str> {
    let line = head.strip_prefix("#!")?.lines().next()?;
    let programs = line.split_whitespace().map(|word| word.rsplit('/').next().unwrap_or(word));
    let mut programs = programs.filter(|word| !word.starts_with('-') && !word.contains('='));
    let program = programs.find(|program| *program != "env")?.to_ascii_lowercase();
    let unversioned = program.trim_end_matches(|c: char| c.is_ascii_digit() || ".-".contains(c));
    TABLE.by_interpreter(&program).or_else(|| TABLE.by_interpreter(unversioned))
}
