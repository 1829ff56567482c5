//! What every store has to do. Each case runs against every implementation.

use super::{breaks, parcel, record};
use crate::{MemoryStore, SqliteStore};
use plimsoll_core::parcel::Parcel;
use plimsoll_core::store::{
    Cache, Entry, FactKey, Facts, LineContent, Notebook, Store, StoreError, Upkeep, Which,
};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

pub(super) trait AnyStore: Store + Facts + Notebook + Cache + Upkeep + Sync {
    fn log(&self) -> &dyn Store;
}
impl<T: Store + Facts + Notebook + Cache + Upkeep + Sync> AnyStore for T {
    fn log(&self) -> &dyn Store {
        self
    }
}

/// Runs a case on a fresh store of each kind.
pub(super) fn for_each_store(case: impl Fn(&dyn AnyStore)) {
    case(&MemoryStore::new());
    let folder = tempfile::tempdir().unwrap();
    case(&SqliteStore::open(&folder.path().join("store.sqlite")).unwrap());
}

fn by_id(store: &dyn AnyStore, id: &str) -> Result<Option<Entry>, StoreError> {
    store.entry(&Which::Id(id.to_owned()))
}

pub(super) fn key(extractor: &str, content: u8) -> FactKey {
    FactKey { extractor: extractor.to_owned(), content: [content; 32] }
}

#[test]
fn an_empty_store_holds_nothing() {
    for_each_store(|store| {
        assert_eq!(store.entry(&Which::Newest).unwrap(), None);
        assert_eq!(by_id(store, "abcdef").unwrap(), None);
        assert!(store.entries(10).unwrap().is_empty());
        for sequence in [0, 1, u64::MAX] {
            assert_eq!(store.capsule(sequence).unwrap(), None);
        }
        assert_eq!(store.lookup(&[key("x", 1)]), [None]);
    });
}

#[test]
fn what_was_appended_comes_back_newest_first() {
    for_each_store(|store| {
        // The clock may jump back; the order is that of appending.
        let records = [record("aaaa", 300), record("bbbb", 100), record("cccc", 200)];
        for (expected, record) in (1_u64..).zip(&records) {
            assert_eq!(store.append(record, None).unwrap(), expected);
        }
        let entries = store.entries(usize::MAX).unwrap();
        let expected: Vec<Entry> = (1..=3)
            .zip(records.clone())
            .map(|(sequence, record)| Entry { sequence, kept: false, record })
            .collect();
        let expected: Vec<Entry> = expected.into_iter().rev().collect();
        assert_eq!(entries, expected);
        assert_eq!(store.entries(2).unwrap(), expected[..2]);
        assert!(store.entries(0).unwrap().is_empty());
        assert_eq!(store.entry(&Which::Newest).unwrap().as_ref(), Some(&expected[0]));
        let after = |sequence, most| -> Vec<u64> {
            let entries = store.entries_after(sequence, most).unwrap();
            entries.iter().map(|entry| entry.sequence).collect()
        };
        assert_eq!(after(0, 9), [1, 2, 3]);
        assert_eq!(after(1, 1), [2]);
        assert_eq!(after(3, 9), [0; 0]);
        assert_eq!(after(u64::MAX, 9), [0; 0]);
    });
}

#[test]
fn ids_are_found_whole_or_by_an_unmistakable_beginning() {
    for_each_store(|store| {
        for id in ["abcd1", "abcd12", "abce0", "abcd1", "zzzz\u{10FFFF}", "short", "sho"] {
            store.append(&record(id, 1), None).unwrap();
        }
        let found = |id: &str| by_id(store, id).unwrap().map(|entry| entry.sequence);
        assert_eq!(found("abcd1"), Some(4), "a whole id wins over a longer one, the newest counts");
        assert_eq!(found("abcd12"), Some(2));
        assert_eq!(found("abce"), Some(3));
        assert_eq!(found("zzzz"), Some(5));
        assert_eq!(found("abc"), None, "three characters are too few");
        assert_eq!(found("sho"), Some(7), "unless they are the whole id");
        assert_eq!(found("shor"), Some(6));
        for stranger in ["", "abcd2", "abce00", "ABCE", "ab%d", "a___", "zzzzz", "'; --"] {
            assert_eq!(found(stranger), None, "{stranger}");
        }
        assert!(matches!(
            by_id(store, "abcd"),
            Err(StoreError::Ambiguous { prefix }) if prefix == "abcd"
        ));
    });
}

