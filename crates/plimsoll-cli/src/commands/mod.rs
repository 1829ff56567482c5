//! One file for each command, or for a few that belong together, and what they share: numbers, notes, and
//! answering a refusal.

pub(crate) mod build;
pub(crate) mod compose;
pub(crate) mod config;
pub(crate) mod diff;
pub(crate) mod doctor;
pub(crate) mod eval;
pub(crate) mod explain;
pub(crate) mod index;
pub(crate) mod init;
pub(crate) mod keygen;
pub(crate) mod log;
pub(crate) mod models;
pub(crate) mod pack;
pub(crate) mod purge;
pub(crate) mod record;
pub(crate) mod replay;
pub(crate) mod rules;
mod sarif;
pub(crate) mod scan;
pub(crate) mod schema;
pub(crate) mod verify;
pub(crate) mod why;

use crate::args::{DocumentFormat, Global};
use crate::confine;
use crate::exit::{Exit, Failure};
use crate::output::put;
use crate::time::now_ms;
use crate::ui::{Ui, say_always};
use plimsoll::core::escape::{quoted, reveal_message};
use plimsoll::core::limit::Grouped;
use plimsoll::core::seal::canonical_json;
use plimsoll::core::vocab::Format;
use plimsoll::{Passage, RefusedCall};
use schemars::JsonSchema;
use serde::Serialize;

/// There is none with this id, or none at all.
pub(crate) fn no_such_decision(id: Option<&str>) -> Failure {
    Failure::input(match id {
        Some(id) => format!("there is no decision {} here", quoted(id)),
        None => "nothing has been decided here yet; start with `plimsoll pack`".to_owned(),
    })
}

/// When this is asked.
pub(crate) fn as_of(global: &Global) -> i64 {
    global.as_of.unwrap_or_else(now_ms)
}

/// The engine's word for a format; JSON carries a Markdown document.
pub(crate) fn document_format(format: DocumentFormat) -> Format {
    match format {
        DocumentFormat::Xml => Format::Xml,
        DocumentFormat::Markdown | DocumentFormat::Json => Format::Markdown,
    }
}

/// JSON as every command prints it: canonical, one line.
pub(crate) fn json_line(value: &impl Serialize) -> String {
    let mut line = canonical_json(value);
    line.push('\n');
    line
}

/// Input with which nothing can be done.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Invalid {
    #[schemars(extend("const" = "invalid"))]
    outcome: &'static str,
    problems: Vec<String>,
}

/// Invalid input in JSON mode is an answer on stdout too; nothing was recorded.
pub(crate) fn say_invalid(failure: &Failure) {
    let answer = Invalid { outcome: "invalid", problems: failure.said() };
    // Nobody may be listening; what is wrong is also said on stderr.
    let _ = put(&json_line(&answer), None);
}

/// A refusal: in JSON it is the answer; in text stdout stays empty and `-o` untouched.
pub(crate) fn refuse(refused: &RefusedCall, as_json: bool, ui: Ui) -> Result<Exit, Failure> {
    if as_json {
        put(&json_line(&refused.to_json()), None)?;
    }
    notices(refused.passage(), ui);
    let mut said =
        format!("plimsoll: refused ({}): {}", refused.code(), reveal_message(refused.message()));
    for advice in refused.advice() {
        said.push_str(&format!("\n  - {}", reveal_message(advice)));
    }
    say_always(&said);
    Ok(Exit::No)
}

/// What the user should know about a run; and, for those who ask, how it came about.
pub(crate) fn notices(passage: &Passage, ui: Ui) {
    for notice in passage.notices() {
        ui.say(&format!("note: {}", reveal_message(notice)));
    }
    // A decision that will not be found again is not kept quiet.
    if let Some(why) = passage.log_trouble() {
        ui.say(&format!("note: this decision is not logged: {}", reveal_message(why)));
    }
    for remark in passage.remarks() {
        ui.detail(&format!("note: {}", reveal_message(remark)));
    }
    if let Some(status) = confine::status() {
        ui.detail(&format!("note: confinement: {status}"));
    }
    ui.detail(&format!("decision {}", passage.decision().id));
}

/// How a summary ends: with the next step, where there is one.
pub(crate) fn next_step(global: &Global, passage: &Passage) -> &'static str {
    if global.no_log || passage.log_trouble().is_some() {
        "; nothing is kept of this call"
    } else {
        "; `plimsoll explain` says why"
    }
}

/// `12,345 of 60,000 characters (20 %)`.
pub(crate) fn used_of_limit(passage: &Passage) -> String {
    let limit = &passage.capsule().limit;
    let percent = passage.used() * 100 / limit.value.max(1);
    format!("{} of {} {} ({percent} %)", Grouped(passage.used()), Grouped(limit.value), limit.unit)
}
