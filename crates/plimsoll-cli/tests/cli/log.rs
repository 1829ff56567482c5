//! The log: listing, showing, following, keeping, purging; and what is not in it.

use crate::support::Place;
use crate::support::place::files_below;
use crate::support::secrets::state_bytes;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

/// A project with so many decisions.
pub(crate) fn decided(count: usize) -> Place {
    let place = Place::of("//- src/list.rs\nfn list() {}\n//- AGENTS.md\n# Rules\nBe kind.\n");
    for n in 0..count {
        let _ = place.run(["pack", &format!("list number {n}")]).ok();
    }
    place
}

/// JSON lines of stdout.
pub(crate) fn lines(stdout: &str) -> Vec<Value> {
    stdout.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}

/// The ids of the log, newest first.
pub(crate) fn ids(place: &Place) -> Vec<String> {
    let id = |entry: &Value| entry["record"]["id"].as_str().expect("it has an id").to_owned();
    lines(place.run(["log", "--json"]).ok().stdout()).iter().map(id).collect()
}

#[test]
fn decisions_are_listed_newest_first_and_shown_by_id() {
    let place = decided(3);
    let listed = lines(place.run(["log", "--json"]).ok().stdout());
    let sequences: Vec<_> = listed.iter().map(|entry| entry["sequence"].as_u64()).collect();
    assert_eq!(sequences, [Some(3), Some(2), Some(1)]);
    assert_eq!(place.run(["log", "-n", "1"]).ok().stdout().lines().count(), 1);
    let id = &ids(&place)[1];
    let shown = place.run(["log", "show", id, "--json"]).ok().json();
    assert_eq!(shown, listed[1]);
    assert!(place.run(["log", "show", &id[..8]]).ok().stdout().contains(id));
    let _ = place.run(["log", "show", "ffffffff-nobody"]).ends_with(2);
}

/// Neither in the project nor in the user's folders, where the first decision makes a key.
#[test]
fn asking_where_nothing_was_decided_leaves_no_trace() {
    let place = Place::of("//- a.txt\nnothing\n");
    let nothing_yet = [
        &["log"][..],
        &["log", "show"],
        &["log", "head"],
        &["log", "verify"],
        &["log", "export"],
        &["log", "keep", "0"],
        &["replay"],
        &["diff", "0"],
        &["capsule", "export"],
        &["purge", "--all"],
        &["explain"],
    ];
    for args in nothing_yet {
        let ran = place.run(args).ends_with(2);
        assert!(ran.stderr().contains("nothing has been decided here yet"), "{}", ran.stderr());
    }
    for args in [&["log", "--json"][..], &["replay", "--all"], &["scan"], &["why", "a.txt"]] {
        let _ = place.run(args).ok();
    }
    assert!(!place.has_state());
    assert_eq!(files_below(&place.home()), Vec::<std::path::PathBuf>::new());
}

#[test]
fn a_call_that_keeps_nothing_still_sees_what_was_kept() {
    let place = decided(1);
    let id = &ids(&place)[0];
    for args in [&["log", "show", id][..], &["replay"], &["log", "keep", id], &["purge", "--all"]] {
        let ran = place.call().args(args).arg("--no-log").run().ok();
        assert!(!ran.stderr().contains("nothing has been decided"), "{}", ran.stderr());
    }
    assert_eq!(ids(&place).len(), 1);
}

