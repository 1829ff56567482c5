//! `plimsoll doctor`: what works here and what does not. It makes nothing, and looks at the project as a
//! confined process, as the doors do.

mod checks;

use super::json_line;
use crate::args::{Global, JsonArgs};
use crate::exit::{Exit, Failure};
use crate::opening::{Memory, Opening};
use crate::output::put;
use crate::wording::{counted, wrapped};
use plimsoll::core::escape::reveal_message;
use plimsoll::{Workspace, screen_message};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

pub(crate) fn run(global: &Global, args: &JsonArgs) -> Result<Exit, Failure> {
    let checks = examine(global);
    let problems = checks.iter().filter(|check| check.grade == Grade::Problem).count();
    let text = if args.json { as_json(&checks) } else { as_text(&checks, problems) };
    put(&text, None)?;
    Ok(if problems == 0 { Exit::Done } else { Exit::No })
}

/// How a thing is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Grade {
    Ok,
    /// It works, with less.
    Note,
    Problem,
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Ok => "ok",
            Self::Note => "note",
            Self::Problem => "problem",
        })
    }
}

/// One line of the answer.
#[derive(Debug)]
struct Check {
    about: &'static str,
    grade: Grade,
    /// What is so, and for anything but `Ok` what to do.
    says: String,
}

impl Check {
    fn new(about: &'static str, grade: Grade, says: impl Into<String>) -> Self {
        Self { about, grade, says: says.into() }
    }
}

/// Everything that can be looked at. A workspace that does not open is a problem like any other.
fn examine(global: &Global) -> Vec<Check> {
    let mut checks = vec![checks::key(global)];
    match Opening::of(global, Memory::Reads).confined(None) {
        Ok(opened) => {
            checks.splice(0..0, checks::settings(opened.workspace.settings()));
            let health = opened.run(Workspace::health);
            checks.push(checks::state(&health.state));
            checks.push(checks::store(&health.store));
            checks.push(checks::git(&health.git));
            checks.push(checks::counters(&health.counters));
        }
        Err(failure) => {
            let problems = failure.problems.iter();
            let problems =
                problems.map(|what| Check::new("project", Grade::Problem, what.as_str()));
            checks.splice(0..0, problems);
            checks.push(checks::counters(&plimsoll::check_counters()));
            crate::confine::to(&crate::confine::Allowed::default());
        }
    }
    checks.extend(checks::confinement());
    checks.push(checks::terminal());
    checks
}

/// What works here and what does not.
#[derive(Serialize, JsonSchema)]
pub(crate) struct DoctorOutput {
    healthy: bool,
    checks: Vec<CheckOutput>,
}

#[derive(Serialize, JsonSchema)]
struct CheckOutput {
    about: &'static str,
    grade: Grade,
    says: String,
}

fn as_json(checks: &[Check]) -> String {
    let rows = checks.iter().map(|check| CheckOutput {
        about: check.about,
        grade: check.grade,
        says: screen_message(&check.says),
    });
    let healthy = checks.iter().all(|check| check.grade != Grade::Problem);
    json_line(&DoctorOutput { healthy, checks: rows.collect() })
}

fn as_text(checks: &[Check], problems: usize) -> String {
    let mut out = String::new();
    for Check { about, grade, says } in checks {
        let head = format!("{grade:<8} {about:<12} ");
        let says = wrapped(&reveal_message(&screen_message(says)), head.len());
        out.push_str(&format!("{head}{says}\n"));
    }
    out.push_str(&match problems {
        0 => "\nno problems\n".to_owned(),
        some => format!("\n{}\n", counted(some as u64, "problem")),
    });
    out
}
