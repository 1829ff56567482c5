//! What only a file can get wrong: other processes, sudden ends, other people's eyes.

use super::{Place, contains, parcel, record};
use crate::SqliteStore;
use plimsoll_core::store::{FactKey, Facts, Store, StoreError, Upkeep};
use std::fs;

#[test]
fn a_closed_store_is_one_file_and_opens_again() {
    let place = Place::new();
    place.open().append(&record("aaaa", 1), Some(&parcel(&[b"capsule"]))).unwrap();
    assert_eq!(place.contents().len(), 1);
    let store = place.open();
    assert_eq!(store.append(&record("bbbb", 2), None).unwrap(), 2);
    assert_eq!(store.capsule(1).unwrap(), Some(parcel(&[b"capsule"])));
}

#[cfg(unix)]
#[test]
fn nobody_else_may_read_any_of_its_files() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let store = place.open();
    store.append(&record("aaaa", 1), None).unwrap();
    assert!(place.contents().len() > 1, "the write-ahead log is there too");
    for (path, _) in place.contents() {
        let mode = fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{}", path.display());
    }
}

#[test]
fn durability_is_what_it_says() {
    let place = Place::new();
    let store = place.open();
    let connection = store.connection();
    let pragma = |name: &str| -> String {
        connection
            .pragma_query_value(None, name, |row| row.get::<_, rusqlite::types::Value>(0))
            .map(|value| format!("{value:?}"))
            .unwrap()
    };
    assert_eq!(pragma("journal_mode"), "Text(\"wal\")");
    assert_eq!(pragma("synchronous"), "Integer(2)");
    assert_eq!(pragma("trusted_schema"), "Integer(0)");
    assert_eq!(pragma("cell_size_check"), "Integer(1)");
    assert_eq!(pragma("secure_delete"), "Integer(1)");
    assert_eq!(pragma("user_version"), "Integer(3)");
}

#[test]
fn an_append_survives_a_sudden_end() {
    let place = Place::new();
    let store = place.open();
    store.append(&record("aaaa", 1), Some(&parcel(&[b"capsule"]))).unwrap();
    // What is on the disk now is what a killed process leaves behind; its shared memory is gone.
    let after = Place::new();
    for name in ["store.sqlite", "store.sqlite-wal"] {
        fs::copy(place.folder.path().join(name), after.folder.path().join(name)).unwrap();
    }
    let log = fs::read(after.folder.path().join("store.sqlite-wal")).unwrap();
    assert!(contains(&log, b"capsule"), "not yet moved into the file");
    std::mem::forget(store);
    for survivor in [after.open(), place.open()] {
        assert_eq!(survivor.entries(9).unwrap().len(), 1);
        assert_eq!(survivor.capsule(1).unwrap(), Some(parcel(&[b"capsule"])));
        assert_eq!(survivor.append(&record("bbbb", 2), None).unwrap(), 2);
    }
}

#[test]
fn a_log_that_was_cut_in_the_middle_of_an_append_loses_that_append_only() {
    let place = Place::new();
    let store = place.open();
    let log = place.folder.path().join("store.sqlite-wal");
    store.append(&record("aaaa", 1), None).unwrap();
    let whole_first = fs::metadata(&log).unwrap().len();
    store.append(&record("bbbb", 2), None).unwrap();
    let whole_second = fs::metadata(&log).unwrap().len();
    let (file, log) = (fs::read(place.file()).unwrap(), fs::read(&log).unwrap());
    for length in (whole_first..=whole_second).step_by(997).chain([whole_second]) {
        let after = Place::new();
        fs::write(after.file(), &file).unwrap();
        let cut = &log[..usize::try_from(length).unwrap()];
        fs::write(after.folder.path().join("store.sqlite-wal"), cut).unwrap();
        let expected = if length == whole_second { 2 } else { 1 };
        assert_eq!(after.open().entries(9).unwrap().len(), expected, "cut at {length}");
    }
}

/// What another process sees in the middle of a checkpoint: the head of the file is already the new one, its
/// end is not there yet, and everything is still in the write-ahead log.
#[test]
fn a_file_that_is_being_written_is_not_taken_for_a_damaged_one() {
    let place = Place::new();
    let store = place.open();
    let noise: Vec<u8> =
        (0..50_000_u32).map(|n| n.wrapping_mul(2_654_435_761).to_be_bytes()[1]).collect();
    store.append(&record("aaaa", 1), Some(&parcel(&[&noise]))).unwrap();
    store.connection().query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())).unwrap();
    let after = Place::new();
    let whole = fs::read(place.file()).unwrap();
    fs::write(after.file(), &whole[..whole.len() - 8192]).unwrap();
    let log = "store.sqlite-wal";
    fs::copy(place.folder.path().join(log), after.folder.path().join(log)).unwrap();
    assert_eq!(after.open().capsule(1).unwrap(), Some(parcel(&[&noise])));
}

