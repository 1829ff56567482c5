//! A block that is larger than a part, piece by piece.

use crate::candidate::Candidate;
use crate::ladder::{Lines, join};
use crate::render::{Displayed, Head, Part, marker, without_markers};
use std::borrow::Cow;
use std::ops::Range;

pub(super) struct Torn<'a> {
    text: String,
    head: Head<'a>,
    /// For each line of the text the line of the candidate that it is, unless it is a marker.
    numbers: Vec<Option<u32>>,
    /// How many lines the candidate has.
    of: u32,
    /// What has been given so far: bytes, and lines that have ended.
    given: (usize, usize),
}

/// A piece: what stands above it, and what is shown.
type Piece<'a> = (Head<'a>, String);

impl<'a> Torn<'a> {
    pub(super) fn new(candidate: &'a Candidate, rung: usize) -> Self {
        let displayed = Displayed::of(candidate);
        let of = displayed.line_count();
        let view = candidate.ladder.view(rung, of);
        let all = || vec![Lines { first: 1, last: of }];
        let shown = view.shown.lines().unwrap_or_else(all);
        let mut shown = shown.iter().flat_map(|lines| lines.first..=lines.last);
        let (mut text, mut numbers, mut last) = (String::new(), Vec::new(), None);
        for part in displayed.parts(&view) {
            for _ in part.as_str().split_inclusive('\n') {
                numbers.push(match part {
                    Part::Text(_) | Part::Beginning(_) => {
                        last = shown.next();
                        last
                    }
                    Part::End(_) => last,
                    Part::Marker(_) => None,
                });
            }
            text.push_str(part.as_str());
        }
        Self { text, head: displayed.head(candidate, &view), numbers, of, given: (0, 0) }
    }

    pub(super) fn is_done(&self) -> bool {
        self.given.0 == self.text.len()
    }

    /// The largest piece within the room, for a part of this number; or what the smallest weighs, if even that is more.
    pub(super) fn next(
        &mut self,
        part: usize,
        room: u64,
        weigh: impl Fn(&Head<'_>, &str) -> u64,
    ) -> Result<Piece<'a>, u64> {
        let (at, line) = self.given;
        let rest = &self.text[at..];
        let weigh = |cut: Cut| {
            let (head, shown) = self.piece(cut, part);
            weigh(&head, &shown)
        };
        let Some(cut) = largest(rest, |cut| weigh(cut) <= room) else {
            let first = rest.chars().next().map_or(0, char::len_utf8);
            return Err(weigh(Cut { at: first, in_line: true }));
        };
        let piece = self.piece(cut, part);
        self.given = (at + cut.at, line + rest[..cut.at].matches('\n').count());
        if cut.in_line {
            self.begin_line();
        }
        Ok(piece)
    }

    fn piece(&self, cut: Cut, part: usize) -> Piece<'a> {
        let (at, line) = self.given;
        let (shown, rest) = self.text[at..].split_at(cut.at);
        let before = if at == 0 { String::new() } else { continued("from", part - 1) };
        let after = if rest.is_empty() { String::new() } else { cut.says(part + 1) };
        let ends = line + shown.matches('\n').count() + usize::from(cut.in_line);
        (self.head_of(line..ends), format!("{before}{shown}{after}"))
    }

    /// What stands above some of its lines.
    fn head_of(&self, lines: Range<usize>) -> Head<'a> {
        let shown = self.numbers[lines].iter().flatten();
        let shown: Vec<Lines> = shown.map(|&line| Lines { first: line, last: line }).collect();
        let is_shown = |line: &u32| shown.binary_search_by_key(line, |lines| lines.first).is_ok();
        let redacted = self.head.redacted.iter().copied().filter(is_shown).collect();
        Head { lines: Some((join(shown.iter()), self.of)), redacted, ..self.head.clone() }
    }

    /// What stood further on in its line now stands at the beginning of one, and must not pass for a marker there.
    fn begin_line(&mut self) {
        let at = self.given.0;
        let end = self.text[at..].find('\n').map_or(self.text.len(), |length| at + length);
        let line = without_markers(Cow::Borrowed(&self.text[at..end])).into_owned();
        self.text.replace_range(at..end, &line);
    }
}

fn continued(way: &str, part: usize) -> String {
    marker(&format!("continued {way} part {part}"))
}

/// Where a text is cut.
#[derive(Clone, Copy)]
struct Cut {
    at: usize,
    in_line: bool,
}

impl Cut {
    fn says(self, next: usize) -> String {
        if self.in_line {
            format!("\n{}", marker(&format!("this line goes on in part {next}")))
        } else {
            continued("in", next)
        }
    }
}

/// The last place of a text to which it fits: an end of a line where there is one, else between two characters.
fn largest(text: &str, fits: impl Fn(Cut) -> bool) -> Option<Cut> {
    let ends = text.split_inclusive('\n').scan(0, |at, line| {
        *at += line.len();
        Some(Cut { at: *at, in_line: false })
    });
    let line = text.split_inclusive('\n').next()?;
    // A character that is spelled out stays in one piece.
    let mut is_spelled = false;
    let places = line.char_indices().filter_map(move |(at, c)| {
        let may_cut = at > 0 && !is_spelled;
        is_spelled = c == '⟨' || (is_spelled && c != '⟩');
        may_cut.then_some(Cut { at, in_line: true })
    });
    last_that_fits(ends, &fits).or_else(|| last_that_fits(places, &fits))
}

/// Looks near the beginning first, since a part is small beside a text that has to be torn. Counts of tokens grow with the
/// text but for a token or two, so what is found is tried, and may be one place too early.
fn last_that_fits(
    mut places: impl Iterator<Item = Cut>,
    fits: impl Fn(Cut) -> bool,
) -> Option<Cut> {
    let mut seen: Vec<Cut> = Vec::new();
    loop {
        let wanted = seen.len().max(1);
        let before = seen.len();
        seen.extend(places.by_ref().take(wanted));
        let last = *seen.last()?;
        if seen.len() < before + wanted || !fits(last) {
            break;
        }
    }
    let fitting = seen.partition_point(|&cut| fits(cut));
    seen[..fitting].iter().rev().copied().find(|&cut| fits(cut))
}
