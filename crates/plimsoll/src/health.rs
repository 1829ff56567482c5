//! What works in a workspace and what does not, found out by trying. Makes nothing.

use crate::error::Error;
use crate::screening::screen_message;
use crate::workspace::Workspace;
use plimsoll_core::count::{counter, counter_names};
use plimsoll_core::store::{Store, Which};
use plimsoll_store::SqliteStore;
use plimsoll_workspace::state::State;
use plimsoll_workspace::{Git, GitState, Nature};
use std::path::PathBuf;

/// What a workspace has to work with.
#[derive(Debug)]
pub struct Health {
    pub git: GitHealth,
    pub counters: Vec<CounterHealth>,
    pub state: Result<StateHealth, Error>,
    pub store: Result<StoreHealth, Error>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GitHealth {
    None,
    /// There is a `.git` that is not used; the notice says why.
    Unusable(String),
    Ready {
        nature: Nature,
        tracked: usize,
    },
}

/// Whether a counter counts a known text as it should.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CounterHealth {
    pub name: &'static str,
    pub counted: u64,
    pub expected: u64,
    /// What it says about its exactness, where it is not exact.
    pub margin: Option<&'static str>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StateHealth {
    /// Nothing has been kept; whether it could be.
    NotYet { writable: bool },
    Sealed {
        folder: PathBuf,
        writable: bool,
        /// How many things have been set aside in it.
        set_aside: usize,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreHealth {
    NotYet,
    Open {
        bytes: u64,
        /// The number of the newest decision.
        newest: u64,
    },
}

/// A text that every tokenizer cuts in its own way, and what each counter must give for it.
const KNOWN_TEXT: &str = "A load line of 1876: naïve hulls → 沈む, fn main() {}\n";
const KNOWN_COUNTS: &[(&str, u64)] = &[
    ("o200k_base/1", 21),
    ("cl100k_base/1", 23),
    ("utf16/1", 52),
    ("claude/1", 38),
    ("claude-before-4.7/1", 30),
    ("other/1", 30),
];

impl Workspace {
    /// Tries everything that a call would use.
    pub fn health(&self) -> Health {
        let state = State::open_existing(self.state_place()).map_err(Error::from);
        let folder =
            state.as_ref().ok().and_then(|state| Some(state.as_ref()?.folder().to_owned()));
        let set_aside = match &state {
            Ok(Some(state)) => state.set_aside(),
            _ => 0,
        };
        self.announce(folder);
        let store = match &state {
            Ok(Some(state)) => store_health(state),
            _ => Ok(StoreHealth::NotYet),
        };
        let state = state.and_then(|state| {
            let writable = State::may_write(self.state_place())?;
            Ok(match state {
                Some(state) => {
                    let folder = state.folder().to_owned();
                    StateHealth::Sealed { folder, writable, set_aside }
                }
                None => StateHealth::NotYet { writable },
            })
        });
        Health { git: self.git_health(), counters: check_counters(), state, store }
    }

    fn git_health(&self) -> GitHealth {
        match Git::open(self.jail(), self.root()) {
            GitState::None => GitHealth::None,
            GitState::Unusable { notice } => GitHealth::Unusable(screen_message(&notice)),
            GitState::Ready(git) => {
                GitHealth::Ready { nature: git.nature(), tracked: git.tracked().paths().count() }
            }
        }
    }
}

/// Every counter on a text whose count is known.
pub fn check_counters() -> Vec<CounterHealth> {
    let health = |name| {
        let counter = counter(name)?;
        let expected = KNOWN_COUNTS.iter().find(|(known, _)| *known == name);
        Some(CounterHealth {
            name,
            counted: counter.count(KNOWN_TEXT),
            expected: expected.map_or(0, |(_, count)| *count),
            margin: counter.margin(),
        })
    };
    counter_names().filter_map(health).collect()
}

fn store_health(state: &State) -> Result<StoreHealth, Error> {
    let file = state.store_file();
    let Some(store) = SqliteStore::open_existing(&file)? else { return Ok(StoreHealth::NotYet) };
    let newest = store.entry(&Which::Newest)?.map_or(0, |entry| entry.sequence);
    let bytes = file.metadata().map_or(0, |found| found.len());
    Ok(StoreHealth::Open { bytes, newest })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_counter_has_a_known_count_and_gives_it() {
        for counter in check_counters() {
            assert_eq!(counter.counted, counter.expected, "{}", counter.name);
        }
    }
}
