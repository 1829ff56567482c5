//! Files that the user names: tasks, requests, constraints. Bounded, and read as what their name says.

use crate::exit::Failure;
use crate::paths::quoted;
use crate::ui::say_always;
use plimsoll::core::escape::{reveal_line, reveal_message};
use plimsoll::core::limit::Grouped;
use serde_json::Value;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

/// A request that is larger is a mistake.
const LARGEST: u64 = 20_000_000;

/// A capsule holds the texts of hundreds of files.
pub(crate) const LARGEST_CAPSULE: u64 = 500_000_000;

/// Reads a file, or standard input for `-`.
pub(crate) fn read(file: &Path) -> Result<String, Failure> {
    read_up_to(file, LARGEST)
}

pub(crate) fn read_up_to(file: &Path, most: u64) -> Result<String, Failure> {
    let bytes = bytes_up_to(file, most)?;
    String::from_utf8(bytes).map_err(|_| Failure::input(format!("{} is not UTF-8", shown(file))))
}

pub(crate) fn bytes_up_to(file: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    let name = shown(file);
    let unreadable = |error: io::Error| Failure::input(format!("{name} cannot be read: {error}"));
    let mut bytes = Vec::new();
    if is_stdin(file) {
        if io::stdin().is_terminal() {
            say_always("plimsoll: type or paste it here, and end with Ctrl-D");
        }
        io::stdin().lock().take(most + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    } else {
        let opened = File::open(file).map_err(unreadable)?;
        opened.take(most + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    }
    if bytes.len() as u64 > most {
        return Err(Failure::input(format!("{name} has more than {} bytes", Grouped(most))));
    }
    Ok(bytes)
}

/// Reads JSON.
pub(crate) fn json(file: &Path) -> Result<Value, Failure> {
    parse_json(&read(file)?, &shown(file))
}

/// Reads YAML, JSON or TOML, by the file's extension; standard input may be any of them.
pub(crate) fn any_form(file: &Path) -> Result<Value, Failure> {
    let text = read(file)?;
    let name = shown(file);
    let extension = file.extension().and_then(|e| e.to_str()).unwrap_or("").to_ascii_lowercase();
    match extension.as_str() {
        "json" => parse_json(&text, &name),
        "toml" => toml::from_str(&text)
            .map_err(|error| Failure::input(format!("{name} is not TOML: {}", error.message()))),
        _ if text.trim_start().starts_with(['{', '[']) => parse_json(&text, &name),
        // A line of TOML is a text to YAML, and a task is no text.
        "" if let Ok(value) = toml::from_str(&text) => Ok(value),
        "yaml" | "yml" | "" => serde_saphyr::from_str(&text)
            .map_err(|error| Failure::input(not_yaml(&text, &name, &error.to_string()))),
        other => {
            let other = reveal_line(other);
            Err(Failure::input(format!("{name}: a task is .yaml, .json or .toml, not .{other}")))
        }
    }
}

/// What is wrong with a YAML text. Most who write one paste outputs into it, of which the first line may be indented.
fn not_yaml(text: &str, name: &str, error: &str) -> String {
    let first = error.lines().next().unwrap_or("");
    let first = first.strip_prefix("error: ").unwrap_or(first);
    let line = first.strip_prefix("line ").and_then(|rest| rest.split(' ').next()?.parse().ok());
    let hint = if line.is_some_and(|line| has_left_a_block(text, line)) {
        "; a text behind `|` ends where a line is indented less than its first line: say how far it is indented (`|2`)"
    } else {
        ""
    };
    format!("{name} is not YAML: {}{hint}", reveal_message(first))
}

/// Whether a line stands deeper than the key of the block of text above it, but not as deep as the block begins.
fn has_left_a_block(text: &str, line: usize) -> bool {
    let lines: Vec<&str> = text.lines().take(line).collect();
    let indentation = |line: &str| line.len() - line.trim_start().len();
    let opens = |line: &str| line.trim_end().ends_with(['|', '>']) && line.contains(": ");
    let Some((last, above)) = lines.split_last() else { return false };
    let Some(key) = above.iter().rposition(|line| opens(line)) else { return false };
    let begins = above[key + 1..].iter().find(|line| !line.trim().is_empty());
    begins.is_some_and(|first| {
        (indentation(above[key]) + 1..indentation(first)).contains(&indentation(last))
    })
}

fn parse_json(text: &str, name: &str) -> Result<Value, Failure> {
    serde_json::from_str(text).map_err(|error| {
        Failure::input(format!("{name} is not JSON: {}", reveal_message(&error.to_string())))
    })
}

fn is_stdin(file: &Path) -> bool {
    file == Path::new("-")
}

fn shown(file: &Path) -> String {
    if is_stdin(file) { "standard input".to_owned() } else { quoted(file) }
}
