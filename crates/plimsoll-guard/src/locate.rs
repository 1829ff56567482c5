//! Finds where secrets stand.

use crate::assigned;
use crate::beside;
use crate::blob;
use crate::block::Extent;
use crate::check::{Check, Match};
use crate::keywords::Hit;
use crate::lexicon::{self, Class};
use crate::name;
use crate::placeholder;
use crate::rule::Rule;
use crate::rule_set::{Guard, Task};
use crate::shape;
use crate::spot::{Spot, merge};
use crate::unseen;
use crate::value;
use plimsoll_core::screened::Grade;
use std::collections::BTreeMap;
use std::mem;
use std::ops::Range;

/// A text with more findings than this is no text that anybody should send.
pub(crate) const MOST_FINDINGS: usize = 100_000;

/// How far before its keyword a secret may begin.
const MOST_BACK: usize = 240;

/// A text could not be scanned to its end. It must not be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ScanFailed {
    #[error("the text has more than {most} findings; leave it out")]
    TooManyFindings { most: usize },
    #[error("the text has more lines than can be counted; leave it out")]
    TooManyLines,
    #[error("the text still had findings after {rounds} replacements; leave it out")]
    NotSettled { rounds: usize },
}

/// Everything that has to be remembered while one text is scanned.
struct Scan<'g, 't> {
    guard: &'g Guard,
    text: &'t str,
    marks: &'t [Range<usize>],
    spots: Vec<Spot<'g>>,
    /// For each rule, up to where its last finding reaches.
    covered: Vec<usize>,
    /// By rule, the last head of a block. What it begins is known when the next one comes.
    heads: BTreeMap<usize, Range<usize>>,
    /// Up to where the last value of a name reaches.
    named: usize,
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
            let found = merge(self.locate_as_it_is(&bared, &is_other_rule)?);
            let mut original = unseen::originals(text);
            spots.extend(
                found.into_iter().map(|spot| Spot { range: original(&spot.range), ..spot }),
            );
        }
        Ok(merge(spots))
    }

    fn locate_as_it_is(
        &self,
        text: &str,
        is_other_rule: &impl Fn(&str) -> bool,
    ) -> Result<Vec<Spot<'_>>, ScanFailed> {
        let marks = placeholder::marks(text, |id| self.has_rule(id) || is_other_rule(id));
        let mut scan = Scan {
            guard: self,
            text,
            marks: &marks,
            spots: Vec::new(),
            covered: vec![0; self.rules.len()],
            heads: BTreeMap::new(),
            named: 0,
        };
        let hits = self.keywords.hits(text.as_bytes());
        for hit in hits.filter(|hit| !placeholder::inside(&marks, hit.range.start)) {
            scan.follow(&self.tasks[hit.word], &hit.range);
            self.check_count(&scan.spots)?;
        }
        scan.look_beside()?;
        for (rule, head) in mem::take(&mut scan.heads) {
            scan.close_block(rule, &head, None);
        }
        self.check_count(&scan.spots)?;
        Ok(scan.spots)
    }

    /// Asked after each step, so that no text fills the memory with what is found in it.
    fn check_count(&self, spots: &[Spot<'_>]) -> Result<(), ScanFailed> {
        let most = self.most_findings;
        if spots.len() > most { Err(ScanFailed::TooManyFindings { most }) } else { Ok(()) }
    }

    /// Whether a service is named here. Values that could be its token are few and its name stands close before them, so
    /// this reads some bytes twice; to remember every service of a text would take more memory than the text.
    fn names_service(&self, text: &str, within: &Range<usize>, marks: &[Range<usize>]) -> bool {
        let end = text.floor_char_boundary(within.end.saturating_add(lexicon::LONGEST_PROVIDER));
        let window = &text.as_bytes()[within.start..end];
        let is_service = |hit: Hit| {
            let name = within.start + hit.range.start..within.start + hit.range.end;
            name.start < within.end
                && self.tasks[hit.word].contains(&Task::Service)
                && name::stands_alone(text, &name)
                && !placeholder::inside(marks, name.start)
        };
        self.keywords.hits(window).any(is_service)
    }
}

impl<'g> Scan<'g, '_> {
    /// Does what is to be done where a keyword stands.
    fn follow(&mut self, tasks: &[Task], keyword: &Range<usize>) {
        for &task in tasks {
            match task {
                Task::Rule(rule) => self.try_rule(rule, keyword.start, keyword.len()),
                Task::Name(class) => self.try_name(keyword.clone(), class, false),
                Task::Service if name::stands_alone(self.text, keyword) => {
                    self.try_name(keyword.clone(), Class::Weak, true);
                }
                Task::Service => {}
            }
        }
    }

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
        if !rule.may_match(window.as_bytes()) {
            return;
        }
        let Some(captures) = rule.regex().and_then(|regex| regex.captures(window.as_bytes()))
        else {
            return;
        };
        let Some(group) = captures.get(rule.text.group) else { return };
        let from = if rule.text.back > 0 { begins(MOST_BACK) } else { start + group.start() };
        let from = self.text.floor_char_boundary(from);
        // Expressions are about bytes and may stop in the middle of a character.
        let value = from..self.text.ceil_char_boundary(start + group.end());
        if rule.has_block() {
            let next = value.start;
            if let Some(head) = self.heads.insert(index, value) {
                self.close_block(index, &head, Some(next));
            }
            return;
        }
        let found = Match { text: self.text, value, grade: rule.text.grade, marks: self.marks };
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
            assigned::find(self.text, keyword, class, is_service, self.marks)
        {
            // What was as long as is read at all goes on to its end.
            let limit = if range.len() >= value::LONGEST_BARE { range.end } else { usize::MAX };
            let range = range.start..self.whole_word_end(range.end, limit);
            self.named = range.end;
            self.spots.push(Spot { range, rule, grade: Grade::Likely, delimited: true });
        }
    }

    fn look_beside(&mut self) -> Result<(), ScanFailed> {
        let (guard, text, marks, spots) = (self.guard, self.text, self.marks, &mut self.spots);
        let names_service = |within: &Range<usize>| guard.names_service(text, within, marks);
        beside::find(text, names_service, marks, |range, rule| {
            spots.push(Spot { range, rule, grade: Grade::Likely, delimited: true });
            guard.check_count(spots)
        })
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

    /// What a head is the beginning of, when it is known where the next one begins, or that there is none.
    fn close_block(&mut self, index: usize, head: &Range<usize>, next: Option<usize>) {
        let rule: &'g Rule = &self.guard.rules[index];
        let Some(block) = rule.block() else { return };
        let (range, delimited) = match block.extent(self.text, head, next) {
            Extent::Named => return,
            Extent::Whole(range) => (range, rule.text.delimited),
            Extent::Open(range) => (range, false),
        };
        let (id, grade) = (rule.text.id.as_str(), rule.text.grade);
        self.spots.push(Spot { range, rule: id, grade, delimited });
    }
}