#[test]
fn what_was_removed_is_nowhere_in_the_file() {
    // Short and random enough to be kept as it is, so that it can be looked for.
    const MARKER: &[u8] = b"Zq7#src/very-private-path.rs:fn-content!0xK";
    let place = Place::new();
    let store = place.open();
    let fact = FactKey { extractor: "words 1".to_owned(), content: [1; 32] };
    for n in 0_u8..20 {
        let own = [MARKER, &[n]].concat();
        store.append(&record(&format!("id{n}"), 1), Some(&parcel(&[MARKER, &own]))).unwrap();
    }
    store.keep(&[(fact, MARKER.to_vec())]);
    let found = |what: &[u8]| place.contents().iter().any(|(_, bytes)| contains(bytes, what));
    assert!(found(MARKER) && found(&MARKER[..16]), "or this test could not fail");

    store.remove_capsules(plimsoll_core::store::Span::All).unwrap();
    store.remove_facts(plimsoll_core::store::FactSpan::All).unwrap();
    store.compact().unwrap();
    assert_eq!(store.entries(99).unwrap().len(), 20, "the log is as it was");
    assert!(!found(MARKER) && !found(&MARKER[..16]));
}

#[test]
fn the_same_text_is_kept_once() {
    let place = Place::new();
    let store = place.open();
    let text: Vec<u8> =
        (0_u32..60_000).flat_map(|n| n.wrapping_mul(2_654_435_761).to_be_bytes()).collect();
    store.append(&record("aaaa", 1), Some(&parcel(&[&text]))).unwrap();
    let one = store.size().unwrap();
    for n in 0_u8..50 {
        store.append(&record("aaaa", 1), Some(&parcel(&[&text, &[n]]))).unwrap();
    }
    assert!(one > 100_000, "{one}");
    assert!(store.size().unwrap() < one * 3 / 2, "{}", store.size().unwrap());
}

#[test]
fn any_folder_name_will_do() {
    for name in ["a?immutable=0#b", "100%41", "grüße 世界", "file:x"] {
        let place = Place::new();
        let folder = place.folder.path().join(name);
        fs::create_dir(&folder).unwrap();
        let file = folder.join("store.sqlite");
        SqliteStore::open(&file).unwrap().append(&record("aaaa", 1), None).unwrap();
        assert_eq!(SqliteStore::open(&file).unwrap().entries(9).unwrap().len(), 1);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }
}

/// To close any handle on a file drops all of a process's locks on it, which SQLite needs to keep.
#[cfg(target_os = "linux")]
#[test]
fn opening_what_is_open_takes_no_lock_away() {
    use std::os::unix::fs::MetadataExt;
    let place = Place::new();
    let first = place.open();
    first.append(&record("aaaa", 1), None).unwrap();
    let inode = format!(":{} ", fs::metadata(place.file()).unwrap().ino());
    let locks = || fs::read_to_string("/proc/locks").unwrap().matches(&inode).count();
    assert_eq!(locks(), 1);
    let second = place.open();
    assert_eq!(locks(), 1);
    assert_eq!(second.append(&record("bbbb", 2), None).unwrap(), 2);
    drop(fs::File::open(place.file()).unwrap());
    assert_eq!(locks(), 0, "or this test could not fail");
}

#[test]
fn opening_what_exists_makes_nothing() {
    let place = Place::new();
    assert!(SqliteStore::open_existing(&place.file()).unwrap().is_none());
    assert!(SqliteStore::open_existing(&place.folder.path().join("no/store")).unwrap().is_none());
    assert!(place.contents().is_empty());
    place.open().append(&record("aaaa", 1), None).unwrap();
    let store = SqliteStore::open_existing(&place.file()).unwrap().unwrap();
    assert_eq!(store.entries(9).unwrap().len(), 1);
}

#[test]
fn a_folder_that_is_not_there_is_said() {
    let place = Place::new();
    let error = SqliteStore::open(&place.folder.path().join("no/store.sqlite")).unwrap_err();
    assert!(matches!(&error, StoreError::Unavailable(why) if why.contains("--state")), "{error}");
}

#[test]
fn facts_that_do_not_fit_on_the_disk_are_told_and_not_lost_in_silence() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("store.sqlite")).unwrap();
    let fact = |n: u8| (FactKey { extractor: "e".to_owned(), content: [n; 32] }, vec![n; 5_000]);
    store.keep(&[fact(1)]);
    assert_eq!(store.trouble(), None);
    let pages: i64 =
        store.connection().query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
    store.connection().pragma_update(None, "max_page_count", pages).unwrap();
    store.keep(&(2..50).map(fact).collect::<Vec<_>>());
    assert!(store.trouble().is_some_and(|why| why.contains("full")), "{:?}", store.trouble());
    assert_eq!(store.lookup(&[fact(1).0, fact(2).0]), [Some(vec![1; 5_000]), None]);
}
