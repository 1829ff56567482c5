//! Compose: rule documents and the working tree's changes by lanes, in git and without it.

use crate::log::ids;
use crate::same_bytes::set_time;
use crate::support::{Place, entry, keys, o200k, texts};
use serde_json::{Value, json};
use std::fs;

const LANES: [&str; 6] = ["policy", "rules", "local", "structure", "retrieved", "history"];

/// A repository with rules and an uncommitted change in two places of one file.
pub(crate) fn changed() -> Place {
    let place = Place::empty();
    place.write("AGENTS.md", "# Rules\nKeep it small.\n## Tests\nTest everything.\n");
    place.write("docs/adr/0001.md", "# Use files\nBecause they are there.\n");
    let old: String = (0..60).map(|n| format!("line {n}\n")).collect();
    place.write("src/list.txt", &old);
    place.write("src/gone.txt", "it was here\n");
    place.commit_all();
    place.write(
        "src/list.txt",
        old.replace("line 3\n", "LINE 3\n").replace("line 50\n", "LINE 50\n"),
    );
    place.write("src/new.txt", "brand new\n");
    std::fs::remove_file(place.root().join("src/gone.txt")).expect("it is ours");
    place
}

/// More rules, committed; they stand behind all others.
fn add_rules(place: &Place, text: &str) {
    place.write("zone/AGENTS.md", text);
    let _ = place.git(&["add", "zone"]).ok();
    let _ = place.git(&["commit", "-q", "-m", "more", "zone"]).ok();
}

fn composed(place: &Place, flags: &[&str]) -> Value {
    let result = place.call().args(["compose", "--format", "json"]).args(flags).run().ok().json();
    judge(&result);
    result
}

/// What holds for every composition: the numbers are those of the document.
#[track_caller]
fn judge(result: &Value) {
    assert_eq!(
        keys(result),
        [
            "actualTokens",
            "allocation",
            "cacheHit",
            "cacheKey",
            "document",
            "explanation",
            "meta",
            "rendered",
            "selected",
            "shortfalls",
            "unmatchedConstraints"
        ]
    );
    let document = result["document"].as_str().expect("there is one");
    let counted = o200k(document);
    assert_eq!(result["actualTokens"], counted);
    assert_eq!(result["meta"]["used"], counted);
    assert!(Some(counted) <= result["meta"]["limit"]["value"].as_u64());
    let number = |value: &Value| value.as_u64().expect("it is a number");
    let allocation: u64 = LANES.iter().map(|lane| number(&result["allocation"][lane])).sum();
    let rendered = result["rendered"].as_array().expect("it is a list");
    let contents: u64 = rendered.iter().map(|artifact| number(&artifact["exactTokenCount"])).sum();
    assert_eq!(allocation, contents, "lanes hold what is rendered");
    let framing = framing(document);
    assert_eq!(allocation + framing, counted, "allocation and framing are the whole");
    for lane in result["explanation"]["laneBreakdown"].as_array().expect("it is a list") {
        let name = lane["lane"].as_str().expect("it is a text");
        assert_eq!(lane["budgetUsed"], result["allocation"][name]);
    }
}

/// What the document counts without its artifacts: head, how to read it, tail.
fn framing(document: &str) -> u64 {
    let blocks: Vec<&str> = document.split_inclusive("\n\n## ").collect();
    // The first block is how to read the document; everything after it up to the tail is artifacts.
    let artifacts_begin = match blocks.as_slice() {
        [head, rules, _, ..] => head.len() + rules.len() - "## ".len(),
        _ => document.find("<!-- end of").expect("it has an end"),
    };
    let tail = document.rfind("<!-- end of").expect("it has an end");
    o200k(&document[..artifacts_begin]) + o200k(&document[tail..])
}

/// A change of what was committed, or something new.
fn is_change(kind: &str) -> bool {
    kind == "local_diff" || kind == "recent_edit"
}

