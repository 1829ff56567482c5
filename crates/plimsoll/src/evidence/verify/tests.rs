//! A real result, signed, and everything that can be done to it.

use super::*;
use crate::{BuildRequest, Bundle, Logging, Options, Outcome, SecretKey, Workspace};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use plimsoll_core::vocab::Format;

/// A bundle with its result and the key that it is signed with.
struct Signed {
    result: String,
    document: String,
    envelope: String,
    key: SecretKey,
}

fn bundle() -> Bundle {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.rs"), "fn needle() {}\n").unwrap();
    let options = Options { logging: Logging::Off, ..Options::default() };
    let workspace = Workspace::open_with(folder.path(), options).unwrap();
    let request =
        json!({"purpose": "diff", "plan_step": {"text": "rename it", "target_files": ["a.rs"]}});
    let request = BuildRequest::from_json(&request).unwrap();
    match workspace.build(&request, Format::Markdown, 0).unwrap() {
        Outcome::Loaded(bundle) => bundle,
        Outcome::Refused(refused) => panic!("{}", refused.message()),
    }
}

fn signed() -> Signed {
    let (bundle, key) = (bundle(), SecretKey::generate().unwrap());
    let result = bundle.to_json();
    let envelope = Statement::of(bundle.passage(), &result).signed(&key);
    let document = bundle.document().to_owned();
    Signed { result: canonical_json(&result) + "\n", document, envelope, key }
}

impl Signed {
    fn verify(&self, result: &str) -> VerifiedEvidence {
        let presented = Presented { result: Some(result), document: None };
        verify_evidence(&self.envelope, &self.key.public(), &presented).unwrap()
    }

    fn differing(&self, result: &str) -> Vec<String> {
        let differences = self.verify(result).differences;
        differences.into_iter().map(|difference| difference.what).collect()
    }

    /// The envelope of another statement, signed with the same key.
    fn with_statement(&self, change: impl FnOnce(&mut Value)) -> String {
        let statement = self.verify(&self.result).statement.unwrap();
        let mut statement = json!(statement);
        change(&mut statement);
        let payload = canonical_json(&statement);
        let message = envelope::to_sign(envelope::IN_TOTO, payload.as_bytes());
        let signature = self.key.sign_bytes(&message);
        envelope::written(payload.as_bytes(), &self.key.public(), &signature)
    }
}

#[test]
fn a_result_holds_and_the_statement_has_no_path_and_no_content() {
    let signed = signed();
    let verified = signed.verify(&signed.result);
    assert!(verified.holds() && verified.unchecked.is_empty(), "{verified:?}");
    let statement = canonical_json(&verified.statement.unwrap());
    assert!(!statement.contains("a.rs") && !statement.contains("needle"), "{statement}");
    assert!(statement.contains("o200k_base/1") && statement.contains("plimsoll-core"));
    assert!(crate::evidence::is_evidence(&signed.envelope));
    assert!(!crate::evidence::is_evidence(&signed.result));
}

#[test]
fn every_member_that_is_changed_gone_or_added_is_named() {
    let signed = signed();
    let result: Value = serde_json::from_str(&signed.result).unwrap();
    let names: Vec<&String> = result.as_object().unwrap().keys().collect();
    assert_eq!(names.len(), 7);
    for name in names {
        let mut changed = result.clone();
        changed[name] = json!("something else");
        assert!(signed.differing(&canonical_json(&changed)).contains(name), "{name}");
        // What is not there is not the same as what is empty.
        changed.as_object_mut().unwrap().remove(name);
        let differences = signed.verify(&canonical_json(&changed)).differences;
        let difference = differences.iter().find(|found| found.what == *name).unwrap();
        assert_eq!(difference.is, "not there");
    }
    let mut more = result.clone();
    more["note"] = json!("nobody has signed this");
    assert_eq!(signed.differing(&canonical_json(&more)), ["note"]);
    let mut used = result.clone();
    used["meta"]["used"] = json!(1);
    assert_eq!(signed.differing(&canonical_json(&used)), ["meta", "used in meta"]);
    // A text that is the JSON of a value is not that value.
    let mut text = result.clone();
    text["meta"] = json!(canonical_json(&result["meta"]));
    assert_eq!(signed.differing(&canonical_json(&text)), ["meta"]);
}

