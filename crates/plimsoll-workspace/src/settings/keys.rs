//! The table of settings: what a key is called, what it takes, and what a repository's own file may do
//! with it. A new setting is one entry here, its default with a comment in `defaults.toml`, and the field
//! of [`super::Effective`] that the program reads.

use super::languages::KNOWN_LANGUAGES;
use super::models;
use plimsoll_core::count::TOKEN_COUNTERS;
use plimsoll_core::limit::LARGEST_LIMIT;
use plimsoll_core::vocab::Lane;

/// What a key takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Number {
        least: u64,
        most: u64,
    },
    Switch,
    Globs,
    Text,
    /// One of these words; `expected` lists them for messages.
    Choice {
        words: &'static [&'static str],
        expected: &'static str,
    },
    /// Any of these words.
    Words {
        known: &'static [&'static str],
    },
}

/// What a repository's own file may do with a key. The repository is not trusted, so apart from
/// preferences that cannot leak anything it may only make things stricter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Repository {
    Free,
    /// Join a list, or define a name that nobody defined before.
    OnlyAdd,
    OnlyLower,
    OnlyRaise,
    OnlySwitchOn,
    Never,
}

#[derive(Debug)]
pub(super) struct Key {
    /// Dotted. `<lane>` stands for each lane, `<id>` for a name that is made up by whoever writes it, `<model>` for
    /// that of a model.
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) repository: Repository,
    /// Whether it can change what comes out of a call; if so, it is part of the fingerprint.
    pub(super) shapes_result: bool,
    /// The short name of the command line's flag, where there is one.
    pub(super) flag: Option<&'static str>,
}

const BUDGET: Kind = Kind::Number { least: 1, most: LARGEST_LIMIT };
const SHARE: Kind = Kind::Number { least: 0, most: LARGEST_LIMIT };
const AMOUNT: Kind = Kind::Number { least: 0, most: 1_000_000_000_000 };
const VIOLATIONS: Kind = Kind::Number { least: 0, most: 1_000 };
const BULK: Kind =
    Kind::Choice { words: &["tracked", "deny"], expected: "\"tracked\" or \"deny\"" };
const LANGUAGES: Kind = Kind::Words { known: KNOWN_LANGUAGES };
const COUNTER: Kind = Kind::Choice {
    words: TOKEN_COUNTERS,
    expected: "a counter of tokens, such as \"o200k_base/1\" or \"other/1\"",
};
const PRIORITY: Kind = Kind::Number { least: 0, most: 99 };

const fn key(name: &'static str, kind: Kind, repository: Repository) -> Key {
    Key { name, kind, repository, shapes_result: true, flag: None }
}

pub(super) const KEYS: &[Key] = &[
    Key { flag: Some("budget"), ..key("budget.total", BUDGET, Repository::Free) },
    key("budget.tiers.strong", BUDGET, Repository::Free),
    key("budget.tiers.default", BUDGET, Repository::Free),
    key("budget.tiers.cheap", BUDGET, Repository::Free),
    key("budget.lanes.<lane>.min", SHARE, Repository::Free),
    key("budget.lanes.<lane>.max", SHARE, Repository::Free),
    key("budget.lanes.<lane>.priority", PRIORITY, Repository::Free),
    key("paths.deny", Kind::Globs, Repository::OnlyAdd),
    key("paths.source", Kind::Globs, Repository::OnlyAdd),
    key("paths.bulk", BULK, Repository::Never),
    key("paths.max_file_bytes", BUDGET, Repository::OnlyLower),
    key("guard.rules", Kind::Globs, Repository::OnlyAdd),
    key("guard.baseline", Kind::Text, Repository::Free),
    key("guard.accept", Kind::Globs, Repository::Never),
    key("policy.pin_diff", Kind::Switch, Repository::Never),
    key("policy.sensitive", Kind::Globs, Repository::OnlyAdd),
    key("policy.protected", Kind::Switch, Repository::OnlySwitchOn),
    key("policy.rules_min", BUDGET, Repository::OnlyRaise),
    key("policy.violations", VIOLATIONS, Repository::OnlyRaise),
    key("sources.constraints", Kind::Switch, Repository::Free),
    key("sources.violations", Kind::Switch, Repository::Free),
    key("sources.rule_docs", Kind::Switch, Repository::Free),
    key("sources.diff", Kind::Switch, Repository::Free),
    key("sources.recent_edits", Kind::Switch, Repository::Free),
    key("sources.symbols", Kind::Switch, Repository::Free),
    key("sources.dependencies", Kind::Switch, Repository::Free),
    key("sources.tests", Kind::Switch, Repository::Free),
    key("sources.retrieved", Kind::Switch, Repository::Free),
    key("sources.turns", Kind::Switch, Repository::Free),
    key("sources.learnings", Kind::Switch, Repository::Free),
    key("index.languages", LANGUAGES, Repository::Free),
    key("index.history", Kind::Switch, Repository::Free),
    key("constraints.<id>", Kind::Text, Repository::OnlyAdd),
    // Of a model a decision keeps what came of it: a limit and a counter.
    Key { shapes_result: false, ..key("models.<model>.window", BUDGET, Repository::Never) },
    Key { shapes_result: false, ..key("models.<model>.output", SHARE, Repository::Never) },
    Key { shapes_result: false, ..key("models.<model>.counter", COUNTER, Repository::Never) },
    Key { shapes_result: false, ..key("store.capsules", Kind::Switch, Repository::Never) },
    Key { shapes_result: false, ..key("store.keep_days", AMOUNT, Repository::Never) },
    Key { shapes_result: false, ..key("store.capsule_days", AMOUNT, Repository::Never) },
    Key { shapes_result: false, ..key("store.keep_bytes", AMOUNT, Repository::Never) },
    Key { shapes_result: false, ..key("store.paths_in_log", Kind::Switch, Repository::Never) },
    Key { shapes_result: false, ..key("store.signing_key", Kind::Text, Repository::Never) },
];

