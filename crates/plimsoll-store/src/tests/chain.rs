//! Whatever is done to a log behind its back is found.

use super::{Place, breaks, record};
use crate::{Break, Walk};
use plimsoll_core::store::{Head, LineContent, LogLine, Store};
use proptest::prelude::*;

/// A log of so many decisions, as lines, with its start and head.
fn log(count: u64) -> (Head, Vec<LogLine>, Head) {
    let store = crate::MemoryStore::new();
    for n in 0..count {
        store.append(&record(&format!("id{n:04}"), n), None).unwrap();
    }
    let start = store.start().unwrap().head();
    (start, store.lines(0, usize::MAX).unwrap(), store.head().unwrap())
}

fn walked(start: &Head, lines: &[LogLine], head: Option<&Head>) -> Vec<Break> {
    let mut walk = Walk::new(start, head);
    lines.iter().for_each(|line| walk.step(line));
    walk.end().1
}

#[test]
fn an_untouched_log_holds() {
    for count in [0, 1, 7] {
        let (start, lines, head) = log(count);
        assert_eq!(walked(&start, &lines, None), []);
        assert_eq!(walked(&start, &lines, Some(&head)), []);
    }
}

/// The form is written down, so that others can verify a log without this program.
#[test]
fn the_hash_of_a_place_is_that_of_four_lines() {
    let (start, lines, _) = log(1);
    let LineContent::Record(text) = &lines[0].content else { panic!("nothing was removed") };
    let digest = plimsoll_core::seal::sha256_hex(text.as_bytes());
    let four = format!("plimsoll.log.1\n{}\n1\n{digest}\n", start.hash);
    assert_eq!(lines[0].hash, plimsoll_core::seal::sha256_hex(four.as_bytes()));
}

#[test]
fn a_cut_tail_is_found_when_the_head_is_known() {
    let (start, lines, head) = log(5);
    assert_eq!(walked(&start, &lines[..3], None), [], "nothing else can tell");
    assert_eq!(walked(&start, &lines[..3], Some(&head)), [Break::Cut { expected: 5, found: 3 }]);
}

#[test]
fn a_head_of_another_log_or_of_a_removed_part_is_told_apart() {
    let (start, lines, head) = log(5);
    let other = Head { hash: "0".repeat(64), ..head.clone() };
    assert_eq!(walked(&start, &lines, Some(&other)), [Break::OtherHead { sequence: 5 }]);
    let later = Head { count: 2, hash: lines[1].hash.clone() };
    let early = Head { count: 1, hash: lines[0].hash.clone() };
    assert_eq!(walked(&later, &lines[2..], Some(&head)), []);
    assert_eq!(
        walked(&later, &lines[2..], Some(&early)),
        [Break::BeforeStart { start: 2, head: 1 }]
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A line that is altered, removed, doubled or put elsewhere breaks the chain; so does a record that is
    /// passed off as removed with another digest.
    #[test]
    fn every_tampering_is_found(count in 2_u64..9, at in any::<prop::sample::Index>(), how in 0..6, to in any::<prop::sample::Index>()) {
        let (start, mut lines, head) = log(count);
        let (at, to) = (at.index(lines.len()), to.index(lines.len()));
        match how {
            0 => {
                let LineContent::Record(text) = &mut lines[at].content else { unreachable!() };
                *text = text.replace("7999", "7998");
            }
            1 => drop(lines.remove(at)),
            2 => { let line = lines[at].clone(); lines.insert(at, line); }
            3 => { prop_assume!(at != to); lines.swap(at, to); }
            4 => lines[at].content = LineContent::Removed { digest: "0".repeat(64) },
            _ => lines[at].hash = "0".repeat(64),
        }
        prop_assert!(!walked(&start, &lines, Some(&head)).is_empty());
    }
}

#[test]
fn a_change_in_the_file_is_found() {
    for (sql, found) in [
        (
            "UPDATE decisions SET record = replace(record, '7999', '7998') WHERE sequence = 2",
            Break::Altered { sequence: 2 },
        ),
        ("DELETE FROM decisions WHERE sequence = 2", Break::OutOfPlace { expected: 2, found: 3 }),
        ("UPDATE log_start SET hash = 'x'", Break::Altered { sequence: 1 }),
    ] {
        let place = Place::new();
        let store = place.open();
        for n in 0..4 {
            store.append(&record("aaaa", n), None).unwrap();
        }
        assert_eq!(breaks(&store, None), []);
        rusqlite::Connection::open(place.file()).unwrap().execute(sql, []).unwrap();
        assert_eq!(breaks(&store, None), [found]);
    }
}
