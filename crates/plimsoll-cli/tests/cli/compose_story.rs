//! A day in a repository: edits, violations, learnings, commits, compositions and replays, and at each step the document
//! that a person would read.

use crate::same_bytes::set_time;
use crate::support::{Place, entry, texts};
use serde_json::Value;

/// A place and what time it is there.
struct Day {
    place: Place,
    /// Minutes since eight o'clock in the morning of the day on which commits of these tests are made.
    minutes: u32,
}

impl Day {
    fn now(&self) -> String {
        format!("2026-11-10T{:02}:{:02}:30Z", 8 + self.minutes / 60, self.minutes % 60)
    }

    fn later(&mut self, minutes: u32) -> &mut Self {
        self.minutes += minutes;
        self
    }

    /// Saves a file, now.
    fn save(&self, path: &str, from: &str, to: &str) {
        let text = self.place.read(path);
        assert!(text.contains(from), "{path} has no {from}");
        self.place.write(path, text.replace(from, to));
        // Eight o'clock, in seconds.
        set_time(&self.place.root().join(path), 1_794_297_600 + u64::from(self.minutes) * 60);
    }

    fn record(&self, args: &[&str]) {
        let call = self.place.call().at_time(Some(&self.now())).arg("record");
        let _ = call.args(args).run().ok();
    }

    fn compose(&self, event: &str) -> Value {
        let call = self.place.call().at_time(Some(&self.now()));
        call.args(["compose", "--format", "json", "-t", event]).run().ok().json()
    }
}

fn kinds(result: &Value) -> Vec<&str> {
    let mut kinds = texts(&result["selected"], "kind");
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

fn document(result: &Value) -> &str {
    result["document"].as_str().expect("it is a text")
}

fn id(result: &Value) -> String {
    result["meta"]["decisionId"].as_str().expect("it is a text").to_owned()
}

#[track_caller]
fn shows(result: &Value, parts: &[&str]) {
    for part in parts {
        assert!(document(result).contains(part), "{part} is not in\n{}", document(result));
    }
}

#[test]
fn a_day_in_a_repository() {
    let mut day = Day { place: Place::copy_of("globset"), minutes: 0 };
    let place = &day.place;
    place
        .write("AGENTS.md", "# Rules\nNo new dependencies.\n\n# Tests\nEvery change has a test.\n");
    place.write("plimsoll.toml", "[constraints]\nunsafe_code = \"No unsafe code.\"\n");
    place.commit_all();

    // In the morning nothing is changed: rules, the constraint, and what was just committed.
    let morning = day.later(2).compose("manual");
    assert_eq!(kinds(&morning), ["constraint", "recent_edit", "rule_doc"]);
    shows(&morning, &["No new dependencies.", "No unsafe code."]);

    // A function is changed. Its surroundings come with it.
    day.save("src/fnv.rs", "0xcbf29ce484222325", "0xcbf29ce484222326");
    let edited = day.later(3).compose("file_saved");
    shows(&edited, &["+    const OFFSET_BASIS: u64 = 0xcbf29ce484222326;", "const PRIME: u64"]);
    for kind in ["local_diff", "symbol_context", "dependency_graph"] {
        assert!(kinds(&edited).contains(&kind), "{:?}", kinds(&edited));
    }
    // Saving without a change is no event at all.
    assert_eq!(day.compose("file_saved")["cacheHit"], true);

    // A review finds something; the next composition has to say so, and a learning is drawn from it.
    day.later(4).record(&[
        "violation",
        "a constant was changed without a test",
        "--file",
        "src/fnv.rs",
        "--rule",
        "tests",
    ]);
    day.record(&["learning", "compare hashes with known values", "--when", "fnv.rs changes"]);
    day.record(&["turn", "Why was the constant changed?"]);
    let reviewed = day.later(1).compose("review");
    shows(
        &reviewed,
        &[
            "tests: a constant was changed without a test",
            "When fnv.rs changes: compare hashes with known values",
            "Why was the constant changed?",
            "from recorded",
        ],
    );
    assert_eq!(reviewed["explanation"]["constraints"]["mustIncludeCount"], 1);
    assert_eq!(reviewed["explanation"]["constraints"]["pinnedCount"], 1);

    // The change is taken back. Its diff is gone, the violation is not.
    day.save("src/fnv.rs", "0xcbf29ce484222326", "0xcbf29ce484222325");
    let restored = day.later(5).compose("file_saved");
    assert!(!kinds(&restored).contains(&"local_diff"), "{:?}", kinds(&restored));
    shows(&restored, &["tests: a constant was changed without a test"]);
    // What left and what entered can be read.
    let (before, after) = (id(&reviewed), id(&restored));
    let compared = day.place.run(["diff", &before, &after, "--json"]).ok().json();
    assert!(texts(&compared["left"], "kind").contains(&"local_diff"), "{compared}");

    // A day later everything is older.
    let next = day.later(0).place.call().at_time(Some("2026-11-11T09:00:00Z"));
    let next = next.args(["compose", "--format", "json"]).run().ok().json();
    assert!(!kinds(&next).contains(&"recent_edit") && !kinds(&next).contains(&"violation"));
    shows(&next, &["When fnv.rs changes", "No unsafe code."]);

    // The whole day replays, here and from a file without the repository.
    let replayed = day.place.run(["replay", "--all"]).ok();
    assert_eq!(
        replayed.stdout().matches("the same to the byte").count(),
        6,
        "{}",
        replayed.stdout()
    );
    let capsule = day.place.beside("reviewed.json");
    let capsule = capsule.to_str().expect("it is plain");
    let _ = day.place.run(["capsule", "export", &before, "-o", capsule]).ok();
    let elsewhere = Place::empty();
    assert!(elsewhere.run(["replay", capsule]).ok().stdout().contains("the same to the byte"));
    let explained = day.place.run(["explain", &before, "--json"]).ok().json();
    let diff = entry(&explained["artifacts"], "kind", "local_diff");
    assert_eq!(diff["name"], "src/fnv.rs");
}
