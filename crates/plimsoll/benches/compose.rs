//! What a composition of a project costs in one process that has done it before: `compose TREE`, where TREE has a change
//! that is not committed. Prints a line for each stage: its 95th percentile in microseconds.

use plimsoll::{
    Clock, ComposeRequest, DecisionEvent, Logging, Options, Outcome, Timings, UserKey, Workspace,
};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const ROUNDS: i64 = 40;
/// Later than every file, so that no age reaches another bucket in between.
const NOW_MS: i64 = 4_000_000_000_000;
/// The cache forgets after five minutes.
const TEN_MINUTES_MS: i64 = 600_000;

#[expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a benchmark measures and prints"
)]
fn main() {
    let Some(tree) = std::env::args().nth(1).filter(|tree| tree != "--bench") else { return };
    let state = std::env::temp_dir().join(format!("plimsoll-compose-{}", std::process::id()));
    let heard: Arc<Mutex<Vec<(bool, Timings)>>> = Arc::default();
    let ears = Arc::clone(&heard);
    let on_decision = move |event: &DecisionEvent| {
        if let Some(timings) = event.timings {
            ears.lock().expect("nobody panics").push((event.record.cache_hit, timings));
        }
    };
    let started = Instant::now();
    let clock: Clock = Arc::new(move || started.elapsed());
    let options = Options {
        state: Some(state.clone()),
        key: Some(UserKey::from_bytes([7; 32])),
        logging: Logging::Required,
        on_decision: Some(Arc::new(on_decision)),
        clock: Some(clock),
        ..Options::default()
    };
    let workspace = Workspace::open_with(Path::new(&tree), options).expect("it is a project");
    let compose = |now_ms: i64| {
        let request = ComposeRequest::new("file_saved", now_ms);
        match workspace.compose(&request).expect("it can be composed") {
            Outcome::Loaded(composition) => composition.explanation().performance.candidate_count,
            Outcome::Refused(refused) => panic!("{}", refused.message()),
        }
    };
    let candidates = compose(NOW_MS);
    heard.lock().expect("nobody panics").clear();
    for round in 1..=ROUNDS {
        // Once after the cache has forgotten, and once more at the same time.
        compose(NOW_MS + round * TEN_MINUTES_MS);
        compose(NOW_MS + round * TEN_MINUTES_MS);
    }
    let heard = heard.lock().expect("nobody panics");
    let of = |hit: bool, stage: fn(&Timings) -> Duration| {
        let those = heard.iter().filter(|(is_hit, _)| *is_hit == hit);
        percentile(those.map(|(_, timings)| stage(timings)).collect())
    };
    println!("candidates {candidates}");
    println!("select {}", of(false, |timings| timings.select).as_micros());
    println!("render {}", of(false, |timings| timings.render).as_micros());
    println!("hit {}", of(true, |timings| timings.recall).as_micros());
    println!("gather {}", of(true, |timings| timings.gather).as_micros());
    println!("record {}", of(true, |timings| timings.record).as_micros());
    let _ = std::fs::remove_dir_all(state);
}

fn percentile(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() * 95 / 100).copied().unwrap_or_default()
}
