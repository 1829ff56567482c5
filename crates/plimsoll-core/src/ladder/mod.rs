//! Ladders: the ways in which a text can be shown with less of it.
//!
//! A ladder is data about lines, so it can be serialised, and it holds for the screened text as it does
//! for the raw one (the guard keeps line breaks). A rung's text is made only when somebody asks for it.

mod around;
mod asked;
mod code;
mod diff;
mod entries;
mod graph;
mod middle;
mod prose;
mod sparse;

pub use around::around;
pub use asked::code_asked;
pub use code::{Comment, Definition, Outline, code, code_around, definition, signature};
pub use diff::{diff, diff_by_file};
pub use entries::{DatedEntry, entries};
pub use graph::{Graph, graph};
pub(crate) use middle::LEAST_LEFT_OUT;
pub use middle::middle;
pub use prose::prose;

use crate::vocab::{Level, names};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Lines from `first` to `last`, counted from 1, both included.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct Lines {
    pub first: u32,
    pub last: u32,
}

names! {
    /// What the pieces of a text are.
    Piece { Hunk = "hunk", Entry = "entry", Section = "section" }
}

/// How a text gives way. Rung 0 is the most that may be shown of it: the whole, unless a ladder says that it may not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "form", rename_all = "snake_case", deny_unknown_fields)]
pub enum Ladder {
    /// Whole or not at all.
    Fixed,
    /// Named selections of lines, each smaller than the one before.
    Cuts {
        cuts: Vec<Cut>,
        /// Stands for all of it below the last selection.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        summary: Option<String>,
        /// How the text's language writes a comment; what stands for left-out lines then is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        comment: Option<Comment>,
        /// The first selection is the most that may be shown.
        #[serde(default, skip_serializing_if = "is_false")]
        never_whole: bool,
        /// What each rung is worth, the largest first, where somebody knows better than that more is better.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        worth: Vec<u64>,
    },
    /// Pieces go one after the other; what stands before the first piece stays.
    Pieces {
        piece: Piece,
        /// In the order of the text.
        pieces: Vec<Lines>,
        /// Which piece goes first, second, …; empty where they go from the front.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        order: Vec<u32>,
        /// Stands for all pieces when even the last one has gone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        summary: Option<String>,
    },
    /// Lines go from the middle, the ends stay. Each rung keeps so many lines at each end.
    Middle {
        keep: Vec<u32>,
        /// So many characters of a line stay on each rung, half of them at either end; empty where lines stay whole.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        widths: Vec<u32>,
        /// Lines between the ends that stay as well, the most important first: as many as stay at an end.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        held: Vec<u32>,
    },
}

/// A selection of lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cut {
    pub level: Level,
    /// Sorted, not overlapping.
    pub keep: Vec<Lines>,
}

/// What a rung shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    pub level: Level,
    pub shown: Shown,
}

/// The text of a rung, by reference to the whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shown {
    Whole,
    /// These lines, with a marker where others were.
    Kept {
        lines: Vec<Lines>,
        comment: Option<Comment>,
    },
    /// The same of lines of which none is longer than so many characters: of a longer one the middle is left out.
    Narrow {
        lines: Vec<Lines>,
        width: u32,
    },
    /// The head of the text and the pieces that are left; so many are gone.
    Pieces {
        head: Option<Lines>,
        kept: Vec<Lines>,
        piece: Piece,
        gone: usize,
    },
    /// The head of the text and a summary of the rest.
    Summary {
        head: Option<Lines>,
        summary: String,
    },
}