#[test]
fn followers_see_each_decision_once_and_end_with_their_reader() {
    let place = decided(2);
    let call = place.call().args(["log", "--follow", "-n", "1"]);
    let mut child = call.into_command().stdout(Stdio::piped()).spawn().expect("it runs");
    let mut reader = BufReader::new(child.stdout.take().expect("it was asked for"));
    let mut next = || {
        let mut line = String::new();
        reader.read_line(&mut line).expect("it can be read");
        serde_json::from_str::<Value>(&line).expect("it is JSON")["sequence"].clone()
    };
    assert_eq!(next(), 2, "what was asked for of what was there");
    let _ = place.run(["pack", "something new"]).ok();
    assert_eq!(next(), 3);
    let _ = place.run(["pack", "something newer"]).ok();
    assert_eq!(next(), 4);
    drop(reader);
    let _ = place.run(["pack", "nobody hears of this"]).ok();
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn a_followed_composition_has_seed_a_s_record() {
    let place = decided(1);
    let composed = place.run(["compose", "--format", "json"]).ok().json();
    let call = place.call().args(["log", "--follow", "-n", "2"]);
    let mut child = call.into_command().stdout(Stdio::piped()).spawn().expect("it runs");
    let mut reader = BufReader::new(child.stdout.take().expect("it was asked for"));
    let mut next = || {
        let mut line = String::new();
        reader.read_line(&mut line).expect("it can be read");
        serde_json::from_str::<Value>(&line).expect("it is JSON")
    };
    assert_eq!(next()["composition"], Value::Null, "a packed document has none");
    let (entry, again) = (next(), {
        let _ = place.run(["compose"]).ok();
        next()
    });
    let seen = &entry["composition"];
    for (key, value) in [
        ("id", &composed["meta"]["decisionId"]),
        ("cacheKey", &composed["cacheKey"]),
        ("selectedArtifacts", &composed["selected"]),
        ("budgetAllocation", &composed["allocation"]),
        ("totalTokensUsed", &composed["actualTokens"]),
        ("triggerEvent", &"manual".into()),
        ("timestamp", &entry["record"]["recordedAt"]),
        ("durationMs", &entry["record"]["durationMs"]),
        ("cacheHit", &false.into()),
    ] {
        assert_eq!(&seen[key], value, "{key}");
    }
    let rankings = seen["rankings"].as_array().expect("it is a list").len() as u64;
    assert_eq!(Some(rankings), seen["candidateCount"].as_u64());
    assert_eq!(again["composition"]["cacheHit"], true);
    drop(reader);
    let _ = place.run(["pack", "nobody hears of this"]).ok();
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn the_log_names_files_where_the_user_wants_it() {
    let place = Place::of("//- a.txt\nthe needle\n");
    let names = |flags: &[&str]| {
        let _ = place.call().args(["pack", "needle"]).args(flags).run().ok();
        let shown = place.run(["log", "show", "--json"]).ok().json();
        let artifacts = shown["record"]["artifacts"].as_array().expect("it is a list").clone();
        artifacts
            .iter()
            .filter_map(|one| one["name"].as_str().map(str::to_owned))
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&[]), [""; 0]);
    let config = place.put_beside("config.toml", "store.paths_in_log = true\n");
    assert!(names(&["--config", &config]).contains(&"a.txt".to_owned()));
    assert!(place.run(["log", "show"]).ok().stdout().contains("  a.txt\n"));
    // It replays as it was recorded, and a repository cannot turn it on.
    let _ = place.run(["replay"]).ok();
    place.write("plimsoll.toml", "store.paths_in_log = true\n");
    assert_eq!(names(&[]), [""; 0]);
}

/// The key comes with the first decision, after the follower has begun to look.
#[test]
fn followers_see_the_very_first_decision() {
    let place = decided(0);
    // Should it come up late, it shows that decision all the same.
    let call = place.call().args(["log", "--follow", "-n", "1"]);
    let mut child = call.into_command().stdout(Stdio::piped()).spawn().expect("it runs");
    let mut reader = BufReader::new(child.stdout.take().expect("it was asked for"));
    std::thread::sleep(std::time::Duration::from_millis(300));
    let _ = place.run(["pack", "something new"]).ok();
    let mut line = String::new();
    reader.read_line(&mut line).expect("it can be read");
    assert_eq!(serde_json::from_str::<Value>(&line).expect("it is JSON")["sequence"], 1);
    drop(reader);
    let _ = place.run(["pack", "nobody hears of this"]).ok();
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn purging_removes_contents_and_leaves_the_log() {
    let place = decided(3);
    let all = ids(&place);
    let purged = place.run(["purge", &all[0], "--json"]).ok().json();
    assert_eq!((&purged["capsules"], &purged["decisions"]), (&1.into(), &0.into()));
    let _ = place.run(["replay", &all[0]]).ends_with(1);
    let _ = place.run(["replay", &all[1]]).ok();
    let _ = place.run(["log", "keep", &all[1]]).ok();
    let purged = place.run(["purge", "--all", "--decisions", "--json"]).ok().json();
    assert_eq!((&purged["capsules"], &purged["decisions"]), (&1.into(), &2.into()));
    assert_eq!(ids(&place), all[1..2]);
    let _ = place.run(["log", "verify"]).ok();
    let _ = place.run(["replay", &all[1]]).ok();
    let _ = place.run(["purge"]).ends_with(2);
    let later = ["purge", "--older-than", "1", "--as-of", "2026-11-20T00:00:00Z", "--json"];
    let _ = place.run(["log", "keep", "--undo", &all[1]]).ok();
    let ran = place.call().at_time(None).args(later).run().ok().json();
    assert_eq!(ran["capsules"], 1);
}

#[test]
fn retention_runs_after_the_answer_and_signs_where_the_log_begins() {
    let place = decided(3);
    let key = place.beside("key").to_str().expect("it is plain").to_owned();
    let _ = place.run(["keygen", &key]).ok();
    let later = |n: usize| {
        let time = format!("2026-11-{:02}T08:00:00Z", 20 + n);
        let call = place.call().at_time(Some(&time)).args(["pack", "list"]);
        call.env("PLIMSOLL_STORE_KEEP_DAYS", "2").env("PLIMSOLL_STORE_SIGNING_KEY", &key).run().ok()
    };
    for n in 0..5 {
        let _ = later(n);
    }
    assert!(lines(place.run(["log", "--json"]).ok().stdout()).len() < 8, "old ones have left");
    let public = format!("{key}.pub");
    let _ = place.run(["log", "export", "--sign", &key, "-o", &format!("{key}.log")]).ok();
    let ran = place.run(["log", "verify", &format!("{key}.log"), "--key", &public]).ok();
    assert!(ran.stdout().contains("removed on purpose"), "{}", ran.stdout());
}

/// A02, C14: with capsules off, nothing of any path or content is in any byte that is kept. Facts hold the
/// words of files; they are no log, and go with `purge --facts`.
#[test]
fn no_path_and_no_content_is_in_the_bytes_of_the_log() {
    const PATH: &str = "qxzpathmarker";
    const CONTENT: &str = "qxzcontentmarker";
    let place = Place::of("//- AGENTS.md\n# Rules\nqxzcontentmarker is a rule.\n");
    place.write(format!("src/{PATH}.rs"), format!("fn {CONTENT}() {{ {CONTENT}(); }}\n"));
    let request = serde_json::json!({
        "purpose": "diff",
        "plan_step": {"text": "x", "target_files": [format!("src/{PATH}.rs")]},
    });
    for capsules in ["true", "false"] {
        let call = || place.call().env("PLIMSOLL_STORE_CAPSULES", capsules);
        let _ = call().args(["pack", CONTENT]).run().ok();
        let _ = call().arg("build").stdin(request.to_string()).run().ok();
        let _ = call().args(["compose", "--format", "json"]).run().ok();
        if capsules == "true" {
            let _ = place.run(["purge", "--all"]).ok();
        } else {
            let _ = place.run(["purge", "--facts"]).ok();
        }
        let bytes = state_bytes(place.root());
        for marker in [PATH, CONTENT] {
            let found = bytes.windows(marker.len()).any(|window| window == marker.as_bytes());
            assert!(!found, "{marker} with capsules {capsules}");
        }
    }
    assert_eq!(ids(&place).len(), 6);
}

#[test]
fn a_damaged_store_spoils_no_answer() {
    let file = |place: &Place| place.state_folder().join("store.sqlite");
    let from_within = |bytes: &mut Vec<u8>| bytes[4096..].fill(0xA5);
    let altogether = |bytes: &mut Vec<u8>| *bytes = b"garbage".to_vec();
    for damage in [&from_within as &dyn Fn(&mut Vec<u8>), &altogether] {
        let place = decided(2);
        let mut bytes = std::fs::read(file(&place)).expect("it is there");
        damage(&mut bytes);
        std::fs::write(file(&place), &bytes).expect("it is ours");
        let ran = place.run(["pack", "list"]).ok();
        assert!(ran.stdout().contains("fn list"), "the answer comes out");
        assert!(ran.stderr().contains("note: this decision is not logged: "), "{}", ran.stderr());
        assert!(!ran.stderr().contains("U+0060"), "{}", ran.stderr());
        let ran = place.run(["pack", "list", "--require-log"]).ends_with(3);
        assert!(ran.stdout.is_empty());
        for args in
            [&["log"][..], &["log", "verify"], &["replay"], &["log", "export"], &["explain"]]
        {
            let _ = place.run(args).ends_with(3);
        }
        let after = std::fs::read(file(&place)).expect("it is there");
        assert_eq!(after, bytes, "what is broken is left alone");
    }
}
