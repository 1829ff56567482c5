//! `plimsoll index`, `outline` and `symbols`: facts about the code.

use super::json_line;
use crate::args::{Global, JsonArgs, OutlineArgs, SymbolsArgs};
use crate::exit::{Exit, Failure};
use crate::home;
use crate::opening::{Memory, Opening};
use crate::output::put;
use crate::paths::from_root;
use crate::ui::Ui;
use plimsoll::core::escape::{reveal_line, reveal_message};
use plimsoll::core::limit::Grouped;
use plimsoll::outline::Problem;
use plimsoll::{FileOutline, IndexReport, Symbol, Workspace};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// A signature is shown up to here.
const LONGEST_SIGNATURE: usize = 160;
/// So many problems are shown; JSON has all.
const MOST_PROBLEMS: usize = 5;

pub(crate) fn run(global: &Global, args: &JsonArgs) -> Result<Exit, Failure> {
    let ui = Ui::of(global);
    let opened = Opening::of(global, Memory::Keeps).confined(None)?;
    let began = Instant::now();
    let report = opened.run(Workspace::index)?;
    for notice in &report.notices {
        ui.say(&format!("note: {}", reveal_message(notice)));
    }
    if global.no_log {
        ui.say("note: nothing is kept of it (--no-log)");
    }
    let text = if args.json { json_line(&report) } else { as_text(&report, began.elapsed()) };
    put(&text, None)
}

fn as_text(report: &IndexReport, took: Duration) -> String {
    let mut out = String::new();
    let (files, mb) = (Grouped(report.files), Grouped(report.bytes / 1_000_000));
    let _ = writeln!(out, "{files} files, {mb} MB");
    let rate = rate(report.read_bytes, took);
    let _ = match report.read {
        0 => writeln!(out, "  nothing has changed since they were read"),
        read => writeln!(out, "  read {}{rate}", Grouped(read)),
    };
    let outlined: u64 = report.outlined.values().sum();
    let _ = writeln!(out, "  with outlines {}{}", Grouped(outlined), list(&report.outlined));
    if report.too_large > 0 {
        let _ = writeln!(out, "  too large for an outline {}", Grouped(report.too_large));
    }
    let switched_off: u64 = report.switched_off.values().sum();
    if switched_off > 0 {
        let (files, languages) = (Grouped(switched_off), list(&report.switched_off));
        let _ = writeln!(out, "  without outlines, by `index.languages` {files}{languages}");
    }
    let _ = writeln!(out, "  words only {}", Grouped(report.without_grammar));
    let skipped: u64 = report.skipped.values().sum();
    if skipped > 0 {
        let _ = writeln!(out, "  skipped {}{}", Grouped(skipped), list(&report.skipped));
    }
    out
}

fn rate(bytes: u64, took: Duration) -> String {
    let ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX).max(1);
    let tenths = bytes / 100 / ms;
    format!(" in {}.{} s, {}.{} MB/s", ms / 1000, ms % 1000 / 100, tenths / 10, tenths % 10)
}

/// The most frequent first; the rest is a number.
fn list(counts: &std::collections::BTreeMap<String, u64>) -> String {
    const MOST: usize = 6;
    let mut counts: Vec<(&String, &u64)> = counts.iter().collect();
    counts.sort_by(|(a, n), (b, m)| m.cmp(n).then_with(|| a.cmp(b)));
    let mut named: Vec<String> = counts
        .iter()
        .take(MOST)
        .map(|(name, count)| format!("{} {}", reveal_line(name), Grouped(**count)))
        .collect();
    if counts.len() > MOST {
        named.push(format!("{} more", counts.len() - MOST));
    }
    if named.is_empty() { String::new() } else { format!(": {}", named.join(", ")) }
}

pub(crate) fn outline(global: &Global, args: &OutlineArgs) -> Result<Exit, Failure> {
    let ui = Ui::of(global);
    let path = from_root(Path::new(&args.path), &home::root(global)?)?;
    let opened = Opening::of(global, Memory::Reads).confined(None)?;
    let outline = opened.run(|workspace| workspace.outline(&path))?;
    if args.json {
        return put(&json_line(&outline), None);
    }
    match &outline.outline {
        Some(found) if found.definitions.is_empty() => ui.say("it defines nothing"),
        Some(_) => {}
        None => {
            let language = outline.language.unwrap_or("this kind of file");
            ui.say(&format!("there is no outline for {language}, or it is too large for one"));
        }
    }
    let text = outline_text(&outline);
    let exit = put(&text, None)?;
    let problems = outline.outline.as_ref().map_or(&[][..], |outline| outline.problems.as_slice());
    for problem in problems.iter().take(MOST_PROBLEMS) {
        ui.say(&format!("note: line {} is not understood{}", problem.line, detail(problem)));
    }
    if let Some(more) = problems.len().checked_sub(MOST_PROBLEMS).filter(|&more| more > 0) {
        ui.say(&format!("note: and {more} more places; --json lists them"));
    }
    Ok(exit)
}

/// What is missing there, where that is known.
fn detail(problem: &Problem) -> String {
    let is_known = problem.what != "not understood";
    if is_known { format!(": {}", problem.what) } else { String::new() }
}

/// One line for each definition: where it begins, then its signature, indented like the code.
fn outline_text(file: &FileOutline) -> String {
    let Some(outline) = &file.outline else { return String::new() };
    let width = file.line_count.to_string().len();
    let mut out = String::new();
    let mut depths: Vec<usize> = Vec::new();
    for (definition, signature) in outline.definitions.iter().zip(&file.signatures) {
        let depth = definition.parent.map_or(0, |parent| depths[parent as usize] + 1);
        depths.push(depth);
        let signature = shortened(signature);
        let _ = writeln!(
            out,
            "{:>width$}  {:indent$}{signature}",
            definition.line,
            "",
            indent = depth * 2
        );
    }
    out
}

fn shortened(signature: &str) -> String {
    let mut shown: String = signature.chars().take(LONGEST_SIGNATURE).collect();
    if shown.len() < signature.len() {
        shown.push('…');
    }
    reveal_line(&shown).into_owned()
}

/// Where something is defined.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SymbolsOutput<'a> {
    symbols: &'a [Symbol],
}

pub(crate) fn symbols(global: &Global, args: &SymbolsArgs) -> Result<Exit, Failure> {
    let opened = Opening::of(global, Memory::Keeps).confined(None)?;
    let symbols = opened.run(|workspace| workspace.symbols(&args.name))?;
    let text = if args.json {
        json_line(&SymbolsOutput { symbols: &symbols })
    } else {
        symbols.iter().map(symbol_line).collect()
    };
    put(&text, None)
}

fn symbol_line(symbol: &Symbol) -> String {
    let Symbol { path, line, kind, name, signature, .. } = symbol;
    let what = if signature.is_empty() { name } else { signature };
    format!("{}:{line}: {kind} {}\n", reveal_line(path), shortened(what))
}
