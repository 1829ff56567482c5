//! `plimsoll eval`: tasks out of a small history, and what comes of them.

use crate::support::Place;
use serde_json::{Value, json};

const CACHE: &str = "pub struct Cache {\n    entries: Vec<Entry>,\n}\n\n\
    impl Cache {\n    pub fn expired(&self, ttl: u64) -> usize {\n        \
    self.entries.iter().filter(|entry| entry.age > ttl).count()\n    }\n}\n";
const PARSER: &str = "pub fn parse(text: &str) -> Vec<&str> {\n    text.split(',').collect()\n}\n";

fn commit(place: &Place, message: &str) {
    let _ = place.git(&["add", "-A"]).ok();
    let _ = place.git(&["commit", "-q", "-m", message]).ok();
}

/// Two commits that are tasks, and some that are none.
fn history() -> Place {
    let place = Place::empty();
    place.write("src/cache.rs", CACHE);
    place.write("src/parser.rs", PARSER);
    place.write("src/unrelated.rs", "pub fn unrelated() {}\n");
    place.write("README.md", "# Demo\n");
    place.commit_all();

    place.write("src/cache.rs", CACHE.replace("age > ttl", "age >= ttl"));
    place.write("tests/cache.rs", "#[test]\nfn a_test() {}\n");
    commit(
        &place,
        "cache: an entry expires when it is as old as its ttl (#12)\n\n\
         Until now cache.rs kept expired entries for one more second.\n\nFixes #12",
    );
    place.write("README.md", "# Demo\n\nMore words.\n");
    commit(&place, "Say more about the parser and the cache in the text that people read first");
    place.write("src/unrelated.rs", "// A comment.\npub fn unrelated() {}\n");
    commit(&place, "unrelated: a comment that says what the function does not do, for all readers");
    place.write("src/parser.rs", PARSER.replace("split(',')", "split([',', ';'])"));
    commit(&place, "Bump the parser from 1.0 to 2.0, which takes semicolons as well as commas");
    place.write("src/parser.rs", PARSER.replace("collect()", "map(str::trim).collect()"));
    commit(
        &place,
        "parser: white space around the parts of a list is not a part of them\n\n\
         Signed-off-by: Nobody <nobody@example.org>",
    );
    place
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect()
}

#[test]
fn tasks_of_a_history_are_replayed_and_scored() {
    let place = history();
    let file = place.beside("predictions.jsonl");
    let predictions = file.to_str().expect("it is plain");
    let ran = place.run(["eval", "--json", "--predictions", predictions]).ok();
    let report = ran.json();
    assert_eq!(report["tasks"], 2);
    assert_eq!((&report["missed"], &report["failed"]), (&json!([]), &json!([])));
    let budgets: Vec<&Value> =
        [0, 1, 2, 3].iter().map(|&at: &usize| &report["limits"][at]["budget"]).collect();
    assert_eq!(budgets, [8_000, 16_000, 32_000, 64_000]);
    let whole = json!({"mean": 1000, "low": 1000, "high": 1000});
    for measure in ["recall", "all", "edit"] {
        assert_eq!(report["limits"][0]["score"][measure], whole, "{report}");
    }
    let written = std::fs::read_to_string(&file).expect("it was written");
    let written = lines(&written);
    assert_eq!(written.len(), 8);
    // The tree is the one before the commit: its test is not there yet.
    let commit = place.git(&["rev-parse", "HEAD~4"]).ok().stdout().to_owned();
    let id = format!("project-{}", &commit[..10]);
    let (of_cache, later): (Vec<&Value>, _) = written.iter().partition(|one| one["id"] == id);
    assert_eq!((of_cache.len(), later.len()), (4, 4));
    for one in of_cache {
        let shown = one["shown"].to_string();
        assert!(shown.contains("src/cache.rs") && !shown.contains("tests/cache.rs"), "{shown}");
        assert!(
            one["tokens"].as_u64() > Some(0) && one["tokens"].as_u64() <= one["budget"].as_u64()
        );
    }
    assert!(!place.has_state(), "nothing is kept of an evaluation");
    // The same history, the same answer, however many threads there are.
    let again = place.run(["eval", "--json", "--threads", "1"]).ok().json();
    assert_eq!(again["limits"], report["limits"]);
}

