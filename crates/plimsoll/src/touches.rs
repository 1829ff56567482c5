//! Which lines of a file past commits touched, as lines of the file as it is now.
//!
//! Of each step only numbers of lines are kept, nothing of what they say: what is in git was not seen by the guard.

use crate::error::Error;
use crate::past::NamedPast;
use crate::snapshot::Snapshot;
use imara_diff::{Algorithm, Diff, InternedInput};
use plimsoll_core::codec::{push_number, take_count, take_u32};
use plimsoll_core::ladder::Lines;
use plimsoll_core::seal;
use plimsoll_core::store::FactKey;
use plimsoll_index::search::{PastSignals, Touch};
use plimsoll_workspace::GitState;
use std::ops::Range;

/// What steps did, and which lines of a file as it is now they touched. The numbers rise when the same would be kept otherwise.
const STEPS: &str = "steps 2";
const LINES: &str = "alike 2";
/// So many of the files that seem best are asked about.
const FILES: usize = 48;
/// So many of the newest commits that touched a file.
const COMMITS: usize = 12;
/// Of so many files those commits are asked about that read like the request, and so many of them.
const ALIKE_FILES: usize = 40;
const ALIKE: usize = 8;
/// Longer texts are not compared.
const MOST_LINES: usize = 20_000;
/// Of all objects that are read.
const OBJECT_BYTES: u64 = 1024 * 1024 * 1024;

/// Lines, from 0, that a step replaced by others.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Hunk {
    before: Range<u32>,
    after: Range<u32>,
}

/// What past commits touched of a file.
#[derive(Debug, Clone, Default)]
pub(crate) struct Touched {
    /// The newest, the newest first.
    pub(crate) newest: Vec<Touch>,
    /// Those whose messages read most like the request.
    pub(crate) alike: Vec<Touch>,
}

impl Snapshot<'_> {
    /// What past commits touched of each of some files, which are given by their places, the best first, with their texts.
    pub(crate) fn touches(
        &self,
        past: &NamedPast,
        signals: &PastSignals<'_>,
        files: &[(usize, &str)],
    ) -> Result<Vec<Touched>, Error> {
        let mut touched = vec![Touched::default(); files.len()];
        let GitState::Ready(git) = &self.git else { return Ok(touched) };
        let versions = git.versions(OBJECT_BYTES);
        let asked = files.iter().take(FILES).enumerate().flat_map(|(at, &(file, _))| {
            signals.newest(file).iter().take(COMMITS).map(move |&commit| (at, commit))
        });
        let asked: Vec<(usize, u32)> = asked.collect();
        let named = |&(at, commit): &(usize, u32)| {
            (past.ids[commit as usize].as_str(), self.files[files[at].0].path.as_str())
        };
        let steps = self.each_kept(
            STEPS,
            &asked,
            |asked| {
                let (commit, path) = named(asked);
                format!("{commit} {path}")
            },
            |asked| {
                let (commit, path) = named(asked);
                let step = versions.step(commit, path);
                let hunks = step.map_or(Vec::new(), |step| hunks(&step.before, &step.after));
                hunks.into_iter().flat_map(|Hunk { before, after }| [before, after]).collect()
            },
        )?;
        let mut later: Vec<Vec<Hunk>> = Vec::new();
        for (place, (&(at, commit), step)) in asked.iter().zip(steps).enumerate() {
            let both = step.chunks_exact(2).map(|both| (both[0].clone(), both[1].clone()));
            let hunks: Vec<Hunk> = both.map(|(before, after)| Hunk { before, after }).collect();
            if place == 0 || asked[place - 1].0 != at {
                later.clear();
            }
            let lines = hunks.iter().flat_map(|hunk| seen_now(&hunk.after, &later)).collect();
            touched[at].newest.push(Touch { commit, lines });
            later.push(hunks);
        }
        let mut asked = Vec::new();
        for (at, &(file, _)) in files.iter().enumerate().take(ALIKE_FILES) {
            for commit in signals.most_alike_of(file, ALIKE) {
                match touched[at].newest.iter().find(|touch| touch.commit == commit) {
                    Some(touch) => {
                        let touch = touch.clone();
                        touched[at].alike.push(touch);
                    }
                    None => asked.push((at, commit)),
                }
            }
        }
        let lines = self.each_kept(
            LINES,
            &asked,
            |asked| {
                let (commit, path) = named(asked);
                let now = self.files[files[asked.0].0].content;
                format!("{commit} {path} {now:x?}")
            },
            |asked| {
                let (commit, path) = named(asked);
                let Some(step) = versions.step(commit, path) else { return Vec::new() };
                let since = [hunks(&step.after, files[asked.0].1.as_bytes())];
                let made = hunks(&step.before, &step.after);
                let seen = made.iter().filter_map(|hunk| seen_now(&hunk.after, &since));
                seen.map(|lines| lines.first..lines.last).collect()
            },
        )?;
        for (&(at, commit), lines) in asked.iter().zip(lines) {
            let lines = lines.iter().map(|lines| Lines { first: lines.start, last: lines.end });
            touched[at].alike.push(Touch { commit, lines: lines.collect() });
        }
        Ok(touched)
    }

    /// The ranges that are asked for, as far as they are kept; the others are made, and kept.
    fn each_kept<A>(
        &self,
        extractor: &str,
        asked: &[A],
        name: impl Fn(&A) -> String,
        make: impl Fn(&A) -> Vec<Range<u32>>,
    ) -> Result<Vec<Vec<Range<u32>>>, Error> {
        let key = |asked: &A| {
            let content = seal::sha256(name(asked).as_bytes());
            FactKey { extractor: extractor.to_owned(), content }
        };
        let keys: Vec<FactKey> = asked.iter().map(key).collect();
        let known = self.facts.lookup(&keys);
        let mut fresh = Vec::new();
        let mut all = Vec::with_capacity(asked.len());
        for ((asked, kept), key) in asked.iter().zip(known).zip(keys) {
            self.workspace().progress().check()?;
            all.push(kept.and_then(|bytes| decode(&bytes)).unwrap_or_else(|| {
                let made = make(asked);
                fresh.push((key, encode(&made)));
                made
            }));
        }
        if !fresh.is_empty() {
            self.facts.keep(&fresh);
        }
        Ok(all)
    }
}

