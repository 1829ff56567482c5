//! What was recorded comes back as it was, and goes when it is told to.

use super::Place;
use super::suite::for_each_store;
use crate::{Retention, tidy};
use plimsoll_core::notes::{Note, NoteKind, Noted, Role};
use plimsoll_core::store::{NoteSpan, Notebook, StoreError};

fn violation(file: &str) -> Note {
    let message = "it prints to the terminal".to_owned();
    Note::Violation { file: file.to_owned(), message, rule: Some("no-print".to_owned()) }
}

fn turn(text: &str) -> Note {
    Note::Turn { session: "main".to_owned(), role: Role::User, text: text.to_owned() }
}

fn files(notes: &[Noted]) -> Vec<(u32, i64, &str)> {
    fn one(noted: &Noted) -> (u32, i64, &str) {
        match &noted.note {
            Note::Violation { file, .. } => (noted.id, noted.made_at_ms, file),
            other => panic!("{other:?} is no violation"),
        }
    }
    notes.iter().map(one).collect()
}

#[test]
fn notes_come_back_by_kind_the_newest_first() {
    for_each_store(|store| {
        assert_eq!(store.notes(NoteKind::Violation, 9).unwrap(), []);
        // Dated by whoever records them, so the order of recording says nothing.
        for (at, file) in [(200, "b"), (300, "c"), (100, "a"), (300, "d")] {
            let noted = store.note(at, &violation(file)).unwrap();
            assert_eq!((noted.made_at_ms, &noted.note), (at, &violation(file)));
        }
        store.note(400, &turn("hello")).unwrap();
        let all = store.notes(NoteKind::Violation, usize::MAX).unwrap();
        assert_eq!(files(&all), [(4, 300, "d"), (2, 300, "c"), (1, 200, "b"), (3, 100, "a")]);
        let two = store.notes(NoteKind::Violation, 2).unwrap();
        assert_eq!(two, all[..2]);
        let [said] = &store.notes(NoteKind::Turn, 9).unwrap()[..] else { panic!("one turn") };
        assert_eq!(said.note, turn("hello"));
        assert_eq!(store.notes(NoteKind::Learning, 9).unwrap(), []);
    });
}

#[test]
fn notes_go_one_by_one_by_age_or_all_and_an_id_never_comes_again() {
    for_each_store(|store| {
        for at in [100, 200, 300] {
            store.note(at, &violation("a")).unwrap();
        }
        assert_eq!(store.remove_notes(NoteSpan::One(2)).unwrap(), 1);
        assert_eq!(store.remove_notes(NoteSpan::One(2)).unwrap(), 0);
        assert_eq!(store.remove_notes(NoteSpan::Before(300)).unwrap(), 1);
        assert_eq!(store.remove_notes(NoteSpan::One(3)).unwrap(), 1);
        assert_eq!(store.note(1, &violation("a")).unwrap().id, 4);
        assert_eq!(store.remove_notes(NoteSpan::All).unwrap(), 1);
        assert_eq!(store.notes(NoteKind::Violation, 9).unwrap(), []);
    });
}

#[test]
fn notes_grow_as_old_as_decisions() {
    for_each_store(|store| {
        let day = 86_400_000;
        let now = 100 * u64::try_from(day).unwrap();
        store.append(&super::record("aaaa", now), None).unwrap();
        store.note(60 * day, &violation("old")).unwrap();
        store.note(80 * day, &violation("new")).unwrap();
        let retention = |keep_days| Retention { keep_days, capsule_days: 0, keep_bytes: 0 };
        assert_eq!(tidy(store, &retention(0), now).unwrap().notes, 0);
        assert_eq!(tidy(store, &retention(30), now).unwrap().notes, 1);
        assert_eq!(files(&store.notes(NoteKind::Violation, 9).unwrap()), [(2, 80 * day, "new")]);
    });
}

#[test]
fn a_note_that_is_none_is_told() {
    let place = Place::new();
    let store = place.open();
    store.note(1, &violation("a")).unwrap();
    let file = rusqlite::Connection::open(place.file()).unwrap();
    file.execute("UPDATE notes SET note = '{}'", []).unwrap();
    let told = store.notes(NoteKind::Violation, 9);
    assert!(matches!(told, Err(StoreError::Corrupt(_))), "{told:?}");
}