#[test]
fn capsules_belong_to_their_entry() {
    for_each_store(|store| {
        let (one, empty) = (parcel(&[b"one", b"two", b"one"]), parcel(&[]));
        store.append(&record("aaaa", 1), Some(&one)).unwrap();
        store.append(&record("aaaa", 1), None).unwrap();
        store.append(&record("aaaa", 1), Some(&empty)).unwrap();
        assert_eq!(store.capsule(1).unwrap().as_ref(), Some(&one));
        assert_eq!(store.capsule(2).unwrap(), None);
        assert_eq!(store.capsule(3).unwrap().as_ref(), Some(&empty));
        let other = Parcel { rules: "rules 2".to_owned(), ..parcel(&[b"other"]) };
        for sequence in [2, 3] {
            store.put_capsule(sequence, &other).unwrap();
            assert_eq!(store.capsule(sequence).unwrap().as_ref(), Some(&other));
        }
        for sequence in [0, 4, u64::MAX] {
            assert!(matches!(store.put_capsule(sequence, &one), Err(StoreError::NoEntry(_))));
        }
    });
}

#[test]
fn facts_come_in_the_order_of_the_keys_and_the_last_one_counts() {
    for_each_store(|store| {
        store.keep(&[(key("x", 1), b"one".to_vec()), (key("x", 2), b"two".to_vec())]);
        store.keep(&[(key("y", 1), b"other".to_vec()), (key("x", 2), b"new".to_vec())]);
        store.keep(&[]);
        let keys = [key("x", 2), key("z", 1), key("y", 1), key("x", 1), key("x", 2)];
        let found: Vec<Option<String>> = store
            .lookup(&keys)
            .into_iter()
            .map(|fact| fact.map(|bytes| String::from_utf8(bytes).unwrap()))
            .collect();
        let found: Vec<Option<&str>> = found.iter().map(Option::as_deref).collect();
        assert_eq!(found, [Some("new"), None, Some("other"), Some("one"), Some("new")]);
        assert_eq!(store.known(&keys), [true, false, true, true, true]);
    });
}

#[test]
fn a_number_that_json_would_change_is_refused_and_not_rounded() {
    for_each_store(|store| {
        let exact = 9_007_199_254_740_991;
        store.append(&record("aaaa", exact), None).unwrap();
        assert_eq!(store.entry(&Which::Newest).unwrap().unwrap().record.recorded_at, exact);
        for inexact in [exact + 1, u64::MAX] {
            let error = store.append(&record("bbbb", inexact), Some(&parcel(&[b"x"]))).unwrap_err();
            assert!(error.to_string().contains(&inexact.to_string()), "{error}");
        }
        assert_eq!(store.entries(9).unwrap().len(), 1);
    });
}

#[test]
fn threads_that_append_at_once_leave_no_gap() {
    for_each_store(|store| {
        let sequences: Vec<u64> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4)
                .map(|thread| {
                    scope.spawn(move || -> Vec<u64> {
                        let id = format!("thread{thread}");
                        (0..25).map(|n| store.append(&record(&id, n), None).unwrap()).collect()
                    })
                })
                .collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
        });
        let distinct: BTreeSet<u64> = sequences.iter().copied().collect();
        assert_eq!(distinct, (1..=100).collect());
        assert_eq!(store.entries(200).unwrap().len(), 100);
        assert_eq!(breaks(store.log(), None), []);
    });
}

