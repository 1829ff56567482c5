//! `plimsoll scan`: the guard alone.

use super::{json_line, sarif};
use crate::args::{Global, ScanArgs, ScanFormat};
use crate::exit::{Exit, Failure};
use crate::home;
use crate::input;
use crate::opening::{Memory, Opening};
use crate::output::{check_place, put};
use crate::paths::{self, from_root};
use crate::ui::Ui;
use crate::wording::counted;
use plimsoll::core::capsule::{Evidence, PassedOver};
use plimsoll::core::escape::{quoted, reveal, reveal_line, reveal_message};
use plimsoll::core::limit::Grouped;
use plimsoll::core::screened::Grade;
use plimsoll::core::seal;
use plimsoll::guard::{Baseline, Hidden, Silenced};
use plimsoll::{HiddenPlace, Scan, ScanRequest, ScanTarget, ScannedFinding};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;

/// The name of what comes from standard input.
const STANDARD_INPUT: &str = "(standard input)";
/// A line is shown up to here.
const LONGEST_LINE: usize = 160;

pub(crate) fn run(global: &Global, args: &ScanArgs) -> Result<Exit, Failure> {
    let ui = Ui::of(global);
    check_place(global, args.output.as_deref())?;
    check_place(global, args.write_baseline.as_deref())?;
    let request = ScanRequest {
        target: target(args, &home::root(global)?)?,
        baseline: args.baseline.as_deref().map(baseline).transpose()?,
        make_baseline: args.write_baseline.as_ref().map(|_| salt()).transpose()?,
    };
    let opened = match (&args.output, &args.write_baseline) {
        // A confined process writes to one place besides the state.
        (Some(_), Some(_)) => Opening::of(global, Memory::Reads).unconfined()?,
        (one, other) => {
            Opening::of(global, Memory::Reads).confined(one.as_deref().or(other.as_deref()))?
        }
    };
    let scan = opened.run(|workspace| workspace.scan(&request))?;
    for notice in &scan.notices {
        ui.say(&format!("note: {}", reveal_message(notice)));
    }
    if let (Some(file), Some(baseline)) = (&args.write_baseline, &scan.baseline) {
        put(&baseline.to_text(), Some(file))?;
        let likely = counted(baseline.len() as u64, "likely finding");
        ui.say(&format!("{likely} in the baseline"));
    }
    let text = match args.format {
        ScanFormat::Text => as_text(&scan, global.verbose),
        ScanFormat::Json => as_json(&scan),
        ScanFormat::Sarif => sarif::log(&opened.workspace.rules(), &scan),
    };
    put(&text, args.output.as_deref())?;
    ui.say(&summary(&scan));
    match (scan.findings.is_empty(), scan.named_unread.as_slice()) {
        (false, _) => Ok(Exit::No),
        (true, []) => Ok(Exit::Done),
        // A gate that was told to look at a file and could not must not open.
        (true, named) => {
            let say = |unread: &PassedOver| {
                let path = quoted(&unread.path);
                format!("{path} was not scanned: {}", reveal_message(&unread.detail))
            };
            Err(Failure { exit: Exit::Input, problems: named.iter().map(say).collect() })
        }
    }
}

fn target(args: &ScanArgs, root: &Path) -> Result<ScanTarget, Failure> {
    match args.paths.as_slice() {
        [] => Ok(ScanTarget::Workspace),
        [only] if only == Path::new("-") => {
            let text = input::read(only)?;
            Ok(ScanTarget::Text { name: STANDARD_INPUT.to_owned(), text })
        }
        paths if paths.iter().any(|path| path == Path::new("-")) => Err(Failure::input(
            "`-` stands for standard input and goes alone; leave out the other paths",
        )),
        paths => paths
            .iter()
            .map(|path| from_root(path, root))
            .collect::<Result<_, _>>()
            .map(ScanTarget::Paths),
    }
}

fn baseline(file: &Path) -> Result<Baseline, Failure> {
    let text = input::read(file)?;
    Baseline::parse(&text)
        .map_err(|error| Failure::input(format!("{} cannot be used: {error}", paths::quoted(file))))
}

/// Long enough that nobody has a table for it, and too short to be taken for a secret by a scanner.
fn salt() -> Result<String, Failure> {
    let mut bytes = [0_u8; 6];
    getrandom::fill(&mut bytes)
        .map_err(|error| Failure::machine(format!("there is no randomness to be had: {error}")))?;
    Ok(seal::hex(&bytes))
}