/// What stands at a path of names.
#[derive(Debug)]
pub(super) enum Found {
    Key(&'static Key),
    /// Keys lie below it.
    Section,
    Nothing,
}

pub(super) fn find(path: &[impl AsRef<str>]) -> Found {
    let mut found = Found::Nothing;
    for key in KEYS {
        let mut pattern = key.name.split('.');
        if !path.iter().all(|name| pattern.next().is_some_and(|p| fits(p, name.as_ref()))) {
            continue;
        }
        if pattern.next().is_none() {
            return Found::Key(key);
        }
        found = Found::Section;
    }
    found
}

fn fits(pattern: &str, name: &str) -> bool {
    match pattern {
        "<lane>" => Lane::from_name(name).is_some(),
        "<id>" => true,
        "<model>" => models::is_good_name(name),
        literal => literal == name,
    }
}

/// The names that may follow a path, each once.
pub(super) fn names_below(path: &[impl AsRef<str>]) -> Vec<&'static str> {
    let mut names = Vec::new();
    for key in KEYS {
        let mut pattern = key.name.split('.');
        if !path.iter().all(|name| pattern.next().is_some_and(|p| fits(p, name.as_ref()))) {
            continue;
        }
        match pattern.next() {
            Some("<lane>") => names.extend(Lane::ALL.iter().map(|lane| lane.name())),
            Some("<id>" | "<model>") | None => {}
            Some(literal) => names.push(literal),
        }
    }
    names.sort_unstable();
    names.dedup();
    names
}

/// Every dotted name that is not made up by its writer.
pub(super) fn fixed_names() -> Vec<(String, &'static Key)> {
    let mut names = Vec::new();
    let is_fixed = |key: &&Key| !key.name.contains("<id>") && !key.name.contains("<model>");
    for key in KEYS.iter().filter(is_fixed) {
        if key.name.contains("<lane>") {
            let of_lane = |lane: &Lane| (key.name.replace("<lane>", lane.name()), key);
            names.extend(Lane::ALL.iter().map(of_lane));
        } else {
            names.push((key.name.to_owned(), key));
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn paths_lead_to_keys_and_sections() {
        assert!(matches!(find(&["budget", "total"]), Found::Key(k) if k.name == "budget.total"));
        assert!(matches!(find(&["budget", "lanes", "rules"]), Found::Section));
        assert!(matches!(find(&["budget", "lanes", "lost"]), Found::Nothing));
        assert!(matches!(find(&["budget.total"]), Found::Nothing));
        assert!(matches!(find(&["budget", "total", "more"]), Found::Nothing));
        assert!(matches!(find(&["constraints", "any"]), Found::Key(_)));
        assert_eq!(names_below(&["budget"]), ["lanes", "tiers", "total"]);
    }

    #[test]
    fn no_two_keys_share_a_name_in_the_environment_or_on_the_command_line() {
        let names = fixed_names();
        let variables: BTreeSet<String> =
            names.iter().map(|(name, _)| super::super::words::variable_name(name)).collect();
        assert_eq!(variables.len(), names.len());
        let flags: Vec<&str> = KEYS.iter().filter_map(|key| key.flag).collect();
        assert_eq!(flags.iter().collect::<BTreeSet<_>>().len(), flags.len());
    }
}
