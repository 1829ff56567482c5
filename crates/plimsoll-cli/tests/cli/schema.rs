//! `plimsoll schema`, the files that are made of it, and whether they can be trusted to notice anything.

use super::support::{Place, schemas};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;

/// Names and descriptions, as the command lists them.
fn listed(place: &Place) -> Vec<(String, String)> {
    let ran = place.run(["schema"]).ok();
    let parts = |line: &str| {
        let (name, about) = line.split_once(' ').expect("a name is described");
        (name.to_owned(), about.trim().to_owned())
    };
    ran.stdout().lines().map(parts).collect()
}

/// `UPDATE_EXPECT=1` writes the files anew.
#[test]
fn the_schemas_that_are_kept_are_those_that_are_printed() {
    let place = Place::empty();
    let is_update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut expected = BTreeSet::new();
    for (name, about) in listed(&place) {
        assert!(about.len() > 5, "{name}");
        let printed = place.run(["schema", &name]).ok();
        let file = schemas::folder().join(format!("{name}.json"));
        if is_update {
            fs::create_dir_all(schemas::folder()).expect("the folder is ours");
            fs::write(&file, &printed.stdout).expect("the folder is ours");
        }
        let kept = fs::read_to_string(&file).unwrap_or_default();
        assert!(kept == printed.stdout(), "{name}.json is not as it should be: UPDATE_EXPECT=1");
        expected.insert(format!("{name}.json"));
    }
    assert!(expected.len() > 20, "{expected:?}");
    let kept = fs::read_dir(schemas::folder()).expect("it is there");
    for file in kept.map(|entry| entry.expect("it can be read")) {
        let name = file.file_name().into_string().expect("names are plain");
        if !expected.contains(&name) && is_update {
            fs::remove_file(file.path()).expect("the folder is ours");
        }
        assert!(expected.contains(&name) || is_update, "{name} is of nothing: UPDATE_EXPECT=1");
    }
    assert!(!place.has_state());
}

#[test]
fn schemas_are_of_one_draft_and_closed() {
    let place = Place::empty();
    for (name, _) in listed(&place) {
        let text = place.run(["schema", &name]).ok();
        let schema: Value = serde_json::from_str(text.stdout()).expect("it is JSON");
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        assert_eq!(schema["$id"], format!("{name}.json"));
        assert!(jsonschema::draft202012::meta::is_valid(&schema), "{name}");
        assert_eq!(open_objects(&schema, "", false), [""; 0], "{name}");
    }
}

/// Where an object may have keys that nobody has described. Parts are closed by the whole.
fn open_objects(schema: &Value, at: &str, is_part: bool) -> Vec<String> {
    let is_whole = schema["unevaluatedProperties"] == false;
    let is_closed = is_part || is_whole || schema["additionalProperties"] == false;
    let mut open = Vec::new();
    if schema["properties"].is_object() && !is_closed {
        open.push(at.to_owned());
    }
    match schema {
        Value::Object(object) => {
            for (key, value) in object {
                let is_part = is_whole && ["allOf", "anyOf", "oneOf"].contains(&key.as_str());
                open.extend(open_objects(value, &format!("{at}/{key}"), is_part));
            }
        }
        Value::Array(list) => {
            for (index, value) in list.iter().enumerate() {
                open.extend(open_objects(value, &format!("{at}/{index}"), is_part));
            }
        }
        _ => {}
    }
    open
}

#[test]
fn a_name_that_is_none_has_near_misses() {
    let ran = Place::empty().run(["schema", "compsoe"]).ends_with(2);
    assert!(ran.stderr().contains("there is no schema `compsoe` (did you mean `compose`?)"));
    assert!(ran.stdout.is_empty());
}

