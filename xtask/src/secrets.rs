//! `cargo xtask secrets RECORDS FINDINGS`: what the guard finds in labelled records, in the form of their scorer.

use plimsoll_core::screened::Grade;
use plimsoll_guard::Guard;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

/// A text that is known to hold a secret, or to hold none.
#[derive(Debug, Deserialize)]
pub(crate) struct Record {
    pub(crate) id: String,
    pub(crate) source: String,
    pub(crate) rule: String,
    pub(crate) category: String,
    pub(crate) text: String,
    pub(crate) label: Label,
    pub(crate) value: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Label {
    Secret,
    Clean,
}

#[derive(Debug, Serialize)]
struct Line<'a> {
    id: &'a str,
    findings: Vec<Found<'a>>,
}

/// Offsets count characters, as the scorer does.
#[derive(Debug, Serialize)]
struct Found<'a> {
    start: usize,
    end: usize,
    grade: Grade,
    rule: &'a str,
}

pub(crate) fn run(records: &str, findings: &str) -> ExitCode {
    let written = read(Path::new(records)).and_then(|records| {
        let lines = lines(&Guard::builtin(), &records)?;
        fs::write(findings, lines).map_err(|error| format!("`{findings}`: {error}"))
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn lines(guard: &Guard, records: &[Record]) -> Result<String, String> {
    let mut out = String::new();
    for record in records {
        let spots = guard.locate(&record.text).map_err(|error| error.to_string())?;
        let characters = |byte: usize| record.text[..byte].chars().count();
        let findings = spots
            .iter()
            .map(|spot| Found {
                start: characters(spot.range.start),
                end: characters(spot.range.end),
                grade: spot.grade,
                rule: spot.rule,
            })
            .collect();
        let line = Line { id: &record.id, findings };
        out += &serde_json::to_string(&line).map_err(|error| error.to_string())?;
        out.push('\n');
    }
    Ok(out)
}

/// Records as JSON lines; a name that ends with `.gz` is unpacked by gzip.
pub(crate) fn read(path: &Path) -> Result<Vec<Record>, String> {
    let shown = path.display();
    let text = if path.extension().is_some_and(|extension| extension == "gz") {
        let mut gzip = Command::new("gzip");
        let gzip = gzip.arg("-dc").arg(path).stdin(Stdio::null()).stderr(Stdio::inherit());
        let output = gzip.output().map_err(|error| format!("gzip cannot be started: {error}"))?;
        if !output.status.success() {
            return Err(format!("`{shown}` cannot be unpacked"));
        }
        String::from_utf8(output.stdout).map_err(|_| format!("`{shown}` is not UTF-8"))?
    } else {
        fs::read_to_string(path).map_err(|error| format!("`{shown}`: {error}"))?
    };
    let numbered = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let parsed = numbered.map(|(at, line)| {
        serde_json::from_str(line).map_err(|error| format!("`{shown}` line {}: {error}", at + 1))
    });
    parsed.collect()
}
