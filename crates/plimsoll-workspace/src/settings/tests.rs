//! The layers as a caller sees them: texts in; values, origins, notices and problems out.

mod problems;
mod properties;

use super::*;
use plimsoll_core::budget::{Budget, LaneBudget};
use plimsoll_core::vocab::{Lane, Origin};

fn file(name: &str, text: &str) -> Option<NamedText> {
    Some(NamedText { name: name.to_owned(), text: text.to_owned() })
}

fn user(text: &str) -> Layers {
    Layers { user: file("config.toml", text), ..Layers::default() }
}

fn repository(text: &str) -> Layers {
    Layers { repository: file("plimsoll.toml", text), ..Layers::default() }
}

fn load(layers: &Layers) -> Settings {
    Settings::load(layers).unwrap_or_else(|problems| panic!("{problems}"))
}

fn problems(layers: &Layers) -> Vec<String> {
    Settings::load(layers).unwrap_err().0.iter().map(Problem::to_string).collect()
}

fn notices(settings: &Settings) -> Vec<String> {
    settings.ignored().iter().map(Ignored::to_string).collect()
}

fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

fn row(settings: &Settings, key: &str) -> Row {
    settings.rows().into_iter().find(|row| row.key == key).unwrap()
}

#[test]
fn built_in_values_are_those_of_the_seeds() {
    let settings = load(&Layers::default());
    let values = settings.values();
    assert_eq!(values.budget, Budget::default());
    assert_eq!(values.tiers, Tiers { strong: 120_000, default: 60_000, cheap: 25_000 });
    assert_eq!(values.paths.max_file_bytes, 2_000_000);
    assert!(values.policy.pin_diff && !values.policy.protected);
    assert_eq!(values.policy.rules_min, 300);
    assert!(values.constraints.is_empty() && settings.ignored().is_empty());
}

#[test]
fn every_key_has_a_built_in_value_and_a_comment_above_it() {
    let lines: Vec<&str> = BUILT_IN.lines().collect();
    let at = |line| SetBy::UserFile { name: String::new(), line };
    let given = document::read(BUILT_IN, &at, &mut Vec::new());
    let mut documented: Vec<&str> = Vec::new();
    for value in &given {
        let SetBy::UserFile { line, .. } = value.set_by else { unreachable!() };
        let above = lines[line - 2];
        assert!(above.starts_with('#'), "{} has no comment above line {line}", value.name);
        documented.push(&value.name);
    }
    documented.sort_unstable();
    let mut names: Vec<String> = keys::fixed_names().into_iter().map(|(name, _)| name).collect();
    names.sort_unstable();
    assert_eq!(documented, names);
}

#[test]
fn later_layers_win_and_earlier_values_are_remembered() {
    let layers = Layers {
        user: file("config.toml", "[budget]\n\ntotal = 9000\n"),
        repository: file("plimsoll.toml", "budget.total = 10_000"),
        environment: pairs(&[("PLIMSOLL_BUDGET_TOTAL", "11000"), ("HOME", "/nowhere")]),
        flags: pairs(&[("--budget", "12000")]),
    };
    let settings = load(&layers);
    assert_eq!(settings.values().budget.total_tokens, 12_000);
    let row = row(&settings, "budget.total");
    assert_eq!(row.set_by.to_string(), "flag --budget");
    let earlier: Vec<String> =
        row.overridden.iter().map(|o| format!("{} {}", o.value, o.set_by)).collect();
    assert_eq!(
        earlier,
        [
            "8000 built in",
            "9000 user file config.toml:3",
            "10000 repository file plimsoll.toml:1",
            "11000 environment PLIMSOLL_BUDGET_TOTAL",
        ]
    );
}

#[test]
fn a_repository_may_make_things_stricter() {
    let text = r#"
paths = { deny = ["secret/**", "a"], max_file_bytes = 1000 }
policy = { sensitive = ["*.sql"], protected = true, rules_min = 400 }
sources.diff = false
constraints.style = "Tabs."
budget.lanes.history.max = 900
"#;
    let layers = Layers {
        user: file("config.toml", "paths.deny = [\"b\", \"a\"]\nconstraints.mine = \"Mine.\""),
        ..repository(text)
    };
    let settings = load(&layers);
    let values = settings.values();
    assert_eq!(values.paths.deny, ["a", "b", "secret/**"]);
    assert_eq!(values.paths.max_file_bytes, 1000);
    assert_eq!(values.policy.sensitive, ["*.sql"]);
    assert!(values.policy.protected && !values.sources.is_on("diff"));
    assert!(values.sources.is_on("rule_docs") && !values.sources.is_on("nothing"));
    assert_eq!(values.policy.rules_min, 400);
    assert_eq!(values.budget.lanes[&Lane::History].max, 900);
    let origins: Vec<(&str, Origin)> =
        values.constraints.iter().map(|c| (c.id.as_str(), c.origin)).collect();
    assert_eq!(origins, [("mine", Origin::User), ("style", Origin::Repository)]);
    assert!(row(&settings, "paths.deny").overridden.last().unwrap().kept);
    assert!(settings.ignored().is_empty());
}

