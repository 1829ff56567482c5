//! Rules that a team wrote for itself, in gitleaks's form. They find likely secrets.
//!
//! Their expressions are not anchored, so each is tried on windows of bounded size, and the work for one text is counted:
//! whatever they say, the time stays proportional to the text.

use super::allow::{About, Allow};
use super::entropy::entropy;
use super::gitleaks::RuleText;
use super::lines::lines_around;
use super::patterns::{Pattern, Patterns, Spent, Work};
use super::{OWN, plain};
use crate::spot::Spot;
use aho_corasick::AhoCorasick;
use plimsoll_core::screened::Grade;
use std::ops::Range;

/// A match begins in a window's first part and ends in the window.
const WINDOW: usize = 4096;
const REACH: usize = 2048;
/// A rule that finds more in one window finds the rest of the window: an expression that matches everywhere
/// would otherwise look at every byte as often as the window is long.
const MOST_IN_WINDOW: usize = 32;

#[derive(Debug)]
pub(super) struct OwnRule {
    /// With a prefix, so that it is never taken for one of ours.
    pub(super) id: String,
    pub(super) what: String,
    /// Without one, the path alone makes a finding.
    regex: Option<Pattern>,
    path: Option<Pattern>,
    group: usize,
    least_entropy: Option<u32>,
    keywords: Vec<String>,
    allow: Vec<Allow>,
}

impl OwnRule {
    pub(super) fn new(text: &RuleText, origin: &str, patterns: &mut Patterns) -> Option<Self> {
        let id = format!("{OWN}{}", plain(&text.id));
        let origin = format!("{origin}, rule `{}`", plain(&text.id));
        // An expression that does not compile must not leave a rule behind that means something else.
        let regex = text.regex.as_ref().map(|regex| patterns.compile(regex, &origin));
        let path = text.path.as_ref().map(|path| patterns.compile(path, &origin));
        if id == OWN || matches!(regex, Some(None)) || matches!(path, Some(None)) {
            return None;
        }
        let (regex, path) = (regex.flatten(), path.flatten());
        if regex.is_none() && path.is_none() {
            patterns
                .notices
                .push(format!("{origin}: it has neither `regex` nor `path`; it is not used"));
            return None;
        }
        let groups = regex.as_ref().map_or(1, Pattern::groups);
        if text.secret_group >= groups {
            patterns.notices.push(format!(
                "{origin}: its expression has no group {}; it is not used",
                text.secret_group
            ));
            return None;
        }
        let allow =
            text.allowlists().map(|list| Allow::new(list, origin.clone(), patterns)).collect();
        Some(Self {
            id,
            what: text.description.clone(),
            regex,
            path,
            group: text.secret_group,
            least_entropy: text.least_entropy(),
            keywords: text.keywords.iter().map(|word| word.to_ascii_lowercase()).collect(),
            allow,
        })
    }

    fn find<'g>(
        &'g self,
        path: &str,
        text: &str,
        work: &mut Work,
        spots: &mut Vec<Spot<'g>>,
    ) -> Result<(), Spent> {
        let spot =
            |range, delimited| Spot { range, rule: &self.id, grade: Grade::Likely, delimited };
        let Some(regex) = &self.regex else {
            spots.push(spot(0..text.len(), false));
            return Ok(());
        };
        let mut search = regex.search();
        for window in windows(text) {
            let reach = text.floor_char_boundary(window.start + WINDOW + REACH);
            let (mut at, mut count) = (window.start, 0);
            while let Some(found) = search.find(text, at..reach, work)? {
                if found.start >= window.end {
                    break;
                }
                if count == MOST_IN_WINDOW {
                    spots.push(spot(found.start..window.end, true));
                    break;
                }
                let range = self.secret(&search.groups(text, &found, work)?, &found);
                (at, count) = (found.end, count + 1);
                if self.accepts(path, text, range.clone(), found, work) {
                    spots.push(spot(range, true));
                }
            }
        }
        Ok(())
    }

    /// The group that is named; else the first group that took part, if there is one; else everything.
    fn secret(&self, groups: &[Option<Range<usize>>], whole: &Range<usize>) -> Range<usize> {
        let named = (self.group > 0).then(|| groups.get(self.group).cloned()).flatten().flatten();
        let first = || groups.iter().skip(1).flatten().find(|group| !group.is_empty()).cloned();
        named.or_else(first).unwrap_or_else(|| whole.clone())
    }

    fn accepts(
        &self,
        path: &str,
        text: &str,
        secret: Range<usize>,
        matched: Range<usize>,
        work: &mut Work,
    ) -> bool {
        let about = About {
            path,
            rule: &self.id,
            secret: &text[secret.clone()],
            matched: &text[matched],
            lines: lines_around(text, &secret),
        };
        !about.secret.is_empty()
            && self.least_entropy.is_none_or(|least| entropy(about.secret) > least)
            && !self.allow.iter().any(|allow| allow.allows(&about, work))
    }
}

/// All rules of a team.
#[derive(Debug, Default)]
pub(super) struct OwnRules {
    pub(super) rules: Vec<OwnRule>,
    keywords: Option<AhoCorasick>,
    rule_of_keyword: Vec<usize>,
}

impl OwnRules {
    pub(super) fn new(mut rules: Vec<OwnRule>, notices: &mut Vec<String>) -> Self {
        rules.sort_by(|a, b| a.id.cmp(&b.id));
        rules.dedup_by(|later, first| later.id == first.id);
        let pairs = || {
            rules
                .iter()
                .enumerate()
                .flat_map(|(at, rule)| rule.keywords.iter().map(move |word| (at, word)))
        };
        let built = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .build(pairs().map(|(_, word)| word));
        let rule_of_keyword = pairs().map(|(at, _)| at).collect();
        let keywords = built
            .map_err(|_| {
                notices.push(
                    "the keywords of your own rules are too many; those rules are tried everywhere"
                        .to_owned(),
                );
            })
            .ok();
        Self { rules, keywords, rule_of_keyword }
    }

    /// Adds what the rules find. Says which of them could not be tried to the end: there is a bound on the work for one
    /// text.
    pub(super) fn find<'g>(
        &'g self,
        path: &str,
        text: &str,
        spots: &mut Vec<Spot<'g>>,
    ) -> Vec<&'g str> {
        if self.rules.is_empty() {
            return Vec::new();
        }
        let mut called: Vec<bool> = self
            .rules
            .iter()
            .map(|rule| rule.keywords.is_empty() || self.keywords.is_none())
            .collect();
        if let Some(keywords) = &self.keywords
            && let Ok(hits) = keywords.try_find_overlapping_iter(text)
        {
            for hit in hits {
                called[self.rule_of_keyword[hit.pattern().as_usize()]] = true;
            }
        }
        let mut work = Work::for_text_of(text.len());
        let mut untried = Vec::new();
        for (rule, _) in self.rules.iter().zip(called).filter(|(_, called)| *called) {
            let is_here =
                rule.path.as_ref().is_none_or(|p| p.is_match(path, &mut work).unwrap_or(true));
            if is_here && rule.find(path, text, &mut work, spots).is_err() {
                untried.push(rule.id.as_str());
            }
        }
        untried
    }
}

/// Consecutive parts of a text that begin where a line does, unless a line is longer than a window.
fn windows(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    std::iter::from_fn(move || {
        if start >= text.len() {
            return None;
        }
        let most = text.floor_char_boundary(start + WINDOW);
        let end = match text[start..most].rfind('\n') {
            Some(last) if most < text.len() => start + last + 1,
            _ => most,
        };
        let window = start..end;
        start = end;
        Some(window)
    })
}
