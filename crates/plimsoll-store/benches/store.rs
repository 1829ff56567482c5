//! What the store costs: appending, reading, facts, size. `cargo xtask measure store` runs it.
//!
//! The cost of a sync depends on the disk, so it is measured beside what depends on it.

#![expect(clippy::print_stdout, reason = "printing a table is what this program is for")]
#![expect(clippy::disallowed_methods, reason = "it measures time")]

use plimsoll_core::limit::{Limit, Unit};
use plimsoll_core::parcel::Parcel;
use plimsoll_core::record::{Record, RecordedArtifact};
use plimsoll_core::seal::{sha256, sha256_hex};
use plimsoll_core::store::{FactKey, Facts, Span, Store, Upkeep, Which};
use plimsoll_core::vocab::Door;
use plimsoll_store::{Retention, SqliteStore, tidy};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

fn main() {
    let folder = tempfile::tempdir().expect("there is room");
    let place = |name: &str| folder.path().join(name);
    syncs(&place("synced"));
    appends(&place("appends.sqlite"));
    grows(&place("grows.sqlite"));
    facts(&place("facts.sqlite"));
}

/// A record with so many artifacts: about 110 bytes each.
fn record(number: u64, artifacts: u64) -> Record {
    let artifact = |n: u64| RecordedArtifact {
        id: sha256_hex(&n.to_be_bytes())[..24].to_owned(),
        kind: "file".to_owned(),
        group: "low".to_owned(),
        score: 1000,
        count: Some(700),
        reason: None,
        name: None,
    };
    Record {
        id: sha256_hex(&number.to_be_bytes())[..36].to_owned(),
        door: Door::Pack,
        recorded_at: number,
        engine: "bench".to_owned(),
        fingerprint: sha256_hex(&number.to_le_bytes()),
        outcome: "loaded".to_owned(),
        limit: Limit { value: 8000, unit: Unit::Tokens, counter: "o200k_base/1".to_owned() },
        used: 7999,
        document: Some("ee".repeat(32)),
        artifacts: (0..artifacts).map(artifact).collect(),
        cache_hit: false,
        duration_ms: None,
        imported: false,
    }
}

/// Text that compresses about as well as source does.
fn text(seed: u64, bytes: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let words =
        ["fn ", "let ", "store", "(self)", " = ", ";\n    ", "match ", "entry", "Ok(", ")?"];
    let mut out = Vec::with_capacity(bytes + 16);
    while out.len() < bytes {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        out.extend_from_slice(words[usize::try_from(state % 10).unwrap_or(0)].as_bytes());
        out.extend_from_slice(format!("{:x}", state >> 58).as_bytes());
    }
    out
}

fn timed<T>(times: usize, mut work: impl FnMut(usize) -> T) -> Vec<Duration> {
    let mut took: Vec<Duration> = (0..times)
        .map(|n| {
            let begun = Instant::now();
            work(n);
            begun.elapsed()
        })
        .collect();
    took.sort();
    took
}

fn say(what: &str, took: &[Duration]) {
    let at = |percent: usize| took[(took.len() * percent / 100).min(took.len() - 1)];
    println!("{what:<58} p50 {:>9.2?}  p95 {:>9.2?}", at(50), at(95));
}

fn syncs(file: &Path) {
    let mut file = OpenOptions::new().create(true).append(true).open(file).expect("it is ours");
    let took = timed(300, |_| {
        file.write_all(&[7; 12_000]).and_then(|()| file.sync_data()).expect("there is room");
    });
    say("this disk: write 12 kB and sync", &took);
}

