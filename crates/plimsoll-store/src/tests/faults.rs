//! Every write and every sync fails once: each of them by itself, where system calls can be made to fail, and
//! by a bound on the size of files that is stepped through the sizes a store goes through. Whatever fails
//! says so, and what was reported before is there afterwards.

use super::{Place, breaks, parcel, record};
use crate::SqliteStore;
use plimsoll_core::store::{Cache, FactKey, Facts, Span, Store, StoreError, Upkeep};
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

/// The part that runs under the bound: opens, appends, removes, and says how each of it went.
#[test]
#[allow(clippy::disallowed_methods, reason = "this is how the parent tells it what to do")]
fn bounded_child() {
    let Some(file) = std::env::var_os("PLIMSOLL_TEST_BOUNDED") else { return };
    let mut out = std::io::stdout();
    let mut say = |line: String| writeln!(out, "{line}").and_then(|()| out.flush()).unwrap();
    let store = match SqliteStore::open(Path::new(&file)) {
        Ok(store) => store,
        Err(error) => return say(format!("refused {error:?}")),
    };
    let fact = FactKey { extractor: "words 1".to_owned(), content: [1; 32] };
    let appends = std::env::var("PLIMSOLL_TEST_APPENDS");
    let appends: u64 = appends.map_or(8, |number| number.parse().unwrap());
    for n in 0..appends {
        let noise: Vec<u8> =
            (0..3000_u32).map(|m| (m.wrapping_mul(2_654_435_761) >> 13).to_be_bytes()[3]).collect();
        match store.append(&record("aaaa", n), Some(&parcel(&[&noise, &n.to_be_bytes()]))) {
            Ok(sequence) => say(format!("appended {sequence} {n}")),
            Err(error) => say(format!("failed {error:?}")),
        }
        // What may be lost may fail without a word, and must not take anything else along.
        store.keep(&[(fact.clone(), noise)]);
        store.put("key", &n.to_be_bytes(), 1, 100);
        if n + 1 == appends.min(6) {
            match store.remove_capsules(Span::Oldest(2)) {
                Ok(_) => {}
                Err(error) => say(format!("failed {error:?}")),
            }
        }
    }
}

/// Runs the child with a bound of so many blocks of 512 bytes; the signal that the system sends is
/// ignored, so that the write fails.
#[allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "real processes")]
fn run_bounded(file: &Path, blocks: u64) -> String {
    let output = std::process::Command::new("sh")
        .arg("-c")
        .arg(format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\""))
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "tests::faults::bounded_child", "--nocapture"])
        .env("PLIMSOLL_TEST_BOUNDED", file)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{blocks}: {said} {}",
        String::from_utf8_lossy(&output.stderr)
    );
    said
}

/// What every failure has to leave behind: it was told, and nothing that was reported is lost.
#[cfg(target_os = "linux")]
fn check(place: &Place, said: &str, what: &str) -> usize {
    for line in said.lines().filter(|line| line.contains("failed ") || line.contains("refused ")) {
        assert!(line.contains("Unavailable"), "{what}: {line}");
    }
    let appended: Vec<u64> = said
        .lines()
        .filter_map(|line| line.split_once("appended ")?.1.split_once(' ')?.0.parse().ok())
        .collect();
    let Some(store) = SqliteStore::open_existing(&place.file()).unwrap() else {
        assert!(appended.is_empty(), "{what}");
        return 0;
    };
    let entries = store.entries(99).unwrap();
    for sequence in &appended {
        assert!(entries.iter().any(|entry| entry.sequence == *sequence), "{what}: {said}");
    }
    assert_eq!(breaks(&store, None), []);
    store.append(&record("after", 1), None).unwrap();
    appended.len()
}

#[cfg(target_os = "linux")]
#[test]
fn a_write_that_fails_is_said_and_loses_nothing() {
    let (mut refused, mut failed, mut whole) = (0, 0, 0);
    // Beyond this everything fits; the first steps are fine, where the file is made and migrated.
    let bounds = (0..130).step_by(3).chain((130..400).step_by(7)).chain([4000]);
    for blocks in bounds {
        let place = Place::new();
        let said = run_bounded(&place.file(), blocks);
        refused += said.matches("refused ").count();
        failed += said.matches("failed ").count();
        whole += usize::from(check(&place, &said, &format!("{blocks} blocks")) == 8);
    }
    assert!(refused > 5 && failed > 50 && whole > 0, "{refused} {failed} {whole}");
}

/// Runs the child and lets one system call fail: what it said, and whether it came to that call.
#[cfg(target_os = "linux")]
#[allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "real processes")]
fn run_with_fault(place: &Place, call: &str, error: &str, nth: usize) -> Option<(String, bool)> {
    let trace = place.file().with_extension("trace");
    let output = std::process::Command::new("strace")
        .args(["-f", "-e", &format!("trace={call}"), "-o"])
        .arg(&trace)
        .args(["-e", &format!("inject={call}:error={error}:when={nth}")])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "tests::faults::bounded_child", "--nocapture"])
        .env("PLIMSOLL_TEST_BOUNDED", place.file())
        .env("PLIMSOLL_TEST_APPENDS", "3")
        .output()
        .ok()?;
    let trace = std::fs::read_to_string(trace).ok()?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    Some((said, trace.contains("(INJECTED)")))
}

#[cfg(target_os = "linux")]
#[test]
fn every_write_and_every_sync_fails_once() {
    let calls =
        [("pwrite64", "ENOSPC"), ("fdatasync", "EIO"), ("fsync", "EIO"), ("ftruncate", "EIO")];
    let mut faults = 0;
    for (call, error) in calls {
        for nth in 1.. {
            let place = Place::new();
            let Some((said, was_hit)) = run_with_fault(&place, call, error, nth) else {
                println!("skipped: strace is not installed, or may not trace here");
                return;
            };
            let appended = check(&place, &said, &format!("{call} number {nth}"));
            if !was_hit {
                assert_eq!(appended, 3, "without a fault everything is done: {said}");
                break;
            }
            faults += 1;
        }
    }
    assert!(faults > 40, "{faults}");
}

#[test]
fn a_bound_is_told_as_a_full_disk_is() {
    // The system says EFBIG for the one and ENOSPC for the other; SQLite has its own words for both.
    for code in [rusqlite::ffi::SQLITE_FULL, rusqlite::ffi::SQLITE_IOERR_WRITE] {
        let error = rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(code), None);
        let error = crate::trouble::from_sqlite(&error);
        assert!(matches!(error, StoreError::Unavailable(_)), "{error}");
    }
}