fn hunks(before: &[u8], after: &[u8]) -> Vec<Hunk> {
    let input = InternedInput::new(before, after);
    if input.before.len().max(input.after.len()) > MOST_LINES {
        return Vec::new();
    }
    let diff = Diff::compute(Algorithm::Histogram, &input);
    diff.hunks().map(|hunk| Hunk { before: hunk.before, after: hunk.after }).collect()
}

/// What is still there of some lines after later steps, the newest of which comes first; lines from 1. What was taken away is seen
/// from the line that has its place.
fn seen_now(lines: &Range<u32>, later: &[Vec<Hunk>]) -> Option<Lines> {
    let mut lines = lines.start..lines.end.max(lines.start + 1);
    for hunks in later.iter().rev() {
        let (mut first, mut end) = (None, 0);
        for line in lines {
            if let Some(now) = moved(line, hunks) {
                first = first.or(Some(now));
                end = now + 1;
            }
        }
        lines = first?..end;
    }
    Some(Lines { first: lines.start + 1, last: lines.end })
}

/// Where a line stands after a step; nothing if it was replaced.
fn moved(line: u32, hunks: &[Hunk]) -> Option<u32> {
    let before = hunks.partition_point(|hunk| hunk.before.start <= line);
    let Some(hunk) = before.checked_sub(1).map(|at| &hunks[at]) else { return Some(line) };
    // An insertion has no lines before it.
    (line >= hunk.before.end).then(|| line - hunk.before.end + hunk.after.end)
}

fn encode(ranges: &[Range<u32>]) -> Vec<u8> {
    let mut out = Vec::new();
    push_number(&mut out, ranges.len() as u64);
    for number in ranges.iter().flat_map(|range| [range.start, range.end]) {
        push_number(&mut out, u64::from(number));
    }
    out
}

fn decode(mut bytes: &[u8]) -> Option<Vec<Range<u32>>> {
    let bytes = &mut bytes;
    let ranges: Option<Vec<Range<u32>>> =
        (0..take_count(bytes)?).map(|_| Some(take_u32(bytes)?..take_u32(bytes)?)).collect();
    ranges.filter(|_| bytes.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn step(before: &str, after: &str) -> Vec<Hunk> {
        hunks(before.as_bytes(), after.as_bytes())
    }

    #[test]
    fn lines_are_followed_to_where_they_stand_now() {
        let first = step("a\nb\nc\n", "a\nB\nc\n");
        let inserted = step("a\nB\nc\n", "new\na\nB\nc\n");
        let replaced = step("new\na\nB\nc\n", "new\na\nother\nc\n");
        let at = |line| Some(Lines { first: line, last: line });
        let touched = &first[0].after;
        assert_eq!(seen_now(touched, &[]), at(2));
        assert_eq!(seen_now(touched, std::slice::from_ref(&inserted)), at(3));
        assert_eq!(seen_now(touched, &[replaced, inserted]), None, "the newest comes first");
        let taken_away = step("a\nb\nc\n", "a\nc\n");
        assert_eq!(seen_now(&taken_away[0].after, &[]), at(2), "`c` has its place");
    }

    proptest! {
        #[test]
        fn a_line_that_stays_is_found_again(
            before in prop::collection::vec(0..6_u8, 0..12),
            after in prop::collection::vec(0..6_u8, 0..12),
        ) {
            let text = |lines: &[u8]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
            let hunks = step(&text(&before), &text(&after));
            let kept = (0..).zip(&before).filter_map(|(at, line)| Some((moved(at, &hunks)?, line)));
            let mut last = None;
            for (now, line) in kept {
                prop_assert_eq!(after.get(now as usize), Some(line));
                prop_assert!(last < Some(now));
                last = Some(now);
            }
            let ranges: Vec<Range<u32>> = hunks.into_iter().map(|hunk| hunk.after).collect();
            prop_assert_eq!(decode(&encode(&ranges)), Some(ranges));
        }
    }
}
