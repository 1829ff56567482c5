//! The chain: each place of the log has a hash that covers everything up to it.
//!
//! The hash of a place is the sha256 of four lines of text, so that anybody can check it with the tools of
//! any system: the name of this form, the hash before it, the number of the place, and the sha256 of the
//! record (canonical JSON). Since the number is inside, a head also says how many there are; since the
//! record enters by its digest, a record can be removed and the chain still verifies.

use plimsoll_core::seal::sha256_hex;
use plimsoll_core::store::{Head, LineContent, LogLine};

const FORM: &str = "plimsoll.log.1";

/// The hash of a place.
pub(crate) fn link(previous: &str, sequence: u64, digest: &str) -> String {
    sha256_hex(format!("{FORM}\n{previous}\n{sequence}\n{digest}\n").as_bytes())
}

/// What does not hold in a log.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Break {
    #[error("decision {sequence} is not what was logged: the chain does not hold there")]
    Altered { sequence: u64 },
    #[error("decision {expected} is missing; decision {found} stands in its place")]
    OutOfPlace { expected: u64, found: u64 },
    #[error("the log ends at decision {found}, and the head says that there are {expected}")]
    Cut { expected: u64, found: u64 },
    #[error("the log begins after decision {start}, and the head is of decision {head}")]
    BeforeStart { start: u64, head: u64 },
    #[error("the head says something else about decision {sequence} than the log does")]
    OtherHead { sequence: u64 },
}

/// Walks along a log and notes what does not hold. After a break it goes on from what is written there, so
/// that each break is told once.
#[derive(Debug)]
pub struct Walk {
    at: Head,
    start: u64,
    expected: Option<Head>,
    met: bool,
    breaks: Vec<Break>,
}

/// Breaks beyond these say nothing new.
const MOST_BREAKS: usize = 100;

impl Walk {
    /// Begins where the log begins. `expected` is a head that is known from elsewhere.
    pub fn new(start: &Head, expected: Option<&Head>) -> Self {
        let mut walk = Self {
            at: start.clone(),
            start: start.count,
            expected: expected.cloned(),
            met: false,
            breaks: Vec::new(),
        };
        walk.compare();
        walk
    }

    pub fn step(&mut self, line: &LogLine) {
        let expected = self.at.count + 1;
        if line.sequence != expected {
            self.note(Break::OutOfPlace { expected, found: line.sequence });
        }
        let digest = match &line.content {
            LineContent::Record(text) => sha256_hex(text.as_bytes()),
            LineContent::Removed { digest } => digest.clone(),
        };
        if line.sequence == expected && link(&self.at.hash, expected, &digest) != line.hash {
            self.note(Break::Altered { sequence: line.sequence });
        }
        self.at = Head { count: line.sequence, hash: line.hash.clone() };
        self.compare();
    }

    /// Where the log ended, and everything that does not hold.
    pub fn end(mut self) -> (Head, Vec<Break>) {
        if let Some(Head { count, .. }) = self.expected.clone()
            && !self.met
        {
            let found = self.at.count;
            self.note(if count < self.start {
                Break::BeforeStart { start: self.start, head: count }
            } else if count > found {
                Break::Cut { expected: count, found }
            } else {
                Break::OtherHead { sequence: count }
            });
        }
        (self.at, self.breaks)
    }

    fn compare(&mut self) {
        if let Some(expected) = &self.expected
            && expected.count == self.at.count
        {
            let same = expected.hash == self.at.hash;
            let sequence = self.at.count;
            self.met = true;
            if !same {
                self.note(Break::OtherHead { sequence });
            }
        }
    }

    fn note(&mut self, found: Break) {
        if self.breaks.len() < MOST_BREAKS {
            self.breaks.push(found);
        }
    }
}
