//! The limit holds, by counters that are not the engine's, on real trees from tiny limits to large ones.

use crate::support::{Place, Ran, cl100k, o200k, utf16};
use serde_json::Value;

/// One way to say a limit, and the judge of it.
struct Measure {
    flags: &'static [&'static str],
    unit: &'static str,
    count: fn(&str) -> u64,
    limits: &'static [u64],
}

const MEASURES: &[Measure] = &[
    Measure { flags: &["--budget"], unit: "tokens", count: o200k, limits: &[1, 3_000, 30_000] },
    Measure {
        flags: &["--counter", "cl100k_base/1", "--budget"],
        unit: "tokens",
        count: cl100k,
        limits: &[400, 8_000],
    },
    Measure { flags: &["--max-chars"], unit: "characters", count: utf16, limits: &[2_000, 25_000] },
];

#[test]
fn many_files_are_within_the_limit_by_independent_counters() {
    holds_at_every_limit("regex-automata", "the lazy DFA cache should respect its capacity");
}

#[test]
fn a_few_files_are_within_the_limit_by_independent_counters() {
    holds_at_every_limit("globset", "make the glob matcher ignore case");
}

#[test]
fn files_above_the_size_bound_are_within_the_limit_by_independent_counters() {
    holds_at_every_limit("libsqlite3-sys", "bind a blob of zeros to a prepared statement");
}

fn holds_at_every_limit(package: &str, sentence: &str) {
    let place = Place::copy_of(package);
    for measure in MEASURES {
        for limit in measure.limits {
            let call = place.call().args(["pack", sentence, "--format", "json"]);
            let ran = call.args(measure.flags).arg(limit.to_string()).run();
            judge(&ran, measure, *limit, package);
        }
    }
}

fn judge(ran: &Ran, measure: &Measure, limit: u64, package: &str) {
    let result = ran.json();
    if ran.code == Some(1) {
        assert_eq!(result["refusal"]["code"], "ContextTooLarge", "{package} at {limit}");
        let needed = result["refusal"]["details"]["needed"].as_u64().expect("it is a number");
        assert!(needed > limit && needed < 1_000, "{package} at {limit}: needs {needed}");
        return;
    }
    assert_eq!(ran.code, Some(0), "{package} at {limit}: {}", ran.stderr());
    let document = result["document"].as_str().expect("there is a document");
    let counted = (measure.count)(document);
    assert!(counted <= limit, "{package} at {limit}: {counted}");
    assert_eq!(result["meta"]["used"], counted, "{package} at {limit}");
    assert_eq!(result["meta"]["limit"]["value"], limit);
    assert_eq!(result["meta"]["limit"]["unit"], measure.unit);
    assert_eq!(result["totalChars"], utf16(document), "{package} at {limit}");
    let says_so = document.contains("> context truncated: of ");
    assert_eq!(result["truncated"], says_so, "{package} at {limit}");
    // A tree that has enough to show fills what it is given.
    if package == "regex-automata" && limit >= 3_000 && measure.unit == "tokens" {
        assert!(counted * 10 > limit * 9, "{package} at {limit}: only {counted} are used");
    }
}

#[test]
fn what_a_refusal_says_is_needed_is_what_is_needed() {
    let place = Place::of("//- a.txt\nnothing much\n");
    let ask = |limit: u64| {
        let limit = limit.to_string();
        place.run(["pack", "something", "--format", "json", "--budget", &limit])
    };
    let refused = ask(1).ends_with(1).json();
    let needed = refused["refusal"]["details"]["needed"].as_u64().expect("it is a number");
    let loaded = ask(needed).ok().json();
    assert!(loaded["meta"]["used"].as_u64() <= Some(needed));
    let _ = ask(needed - 1).ends_with(1);
}

#[test]
fn text_formats_have_the_same_count_as_the_summary_says() {
    let place = Place::copy_of("globset");
    for format in ["markdown", "xml"] {
        let ran =
            place.run(["pack", "glob set builder", "--budget", "5k", "--format", format]).ok();
        let counted = o200k(ran.stdout());
        assert!(counted <= 5_000);
        let grouped = format!("{},{:03} of 5,000 tokens (", counted / 1000, counted % 1000);
        assert!(ran.stderr().starts_with(&grouped), "{} for {counted}", ran.stderr());
    }
}

#[test]
fn tiers_are_the_seeds_numbers() {
    let place = Place::copy_of("globset");
    for (flags, limit) in [
        (&["--tier", "strong"][..], 120_000),
        (&["--tier", "default"], 60_000),
        (&["--tier", "cheap"], 25_000),
        (&[], 60_000),
    ] {
        let call = place.call().args(["pack", "ignore case", "--format", "json"]).args(flags);
        let result: Value = call.run().ok().json();
        assert_eq!(result["meta"]["limit"]["value"], limit);
        assert_eq!(result["meta"]["limit"]["unit"], "characters");
        assert!(result["totalChars"].as_u64() <= Some(limit));
    }
}

#[test]
fn tiers_can_be_redefined() {
    let place = Place::copy_of("globset");
    place.write("plimsoll.toml", "[budget.tiers]\nstrong = 9000\ndefault = 7000\ncheap = 3000\n");
    for (tier, limit) in [("strong", 9_000), ("default", 7_000), ("cheap", 3_000)] {
        let call = place.call().args(["pack", "ignore case", "--format", "json", "--tier", tier]);
        let result: Value = call.run().ok().json();
        assert_eq!(result["meta"]["limit"]["value"], limit, "{tier}");
        let document = result["document"].as_str().expect("there is one");
        assert!(utf16(document) <= limit && result["truncated"] == true, "{tier}");
    }
}

#[test]
fn a_count_with_a_margin_says_so() {
    let place = Place::of("//- a.txt\nnothing much\n");
    for (counter, tenths) in [("o200k_base/1", 10), ("claude/1", 18), ("claude-before-4.7/1", 14)] {
        let call = place.call().args(["pack", "nothing", "--format", "json", "--budget", "5k"]);
        let result = call.args(["--counter", counter]).run().ok().json();
        let counted = o200k(result["document"].as_str().expect("there is one"));
        let used = result["meta"]["used"].as_u64().expect("it is a number");
        let notes = result["meta"]["notes"].to_string();
        assert_eq!(notes.contains("is not published"), tenths > 10, "{counter}: {notes}");
        // Rounded up for each block, of which there are a few.
        assert!(
            (counted * tenths..=counted * tenths + 90).contains(&(used * 10)),
            "{counter}: {used}"
        );
    }
}
