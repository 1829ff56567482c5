//! Verifying evidence: the signature first, then everything that it is about.

use super::EvidenceError;
use super::envelope;
use super::statement::{DOCUMENT, Predicate, Statement, Subject};
use crate::signing::PublicKey;
use plimsoll_core::replay::Difference;
use plimsoll_core::seal::{canonical_json, sha256_hex};
use serde_json::{Map, Value, json};

/// What the evidence is said to be about.
#[derive(Debug, Clone, Copy, Default)]
pub struct Presented<'a> {
    /// The result, as it was written.
    pub result: Option<&'a str>,
    /// The document by itself, as it was sent.
    pub document: Option<&'a [u8]>,
}

/// What verifying found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifiedEvidence {
    /// What was signed; nothing where the signature is not good, since then nobody vouches for it.
    pub statement: Option<Statement>,
    /// Everything that is not as it was signed.
    pub differences: Vec<Difference>,
    /// Parts of the result that nothing was presented for.
    pub unchecked: Vec<String>,
}

impl VerifiedEvidence {
    /// Whether the key's owner has vouched for everything that was presented.
    pub fn holds(&self) -> bool {
        self.statement.is_some() && self.differences.is_empty()
    }
}

/// Verifies an envelope with the public key of whoever is to have signed it, and what is presented against it.
pub fn verify_evidence(
    envelope: &str,
    key: &PublicKey,
    presented: &Presented<'_>,
) -> Result<VerifiedEvidence, EvidenceError> {
    let result = presented.result.map(read_result).transpose()?;
    let Some(payload) = envelope::opened(envelope, key)? else {
        let (differences, unchecked) = (Vec::new(), Vec::new());
        return Ok(VerifiedEvidence { statement: None, differences, unchecked });
    };
    let statement = Statement::read(&payload)?;
    let mut check = Check { differences: Vec::new(), unchecked: Vec::new() };
    for subject in &statement.subject {
        check.subject(subject, result.as_ref(), presented.document);
    }
    if let Some(result) = &result {
        check.beyond(&statement, result);
        check.predicate(&statement.predicate, &result["meta"]);
    }
    let is_about_a_document = statement.subject.iter().any(|subject| subject.name == DOCUMENT);
    if let Some(document) = presented.document.filter(|_| !is_about_a_document) {
        check.compare(DOCUMENT, NOT_THERE, &sha256_hex(document));
    }
    let Check { differences, unchecked } = check;
    Ok(VerifiedEvidence { statement: Some(statement), differences, unchecked })
}

const NOT_THERE: &str = "not there";

/// Only the one way of writing a value is accepted, so that nobody can read something else into it.
fn read_result(text: &str) -> Result<Value, EvidenceError> {
    let result: Map<String, Value> = serde_json::from_str(text).map_err(|error| {
        EvidenceError::NotAResult { line: error.line(), column: error.column() }
    })?;
    let is_as_written = canonical_json(&result) == text.strip_suffix('\n').unwrap_or(text);
    if is_as_written { Ok(Value::Object(result)) } else { Err(EvidenceError::NotAsWritten) }
}

struct Check {
    differences: Vec<Difference>,
    unchecked: Vec<String>,
}

impl Check {
    fn compare(&mut self, what: &str, was: &str, is: &str) {
        if was != is {
            let [what, was, is] = [what, was, is].map(str::to_owned);
            self.differences.push(Difference { what, was, is });
        }
    }

    fn subject(&mut self, signed: &Subject, result: Option<&Value>, document: Option<&[u8]>) {
        let name = signed.name.as_str();
        let was = signed.sha256().unwrap_or("a digest that is not known here");
        let document = document.filter(|_| name == DOCUMENT);
        if let Some(result) = result {
            let is = result.get(name).map(|value| Subject::of(name, value));
            self.compare(name, was, is.as_ref().and_then(Subject::sha256).unwrap_or(NOT_THERE));
        }
        if let Some(document) = document {
            let what = if result.is_some() { "document by itself" } else { name };
            self.compare(what, was, &sha256_hex(document));
        }
        if result.is_none() && document.is_none() {
            self.unchecked.push(name.to_owned());
        }
    }

    /// What the result has and nobody has signed.
    fn beyond(&mut self, statement: &Statement, result: &Value) {
        for (name, value) in result.as_object().into_iter().flatten() {
            if statement.subject.iter().all(|subject| subject.name != *name) {
                let is = Subject::of(name, value);
                self.compare(name, NOT_THERE, is.sha256().unwrap_or_default());
            }
        }
    }

    /// Digests say that something differs; these say what.
    fn predicate(&mut self, signed: &Predicate, meta: &Value) {
        let signed = json!(signed);
        let stated = ["decisionId", "fingerprint", "fingerprints", "limit", "screening", "used"];
        for name in stated.into_iter().filter(|name| meta.get(name).is_some()) {
            let [was, is] = [&signed[name], &meta[name]].map(canonical_json);
            self.compare(&format!("{name} in meta"), &was, &is);
        }
    }
}

#[cfg(test)]
mod tests;
