//! What was indexed before makes an answer come sooner, and no other: every door says the same to the byte with a
//! state that knows nothing, all, or a part of what there is to know.

use crate::same_bytes::set_time;
use crate::support::place::files_below;
use crate::support::run::{Call, Ran};
use crate::support::{Place, texts};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Of each language the ending of its files, and a function as it is written there.
const LANGUAGES: &[(&str, &str)] = &[
    (
        "rs",
        "/// Reads NAME.\npub fn NAME(path: &Path) -> Result<u32> {\n    let retry = open(path)?;\n    retry.timeout(30)\n}\n\n",
    ),
    (
        "py",
        "def NAME(path, *, retry=3):\n    \"\"\"Reads NAME.\"\"\"\n    for turn in range(retry):\n        open(path, timeout=turn)\n\n\n",
    ),
    (
        "go",
        "// NAME reads.\nfunc NAME(path string) (int, error) {\n\tretry, err := open(path)\n\treturn retry.timeout(), err\n}\n\n",
    ),
    (
        "ts",
        "/** Reads NAME. */\nexport function NAME(path: string): number {\n  const retry = open(path);\n  return retry.timeout();\n}\n\n",
    ),
    (
        "c",
        "/* Reads NAME. */\nint NAME(const char *path)\n{\n\tint retry = open(path);\n\treturn timeout(retry);\n}\n\n",
    ),
    (
        "rb",
        "# Reads NAME.\ndef NAME(path)\n  retry_count = open(path)\n  retry_count.timeout\nend\n\n",
    ),
];
const FILES_OF_A_LANGUAGE: usize = 2;
const FUNCTIONS_OF_A_FILE: usize = 40;

/// A file by its number, in one language after the other.
fn source(number: usize, verb: &str) -> (String, String) {
    let (ending, function) = LANGUAGES[number % LANGUAGES.len()];
    let head = if ending == "go" { "package src\n\n" } else { "" };
    let functions = (0..FUNCTIONS_OF_A_FILE)
        .map(|n| function.replace("NAME", &format!("{verb}_{number}_{n}")))
        .collect::<String>();
    (format!("src/{ending}/file{number}.{ending}"), format!("{head}{functions}"))
}

fn fill(place: &Place, numbers: impl Iterator<Item = usize>, verb: &str) {
    for number in numbers {
        let (path, text) = source(number, verb);
        place.write(path, text);
    }
}

/// A repository in several languages with rules and changes, and states for it that have one secret in common, since
/// ids are made with that.
struct Yard {
    place: Place,
    /// Half of the files, and all of them as they never were.
    half: Place,
    other: Place,
    /// A state without facts.
    state: PathBuf,
}

impl Yard {
    fn new() -> Self {
        let count = LANGUAGES.len() * FILES_OF_A_LANGUAGE;
        let (place, half, other) = (Place::empty(), Place::empty(), Place::empty());
        fill(&place, 0..count, "load");
        fill(&half, (0..count).filter(|number| number % 2 == 0), "load");
        fill(&other, 0..count, "store");
        place.write("AGENTS.md", "# Rules\nKeep it small.\n## Tests\nTest everything.\n");
        place.commit_all();
        let (path, text) = source(1, "load");
        place.write(&path, text.replace("timeout", "deadline"));
        place.write("src/added.py", source(1, "added").1);
        for changed in [path.as_str(), "src/added.py"] {
            set_time(&place.root().join(changed), 1_794_814_200);
        }
        let state = place.beside("state");
        let nothing = Place::empty();
        let _ = place
            .call()
            .args(["index", "--root"])
            .arg(nothing.root())
            .arg("--state")
            .arg(&state)
            .run()
            .ok();
        // Times of files go in steps, and what has just been written is read again.
        std::thread::sleep(Duration::from_millis(80));
        Self { place, half, other, state }
    }

    /// Another copy of the state without facts.
    fn fresh_state(&self, name: &str) -> PathBuf {
        let copy = self.place.beside(name);
        for file in files_below(&self.state) {
            let inside = file.strip_prefix(&self.state).expect("it was found in there");
            let target = copy.join(inside);
            fs::create_dir_all(target.parent().expect("it is below")).expect("it is ours");
            fs::copy(&file, &target).expect("it is ours");
        }
        close_to_others(&copy);
        copy
    }

    fn call(&self, root: &Place, state: &Path) -> Call {
        self.place.call().arg("--root").arg(root.root()).arg("--state").arg(state)
    }