/// Whatever is taken away from an answer, put into it or written otherwise: the schema notices.
#[test]
fn an_answer_that_is_not_as_it_should_be_is_noticed() {
    let place = Place::of("//- a.rs\nfn cache() {}\n");
    let answer = place.run(["pack", "the cache", "--format", "json"]).ok().json();
    assert_eq!(schemas::errors("pack", &answer), [""; 0]);
    for at in ["", "/task", "/constraints", "/files/0", "/meta", "/meta/limit", "/meta/screening"] {
        let keys: Vec<String> =
            answer.pointer(at).and_then(Value::as_object).expect(at).keys().cloned().collect();
        let changed = |change: &dyn Fn(&mut serde_json::Map<String, Value>)| {
            let mut answer = answer.clone();
            change(answer.pointer_mut(at).and_then(Value::as_object_mut).expect("as above"));
            schemas::errors("pack", &answer)
        };
        assert_ne!(
            changed(&|object| drop(object.insert("more".into(), json!(1)))),
            [""; 0],
            "{at}"
        );
        for key in &keys {
            assert_ne!(changed(&|object| drop(object.remove(key))), [""; 0], "{at}/{key}");
            assert_ne!(changed(&|object| object[key] = json!([[0]])), [""; 0], "{at}/{key}");
        }
    }
}

/// What has a schema is asked for here, and what is asked for has one.
#[test]
fn every_answer_has_a_schema() {
    let place = Place::of("//- a.rs\nfn cache() {}\n//- AGENTS.md\n# Rules\nBe kind.\n");
    let request = json!({"purpose": "diff", "plan_step": {"text": "x", "target_files": ["a.rs"]}});
    let request = place.put_beside("request.json", request.to_string());
    let calls: [&[&str]; 22] = [
        &["build", &request, "--format", "json", "--explain"],
        &["init", "--json"],
        &["pack", "the cache", "--format", "json"],
        &["compose", "--format", "json"],
        &["explain", "--json"],
        &["log", "--json"],
        &["log", "head", "--json"],
        &["log", "verify", "--json"],
        &["log", "export"],
        &["replay", "--json"],
        &["replay", "--live", "--json"],
        &["record", "turn", "hello", "--json"],
        &["scan", "--format", "json"],
        &["rules", "--json"],
        &["index", "--json"],
        &["outline", "a.rs", "--json"],
        &["symbols", "cache", "--json"],
        &["why", "a.rs", "--json"],
        &["models", "--json"],
        &["config", "show", "--json"],
        &["config", "check", "--json"],
        &["purge", "--all", "--json"],
    ];
    // The tests of evidence have their own calls of `verify`, those of eval theirs.
    let asked = ["refusal", "invalid", "doctor", "diff", "verify", "eval"];
    let mut asked = BTreeSet::from(asked.map(str::to_owned));
    for call in calls {
        assert!(!place.run(call).ok().stdout.is_empty(), "{call:?}");
        let args: Vec<String> = call.iter().map(|&arg| arg.to_owned()).collect();
        asked.extend(schemas::name(&args));
    }
    let packed = place.run(["pack", "the cache", "--format", "json"]).ok().json();
    let id = packed["meta"]["decisionId"].as_str().expect("it is a text").to_owned();
    assert_eq!(place.run(["diff", &id, "--json"]).ok().json()["sameDoor"], true);
    // A machine may have its problems.
    assert!(place.run(["doctor", "--json"]).json()["checks"].is_array());
    let refused = place.run(["pack", "x", "--budget", "10", "--format", "json"]).ends_with(1);
    assert_eq!(refused.json()["outcome"], "refused");
    let wrong = place.run(["why", "nothing", "--json"]).ends_with(2).json();
    assert_eq!(wrong["outcome"], "invalid");
    let requests = ["task", "build-request", "compose-request", "constraints"];
    let known = listed(&place).into_iter().map(|(name, _)| name);
    let known: BTreeSet<String> = known.filter(|name| !requests.contains(&&**name)).collect();
    assert_eq!(asked, known);
}

#[test]
fn a_request_is_refused_where_its_schema_says_so() {
    let place = Place::of("//- a.rs\nfn cache() {}\n");
    let mut request =
        json!({"goal": "the cache", "context": {"files": ["a.rs"]}, "contract": null});
    for (key, is_good) in [("id", true), ("idd", false)] {
        request[key] = json!("x");
        let file = place.put_beside("task.json", request.to_string());
        let ran = place.run(["pack", "--task", &file, "--format", "json"]);
        assert_eq!(ran.code, Some(if is_good { 0 } else { 2 }), "{}", ran.stderr());
        assert_eq!(schemas::errors("task", &request).is_empty(), is_good);
    }
}
