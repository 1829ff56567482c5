//! The changes of a working tree in a composition.

use crate::compose::{changed, composed, is_change};
use crate::same_bytes::set_time;
use crate::support::{Place, entry, texts};
use serde_json::Value;

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
fn ages_are_counted_from_the_time_of_the_request() {
    let place = changed();
    for path in ["src/list.txt", "src/new.txt"] {
        set_time(&place.root().join(path), 1_794_816_000);
    }
    // Everything but recency is 0.43 here, and each bucket is worth 0.06.
    for (time, score) in [
        ("2026-11-16T07:59:59Z", 0.73),
        ("2026-11-16T08:00:59Z", 0.73),
        ("2026-11-16T08:01:00Z", 0.67),
        ("2026-11-16T08:05:00Z", 0.61),
        ("2026-11-16T08:30:00Z", 0.55),
        ("2026-11-16T10:00:00Z", 0.49),
        ("2026-11-17T08:00:00Z", 0.43),
    ] {
        let call = place.call().args(["compose", "--format", "json"]).at_time(Some(time));
        let result = call.run().ok().json();
        let local = entry(&result["explanation"]["laneBreakdown"], "lane", "local");
        let edit = entry(&local["topArtifacts"], "kind", "recent_edit");
        assert_eq!(edit["score"], score, "{time}");
    }
}

#[test]
fn an_edit_of_a_changed_file_moves_nothing_before_its_diff() {
    let place = changed();
    let document = || composed(&place, &[])["document"].as_str().expect("a text").to_owned();
    let before = document();
    place.write("src/list.txt", place.read("src/list.txt").replace("line 20\n", "another line\n"));
    let after = document();
    assert_ne!(before, after);
    let at = |text: &str| text.find("\n## `src/list.txt`").expect("its diff is shown");
    assert_eq!(before[..at(&before)], after[..at(&after)]);
    assert!(at(&before) > before.len() / 3, "rules and what was there before come first");
}
