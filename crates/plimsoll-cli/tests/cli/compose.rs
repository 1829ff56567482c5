//! Compose: rule documents and the working tree's changes by lanes, in git and without it.

use crate::support::{Place, entry, keys, o200k, texts};
use serde_json::{Value, json};

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
