//! What was written by us, or says so: capsules, exported logs, signed evidence, keys, the store's file, facts.

use plimsoll::{
    Expected, Presented, PublicKey, SecretKey, replay_capsule, replay_file, verify_evidence,
    verify_export,
};
use plimsoll_core::store::{Cache, Facts, Store, Upkeep};
use plimsoll_index::outline::Outline;
use plimsoll_index::{Query, WordCounts};
use plimsoll_store::SqliteStore;
use std::fs;

/// A capsule that can be decided is decided the same way again.
pub(crate) fn capsule(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Ok(replayed) = replay_file(text) else { return };
    let outcome = replayed.decision.outcome.clone();
    let again = replay_capsule(replayed.capsule, replayed.record).expect("it was decided before");
    assert_eq!(again.decision.outcome, outcome);
    assert_eq!(again.replay, replayed.replay);
}

pub(crate) fn export(bytes: &[u8]) {
    let _ = verify_export(&mut &*bytes, &Expected::default());
}

/// Whatever is in an envelope, it is opened or refused; and no statement holds that this key has not signed.
pub(crate) fn evidence(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let key = SecretKey::generate().expect("there is randomness").public();
    let presented = Presented { result: None, document: Some(bytes) };
    if let Ok(verified) = verify_evidence(text, &key, &presented) {
        assert!(!verified.holds() && verified.statement.is_none());
    }
    // With the key of the seeds, what was signed is read as well; and the same bytes as a result.
    let key = PublicKey::from_pem(SEED_KEY).expect("it is a key");
    let presented = Presented { result: Some(text), document: Some(bytes) };
    let _ = verify_evidence(SEED_EVIDENCE, &key, &presented);
    let presented = Presented { result: None, document: Some(b"") };
    if let Ok(verified) = verify_evidence(text, &key, &presented) {
        assert!(!verified.holds(), "no document is empty");
    }
}

/// What the seeds are signed with; nobody has its other half any more.
const SEED_KEY: &str = "-----BEGIN PUBLIC KEY-----\n\
MCowBQYDK2VwAyEAaeeslni6xTi+gTDzPL8NDaBPEMjej3Fzd/qenU618yA=\n\
-----END PUBLIC KEY-----";
const SEED_EVIDENCE: &str = include_str!("../corpus/evidence/build.json");

/// A key that is read is written as a key.
pub(crate) fn key(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    if let Ok(key) = SecretKey::from_pem(text) {
        assert!(SecretKey::from_pem(&key.to_pem()).is_ok());
    }
    if let Ok(key) = PublicKey::from_pem(text) {
        let again = PublicKey::from_pem(&key.to_pem()).expect("our own text is a key");
        assert_eq!(again.to_hex(), key.to_hex());
    }
}

/// Any file in the store's place is used or refused.
pub(crate) fn store(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = folder.path().join("store.db");
    fs::write(&path, bytes).expect("there is room for a file");
    let Ok(Some(store)) = SqliteStore::open_existing(&path) else { return };
    let _ = (store.head(), store.start(), store.lines(0, 20), store.size());
    for entry in store.entries(20).unwrap_or_default() {
        if let Ok(Some(parcel)) = store.capsule(entry.sequence) {
            let _ = parcel.open();
        }
    }
    let _ = (store.get("key", 0), store.lookup(&[]));
}

/// Facts are ours, but a disk may have changed them.
pub(crate) fn facts(bytes: &[u8]) {
    if let Some(outline) = Outline::decode(bytes) {
        assert_eq!(Outline::decode(&outline.encode()), Some(outline));
    }
    let _ = WordCounts::decode_for(&Query::new("make the cache respect its limit"), bytes);
}
