//! Makes the tables of an automaton that finds all keywords. Part of the build and of the tests.
//!
//! The automaton is that of `aho-corasick`, whose states are numbered anew: those that are reached with the fewest bytes
//! first, so that what is used lies together; and behind them, in the same order, those in which a keyword ends.

use std::collections::BTreeMap;

use aho_corasick::automaton::{Automaton, StateID};
use aho_corasick::{Anchored, BuildError, MatchKind, StartKind, dfa};

/// All numbers are two bytes, the lower one first.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Tables {
    /// For each byte the class of those that lead to the same states.
    pub(crate) classes: Vec<u8>,
    /// For each state, where each class leads to.
    pub(crate) moves: Vec<u8>,
    /// For each state in which keywords end, and then once more, where its keywords begin in what follows; behind that
    /// the keywords. Before all, how many such states there are.
    pub(crate) matches: Vec<u8>,
    /// How long each keyword is.
    pub(crate) words: Vec<u8>,
}

pub(crate) fn tables(words: &[&str]) -> Result<Tables, BuildError> {
    let automaton = dfa::DFA::builder()
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::Standard)
        .start_kind(StartKind::Unanchored)
        .build(words)?;
    let states = in_order(&automaton);
    let numbers: BTreeMap<StateID, u16> = states.iter().copied().zip(0..).collect();
    let leads = |state: StateID, byte: u8| {
        numbers[&automaton.next_state(Anchored::No, state, byte)].to_le_bytes()
    };
    let mut known: BTreeMap<Vec<[u8; 2]>, u8> = BTreeMap::new();
    let mut columns: Vec<Vec<[u8; 2]>> = Vec::new();
    let classes: Vec<u8> = (0..=u8::MAX)
        .map(|byte| {
            let column: Vec<[u8; 2]> = states.iter().map(|&state| leads(state, byte)).collect();
            *known.entry(column.clone()).or_insert_with(|| {
                columns.push(column);
                u8::try_from(columns.len() - 1).expect("there are no more classes than bytes")
            })
        })
        .collect();
    let row = |state: usize| columns.iter().flat_map(move |column| column[state]);
    let moves = (0..states.len()).flat_map(row).collect();
    let words = words.iter().flat_map(|word| number(word.len())).collect();
    Ok(Tables { classes, moves, matches: matches(&automaton, &states), words })
}

/// Every state, the first one first.
fn in_order(automaton: &dfa::DFA) -> Vec<StateID> {
    let start = automaton.start_state(Anchored::No).expect("it was made to begin anywhere");
    let mut states = vec![start];
    let mut seen: BTreeMap<StateID, ()> = [(start, ())].into();
    let mut at = 0;
    while let Some(&state) = states.get(at) {
        for byte in 0..=u8::MAX {
            let next = automaton.next_state(Anchored::No, state, byte);
            if seen.insert(next, ()).is_none() {
                states.push(next);
            }
        }
        at += 1;
    }
    states.sort_by_key(|&state| automaton.is_match(state));
    assert!(u16::try_from(states.len()).is_ok(), "{} states are too many", states.len());
    states
}

fn matches(automaton: &dfa::DFA, states: &[StateID]) -> Vec<u8> {
    let ending: Vec<StateID> =
        states.iter().copied().filter(|&state| automaton.is_match(state)).collect();
    let (mut begins, mut words) = (vec![0], Vec::new());
    for &state in &ending {
        for at in 0..automaton.match_len(state) {
            words.push(automaton.match_pattern(state, at).as_usize());
        }
        begins.push(words.len());
    }
    [ending.len()].into_iter().chain(begins).chain(words).flat_map(number).collect()
}

fn number(number: usize) -> [u8; 2] {
    u16::try_from(number).expect("there are far fewer keywords").to_le_bytes()
}
