//! The rules that come with the program, as the build made them ready.

use crate::chance::PAIRS_FILE;
use crate::keywords::Keywords;
use crate::lexicon::{self, Class};
use crate::locate::MOST_FINDINGS;
use crate::opening;
#[cfg(test)]
use crate::opening::Opening;
use crate::rule::{Rule, RuleInfo, RuleText};
#[cfg(test)]
use crate::rule::{RuleError, RuleFile};
use crate::words::WORDS_FILE;
use plimsoll_core::seal::digest_of_texts;
use serde::Deserialize;
#[cfg(test)]
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Rises when the same rules would give other results.
const ENGINE: &str = "plimsoll-guard 6";

/// Name and content of each rule file, in the order of their names.
pub(crate) const RULE_FILES: &[(&str, &str)] = &[
    ("ai-services.toml", include_str!("../rules/ai-services.toml")),
    ("assignments.toml", include_str!("../rules/assignments.toml")),
    ("cloud.toml", include_str!("../rules/cloud.toml")),
    ("code-and-builds.toml", include_str!("../rules/code-and-builds.toml")),
    ("commands-and-files.toml", include_str!("../rules/commands-and-files.toml")),
    ("databases-and-wallets.toml", include_str!("../rules/databases-and-wallets.toml")),
    ("headers.toml", include_str!("../rules/headers.toml")),
    ("messaging.toml", include_str!("../rules/messaging.toml")),
    ("monitoring.toml", include_str!("../rules/monitoring.toml")),
    ("password-hashes.toml", include_str!("../rules/password-hashes.toml")),
    ("payments.toml", include_str!("../rules/payments.toml")),
    ("private-keys.toml", include_str!("../rules/private-keys.toml")),
    ("provider-tokens.toml", include_str!("../rules/provider-tokens.toml")),
    ("service-keys.toml", include_str!("../rules/service-keys.toml")),
    ("services.toml", include_str!("../rules/services.toml")),
    ("urls.toml", include_str!("../rules/urls.toml")),
];

/// What to do where a keyword stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(crate) enum Task {
    /// Try the expression of this rule.
    Rule(usize),
    /// Look for the value of a name.
    Name(Class),
    /// Remember that a service is named.
    Service,
}

/// A set of rules that is ready to run. Cheap to share; expressions are compiled where they are first needed, so make it once.
#[derive(Debug)]
pub struct Guard {
    /// Sorted by id.
    pub(crate) rules: Vec<Rule>,
    pub(crate) keywords: Keywords,
    /// For each keyword, what to do.
    pub(crate) tasks: Vec<Vec<Task>>,
    pub(crate) most_findings: usize,
}

/// The rules and tasks that come with the program, as the build writes them.
#[derive(Debug, Deserialize)]
struct Builtin {
    rules: Vec<RuleText>,
    tasks: Vec<Vec<Task>>,
}

impl Guard {
    /// The rules that come with the program.
    pub fn builtin() -> Self {
        let builtin: Builtin =
            serde_json::from_str(include_str!(concat!(env!("OUT_DIR"), "/rules.json")))
                .expect("it can be read, because a test reads the same bytes");
        let openings = opening::split(include_bytes!(concat!(env!("OUT_DIR"), "/openings")));
        let rules = builtin.rules.into_iter().zip(openings);
        let rules = rules.map(|(text, opening)| Rule::new(text, opening)).collect();
        Self {
            rules,
            keywords: Keywords::builtin(),
            tasks: builtin.tasks,
            most_findings: MOST_FINDINGS,
        }
    }

    /// Rules that nobody has tried.
    #[cfg(test)]
    pub(crate) fn from_untried_files(files: &[(&str, &str)]) -> Result<Self, RuleError> {
        let mut rules = Vec::new();
        for (name, content) in files {
            let file: RuleFile = toml::from_str(content).map_err(|source| RuleError::File {
                file: (*name).to_owned(),
                source: Box::new(source),
            })?;
            rules.extend(file.rule.into_iter().map(|text| Rule::new(text, Opening::default())));
        }
        rules.sort_by(|a, b| a.text.id.cmp(&b.text.id));
        rules.iter().try_for_each(Rule::check)?;
        check_ids(&rules)?;
        let mut by_keyword: BTreeMap<String, Vec<Task>> = BTreeMap::new();
        let mut add = |keyword: &str, task: Task| {
            by_keyword.entry(keyword.to_ascii_lowercase()).or_default().push(task);
        };
        lexicon::keywords().for_each(|(keyword, class)| add(keyword, Task::Name(class)));
        lexicon::providers().for_each(|name| add(name, Task::Service));
        for (index, rule) in rules.iter().enumerate() {
            for keyword in &rule.text.keywords {
                add(keyword, Task::Rule(index));
            }
        }
        let words: Vec<&str> = by_keyword.keys().map(String::as_str).collect();
        let keywords = Keywords::new(&words).map_err(Box::new)?;
        let tasks = by_keyword.into_values().collect();
        Ok(Self { rules, keywords, tasks, most_findings: MOST_FINDINGS })
    }

    /// What each rule looks for and why, sorted by id.
    pub fn rules(&self) -> impl Iterator<Item = RuleInfo<'_>> {
        self.rules.iter().map(|rule| RuleInfo {
            id: &rule.text.id,
            what: &rule.text.what,
            why: &rule.text.why,
            grade: rule.text.grade,
        })
    }

    pub(crate) fn has_rule(&self, id: &str) -> bool {
        self.rules.binary_search_by(|rule| rule.text.id.as_str().cmp(id)).is_ok()
    }
}

#[cfg(test)]
fn check_ids(sorted: &[Rule]) -> Result<(), RuleError> {
    let is_plain = |id: &str| {
        !id.is_empty()
            && id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    let bad = sorted.iter().find(|rule| !is_plain(&rule.text.id) || rule.text.id.len() > 64);
    let twice =
        sorted.windows(2).find(|pair| pair[0].text.id == pair[1].text.id).map(|pair| &pair[0]);
    match bad.or(twice) {
        Some(rule) => Err(RuleError::BadId { id: rule.text.id.clone() }),
        None => Ok(()),
    }
}

/// The sha256 of the rules that come with the program and of what else decides a result, in hex. It belongs
/// into fingerprints. It can be told without making the rules ready.
pub fn builtin_digest() -> &'static str {
    static DIGEST: LazyLock<String> = LazyLock::new(|| digest_of(RULE_FILES));
    &DIGEST
}

pub(crate) fn digest_of(files: &[(&str, &str)]) -> String {
    let data = [
        ("words.toml", WORDS_FILE),
        ("names.toml", lexicon::NAMES_FILE),
        ("providers.toml", lexicon::PROVIDERS_FILE),
        ("pairs.txt", PAIRS_FILE),
    ];
    let files = files.iter().chain(&data).flat_map(|&(name, content)| [name, content]);
    digest_of_texts([ENGINE].into_iter().chain(files))
}
