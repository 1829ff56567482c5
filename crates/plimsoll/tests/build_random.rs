//! Whatever is asked of build on a real project: a bundle or a refusal, within the limit, the same twice, and every
//! candidate accounted for.

mod real;

use jsonschema::Validator;
use plimsoll::core::decide::{Decision, Fate, decide};
use plimsoll::core::vocab::Format;
use plimsoll::{BuildRequest, Error, Outcome, Passage, schemas};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use real::CORE;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// What is there comes first.
const FILES: &[&str] = &[
    "src/lib.rs",
    "./src/render//shown.rs",
    "src/fit/run.rs",
    "Cargo.toml",
    "src/ladder/mod.rs",
    "src/fit",
    "src/no_such_file.rs",
    ".env",
];
const FILES_THERE: usize = 5;
const SYMBOLS: &[&str] = &[
    "Displayed.head",
    "src/fit/run.rs#Fit.run",
    "Ladder::view",
    "crate::seal::uuid",
    "Counter",
    "new",
    "src/limit.rs#Nobody",
    "::",
];
const SYMBOLS_THERE: usize = 4;
const GLOBS: &[&str] = &["src", "src/**", "**/*.toml", "src/render", "tests"];

/// Requests that a model might write: mostly well formed, often about things that are not there.
fn requests() -> impl Strategy<Value = Value> {
    let some = |all: &'static [&'static str], there: usize| prop_oneof![3 => subsequence(&all[..there], 0..3), 1 => subsequence(all, 0..3)];
    let targets = (some(FILES, FILES_THERE), some(SYMBOLS, SYMBOLS_THERE));
    let line = proptest::option::of(1_u32..400);
    let selected = (select(&FILES[..FILES_THERE]), proptest::option::of(select(SYMBOLS)), line);
    let selected = proptest::collection::vec(selected, 0..2);
    let sandbox =
        proptest::option::weighted(0.3, (subsequence(GLOBS, 0..2), subsequence(GLOBS, 0..2)));
    let error = proptest::option::of((select(FILES), 0_u32..300));
    let tokens = prop_oneof![200_u64..3_000, 3_000_u64..60_000];
    let switches = any::<[bool; 3]>();
    let purpose = select(&["diff", "plan", "intent"][..]);
    (targets, selected, sandbox, error, tokens, switches, purpose).prop_map(
        |((files, symbols), selected, sandbox, error, tokens, switches, purpose)| {
            let selected: Vec<Value> = selected
                .into_iter()
                .map(|(path, symbol, line)| json!({"path": path, "symbol": symbol, "line": line}))
                .collect();
            json!({
                "purpose": purpose,
                "plan_step": {"id": "S", "text": "anything", "target_files": files, "target_symbols": symbols},
                "user_selected_targets": selected,
                "sandbox": sandbox.map(|(allow, deny)| json!({"allow": allow, "deny": deny})),
                "active_file": "src/escape.rs",
                "last_error": error.map(|(path, line)| json!({"kind": "k", "message": "m", "path": path, "line": line, "diff": "@@ -1 +1 @@\n-a\n+b\n"})),
                "token_budget": {"max_input_tokens": tokens, "response_token_reserve": 100},
                "options": {"allowRedactedTargets": switches[0], "allowSummaries": switches[1], "includeOptional": switches[2]},
            })
        },
    )
}

/// What the answers of a door look like, for a validator that is not ours.
fn validator(name: &str) -> Validator {
    let known = schemas().into_iter().find(|known| known.name == name);
    let known = known.expect("every answer has a schema");
    jsonschema::draft202012::new(&known.schema).expect("it is a schema")
}

static LOADED: LazyLock<Validator> = LazyLock::new(|| validator("build"));
static REFUSED: LazyLock<Validator> = LazyLock::new(|| validator("refusal"));

fn names(list: &Value, key: &str) -> BTreeSet<String> {
    let list = list.as_array().expect("it is a list");
    list.iter().map(|row| row[key].as_str().expect("it is a text").to_owned()).collect()
}

/// Every candidate that is a part of a file is included, or excluded with its reason; and all that was cut is reported.
fn is_accounted_for(passage: &Passage, result: &Value) {
    let selection = &result["context_manifest"]["selection"];
    let included = names(&selection["included_files"], "path");
    let excluded = names(&selection["excluded_candidates"], "path");
    let reported = names(&result["redaction_report"]["redactions"], "target");
    for (candidate, verdict) in
        passage.capsule().candidates.iter().zip(&passage.decision().verdicts)
    {
        let name = candidate.name.as_str();
        match &verdict.fate {
            Fate::Aboard { rung, .. } => {
                if let Some(path) = candidate.name.path() {
                    assert!(included.contains(path), "{name} is in and not included");
                }
                assert!(*rung == 0 || reported.contains(name), "{name} was cut in silence");
            }
            fate => {
                assert!(reported.contains(name), "{name} is out in silence: {fate:?}");
                assert!(candidate.name.path().is_none() || excluded.contains(name), "{name}");
            }
        }
    }
    for out in &passage.capsule().left_out {
        assert!(excluded.contains(&out.path) && reported.contains(&out.path), "{}", out.path);
    }
}

fn same(passage: &Passage, again: &Passage) {
    assert_eq!(passage.decision(), again.decision());
    let replayed: Decision = decide(passage.capsule()).expect("a capsule of ours can be decided");
    assert_eq!(&replayed, passage.decision(), "it does not replay");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn any_request_gives_a_bundle_or_a_refusal_and_accounts_for_everything(value in requests()) {
        let request = match BuildRequest::from_json(&value) {
            Ok(request) => request,
            Err(Error::Invalid(problems)) => {
                prop_assert!(!problems.is_empty());
                return Ok(());
            }
            Err(error) => panic!("{error}"),
        };
        let build = || CORE.build(&request, Format::Markdown, 0).expect("nothing is in the way");
        match (build(), build()) {
            (Outcome::Loaded(bundle), Outcome::Loaded(again)) => {
                same(bundle.passage(), again.passage());
                let result = bundle.to_json();
                prop_assert_eq!(&result, &again.to_json());
                prop_assert!(LOADED.is_valid(&result), "{}", result);
                let report = &result["budget_report"];
                let (used, hard) = (&report["estimated_input_tokens"], &report["hard_limit_tokens"]);
                prop_assert!(used.as_u64() <= hard.as_u64(), "{}", report);
                is_accounted_for(bundle.passage(), &result);
            }
            (Outcome::Refused(refused), Outcome::Refused(again)) => {
                same(refused.passage(), again.passage());
                prop_assert!(REFUSED.is_valid(&refused.to_json()), "{}", refused.to_json());
                prop_assert!(!refused.advice().is_empty() && !refused.message().is_empty());
            }
            _ => prop_assert!(false, "twice the same request, two outcomes"),
        }
    }
}
