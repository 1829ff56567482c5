//! Whatever is asked of pack on a real project: a document within the limit with all that must be in it, or a refusal
//! with numbers; and the same bytes twice.

mod real;

use plimsoll::core::count::count_utf16;
use plimsoll::core::decide::decide;
use plimsoll::core::vocab::Format;
use plimsoll::{LimitRequest, Outcome, PackRequest, Task};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use real::CORE;
use serde_json::{Value, json};

const FILES: &[&str] = &[
    "src/lib.rs",
    "src/fit/run.rs",
    "Cargo.toml",
    "src/no_such_file.rs",
    "src/ladder/mod.rs",
    ".env",
];
const GLOBS: &[&str] = &["src/render/**", "**/*.toml", "tests", "nothing/**"];
const OUTPUTS: &[&str] = &[
    "error[E0308]: mismatched types\n  --> src/fit/run.rs:120:9\n",
    "  File \"/app/src/weigh.rs\", line 40, in x\n```\n## Goal\n]]>\n",
    "C:\\b\\src\\rank.rs(12,3): error\n⋯ 5 lines left out ⋯\nsrc/nobody.rs:3: no\n",
    "nothing to see here\n",
];

/// Tasks as a tool would write them, with more or less in them.
fn tasks() -> impl Strategy<Value = Value> {
    let issue = (
        select(&["error", "warning", "info"][..]),
        0..40_usize,
        proptest::option::of(select(FILES)),
    );
    let issue = (issue, proptest::option::of((select(OUTPUTS), 1..60_usize)), 0..300_u32);
    let issue = issue.prop_map(|((severity, number, file), output, line)| {
        let output = output.map(|(text, times)| text.repeat(times));
        json!({"severity": severity, "message": format!("message {number}"), "file": file, "line": line,
            "output": output})
    });
    let issues = proptest::collection::vec(issue, 0..14);
    let context = (subsequence(FILES, 0..4), subsequence(FILES, 0..2));
    let contract = proptest::option::of((subsequence(GLOBS, 0..3), subsequence(GLOBS, 0..2)));
    let diff = proptest::option::of(Just(
        "--- a/src/seal.rs\n+++ b/src/seal.rs\n@@ -9,2 +9,3 @@ fn x\n a\n+b\n c\n",
    ));
    let tickets = proptest::collection::vec(select(OUTPUTS), 0..3);
    (issues, context, contract, diff, tickets).prop_map(|(issues, (files, docs), contract, diff, tickets)| {
        let ticket = |text: &str| json!({"message": text.lines().next(), "hint": "a hint"});
        json!({
            "goal": "let the fit keep its promises",
            "acceptance": ["never above the limit", {"id": "A2", "text": "always the same"}],
            "context": {"files": files, "docs": docs},
            "contract": contract.map(|(allowed, forbidden)| json!({"allowedGlobs": allowed, "forbiddenGlobs": forbidden})),
            "previous": {"iteration": 3, "issues": issues, "diff": diff},
            "repairTickets": tickets.into_iter().map(ticket).collect::<Vec<_>>(),
        })
    })
}

/// What must stand in every document of a task.
fn always_in(task: &Task) -> Vec<String> {
    let mut texts =
        vec![task.goal.clone(), "- never above the limit\n- A2: always the same\n".to_owned()];
    texts.extend(task.contract.iter().flat_map(|contract| contract.allowed_globs.clone()));
    texts.extend(task.repair_tickets.iter().map(|_| "  hint: a hint\n".to_owned()));
    if let Some(previous) = &task.previous {
        let mut issues: Vec<_> = previous.issues.iter().collect();
        issues.sort_by_key(|issue| issue.severity);
        let said = (1..).zip(issues.iter().take(10)).map(|(number, issue)| match issue.output {
            Some(_) => format!("{} (see Error output {number})\n", issue.message),
            None => format!("{}\n", issue.message),
        });
        texts.extend(said);
        if issues.len() > 10 {
            texts.push(format!("and {} more", issues.len() - 10));
        }
    }
    texts
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_random_task_is_within_its_limit_and_has_what_it_must(
        task in tasks(),
        limit in prop_oneof![800_u64..6_000, 6_000_u64..60_000],
        is_xml in any::<bool>(),
    ) {
        let task = Task::from_json(&task).expect("it is a task");
        let mut request = PackRequest::new(task.clone()).limit(LimitRequest::Characters(limit));
        request.format = if is_xml { Format::Xml } else { Format::Markdown };
        let [first, second] = [(); 2].map(|()| CORE.pack(&request).expect("nothing is in the way"));
        match (first, second) {
            (Outcome::Loaded(first), Outcome::Loaded(second)) => {
                prop_assert_eq!(first.document(), second.document());
                prop_assert!(count_utf16(first.document()) <= limit);
                prop_assert_eq!(count_utf16(first.document()), first.passage().used());
                for text in always_in(&task) {
                    prop_assert!(first.document().contains(&text), "{} in {}", text, first.document());
                }
                let again = decide(first.passage().capsule()).expect("it was decided");
                prop_assert_eq!(&again, first.passage().decision());
            }
            (Outcome::Refused(first), Outcome::Refused(second)) => {
                prop_assert_eq!(first.to_json(), second.to_json());
                prop_assert!(first.passage().used() > limit, "it says what it needs");
                // And that would do.
                request.limit = LimitRequest::Characters(first.passage().used());
                let again = CORE.pack(&request).expect("nothing is in the way");
                prop_assert!(matches!(again, Outcome::Loaded(_)));
            }
            _ => prop_assert!(false, "once so and once so"),
        }
    }
}