#[test]
fn rules_and_changes_are_in_their_lanes() {
    let place = changed();
    let result = composed(&place, &[]);
    assert_eq!(keys(&result["allocation"]), {
        let mut lanes = LANES;
        lanes.sort_unstable();
        lanes
    });
    let kinds = texts(&result["selected"], "kind");
    assert_eq!(kinds.iter().filter(|kind| is_change(kind)).count(), 3, "{kinds:?}");
    assert_eq!(kinds.iter().filter(|kind| **kind == "rule_doc").count(), 3, "{kinds:?}");
    for artifact in result["selected"].as_array().expect("it is a list") {
        assert_eq!(keys(artifact), ["id", "kind", "lane", "tokenEstimate"]);
        let id = artifact["id"].as_str().expect("it is a text");
        assert!(!id.contains("txt") && !id.contains("AGENTS"), "an id has no path: {id}");
    }
    let document = result["document"].as_str().expect("there is one");
    for text in [
        "Keep it small.",
        "Because they are there.",
        "-line 3\n+LINE 3\n",
        "+brand new",
        "-it was here",
    ] {
        assert!(document.contains(text), "{text}");
    }
}

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
        "mustInclude": [{"match": {"type": "pattern", "pattern": "docs/**"}, "reason": "decided"}],
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
        // Without keywords: 0.35 × 0.5 for relevance, and what the seed gives a rule document.
        assert!(lane != "rules" || top.iter().all(|artifact| artifact["score"] == 0.32));
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
fn a_pinned_diff_is_in_at_a_small_budget_and_refused_at_none() {
    let place = changed();
    // The lanes follow in proportion, so that almost nothing is left for rules.
    let result = composed(&place, &["--budget", "620"]);
    let kinds = texts(&result["selected"], "kind");
    assert_eq!(kinds.iter().filter(|kind| **kind == "local_diff").count(), 2, "{kinds:?}");
    let ran = place.run(["compose", "--format", "json", "--budget", "50"]).ends_with(1);
    assert_eq!(ran.json()["refusal"]["code"], "ContextTooLarge");
}

#[test]
fn constraints_are_followed_and_those_without_a_match_are_named() {
    let place = changed();
    let constraints = json!({
        "mustExclude": [{"match": {"type": "pattern", "pattern": "src/list.txt"}, "reason": "private"}],
        "pinned": [
            {"match": {"type": "pattern", "pattern": "src/list.txt"}, "reason": "wanted"},
            {"match": {"type": "kind", "kind": "learning"}, "reason": "there is none"},
        ],
        "mustInclude": [
            {"match": {"type": "pattern", "pattern": "docs/adr/0001.md"}, "reason": "decided"},
            {"match": {"type": "pattern", "pattern": "no/such/file"}, "reason": "a typo"},
        ],
        "laneRequirements": [{"lane": "history", "minTokens": 50, "reason": "asked"}],
    });
    let file = place.put_beside("constraints.json", constraints.to_string());
    let result = composed(&place, &["--constraints", &file]);
    assert!(!result["document"].as_str().is_some_and(|text| text.contains("LINE 3")));
    let rejections = &result["explanation"]["topRejections"];
    let excluded = entry(rejections, "reason", "excluded_by_policy");
    assert_eq!(excluded["detail"], "private");
    assert_eq!(keys(excluded), ["artifact", "detail", "reason"]);
    assert_eq!(result["unmatchedConstraints"], json!(["mustInclude[1]", "pinned[1]"]));
    let shortfall = entry(&result["shortfalls"], "lane", "history");
    assert_eq!(keys(shortfall), ["available", "lane", "requested"]);
    assert_eq!(shortfall["requested"], 50);
    assert_eq!(shortfall["available"], 0);
    assert_eq!(result["explanation"]["constraints"]["mustIncludeCount"], 1);
    assert_eq!(result["explanation"]["constraints"]["excludedCount"], 1);
}

