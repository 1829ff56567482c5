//! What is found wrong, how it is said, and that serde and an independent validator agree.

use super::*;
use crate::build::BuildRequest;
use crate::pack::Task;
use crate::request::without_nulls;
use crate::schema::{LONGEST_LIST, LONGEST_TEXT, request_schema};
use plimsoll_core::constraints::Constraints;
use plimsoll_core::names;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;

names! { Size { Strong = "strong", Cheap = "cheap" } }

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema is looked at")]
struct Small {
    goal: String,
    tier: Option<Size>,
    #[serde(default)]
    files: Vec<String>,
    n: Option<u64>,
}

#[test]
fn all_problems_are_listed_at_once() {
    let schema = request_schema::<Small>();
    let value = json!({"gaol": "x", "tier": "chaep", "files": ["a", 3], "n": -1});
    assert_eq!(
        problems(&value, &schema),
        [
            "`files[1]` is 3, but must be a text",
            "unknown key `gaol` in the request (did you mean `goal`?)",
            "`n` is -1, but must be a whole number from 0 to 1,000,000,000",
            "`tier` is `chaep`, but may be: strong, cheap (did you mean `cheap`?)",
            "`goal` is missing in the request",
        ]
    );
    assert!(problems(&json!({"goal": "x", "files": null}), &schema).is_empty());
    assert_eq!(problems(&json!([]), &schema), ["the request is a list, but must be an object"]);
    assert_eq!(problems(&json!({"goal": null}), &schema), ["`goal` is null, but must be a text"]);
}

#[test]
fn one_of_several_forms_is_known_by_its_word() {
    let schema = request_schema::<Constraints>();
    let pinned = |matcher: Value| json!({"pinned": [{"match": matcher, "reason": "r"}]});
    let rows = [
        (json!({"type": "lane", "lane": "rules"}), vec![]),
        (
            json!({"type": "lnae", "lane": "rules"}),
            vec![
                "`pinned[0].match.type` is `lnae`, but may be: id, kind, lane, pattern (did you mean `lane`?)",
            ],
        ),
        (
            json!({"tpye": "lane"}),
            vec![
                "unknown key `tpye` in `pinned[0].match` (did you mean `type`?)",
                "`type` is missing in `pinned[0].match`",
            ],
        ),
        (json!({"type": 3}), vec!["`pinned[0].match.type` is 3, but must be a text"]),
        (
            json!({"type": "kind", "lane": "rules"}),
            vec![
                "unknown key `lane` in `pinned[0].match`",
                "`kind` is missing in `pinned[0].match`",
            ],
        ),
        (json!("lane"), vec!["`pinned[0].match` is a text, but must be an object"]),
    ];
    for (matcher, said) in rows {
        assert_eq!(problems(&pinned(matcher), &schema), said);
    }
    let task = json!({"goal": "g", "acceptance": ["a", {"text": "b"}, 3]});
    assert_eq!(
        problems(&task, &request_schema::<Task>()),
        ["`acceptance[2]` is 3, but must be a text or an object"]
    );
}

#[test]
fn bounds_hold_to_the_byte_and_stand_in_the_schema() {
    let schema = request_schema::<Task>();
    assert_eq!(schema["properties"]["goal"]["maxLength"], LONGEST_TEXT);
    assert_eq!(schema["properties"]["acceptance"]["maxItems"], LONGEST_LIST);
    let (text, list) = (usize::try_from(LONGEST_TEXT).unwrap(), 10_000);
    let goal = |bytes: usize| json!({"goal": format!("{}é", "g".repeat(bytes - 2))});
    assert!(problems(&goal(text), &schema).is_empty());
    assert_eq!(problems(&goal(text + 1), &schema), ["`goal` is longer than 4000000 bytes"]);
    let files = |count: usize| json!({"goal": "g", "context": {"files": vec!["f"; count]}});
    assert!(problems(&files(list), &schema).is_empty());
    assert_eq!(
        problems(&files(list + 1), &schema),
        ["`context.files` has more than 10000 entries"]
    );
    let many = json!({"goal": "g", "context": {"files": vec![3; 60]}});
    let said = problems(&many, &schema);
    assert_eq!((said.len(), said.last().unwrap().as_str()), (51, "and 10 more"));
}

