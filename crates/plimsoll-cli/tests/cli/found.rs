//! What a sentence finds is the same however it is found: with any number of threads, with what was known before, in any clone.

use crate::support::Place;
use crate::support::run::Call;
use serde_json::Value;

const ASK: [&str; 6] =
    ["pack", "Read braces of a pattern without recursion", "--budget", "3000", "--format", "json"];

/// What commits do to files of a real project, and say about it.
const COMMITS: &[(&str, &str)] = &[
    ("src/glob.rs", "parse braces of a pattern one after the other"),
    ("src/pathutil.rs", "names of files end at the last slash"),
    ("src/glob.rs", "braces in braces are an error of the pattern"),
    ("src/fnv.rs", "hash words instead of bytes"),
    ("src/glob.rs", "read a pattern from its first brace to its last"),
    ("src/lib.rs", "say in the documentation what a set of patterns is"),
];

fn project() -> Place {
    let place = Place::copy_of("globset");
    std::fs::remove_file(place.root().join(".gitignore")).ok();
    place.commit_all();
    place
}

fn commit(place: &Place, (path, message): (&str, &str)) {
    let text = if place.root().join(path).is_file() { place.read(path) } else { String::new() };
    place.write(path, format!("{text}// {message}\n"));
    let _ = place.git(&["add", "-A"]).ok();
    let _ = place.git(&["commit", "-q", "-m", message]).ok();
}

/// The document, and the fingerprint of all that it was made of.
fn found(call: Call) -> (Value, Value) {
    let pack = call.args(ASK).run().ok().json();
    (pack["document"].clone(), pack["meta"]["fingerprint"].clone())
}

#[test]
fn threads_and_what_was_known_before_do_not_change_what_is_found() {
    let place = project();
    for &one in COMMITS {
        commit(&place, one);
        // Each of these knows the past up to here, and reads only what is new.
        found(place.call());
    }
    let known = found(place.call());
    let state = place.beside("fresh");
    assert_eq!(known, found(place.call().arg("--state").arg(state.as_os_str())), "nothing known");
    for threads in ["1", "8"] {
        assert_eq!(known, found(place.call().args(["--threads", threads])), "{threads} threads");
        let nothing_known = place.call().args(["--threads", threads, "--no-log"]);
        let fresh = place.beside(format!("fresh {threads}"));
        let nothing_known = nothing_known.arg("--state").arg(fresh.as_os_str());
        assert_eq!(known, found(nothing_known), "{threads} threads and nothing known");
    }
    let why = place.run(["why", "src/glob.rs"]).ok();
    assert!(why.stdout().contains("past commits"), "the past speaks for it: {}", why.stdout());
}

#[test]
fn without_history_a_shallow_clone_finds_what_a_whole_one_finds() {
    let place = project();
    COMMITS.iter().for_each(|&one| commit(&place, one));
    let from = format!("file://{}", place.root().display());
    let clone = |name: &str, flags: &[&str]| {
        let to = format!("../{name}");
        let command = [&["clone", "-q"], flags, &[from.as_str(), to.as_str()]].concat();
        let _ = place.git(&command).ok();
        place.call().folder(place.beside(name))
    };
    let no_history = |call: Call| call.env("PLIMSOLL_INDEX_HISTORY", "false");
    let whole = found(no_history(clone("whole", &[])));
    let shallow = found(no_history(clone("shallow", &["--depth", "1"])));
    assert_eq!(whole, shallow);
    let commits = place.git(&["-C", "../shallow", "rev-list", "--count", "HEAD"]).ok();
    assert_eq!(commits.stdout().trim(), "1", "the clone is shallow");
}