impl Shown {
    /// The lines that are shown, where that is not all of them.
    pub fn lines(&self) -> Option<Vec<Lines>> {
        match self {
            Self::Whole => None,
            Self::Kept { lines, .. } | Self::Narrow { lines, .. } => Some(lines.clone()),
            Self::Pieces { head, kept, .. } => Some(join(head.iter().chain(kept))),
            Self::Summary { head, .. } => Some(head.iter().copied().collect()),
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

impl Ladder {
    /// Selections of lines below the whole text.
    pub fn cuts(cuts: Vec<Cut>, summary: Option<String>, comment: Option<Comment>) -> Self {
        Self::Cuts { cuts, summary, comment, never_whole: false, worth: Vec::new() }
    }

    /// The same ladder, of which each rung is worth so much, the largest first.
    pub fn with_worth(self, worth: Vec<u64>) -> Self {
        match self {
            Self::Cuts { cuts, summary, comment, never_whole, .. } => {
                Self::Cuts { cuts, summary, comment, never_whole, worth }
            }
            other => other,
        }
    }

    /// What a rung is worth, where that is known.
    pub(crate) fn worth(&self, rung: usize) -> Option<u64> {
        match self {
            Self::Cuts { worth, .. } => worth.get(rung).copied(),
            _ => None,
        }
    }

    /// The same ladder without the whole text on top; nothing where there is nothing below it.
    pub fn never_whole(self) -> Option<Self> {
        match self {
            Self::Cuts { cuts, summary, comment, .. } if !cuts.is_empty() || summary.is_some() => {
                let worth = Vec::new();
                Some(Self::Cuts { cuts, summary, comment, never_whole: true, worth })
            }
            _ => None,
        }
    }

    /// The same ladder without its summary, which may then not be shown.
    pub fn without_summary(self) -> Self {
        match self {
            Self::Cuts { cuts, .. } if cuts.is_empty() => Self::Fixed,
            Self::Cuts { cuts, comment, never_whole, worth, .. } => {
                Self::Cuts { cuts, summary: None, comment, never_whole, worth }
            }
            other => other,
        }
    }

    /// How many rungs there are.
    pub fn rungs(&self) -> usize {
        match self {
            Self::Fixed => 1,
            Self::Cuts { cuts, summary, never_whole, .. } => {
                let rungs = usize::from(!never_whole) + cuts.len() + usize::from(summary.is_some());
                rungs.max(1)
            }
            Self::Pieces { pieces, summary, .. } => {
                pieces.len().max(1) + usize::from(summary.is_some())
            }
            Self::Middle { keep, .. } => 1 + keep.len(),
        }
    }

    /// What a rung shows of a text with so many lines.
    pub fn view(&self, rung: usize, line_count: u32) -> View {
        match self {
            Self::Cuts { cuts, summary, comment, never_whole: true, .. } => {
                cut(cuts, summary.as_ref(), comment.as_ref(), rung)
            }
            _ if rung == 0 => View { level: Level::Whole, shown: Shown::Whole },
            Self::Fixed => View { level: Level::Whole, shown: Shown::Whole },
            Self::Cuts { cuts, summary, comment, never_whole: false, .. } => {
                cut(cuts, summary.as_ref(), comment.as_ref(), rung - 1)
            }
            Self::Pieces { piece, pieces, order, summary } => {
                let head = pieces.first().filter(|first| first.first > 1);
                let head = head.map(|first| Lines { first: 1, last: first.first - 1 });
                match summary {
                    Some(summary) if rung >= pieces.len() => {
                        let shown = Shown::Summary { head, summary: summary.clone() };
                        View { level: Level::Summary, shown }
                    }
                    _ => {
                        let mut is_kept = vec![true; pieces.len()];
                        for gone in going(pieces.len(), order).take(rung) {
                            is_kept[gone] = false;
                        }
                        let kept = pieces.iter().zip(is_kept).filter(|(_, is_kept)| *is_kept);
                        let kept = kept.map(|(lines, _)| *lines).collect();
                        let shown = Shown::Pieces { head, kept, piece: *piece, gone: rung };
                        View { level: Level::Part, shown }
                    }
                }
            }
            Self::Middle { keep, widths, held } => {
                middle::ends(keep[rung - 1], widths.get(rung - 1).copied(), held, line_count)
            }
        }
    }
}

/// One of some selections, or the summary below the last of them.
fn cut(cuts: &[Cut], summary: Option<&String>, comment: Option<&Comment>, at: usize) -> View {
    match (cuts.get(at).cloned(), summary) {
        (None, Some(summary)) => {
            let shown = Shown::Summary { head: None, summary: summary.clone() };
            View { level: Level::Summary, shown }
        }
        (found, _) => {
            // Of a ladder that somebody wrote by hand there may be nothing to show.
            let Cut { level, keep } =
                found.unwrap_or(Cut { level: Level::Regions, keep: Vec::new() });
            View { level, shown: Shown::Kept { lines: keep, comment: comment.cloned() } }
        }
    }
}

/// The pieces in the order in which they go. An order that is no permutation is none.
pub(crate) fn going(pieces: usize, order: &[u32]) -> impl Iterator<Item = usize> {
    let mut sorted: Vec<usize> = order.iter().map(|&piece| piece as usize).collect();
    let given = sorted.clone();
    sorted.sort_unstable();
    let is_permutation = sorted.into_iter().eq(0..pieces);
    let order = if is_permutation { given } else { (0..pieces).collect() };
    order.into_iter()
}

/// Lines as sorted ranges that do not touch.
fn ranges(mut lines: Vec<Lines>) -> Vec<Lines> {
    lines.retain(|range| range.first <= range.last);
    lines.sort_unstable();
    join(lines.iter())
}

/// Joins sorted ranges that touch.
pub fn join<'a>(ranges: impl Iterator<Item = &'a Lines>) -> Vec<Lines> {
    let mut joined: Vec<Lines> = Vec::new();
    for &range in ranges {
        match joined.last_mut() {
            Some(last) if range.first <= last.last.saturating_add(1) => {
                last.last = last.last.max(range.last);
            }
            _ => joined.push(range),
        }
    }
    joined
}

/// Where the lines of a text start. A line has its line break; what follows the last one counts as a line.
#[derive(Debug, Default)]
pub struct LineStarts(Vec<usize>);

impl LineStarts {
    pub fn of(text: &str) -> Self {
        let mut starts = vec![0];
        starts.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1));
        if starts.last() != Some(&text.len()) {
            starts.push(text.len());
        }
        Self(starts)
    }

