//! Finds where secrets stand.

use crate::assigned;
use crate::beside;
use crate::blob;
use crate::block::Extent;
use crate::check::{Check, Match};
use crate::lexicon::Class;
use crate::name;
use crate::placeholder;
use crate::rule::Rule;
use crate::rule_set::{Guard, Task};
use crate::shape;
use crate::unseen;
use crate::value;
use plimsoll_core::screened::Grade;
use std::ops::Range;

/// A text with more findings than this is no text that anybody should send.
pub(crate) const MOST_FINDINGS: usize = 100_000;

/// How far before its keyword a secret may begin.
const MOST_BACK: usize = 240;

/// Where a secret stands. It does not hold the secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot<'g> {
    /// Bytes of the text.
    pub range: Range<usize>,
    pub rule: &'g str,
    pub grade: Grade,
    /// Whether the bounds are certain.
    pub delimited: bool,
}

/// A text could not be scanned to its end. It must not be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ScanFailed {
    #[error("the text has more than {most} findings; leave it out")]
    TooManyFindings { most: usize },
    #[error("the text has more lines than can be counted; leave it out")]
    TooManyLines,
    #[error("the keyword search cannot run")]
    KeywordSearch,
    #[error("the text still had findings after {rounds} replacements; leave it out")]
    NotSettled { rounds: usize },
}

/// Rules that say less than any other: a name or a look, not a kind.
const GENERAL: &[&str] = &[
    assigned::PASSWORD_RULE,
    assigned::SECRET_RULE,
    assigned::WEAK_RULE,
    beside::BESIDE_RULE,
    beside::PREFIXED_RULE,
    beside::LONE_RULE,
];

/// Everything that has to be remembered while one text is scanned.
struct Scan<'g, 't> {
    guard: &'g Guard,
    text: &'t str,
    marks: Vec<Range<usize>>,
    spots: Vec<Spot<'g>>,
    /// For each rule, up to where its last finding reaches.
    covered: Vec<usize>,
    /// For each rule with blocks, the heads.
    heads: Vec<Vec<Range<usize>>>,
    /// Up to where the last value of a name reaches.
    named: usize,
    /// Where services are named.
    services: Vec<usize>,
}

impl Guard {
    /// Where the secrets of a text stand, in order, without overlaps.
    pub fn locate(&self, text: &str) -> Result<Vec<Spot<'_>>, ScanFailed> {
        self.locate_beside(text, |_| false)
    }

    /// The same beside other rules, whose placeholders are passed over too. Where a text hides characters, it is looked
    /// at without them as well.
    pub(crate) fn locate_beside(
        &self,
        text: &str,
        is_other_rule: impl Fn(&str) -> bool,
    ) -> Result<Vec<Spot<'_>>, ScanFailed> {
        let mut spots = self.locate_as_it_is(text, &is_other_rule)?;
        if let Some(bared) = unseen::bare(text) {
            let found = self.locate_as_it_is(&bared.text, &is_other_rule)?;
            spots.extend(
                found.into_iter().map(|spot| Spot { range: bared.original(&spot.range), ..spot }),
            );
        }
        Ok(merge(spots))
    }

    fn locate_as_it_is(
        &self,
        text: &str,
        is_other_rule: &impl Fn(&str) -> bool,
    ) -> Result<Vec<Spot<'_>>, ScanFailed> {
        let count = self.rules.len();
        let mut scan = Scan {
            guard: self,
            text,
            marks: placeholder::marks(text, |id| self.has_rule(id) || is_other_rule(id)),
            spots: Vec::new(),
            covered: vec![0; count],
            heads: vec![Vec::new(); count],
            named: 0,
            services: Vec::new(),
        };
        let hits = self
            .keywords
            .for_text_of(text.len())
            .try_find_overlapping_iter(text.as_bytes())
            .map_err(|_| ScanFailed::KeywordSearch)?;
        for hit in hits {
            if placeholder::inside(&scan.marks, hit.start()) {
                continue;
            }
            for &task in &self.tasks[hit.pattern().as_usize()] {
                match task {
                    Task::Rule(rule) => scan.try_rule(rule, hit.start(), hit.len()),
                    Task::Name(class) => scan.try_name(hit.range(), class, false),
                    Task::Service if name::stands_alone(text, &hit.range()) => {
                        scan.services.push(hit.start());
                        scan.try_name(hit.range(), Class::Weak, true);
                    }
                    Task::Service => {}
                }
            }
            if scan.spots.len() > self.most_findings {
                return Err(ScanFailed::TooManyFindings { most: self.most_findings });
            }
        }
        scan.services.sort_unstable();
        scan.look_beside();
        if scan.spots.len() > self.most_findings {
            return Err(ScanFailed::TooManyFindings { most: self.most_findings });
        }
        scan.close_blocks();
        Ok(scan.spots)
    }
}