#[test]
fn what_eval_prints_is_for_people() {
    let place = history();
    let text = place.run(["eval", "-n", "1"]).ok().stdout().to_owned();
    let without_time: String = text
        .lines()
        .filter(|line| !line.starts_with("time of a task") && !line.starts_with("decide "))
        // Ranks depend on what the ranker was trained on.
        .map(|line| format!("{}\n", line.get(..60).unwrap_or(line).trim_end()))
        .collect();
    assert_eq!(
        without_time,
        "1 task of 1 repository, with intervals of 95 %\n\n\
         limit  recall            all               edit\n   \
         8k  1.00 [1.00-1.00]  1.00 [1.00-1.00]  1.00 [1.00-1.00]\n  \
         16k  1.00 [1.00-1.00]  1.00 [1.00-1.00]  1.00 [1.00-1.00]\n  \
         32k  1.00 [1.00-1.00]  1.00 [1.00-1.00]  1.00 [1.00-1.00]\n  \
         64k  1.00 [1.00-1.00]  1.00 [1.00-1.00]  1.00 [1.00-1.00]\n\n"
    );
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

/// A task as the published file has them, of a bare clone beside the project.
fn task_file(place: &Place, change: impl Fn(&mut Value)) -> (String, String) {
    let clone = place.beside("clones/demo+project/repo");
    if !clone.exists() {
        std::fs::create_dir_all(place.beside("clones/demo+project")).expect("it is ours");
        let to = clone.to_str().expect("it is plain");
        let _ = place.git(&["clone", "-q", "--bare", ".", to]).ok();
    }
    let id = |rev: &str| place.git(&["rev-parse", rev]).ok().stdout().trim().to_owned();
    let mut task = json!({
        "id": "demo-1", "repo": "demo/project", "parent": id("HEAD~1"), "commit": id("HEAD"),
        "text": "parse takes white space away from what it splits and collects",
        "truth": [{"path": "src/parser.rs", "lines": [[2, 2]]}, {"path": "src/gone.rs", "lines": [[1, 1]]}],
    });
    change(&mut task);
    let clones = place.beside("clones").to_str().expect("it is plain").to_owned();
    (place.put_beside("tasks.jsonl", format!("{task}\n")), clones)
}

#[test]
fn a_task_file_is_replayed_in_clones_and_misses_have_reasons() {
    let place = history();
    let (tasks, clones) = task_file(&place, |_| {});
    let call = ["eval", "--tasks", &tasks, "--repos", &clones];
    let report = place.run([&call[..], &["--json"]].concat()).ok().json();
    assert_eq!(report["limits"][0]["score"]["recall"]["mean"], 500);
    let missed = report["missed"].as_array().expect("it is a list");
    assert_eq!(missed.len(), 4);
    assert_eq!(
        (&missed[0]["path"], &missed[0]["miss"]),
        (&json!("src/gone.rs"), &json!("no_candidate"))
    );
    let text = place.run(call).ok().stdout().to_owned();
    assert!(text.contains("demo-1 src/gone.rs\n  8k, 16k, 32k, 64k: no candidate\n"), "{text}");
}

#[test]
fn what_cannot_be_evaluated_is_said_in_a_sentence() {
    let says = |place: &Place, args: &[&str], wanted: &str| {
        let ran = place.run(args).ends_with(2);
        assert!(ran.stderr().contains(wanted), "{args:?}: {}", ran.stderr());
        assert_eq!(ran.stderr().lines().count(), 1, "{}", ran.stderr());
    };
    let bare = Place::of("//- a.rs\nfn a() {}\n");
    says(&bare, &["eval"], "there is no git repository in the root");
    bare.commit_all();
    says(&bare, &["eval"], "no commit of this history makes a task");
    let place = history();
    says(&place, &["eval", "--rev", "HEAD"], "leave --rev away");
    let shallow = Place::at("shallow/project");
    let from = format!("file://{}", place.root().display());
    let _ = shallow.git(&["clone", "-q", "--depth", "1", &from, "."]).ok();
    says(&shallow, &["eval"], "the clone is shallow");

    let (tasks, clones) = task_file(&place, |task| task["repo"] = json!("demo/other"));
    let call = ["eval", "--tasks", tasks.as_str(), "--repos", clones.as_str()];
    says(&place, &call, "has no clone of `demo/other`");
    let wrong = place.put_beside("wrong.jsonl", "{\"id\": 1}\n");
    says(&place, &["eval", "--tasks", &wrong, "--repos", &clones], "line 1 of");
    let packed = place.put_beside("tasks.jsonl.gz", "");
    says(&place, &["eval", "--tasks", &packed, "--repos", &clones], "unpack it first");

    // A commit that is not there counts as nothing found, and is said.
    let (tasks, clones) = task_file(&place, |task| task["parent"] = json!("0".repeat(40)));
    let ran = place.run(["eval", "--tasks", &tasks, "--repos", &clones, "--json"]).ok().json();
    assert_eq!(ran["limits"][3]["score"]["recall"]["mean"], 0);
    assert_eq!(ran["failed"][0]["id"], "demo-1");
}
