//! Retention and purging: what has to go goes, what is kept stays, and the chain holds all the time.

use super::suite::{for_each_store, key};
use super::{Place, breaks, parcel, record};
use crate::{Retention, Tidied, tidy};
use plimsoll_core::store::{FactSpan, Facts, Span, Store, StoreError, Upkeep, Which};
use proptest::prelude::*;

const DAY: u64 = 86_400_000;

fn sequences(store: &dyn Store) -> Vec<u64> {
    store.entries_after(0, usize::MAX).unwrap().iter().map(|entry| entry.sequence).collect()
}

#[test]
fn removed_entries_leave_a_log_that_verifies_from_where_it_begins() {
    for_each_store(|store| {
        for n in 1..=6 {
            let capsule = parcel(&[b"shared", &[n]]);
            store.append(&record(&format!("id{n:04}"), u64::from(n)), Some(&capsule)).unwrap();
        }
        let head = store.head().unwrap();
        assert_eq!(store.remove_entries(Span::Before(4)).unwrap(), 3);
        assert_eq!(sequences(store.log()), [4, 5, 6]);
        assert_eq!(store.start().unwrap().count, 3);
        assert_eq!(store.lines(0, 99).unwrap().len(), 3, "nothing is left of the first three");
        assert_eq!(breaks(store.log(), Some(&head)), []);
        assert_eq!(store.capsule(3).unwrap(), None);
        assert_eq!(store.capsule(4).unwrap(), Some(parcel(&[b"shared", &[4]])));
        assert_eq!(store.entry(&Which::Id("id0002".to_owned())).unwrap(), None);

        assert_eq!(store.remove_entries(Span::All).unwrap(), 3);
        assert_eq!(store.start().unwrap().head(), head);
        assert_eq!(store.append(&record("next", 9), None).unwrap(), 7, "numbers go on");
        assert_eq!(breaks(store.log(), Some(&head)), []);
    });
}

#[test]
fn what_is_kept_stays_with_its_capsule_and_is_still_proven() {
    for_each_store(|store| {
        for n in 1..=6 {
            store.append(&record("aaaa", n), Some(&parcel(&[&n.to_be_bytes()]))).unwrap();
        }
        let head = store.head().unwrap();
        store.mark_kept(2, true).unwrap();
        assert!(store.entries_after(1, 1).unwrap()[0].kept);
        assert_eq!(store.remove_capsules(Span::All).unwrap(), 5);
        assert_eq!(store.remove_entries(Span::All).unwrap(), 5);
        assert_eq!(sequences(store.log()), [2]);
        assert_eq!(store.start().unwrap().count, 1);
        assert_eq!(store.lines(0, 99).unwrap().len(), 5, "the chain from there to the head");
        assert_eq!(breaks(store.log(), Some(&head)), []);
        assert_eq!(store.capsule(2).unwrap(), Some(parcel(&[&2_u64.to_be_bytes()])));
        assert_eq!(store.remove_entries(Span::One(2)).unwrap(), 0);
        store.mark_kept(2, false).unwrap();
        assert_eq!(store.remove_entries(Span::One(2)).unwrap(), 1);
        assert_eq!(store.start().unwrap().head(), head);
        assert!(store.lines(0, 99).unwrap().is_empty());
        for nobody in [0, 2, 7] {
            assert!(matches!(store.mark_kept(nobody, true), Err(StoreError::NoEntry(_))));
        }
    });
}

#[test]
fn a_signature_of_the_beginning_is_kept_until_it_moves() {
    for_each_store(|store| {
        for n in 1..=3 {
            store.append(&record("aaaa", n), None).unwrap();
        }
        store.remove_entries(Span::Oldest(1)).unwrap();
        let mut start = store.start().unwrap();
        assert_eq!((start.count, &start.signature), (1, &None));
        let (key, value) = ("k".to_owned(), "v".to_owned());
        start.signature = Some(plimsoll_core::store::HeadSignature { key, value });
        store.sign_start(&start).unwrap();
        assert_eq!(store.start().unwrap(), start);
        store.remove_entries(Span::Oldest(1)).unwrap();
        assert_eq!(store.start().unwrap().signature, None);
        store.sign_start(&start).unwrap();
        assert_eq!(store.start().unwrap().signature, None, "it is of another beginning");
    });
}

#[test]
fn stale_facts_go_when_their_extractor_was_replaced_twice() {
    for_each_store(|store| {
        for name in ["words 1 r1", "outline 1 r1", "words 1 r2", "words 2 r2"] {
            store.keep(&[(key(name, 1), vec![1]), (key(name, 2), vec![2])]);
        }
        assert_eq!(store.remove_facts(FactSpan::Stale).unwrap(), 2);
        assert_eq!(store.remove_facts(FactSpan::Stale).unwrap(), 0);
        let known = |name| store.known(&[key(name, 1)])[0];
        assert!(!known("words 1 r1"));
        assert!(known("words 1 r2") && known("words 2 r2") && known("outline 1 r1"));
        assert_eq!(store.remove_facts(FactSpan::Oldest(3)).unwrap(), 3);
        assert!(!known("outline 1 r1") && known("words 2 r2"));
        assert_eq!(store.remove_facts(FactSpan::All).unwrap(), 3);
    });
}

