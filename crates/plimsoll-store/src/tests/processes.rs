//! Many processes, and processes that are killed: nothing that was reported as logged is lost.

use super::{Place, breaks, parcel, record};
use crate::SqliteStore;
use plimsoll_core::store::Store;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

/// The part of these tests that runs in processes of its own: appends, and says what was appended.
#[test]
#[allow(clippy::disallowed_methods, reason = "this is how the parent tells it what to do")]
fn appending_child() {
    let Some(file) = std::env::var_os("PLIMSOLL_TEST_STORE") else { return };
    let count: u64 = std::env::var("PLIMSOLL_TEST_COUNT").unwrap().parse().unwrap();
    let id = format!("process{}", std::process::id());
    let mut out = std::io::stdout();
    for n in 0..count {
        // A store that was opened again is as good as one that stayed open.
        let store = SqliteStore::open(Path::new(&file)).unwrap();
        for m in 0..5 {
            let capsule = parcel(&[b"shared by all", id.as_bytes(), &n.to_be_bytes()]);
            let sequence = store.append(&record(&id, n * 5 + m), Some(&capsule)).unwrap();
            writeln!(out, "appended {sequence} {}", n * 5 + m).unwrap();
            out.flush().unwrap();
        }
    }
}

/// This program again, running one test that finds its file in a variable.
#[allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "real processes")]
fn child(file: &Path, count: u64) -> Child {
    std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "tests::processes::appending_child", "--nocapture"])
        .env("PLIMSOLL_TEST_STORE", file)
        .env("PLIMSOLL_TEST_COUNT", count.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// What a child said that it has appended: sequence and number.
fn reported(child: &mut Child) -> Vec<(u64, u64)> {
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let appended = |line: String| -> Option<(u64, u64)> {
        let rest = line.split_once("appended ")?.1.to_owned();
        let (sequence, number) = rest.split_once(' ')?;
        Some((sequence.parse().ok()?, number.parse().ok()?))
    };
    lines.map_while(Result::ok).filter_map(appended).collect()
}

#[test]
fn processes_that_begin_and_append_at_once_leave_no_gap() {
    let place = Place::new();
    let mut children: Vec<Child> = (0..4).map(|_| child(&place.file(), 5)).collect();
    for child in &mut children {
        assert_eq!(reported(child).len(), 25);
        assert!(child.wait().unwrap().success());
    }
    let store = place.open();
    let entries = store.entries(200).unwrap();
    let sequences: Vec<u64> = entries.iter().rev().map(|entry| entry.sequence).collect();
    assert_eq!(sequences, (1..=100).collect::<Vec<u64>>());
    assert_eq!(breaks(&store, None), []);
    for child in children {
        let of_child: Vec<u64> = entries
            .iter()
            .filter(|entry| entry.record.id == format!("process{}", child.id()))
            .map(|entry| entry.record.recorded_at)
            .collect();
        assert_eq!(of_child, (0..25).rev().collect::<Vec<u64>>(), "in the order of its appends");
    }
}

/// `cargo xtask measure kills` does the same with the binary, hundreds of times.
#[test]
fn what_was_reported_before_a_kill_is_there() {
    let place = Place::new();
    let mut said: BTreeMap<u64, (String, u64)> = BTreeMap::new();
    for round in 0..12_u64 {
        let mut two = [child(&place.file(), 1000), child(&place.file(), 1000)];
        std::thread::sleep(Duration::from_millis(15 + 17 * round % 90));
        for child in &mut two {
            child.kill().unwrap();
        }
        for child in &mut two {
            let id = format!("process{}", child.id());
            let reported = reported(child);
            said.extend(reported.into_iter().map(|(sequence, n)| (sequence, (id.clone(), n))));
            child.wait().unwrap();
        }
    }
    let store = place.open();
    assert!(said.len() > 20, "only {} appends in all rounds", said.len());
    assert_eq!(breaks(&store, None), []);
    let found: BTreeMap<u64, (String, u64)> = store
        .entries(usize::MAX)
        .unwrap()
        .into_iter()
        .map(|entry| (entry.sequence, (entry.record.id, entry.record.recorded_at)))
        .collect();
    for (sequence, decision) in &said {
        assert_eq!(found.get(sequence), Some(decision));
        assert!(store.capsule(*sequence).unwrap().is_some());
    }
}
