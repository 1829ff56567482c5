//! Same files, same request, same settings: same bytes, whatever else is different.

use crate::compose::changed;
use crate::support::run::{Call, Ran};
use crate::support::{Place, sources, texts};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs::{self, File, FileTimes};
use std::path::Path;
use std::time::{Duration, SystemTime};

const SENTENCE: &str = "match globs without regard to case";

/// A call of each door and format that leaves nothing to chance.
const CALLS: &[&[&str]] = &[
    &["pack", SENTENCE, "--budget", "6k", "--format", "json"],
    &["pack", SENTENCE, "--budget", "6k", "--format", "xml", "--diff"],
    &["pack", "--task", "-", "--tier", "cheap", "--format", "json"],
    &["pack", "--task", "-", "--max-chars", "9k", "--line-numbers", "--diff"],
    &["build", "--format", "json"],
    &["build", "--format", "markdown"],
    &["compose", "--format", "json"],
    &["compose", "--format", "xml"],
    &["compose"],
];

const CHANGED: [&str; 2] = ["src/fnv.rs", "src/added.rs"];

pub(crate) fn set_time(path: &Path, seconds: u64) {
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
    let file = File::options().append(true).open(path).expect("it is ours");
    file.set_times(FileTimes::new().set_modified(time)).expect("it is ours");
}

/// A real tree with rules and changes, as a repository or not.
fn real_tree(path: &str, git: bool) -> Place {
    let place = Place::at(path);
    sources::copy("globset", place.root());
    place.write("AGENTS.md", "# Rules\nKeep it small.\n## Tests\nTest everything.\n");
    if git {
        place.commit_all();
    }
    let text = place.read("src/fnv.rs");
    place.write("src/fnv.rs", text.replace("FNV", "Fnv"));
    place.write("src/added.rs", "pub fn added() {}\n");
    // A change's own time is its age, and the one time that counts: half an hour before the call.
    for path in CHANGED {
        set_time(&place.root().join(path), 1_794_814_200);
    }
    place
}

fn request() -> String {
    json!({
        "purpose": "diff",
        "plan_step": {"id": "S", "text": "change it", "target_files": ["src/fnv.rs", "src/added.rs"]},
        "active_file": "src/lib.rs",
    })
    .to_string()
}

/// A task with everything that a document can be made of.
fn task() -> String {
    json!({
        "id": "T", "goal": SENTENCE, "acceptance": ["all of it"],
        "context": {"files": ["src/glob.rs", "src/nothing.rs"], "docs": ["AGENTS.md"]},
        "contract": {"allowedGlobs": ["src/**"], "forbiddenGlobs": ["tests/**"]},
        "previous": {
            "iteration": 1,
            "diff": "--- a/src/fnv.rs\n+++ b/src/fnv.rs\n@@ -3,2 +3,3 @@ use\n a\n+b\n c\n",
            "issues": [{"message": "it fails", "output": "error: x\n  --> /build/src/lib.rs:120:9\n".repeat(300)}],
        },
        "repairTickets": [{"message": "here", "file": "src/pathutil.rs", "line": 20}],
    })
    .to_string()
}

/// What every call prints, with what belongs to one workspace only taken out.
fn voyage(place: &Place, adjust: impl Fn(Call) -> Call) -> Vec<Ran> {
    let call = |args: &&[&str]| {
        let stdin = if args.contains(&"--task") { task() } else { request() };
        let ran = adjust(place.call().args(*args).stdin(stdin)).run().ok();
        match args.contains(&"json") {
            _ if args[0] != "compose" => ran,
            true => without_ids(&ran),
            false => without_cache_hit(ran),
        }
    };
    CALLS.iter().map(call).collect()
}

/// Ids and the cache key are made with a secret of the workspace; whether an answer was cached depends on what
/// was asked before, and nothing else does.
fn without_ids(ran: &Ran) -> Ran {
    let mut result = ran.json();
    forget(&mut result, &["id", "cacheKey", "cacheHit"]);
    Ran { stdout: result.to_string().into_bytes(), ..ran.clone() }
}

/// The same on the terminal.
fn without_cache_hit(ran: Ran) -> Ran {
    Ran { stdout: ran.stdout().replace("\n   (cache hit)\n", "\n").into_bytes(), ..ran }
}

fn forget(value: &mut Value, keys: &[&str]) {
    match value {
        Value::Object(object) => {
            object.retain(|key, _| !keys.contains(&key.as_str()));
            object.values_mut().for_each(|value| forget(value, keys));
        }
        Value::Array(list) => list.iter_mut().for_each(|value| forget(value, keys)),
        _ => {}
    }
}

/// What a call says, but for the next step, which depends on what was kept.
fn said(ran: &Ran) -> Vec<&str> {
    ran.stderr().lines().map(|line| line.split_once("; ").map_or(line, |(said, _)| said)).collect()
}

#[track_caller]
fn same(a: &[Ran], b: &[Ran], what: &str) {
    for ((a, b), call) in a.iter().zip(b).zip(CALLS) {
        assert_eq!(a.stdout(), b.stdout(), "{what}: {call:?}");
        assert_eq!(said(a), said(b), "{what}: {call:?}");
    }
}

