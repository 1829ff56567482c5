//! Expressions that somebody else wrote. What they take is bounded, each and all together, in memory and in work, and
//! what is not used is told instead of being passed over in silence.
//!
//! They are read as gitleaks reads them: `\\w`, `\\d` and `\\b` mean ASCII. They run as automata whose states are made on
//! the way and forgotten after each text; an automaton that needs too many of them gives up. So the work can be counted,
//! and is the same everywhere.

use regex_automata::hybrid::{dfa, regex::Cache, regex::Regex};
use regex_automata::nfa::thompson::{self, pikevm::PikeVM};
use regex_automata::util::{primitives::NonMaxUsize, syntax};
use regex_automata::{Anchored, Input, Match};
use std::ops::Range;

/// The largest program that one expression may compile to.
const LARGEST: usize = 256 << 10;
/// What all of them together may take.
const ALL: usize = 24 << 20;
/// More expressions than anybody writes.
const MOST: usize = 2_000;
/// What the states of one automaton take at most, and how often they are forgotten before it gives up.
const STATES: usize = 512 << 10;
const FORGOTTEN: usize = 1;
/// More notices than anybody reads.
const MOST_NOTICES: usize = 50;

#[derive(Debug, Default)]
pub(super) struct Patterns {
    compiled: usize,
    taken: usize,
    refused: usize,
    pub(super) notices: Vec<String>,
}

impl Patterns {
    pub(super) fn compile(&mut self, pattern: &str, origin: &str) -> Option<Pattern> {
        self.compiled += 1;
        if self.compiled > MOST || self.taken >= ALL {
            self.refuse(origin, "comes after too many others");
            return None;
        }
        // An expression for other scripts than ASCII says so in a way that ASCII alone does not have.
        let built = Pattern::new(pattern, false).or_else(|error| match error.is_too_large {
            true => Err(error),
            false => Pattern::new(pattern, true),
        });
        match built {
            Ok(pattern) => {
                self.taken += pattern.size();
                Some(pattern)
            }
            Err(error) => {
                // What did not fit was made up to where it did not.
                self.taken += if error.is_too_large { LARGEST } else { 0 };
                let why = match error.is_too_large {
                    true => "is too large",
                    false => "is none that this program understands",
                };
                self.refuse(origin, why);
                None
            }
        }
    }

    /// An expression is not quoted: allow-lists are where people write down the secrets that they allow.
    fn refuse(&mut self, origin: &str, why: &str) {
        self.refused += 1;
        if self.refused <= MOST_NOTICES {
            self.notices.push(format!("{origin}: an expression {why}; it is not used"));
        }
    }

    pub(super) fn into_notices(mut self) -> Vec<String> {
        if let Some(more @ 1..) = self.refused.checked_sub(MOST_NOTICES) {
            self.notices
                .push(format!("{more} more expressions of other rules and lists are not used"));
        }
        self.notices
    }
}

struct NotBuilt {
    is_too_large: bool,
}

/// An expression that is ready to run.
#[derive(Debug)]
pub(super) struct Pattern {
    finder: Regex,
    /// Where it has groups.
    groups: Option<PikeVM>,
}

impl Pattern {
    fn new(pattern: &str, unicode: bool) -> Result<Self, NotBuilt> {
        let syntax = syntax::Config::new().unicode(unicode).utf8(false).nest_limit(100);
        let thompson = thompson::Config::new().utf8(false).nfa_size_limit(Some(LARGEST));
        let states = dfa::Config::new()
            .cache_capacity(STATES)
            .skip_cache_capacity_check(true)
            .unicode_word_boundary(true)
            .minimum_cache_clear_count(Some(FORGOTTEN));
        let too_large =
            |error: &thompson::BuildError| NotBuilt { is_too_large: error.size_limit().is_some() };
        let groups = PikeVM::builder()
            .syntax(syntax)
            .thompson(thompson.clone())
            .build(pattern)
            .map_err(|error| too_large(&error))?;
        let finder = Regex::builder()
            .syntax(syntax)
            .thompson(thompson)
            .dfa(states)
            .build(pattern)
            .map_err(|_| NotBuilt { is_too_large: true })?;
        let has_groups =
            groups.get_nfa().group_info().group_len(regex_automata::PatternID::ZERO) > 1;
        Ok(Self { finder, groups: has_groups.then_some(groups) })
    }

    fn size(&self) -> usize {
        let groups = self.groups.as_ref().map_or(0, |groups| groups.get_nfa().memory_usage());
        self.finder.forward().get_nfa().memory_usage()
            + self.finder.reverse().get_nfa().memory_usage()
            + groups
    }

