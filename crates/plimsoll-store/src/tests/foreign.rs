//! Files that are not ours, not of our time, damaged, or meant to do harm.

use super::{Place, parcel, record};
use crate::SqliteStore;
use plimsoll_core::store::{FactKey, Facts, Store, StoreError, Which};
use rusqlite::Connection;
use std::fs;

#[test]
fn a_newer_store_is_named_and_left_untouched() {
    let place = Place::new();
    place.open().append(&record("aaaa", 1), None).unwrap();
    Connection::open(place.file()).unwrap().pragma_update(None, "user_version", 7).unwrap();
    let before = place.contents();
    for error in [
        SqliteStore::open(&place.file()).unwrap_err(),
        SqliteStore::open_existing(&place.file()).unwrap_err(),
    ] {
        assert!(matches!(error, StoreError::Newer { found: 7, known: 3 }), "{error}");
    }
    assert_eq!(place.contents(), before);
}

#[test]
fn files_that_are_no_store_are_told_apart_and_left_untouched() {
    let good = Place::new();
    good.open();
    let good = fs::read(good.file()).unwrap();
    let mut negative = good.clone();
    negative[60..64].copy_from_slice(&(-1_i32).to_be_bytes());
    let text = "not a database, but long enough to be one. ".repeat(20).into_bytes();
    for bytes in [Vec::new(), b"short".to_vec(), text, good[..99].to_vec(), negative] {
        let place = Place::new();
        fs::write(place.file(), &bytes).unwrap();
        let before = place.contents();
        let error = SqliteStore::open(&place.file()).unwrap_err();
        assert!(matches!(error, StoreError::Corrupt(_)), "{error}");
        assert_eq!(place.contents(), before);
    }

    let other = Place::new();
    Connection::open(other.file()).unwrap().execute_batch("CREATE TABLE cookies (a)").unwrap();
    let error = SqliteStore::open(&other.file()).unwrap_err();
    assert!(error.to_string().contains("another program"), "{error}");

    let folder = Place::new();
    fs::create_dir(folder.file()).unwrap();
    assert!(matches!(SqliteStore::open(&folder.file()), Err(StoreError::Corrupt(_))));
}

#[test]
fn damaged_pages_are_an_error_and_never_a_panic() {
    let good = Place::new();
    for n in 0..30 {
        good.open()
            .append(&record(&format!("id{n:04}"), n), Some(&parcel(&[&[7; 500], &n.to_be_bytes()])))
            .unwrap();
    }
    let bytes = fs::read(good.file()).unwrap();
    let mut noticed = 0;
    for at in (100..bytes.len() - 64).step_by(509) {
        let place = Place::new();
        let mut damaged = bytes.clone();
        damaged[at..at + 64].fill(0xA5);
        fs::write(place.file(), damaged).unwrap();
        let key = FactKey { extractor: "x".to_owned(), content: [0; 32] };
        let outcome = SqliteStore::open(&place.file()).and_then(|store| {
            assert_eq!(store.lookup(std::slice::from_ref(&key)).len(), 1);
            store.keep(&[(key, Vec::new())]);
            store.entry(&Which::Id("id0003".to_owned()))?;
            store.capsule(3)?;
            store.entries(99)
        });
        match outcome {
            Err(StoreError::Corrupt(_) | StoreError::Unavailable(_)) => noticed += 1,
            Err(other) => panic!("at {at}: {other}"),
            Ok(_) => {}
        }
    }
    assert!(noticed > 10, "only {noticed} damaged files were noticed");
}

#[cfg(unix)]
#[test]
fn a_link_in_the_place_of_the_file_is_refused_and_linked_folders_are_not() {
    let place = Place::new();
    place.open().append(&record("aaaa", 1), None).unwrap();
    let link = place.folder.path().join("link.sqlite");
    std::os::unix::fs::symlink(place.file(), &link).unwrap();
    assert!(matches!(SqliteStore::open(&link), Err(StoreError::Corrupt(_))));

    let outer = tempfile::tempdir().unwrap();
    let linked = outer.path().join("linked");
    std::os::unix::fs::symlink(place.folder.path(), &linked).unwrap();
    let store = SqliteStore::open(&linked.join("store.sqlite")).unwrap();
    assert_eq!(store.entries(9).unwrap().len(), 1);
}

#[test]
fn a_trigger_that_somebody_shipped_does_not_run() {
    let place = Place::new();
    place.open();
    Connection::open(place.file())
        .unwrap()
        .execute_batch(
            "CREATE TRIGGER evil AFTER INSERT ON decisions \
             BEGIN DELETE FROM decisions; END",
        )
        .unwrap();
    let store = place.open();
    store.append(&record("aaaa", 1), None).unwrap();
    assert_eq!(store.entries(9).unwrap().len(), 1);
}