#[test]
fn the_policy_of_the_settings_holds_and_a_request_takes_nothing_away() {
    let place = changed();
    let wanted = json!({
        "pinned": [{"match": {"type": "pattern", "pattern": "src/gone.txt"}, "reason": "wanted"}],
        "laneRequirements": [{"lane": "rules", "minTokens": 1, "reason": "little is enough"}],
    });
    let constraints = place.put_beside("constraints.json", wanted.to_string());
    let with = |settings: &str| {
        let config = place.put_beside("config.toml", settings);
        composed(&place, &["--budget", "2000", "--config", &config, "--constraints", &constraints])
    };
    let result = with("policy = { protected = true, sensitive = [\"**/gone.*\"] }");
    let excluded = entry(&result["explanation"]["topRejections"], "reason", "excluded_by_policy");
    assert_eq!(excluded["detail"], "sensitive file pattern");
    assert!(!result["document"].as_str().is_some_and(|text| text.contains("it was here")));
    assert_eq!(entry(&result["shortfalls"], "lane", "rules")["requested"], 300);
    assert_eq!(result["explanation"]["constraints"]["pinnedCount"], 1, "the other change");

    let result = with("policy = { protected = true, rules_min = 400, pin_diff = false }");
    assert_eq!(entry(&result["shortfalls"], "lane", "rules")["requested"], 400);
    assert_eq!(result["explanation"]["constraints"]["pinnedCount"], 1, "what the request pins");
    let result = with("");
    assert_eq!(entry(&result["shortfalls"], "lane", "rules")["requested"], 125, "of the table");
    assert_eq!(result["explanation"]["constraints"]["pinnedCount"], 2);
}

#[test]
fn keywords_and_files_steer_relevance() {
    let place = changed();
    let scores = |flags: &[&str], lane: &str| -> Vec<f64> {
        let result = composed(&place, flags);
        let line = entry(&result["explanation"]["laneBreakdown"], "lane", lane);
        let top = line["topArtifacts"].as_array().expect("it is a list").iter();
        let mut scores: Vec<f64> =
            top.map(|artifact| artifact["score"].as_f64().expect("one")).collect();
        scores.sort_by(f64::total_cmp);
        scores
    };
    assert_eq!(scores(&[], "rules"), [0.32, 0.32, 0.32], "nothing speaks for or against");
    let words = ["--keyword", "SMALL", "--keyword", "nowhere"];
    assert_eq!(scores(&words, "rules"), [0.145, 0.145, 0.32], "one of two words is in one part");
    assert_eq!(scores(&words[..2], "rules"), [0.145, 0.145, 0.495]);
    let [_, _, before] = scores(&[], "local")[..] else { panic!("there are three changes") };
    let [_, _, named] = scores(&["--file", "src/new.txt"], "local")[..] else { panic!("three") };
    assert_eq!((before, named), (0.76, 0.935), "a file that is named is fully relevant");
}

#[test]
fn what_is_shown_whole_is_the_change_itself() {
    let place = changed();
    place.write("no-end.txt", "no newline at the end");
    place.write("src/ünï.txt", "names too\n");
    for name in
        ["with space", "ta\tb", "new\nline", "esc\u{1b}[31m", "ti`ck", "qu\"ote", "back\\slash"]
    {
        place.write(name, "hostile names too\n");
    }
    // A folder where a file was.
    place.write("src/gone.txt/inside", "deeper\n");
    place.write("crlf.txt", "one\r\ntwo\r\n");
    place.write("cr.txt", "a lone\rreturn\x0c and more\n");
    place.write("fence.md", "```\n</content>]]>\n```\n");
    let result = composed(&place, &[]);
    let diffs = result["rendered"].as_array().expect("it is a list").iter();
    let diffs: Vec<&Value> =
        diffs.filter(|artifact| artifact["kind"].as_str().is_some_and(is_change)).collect();
    assert_eq!(diffs.len(), 16);
    let mut all = String::new();
    for diff in diffs {
        assert_eq!(diff["shrunk"], false);
        let text = diff["content"].as_str().expect("it is a text");
        let file = place.put_beside("one.diff", text);
        let _ = place.git(&["apply", "--check", "-R", &file]).ok();
        all.push_str(text);
    }
    // Taken back all together, the tree is as it was committed.
    let file = place.put_beside("all.diff", all);
    let _ = place.git(&["apply", "-R", &file]).ok();
    assert_eq!(place.git(&["status", "--porcelain"]).ok().stdout(), "");
}