#[test]
fn what_a_repository_may_not_do_is_ignored_with_a_notice() {
    let text = r#"
[paths]
max_file_bytes = 3_000_000
[policy]
pin_diff = false
protected = false
rules_min = 1
[constraints]
mine = "Send everything."
[store]
capsules = false
"#;
    let mine = "constraints.mine = \"Mine.\"\npolicy.protected = true";
    let layers = Layers { user: file("config.toml", mine), ..repository(text) };
    let settings = load(&layers);
    assert_eq!(
        notices(&settings),
        [
            "repository file plimsoll.toml:3: `paths.max_file_bytes` = 3000000 is ignored: \
             a repository may only lower it, and it is 2000000",
            "repository file plimsoll.toml:5: `policy.pin_diff` = false is ignored: \
             a repository may not set it; set it in your own file if you want it",
            "repository file plimsoll.toml:6: `policy.protected` = false is ignored: \
             a repository may only switch it on",
            "repository file plimsoll.toml:7: `policy.rules_min` = 1 is ignored: \
             a repository may only raise it, and it is 300",
            "repository file plimsoll.toml:9: `constraints.mine` = \"Send everything.\" is ignored: \
             it is already defined (user file config.toml:1), and a repository may only add new ones",
            "repository file plimsoll.toml:11: `store.capsules` = false is ignored: \
             a repository may not set it; set it in your own file if you want it",
        ]
    );
    let without = Layers { repository: None, ..layers };
    assert_eq!(settings.values(), load(&without).values());
}

#[test]
fn words_are_read_as_their_key_needs_it() {
    let layers = Layers {
        environment: pairs(&[
            ("PLIMSOLL_PATHS_DENY", "one,{a,b}"),
            ("PLIMSOLL_POLICY_SENSITIVE", r#"["x", "[y]"]"#),
            ("PLIMSOLL_CONSTRAINTS_NO_NET", "No network."),
            ("PLIMSOLL_BUDGET_LANES_RULES_MAX", " 1_234 "),
        ]),
        flags: pairs(&[
            ("--paths.deny", "two"),
            ("paths.deny", "three"),
            ("--budget", "7000"),
            ("--budget.total", "7001"),
        ]),
        ..Layers::default()
    };
    let settings = load(&layers);
    let values = settings.values();
    assert_eq!(values.paths.deny, ["three", "two"]);
    assert_eq!(values.policy.sensitive, ["[y]", "x"]);
    assert_eq!(values.budget.total_tokens, 7001);
    assert_eq!(values.budget.lanes[&Lane::Rules].max, 1234);
    assert_eq!(values.constraints[0].id, "no_net");
    assert_eq!(values.constraints[0].origin, Origin::User);
}

#[test]
fn lane_numbers_that_nobody_set_follow_the_total() {
    let half = load(&user("budget.total = 4001"));
    let rules = half.values().budget.lanes[&Lane::Rules];
    assert_eq!(rules, LaneBudget { min: 250, max: 1000, priority: 1 });
    let scaled = row(&half, "budget.lanes.rules.min");
    assert_eq!(scaled.set_by, SetBy::Derived);
    assert_eq!(scaled.overridden[0].value, Value::Number(500));

    let set =
        load(&user("budget = { total = 4000, lanes.rules.max = 100, lanes.policy.min = 400 }"));
    let lanes = &set.values().budget.lanes;
    assert_eq!((lanes[&Lane::Rules].min, lanes[&Lane::Rules].max), (100, 100));
    assert_eq!((lanes[&Lane::Policy].min, lanes[&Lane::Policy].max), (400, 400));
}

#[test]
fn languages_are_all_those_that_are_named_or_none() {
    let chosen = |text: &str| load(&user(text)).values().index.languages.clone();
    assert!(OutlinedLanguages::known().all(|name| chosen("").contains(name)));
    let two = chosen("index.languages = [\"rust\", \"go\"]");
    assert!(two.contains("go") && two.contains("rust") && !two.contains("python"));
    assert!(OutlinedLanguages::known().all(|name| !chosen("index.languages = []").contains(name)));
    let layers = Layers {
        user: file("config.toml", "index.languages = [\"c\"]"),
        ..repository("index.languages = [\"go\"]")
    };
    assert!(!load(&layers).values().index.languages.contains("c"), "a project may choose its own");
}
