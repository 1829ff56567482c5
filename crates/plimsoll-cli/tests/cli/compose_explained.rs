//! What compose says of its own choice: explanation, rejections, terminal.

use crate::compose::{LANES, add_rules, changed, composed, framing};
use crate::support::{Place, entry, keys, texts};
use serde_json::{Value, json};
use std::fs;

#[test]
fn the_explanation_has_the_seed_s_fields() {
    let place = changed();
    let result = composed(&place, &["--budget", "1500"]);
    let explanation = &result["explanation"];
    assert_eq!(
        keys(explanation),
        ["constraints", "laneBreakdown", "performance", "summary", "topRejections"]
    );
    let summary = explanation["summary"].as_str().expect("it is a text");
    assert!(summary.starts_with("Selected ") && summary.contains("/1,500 tokens"), "{summary}");
    assert_eq!(texts(&explanation["laneBreakdown"], "lane"), LANES);
    assert_eq!(
        keys(&explanation["laneBreakdown"][1]),
        ["budgetMax", "budgetUsed", "lane", "selectedCount", "topArtifacts"]
    );
    let top = entry(&explanation["laneBreakdown"], "lane", "local");
    assert_eq!(keys(&top["topArtifacts"][0]), ["id", "kind", "score"]);
    assert_eq!(
        keys(&explanation["constraints"]),
        ["excludedCount", "mustIncludeCount", "pinnedCount"]
    );
    // The new file is a recent edit, and not pinned.
    assert_eq!(explanation["constraints"]["pinnedCount"], 2);
    assert_eq!(
        keys(&explanation["performance"]),
        ["cacheHit", "candidateCount", "compressionRatio", "selectedCount"]
    );
}

/// The numbers of a sentence, in their order.
fn numbers(sentence: &Value) -> Vec<u64> {
    let sentence = sentence.as_str().expect("it is a text").replace(',', "");
    let words = sentence.split(|c: char| !c.is_ascii_digit());
    words.filter(|word| !word.is_empty()).map(|word| word.parse().expect("digits")).collect()
}

#[test]
fn every_number_of_the_explanation_is_true() {
    let place = changed();
    add_rules(&place, &"Words about a rule.\n".repeat(60));
    let constraints = json!({
        "mustInclude": [{"match": {"type": "pattern", "pattern": "docs/adr/**"}, "reason": "decided"}],
    });
    let file = place.put_beside("constraints.json", constraints.to_string());
    let result = composed(&place, &["--budget", "1000", "--constraints", &file]);
    let explanation = &result["explanation"];
    let (selected, rejected) = (&result["selected"], &explanation["topRejections"]);
    let estimates = |list: &Value, at: &str| -> Vec<u64> {
        let list = list.as_array().expect("it is a list").iter();
        list.map(|artifact| artifact.pointer(at).and_then(Value::as_u64).expect("one")).collect()
    };
    let taken = estimates(selected, "/tokenEstimate");
    let left = estimates(rejected, "/artifact/tokenEstimate");
    assert_eq!((taken.len(), left.len()), (6, 1), "{result}");
    let used = result["actualTokens"].as_u64().expect("it is a number");
    let short = result["shortfalls"].as_array().expect("it is a list").len() as u64;
    assert_eq!(numbers(&explanation["summary"]), [6, used, 1000, short]);
    let counts = json!({"pinnedCount": 2, "mustIncludeCount": 1, "excludedCount": 0});
    assert_eq!(explanation["constraints"], counts);

    let rendered = estimates(&result["rendered"], "/exactTokenCount").iter().sum::<u64>();
    let estimated = taken.iter().chain(&left).sum::<u64>();
    let performance = &explanation["performance"];
    let ratio = performance["compressionRatio"].as_f64().expect("it is a number");
    assert!((ratio - rendered as f64 / estimated as f64).abs() < 0.0006, "{performance}");
    assert_eq!(
        (&performance["candidateCount"], &performance["selectedCount"]),
        (&7.into(), &6.into())
    );
    for (lane, max) in LANES.into_iter().zip([62, 250, 375, 187, 250, 125]) {
        let line = entry(&explanation["laneBreakdown"], "lane", lane);
        assert_eq!(line["budgetMax"], max, "{lane}");
        let of_lane = texts(selected, "lane").into_iter().filter(|name| *name == lane).count();
        assert_eq!(line["selectedCount"], of_lane, "{lane}");
        let top = line["topArtifacts"].as_array().expect("it is a list");
        assert_eq!(top.len(), of_lane.min(3), "{lane}");
        // Without keywords: 0.35 × 0.6 for relevance (little is committed), and what the seed gives a rule document.
        assert!(lane != "rules" || top.iter().all(|artifact| artifact["score"] == 0.355));
    }
    // Asked again, it says that it was known.
    let again = composed(&place, &["--budget", "1000", "--constraints", &file]);
    for (result, hit) in [(&result, false), (&again, true)] {
        assert_eq!(result["cacheHit"], hit);
        assert_eq!(result["explanation"]["performance"]["cacheHit"], hit);
    }
}