#[cfg(unix)]
#[test]
fn modes_and_links_are_in_the_diff() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let place = Place::empty();
    let at = |name: &str| place.root().join(name);
    for name in ["run.sh", "becomes-link", "folder/file"] {
        place.write(name, "one\ntwo\n");
    }
    for name in ["link", "gone-link", "becomes-file"] {
        symlink("run.sh", at(name)).expect("links can be made");
    }
    place.commit_all();
    std::fs::set_permissions(at("run.sh"), PermissionsExt::from_mode(0o755)).expect("it is ours");
    for name in ["link", "gone-link", "becomes-file", "becomes-link"] {
        std::fs::remove_file(at(name)).expect("it is there");
    }
    symlink("elsewhere", at("link")).expect("links can be made");
    symlink("run.sh", at("becomes-link")).expect("links can be made");
    symlink("run.sh", at("new-link")).expect("links can be made");
    place.write("becomes-file", "a text\n");
    let result = composed(&place, &[]);
    let diffs = result["rendered"].as_array().expect("it is a list").iter();
    let diffs: Vec<&str> = diffs
        .filter(|artifact| artifact["kind"].as_str().is_some_and(is_change))
        .map(|artifact| artifact["content"].as_str().expect("it is a text"))
        .collect();
    assert_eq!(diffs.len(), 8, "{diffs:#?}");
    assert!(diffs.contains(&"diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n"));
    let file = place.put_beside("all.diff", diffs.concat());
    // Put on what was committed, they make the tree that they were made of. (Taken back they would not: git
    // makes a file of a link that it has to bring back.)
    let tree = || {
        let _ = place.git(&["add", "-A"]).ok();
        place.git(&["write-tree"]).ok().stdout().to_owned()
    };
    let changed = tree();
    let _ = place.git(&["reset", "-q", "--hard"]).ok();
    assert_ne!(tree(), changed);
    let _ = place.git(&["apply", &file]).ok();
    assert_eq!(tree(), changed);
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
fn a_dry_run_shows_the_same_and_keeps_nothing() {
    let place = changed();
    let dry = place.run(["compose", "--dry-run", "--format", "markdown"]).ok();
    assert!(!place.has_state());
    let real = place.run(["compose", "--format", "markdown"]).ok();
    assert!(place.has_state());
    assert_eq!(dry.stdout, real.stdout);
}

#[test]
fn without_git_there_are_rules_and_a_note() {
    let place = Place::of("//- AGENTS.md\n# Rules\nKeep it small.\n//- a.txt\nnothing\n");
    let ran = place.run(["compose", "--format", "json"]).ok();
    judge(&ran.json());
    assert_eq!(texts(&ran.json()["selected"], "kind"), ["rule_doc"]);
    assert!(ran.stderr().contains("there is no git repository here"), "{}", ran.stderr());
}

#[test]
fn without_anything_there_is_a_document_all_the_same() {
    let place = Place::empty();
    let result = composed(&place, &["--budget", "300"]);
    assert_eq!(result["selected"], json!([]));
    let clean = changed();
    clean.commit_all();
    let result = composed(&clean, &[]);
    assert!(!texts(&result["selected"], "kind").contains(&"local_diff"));
}

