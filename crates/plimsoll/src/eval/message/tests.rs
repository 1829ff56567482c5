use super::*;

const BODY: &str =
    "\n\nThe matcher looked at the parent folder first and never came back to its own.";

fn text(message: &str, truth: &[&str]) -> String {
    text_of(message, truth).unwrap_or_default()
}

#[test]
fn what_gives_the_answer_away_is_gone() {
    let message = format!(
        "walk: fix parents in walk.rs (#12){BODY}\n\
         See https://example.org/x for more of src/walk.rs, or ask a@example.org about sidewalk.rs.\n\n\
         Fixes #12 and partially addresses #13\n\
         Refs: other/project#4\n\
         Signed-off-by: A <a@example.org>"
    );
    assert_eq!(
        text(&message, &["src/walk.rs"]),
        format!("walk: fix parents in{BODY}\nSee for more of , or ask about sidewalk.rs.")
    );
}

#[test]
fn a_subject_stays_even_if_it_looks_like_a_trailer() {
    let message = format!("Fix: parents are matched, fixes #11093{BODY}\n    indented   text ()");
    let cleaned = text(&message, &[]);
    assert!(cleaned.starts_with("Fix: parents are matched,\n\nThe matcher"), "{cleaned}");
    assert!(cleaned.ends_with("\nindented text ()"), "{cleaned}");
}

#[test]
fn a_long_text_ends_with_a_whole_word_and_a_short_one_is_none() {
    let long = text(&"éclair ".repeat(500), &[]);
    assert!(long.chars().count() <= LONGEST && long.ends_with("éclair"), "{long}");
    assert_eq!(text_of("too short to be a task", &[]), None);
    assert_eq!(text_of(&"x".repeat(200), &[]), None);
}

#[test]
fn commits_that_are_no_work_on_the_code_are_no_tasks() {
    for subject in [
        "Bump serde from 1.0.1 to 1.0.2",
        "chore(deps): update the lockfile",
        "Revert \"walk: fix parents\"",
        "Merge branch 'main' into feature",
        "Release 1.2.3 of everything",
        "1.2.3",
        "docs: say what parents are",
        "Fix a typo in the matcher",
        "Update README.md with parents",
        "Reformat the matcher",
        "Upgrade gson to 2.10",
    ] {
        assert!(!may_be_a_task("A <a@example.org>", &format!("{subject}{BODY}")), "{subject}");
    }
    for subject in [
        "walk: fix parents",
        "Format dates in the list of files by locale",
        "Update the matcher to look at parents",
        "fix: release the lock when a parent is gone",
    ] {
        assert!(may_be_a_task("A <a@example.org>", &format!("{subject}{BODY}")), "{subject}");
    }
    assert!(!may_be_a_task("dependabot[bot] <x@example.org>", &format!("walk: fix{BODY}")));
}