#[test]
fn retention_goes_by_days_and_a_clock_that_jumps_removes_nothing() {
    let kept = Retention { keep_days: 10, capsule_days: 3, keep_bytes: 0 };
    for_each_store(|store| {
        for day in 1..=30 {
            store.append(&record("aaaa", day * DAY), Some(&parcel(&[b"x"]))).unwrap();
        }
        // Ahead, and back: the newest entries know better, and an earlier clock removes less.
        assert_eq!(tidy_any(store, &kept, 1), Tidied::default());
        let tidied = tidy_any(store, &kept, 4000 * DAY);
        assert_eq!(tidied.entries, 15, "counted from the median of the newest nine: day 26");
        assert_eq!(sequences(store.log()).first(), Some(&16));
        assert_eq!(tidied.capsules, 7);
        assert_eq!(tidy_any(store, &kept, 4000 * DAY), Tidied::default());
        assert_eq!(breaks(store.log(), None), []);
    });
    for_each_store(|store| {
        store.append(&record("aaaa", 5), None).unwrap();
        let forever = Retention { keep_days: 0, capsule_days: 0, keep_bytes: 0 };
        assert_eq!(tidy_any(store, &forever, u64::MAX), Tidied::default());
    });
}

/// `tidy` takes any implementation; a `dyn` one has to be handed over as one.
fn tidy_any(store: &dyn super::suite::AnyStore, retention: &Retention, now: u64) -> Tidied {
    tidy(store, retention, now).unwrap()
}

#[test]
fn too_much_goes_in_the_order_of_what_costs_least_to_lose() {
    let place = Place::new();
    let store = place.open();
    let noise = |seed: u64| -> Vec<u8> {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let next = |_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state.to_be_bytes()[0]
        };
        (0..20_000).map(next).collect()
    };
    for n in 1..=60 {
        store.append(&record("aaaa", n), Some(&parcel(&[&noise(n)]))).unwrap();
    }
    store.keep(&[(key("words 1", 1), noise(99))]);
    let retention = Retention { keep_days: 0, capsule_days: 0, keep_bytes: 800_000 };
    let tidied = tidy(&store, &retention, 0).unwrap();
    assert!(store.size().unwrap() <= 720_000, "{}", store.size().unwrap());
    assert!(tidied.capsules >= 16 && tidied.capsules < 60, "{tidied:?}");
    assert_eq!((tidied.entries, tidied.facts), (0, 0));
    assert_eq!(store.capsule(1).unwrap(), None);
    assert_eq!(store.capsule(60).unwrap(), Some(parcel(&[&noise(60)])), "the newest are there");

    let retention = Retention { keep_bytes: 1, ..retention };
    store.mark_kept(7, true).unwrap();
    let tidied = tidy(&store, &retention, 0).unwrap();
    assert_eq!((tidied.entries, tidied.facts), (59, 1), "{tidied:?}");
    assert_eq!(sequences(&store), [7]);
    let before = std::fs::metadata(place.file()).unwrap().len();
    store.compact().unwrap();
    assert!(std::fs::metadata(place.file()).unwrap().len() < before / 2);
    assert_eq!(breaks(&store, None), []);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// Whatever is appended, kept and removed in whatever order: the file and the memory agree, the chain
    /// holds, and every capsule that is there is whole.
    #[test]
    fn both_stores_remove_the_same(steps in prop::collection::vec((0_u8..7, 0_u64..12), 1..30)) {
        let place = Place::new();
        let (file, memory) = (place.open(), crate::MemoryStore::new());
        let stores: [&dyn super::suite::AnyStore; 2] = [&file, &memory];
        for (step, number) in steps {
            let outcomes = stores.map(|store| {
                let outcome = match step {
                    0 | 1 => store.append(
                        &record(&format!("id{number}"), number),
                        Some(&parcel(&[b"shared", &number.to_be_bytes()])),
                    ),
                    2 => store.append(&record("none", number), None),
                    3 => store.mark_kept(number, number % 2 == 0).map(|()| 0),
                    4 => store.remove_entries(Span::Before(number)),
                    5 => store.remove_entries(Span::One(number)),
                    _ => store.remove_capsules(Span::Oldest(2)),
                };
                outcome.map_err(|error| error.to_string())
            });
            prop_assert_eq!(&outcomes[0], &outcomes[1]);
        }
        prop_assert_eq!(file.entries(99).unwrap(), memory.entries(99).unwrap());
        prop_assert_eq!(file.start().unwrap().count, memory.start().unwrap().count);
        prop_assert_eq!(file.lines(0, 99).unwrap().len(), memory.lines(0, 99).unwrap().len());
        for sequence in 0..32 {
            prop_assert_eq!(file.capsule(sequence).unwrap(), memory.capsule(sequence).unwrap());
        }
        prop_assert_eq!(breaks(&file, None), []);
        prop_assert_eq!(breaks(&memory, None), []);
    }
}
