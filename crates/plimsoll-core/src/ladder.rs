//! Ladders: the ways in which a text can be shown with less of it.
//!
//! A ladder is data about lines, so it can be serialised, and it holds for the screened text as it does
//! for the raw one (the guard keeps line breaks). A rung's text is made only when somebody asks for it.

use crate::vocab::{Level, names};
use serde::{Deserialize, Serialize};

/// Lines from `first` to `last`, counted from 1, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lines {
    pub first: u32,
    pub last: u32,
}

names! {
    /// What the pieces of a text are.
    Piece { Hunk = "hunk", Entry = "entry", Section = "section" }
}

/// How a text gives way. Rung 0 is always the whole text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "form", rename_all = "snake_case", deny_unknown_fields)]
pub enum Ladder {
    /// Whole or not at all.
    Fixed,
    /// Named selections of lines, each smaller than the one before.
    Cuts { cuts: Vec<Cut> },
    /// Pieces go one after the other from the front; what stands before the first piece stays.
    Pieces {
        piece: Piece,
        pieces: Vec<Lines>,
        /// Stands for all pieces when even the last one has gone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        summary: Option<String>,
    },
    /// Lines go from the middle, the ends stay. Each rung keeps so many lines at each end.
    Middle { keep: Vec<u32> },
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
        keep: Vec<Lines>,
        piece: Option<Piece>,
    },
    /// The head of the text and a summary of the rest.
    Summary {
        head: Option<Lines>,
        summary: String,
    },
}

impl Ladder {
    /// How many rungs there are, the whole text included.
    pub fn rungs(&self) -> usize {
        match self {
            Self::Fixed => 1,
            Self::Cuts { cuts } => 1 + cuts.len(),
            Self::Pieces { pieces, summary, .. } => {
                pieces.len().max(1) + usize::from(summary.is_some())
            }
            Self::Middle { keep } => 1 + keep.len(),
        }
    }

    /// What a rung shows of a text with so many lines.
    pub fn view(&self, rung: usize, line_count: u32) -> View {
        if rung == 0 {
            return View { level: Level::Whole, shown: Shown::Whole };
        }
        match self {
            Self::Fixed => View { level: Level::Whole, shown: Shown::Whole },
            Self::Cuts { cuts } => {
                let cut = &cuts[rung - 1];
                View {
                    level: cut.level,
                    shown: Shown::Kept { keep: cut.keep.clone(), piece: None },
                }
            }
            Self::Pieces { piece, pieces, summary } => {
                let head = pieces.first().filter(|first| first.first > 1);
                let head = head.map(|first| Lines { first: 1, last: first.first - 1 });
                match (pieces.get(rung), summary) {
                    (None, Some(summary)) => {
                        let shown = Shown::Summary { head, summary: summary.clone() };
                        View { level: Level::Summary, shown }
                    }
                    _ => {
                        let keep = head.into_iter().chain(pieces[rung..].iter().copied()).collect();
                        View {
                            level: Level::Part,
                            shown: Shown::Kept { keep, piece: Some(*piece) },
                        }
                    }
                }
            }
            Self::Middle { keep } => {
                let ends = keep[rung - 1];
                let keep = if ends.saturating_mul(2) >= line_count {
                    vec![Lines { first: 1, last: line_count }]
                } else {
                    vec![
                        Lines { first: 1, last: ends },
                        Lines { first: line_count - ends + 1, last: line_count },
                    ]
                };
                let keep = keep.into_iter().filter(|lines| lines.first <= lines.last).collect();
                View { level: Level::Part, shown: Shown::Kept { keep, piece: None } }
            }
        }
    }
}

/// A text cut into its lines, each with its line break.
#[derive(Debug)]
pub struct LineTable<'a> {
    text: &'a str,
    /// Where each line starts, and the end of the text.
    starts: Vec<usize>,
}

impl<'a> LineTable<'a> {
    pub fn new(text: &'a str) -> Self {
        let mut starts = vec![0];
        starts.extend(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at + 1));
        if *starts.last().expect("it starts with one entry") != text.len() {
            starts.push(text.len());
        }
        Self { text, starts }
    }

    pub fn count(&self) -> u32 {
        u32::try_from(self.starts.len() - 1).unwrap_or(u32::MAX)
    }

    /// The text of some lines, with their line breaks. What lies beyond the end is not there.
    pub fn slice(&self, lines: Lines) -> &'a str {
        let last_line = self.starts.len() - 1;
        let start = (lines.first.max(1) as usize - 1).min(last_line);
        let end = (lines.last as usize).clamp(start, last_line);
        &self.text[self.starts[start]..self.starts[end]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_where_they_end() {
        let table = LineTable::new("a\nb\nc");
        assert_eq!(table.count(), 3);
        assert_eq!(table.slice(Lines { first: 2, last: 3 }), "b\nc");
        assert_eq!(table.slice(Lines { first: 3, last: 9 }), "c");
        assert_eq!(LineTable::new("").count(), 0);
        assert_eq!(LineTable::new("\n").count(), 1);
    }

    #[test]
    fn pieces_go_from_the_front_and_the_head_stays() {
        let pieces = vec![Lines { first: 3, last: 5 }, Lines { first: 6, last: 9 }];
        let ladder = Ladder::Pieces { piece: Piece::Hunk, pieces, summary: Some("2 hunks".into()) };
        assert_eq!(ladder.rungs(), 3);
        let Shown::Kept { keep, .. } = ladder.view(1, 9).shown else { panic!("a part") };
        assert_eq!(keep, [Lines { first: 1, last: 2 }, Lines { first: 6, last: 9 }]);
        assert_eq!(ladder.view(2, 9).level, Level::Summary);
    }
}