    pub fn count(&self) -> u32 {
        u32::try_from(self.0.len() - 1).unwrap_or(u32::MAX)
    }

    /// The line on which a byte stands.
    pub fn line_at(&self, byte: usize) -> u32 {
        let line = self.0.partition_point(|&start| start <= byte).max(1);
        u32::try_from(line).unwrap_or(u32::MAX)
    }

    /// Some lines of the text that this was made of. What lies beyond its end is not there.
    pub fn slice<'a>(&self, text: &'a str, lines: Lines) -> &'a str {
        let last_line = self.0.len() - 1;
        let start = (lines.first.max(1) as usize - 1).min(last_line);
        let end = (lines.last as usize).clamp(start, last_line);
        &text[self.0[start]..self.0[end]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_where_they_end() {
        let text = "a\nb\nc";
        let starts = LineStarts::of(text);
        assert_eq!(starts.count(), 3);
        assert_eq!(starts.slice(text, Lines { first: 2, last: 3 }), "b\nc");
        assert_eq!(starts.slice(text, Lines { first: 3, last: 9 }), "c");
        assert_eq!([0, 1, 2, 4].map(|byte| starts.line_at(byte)), [1, 1, 2, 3]);
        assert_eq!(LineStarts::of("").count(), 0);
        assert_eq!(LineStarts::of("\n").count(), 1);
    }

    #[test]
    fn what_may_never_be_whole_begins_with_its_first_selection() {
        let keep = |last| vec![Lines { first: 1, last }];
        let cut = |level, last| Cut { level, keep: keep(last) };
        let cuts = vec![cut(Level::Regions, 5), cut(Level::Signatures, 2)];
        let whole = Ladder::cuts(cuts, Some("defines a".to_owned()), None);
        let levels = |ladder: &Ladder| {
            (0..ladder.rungs()).map(|rung| ladder.view(rung, 9).level).collect::<Vec<_>>()
        };
        let all = [Level::Whole, Level::Regions, Level::Signatures, Level::Summary];
        assert_eq!(levels(&whole), all);
        let parts = whole.clone().never_whole().unwrap();
        assert_eq!(levels(&parts), all[1..]);
        assert_eq!(parts.view(0, 9).shown.lines(), Some(keep(5)));
        assert_eq!(levels(&parts.without_summary()), all[1..3]);
        assert_eq!(levels(&whole.without_summary()), all[..3]);
        assert_eq!(Ladder::Fixed.never_whole(), None);
        let summary = Ladder::cuts(Vec::new(), Some("defines a".to_owned()), None);
        assert_eq!(summary.without_summary(), Ladder::Fixed);
        // As a capsule might have it that somebody wrote by hand.
        let nothing = Ladder::Cuts {
            cuts: Vec::new(),
            summary: None,
            comment: None,
            never_whole: true,
            worth: Vec::new(),
        };
        assert_eq!((nothing.rungs(), nothing.view(0, 9).shown.lines()), (1, Some(Vec::new())));
    }

    #[test]
    fn pieces_go_from_the_front_and_the_head_stays() {
        let pieces = vec![Lines { first: 3, last: 5 }, Lines { first: 6, last: 9 }];
        let summary = Some("2 hunks".to_owned());
        let order = Vec::new();
        let ladder = Ladder::Pieces { piece: Piece::Hunk, pieces, order, summary };
        assert_eq!(ladder.rungs(), 3);
        let kept = ladder.view(1, 9).shown.lines();
        assert_eq!(kept, Some(vec![Lines { first: 1, last: 2 }, Lines { first: 6, last: 9 }]));
        assert_eq!(ladder.view(2, 9).level, Level::Summary);
    }
}