    /// What can have happened to a state before a call.
    fn prepare(&self, how: &str, state: &Path) {
        let run = |root: &Place, args: &[&str]| self.call(root, state).args(args).run().ok();
        match how {
            "all is known" => {
                let _ = run(&self.place, &["index"]);
                let again = run(&self.place, &["index", "--json"]).json();
                assert_eq!(again["read"], 0, "it knows all that there is to know");
                assert_eq!(again["outlined"].as_object().map(serde_json::Map::len), Some(6 + 1));
            }
            "half of the files are known" => drop(run(&self.half, &["index"])),
            "files are known as they were" => drop(run(&self.other, &["index"])),
            "only outlines are known" => drop(run(&self.place, &["symbols", "load_3_7"])),
            "only words are known" => drop(run(&self.place, &["pack", "something else"])),
            "one language is known" => {
                let call = self.call(&self.place, state).env("PLIMSOLL_INDEX_LANGUAGES", "python");
                let _ = call.arg("index").run().ok();
            }
            other => unreachable!("{other}"),
        }
    }

    /// Asks with states that know nothing, and then with all others; gives the answers.
    #[track_caller]
    fn same(&self, calls: &[&[&str]], stdin: &Value) -> Vec<Value> {
        let ask = |args: &[&str], state: &Path| -> Ran {
            self.call(&self.place, state).args(args).stdin(stdin.to_string()).run().ok()
        };
        let fresh =
            |(n, args): (usize, &&[&str])| ask(args, &self.fresh_state(&format!("fresh-{n}")));
        let expected: Vec<Ran> = calls.iter().enumerate().map(fresh).collect();
        for (n, how) in PREPARATIONS.iter().enumerate() {
            let state = self.fresh_state(&format!("state-{n}"));
            self.prepare(how, &state);
            for (args, expected) in calls.iter().zip(&expected) {
                let answer = ask(args, &state);
                assert_eq!(answer.stdout(), expected.stdout(), "{how}: {args:?}");
                assert_eq!(answer.stderr(), expected.stderr(), "{how}: {args:?}");
            }
        }
        expected.iter().map(Ran::json).collect()
    }
}

const PREPARATIONS: &[&str] = &[
    "all is known",
    "half of the files are known",
    "files are known as they were",
    "only outlines are known",
    "only words are known",
    "one language is known",
];

/// State folders are for their owner alone.
fn close_to_others(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let set = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode));
    set(folder, 0o700).expect("it is ours");
    for entry in fs::read_dir(folder).expect("it is ours") {
        let path = entry.expect("it is ours").path();
        if path.is_dir() {
            close_to_others(&path);
        }
    }
}

#[test]
fn a_pack_is_the_same_whatever_was_indexed_before() {
    let yard = Yard::new();
    let named: Vec<String> = (0..LANGUAGES.len()).map(|number| source(number, "load").0).collect();
    let task = json!({
        "id": "T", "title": "Retry", "goal": "retry with a timeout",
        "context": {"files": named},
        "repairTickets": [{"id": "R", "message": "too late", "file": named[1], "line": 20}],
    });
    let task = yard.place.put_beside("task.json", task.to_string());
    let sentence = "retry with a timeout in load_4_2";
    let answers = yard.same(
        &[
            &["pack", "--task", &task, "--budget", "5k", "--format", "json"],
            &["pack", sentence, "--budget", "6k", "--format", "json"],
        ],
        &Value::Null,
    );
    for answer in &answers {
        assert!(answer["meta"]["decisionId"].is_string(), "{answer}");
        assert!(!texts(&answer["files"], "path").is_empty(), "{answer}");
    }
    // Outlines matter to what the task names: without any it is another document.
    let without = yard.place.call().env("PLIMSOLL_INDEX_LANGUAGES", "[]");
    let without = without.args(["pack", "--task", &task, "--budget", "5k", "--format", "json"]);
    assert_ne!(without.run().ok().json()["document"], answers[0]["document"]);
}

#[test]
fn a_bundle_is_the_same_whatever_was_indexed_before() {
    let yard = Yard::new();
    let request = json!({
        "purpose": "diff",
        "plan_step": {"id": "S", "text": "change it", "target_files": [source(1, "load").0]},
        "active_file": source(2, "load").0,
    });
    let built = &yard.same(&[&["build", "--format", "json"]], &request)[0];
    assert!(built["context_manifest"].is_object(), "{built}");
    assert!(built["context_bundle"]["bundle_id"].is_string(), "{built}");
}

#[test]
fn a_composition_is_the_same_whatever_was_indexed_before() {
    let yard = Yard::new();
    let composed = &yard.same(&[&["compose", "--format", "json"]], &Value::Null)[0];
    let ids = texts(&composed["selected"], "id");
    assert!(ids.len() > 1 && ids.iter().all(|id| !id.is_empty()), "{composed}");
}
