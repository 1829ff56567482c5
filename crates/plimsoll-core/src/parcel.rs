//! A capsule taken apart for keeping: what differs from call to call, and the texts, which hardly do.
//!
//! Two calls on one repository have almost all of their texts in common. Kept by content, each text is kept
//! once, however many capsules have it.

use crate::candidate::Candidate;
use crate::capsule::{CAPSULE_VERSION, Capsule, PassedOver};
use crate::screened::{Finding, Screened};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A capsule in parts. Whoever keeps it need not know what is in them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parcel {
    /// The digest of the guard's rules under which every text in it was screened.
    pub rules: String,
    /// First the body, then what it names; each different part once.
    pub parts: Vec<Vec<u8>>,
}

/// Why a parcel gives no capsule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadParcel {
    #[error("part {0} of the capsule is missing")]
    Missing(usize),
    #[error("part {part} of the capsule is damaged: {what}")]
    Damaged { part: usize, what: String },
    #[error(
        "the capsule has form {found}, and this version of plimsoll knows form {CAPSULE_VERSION}"
    )]
    OtherForm { found: u32 },
}

const BODY: usize = 0;
const LEFT_OUT: usize = 1;

/// Everything but the long list and the texts, which it names by the number of their part.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    capsule: Capsule,
    candidates: Vec<Candidate<TextPart>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TextPart {
    part: usize,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    findings: Vec<Finding>,
}

impl Parcel {
    /// Takes a capsule apart.
    pub fn of(capsule: &Capsule, rules: &str) -> Self {
        let mut parts = vec![Vec::new(), to_json(&capsule.left_out)];
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        let mut candidates = Vec::with_capacity(capsule.candidates.len());
        for candidate in &capsule.candidates {
            let text = candidate.text.text();
            let part = *places.entry(text).or_insert_with(|| {
                parts.push(text.as_bytes().to_vec());
                parts.len() - 1
            });
            let findings = candidate.text.findings().to_vec();
            candidates.push(candidate.without_text().with_text(TextPart { part, findings }));
        }
        let capsule = Capsule { left_out: Vec::new(), ..capsule.without_candidates() };
        parts[BODY] = to_json(&Body { capsule, candidates });
        Self { rules: rules.to_owned(), parts }
    }

    /// Puts the capsule together again.
    pub fn open(&self) -> Result<Capsule, BadParcel> {
        let Body { mut capsule, candidates } = self.json(BODY)?;
        if capsule.version != CAPSULE_VERSION {
            return Err(BadParcel::OtherForm { found: capsule.version });
        }
        capsule.left_out = self.json::<Vec<PassedOver>>(LEFT_OUT)?;
        for mut candidate in candidates {
            let TextPart { part, .. } = candidate.text;
            let text = str::from_utf8(self.part(part)?)
                .map_err(|error| BadParcel::Damaged { part, what: error.to_string() })?;
            let findings = std::mem::take(&mut candidate.text.findings);
            let text = Screened::restored(text.to_owned(), findings);
            capsule.candidates.push(candidate.with_text(text));
        }
        Ok(capsule)
    }

    fn part(&self, part: usize) -> Result<&[u8], BadParcel> {
        self.parts.get(part).map(Vec::as_slice).ok_or(BadParcel::Missing(part))
    }

    fn json<T: DeserializeOwned>(&self, part: usize) -> Result<T, BadParcel> {
        // The error's own text may quote what is there; where it is has to do.
        serde_json::from_slice(self.part(part)?).map_err(|error| BadParcel::Damaged {
            part,
            what: format!("line {}, column {}", error.line(), error.column()),
        })
    }
}

fn to_json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value)
        .expect("our types have string keys and finite numbers, so they always serialise")
}
