//! The statement: which result it is about, by digests, and how that came about, in ids and numbers.

use super::EvidenceError;
use super::envelope;
use crate::passage::Passage;
use crate::signing::{PublicKey, SecretKey};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use plimsoll_core::capsule::{Evidence, InputFingerprints};
use plimsoll_core::limit::Limit;
use plimsoll_core::seal::{canonical_json, sha256_hex};
use plimsoll_core::vocab::Door;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

const STATEMENT: &str = "https://in-toto.io/Statement/v1";
/// A name and no address: the project has no domain of its own.
const PREDICATE: &str = "urn:plimsoll:evidence:1";
const ALGORITHM: &str = "sha256";
/// How every statement of ours begins, as canonical JSON.
const BEGINNING: &str = r#"{"_type":"https://in-toto.io/Statement/v1","predicate":{"decisionId":""#;

/// The one member of a result whose digest is that of its bytes, so that a file with it can be held against it.
pub(super) const DOCUMENT: &str = "document";

/// What is signed. Keys that are not known are passed over, as in-toto asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Statement {
    #[serde(rename = "_type")]
    form: String,
    /// The members of the result.
    pub subject: Vec<Subject>,
    predicate_type: String,
    pub predicate: Predicate,
}

/// A member of a result, by its digest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Subject {
    pub name: String,
    /// By algorithm.
    digest: BTreeMap<String, String>,
}

/// How the result came about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Predicate {
    pub decision_id: String,
    pub door: Door,
    pub engine: String,
    pub fingerprint: String,
    pub fingerprints: InputFingerprints,
    /// With the name and the version of the counter.
    pub limit: Limit,
    /// With the digest of the guard's rules.
    pub screening: Evidence,
    pub used: u64,
}

impl Subject {
    pub(super) fn of(name: &str, value: &Value) -> Self {
        let digest = match value {
            Value::String(text) if name == DOCUMENT => sha256_hex(text.as_bytes()),
            value => sha256_hex(canonical_json(value).as_bytes()),
        };
        Self { name: name.to_owned(), digest: [(ALGORITHM.to_owned(), digest)].into() }
    }

    /// In hexadecimal; nothing where there is a digest of another kind only.
    pub fn sha256(&self) -> Option<&str> {
        self.digest.get(ALGORITHM).map(String::as_str)
    }
}

impl Statement {
    /// A statement about what is handed over of a call: each member of the result. Who hands over the document alone
    /// makes a result with that one member.
    pub fn of(passage: &Passage, result: &Value) -> Self {
        let (capsule, decision) = (passage.capsule(), passage.decision());
        let members = result.as_object().into_iter().flatten();
        Self {
            form: STATEMENT.to_owned(),
            subject: members.map(|(name, value)| Subject::of(name, value)).collect(),
            predicate_type: PREDICATE.to_owned(),
            predicate: Predicate {
                decision_id: decision.id.clone(),
                door: capsule.door,
                engine: capsule.engine.clone(),
                fingerprint: decision.fingerprint.clone(),
                fingerprints: capsule.fingerprints.clone(),
                limit: capsule.limit.clone(),
                screening: capsule.screening.clone(),
                used: passage.used(),
            },
        }
    }

    /// The bytes that a signer signs.
    pub fn to_sign(&self) -> Vec<u8> {
        envelope::to_sign(envelope::IN_TOTO, canonical_json(self).as_bytes())
    }

    /// The envelope with the signature of somebody who has the secret key, if it is one: its bytes, or their base64.
    pub fn sealed(&self, key: &PublicKey, signature: &[u8]) -> Result<String, EvidenceError> {
        let message = self.to_sign();
        // Programs break long lines.
        let encoded = || {
            let lines = str::from_utf8(signature).ok()?.split_whitespace();
            envelope::decoded(&lines.collect::<String>())
        };
        let forms = [Some(signature.to_vec()), encoded()];
        let good = forms.into_iter().flatten().find(|form| key.has_signed(&message, form));
        let signature = good.ok_or(EvidenceError::BadSignature)?;
        Ok(envelope::written(canonical_json(self).as_bytes(), key, &signature))
    }

    /// The envelope, signed.
    pub fn signed(&self, key: &SecretKey) -> String {
        let signature = key.sign_bytes(&self.to_sign());
        envelope::written(canonical_json(self).as_bytes(), &key.public(), &signature)
    }

    /// Reads what was signed. Exactly these bytes were verified.
    pub(super) fn read(payload: &[u8]) -> Result<Self, EvidenceError> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Kind {
            #[serde(rename = "_type")]
            form: String,
            predicate_type: String,
        }
        // Asked first: a statement of somebody else is told from one of ours that is damaged.
        let kind: Kind =
            serde_json::from_slice(payload).map_err(|_| EvidenceError::NotAStatement)?;
        for (is, known) in [(kind.form, STATEMENT), (kind.predicate_type, PREDICATE)] {
            if is != known {
                return Err(EvidenceError::OtherStatement(is));
            }
        }
        serde_json::from_slice(payload).map_err(|_| EvidenceError::NotAStatement)
    }
}

/// Whether a text is evidence of ours, by how it begins.
pub(crate) fn is_evidence(text: &str) -> bool {
    let Some(payload) = text.strip_prefix("{\"payload\":\"") else { return false };
    // Of the beginning, as much as does not depend on what follows.
    let whole = BEGINNING.len() / 3 * 3;
    payload.starts_with(&STANDARD.encode(&BEGINNING.as_bytes()[..whole]))
}