fn as_text(scan: &Scan, verbose: bool) -> String {
    let mut out = String::new();
    for finding in &scan.findings {
        write_finding(&mut out, finding);
    }
    for (path, hidden) in &scan.hidden {
        write_hidden(&mut out, path, hidden);
    }
    if verbose {
        for (path, silenced) in &scan.silenced {
            write_silenced(&mut out, path, silenced);
        }
        for unread in scan.unread.iter().chain(&scan.named_unread) {
            let _ = writeln!(
                out,
                "{}: not scanned: {}",
                reveal_line(&unread.path),
                reveal_message(&unread.detail)
            );
        }
    }
    out
}

fn write_finding(out: &mut String, found: &ScannedFinding) {
    let ScannedFinding { path, finding, shown, .. } = found;
    let path = reveal_line(path);
    let _ = writeln!(out, "{path}:{}: {} {}", finding.line, word(finding.grade), finding.rule);
    match shown {
        Some(line) => {
            let line = reveal(line.trim());
            let end = line.floor_char_boundary(LONGEST_LINE);
            let more = if end < line.len() { " …" } else { "" };
            let _ = writeln!(out, "    {}{more}", line[..end].replace('\n', " "));
        }
        None => {
            let _ = writeln!(out, "    (its bounds are in doubt, so nothing of the file is shown)");
        }
    }
}

fn write_hidden(out: &mut String, path: &str, hidden: &Hidden) {
    let more = if hidden.length as usize > hidden.code_points.len() { " …" } else { "" };
    let points = hidden.code_points.join(" ");
    let (line, column, kind) = (hidden.line, hidden.column, hidden.kind);
    let _ = writeln!(out, "{}:{line}:{column}: hidden {kind}: {points}{more}", reveal_line(path));
    let _ = writeln!(out, "    {}", kind.describe());
}

fn write_silenced(out: &mut String, path: &str, silenced: &Silenced) {
    let Silenced { finding, by } = silenced;
    let by = reveal_message(by);
    let _ =
        writeln!(out, "{}:{}: silenced {}: {by}", reveal_line(path), finding.line, finding.rule);
}

pub(super) fn word(grade: Grade) -> &'static str {
    match grade {
        Grade::Certain => "certain",
        Grade::Likely => "likely",
    }
}

fn summary(scan: &Scan) -> String {
    let seen = &scan.evidence;
    let mut said = format!(
        "{} certain and {} in {} ({} bytes)",
        Grouped(seen.certain),
        counted(seen.likely, "likely finding"),
        counted(scan.files, "file"),
        Grouped(seen.scanned_bytes)
    );
    for (count, what) in [
        (seen.silenced, "silenced (-v lists them)"),
        (scan.hidden.len() as u64, "places with hidden characters"),
        (scan.unread.len() as u64, "not scanned (-v lists them)"),
    ] {
        if count > 0 {
            let _ = write!(said, "; {} {what}", Grouped(count));
        }
    }
    said
}

/// What a scan has found.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ScanOutput<'a> {
    findings: &'a [ScannedFinding],
    silenced: Vec<SilencedFinding<'a>>,
    hidden: Vec<HiddenPlace<'a>>,
    /// What could not be scanned, and why.
    unread: Vec<&'a PassedOver>,
    files: u64,
    screening: &'a Evidence,
    notes: &'a [String],
}

/// What would be a finding if nobody had declared it to be none.
#[derive(Serialize, JsonSchema)]
struct SilencedFinding<'a> {
    path: &'a str,
    line: u32,
    rule: &'a str,
    grade: Grade,
    by: &'a str,
}

fn as_json(scan: &Scan) -> String {
    let silenced = scan.silenced.iter().map(|(path, Silenced { finding, by })| SilencedFinding {
        path,
        line: finding.line,
        rule: &finding.rule,
        grade: finding.grade,
        by,
    });
    let hidden = scan.hidden.iter();
    let hidden = hidden.map(|(path, hidden)| HiddenPlace { path, hidden: hidden.clone() });
    json_line(&ScanOutput {
        findings: &scan.findings,
        silenced: silenced.collect(),
        hidden: hidden.collect(),
        unread: scan.unread.iter().chain(&scan.named_unread).collect(),
        files: scan.files,
        screening: &scan.evidence,
        notes: &scan.notices,
    })
}
