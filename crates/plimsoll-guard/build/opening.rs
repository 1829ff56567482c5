//! What a text has to begin with, byte by byte, so that an expression can match it. Most keywords stand where their
//! expression does not match, and that can nearly always be told without it.

use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Class, Hir, HirKind};

/// The bytes that may stand at a place, one bit for each.
type Set = [u8; 32];
/// Beyond, looking is no more worth than the expression.
const LONGEST: usize = 64;

/// How many runs there are, and of each how often it is repeated and the set.
pub(crate) fn of(expression: Option<&str>) -> Vec<u8> {
    let mut runs: Vec<(u8, Set)> = Vec::new();
    for set in expression.map(sets).unwrap_or_default() {
        match runs.last_mut() {
            Some((times, last)) if *last == set => *times += 1,
            _ => runs.push((1, set)),
        }
    }
    let count = u8::try_from(runs.len()).expect("there are no more than places");
    let runs = runs.iter().flat_map(|(times, set)| [*times].into_iter().chain(*set));
    std::iter::once(count).chain(runs).collect()
}

fn sets(expression: &str) -> Vec<Set> {
    // As the program compiles it.
    let mut parser = ParserBuilder::new().unicode(false).utf8(false).build();
    let parsed = parser.parse(expression).expect("a test compiles the same expression");
    let mut sets = Vec::new();
    add(&parsed, &mut sets);
    sets
}

/// Adds the places of an expression whose length is known so far; says whether that of all of it is.
fn add(hir: &Hir, sets: &mut Vec<Set>) -> bool {
    if sets.len() >= LONGEST {
        return false;
    }
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => true,
        HirKind::Literal(literal) => {
            sets.extend(literal.0.iter().map(|&byte| one(byte..=byte)));
            sets.len() < LONGEST
        }
        HirKind::Class(class) => {
            let Some(set) = set(class) else { return false };
            sets.push(set);
            true
        }
        HirKind::Repetition(repeated) => {
            let all = (0..repeated.min).all(|_| add(&repeated.sub, sets));
            all && repeated.max == Some(repeated.min)
        }
        HirKind::Capture(capture) => add(&capture.sub, sets),
        HirKind::Concat(parts) => parts.iter().all(|part| add(part, sets)),
        HirKind::Alternation(ways) => {
            let mut ends = Vec::new();
            let ways: Vec<Vec<Set>> = ways
                .iter()
                .map(|way| {
                    let mut sets = Vec::new();
                    ends.push(add(way, &mut sets));
                    sets
                })
                .collect();
            let shortest = ways.iter().map(Vec::len).min().unwrap_or(0);
            let any = |at: usize| {
                let of = ways.iter().map(|way| way[at]);
                of.fold([0; 32], |all, way| std::array::from_fn(|at| all[at] | way[at]))
            };
            sets.extend((0..shortest).map(any));
            ends.iter().all(|end| *end) && ways.iter().all(|way| way.len() == shortest)
        }
    }
}

fn one(bytes: std::ops::RangeInclusive<u8>) -> Set {
    let mut set = [0; 32];
    for byte in bytes {
        set[usize::from(byte / 8)] |= 1 << (byte % 8);
    }
    set
}

/// Nothing of a class of characters that take several bytes.
fn set(class: &Class) -> Option<Set> {
    let ranges: Vec<(u8, u8)> = match class {
        Class::Bytes(class) => class.iter().map(|range| (range.start(), range.end())).collect(),
        Class::Unicode(class) => {
            class.to_byte_class()?.iter().map(|range| (range.start(), range.end())).collect()
        }
    };
    let sets = ranges.iter().map(|&(from, to)| one(from..=to));
    Some(sets.fold([0; 32], |all, set| std::array::from_fn(|at| all[at] | set[at])))
}