#[test]
fn a_key_in_the_wrong_place_is_told_where_it_belongs() {
    let said = |task: Value| problems(&task, &request_schema::<Task>());
    for (key, place) in [
        ("issues", "`previous`"),
        ("iteration", "`previous`"),
        ("docs", "`context`"),
        ("forbiddenGlobs", "`contract`"),
        ("output", "an entry of `previous.issues`"),
        ("hint", "an entry of `repairTickets`"),
        ("message", "an entry of `previous.issues` or an entry of `repairTickets`"),
    ] {
        let told = format!("unknown key `{key}` in the request (it belongs in {place})");
        assert_eq!(said(json!({"goal": "g", key: []})), [told]);
    }
    let said_inside = said(
        json!({"goal": "g", "previous": {"issues": [{"message": "m", "expected": "e"}], "acceptance": []}}),
    );
    assert_eq!(
        said_inside,
        [
            "unknown key `acceptance` in `previous` (it belongs in the request itself)",
            "unknown key `expected` in `previous.issues[0]` (it belongs in an entry of `repairTickets`)",
        ]
    );
    // What is nowhere, or near to a key that is here, is told as before.
    assert_eq!(said(json!({"goal": "g", "colour": 1})), ["unknown key `colour` in the request"]);
    let near = "unknown key `isues` in `previous` (did you mean `issues`?)";
    assert_eq!(said(json!({"goal": "g", "previous": {"isues": []}})), [near]);
}

fn task() -> Value {
    json!({
        "id": "t", "title": "t", "goal": "g",
        "acceptance": ["a", {"id": "i", "text": "t", "check": "c"}],
        "context": {"files": ["f"], "docs": ["d"]},
        "contract": {"allowedGlobs": ["a"], "forbiddenGlobs": ["b"], "allowNewFiles": true},
        "previous": {
            "iteration": 1, "diff": "d", "diffSummary": "s",
            "issues": [{"id": "i", "severity": "error", "message": "m", "file": "f", "line": 1, "output": "o"}],
        },
        "repairTickets": [{
            "id": "i", "severity": "info", "message": "m", "file": "f", "line": 1, "expected": "e",
            "actual": "a", "hint": "h",
        }],
    })
}

fn build() -> Value {
    json!({
        "purpose": "diff",
        "intent": {"id": "i", "text": "t"},
        "plan_step": {"id": "i", "text": "t", "target_files": ["f"], "target_symbols": ["s"]},
        "constraints": [{"source": "user", "id": "i", "text": "t"}],
        "token_budget": {
            "provider": "p", "model": "m", "max_input_tokens": 9, "max_output_tokens": 9,
            "response_token_reserve": 9, "soft_limit_threshold_pct": 9,
        },
        "sandbox": {"allow": ["a"], "deny": ["d"]},
        "active_file": "f",
        "user_selected_targets": [{"path": "p", "symbol": "s", "line": 1}],
        "last_error": {"kind": "k", "message": "m", "path": "p", "line": 1, "output": "o", "diff": "d"},
        "options": {"allowRedactedTargets": true, "allowSummaries": true, "includeOptional": true},
        "correlation_id": "c", "created_at": "c",
    })
}

fn constraints() -> Value {
    json!({
        "mustInclude": [{"match": {"type": "id", "id": "i"}, "reason": "r"}],
        "mustExclude": [{"match": {"type": "kind", "kind": "rule_doc"}, "reason": "r"}],
        "pinned": [
            {"match": {"type": "lane", "lane": "rules"}, "reason": "r"},
            {"match": {"type": "pattern", "pattern": "p"}, "reason": "r"},
        ],
        "laneRequirements": [{"lane": "local", "minTokens": 9, "reason": "r"}],
    })
}

