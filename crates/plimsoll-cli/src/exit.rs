//! How a call can end, and the number that says so.

use plimsoll::core::escape::reveal_message;
use plimsoll::{Error, ErrorKind, screen_message};
use std::process::ExitCode;

/// 0 done · 1 the answer is no · 2 the input is wrong · 3 the machine is in the way · 130 interrupted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    Done,
    No,
    Input,
    Machine,
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::No => 1,
            Exit::Input => 2,
            Exit::Machine => 3,
            Exit::Interrupted => 130,
        })
    }
}

/// Why a command ended early: what to say, and the number.
#[derive(Debug, Clone)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    pub(crate) problems: Vec<String>,
}

impl Failure {
    pub(crate) fn input(problem: impl Into<String>) -> Self {
        Self { exit: Exit::Input, problems: vec![problem.into()] }
    }

    /// Each problem as it may be said: values stand in it, and a value may be a secret, or move the cursor.
    pub(crate) fn said(&self) -> Vec<String> {
        let said = |problem: &String| shortened(&reveal_message(&screen_message(problem)));
        self.problems.iter().map(said).collect()
    }

    pub(crate) fn machine(problem: impl Into<String>) -> Self {
        Self { exit: Exit::Machine, problems: vec![problem.into()] }
    }
}

/// A sentence can be read at a glance: of one that quotes a long value, both ends.
fn shortened(problem: &str) -> String {
    const LONGEST: usize = 600;
    if problem.len() <= LONGEST {
        return problem.to_owned();
    }
    let head = problem.floor_char_boundary(LONGEST / 2);
    let tail = problem.ceil_char_boundary(problem.len() - LONGEST / 3);
    format!("{} … {}", &problem[..head], &problem[tail..])
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let exit = match error.kind() {
            ErrorKind::Input => Exit::Input,
            ErrorKind::Machine => Exit::Machine,
            ErrorKind::Interrupted => Exit::Interrupted,
        };
        Self { exit, problems: error.problems() }
    }
}
