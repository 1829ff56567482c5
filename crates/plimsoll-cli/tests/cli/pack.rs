//! Pack with a sentence: forms of the result, and how the command behaves.

use crate::support::{Place, entry, keys, texts};
use std::fs;

const PROJECT: &str = "\
//- src/cache.rs
pub struct Cache { ttl: u64 }
impl Cache {
    pub fn get(&self, now: u64) -> bool { now < self.ttl }
}
//- src/other.rs
pub fn unrelated() {}
//- README.md
# Shelf
A cache with a TTL.
";

const SENTENCE: &str = "make the cache respect its TTL";

#[test]
fn stdout_is_only_the_document_and_the_summary_is_two_lines() {
    let place = Place::of(PROJECT);
    let ran = place.run(["pack", SENTENCE]).ok();
    let document = ran.stdout();
    assert!(document.starts_with("<!-- plimsoll document 1 -->\n"), "{document}");
    assert!(document.ends_with("<!-- end of plimsoll document -->\n"), "{document}");
    assert!(document.contains("pub fn get(&self, now: u64)"), "{document}");
    let said: Vec<&str> = ran.stderr().lines().collect();
    assert_eq!(said.len(), 2, "{}", ran.stderr());
    assert!(said[0].contains(" of 60,000 characters ("), "{}", said[0]);
    assert!(said[1].contains("files in") && said[1].contains("`plimsoll explain`"), "{}", said[1]);
    assert!(place.run(["pack", SENTENCE, "-q"]).ok().stderr().is_empty());
}

#[test]
fn a_context_pack_has_seed_b_s_keys() {
    let place = Place::of(PROJECT);
    let pack = place.run(["pack", SENTENCE, "--format", "json"]).ok().json();
    assert_eq!(
        keys(&pack),
        ["constraints", "docs", "document", "files", "meta", "task", "totalChars", "truncated"]
    );
    assert_eq!(keys(&pack["task"]), ["acceptance", "goal", "id", "title"]);
    assert_eq!(keys(&pack["constraints"]), ["allowNewFiles", "allowedGlobs", "forbiddenGlobs"]);
    assert_eq!(pack["task"]["goal"], SENTENCE);
    assert_eq!(pack["truncated"], false);
    let cache = entry(&pack["files"], "path", "src/cache.rs");
    assert_eq!(keys(cache), ["content", "path", "priority"]);
    assert_eq!(cache["content"], place.read("src/cache.rs"));
    assert_eq!(cache["priority"], "low");
    for key in ["decisionId", "fingerprint", "limit", "used", "leftOut", "redactions", "notes"] {
        assert!(!pack["meta"][key].is_null(), "{key}");
    }
}

#[test]
fn xml_is_well_formed_and_holds_the_same_files() {
    let place = Place::copy_of("globset");
    let ran = place.run(["pack", SENTENCE, "--format", "xml"]).ok();
    let document = roxmltree::Document::parse(ran.stdout()).expect("it is well-formed");
    let blocks = document.root_element().children().filter(roxmltree::Node::is_element).count();
    let json = place.run(["pack", SENTENCE, "--format", "json"]).ok().json();
    let files = json["files"].as_array().expect("it is a list").len();
    assert!(files > 0 && blocks > files, "{blocks} blocks for {files} files");
}

#[test]
fn a_result_in_a_file_is_the_result_on_stdout() {
    let place = Place::of(PROJECT);
    for format in ["markdown", "xml", "json"] {
        let printed = place.run(["pack", SENTENCE, "--format", format]).ok();
        let file = place.put_beside("result", "old");
        let ran = place.run(["pack", SENTENCE, "--format", format, "-o", &file]).ok();
        assert!(ran.stdout.is_empty());
        assert_eq!(fs::read(&file).expect("it was written"), printed.stdout, "{format}");
        assert_eq!(ran.stderr, printed.stderr);
    }
}

#[test]
fn the_diff_is_in_when_it_is_asked_for() {
    let place = Place::of(PROJECT);
    place.commit_all();
    place.write("src/other.rs", "pub fn quite_different() {}\n");
    let without = place.run(["pack", SENTENCE]).ok();
    assert!(!without.stdout().contains("+pub fn quite_different"));
    let with = place.run(["pack", SENTENCE, "--diff"]).ok();
    assert!(with.stdout().contains("-pub fn unrelated() {}\n+pub fn quite_different() {}\n"));
}

#[test]
fn the_root_is_found_upwards() {
    let place = Place::of(PROJECT);
    place.write("plimsoll.toml", "");
    let from_root = place.run(["pack", SENTENCE]).ok();
    let below = place.call().folder(place.root().join("src")).args(["pack", SENTENCE]).run().ok();
    assert_eq!(below, from_root);
    let root = place.root().as_os_str();
    let from_outside =
        place.call().folder("/").args(["pack", SENTENCE, "--root"]).arg(root).run().ok();
    assert_eq!(from_outside, from_root);
}