/// A change somewhere: a key or an entry is gone, is another value, or has come.
#[derive(Debug, Clone)]
enum Change {
    Remove(Index),
    Replace(Index, Value),
    Add(Index, &'static str, Value),
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let value = || {
        select(vec![
            json!(null),
            json!(true),
            json!(0),
            json!(-1),
            json!(1.5),
            json!(1_000_000_000),
            json!(1_000_000_001),
            json!(u64::MAX),
            json!(""),
            json!("warning"),
            json!("lane"),
            json!("rules"),
            json!([]),
            json!([null]),
            json!(["a", 3]),
            json!({}),
            json!({"text": "t"}),
            json!({"type": "lane", "lane": "rules"}),
        ])
    };
    let key = select(vec!["goal", "text", "type", "lane", "kind", "line", "$ref", "unheard"]);
    let change = prop_oneof![
        any::<Index>().prop_map(Change::Remove),
        (any::<Index>(), value()).prop_map(|(at, value)| Change::Replace(at, value)),
        (any::<Index>(), key, value()).prop_map(|(at, key, value)| Change::Add(at, key, value)),
    ];
    prop::collection::vec(change, 0..4)
}

/// The places of a value, each as a pointer, what encloses first.
fn places(value: &Value, at: &str, into: &mut Vec<String>) {
    into.push(at.to_owned());
    match value {
        Value::Array(list) => {
            for (index, value) in list.iter().enumerate() {
                places(value, &format!("{at}/{index}"), into);
            }
        }
        Value::Object(object) => {
            for (key, value) in object {
                places(value, &format!("{at}/{key}"), into);
            }
        }
        _ => {}
    }
}

fn changed(mut value: Value, changes: Vec<Change>) -> Value {
    for change in changes {
        let mut all = Vec::new();
        places(&value, "", &mut all);
        let (Change::Remove(at) | Change::Replace(at, _) | Change::Add(at, ..)) = &change;
        let at = at.get(&all);
        match change {
            Change::Replace(_, new) => *value.pointer_mut(at).unwrap() = new,
            Change::Add(_, key, new) => {
                if let Some(Value::Object(object)) = value.pointer_mut(at) {
                    object.insert(key.to_owned(), new);
                }
            }
            Change::Remove(_) => {
                let Some((around, key)) = at.rsplit_once('/') else { continue };
                match value.pointer_mut(around) {
                    Some(Value::Object(object)) => drop(object.remove(key)),
                    Some(Value::Array(list)) => drop(list.remove(key.parse().unwrap())),
                    _ => {}
                }
            }
        }
    }
    value
}

/// Whatever is done to a request: the validator says what we say, and serde takes what we let pass.
#[track_caller]
fn all_agree<T: DeserializeOwned + JsonSchema>(whole: &Value) {
    let schema = request_schema::<T>();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    assert_eq!(problems(whole, &schema), [""; 0]);
    let config =
        ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() };
    proptest!(config, |(changes in changes())| {
        let value = changed(whole.clone(), changes);
        let problems = problems(&value, &schema);
        prop_assert_eq!(problems.is_empty(), validator.is_valid(&value), "{} {:?}", value, problems);
        if problems.is_empty() {
            let taken = T::deserialize(without_nulls(&value)).map(|_| ());
            prop_assert!(taken.is_ok(), "{} {:?}", value, taken);
        }
    });
}

#[test]
fn a_task_without_problems_is_valid_and_is_read() {
    all_agree::<Task>(&task());
}

#[test]
fn a_build_request_without_problems_is_valid_and_is_read() {
    all_agree::<BuildRequest>(&build());
}

#[test]
fn constraints_without_problems_are_valid_and_are_read() {
    all_agree::<Constraints>(&constraints());
}
