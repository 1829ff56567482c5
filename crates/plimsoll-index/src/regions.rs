//! The lines of a file that match a query best. Lexical: nothing is known of syntax here.

use crate::fixed::log2;
use crate::query::Query;
use crate::recent::Recent;
use crate::words::{Splitter, for_each_name};
use std::collections::BTreeMap;
use std::ops::Range;

/// A paragraph of at most so many lines is shown whole.
const SMALL_PARAGRAPH: usize = 30;

/// Ranges of lines around those that match best, with so many lines of context: first and last, counted from 1, both included, sorted,
/// apart from each other, together at most `most` lines. Empty where nothing matches.
pub fn regions(text: &str, query: &Query, most: usize, context: usize) -> Vec<(usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let paragraphs = paragraphs(&lines);
    let mut shown = vec![false; lines.len()];
    let mut room = most;
    for at in best_lines(&lines, query) {
        if room == 0 {
            break;
        }
        let near = at.saturating_sub(context)..(at + context + 1).min(lines.len());
        let paragraph = &paragraphs[at];
        let wide = near.start.min(paragraph.start)..near.end.max(paragraph.end);
        let small = paragraph.len() <= SMALL_PARAGRAPH;
        let forms = [small.then_some(wide), Some(near), Some(at..at + 1)];
        let fits = |range: &Range<usize>| new_lines(&shown, range) <= room;
        if let Some(range) = forms.into_iter().flatten().find(fits) {
            room -= new_lines(&shown, &range);
            shown[range].fill(true);
        }
    }
    runs(&shown)
}

/// The lines that match best, counted from 1, the best first.
pub fn matching_lines(text: &str, query: &Query) -> Vec<usize> {
    let lines: Vec<&str> = text.lines().collect();
    best_lines(&lines, query).into_iter().map(|at| at + 1).collect()
}

/// The lines that score at least half of what the best one does, best first.
fn best_lines(lines: &[&str], query: &Query) -> Vec<usize> {
    let found = query_words(lines, query);
    let mut with: BTreeMap<&str, u64> = BTreeMap::new();
    for word in found.iter().flat_map(|(_, words)| words) {
        *with.entry(word).or_default() += 1;
    }
    let all = log2(2 * lines.len() as u64 + 2);
    let surprise = |word: &&str| all - log2(2 * with[word] + 1);
    let mut scored: Vec<(i64, usize)> =
        found.iter().map(|(at, words)| (words.iter().map(surprise).sum(), *at)).collect();
    scored.sort_by_key(|&(score, at)| (std::cmp::Reverse(score), at));
    let best = scored.first().map_or(0, |&(score, _)| score);
    scored.into_iter().filter(|&(score, _)| 2 * score >= best).map(|(_, at)| at).collect()
}

/// The lines that have words of the query, each with these words, sorted.
fn query_words<'q>(lines: &[&str], query: &'q Query) -> Vec<(usize, Vec<&'q str>)> {
    let mut splitter = Splitter::default();
    let mut recent = Recent::new(lines.iter().map(|line| line.len()).sum());
    // What the names that were taken apart have in common with the query: mostly nothing, which is the first.
    let mut shared: Vec<Vec<&str>> = vec![Vec::new()];
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let mut words: Vec<&str> = Vec::new();
        for_each_name(line, |name| {
            let number = recent.number(name, || {
                let mut own = Vec::new();
                splitter.split(name, |word| own.extend(query.word(word)));
                if own.is_empty() {
                    return 0;
                }
                shared.push(own);
                u32::try_from(shared.len() - 1).expect("a text has fewer names than 2^32")
            });
            words.extend(&shared[number as usize]);
        });
        words.sort_unstable();
        words.dedup();
        if !words.is_empty() {
            found.push((at, words));
        }
    }
    found
}

/// For each line, the lines between the blank ones around it.
fn paragraphs(lines: &[&str]) -> Vec<Range<usize>> {
    let mut out = Vec::with_capacity(lines.len());
    let mut start = 0;
    while start < lines.len() {
        let blank = lines[start].trim().is_empty();
        let length = if blank {
            1
        } else {
            lines[start..].iter().take_while(|line| !line.trim().is_empty()).count()
        };
        out.extend(std::iter::repeat_n(start..start + length, length));
        start += length;
    }
    out
}

fn new_lines(shown: &[bool], range: &Range<usize>) -> usize {
    shown[range.clone()].iter().filter(|&&shown| !shown).count()
}

fn runs(shown: &[bool]) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut first = None;
    for (at, &is_shown) in shown.iter().chain([&false]).enumerate() {
        match (first, is_shown) {
            (None, true) => first = Some(at + 1),
            (Some(start), false) => {
                out.push((start, at));
                first = None;
            }
            _ => {}
        }
    }
    out
}
