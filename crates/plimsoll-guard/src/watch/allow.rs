//! Allow-lists: what somebody has declared to be no secret.

use super::gitleaks::AllowText;
use super::patterns::{Pattern, Patterns, Work};

/// An allow-list that is ready to judge.
#[derive(Debug)]
pub(super) struct Allow {
    /// As it is said to people: the file, and which list of it.
    pub(super) origin: String,
    /// Everything that is given has to fit, instead of anything.
    all: bool,
    paths: Vec<Pattern>,
    regexes: Vec<Pattern>,
    target: Target,
    /// In lower case.
    stopwords: Vec<String>,
    /// Only findings of these rules; all where it is empty.
    rules: Vec<String>,
    /// A condition on commits never fits: what is judged is a text.
    has_commits: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Target {
    Secret,
    Match,
    Line,
}

/// A finding, as allow-lists look at it. It has no `Debug`, since it can see the secret.
pub(super) struct About<'a> {
    pub(super) path: &'a str,
    pub(super) rule: &'a str,
    pub(super) secret: &'a str,
    pub(super) matched: &'a str,
    pub(super) lines: &'a str,
}

impl Allow {
    pub(super) fn new(text: &AllowText, origin: String, patterns: &mut Patterns) -> Self {
        let target = match text.regex_target.as_str() {
            "match" => Target::Match,
            "line" => Target::Line,
            _ => Target::Secret,
        };
        let mut compile = |list: &[String]| -> Vec<Pattern> {
            list.iter().filter_map(|pattern| patterns.compile(pattern, &origin)).collect()
        };
        Self {
            paths: compile(&text.paths),
            regexes: compile(&text.regexes),
            all: text.condition.eq_ignore_ascii_case("and"),
            target,
            stopwords: text.stopwords.iter().map(|word| word.to_lowercase()).collect(),
            rules: text.target_rules.clone(),
            has_commits: !text.commits.is_empty(),
            origin,
        }
    }

    pub(super) fn allows(&self, about: &About<'_>, work: &mut Work) -> bool {
        let own_name = about.rule.strip_prefix(super::OWN).unwrap_or(about.rule);
        if !self.rules.is_empty() && !self.rules.iter().any(|rule| super::plain(rule) == own_name) {
            return false;
        }
        let target = match self.target {
            Target::Secret => about.secret,
            Target::Match => about.matched,
            Target::Line => about.lines,
        };
        let secret = about.secret.to_lowercase();
        let conditions = [
            (!self.paths.is_empty(), fits(&self.paths, about.path, work)),
            (!self.regexes.is_empty(), fits(&self.regexes, target, work)),
            (!self.stopwords.is_empty(), self.stopwords.iter().any(|word| secret.contains(word))),
            (self.has_commits, false),
        ];
        let mut given = conditions.iter().filter(|(given, _)| *given).peekable();
        if self.all {
            given.peek().is_some() && given.all(|(_, fits)| *fits)
        } else {
            given.any(|(_, fits)| *fits)
        }
    }
}

/// What takes too much to find out allows nothing.
fn fits(patterns: &[Pattern], text: &str, work: &mut Work) -> bool {
    patterns.iter().any(|pattern| pattern.is_match(text, work).unwrap_or(false))
}