#[test]
fn a_document_by_itself_is_held_against_the_statement() {
    let Signed { document, envelope, key, result } = signed();
    let verify =
        |presented: Presented<'_>| verify_evidence(&envelope, &key.public(), &presented).unwrap();
    let alone = verify(Presented { document: Some(document.as_bytes()), result: None });
    assert!(alone.holds() && alone.unchecked.contains(&"context_bundle".to_owned()));
    assert!(!alone.unchecked.contains(&"document".to_owned()));
    let changed = document.replacen("needle", "noodle", 1);
    let alone = verify(Presented { document: Some(changed.as_bytes()), result: None });
    assert_eq!(alone.differences[0].what, "document");
    let both = Presented { document: Some(changed.as_bytes()), result: Some(&result) };
    let what: Vec<_> = verify(both).differences.into_iter().map(|found| found.what).collect();
    assert_eq!(what, ["document by itself"]);
}

#[test]
fn nothing_is_said_of_a_statement_that_the_key_has_not_signed() {
    let signed = signed();
    let other = SecretKey::generate().unwrap().public();
    let presented = Presented { result: Some(&signed.result), document: None };
    let verified = verify_evidence(&signed.envelope, &other, &presented).unwrap();
    assert!(!verified.holds() && verified.statement.is_none() && verified.differences.is_empty());
}

#[test]
fn a_result_that_can_be_read_in_two_ways_is_not_accepted() {
    let signed = signed();
    let twice = signed.result.replacen('{', "{\"document\":\"evil\",", 1);
    let spaced = signed.result.replacen(':', ": ", 1);
    for (text, expected) in [
        (twice.as_str(), EvidenceError::NotAsWritten),
        (&spaced, EvidenceError::NotAsWritten),
        ("[]", EvidenceError::NotAResult { line: 1, column: 0 }),
        (&"[".repeat(100_000), EvidenceError::NotAResult { line: 1, column: 0 }),
    ] {
        let presented = Presented { result: Some(text), document: None };
        let verified = verify_evidence(&signed.envelope, &signed.key.public(), &presented);
        assert_eq!(verified, Err(expected), "{text:.40}");
    }
    let presented = Presented { result: Some(signed.result.trim_end()), document: None };
    assert!(verify_evidence(&signed.envelope, &signed.key.public(), &presented).unwrap().holds());
}

#[test]
fn a_statement_of_another_kind_is_none_even_if_it_is_signed() {
    let signed = signed();
    let verify = |envelope: &str| {
        let presented = Presented { result: Some(&signed.result), document: None };
        verify_evidence(envelope, &signed.key.public(), &presented)
    };
    let slsa = "https://slsa.dev/provenance/v1";
    let other = signed.with_statement(|statement| statement["predicateType"] = json!(slsa));
    assert_eq!(verify(&other), Err(EvidenceError::OtherStatement(slsa.to_owned())));
    let older = signed.with_statement(|statement| statement["_type"] = json!("v0.1"));
    assert_eq!(verify(&older), Err(EvidenceError::OtherStatement("v0.1".to_owned())));
    let less = signed.with_statement(|statement| statement["predicate"] = json!({}));
    assert_eq!(verify(&less), Err(EvidenceError::NotAStatement));
    let weak = signed.with_statement(|statement| {
        statement["subject"][0]["digest"] = json!({"md5": "00"});
        statement["more"] = json!([1]);
    });
    assert_eq!(verify(&weak).unwrap().differences.len(), 1, "what cannot be checked does not hold");
}

#[test]
fn a_signature_from_elsewhere_is_taken_only_if_it_is_good() {
    let (bundle, key) = (bundle(), SecretKey::generate().unwrap());
    let statement = Statement::of(bundle.passage(), &bundle.to_json());
    let good = key.sign_bytes(&statement.to_sign());
    let encoded = STANDARD.encode(good) + "\n";
    for form in [&good[..], encoded.as_bytes()] {
        assert_eq!(statement.sealed(&key.public(), form).unwrap(), statement.signed(&key));
    }
    let other = SecretKey::generate().unwrap().public();
    for (key, signature) in
        [(&other, &good[..]), (&key.public(), &good[..63]), (&key.public(), &[0; 64][..])]
    {
        assert_eq!(statement.sealed(key, signature), Err(EvidenceError::BadSignature));
    }
}
