//! The guard on duty in one workspace: the built-in rules, a team's own, and what has been declared to be
//! no secret. Whatever is silenced is reported, with what silenced it.

mod allow;
mod baseline;
mod entropy;
mod gitleaks;
mod lines;
mod own_rules;
mod patterns;
mod silence;
#[cfg(test)]
mod tests;

pub use baseline::{Baseline, BaselineError};
pub use gitleaks::extended_file;

use crate::locate::ScanFailed;
use crate::rule::RuleInfo;
use crate::rule_set::{Guard, builtin_digest};
use crate::screen;
use crate::spot::{Spot, merge};
use allow::Allow;
use gitleaks::Config;
use own_rules::{OwnRule, OwnRules};
use patterns::{Patterns, Work};
use plimsoll_core::escape::reveal_line;
use plimsoll_core::screened::{Finding, Grade, Screening};
use plimsoll_core::seal::digest_of_texts;
use silence::Silences;

use std::sync::LazyLock;

/// What is said of a rule that was not tried on all of a text.
const UNTRIED: &str = "the rules of this repository take too long on this text, and this one was not tried to its end";
/// Ids of a team's own rules begin so.
const OWN: &str = "own-";

/// What a workspace says about its secrets, as texts with their names.
#[derive(Debug, Clone, Default)]
pub struct Orders {
    /// `.gitleaks.toml`, then what it extends.
    pub configurations: Vec<(String, String)>,
    /// `.gitleaksignore`.
    pub ignored: Option<String>,
    pub baseline: Option<Baseline>,
    /// Ids of findings that the user accepts.
    pub accepted: Vec<String>,
    /// The workspace's secret, with which ids are made. Without it nothing is accepted.
    pub secret: Option<String>,
    /// What is wrong with files that could not be read.
    pub problems: Vec<String>,
}

/// A guard with its orders.
#[derive(Debug)]
pub struct Watch {
    guard: &'static LazyLock<Guard>,
    own: OwnRules,
    silences: Silences,
    notices: Vec<String>,
    digest: String,
}

/// What the guard says of a text, and what it would have said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watched {
    pub screening: Screening,
    pub silenced: Vec<Silenced>,
}

/// A finding that does not count.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Silenced {
    pub finding: Finding,
    /// In words, for people.
    pub by: String,
}

impl Watch {
    /// Takes orders over the built-in rules. They are made ready when a text is first looked at.
    pub fn new(guard: &'static LazyLock<Guard>, orders: &Orders) -> Self {
        let mut patterns = Patterns::default();
        patterns.notices.clone_from(&orders.problems);
        let mut silences = Silences {
            baseline: orders.baseline.clone(),
            accepted: orders.accepted.iter().cloned().collect(),
            secret: orders.secret.clone(),
            ..Silences::default()
        };
        let mut rules = Vec::new();
        for (name, text) in &orders.configurations {
            match Config::parse(text) {
                Ok(mut config) => {
                    for rule in &mut config.rules {
                        rule.id = without_secrets(guard, &rule.id);
                        rule.description = without_secrets(guard, &rule.description);
                    }
                    take(&config, name, &mut rules, &mut silences, &mut patterns);
                }
                Err(error) => {
                    let what = reveal_line(error.message()).into_owned();
                    patterns.notices.push(format!(
                        "`{}` cannot be read ({what}); it is not used",
                        reveal_line(name)
                    ));
                }
            }
        }
        if let Some(text) = &orders.ignored {
            silences.read_ignore_file(text);
        }
        let own = OwnRules::new(rules, &mut patterns.notices);
        Self { guard, own, silences, notices: patterns.into_notices(), digest: digest(orders) }
    }

    /// What a user should know about the orders: expressions that do not compile, files that are none.
    pub fn notices(&self) -> &[String] {
        &self.notices
    }

