//! `plimsoll verify`: signed evidence, and what it is said to be about. Neither a project nor a secret is needed.

use super::json_line;
use crate::evidence_args::VerifyEvidenceArgs;
use crate::exit::{Exit, Failure};
use crate::input;
use crate::keys;
use crate::output::put;
use crate::paths::quoted;
use crate::wording::{counted, wrapped};
use plimsoll::core::escape::{reveal_line, reveal_message};
use plimsoll::core::limit::Grouped;
use plimsoll::core::replay::Difference;
use plimsoll::{EvidenceError, Presented, PublicKey, Statement, VerifiedEvidence, verify_evidence};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::Path;

pub(crate) fn run(args: &VerifyEvidenceArgs) -> Result<Exit, Failure> {
    let key = keys::public(&args.key)?;
    let envelope = input::read(&args.file)?;
    let text = |file: &Path| input::read_up_to(file, input::LARGEST_CAPSULE);
    let bytes = |file: &Path| input::bytes_up_to(file, input::LARGEST_CAPSULE);
    let result = args.result.as_deref().map(text).transpose()?;
    let document = args.document.as_deref().map(bytes).transpose()?;
    let presented = Presented { result: result.as_deref(), document: document.as_deref() };
    let verified =
        verify_evidence(&envelope, &key, &presented).map_err(|error| unusable(args, &error))?;
    put(&if args.json { as_json(&verified, &key) } else { as_text(&verified, &key) }, None)?;
    Ok(if verified.holds() { Exit::Done } else { Exit::No })
}

/// Which of the files is meant.
fn unusable(args: &VerifyEvidenceArgs, error: &EvidenceError) -> Failure {
    let of_the_result =
        matches!(error, EvidenceError::NotAResult { .. } | EvidenceError::NotAsWritten);
    let file = args.result.as_ref().filter(|_| of_the_result).unwrap_or(&args.file);
    Failure::input(format!("{}: {error}", quoted(file)))
}

/// What verifying evidence found.
#[derive(Serialize, JsonSchema)]
pub(crate) struct VerifyEvidenceOutput<'a> {
    holds: bool,
    signed: bool,
    key: String,
    statement: Option<&'a Statement>,
    differences: &'a [Difference],
    unchecked: &'a [String],
}

fn as_json(verified: &VerifiedEvidence, key: &PublicKey) -> String {
    json_line(&VerifyEvidenceOutput {
        holds: verified.holds(),
        signed: verified.statement.is_some(),
        key: key.id(),
        statement: verified.statement.as_ref(),
        differences: &verified.differences,
        unchecked: &verified.unchecked,
    })
}

fn as_text(verified: &VerifiedEvidence, key: &PublicKey) -> String {
    let Some(statement) = &verified.statement else {
        return format!(
            "the evidence does not hold: no signature in it is of this key\n  {}\n",
            key.id()
        );
    };
    let mut out = String::new();
    for difference in &verified.differences {
        let [what, was, is] = [&difference.what, &difference.was, &difference.is]
            .map(|text| reveal_message(text).into_owned());
        let _ = writeln!(out, "{what}:\n  was {was}\n  is  {is}");
    }
    let state = if verified.holds() { "holds: it was" } else { "does not hold, though it was" };
    let _ = writeln!(out, "the evidence {state} signed with the key\n  {}", key.id());
    write_predicate(&mut out, statement);
    let checked = statement.subject.len() - verified.unchecked.len();
    let _ = writeln!(out, "{} of the result looked at", counted(checked as u64, "part"));
    if !verified.unchecked.is_empty() {
        let names = reveal_message(&verified.unchecked.join(", ")).into_owned();
        let _ = writeln!(out, "{}", wrapped(&format!("not looked at: {names}"), 0));
    }
    out
}

fn write_predicate(out: &mut String, statement: &Statement) {
    let predicate = &statement.predicate;
    let limit = &predicate.limit;
    let _ = writeln!(
        out,
        "decision {} ({}, {})\n{} of {} {} ({})\nrules {}",
        reveal_line(&predicate.decision_id),
        predicate.door,
        reveal_line(&predicate.engine),
        Grouped(predicate.used),
        Grouped(limit.value),
        limit.unit,
        reveal_line(&limit.counter),
        reveal_line(&predicate.screening.rule_set),
    );
}