#[test]
fn nothing_is_kept_where_nothing_is_to_be_kept() {
    let place = Place::of(PROJECT);
    let _ = place.run(["pack", SENTENCE, "--no-log"]).ok();
    assert!(!place.has_state());
    let _ = place.run(["pack", SENTENCE]).ok();
    assert!(place.has_state());
}

#[test]
fn an_empty_folder_gives_a_document_without_files() {
    let place = Place::empty();
    let pack = place.run(["pack", SENTENCE, "--format", "json"]).ok().json();
    assert!(texts(&pack["files"], "path").is_empty());
    assert!(pack["document"].as_str().is_some_and(|document| document.contains(SENTENCE)));
}

#[test]
fn a_document_of_ours_is_not_packed_again() {
    let place = Place::empty();
    place.write("a.txt", "the needle\n");
    for (format, file) in [("markdown", "out.md"), ("xml", "out.xml"), ("json", "out.json")] {
        let _ = place.run(["pack", "needle", "--format", format, "-o", file]).ok();
    }
    // What editors and mails make of a document.
    let made = place.read("out.md");
    let copy = format!("\u{feff}{}", made.replace('\n', "\r\n"));
    place.write("crlf.md", &copy);
    place.write("utf16.md", copy.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>());
    let pack = place.run(["pack", "needle", "--format", "json"]).ok().json();
    assert_eq!(texts(&pack["files"], "path"), ["a.txt"]);
    for path in ["out.md", "out.xml", "out.json", "crlf.md", "utf16.md"] {
        let left_out = entry(&pack["meta"]["leftOut"], "path", path);
        assert_eq!(left_out["reason"], "own_document", "{path}");
    }
}

#[test]
fn a_word_that_every_file_has_still_finds() {
    let place = Place::empty();
    for number in 0..1200 {
        place.write(format!("f{number}.txt"), format!("widget {number}\n"));
    }
    let pack = place.run(["pack", "widget", "--format", "json", "--no-log"]).ok().json();
    assert!(texts(&pack["files"], "path").len() > 100);
    let ran = place.run(["pack", "zebra", "--no-log"]).ok();
    assert!(ran.stderr().contains("none of the 1,200 files has a word of the request"));
}

#[test]
fn a_file_that_the_sentence_names_gets_its_room_first() {
    let place = Place::empty();
    let body: String = (0..150).map(|n| format!("let line_{n} = unused({n});\n")).collect();
    place.write("src/rules/unused.js", &body);
    for number in 0..50 {
        place.write(
            format!("src/rules/other{number}.js"),
            format!("// a rule about a bug {number}\n"),
        );
    }
    let sentence = "fix the bug in src/rules/unused.js";
    let pack = place.run(["pack", sentence, "--budget", "3k", "--format", "json"]).ok().json();
    assert_eq!(entry(&pack["files"], "path", "src/rules/unused.js")["content"], body);
}

#[test]
fn of_files_that_say_the_same_one_is_shown() {
    let place = Place::empty();
    for name in ["a.txt", "b.txt", "c.txt"] {
        place.write(name, "the same needle\n");
    }
    let pack = place.run(["pack", "needle", "--format", "json"]).ok().json();
    assert_eq!(texts(&pack["files"], "path"), ["a.txt"]);
    assert_eq!(entry(&pack["meta"]["leftOut"], "path", "b.txt")["reason"], "duplicate");
}

/// One count of what has no room, wherever it is told; what was never to choose from is told apart.
#[test]
fn what_is_left_out_is_the_same_number_everywhere() {
    let place = Place::empty();
    for n in 0..30 {
        place.write(format!("src/cache{n}.txt"), format!("the cache number {n}\n").repeat(40));
    }
    place.write("copy.txt", "the cache number 7\n".repeat(40));
    let ran = place.run(["pack", "the cache", "--max-chars", "4000"]).ok();
    let notice = ran.stdout().split("> context truncated: of ").nth(1).expect("it is there");
    let left_out = notice.split(" left out").next().and_then(|said| said.split(' ').next_back());
    let left_out: usize = left_out.and_then(|count| count.parse().ok()).expect("a number");
    let list = ran.stdout().split("\n## Left out\n").nth(1).expect("it is there");
    let named = list.lines().filter(|line| line.contains(": needs ")).count();
    let more = list.lines().find_map(|line| line.strip_prefix("- and ")?.split(' ').next());
    let more: usize = more.map_or(0, |more| more.parse().expect("a number"));
    assert_eq!((named + more, left_out > 10), (left_out, true), "{list}");
    let said = format!(" in, {left_out} left out, 1 passed over, ");
    assert!(ran.stderr().contains(&said), "{}", ran.stderr());
}
