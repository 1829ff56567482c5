//! Kills processes that append, at random moments, and counts what was reported and what is there.
//! `cargo xtask measure kills` runs it.

#![expect(clippy::print_stdout, reason = "printing what was found is what this program is for")]
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "it starts and ends processes, and is told what to do by its arguments"
)]

use plimsoll_core::limit::{Limit, Unit};
use plimsoll_core::parcel::Parcel;
use plimsoll_core::record::Record;
use plimsoll_core::store::{FactKey, Facts, Span, Store, Upkeep};
use plimsoll_core::vocab::Door;
use plimsoll_store::{SqliteStore, Walk};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const KILLS: u64 = 500;
const WORKERS: usize = 3;
const PROCESSES: usize = 8;
const EACH: u64 = 1000;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, mode, file, count] = arguments.as_slice()
        && mode == "child"
    {
        return work(Path::new(file), count.parse().unwrap_or(u64::MAX));
    }
    kill_at_random();
    append_at_once();
}

fn record(id: &str, number: u64) -> Record {
    Record {
        id: id.to_owned(),
        door: Door::Pack,
        recorded_at: number,
        engine: "bench".to_owned(),
        fingerprint: "00ff".repeat(16),
        outcome: "loaded".to_owned(),
        limit: Limit { value: 8000, unit: Unit::Tokens, counter: "o200k_base/1".to_owned() },
        used: 7999,
        document: Some("ee".repeat(32)),
        artifacts: Vec::new(),
        cache_hit: false,
        duration_ms: None,
        imported: false,
    }
}

/// Appends, keeps facts and removes capsules, and reports each append once it has returned.
fn work(file: &Path, count: u64) {
    let id = format!("process{}", std::process::id());
    let store = SqliteStore::open(file).expect("the store opens whatever happened to others");
    let mut out = std::io::stdout();
    for number in 0..count {
        let text = format!("{id} {number} ").repeat(300);
        let parts = vec![b"shared by all of them".repeat(200), text.into_bytes()];
        let parcel = Parcel { rules: "rules".to_owned(), parts };
        let sequence = store.append(&record(&id, number), Some(&parcel)).expect("it appends");
        let _ = writeln!(out, "{sequence} {number}").and_then(|()| out.flush());
        let content = plimsoll_core::seal::sha256(&number.to_be_bytes());
        store.keep(&[(FactKey { extractor: "words 1".to_owned(), content }, vec![1; 2000])]);
        if number % 16 == 15 {
            store.remove_capsules(Span::Oldest(12)).expect("it removes");
        }
    }
}

fn child(file: &Path, count: u64) -> Child {
    Command::new(std::env::current_exe().expect("a running program has a file"))
        .arg("child")
        .arg(file)
        .arg(count.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .expect("this program runs, so it can be started")
}

type Reported = BTreeMap<u64, (String, u64)>;

/// What a child has said until it ended.
fn heard(child: &mut Child, reported: &mut Reported) {
    let id = format!("process{}", child.id());
    let lines = BufReader::new(child.stdout.take().expect("it was asked for")).lines();
    for line in lines.map_while(Result::ok) {
        // The last line may be cut.
        let numbers = line.split_once(' ').map(|(a, b)| (a.parse(), b.parse()));
        if let Some((Ok(sequence), Ok(number))) = numbers {
            reported.insert(sequence, (id.clone(), number));
        }
    }
}

fn kill_at_random() {
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("store.sqlite");
    let seed = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let mut state = seed.map_or(1, |since| u64::from(since.subsec_nanos())) | 1;
    let mut random = |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    let mut reported = Reported::new();
    let mut workers: Vec<Child> = (0..WORKERS).map(|_| child(&file, u64::MAX)).collect();
    for kill in 1..=KILLS {
        std::thread::sleep(Duration::from_micros(2000 + random(40_000)));
        let at = usize::try_from(random(WORKERS as u64)).unwrap_or(0);
        let mut victim = std::mem::replace(&mut workers[at], child(&file, u64::MAX));
        victim.kill().expect("it is ours");
        heard(&mut victim, &mut reported);
        let _ = victim.wait();
        if kill % 100 == 0 {
            println!("{kill} kills, {} decisions reported", reported.len());
        }
    }
    for mut worker in workers {
        worker.kill().expect("it is ours");
        heard(&mut worker, &mut reported);
        let _ = worker.wait();
    }
    let found = check(&file);
    let lost: Vec<&u64> = reported
        .iter()
        .filter(|(at, what)| found.get(at) != Some(what))
        .map(|(at, _)| at)
        .collect();
    println!(
        "{KILLS} kills: {} reported, {} found, {} lost; the chain holds",
        reported.len(),
        found.len(),
        lost.len()
    );
    assert!(lost.is_empty(), "lost: {lost:?}");
}

fn append_at_once() {
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("store.sqlite");
    let begun = Instant::now();
    let mut children: Vec<Child> = (0..PROCESSES).map(|_| child(&file, EACH)).collect();
    let mut reported = Reported::new();
    // All at once: a child whose reader waits for another would have to wait itself.
    std::thread::scope(|scope| {
        let readers: Vec<_> = children
            .iter_mut()
            .map(|child| {
                scope.spawn(move || {
                    let mut said = Reported::new();
                    heard(child, &mut said);
                    assert!(child.wait().is_ok_and(|status| status.success()), "it ends well");
                    said
                })
            })
            .collect();
        for reader in readers {
            reported.extend(reader.join().expect("a reader does not panic"));
        }
    });
    let took = begun.elapsed();
    let found = check(&file);
    assert_eq!(reported, found);
    assert_eq!(found.len() as u64, PROCESSES as u64 * EACH);
    println!(
        "{PROCESSES} processes with {EACH} decisions each: all {} there, the chain holds, {took:.1?}",
        found.len()
    );
}

/// Opens the store, walks along the chain, opens every capsule, and says what is there.
fn check(file: &Path) -> Reported {
    let store = SqliteStore::open(file).expect("it opens again");
    let head = store.head().expect("it can be read");
    let mut walk = Walk::new(&store.start().expect("it can be read").head(), Some(&head));
    for line in store.lines(0, usize::MAX).expect("it can be read") {
        walk.step(&line);
    }
    let (_, breaks) = walk.end();
    assert!(breaks.is_empty(), "{breaks:?}");
    let entries = store.entries(usize::MAX).expect("it can be read");
    for entry in &entries {
        store.capsule(entry.sequence).expect("it is whole, or not there");
    }
    entries.into_iter().map(|e| (e.sequence, (e.record.id, e.record.recorded_at))).collect()
}