    /// Every expression has one: the whole match.
    pub(super) fn groups(&self) -> usize {
        self.groups.as_ref().map_or(1, |groups| {
            groups.get_nfa().group_info().group_len(regex_automata::PatternID::ZERO)
        })
    }

    /// Whether it fits anywhere.
    pub(super) fn is_match(&self, text: &str, work: &mut Work) -> Result<bool, Spent> {
        let mut search = self.search();
        // To make it ready is to clear the memory of its first states.
        work.spend(search.made() / 16)?;
        search.run(&Input::new(text).earliest(true), work).map(|found| found.is_some())
    }

    pub(super) fn search(&self) -> Search<'_> {
        Search { pattern: self, cache: self.finder.create_cache() }
    }
}

/// An expression at work on one text.
pub(super) struct Search<'p> {
    pattern: &'p Pattern,
    cache: Cache,
}

/// There is no work left for this text.
#[derive(Debug)]
pub(super) struct Spent;

impl Search<'_> {
    /// The first match in a range that is not empty, in whole characters. What stands around the range is seen.
    pub(super) fn find(
        &mut self,
        text: &str,
        range: Range<usize>,
        work: &mut Work,
    ) -> Result<Option<Range<usize>>, Spent> {
        let mut at = range.start;
        while at < range.end {
            match self.run(&Input::new(text).range(at..range.end), work)? {
                Some(found) if found.is_empty() => at = found.end() + 1,
                Some(found) => return Ok(Some(in_whole(text, found.range()))),
                None => return Ok(None),
            }
        }
        Ok(None)
    }

    fn run(&mut self, input: &Input<'_>, work: &mut Work) -> Result<Option<Match>, Spent> {
        let made = self.made();
        let found = self.pattern.finder.try_search(&mut self.cache, input);
        // How far it looked is not known; where it found something, hardly ever to the end.
        let share = if matches!(found, Ok(Some(_))) { 8 } else { 4 };
        work.spend(input.get_range().len() / share)?;
        work.spend(self.made().saturating_sub(made))?;
        found.map_err(|_| Spent)
    }

    /// What the states take that were made for this text, with those that were forgotten.
    fn made(&mut self) -> usize {
        let forgotten = self.cache.forward().clear_count() + self.cache.reverse().clear_count();
        self.cache.memory_usage() + forgotten * STATES
    }

    /// The groups of a match, the whole first.
    pub(super) fn groups(
        &self,
        text: &str,
        found: &Range<usize>,
        work: &mut Work,
    ) -> Result<Vec<Option<Range<usize>>>, Spent> {
        let Some(groups) = &self.pattern.groups else { return Ok(vec![Some(found.clone())]) };
        work.spend(found.len().saturating_mul(groups.get_nfa().states().len()) / 2)?;
        let input = Input::new(text).range(found.clone()).anchored(Anchored::Yes);
        let mut slots: Vec<Option<NonMaxUsize>> = vec![None; 2 * self.pattern.groups()];
        groups.search_slots(&mut groups.create_cache(), &input, &mut slots);
        let place = |slot: &Option<NonMaxUsize>| slot.map(NonMaxUsize::get);
        let group =
            |pair: &[Option<NonMaxUsize>]| Some(in_whole(text, place(&pair[0])?..place(&pair[1])?));
        let mut all: Vec<Option<Range<usize>>> = slots.chunks_exact(2).map(group).collect();
        all[0] = Some(found.clone());
        Ok(all)
    }
}

/// A range widened to whole characters.
fn in_whole(text: &str, range: Range<usize>) -> Range<usize> {
    text.floor_char_boundary(range.start)..text.ceil_char_boundary(range.end)
}

/// What may be done for one text: in proportion to its length, and a little for short ones.
#[derive(Debug)]
pub(super) struct Work {
    left: usize,
}

impl Work {
    const FOR_EACH_BYTE: usize = 12;
    const FOR_ANY: usize = 1 << 20;

    pub(super) fn for_text_of(length: usize) -> Self {
        Self { left: length.saturating_mul(Self::FOR_EACH_BYTE).saturating_add(Self::FOR_ANY) }
    }

    fn spend(&mut self, work: usize) -> Result<(), Spent> {
        let is_enough = work <= self.left;
        self.left = self.left.saturating_sub(work);
        if is_enough { Ok(()) } else { Err(Spent) }
    }
}
