//! Findings that are known and left as they are. A baseline holds rule, path and a short salted hash: too
//! short to tell which value it was, and no line number, which would be wrong after the next edit.

use plimsoll_core::seal::digest_of_texts;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

const VERSION: u32 = 1;
/// Hex digits. Many values share a hash of 32 bits, so that it does not give a weak one away.
const HASH_DIGITS: usize = 8;
/// Ids are made with a secret, so they may be longer.
const ID_DIGITS: usize = 16;

/// A baseline file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    version: u32,
    salt: String,
    findings: BTreeSet<Known>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
    path: String,
    rule: String,
    hash: String,
}

#[derive(Debug, thiserror::Error)]
pub enum BaselineError {
    #[error(
        "it is no baseline of this program ({0}); make one with `plimsoll scan --write-baseline`"
    )]
    NotOne(String),
    #[error(
        "it is a baseline of version {0}, and this program knows version {VERSION}; make a new one"
    )]
    OtherVersion(u32),
}

impl Baseline {
    /// An empty baseline. The salt is drawn at random by whoever writes the file.
    pub fn new(salt: String) -> Self {
        Self { version: VERSION, salt, findings: BTreeSet::new() }
    }

    pub fn parse(text: &str) -> Result<Self, BaselineError> {
        let parsed: Self =
            serde_json::from_str(text).map_err(|error| BaselineError::NotOne(error.to_string()))?;
        if parsed.version == VERSION {
            Ok(parsed)
        } else {
            Err(BaselineError::OtherVersion(parsed.version))
        }
    }

    /// The file's text, the same for the same findings.
    pub fn to_text(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        text.expect("because it holds strings and a number") + "\n"
    }

    /// Takes over what another one with the same salt knows.
    pub fn join(&mut self, other: Self) {
        debug_assert_eq!(self.salt, other.salt);
        self.findings.extend(other.findings);
    }

    pub fn len(&self) -> usize {
        self.findings.len()
    }

    pub fn is_empty(&self) -> bool {
        self.findings.is_empty()
    }

    pub(super) fn add(&mut self, path: &str, rule: &str, value: &str) {
        let known = self.known(path, rule, value);
        self.findings.insert(known);
    }

    pub(super) fn holds(&self, path: &str, rule: &str, value: &str) -> bool {
        self.findings.contains(&self.known(path, rule, value))
    }

    fn known(&self, path: &str, rule: &str, value: &str) -> Known {
        let hash = hash("plimsoll.baseline.1", &self.salt, path, rule, value, HASH_DIGITS);
        Known { path: path.to_owned(), rule: rule.to_owned(), hash }
    }
}

/// The id by which a user accepts a finding.
pub(super) fn finding_id(secret: &str, path: &str, rule: &str, value: &str) -> String {
    hash("plimsoll.finding.1", secret, path, rule, value, ID_DIGITS)
}

fn hash(domain: &str, salt: &str, path: &str, rule: &str, value: &str, digits: usize) -> String {
    let mut digest = digest_of_texts([domain, salt, path, rule, value]);
    digest.truncate(digits);
    digest
}