fn appends(file: &Path) {
    let store = SqliteStore::open(file).expect("it opens");
    say(
        "append, 20 artifacts, no capsule",
        &timed(500, |n| store.append(&record(n as u64, 20), None).expect("it appends")),
    );
    let mut parts: Vec<Vec<u8>> = (0..300).map(|n| text(n, 15_000)).collect();
    let first = Parcel { rules: "r".to_owned(), parts: parts.clone() };
    say(
        "append, 300 artifacts, a capsule of 4.5 MB, all new",
        &timed(1, |_| store.append(&record(1, 300), Some(&first)).expect("it appends")),
    );
    let one = store.size().expect("it can be read");
    say(
        "append, 300 artifacts, a capsule of 4.5 MB, 2 texts new",
        &timed(100, |n| {
            parts[0] = text(n as u64 + 1000, 15_000);
            parts[1] = text(n as u64 + 5000, 15_000);
            let parcel = Parcel { rules: "r".to_owned(), parts: parts.clone() };
            store.append(&record(n as u64, 300), Some(&parcel)).expect("it appends")
        }),
    );
    let all = store.size().expect("it can be read");
    println!("    size after the first capsule {one}, after 100 more {all} bytes");
    say("read a capsule of 4.5 MB", &timed(20, |n| store.capsule(502 + n as u64)));
    let none = Retention { keep_days: 400, capsule_days: 400, keep_bytes: 1 << 40 };
    say("tidy, nothing due", &timed(100, |_| tidy(&store, &none, u64::MAX).expect("it tidies")));
    let begun = Instant::now();
    let removed = store.remove_capsules(Span::Oldest(50)).expect("it removes");
    println!("    remove {removed} capsules: {:.2?}", begun.elapsed());
    let begun = Instant::now();
    store.compact().expect("it compacts");
    let took = begun.elapsed();
    println!("    vacuum: {took:.2?}, {} bytes are left", store.size().expect("it can be read"));
}

fn grows(file: &Path) {
    let store = SqliteStore::open(file).expect("it opens");
    let mut count = 0;
    for (target, name) in [(100, "100"), (100_000, "100,000")] {
        while count < target {
            store.append(&record(count, 8), None).expect("it appends");
            count += 1;
        }
        let of = |what: &str| format!("{what} with {name} decisions");
        say(&of("log -n 20"), &timed(200, |_| store.entries(20).expect("it can be read")));
        say(
            &of("show"),
            &timed(200, |n| {
                let id = record((n as u64 * 37) % count, 0).id;
                store.entry(&Which::Id(id)).expect("it can be read").expect("it is there")
            }),
        );
        say(
            &of("append"),
            &timed(300, |_| {
                count += 1;
                store.append(&record(count, 8), None).expect("it appends")
            }),
        );
    }
    println!(
        "    size with {count} decisions of 8 artifacts: {} bytes",
        store.size().expect("it can be read")
    );
}

fn facts(file: &Path) {
    let facts: Vec<(FactKey, Vec<u8>)> = (0..20_000_u64)
        .map(|n| {
            let content = sha256(&n.to_be_bytes());
            (FactKey { extractor: "words 1 rules".to_owned(), content }, text(n, 2500))
        })
        .collect();
    let keys: Vec<FactKey> = facts.iter().map(|(key, _)| key.clone()).collect();
    let store = SqliteStore::open(file).expect("it opens");
    say("keep 20,000 facts of 2.5 kB", &timed(1, |_| store.keep(&facts)));
    drop(store);
    say(
        "open, and tell which of 20,000 facts are known",
        &timed(10, |_| {
            let store = SqliteStore::open(file).expect("it opens");
            assert!(store.known(&keys).iter().all(|known| *known));
        }),
    );
    say(
        "open, tell which are known, and read 200 of them",
        &timed(10, |_| {
            let store = SqliteStore::open(file).expect("it opens");
            assert!(store.known(&keys).iter().all(|known| *known));
            assert!(store.lookup(&keys[5000..5200]).iter().all(Option::is_some));
        }),
    );
    let store = SqliteStore::open(file).expect("it opens");
    say("read all 20,000 facts", &timed(3, |_| store.lookup(&keys)));
}
