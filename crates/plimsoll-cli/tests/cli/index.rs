//! `plimsoll index`, `outline` and `symbols`.

use crate::support::{Place, texts};

fn place() -> Place {
    Place::of(
        "//- src/cache.rs\n//! A cache.\nuse std::fmt;\n\n/// Keeps things.\npub struct Cache {\n    size: usize,\n}\n\n\
         impl Cache {\n    pub fn evict(&mut self) {\n        self.size = 0;\n        helper();\n    }\n}\n\
         //- src/other.rs\nfn evict() {}\nfn broken( {\n\
         //- notes.txt\nnothing\n//- .env\nA=1\n//- secret/hidden.rs\nfn evict() {}\n\
         //- .cursorignore\nsecret/\n",
    )
}

#[test]
fn an_outline_shows_lines_and_signatures() {
    let place = place();
    let ran = place.run(["outline", "src/cache.rs"]).ok();
    assert_eq!(
        ran.stdout(),
        " 5  pub struct Cache\n 6    size: usize\n 9  impl Cache\n10    pub fn evict(&mut self)\n"
    );
    let json = place.run(["outline", "src/cache.rs", "--json"]).ok().json();
    assert_eq!(json["language"], "rust");
    let definitions = &json["outline"]["definitions"];
    assert_eq!(texts(definitions, "name"), ["Cache", "size", "Cache", "evict"]);
    assert_eq!(definitions[3]["parent"], 2);
    assert_eq!(definitions[0]["doc"]["first"], 4);
    assert_eq!(json["outline"]["imports"][0]["path"], "std::fmt");
    assert_eq!(texts(&json["outline"]["references"], "name"), ["helper"]);
}

#[test]
fn broken_source_has_an_outline_and_problems() {
    let place = place();
    let ran = place.run(["outline", "src/other.rs"]).ok();
    assert_eq!(ran.stdout(), "1  fn evict()\n");
    assert!(ran.stderr().contains("line 2 is not understood"), "{}", ran.stderr());
}

#[test]
fn what_has_no_outline_says_why() {
    let place = place();
    assert!(place.run(["outline", "notes.txt"]).ok().stderr().contains("no outline"));
    for (path, part) in [
        ("src/cach.rs", "did you mean `src/cache.rs`"),
        (".env", "never sent"),
        ("secret/hidden.rs", ".cursorignore"),
        ("../x", "outside the project"),
    ] {
        let ran = place.run(["outline", path]).ends_with(2);
        assert!(ran.stderr().contains(part), "{path}: {}", ran.stderr());
        assert_eq!(ran.stdout(), "");
    }
}

#[test]
fn symbols_are_found_where_they_are_defined_and_may_be_shown() {
    let place = place();
    let ran = place.run(["symbols", "evict"]).ok();
    assert_eq!(
        ran.stdout(),
        "src/cache.rs:10: method pub fn evict(&mut self)\nsrc/other.rs:1: function fn evict()\n"
    );
    let one = place.run(["symbols", "Cache::evict", "--json"]).ok().json();
    assert_eq!(texts(&one["symbols"], "path"), ["src/cache.rs"]);
    assert_eq!(one["symbols"][0]["name"], "Cache.evict");
    let none = place.run(["symbols", "evikt"]).ends_with(2);
    assert!(none.stderr().contains("did you mean `evict`"), "{}", none.stderr());
}

#[test]
fn the_index_reads_what_has_changed() {
    let place = place();
    let first = place.run(["index"]).ok();
    assert!(first.stdout().starts_with("4 files, 0 MB\n  read 4 in "), "{}", first.stdout());
    assert!(first.stdout().contains("with outlines 2: rust 2\n"), "{}", first.stdout());
    assert!(first.stdout().contains("skipped 2: "), "{}", first.stdout());
    std::thread::sleep(std::time::Duration::from_millis(80));
    // What was written just before the first look is looked at once more.
    let _ = place.run(["index"]).ok();
    let again = place.run(["index", "--json"]).ok().json();
    assert_eq!((&again["read"], &again["files"]), (&0.into(), &4.into()));
    place.write("src/other.rs", b"fn other() {}\n");
    let edited = place.run(["index", "--json"]).ok().json();
    assert_eq!(edited["read"], 1);
    assert!(place.run(["symbols", "other"]).ok().stdout().starts_with("src/other.rs:1:"));
}

#[test]
fn languages_that_settings_leave_out_are_told() {
    let place = place();
    place.write("tool.py", "def tool():\n    pass\n");
    place.write("plimsoll.toml", "[index]\nlanguages = [\"python\"]\n");
    let index = place.run(["index"]).ok();
    assert!(index.stdout().contains("with outlines 1: python 1\n"), "{}", index.stdout());
    let left_out = "without outlines, by `index.languages` 3: rust 2, toml 1\n";
    assert!(index.stdout().contains(left_out), "{}", index.stdout());
    let outline = place.run(["outline", "src/cache.rs"]).ends_with(2);
    let why = "`index.languages` leaves out rust";
    assert!(outline.stderr().contains(why), "{}", outline.stderr());
    assert!(place.run(["symbols", "tool"]).ok().stdout().starts_with("tool.py:1:"));
    let _ = place.run(["symbols", "evict"]).ends_with(2);
    place.write("plimsoll.toml", "[index]\nlanguages = [\"golang\"]\n");
    let unknown = place.run(["index"]).ends_with(2);
    assert!(unknown.stderr().contains("\"golang\", which is not known"), "{}", unknown.stderr());
    assert!(unknown.stderr().contains(" go, html, java, "), "{}", unknown.stderr());
}
