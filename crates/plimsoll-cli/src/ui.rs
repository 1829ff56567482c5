//! What is said about results and failures: lines on stderr. Nothing else writes there but the progress line.

use crate::args::Global;
use crate::exit::Failure;
use std::io::{self, Write};

/// Speaks, or stays quiet.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ui {
    quiet: bool,
    verbose: bool,
}

impl Ui {
    /// As the user wants it.
    pub(crate) fn of(global: &Global) -> Self {
        Self { quiet: global.quiet, verbose: global.verbose }
    }

    /// Something about the result.
    pub(crate) fn say(&self, line: &str) {
        if !self.quiet {
            say_always(line);
        }
    }

    /// Something that is only said when more is asked for.
    pub(crate) fn detail(&self, line: &str) {
        if self.verbose {
            self.say(line);
        }
    }
}

/// What went wrong is always said.
pub(crate) fn fail(failure: &Failure) {
    for problem in failure.said() {
        say_always(&format!("plimsoll: {problem}"));
    }
}

/// What has to be said also to those who want it quiet. That nobody listens is no failure.
pub(crate) fn say_always(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
