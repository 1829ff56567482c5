//! What somebody would miss: named files that have no room, and a pack without any file.

use crate::passage::Passage;
use crate::snapshot::shown;
use plimsoll_core::candidate::{Candidate, kind};
use plimsoll_core::decide::Fate;
use plimsoll_core::limit::Grouped;
use plimsoll_core::vocab::{Origin, PackClass};

/// What is said about a document that leaves out more than the best of what was found.
pub(super) fn missed(passage: &Passage) -> Vec<String> {
    let unit = passage.capsule().limit.unit;
    let fates = passage.decision().verdicts.iter().map(|verdict| &verdict.fate);
    let files: Vec<(&Candidate, &Fate)> =
        passage.capsule().candidates.iter().zip(fates).filter(|(one, _)| is_file(one)).collect();
    let has_no_room = |fate: &Fate| match *fate {
        Fate::Shed { smallest } => Some(smallest),
        _ => None,
    };
    let named = files.iter().filter(|(one, _)| one.group != PackClass::Low.name());
    let mut missed: Vec<String> = named
        .filter_map(|(one, fate)| {
            let (name, needed) = (shown(one.name.as_str()), Grouped(has_no_room(fate)?));
            Some(format!(
                "the task names {name}, which has no room: it needs {needed} {unit} at least"
            ))
        })
        .collect();
    let smallest = files.iter().filter_map(|(_, fate)| has_no_room(fate)).min();
    let is_empty = !files.iter().any(|(_, fate)| matches!(fate, Fate::Aboard { .. }));
    if let Some(smallest) = smallest.filter(|_| is_empty && missed.is_empty()) {
        let smallest = Grouped(smallest);
        missed.push(format!(
            "no file has room: the smallest part of one needs {smallest} {unit}; raise the limit"
        ));
    }
    missed
}

fn is_file(one: &Candidate) -> bool {
    one.origin == Origin::Repository && matches!(&*one.kind, kind::FILE | kind::DOC)
}