#[test]
fn what_is_not_taken_is_told_with_real_numbers() {
    let place = changed();
    add_rules(&place, &"Words about a rule.\n".repeat(90));
    let explanation = &composed(&place, &["--budget", "1000"])["explanation"];
    let lane = entry(&explanation["laneBreakdown"], "lane", "rules");
    let rejected = entry(&explanation["topRejections"], "reason", "lane_max_reached");
    let [used, max, adds] = numbers(&rejected["detail"])[..] else { panic!("{rejected}") };
    assert_eq!((&json!(used), &json!(max)), (&lane["budgetUsed"], &lane["budgetMax"]));
    assert_eq!(rejected["artifact"]["tokenEstimate"], adds);
    assert!(used + adds > max, "{rejected}");

    // A lane that may have everything, and a total that does not hold it.
    let config = "[budget]\ntotal = 900\n[budget.lanes.rules]\nmax = 900\n";
    let call = place.call().args(["compose", "--format", "json", "--config"]);
    let result = call.arg(place.put_beside("config.toml", config)).run().ok().json();
    let rejected = entry(&result["explanation"]["topRejections"], "reason", "budget_exceeded");
    let [used, total, adds] = numbers(&rejected["detail"])[..] else { panic!("{rejected}") };
    assert_eq!(rejected["artifact"]["tokenEstimate"], adds);
    let estimates = result["selected"].as_array().expect("it is a list").iter();
    let framing = framing(result["document"].as_str().expect("there is one"));
    let taken: u64 =
        estimates.map(|artifact| artifact["tokenEstimate"].as_u64().expect("one")).sum();
    assert_eq!(total - used, 900 - framing - taken, "{rejected}");
    assert!(used + adds > total, "{rejected}");
}

#[test]
fn an_explanation_names_no_path_and_shows_no_content() {
    let place = changed();
    add_rules(&place, &"Words about a rule.\n".repeat(90));
    let result = composed(&place, &["--budget", "1000"]);
    for part in ["explanation", "selected", "allocation", "shortfalls"] {
        let text = result[part].to_string();
        for told in ["AGENTS", "zone", "adr", "src", ".md", ".txt", "Words", "LINE", "line 3"] {
            assert!(!text.contains(told), "{told} in {part}: {text}");
        }
    }
}

#[test]
fn the_terminal_summary_fits_eighty_columns() {
    let place = changed();
    for args in [&["compose"][..], &["compose", "--budget", "620"], &["compose", "-v"]] {
        let ran = place.run(args).ok();
        let lines: Vec<&str> = ran.stdout().lines().collect();
        assert!(lines[0].starts_with("Selected "), "{}", ran.stdout());
        for lane in LANES {
            let of_lane = lines.iter().filter(|line| line.trim_start().starts_with(lane));
            assert_eq!(of_lane.filter(|line| line.contains('░') || line.contains('█')).count(), 1);
        }
        let longest = lines.iter().map(|line| line.chars().count()).max();
        assert!(longest <= Some(80), "{}", ran.stdout());
        assert!(!ran.stdout().contains('\u{1b}'), "no colour where there is no terminal");
    }
}

#[test]
fn what_was_shrunk_says_what_it_was() {
    let place = Place::empty();
    let old: String = (0..400).map(|n| format!("a line with the number {n}\n")).collect();
    place.write("long.txt", &old);
    place.commit_all();
    let new = (0..400).step_by(25).fold(old, |text, n| text.replace(&format!(" {n}\n"), " x\n"));
    place.write("long.txt", new);
    let whole = &composed(&place, &["--budget", "40k"])["rendered"][0];
    let plain = ["content", "exactTokenCount", "id", "kind", "lane", "shrunk"];
    assert_eq!(keys(whole), plain);
    assert_eq!(whole["shrunk"], false);
    let shrunk = &composed(&place, &["--budget", "800"])["rendered"][0];
    let more = ["originalTokenCount", "shrinkStrategy"];
    assert_eq!(keys(shrunk).len(), plain.len() + more.len());
    assert_eq!(shrunk["shrunk"], true);
    assert_eq!(shrunk["id"], whole["id"]);
    assert_eq!(shrunk["originalTokenCount"], whole["exactTokenCount"]);
    assert!(shrunk["exactTokenCount"].as_u64() < whole["exactTokenCount"].as_u64());
}

