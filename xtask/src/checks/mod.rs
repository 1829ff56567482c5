//! The house rules that no compiler knows. Each is a function from data to problems.

mod arrows;
mod engine_crates;
mod engine_source;
mod jail;
mod machine;
mod requirements;
mod screened;

use std::fmt;
use std::path::Path;

use crate::command::{self, Failure};
use crate::tree;

/// Something that breaks a rule: where, and what to do about it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    place: String,
    what: String,
}

impl Problem {
    fn in_file(path: &str, what: impl Into<String>) -> Self {
        Self { place: path.to_owned(), what: what.into() }
    }

    fn at_line(path: &str, line: usize, what: impl Into<String>) -> Self {
        Self { place: format!("{path}:{line}"), what: what.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

/// The crates of the engine: what none of them may do, the engine cannot do.
const ENGINE: &[&str] = &[
    "plimsoll",
    "plimsoll-core",
    "plimsoll-guard",
    "plimsoll-index",
    "plimsoll-store",
    "plimsoll-tokens",
    "plimsoll-workspace",
];

pub(crate) fn run(root: &Path) -> Result<(), Failure> {
    let files = tree::tracked(root)?;
    let manifests = command::capture(command::cargo(root, arrows::METADATA))?;
    let engine = command::capture(command::cargo(root, engine_crates::TREE))?;
    let results = [
        ("crate arrows", arrows::problems(&arrows::crates(&manifests)?)),
        ("crates under the engine", engine_crates::problems(&engine)),
        ("no process, no network in the engine", engine_source::problems(&files)),
        ("only the guard makes screened text", screened::problems(&files)),
        ("only the jail opens project files", jail::problems(&files)),
        ("no paths or hosts of a machine", machine::problems(&files)),
        ("requirements and their tests", requirements::problems(&files)),
    ];
    let mut count = 0;
    for (rule, problems) in results {
        println!("{} {rule}", if problems.is_empty() { "ok  " } else { "FAIL" });
        for problem in &problems {
            println!("     {problem}");
        }
        count += problems.len();
    }
    if count == 0 { Ok(()) } else { Err(Failure::Problems(count)) }
}
