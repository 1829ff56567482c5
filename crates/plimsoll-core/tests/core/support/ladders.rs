//! Ladders of every form for a given text.

use plimsoll_core::ladder::{Comment, Cut, Ladder, Lines, Piece};
use plimsoll_core::vocab::Level;

/// The lines of a text, each with its line break.
pub(crate) fn lines_of(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

pub(crate) fn line_count(text: &str) -> u32 {
    u32::try_from(lines_of(text).len()).expect("tests have short texts")
}

/// Every form of ladder, for a text with so many lines. A text of one line can only be cut within it.
pub(crate) fn all(line_count: u32) -> Vec<Ladder> {
    if line_count < 2 {
        return vec![Ladder::Fixed, narrow()];
    }
    vec![
        Ladder::Fixed,
        cuts(line_count),
        pieces(line_count, 0, Piece::Section, None),
        pieces(line_count, 0, Piece::Entry, Some("all\nof ``` ]]> \u{202E} it")),
        pieces(line_count, 1, Piece::Hunk, Some("the hunks of one file")),
        in_another_order(pieces(line_count, 0, Piece::Entry, None), true),
        in_another_order(pieces(line_count, 1, Piece::Section, Some("all")), false),
        Ladder::Middle {
            keep: vec![12, 5, 2, 1, 0],
            widths: Vec::new(),
            held: vec![9, 3, 8, 40, 7],
        },
        narrow(),
    ]
}

/// Long lines first, then lines.
pub(crate) fn narrow() -> Ladder {
    let keep = vec![u32::MAX, u32::MAX, 12, 5, 1, 0];
    Ladder::Middle { keep, widths: vec![120, 40, 40, 20, 4, 3], held: vec![6, 7, 1, 30] }
}

/// Regions, then signatures, then next to nothing.
pub(crate) fn cuts(line_count: u32) -> Ladder {
    let third = line_count / 3;
    let regions = vec![Lines { first: third + 1, last: line_count - third }];
    let regions = match third {
        0 => regions,
        _ => [vec![Lines { first: 1, last: 1 }], regions].concat(),
    };
    let lines = (1..=line_count).step_by(4).map(|line| Lines { first: line, last: line });
    let cuts = vec![
        Cut { level: Level::Regions, keep: regions },
        Cut { level: Level::Signatures, keep: lines.collect() },
        Cut { level: Level::Part, keep: vec![Lines { first: line_count, last: line_count }] },
        Cut { level: Level::Summary, keep: Vec::new() },
    ];
    let comment = (line_count % 2 == 1)
        .then(|| Comment { before: "...  # ".to_owned(), after: String::new() });
    let ladder = Ladder::cuts(cuts, None, comment);
    // Some of them may never be whole.
    if line_count % 5 == 3 { ladder.never_whole().expect("it has cuts") } else { ladder }
}

/// Pieces of three lines after a head.
pub(crate) fn pieces(line_count: u32, head: u32, piece: Piece, summary: Option<&str>) -> Ladder {
    let starts = (head + 1..=line_count).step_by(3);
    let pieces = starts.map(|first| Lines { first, last: (first + 2).min(line_count) }).collect();
    Ladder::Pieces { piece, pieces, order: Vec::new(), summary: summary.map(str::to_owned) }
}

/// The same, but they go from the back, or every other one first.
pub(crate) fn in_another_order(ladder: Ladder, from_the_back: bool) -> Ladder {
    let Ladder::Pieces { piece, pieces, summary, .. } = ladder else { return ladder };
    let all = 0..u32::try_from(pieces.len()).expect("tests have few pieces");
    let order = if from_the_back {
        all.rev().collect()
    } else {
        all.clone().step_by(2).chain(all.skip(1).step_by(2)).collect()
    };
    Ladder::Pieces { piece, pieces, order, summary }
}
