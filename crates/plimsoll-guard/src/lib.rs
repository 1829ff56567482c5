//! Finds what must not leave, and replaces it.
//!
//! Text in, findings and screened text out. The rules are data (`rules/*.toml`), each beside the samples
//! that prove it. Nothing here reads a file, a clock or the environment, and nothing keeps a secret: a
//! finding is a rule, a grade and a place.
//!
//! One pass looks for all keywords of all rules; a rule's expression is tried only where one of its
//! keywords stands, anchored there, in a bounded window. So the time is linear in the text, whatever
//! the text, and more rules cost little.
//!
//! ```
//! use plimsoll_core::screened::Screening;
//! let guard = plimsoll_guard::Guard::builtin();
//! let Screening::Shown(screened) = guard.screen("password = \"w3hbznq7fd!\"\n") else { panic!() };
//! assert_eq!(screened.text(), "password = \"<redacted:assigned-password:1>\"\n");
//! ```

mod assigned;
mod beside;
mod blob;
mod block;
mod border;
mod chance;
mod check;
mod checksum;
mod connect;
mod connection;
mod drawn;
mod hidden;
mod judge;
mod keywords;
mod lexicon;
mod literal;
mod locate;
mod lookalike;
mod misread;
mod name;
mod opening;
mod ordinary;
mod placeholder;
mod prefixed;
mod reference;
mod rule;
mod rule_set;
mod samples;
mod screen;
mod shape;
mod spot;
mod structured;
#[cfg(test)]
mod tests;
mod unseen;
mod value;
mod watch;
mod words;

pub use hidden::{Hidden, HiddenKind, hidden};
pub use locate::ScanFailed;
pub use rule::RuleInfo;
pub use rule_set::{Guard, builtin_digest};
pub use samples::{Sample, samples};
pub use screen::{seen_before, value_seen_before};
pub use spot::Spot;
pub use structured::{WITHHELD, Withheld};
pub use watch::{Baseline, BaselineError, Orders, Silenced, Watch, Watched, extended_file};

/// What `cargo xtask train-guard` has to know of the table that it makes.
pub mod training {
    pub use crate::chance::{SYMBOLS, symbol};
}