#[test]
fn the_trigger_is_manual_or_what_is_given() {
    let place = changed();
    let event = |flags: &[&str]| {
        let key = composed(&place, flags)["cacheKey"].to_string();
        let file = place.beside("capsule.json");
        let call = place.call().args(["capsule", "export", "-o"]).arg(&file);
        let _ = call.run().ok();
        let capsule: Value = serde_json::from_slice(&fs::read(file).expect("it was written"))
            .expect("a capsule is JSON");
        (capsule["capsule"]["request"]["event"].as_str().expect("a text").to_owned(), key)
    };
    let (manual, key) = event(&[]);
    assert_eq!(manual, "manual");
    for flag in ["-t", "--trigger"] {
        let (given, another) = event(&[flag, "file_saved"]);
        assert_eq!(given, "file_saved");
        assert_ne!(another, key, "the event is part of the key");
    }
}

#[test]
fn verbose_lists_what_is_in_and_everything_that_is_not() {
    let place = changed();
    add_rules(&place, &"# A rule\nWords about a rule.\n".repeat(60));
    let plain = place.run(["compose", "--budget", "1000"]).ok();
    let result = composed(&place, &["--budget", "1000"]);
    let candidates = &result["explanation"]["performance"]["candidateCount"];
    let is_rule = |line: &&str| line.trim_start().starts_with("rule_doc");
    let lines = |out: &str| out.lines().filter(is_rule).count();
    let top = result["explanation"]["topRejections"].as_array().expect("it is a list");
    assert_eq!(top.len(), 5, "of many more");
    assert!(!plain.stdout().contains("src/list.txt"));
    assert_eq!(lines(plain.stdout()), 3, "the first three that are not taken");
    for flag in ["-v", "--verbose"] {
        let verbose = place.run(["compose", "--budget", "1000", flag]).ok();
        assert!(verbose.stdout().contains("src/list.txt"), "{}", verbose.stdout());
        // The three others are changes.
        let listed = lines(verbose.stdout()) as u64 + 3;
        assert_eq!(Some(listed), candidates.as_u64(), "{}", verbose.stdout());
    }
}

#[test]
fn verbose_groups_what_is_not_taken_by_its_reason_best_first() {
    let place = changed();
    add_rules(&place, &"# A rule\nWords about a rule.\n".repeat(60));
    let constraints = json!({
        "mustExclude": [{"match": {"type": "pattern", "pattern": "docs/adr/**"}, "reason": "not now"}],
    });
    let file = place.put_beside("constraints.json", constraints.to_string());
    let verbose = place.run(["compose", "--budget", "1000", "--constraints", &file, "-v"]).ok();
    let out = verbose.stdout();
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
    let (_, rejected) = out.split_once("\nnot taken:\n").expect("something is not taken");
    let explained = place.run(["explain", "--json"]).ok().json();
    let rows = explained["artifacts"].as_array().expect("it is a list");
    // The groups have every rejection once, in the order of the ranking.
    let mut listed = 0;
    for group in rejected.split_inclusive('\n').filter(|line| !line.starts_with("    ")) {
        let (reason, count) = group.trim().split_once(": ").expect("a group says how many");
        let of_reason: Vec<&Value> = rows.iter().filter(|row| row["reason"] == reason).collect();
        assert_eq!(count, of_reason.len().to_string(), "{group}");
        let after = &rejected[rejected.find(group).expect("it is there") + group.len()..];
        let entries = after.lines().take_while(|line| line.starts_with("    "));
        let entries: Vec<&str> = entries.filter(|line| !line.starts_with("      ")).collect();
        assert_eq!(entries.len(), of_reason.len(), "{out}");
        for (line, row) in entries.iter().zip(&of_reason) {
            let name = row["name"].as_str().expect("a text");
            assert!(line.starts_with(&format!("    rule_doc {name}")), "{line}");
        }
        listed += entries.len();
    }
    assert_eq!(listed, rows.iter().filter(|row| row["reason"].is_string()).count());
    assert!(rejected.contains("  excluded_by_policy: 1\n    rule_doc docs/adr/0001.md: not now\n"));
    assert!(rejected.contains("  lane_max_reached: "), "{out}");
}

#[test]
fn a_cache_hit_is_said_after_the_summary_line() {
    let place = changed();
    for (args, is_hit) in
        [(&["compose"][..], false), (&["compose"], true), (&["compose", "-v"], true)]
    {
        let ran = place.run(args).ok();
        let second = ran.stdout().lines().nth(1).expect("there are more lines");
        assert_eq!(second, if is_hit { "   (cache hit)" } else { "" }, "{}", ran.stdout());
    }
    let ran = place.run(["compose", "--dry-run"]).ok();
    assert!(!ran.stdout().contains("cache hit"), "a dry run does not look there");
}
