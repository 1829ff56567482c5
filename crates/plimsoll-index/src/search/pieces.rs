//! What each part of the best files is worth.

use super::files::{Examined, PartFound, RankedFile, rows, signals};
use super::forest::probability;
use super::lexical::Searching;
use super::model::Model;
use super::share::{logarithm, places, points, share, shares};
use plimsoll_core::vocab::FileClass;

signals! {
    /// What speaks for or against a part of a file.
    PieceSignal {
        FileSum = "its file",
        FilePlace = "its file",
        FileAhead = "its file",
        Content = "words",
        ContentInFile = "words",
        ContentPlace = "words",
        ContentPlaceInFile = "words",
        Subject = "words",
        SubjectInFile = "words",
        Coverage = "words",
        SubjectCoverage = "words",
        Rarest = "words",
        Names = "names that the request has",
        NamesInFile = "names that the request has",
        Defined = "defines what the request names",
        DefinedInFile = "defines what the request names",
        DefinedWhole = "defines what the request names",
        DefinedWholeInFile = "defines what the request names",
        Before = "what stands beside it",
        After = "what stands beside it",
        Kind = "its kind",
        Lines = "its size",
        Parts = "its size",
        Position = "its place in the file",
        Test = "its kind",
        AllWords = "the request",
    }
}

/// A part of a file, and how probable it is that it is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RankedPart {
    /// Its file's place in the order of files.
    pub place: usize,
    /// Its place among the parts of its file.
    pub part: usize,
    pub signals: Vec<i32>,
    /// In millionths.
    pub probability: u32,
}

/// What the parts of the first `most` files are worth, file by file. They are compared with those of all files, so that what is
/// said of a part does not depend on how many are asked for.
pub fn rank_parts(
    searching: &Searching<'_>,
    pool: &[Examined],
    ranked: &[RankedFile],
    most: usize,
    model: &Model,
) -> Vec<RankedPart> {
    let parts: Vec<(usize, usize)> = ranked
        .iter()
        .enumerate()
        .flat_map(|(place, file)| (0..pool[file.pooled].parts.len()).map(move |part| (place, part)))
        .collect();
    let signals = piece_signals(searching, pool, ranked, &parts);
    parts
        .into_iter()
        .zip(signals)
        .take_while(|((place, _), _)| *place < most)
        .map(|((place, part), signals)| RankedPart {
            place,
            part,
            probability: probability(model.pieces.sum(&signals)),
            signals,
        })
        .collect()
}

fn piece_signals(
    searching: &Searching<'_>,
    pool: &[Examined],
    ranked: &[RankedFile],
    parts: &[(usize, usize)],
) -> Vec<Vec<i32>> {
    let file = |place: usize| &pool[ranked[place].pooled];
    let found = |&(place, part): &(usize, usize)| &file(place).found[part];
    let of = |points: &dyn Fn(&PartFound) -> i64| -> Vec<i64> {
        parts.iter().map(|at| points(found(at))).collect()
    };
    // The same compared with the best of its file only.
    let in_file =
        |points: &dyn Fn(&PartFound) -> i64, make: &dyn Fn(&[i64]) -> Vec<i32>| -> Vec<i32> {
            ranked
                .iter()
                .flat_map(|ranked| {
                    let points: Vec<i64> = pool[ranked.pooled].found.iter().map(points).collect();
                    make(&points)
                })
                .collect()
        };
    let beside = |by: isize| -> Vec<i32> {
        let best = of(&|part| part.content).into_iter().max().unwrap_or(0);
        parts
            .iter()
            .map(|&(place, part)| {
                let other =
                    part.checked_add_signed(by).and_then(|part| file(place).found.get(part));
                share(other.map_or(0, |part| part.content), best)
            })
            .collect()
    };
    let all: i64 = searching.surprise.iter().sum();
    let in_subject = |at: usize| searching.query.words()[at].in_subject;
    let subject: i64 = (0..searching.surprise.len())
        .filter(|&at| in_subject(at))
        .map(|at| searching.surprise[at])
        .sum();
    let coverage = |part: &PartFound, wanted: &dyn Fn(usize) -> bool, of: i64| {
        let has = part.hits.iter().map(|&(at, _)| at as usize).filter(|&at| wanted(at));
        share(has.map(|at| searching.surprise[at]).sum(), of)
    };
    let rarest = |part: &PartFound| {
        part.hits.iter().map(|&(at, _)| searching.surprise[at as usize]).max().unwrap_or(0)
    };
    let (content, of_subject) = (of(&|part| part.content), of(&|part| part.subject));
    let best_sum = ranked.first().map_or(0, |file| file.sum);
    let int = |value: i64| i32::try_from(value).unwrap_or(i32::MAX);
    let each = |value: &dyn Fn(usize, usize) -> i32| -> Vec<i32> {
        parts.iter().map(|&(place, part)| value(place, part)).collect()
    };
    let columns: Vec<(PieceSignal, Vec<i32>)> = vec![
        (PieceSignal::FileSum, each(&|place, _| int(ranked[place].sum))),
        (PieceSignal::FilePlace, each(&|place, _| logarithm(place as u64))),
        (PieceSignal::FileAhead, each(&|place, _| int(best_sum - ranked[place].sum))),
        (PieceSignal::Content, shares(&content)),
        (PieceSignal::ContentInFile, in_file(&|part| part.content, &shares)),
        (PieceSignal::ContentPlace, places(&content)),
        (PieceSignal::ContentPlaceInFile, in_file(&|part| part.content, &places)),
        (PieceSignal::Subject, shares(&of_subject)),
        (PieceSignal::SubjectInFile, in_file(&|part| part.subject, &shares)),
        (
            PieceSignal::Coverage,
            parts.iter().map(|at| coverage(found(at), &|_| true, all)).collect(),
        ),
        (
            PieceSignal::SubjectCoverage,
            parts.iter().map(|at| coverage(found(at), &in_subject, subject)).collect(),
        ),
        (PieceSignal::Rarest, shares(&of(&rarest))),
        (PieceSignal::Names, shares(&of(&|part| part.names))),
        (PieceSignal::NamesInFile, in_file(&|part| part.names, &shares)),
        (PieceSignal::Defined, shares(&of(&|part| part.defined))),
        (PieceSignal::DefinedInFile, in_file(&|part| part.defined, &shares)),
        (PieceSignal::DefinedWhole, shares(&of(&|part| part.defined_whole))),
        (PieceSignal::DefinedWholeInFile, in_file(&|part| part.defined_whole, &shares)),
        (PieceSignal::Before, beside(-1)),
        (PieceSignal::After, beside(1)),
        (PieceSignal::Kind, each(&|place, part| file(place).parts[part].kind as i32)),
        (
            PieceSignal::Lines,
            each(&|place, part| {
                let lines = file(place).parts[part].lines;
                int(i64::from(lines.last - lines.first) + 1)
            }),
        ),
        (PieceSignal::Parts, each(&|place, _| logarithm(file(place).parts.len() as u64))),
        (
            PieceSignal::Position,
            each(&|place, part| share(points(part), points(file(place).parts.len()))),
        ),
        (
            PieceSignal::Test,
            each(&|place, _| {
                i32::from(searching.files[ranked[place].file].class == FileClass::Test)
            }),
        ),
        (PieceSignal::AllWords, vec![logarithm(searching.query.words().len() as u64); parts.len()]),
    ];
    let columns: Vec<(usize, &[i32])> =
        columns.iter().map(|(signal, column)| (*signal as usize, column.as_slice())).collect();
    rows(parts.len(), &columns)
}