#[test]
fn every_append_moves_the_head_and_the_chain_covers_the_records_to_the_letter() {
    for_each_store(|store| {
        let mut heads = vec![store.head().unwrap()];
        assert_eq!(heads[0], store.start().unwrap().head());
        for n in 1..=5 {
            store.append(&record("same", 7), None).unwrap();
            heads.push(store.head().unwrap());
            assert_eq!(heads.last().unwrap().count, n);
        }
        let distinct: BTreeSet<&str> = heads.iter().map(|head| head.hash.as_str()).collect();
        assert_eq!(distinct.len(), 6, "the same record has another hash at another place");
        for head in &heads {
            assert_eq!(breaks(store.log(), Some(head)), [], "an earlier head stays good");
        }
        let lines = store.lines(0, 9).unwrap();
        let LineContent::Record(text) = &lines[0].content else { panic!("nothing was removed") };
        assert_eq!(*text, plimsoll_core::seal::canonical_json(&record("same", 7)));
        assert_eq!(store.lines(3, 1).unwrap(), lines[3..4]);
    });
}

#[test]
fn what_is_cached_holds_for_its_time_and_not_before() {
    for_each_store(|store| {
        store.put("k", b"value", 1000, 300);
        assert_eq!(store.get("k", 1000).as_deref(), Some(&b"value"[..]));
        assert_eq!(store.get("k", 1299).as_deref(), Some(&b"value"[..]));
        assert_eq!(store.get("k", 1300), None, "its time is over");
        assert_eq!(store.get("k", 999), None, "the clock has jumped back");
        assert_eq!(store.get("K", 1000), None);
        store.put("k", b"newer", 1100, 300);
        assert_eq!(store.get("k", 1399).as_deref(), Some(&b"newer"[..]));
        // A clock that was set back does not leave entries that nothing ever removes.
        store.put("other", b"", 50, 10);
        assert_eq!(store.get("other", 50).as_deref(), Some(&b""[..]));
        assert_eq!(store.get("k", 1200), None);
        store.put("k", b"x", u64::MAX, u64::MAX);
        store.clear_cache().unwrap();
        assert_eq!(store.get("other", 50), None);
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A store is a list: whatever is appended, every kind of store answers like one.
    #[test]
    fn every_store_answers_like_a_list(
        appended in prop::collection::vec(("[ab]{3,6}|\\PC{1,5}", prop::option::of(prop::collection::vec(any::<Vec<u8>>(), 0..4))), 0..12),
        asked in prop::collection::vec("[ab]{3,6}|\\PC{1,5}", 6),
    ) {
        for_each_store(|store| {
            let of = |parts: &Vec<Vec<u8>>| Parcel { rules: String::new(), parts: parts.clone() };
            for (id, capsule) in &appended {
                store.append(&record(id, 5), capsule.as_ref().map(of).as_ref()).unwrap();
            }
            for (sequence, (_, capsule)) in (1..).zip(&appended) {
                assert_eq!(store.capsule(sequence).unwrap(), capsule.as_ref().map(of));
            }
            assert_eq!(breaks(store.log(), Some(&store.head().unwrap())), []);
            let newest: BTreeMap<&str, u64> =
                (1..).zip(&appended).map(|(sequence, (id, _))| (id.as_str(), sequence)).collect();
            for id in &asked {
                let beginning: Vec<u64> = newest
                    .iter()
                    .filter(|(known, _)| known.starts_with(id.as_str()) && id.chars().count() >= 4)
                    .map(|(_, sequence)| *sequence)
                    .collect();
                let answer = by_id(store, id).map(|entry| entry.map(|entry| entry.sequence));
                match (newest.get(id.as_str()), beginning.as_slice()) {
                    (Some(whole), _) => assert_eq!(answer.unwrap(), Some(*whole)),
                    (None, []) => assert_eq!(answer.unwrap(), None),
                    (None, [only]) => assert_eq!(answer.unwrap(), Some(*only)),
                    (None, _) => {
                        let ambiguous = matches!(answer, Err(StoreError::Ambiguous { .. }));
                        assert!(ambiguous);
                    }
                }
            }
        });
    }
}