#[test]
fn a_budget_of_two_hundred_is_kept_or_refused() {
    for place in [changed(), Place::empty()] {
        let ran = place.run(["compose", "--format", "json", "--budget", "200"]);
        match ran.code {
            Some(0) => judge(&ran.json()),
            code => {
                assert_eq!(code, Some(1), "{}", ran.stderr());
                let needed = ran.json()["refusal"]["details"]["needed"].as_u64();
                assert!(needed > Some(200), "{}", ran.stdout());
            }
        }
    }
}

#[test]
fn a_real_tree_keeps_its_lanes_at_every_budget() {
    let place = Place::copy_of("gix-config");
    place.write("ARCHITECTURE.md", "## Part\nWords about a part.\n\n".repeat(300));
    place.commit_all();
    for path in ["src/lib.rs", "src/value/mod.rs", "Cargo.toml"] {
        let text = place.read(path);
        place.write(path, text.replace('e', "E"));
    }
    for budget in ["700", "2k", "8k", "40k"] {
        let ran = place.run(["compose", "--format", "json", "--budget", budget]);
        if ran.code == Some(0) {
            judge(&ran.json());
        } else {
            assert_eq!(ran.code, Some(1), "{}", ran.stderr());
        }
    }
}

#[test]
fn a_diff_that_was_cut_still_applies_for_what_remains() {
    let place = Place::empty();
    let old: String = (0..400).map(|n| format!("a line with the number {n}\n")).collect();
    place.write("long.txt", &old);
    place.commit_all();
    let new = (0..400).step_by(25).fold(old, |text, n| {
        text.replace(&format!("number {n}\n"), &format!("number {n}, and it has changed\n"))
    });
    place.write("long.txt", new);
    let mut shrunk = 0;
    for budget in ["600", "800", "1000"] {
        let result = composed(&place, &["--budget", budget]);
        let diff = &result["rendered"][0];
        assert_eq!(diff["kind"], "local_diff");
        assert_eq!(diff["shrinkStrategy"], "truncate_oldest");
        let content = diff["content"].as_str().expect("it is a text");
        assert!(content.starts_with("⋯ ") && content.contains("@@"), "{content}");
        let file = place.put_beside("part.diff", content);
        let _ = place.git(&["apply", "--check", "-R", &file]).ok();
        shrunk += usize::from(diff["shrunk"] == true);
    }
    assert_eq!(shrunk, 3);
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
fn ages_are_counted_from_the_time_of_the_request() {
    let place = changed();
    for path in ["src/list.txt", "src/new.txt"] {
        set_time(&place.root().join(path), 1_794_816_000);
    }
    // Everything but recency is 0.46 here, and each bucket is worth 0.06.
    for (time, score) in [
        ("2026-11-16T07:59:59Z", 0.76),
        ("2026-11-16T08:00:59Z", 0.76),
        ("2026-11-16T08:01:00Z", 0.7),
        ("2026-11-16T08:05:00Z", 0.64),
        ("2026-11-16T08:30:00Z", 0.58),
        ("2026-11-16T10:00:00Z", 0.52),
        ("2026-11-17T08:00:00Z", 0.46),
    ] {
        let call = place.call().args(["compose", "--format", "json"]).at_time(Some(time));
        let result = call.run().ok().json();
        let local = entry(&result["explanation"]["laneBreakdown"], "lane", "local");
        let edit = entry(&local["topArtifacts"], "kind", "recent_edit");
        assert_eq!(edit["score"], score, "{time}");
    }
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
    let lines = |out: &str| out.lines().filter(|line| line.starts_with("  rule_doc")).count();
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
fn a_dry_run_leaves_what_is_kept_as_it_is() {
    let place = changed();
    let _ = composed(&place, &[]);
    let before = ids(&place);
    let dry = composed(&place, &["--dry-run", "-t", "file_saved"]);
    assert_eq!(dry["cacheHit"], false);
    assert_eq!(ids(&place), before, "nothing is logged");
    let real = composed(&place, &["-t", "file_saved"]);
    assert_eq!(real["cacheHit"], false, "nothing was cached");
    assert_eq!(real["document"], dry["document"]);
}