impl<'g> Scan<'g, '_> {
    fn try_rule(&mut self, index: usize, start: usize, keyword_length: usize) {
        let rule: &'g Rule = &self.guard.rules[index];
        if start < self.covered[index] {
            return;
        }
        let check = rule.text.check;
        let edge = rule.text.before.edge(self.text, start);
        if !edge.admits(check, keyword_length) {
            return;
        }
        // Enough has to stand before the keyword; how much it is, is asked when the rest fits.
        let begins = |most: usize| rule.text.back_of.start(self.text, start, most);
        if start - begins(rule.text.back) < rule.text.back {
            return;
        }
        let window_end = self.text.floor_char_boundary(start.saturating_add(rule.text.reach));
        let window = &self.text[start..window_end];
        let Some(captures) = rule.regex().and_then(|regex| regex.captures(window)) else {
            return;
        };
        let Some(group) = captures.get(rule.text.group) else { return };
        let from = if rule.text.back > 0 { begins(MOST_BACK) } else { start + group.start() };
        let value = from..start + group.end();
        if rule.has_block() {
            self.heads[index].push(value);
            return;
        }
        let found = Match { text: self.text, value, grade: rule.text.grade, marks: &self.marks };
        let Some((range, grade)) = check.judge(&found) else { return };
        if !edge.believes(check, grade, &self.text[range.clone()]) {
            return;
        }
        // A checksum says where its token ends.
        let is_summed = check == Check::Crc62 && grade == Grade::Certain;
        let end = if is_summed { range.end } else { self.whole_word_end(range.end, window_end) };
        let range = range.start..end;
        // Ten times the same letter stand in data without anybody's help.
        let is_weak = rule.text.keywords.iter().all(|keyword| shape::is_filler(keyword));
        let is_data = if is_weak { blob::holds } else { blob::holds_prefixed };
        if check.is_by_prefix(grade) && is_data(self.text, &range) {
            return;
        }
        self.covered[index] = range.end;
        self.spots.push(Spot { range, rule: &rule.text.id, grade, delimited: rule.text.delimited });
    }

    fn try_name(&mut self, keyword: Range<usize>, class: Class, is_service: bool) {
        if keyword.start < self.named {
            return;
        }
        if let Some((range, rule)) =
            assigned::find(self.text, keyword, class, is_service, &self.marks)
        {
            // What was as long as is read at all goes on to its end.
            let limit = if range.len() >= value::LONGEST_BARE { range.end } else { usize::MAX };
            let range = range.start..self.whole_word_end(range.end, limit);
            self.named = range.end;
            self.spots.push(Spot { range, rule, grade: Grade::Likely, delimited: true });
        }
    }

    fn look_beside(&mut self) {
        let spots = &mut self.spots;
        beside::find(self.text, &self.services, &self.marks, |range, rule| {
            spots.push(Spot { range, rule, grade: Grade::Likely, delimited: true });
        });
    }

    /// A secret does not end in the middle of a word, nor where the window happens to end.
    fn whole_word_end(&self, end: usize, window_end: usize) -> usize {
        let rest = &self.text[end..];
        let goes_on = |c: char| {
            if end >= window_end {
                !c.is_whitespace() && !"\"'`<>".contains(c)
            } else {
                c.is_ascii_alphanumeric()
            }
        };
        end + rest.find(|c| !goes_on(c)).unwrap_or(rest.len())
    }

    fn close_blocks(&mut self) {
        for (index, rule) in self.guard.rules.iter().enumerate() {
            let heads = &self.heads[index];
            let Some(block) = (!heads.is_empty()).then(|| rule.block()).flatten() else { continue };
            for extent in block.extents(self.text, heads) {
                let (range, delimited) = match extent {
                    Extent::Named => continue,
                    Extent::Whole(range) => (range, rule.text.delimited),
                    Extent::Open(range) => (range, false),
                };
                let (id, grade) = (rule.text.id.as_str(), rule.text.grade);
                self.spots.push(Spot { range, rule: id, grade, delimited });
            }
        }
    }
}

/// Overlapping spots become one: it covers them all, has the more certain grade, and the rule that has it
/// (of several the one that says most, then the first by id). Its bounds are certain only if all of theirs are.
pub(crate) fn merge(mut spots: Vec<Spot<'_>>) -> Vec<Spot<'_>> {
    let rank = |spot: &Spot<'_>| (spot.grade, GENERAL.contains(&spot.rule));
    spots.sort_by(|a, b| (a.range.start, rank(a), a.rule).cmp(&(b.range.start, rank(b), b.rule)));
    let mut merged: Vec<Spot<'_>> = Vec::with_capacity(spots.len());
    for spot in spots {
        match merged.last_mut() {
            Some(last) if spot.range.start < last.range.end => {
                last.range.end = last.range.end.max(spot.range.end);
                last.delimited &= spot.delimited;
                if (rank(&spot), spot.rule) < (rank(last), last.rule) {
                    (last.grade, last.rule) = (spot.grade, spot.rule);
                }
            }
            _ => merged.push(spot),
        }
    }
    merged
}
