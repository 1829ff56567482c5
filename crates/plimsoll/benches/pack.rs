//! What a warm call of `pack` costs in one process: `pack TREE SENTENCE`. Prints the number of files and the medians of the stages
//! in microseconds.

use plimsoll::{
    Clock, DecisionEvent, LimitRequest, Logging, Options, Outcome, PackRequest, Task, Timings,
    UserKey, Workspace,
};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const ROUNDS: usize = 15;

#[expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a benchmark measures and prints"
)]
fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let (Some(tree), Some(sentence)) = (arguments.next(), arguments.next()) else { return };
    let state = std::env::temp_dir().join(format!("plimsoll-pack-{}", std::process::id()));
    let heard: Arc<Mutex<Vec<Timings>>> = Arc::default();
    let ears = Arc::clone(&heard);
    let on_decision = move |event: &DecisionEvent| {
        ears.lock().expect("nobody panics").extend(event.timings);
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
    let request = PackRequest::new(Task::sentence(sentence)).limit(LimitRequest::Tokens(8_000));
    let pack = || match workspace.pack(&request) {
        Ok(Outcome::Loaded(_)) => (),
        Ok(Outcome::Refused(refused)) => panic!("{}", refused.message()),
        Err(error) => panic!("{error}"),
    };
    // The first call makes the index, and what it wrote is settled by the second.
    pack();
    pack();
    heard.lock().expect("nobody panics").clear();
    (0..ROUNDS).for_each(|_| pack());
    let heard = heard.lock().expect("nobody panics");
    let middle = |stage: fn(&Timings) -> Duration| {
        let mut times: Vec<Duration> = heard.iter().map(stage).collect();
        times.sort_unstable();
        times[times.len() / 2].as_micros()
    };
    println!("gather {}", middle(|timings| timings.gather));
    println!("select {}", middle(|timings| timings.select));
    println!("render {}", middle(|timings| timings.render));
    println!("record {}", middle(|timings| timings.record));
    let _ = std::fs::remove_dir_all(state);
}
