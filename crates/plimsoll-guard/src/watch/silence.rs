//! What silences a finding: marks beside it, allow-lists, ignore files, baselines, and the user's word.
//!
//! A repository's own files silence likely findings only. What is certain stays one until the user, not the
//! repository, accepts it by its id.

use super::allow::{About, Allow};
use super::baseline::{self, Baseline};
use super::lines::{line_above, lines_around};
use super::patterns::Work;
use super::plain;
use crate::spot::Spot;
use plimsoll_core::screened::Grade;
use std::collections::{BTreeMap, BTreeSet};

/// Marks that people put on a line to say that what stands there is no secret.
const MARKS: &[&str] = &[
    "gitleaks:allow",
    "pragma: allowlist secret",
    "pragma: whitelist secret",
    "pragma:allowlist secret",
];
/// The same for the line below.
const MARKS_ABOVE: &[&str] =
    &["pragma: allowlist nextline secret", "pragma:allowlist nextline secret"];

#[derive(Debug, Default)]
pub(super) struct Silences {
    pub(super) allow: Vec<Allow>,
    /// Rules that a configuration switches off.
    pub(super) disabled: BTreeSet<String>,
    /// Lines of files that a `.gitleaksignore` names.
    pub(super) ignored: BTreeMap<String, BTreeSet<u32>>,
    pub(super) baseline: Option<Baseline>,
    /// Ids of findings that the user accepts, and the secret with which ids are made.
    pub(super) accepted: BTreeSet<String>,
    pub(super) secret: Option<String>,
}

impl Silences {
    /// What silences a finding, in words.
    pub(super) fn judge(
        &self,
        path: &str,
        text: &str,
        spot: &Spot<'_>,
        line: u32,
        work: &mut Work,
    ) -> Option<String> {
        let value = &text[spot.range.clone()];
        if self.accepted_id(path, spot.rule, value).is_some() {
            return Some("your settings accept it".to_owned());
        }
        if spot.grade == Grade::Certain {
            return None;
        }
        let lines = lines_around(text, &spot.range);
        if let Some(mark) = MARKS.iter().find(|mark| lines.contains(**mark)) {
            return Some(format!("the line says `{mark}`"));
        }
        if let Some(mark) =
            MARKS_ABOVE.iter().find(|mark| line_above(text, spot.range.start).contains(**mark))
        {
            return Some(format!("the line above says `{mark}`"));
        }
        if self.disabled.contains(&plain(spot.rule)) {
            return Some("`.gitleaks.toml` switches its rule off".to_owned());
        }
        if self.ignored.get(path).is_some_and(|lines| lines.contains(&line)) {
            return Some("`.gitleaksignore` names its line".to_owned());
        }
        let about = About { path, rule: spot.rule, secret: value, matched: value, lines };
        if let Some(allow) = self.allow.iter().find(|allow| allow.allows(&about, work)) {
            return Some(format!("allowed by {}", allow.origin));
        }
        let in_baseline =
            self.baseline.as_ref().is_some_and(|known| known.holds(path, spot.rule, value));
        in_baseline.then(|| "the baseline holds it".to_owned())
    }

    fn accepted_id(&self, path: &str, rule: &str, value: &str) -> Option<String> {
        let id = baseline::finding_id(self.secret.as_deref()?, path, rule, value);
        self.accepted.contains(&id).then_some(id)
    }

    /// Reads a `.gitleaksignore`: `file:rule:line`, with a commit before it where it was made from history.
    pub(super) fn read_ignore_file(&mut self, text: &str) {
        for line in
            text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
        {
            let mut parts = line.rsplitn(3, ':');
            let (Some(number), Some(_rule), Some(file)) =
                (parts.next(), parts.next(), parts.next())
            else {
                continue;
            };
            let file = match file.split_once(':') {
                Some((commit, file))
                    if commit.len() >= 7 && commit.bytes().all(|b| b.is_ascii_hexdigit()) =>
                {
                    file
                }
                _ => file,
            };
            if let Ok(number) = number.parse() {
                self.ignored.entry(file.to_owned()).or_default().insert(number);
            }
        }
    }
}
