//! The rule files, as the program reads them: without what only tests want of them.

use std::collections::BTreeMap;

use serde_json::{Value, json};

/// All rules, sorted by id.
pub(crate) fn all() -> Vec<Value> {
    let files = std::fs::read_dir("rules").expect("the rules are beside the build");
    let files = files.map(|file| file.expect("the rules can be listed").path());
    let mut rules: Vec<Value> = files
        .filter(|file| file.extension().is_some_and(|extension| extension == "toml"))
        .flat_map(|file| match read(&file.to_string_lossy())["rule"].take() {
            Value::Array(rules) => rules,
            other => panic!("{} has no rules but {other}", file.display()),
        })
        .collect();
    for rule in &mut rules {
        let rule = rule.as_object_mut().expect("a rule is a table");
        rule.remove("positive");
        rule.remove("negative");
    }
    rules.sort_by(|a, b| a["id"].as_str().cmp(&b["id"].as_str()));
    rules
}

/// For each keyword, in lower case, what is to be done where it stands.
pub(crate) fn by_keyword(rules: &[Value]) -> BTreeMap<String, Vec<Value>> {
    let (names, providers) = (read("data/names.toml"), read("data/providers.toml"));
    let mut all: Vec<(&Value, Value)> = Vec::new();
    for (list, class) in [("password", "Password"), ("secret", "Secret"), ("weak", "Weak")] {
        all.push((&names[list], json!({ "Name": class })));
    }
    all.push((&providers["names"], json!("Service")));
    for (at, rule) in rules.iter().enumerate() {
        all.push((&rule["keywords"], json!({ "Rule": at })));
    }
    let mut by_keyword: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for (keywords, task) in all {
        for keyword in keywords.as_array().into_iter().flatten() {
            let keyword = keyword.as_str().expect("a keyword is a text").to_ascii_lowercase();
            by_keyword.entry(keyword).or_default().push(task.clone());
        }
    }
    by_keyword
}

fn read(path: &str) -> Value {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    toml::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}