#[test]
fn runs_threads_locale_time_zone_and_state_do_not_matter() {
    let place = real_tree("project", true);
    let first = voyage(&place, |call| call);
    same(&first, &voyage(&place, |call| call), "a second run, with facts and a log");
    same(&first, &voyage(&place, |call| call.args(["--threads", "1"])), "one thread");
    same(&first, &voyage(&place, |call| call.args(["--threads", "8"])), "eight threads");
    let abroad = |call: Call| {
        let call = call.env("LANG", "tr_TR.UTF-8").env("LC_ALL", "de_DE.UTF-8");
        call.env("TZ", "Asia/Kathmandu").env("COLUMNS", "20").env("USER", "somebody")
    };
    same(&first, &voyage(&place, abroad), "another locale and time zone");
    let elsewhere = place.beside("state");
    let with_state = |call: Call| call.arg("--state").arg(elsewhere.as_os_str());
    same(&first, &voyage(&place, with_state), "a state folder elsewhere");
    same(&first, &voyage(&place, |call| call.arg("--no-log")), "no state at all");
    fs::remove_dir_all(place.root().join(".plimsoll")).expect("it is ours");
    same(&first, &voyage(&place, |call| call), "after the state was removed");
}

#[test]
fn the_folder_s_name_and_depth_do_not_matter() {
    for git in [true, false] {
        let here = voyage(&real_tree("project", git), |call| call);
        let there = voyage(&real_tree("a b/ü/deeper/still/another name", git), |call| call);
        same(&here, &there, "another folder");
    }
}

#[test]
fn the_order_in_which_files_were_made_does_not_matter() {
    let place = real_tree("project", false);
    let expected = voyage(&place, |call| call);
    let other = Place::empty();
    let mut files = crate::support::place::files_below(place.root());
    files.retain(|file| !file.starts_with(place.root().join(".plimsoll")));
    files.reverse();
    let half = files.len() / 2;
    files.rotate_left(half);
    for file in files {
        let inside = file.strip_prefix(place.root()).expect("it was found in there");
        other.write(inside, fs::read(&file).expect("it can be read"));
    }
    same(&expected, &voyage(&other, |call| call), "another order");
}

/// Gives every file another time, far apart from each other.
fn shuffle_times(folder: &Path, except: &[&str]) {
    for (n, file) in (1_u64..).zip(crate::support::place::files_below(folder)) {
        let inside = file.strip_prefix(folder).expect("it was found in there");
        let inside = inside.to_str().expect("names are plain here");
        if inside.starts_with(".git/") || except.contains(&inside) {
            continue;
        }
        set_time(&file, n * 7_919 * 10_007 % 1_700_000_000);
    }
}

#[test]
fn times_of_files_do_not_matter() {
    let place = real_tree("project", true);
    let expected = voyage(&place, |call| call);
    shuffle_times(place.root(), &CHANGED);
    same(&expected, &voyage(&place, |call| call), "other times, in git");
    let place = real_tree("project", false);
    let expected = voyage(&place, |call| call);
    shuffle_times(place.root(), &[]);
    same(&expected, &voyage(&place, |call| call), "other times, without git");
}

#[test]
fn only_compose_reads_the_time() {
    let place = real_tree("project", true);
    for args in CALLS.iter().filter(|args| args[0] == "pack") {
        let call = || place.call().args(*args).stdin(task());
        let now = call().at_time(Some("2031-01-01")).run().ok();
        let clock = call().at_time(None).run().ok();
        let then = call().run().ok();
        assert_eq!(now, then);
        assert_eq!(clock, then);
    }
    let build = |time: &str| {
        let call = place.call().args(["build"]).stdin(request()).at_time(Some(time));
        let mut result = call.run().ok().json();
        forget(&mut result, &["created_at"]);
        result
    };
    assert_eq!(build("2031-01-01"), build("2026-11-16"));
}

#[test]
fn ids_are_the_same_in_one_workspace_and_others_in_another() {
    let (here, there) = (changed(), changed());
    let ids = |place: &Place| {
        let result = place.run(["compose", "--format", "json"]).ok().json();
        (result["selected"].to_string(), result["cacheKey"].clone())
    };
    assert_eq!(ids(&here), ids(&here));
    assert_ne!(ids(&here), ids(&there));
}

#[test]
fn clones_share_no_id_and_have_the_same_document() {
    let (here, there) = (changed(), changed());
    let [here, there] =
        [here, there].map(|place| place.run(["compose", "--format", "json"]).ok().json());
    let (ids, others) = (texts(&here["selected"], "id"), texts(&there["selected"], "id"));
    let distinct: BTreeSet<&str> = ids.iter().chain(&others).copied().collect();
    assert_eq!(distinct.len(), ids.len() + others.len(), "each part of a file has its own");
    assert!(distinct.iter().all(|id| id.len() == 24), "{distinct:?}");
    assert_eq!(here["document"], there["document"]);
}

#[test]
fn what_matters_moves_the_fingerprint() {
    let place = real_tree("project", false);
    let ask = |args: &[&str]| {
        let result = place.call().args(args).args(["--format", "json"]).run().ok().json();
        result["meta"]["fingerprint"].as_str().expect("it is a text").to_owned()
    };
    let mut known = vec![ask(&["pack", SENTENCE])];
    let mut is_new = |fingerprint: String, what: &str| {
        assert!(!known.contains(&fingerprint), "{what}");
        known.push(fingerprint);
    };
    is_new(ask(&["pack", "another sentence"]), "the sentence");
    is_new(ask(&["pack", SENTENCE, "--budget", "5k"]), "the limit");
    is_new(ask(&["pack", SENTENCE, "--budget", "5k", "--counter", "cl100k_base/1"]), "the counter");
    place.write("plimsoll.toml", "[budget.tiers]\ncheap = 26000\n");
    is_new(ask(&["pack", SENTENCE]), "a setting");
    place.write("src/added.rs", "pub fn addEd() {}\n");
    is_new(ask(&["pack", SENTENCE]), "one letter in a file");
    fs::rename(place.root().join("src/added.rs"), place.root().join("src/adder.rs")).expect("ours");
    is_new(ask(&["pack", SENTENCE]), "a file's name");
}
