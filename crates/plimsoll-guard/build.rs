//! Makes ready what a scan begins with, so that a process need not: reading the rule files and making the automaton of
//! all keywords took a third of what the first megabyte cost.

#![expect(clippy::disallowed_methods, reason = "a build reads and writes files")]

use std::path::Path;

use serde_json::{Value, json};

#[path = "src/keywords/make.rs"]
mod make;
#[path = "build/opening.rs"]
mod opening;
#[path = "build/rules.rs"]
mod rules;

fn main() {
    for read in [
        "build.rs",
        "build",
        "rules",
        "data/names.toml",
        "data/providers.toml",
        "src/keywords/make.rs",
    ] {
        println!("cargo::rerun-if-changed={read}");
    }
    let out = std::env::var_os("OUT_DIR").expect("cargo says where");
    let save = |name: &str, bytes: &[u8]| {
        std::fs::write(Path::new(&out).join(name), bytes)
            .expect("the build may write where cargo says");
    };
    let rules = rules::all();
    let openings = rules.iter().flat_map(|rule| opening::of(rule["regex"].as_str()));
    save("openings", &openings.collect::<Vec<u8>>());
    let by_keyword = rules::by_keyword(&rules);
    let words: Vec<&str> = by_keyword.keys().map(String::as_str).collect();
    let tables = make::tables(&words).expect("the keywords are no more than an automaton can have");
    save("keywords.classes", &tables.classes);
    save("keywords.moves", &tables.moves);
    save("keywords.matches", &tables.matches);
    save("keywords.words", &tables.words);
    let tasks: Vec<&Vec<Value>> = by_keyword.values().collect();
    save("rules.json", json!({ "rules": rules, "tasks": tasks }).to_string().as_bytes());
}
