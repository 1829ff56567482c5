//! Everything that the binary answers as JSON is held against the schema of its command, by a validator that
//! is not ours, without any test asking for it.

use jsonschema::Validator;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// Commands whose own words choose the answer.
const WITH_WORDS: &[(&str, &[&str])] =
    &[("log", &["head", "verify", "export"]), ("config", &["show", "check"])];
const COMMANDS: &[&str] = &[
    "pack", "build", "compose", "explain", "log", "replay", "purge", "record", "scan", "rules",
    "index", "outline", "symbols", "why", "config", "init", "doctor", "diff", "verify", "eval",
    "models",
];

/// Where the schemas are kept.
pub(crate) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema")
}

/// What is wrong with an answer by the schema of this name.
pub(crate) fn errors(name: &str, answer: &Value) -> Vec<String> {
    let said = |error: jsonschema::ValidationError<'_>| {
        format!("{}: {:.300}", error.instance_path(), error.to_string())
    };
    validator(name).iter_errors(answer).map(said).collect()
}

/// Insists that an answer is what the schemas say, whether it was printed or written to a file.
#[track_caller]
pub(crate) fn check(command: &Command, output: &Output) {
    let args: Vec<String> =
        command.get_args().map(|arg| arg.to_string_lossy().into_owned()).collect();
    let Some(name) = name(&args).filter(|name| asks_for_json(name, &args)) else { return };
    check_lines(&args, &name, &output.stdout);
    let at = args.iter().position(|arg| arg == "-o" || arg == "--output");
    if let (Some(at), true) = (at, output.status.success()) {
        let folder = command.get_current_dir().expect("it is always given");
        check_lines(&args, &name, &fs::read(folder.join(&args[at + 1])).unwrap_or_default());
    }
}

#[track_caller]
fn check_lines(args: &[String], own: &str, answers: &[u8]) {
    for line in answers.split_inclusive(|&byte| byte == b'\n') {
        let answer: Value = serde_json::from_slice(line)
            .unwrap_or_else(|error| panic!("{args:?} gave no JSON: {error}"));
        let name = match answer["outcome"].as_str() {
            Some("invalid") => "invalid",
            Some("refused") => "refusal",
            // The standard has a schema of its own, and a test with it.
            _ if has(args, "sarif") => continue,
            _ => own,
        };
        let errors = errors(name, &answer);
        assert!(errors.is_empty(), "{args:?} is not as `{name}` says: {errors:#?}\n{answer:.2000}");
    }
}

fn has(args: &[String], word: &str) -> bool {
    args.iter().any(|arg| arg == word || arg.strip_prefix("--format=") == Some(word))
}

/// The name of the schema of the command that was called.
pub(crate) fn name(args: &[String]) -> Option<String> {
    let is_command = |arg: &String| arg == "schema" || COMMANDS.contains(&arg.as_str());
    // A schema is no answer that has one, though it is asked for by a command's name.
    let at = args.iter().position(is_command).filter(|&at| args[at] != "schema")?;
    let words = WITH_WORDS.iter().find(|(command, _)| args[at] == *command);
    // What is recorded is told as what is kept, whatever it is.
    if args[at] == "record" {
        return Some("note".to_owned());
    }
    let mut given = args[at + 1..].iter();
    let word = words.and_then(|(_, words)| given.find(|arg| words.contains(&arg.as_str())));
    if args[at] == "replay" && has(args, "--live") {
        return Some("replay-live".to_owned());
    }
    Some(word.map_or_else(|| args[at].clone(), |word| format!("{}-{word}", args[at])))
}

fn asks_for_json(name: &str, args: &[String]) -> bool {
    let is_signed = name == "log-head" && has(args, "--sign");
    // A bundle is JSON unless something else is asked for.
    let is_else = ["markdown", "xml", "--help"].iter().any(|word| has(args, word));
    let is_bundle = name == "build" && !is_else;
    name == "log-export" || is_signed || is_bundle || has(args, "--json") || has(args, "json")
}

fn validator(name: &str) -> Arc<Validator> {
    static KNOWN: LazyLock<Mutex<BTreeMap<String, Arc<Validator>>>> = LazyLock::new(Mutex::default);
    // One test that failed must not fail all others.
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let make = || {
        let file = folder().join(format!("{name}.json"));
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
        let schema = serde_json::from_str(&text).expect("the file is JSON");
        Arc::new(jsonschema::draft202012::new(&schema).expect("the file is a schema"))
    };
    Arc::clone(known.entry(name.to_owned()).or_insert_with(make))
}
