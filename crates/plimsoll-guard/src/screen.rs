//! Replaces what was found.

use crate::locate::ScanFailed;
use crate::placeholder;
use crate::rule_set::Guard;
use crate::spot::Spot;
use plimsoll_core::screened::{Finding, Grade, Screened, ScreenedValue, Screening};
use plimsoll_core::seal;
use serde_json::Value;

/// The rule of a finding that says that scanning failed.
pub(crate) const SCAN_FAILED: &str = "scan-failed";
/// A replacement may bring two parts of a text together that mean something only then. It is scanned again
/// until nothing is found, so that what is shown was seen as it is shown; one round more is the rule.
const MOST_ROUNDS: usize = 6;

impl Guard {
    /// What may be shown of a text. Lines stay where they are.
    pub fn screen(&self, text: &str) -> Screening {
        settle(text, |shown| self.locate(shown))
    }
}

/// A text that was screened before with these rules, and in which nothing was found: told by the sha256 of what came of
/// it. Nothing where it is another text now.
pub fn seen_before(text: &str, clean: &[u8; 32]) -> Option<Screened> {
    (seal::sha256(text.as_bytes()) == *clean)
        .then(|| Screened::by_guard(text.to_owned(), Vec::new()))
}

/// The same for a value, by its canonical JSON.
pub fn value_seen_before(value: &Value, clean: &[u8; 32]) -> Option<ScreenedValue> {
    (seal::sha256(seal::canonical_json(value).as_bytes()) == *clean)
        .then(|| ScreenedValue::by_guard(value.clone()))
}

/// Replaces what `locate` finds until it finds nothing more. If that fails, nothing of the text is shown.
pub(crate) fn settle<'g>(
    text: &str,
    locate: impl FnMut(&str) -> Result<Vec<Spot<'g>>, ScanFailed>,
) -> Screening {
    try_settle(text, locate).unwrap_or_else(|_| {
        let rule = SCAN_FAILED.to_owned();
        Screening::Withheld(vec![Finding { rule, grade: Grade::Certain, line: 1, lines: 1 }])
    })
}

fn try_settle<'g>(
    text: &str,
    mut locate: impl FnMut(&str) -> Result<Vec<Spot<'g>>, ScanFailed>,
) -> Result<Screening, ScanFailed> {
    let mut shown = text.to_owned();
    let mut findings = Vec::new();
    for _ in 0..MOST_ROUNDS {
        let spots = locate(&shown)?;
        if spots.is_empty() {
            findings.sort_by_key(|finding: &Finding| finding.line);
            return Ok(Screening::Shown(Screened::by_guard(shown, findings)));
        }
        let numbered_from = findings.len() + 1;
        findings.extend(as_findings(&shown, &spots)?);
        if spots.iter().any(|spot| !spot.delimited) {
            findings.sort();
            return Ok(Screening::Withheld(findings));
        }
        shown = replace(&shown, &spots, numbered_from);
    }
    Err(ScanFailed::NotSettled { rounds: MOST_ROUNDS })
}

/// Line breaks inside a secret stay, so that no line moves.
fn replace(text: &str, spots: &[Spot<'_>], numbered_from: usize) -> String {
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    for (number, spot) in (numbered_from..).zip(spots) {
        out.push_str(&text[copied..spot.range.start]);
        out.push_str(&placeholder::mark(spot.rule, number));
        let secret = text[spot.range.clone()].as_bytes();
        for (at, _) in secret.iter().enumerate().filter(|&(_, &byte)| byte == b'\n') {
            let is_crlf = secret[..at].ends_with(b"\r");
            out.push_str(if is_crlf { "\r\n" } else { "\n" });
        }
        copied = spot.range.end;
    }
    out.push_str(&text[copied..]);
    out
}

pub(crate) fn as_findings(text: &str, spots: &[Spot<'_>]) -> Result<Vec<Finding>, ScanFailed> {
    let mut line = 1_usize;
    let mut counted = 0;
    let breaks = |part: &str| part.bytes().filter(|&byte| byte == b'\n').count();
    let count = |lines: usize| u32::try_from(lines).map_err(|_| ScanFailed::TooManyLines);
    spots
        .iter()
        .map(|spot| {
            line += breaks(&text[counted..spot.range.start]);
            counted = spot.range.start;
            Ok(Finding {
                rule: spot.rule.to_owned(),
                grade: spot.grade,
                line: count(line)?,
                lines: count(breaks(&text[spot.range.clone()]) + 1)?,
            })
        })
        .collect()
}