    /// Names everything that decides a result. It belongs into fingerprints.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// What each rule looks for and why, sorted by id.
    pub fn rules(&self) -> Vec<RuleInfo<'_>> {
        let own = self.own.rules.iter().map(|rule| RuleInfo {
            id: &rule.id,
            what: &rule.what,
            why: "A rule of this repository.",
            grade: Grade::Likely,
        });
        let mut rules: Vec<RuleInfo<'_>> = self.guard.rules().chain(own).collect();
        rules.sort_by(|a, b| a.id.cmp(b.id));
        rules
    }

    /// What may be shown of a text that stands at a path. Lines stay where they are.
    pub fn screen(&self, path: &str, text: &str) -> Watched {
        let mut silenced = Vec::new();
        let mut first = true;
        let screening = screen::settle(text, |shown| {
            let (spots, quiet) = self.sort(path, shown)?;
            // What is replaced is scanned again, and what is silenced is found again.
            if std::mem::take(&mut first) {
                silenced = quiet;
            }
            Ok(spots)
        });
        Watched { screening, silenced }
    }

    /// The ids by which a user can accept the findings of a text, by rule and line.
    pub fn ids(&self, path: &str, text: &str) -> Result<Vec<(String, u32, String)>, ScanFailed> {
        let Some(secret) = &self.silences.secret else { return Ok(Vec::new()) };
        let (spots, _) = self.sort(path, text)?;
        let findings = screen::as_findings(text, &spots)?;
        let id = |spot: &Spot<'_>| {
            baseline::finding_id(secret, path, spot.rule, &text[spot.range.clone()])
        };
        Ok(findings.into_iter().zip(&spots).map(|(f, spot)| (f.rule, f.line, id(spot))).collect())
    }

    /// Adds the likely findings of a text to a baseline.
    pub fn note(&self, baseline: &mut Baseline, path: &str, text: &str) -> Result<(), ScanFailed> {
        let (spots, _) = self.sort(path, text)?;
        for spot in spots.iter().filter(|spot| spot.grade == Grade::Likely) {
            baseline.add(path, spot.rule, &text[spot.range.clone()]);
        }
        Ok(())
    }

    /// What counts, and what does not.
    fn sort(&self, path: &str, text: &str) -> Result<(Vec<Spot<'_>>, Vec<Silenced>), ScanFailed> {
        let mut spots = self.guard.locate_beside(text, |id| self.has_own_rule(id))?;
        let (mut counted, mut silenced) = (Vec::new(), Vec::new());
        if !self.own.rules.is_empty() {
            let untried = self.own.find(path, text, &mut spots);
            silenced.extend(untried.into_iter().map(|rule| Silenced {
                finding: Finding { rule: rule.to_owned(), grade: Grade::Likely, line: 1, lines: 1 },
                by: UNTRIED.to_owned(),
            }));
            // A placeholder is ours, and no rule of anybody else's finds a secret in it.
            let marks = crate::placeholder::marks(text, |id| self.has_rule(id));
            spots.retain(|spot| !crate::placeholder::inside(&marks, spot.range.start));
            spots = merge(spots);
        }
        let findings = screen::as_findings(text, &spots)?;
        let mut work = Work::for_text_of(text.len());
        for (spot, finding) in spots.into_iter().zip(findings) {
            match self.silences.judge(path, text, &spot, finding.line, &mut work) {
                Some(by) => silenced.push(Silenced { finding, by }),
                None => counted.push(spot),
            }
        }
        Ok((counted, silenced))
    }

    fn has_rule(&self, id: &str) -> bool {
        self.guard.has_rule(id) || self.has_own_rule(id)
    }

    fn has_own_rule(&self, id: &str) -> bool {
        self.own.rules.binary_search_by(|rule| rule.id.as_str().cmp(id)).is_ok()
    }
}

fn take(
    config: &Config,
    name: &str,
    rules: &mut Vec<OwnRule>,
    silences: &mut Silences,
    patterns: &mut Patterns,
) {
    let name = format!("`{}`", reveal_line(name));
    rules.extend(config.rules.iter().filter_map(|rule| OwnRule::new(rule, &name, patterns)));
    let lists = config.allowlists().enumerate();
    silences
        .allow
        .extend(lists.map(|(at, list)| {
            Allow::new(list, format!("{name}, allow-list {}", at + 1), patterns)
        }));
    silences.disabled.extend(config.extend.disabled_rules.iter().map(|rule| plain(rule)));
}

/// What a rule says of itself is told to people, so it is screened like any other text.
fn without_secrets(guard: &Guard, said: &str) -> String {
    match guard.screen(said) {
        Screening::Shown(screened) => screened.text().to_owned(),
        Screening::Withheld(_) => "withheld".to_owned(),
    }
}

/// An id as rules have it: lower-case letters, digits and hyphens, at most 60 of them.
fn plain(id: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    id.chars().take(60).map(plain).collect()
}

/// Lengths come first, so that no two orders run together into the same bytes. The secret and what it alone
/// decides stay out: two machines with the same orders agree.
fn digest(orders: &Orders) -> String {
    if orders.configurations.is_empty()
        && orders.ignored.is_none()
        && orders.baseline.is_none()
        && orders.accepted.is_empty()
    {
        return builtin_digest().to_owned();
    }
    let baseline = orders.baseline.as_ref().map(Baseline::to_text).unwrap_or_default();
    let ignored = orders.ignored.clone().unwrap_or_default();
    let accepted = orders.accepted.join("\n");
    let texts =
        orders.configurations.iter().flat_map(|(name, text)| [name.as_str(), text.as_str()]);
    digest_of_texts([builtin_digest(), &baseline, &ignored, &accepted].into_iter().chain(texts))
}
