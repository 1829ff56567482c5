//! `pack --model`: the counter and the limit of a model, from a table that the user extends.

use crate::support::{Place, o200k, texts};
use serde_json::Value;

const PROJECT: &str = "//- src/cache.rs\npub struct Cache;\n";

fn packed(place: &Place, args: &[&str]) -> Value {
    let call = place.call().args(["pack", "cache", "--format", "json"]);
    call.args(args).run().ok().json()
}

#[test]
fn a_model_sets_counter_and_limit_and_the_result_says_so() {
    let place = Place::of(PROJECT);
    let pack = packed(&place, &["--model", "claude-opus-5.5"]);
    let limit = &pack["meta"]["limit"];
    assert_eq!(limit["value"], 822_000, "a window of 1,000,000, less 128,000 and 50,000");
    assert_eq!((&limit["unit"], &limit["counter"]), (&"tokens".into(), &"claude/1".into()));
    let counted = o200k(pack["document"].as_str().expect("there is one"));
    assert!(pack["meta"]["used"].as_u64().is_some_and(|used| used * 10 >= counted * 18));
    let notes = pack["meta"]["notes"].to_string();
    assert!(notes.contains("as of 2026-10") && notes.contains("128,000 are kept"), "{notes}");
    assert!(notes.contains("is not published"), "{notes}");
    let said = place.run(["pack", "cache", "--model", "claude-opus-5-5"]).ok();
    assert!(said.stderr().contains("note: the tokenizer of this family is not published"));
    let exact = place.run(["pack", "cache", "--model", "GPT-5.2"]).ok();
    assert!(!exact.stderr().contains("note:"), "{}", exact.stderr());
    assert!(exact.stderr().contains(" of 252,000 tokens ("), "{}", exact.stderr());
}

#[test]
fn a_budget_within_the_window_goes_before_the_model_s() {
    let place = Place::of(PROJECT);
    let pack = packed(&place, &["--model", "gpt-5.2", "--budget", "3k"]);
    assert_eq!(pack["meta"]["limit"]["value"], 3_000);
    let over = place.run(["pack", "cache", "--model", "gpt-5.2", "--budget", "300k"]).ends_with(2);
    assert!(
        over.stderr().contains("300,000 tokens are more than `gpt-5.2` takes"),
        "{}",
        over.stderr()
    );
    assert!(!Place::of(PROJECT).has_state());
}

#[test]
fn an_unknown_model_is_told_with_what_may_be_meant() {
    let place = Place::of(PROJECT);
    let ran = place.run(["pack", "cache", "--model", "claude-opus-5-6"]).ends_with(2);
    assert!(ran.stderr().contains("or `claude-opus-5-5` or"), "{}", ran.stderr());
    assert!(ran.stderr().contains("`plimsoll models` lists them"), "{}", ran.stderr());
    assert!(ran.stdout.is_empty() && !place.has_state());
}

#[test]
fn models_are_listed_and_the_user_s_own_are_among_them() {
    let place = Place::of(PROJECT);
    let own = "[models.mine]\nwindow = 32000\noutput = 2000\ncounter = \"cl100k_base/1\"\n\
               [models.\"gpt-5.2\"]\noutput = 100000\n";
    let config = place.put_beside("config.toml", own);
    let listed = place.run(["models"]).ok();
    assert!(listed.stdout().lines().all(|line| line.chars().count() <= 80), "{}", listed.stdout());
    assert!(listed.stdout().contains("claude-opus-5-5") && !listed.stdout().contains("mine"));
    let listed = place.run(["models", "--json", "--config", &config]).ok().json();
    assert!(texts(&listed["models"], "name").is_sorted());
    let of = |name: &str| {
        let models = listed["models"].as_array().expect("a list");
        models.iter().find(|model| model["name"] == name).expect("it is there").clone()
    };
    assert_eq!((of("mine")["budget"].as_u64(), &of("mine")["asOf"]), (Some(28_400), &Value::Null));
    assert_eq!(
        (of("gpt-5.2")["output"].as_u64(), of("gpt-5.2")["window"].as_u64()),
        (Some(100_000), Some(400_000))
    );
    assert!(of("gpt-5.4")["asOf"].is_string() && of("gpt-5.4")["source"].is_string());
    let pack = packed(&place, &["--model", "mine", "--config", &config]);
    assert_eq!(pack["meta"]["limit"]["counter"], "cl100k_base/1");
}

#[test]
fn a_project_cannot_say_what_a_model_takes() {
    let place = Place::of(PROJECT);
    place.write(
        "plimsoll.toml",
        "[models.\"gpt-5.2\"]\nwindow = 900000\n[models.new]\nwindow = 9000\n",
    );
    assert_eq!(packed(&place, &["--model", "gpt-5.2"])["meta"]["limit"]["value"], 252_000);
    let _ = place.run(["pack", "cache", "--model", "new"]).ends_with(2);
    let shown = place.run(["config", "show"]).ok();
    assert!(
        shown.stdout().contains("models.new.window"),
        "what is ignored is told: {}",
        shown.stdout()
    );
}
