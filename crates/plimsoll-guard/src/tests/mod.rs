//! What the guard promises, tried on the rules that ship.

mod borders;
mod engine;
mod forms;
mod hostile;
mod properties;
mod samples;

use crate::Guard;
use plimsoll_core::screened::Screening;
use std::sync::LazyLock;

pub(crate) static GUARD: LazyLock<Guard> = LazyLock::new(Guard::builtin);

/// The text that is shown; the test fails where nothing is.
pub(crate) fn shown(text: &str) -> String {
    match GUARD.screen(text) {
        Screening::Shown(screened) => screened.text().to_owned(),
        Screening::Withheld(findings) => panic!("withheld: {findings:?}"),
    }
}
