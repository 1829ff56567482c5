//! Every earlier format is brought to the newest one. The fixtures were made by the programs of their time.

use super::{Place, breaks, record};
use crate::codec::{decode, encode};
use crate::{SqliteStore, schema};
use plimsoll_core::capsule::ENGINE;
use plimsoll_core::notes::{Note, NoteKind};
use plimsoll_core::record::Record;
use plimsoll_core::store::{FactKey, Facts, Notebook, Store, StoreError, Which};
use std::fs;

fn fixture(format: i64) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures");
    fs::read(format!("{folder}/format{format}.sqlite")).unwrap()
}

#[test]
fn there_is_a_fixture_of_every_earlier_format() {
    for format in 1..schema::known() {
        let place = Place::new();
        fs::write(place.file(), fixture(format)).unwrap();
        let found = rusqlite::Connection::open(place.file()).unwrap();
        let found: i64 = found.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
        assert_eq!(found, format);
    }
}

#[test]
fn format_1_is_chained_and_its_capsules_are_taken_apart() {
    let place = Place::new();
    fs::write(place.file(), fixture(1)).unwrap();
    let store = place.open();
    let entries = store.entries(9).unwrap();
    let found: Vec<_> = entries.iter().map(|e| (e.sequence, e.record.clone())).collect();
    assert_eq!(
        found,
        [(3, record("aaaa", 200)), (2, record("bbbb", 100)), (1, record("aaaa", 300))]
    );
    assert_eq!(breaks(&store, None), []);
    let parcel = store.capsule(1).unwrap().unwrap();
    assert_eq!(parcel.rules, "", "its texts have to be screened again");
    let capsule = parcel.open().unwrap();
    assert_eq!(capsule.candidates[0].text.text(), "make the cache respect its TTL\n");
    assert_eq!(capsule.left_out.len(), 1);
    assert_eq!(store.capsule(2).unwrap(), None);
    assert_eq!(store.capsule(3).unwrap(), None, "it never was a capsule");
    let fact = FactKey { extractor: "words 1 old".to_owned(), content: [7; 32] };
    assert_eq!(store.lookup(&[fact]), [Some(b"seven".to_vec())]);
    assert_eq!(store.append(&record("cccc", 1), None).unwrap(), 4);
    assert_eq!(breaks(&store, None), []);
}

#[test]
fn format_2_gets_room_for_notes() {
    let place = Place::new();
    fs::write(place.file(), fixture(2)).unwrap();
    let store = place.open();
    let [entry] = &store.entries(9).unwrap()[..] else { panic!("it has one decision") };
    assert_eq!(breaks(&store, None), []);
    let capsule = store.capsule(entry.sequence).unwrap().unwrap().open().unwrap();
    assert_eq!(capsule.candidates[0].text.text(), "# Rules\nKeep it small.\n");
    let (trigger, action) = ("a test fails".to_owned(), "read it first".to_owned());
    let note = Note::Learning { trigger, action };
    store.note(5, &note).unwrap();
    assert_eq!(store.notes(NoteKind::Learning, 9).unwrap()[0].note, note);
}

#[test]
fn those_who_open_an_old_store_at_once_agree() {
    let place = Place::new();
    fs::write(place.file(), fixture(1)).unwrap();
    let heads: Vec<_> = std::thread::scope(|scope| {
        let open = || SqliteStore::open(&place.file()).unwrap().head().unwrap();
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(open)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(heads.iter().all(|head| *head == heads[0]), "{heads:?}");
    assert_eq!(place.open().entry(&Which::Newest).unwrap().unwrap().sequence, 3);
}

#[test]
fn a_record_of_another_version_is_not_called_damaged() {
    let ours = Record { engine: ENGINE.to_owned(), ..record("a", 1) };
    let unknown_door = |record: &Record| {
        let text = encode(record).unwrap();
        let changed = text.replace("\"door\":\"compose\"", "\"door\":\"sketch\"");
        assert_ne!(changed, text);
        decode(7, false, &changed).unwrap_err()
    };
    assert!(matches!(unknown_door(&ours), StoreError::Corrupt(_)));
    let theirs = Record { engine: "plimsoll-core 9.0.0".to_owned(), ..ours };
    let said = unknown_door(&theirs).to_string();
    assert!(said.contains("decision 7 was made by `plimsoll-core 9.0.0`"), "{said}");
}
