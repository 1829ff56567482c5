//! `plimsoll purge`, and the tidying after a call.

use super::log::entry;
use super::{as_of, json_line};
use crate::args::Global;
use crate::exit::{Exit, Failure};
use crate::log_args::PurgeArgs;
use crate::opening::{Memory, Opened, Opening};
use crate::output::put;
use crate::ui::Ui;
use crate::wording::counted;
use plimsoll::PurgeOptions;
use plimsoll::core::limit::Grouped;
use plimsoll::core::store::Span;

const DAY_MS: u64 = 86_400_000;

pub(crate) fn run(global: &Global, args: &PurgeArgs) -> Result<Exit, Failure> {
    let opened = Opening::of(global, Memory::Alters).unconfined()?;
    let logbook = opened.logbook()?;
    let mut spans = Vec::new();
    for id in &args.ids {
        spans.push(Span::One(entry(&logbook, Some(id))?.sequence));
    }
    if let Some(days) = args.older_than {
        let now = u64::try_from(as_of(global)).unwrap_or(0);
        spans.push(Span::Before(now.saturating_sub(days.saturating_mul(DAY_MS))));
    }
    if args.all {
        spans.push(Span::All);
    }
    let options = PurgeOptions { decisions: args.decisions, facts: args.facts || args.all };
    let purged = logbook.purge(&spans, options)?;
    sign_start(&opened)?;
    if args.json {
        return put(&json_line(&purged), None);
    }
    Ui::of(global).say(&format!(
        "removed {}, {}, {}, {}; the store went from {} to {} bytes",
        counted(purged.capsules, "capsule"),
        counted(purged.decisions, "decision"),
        counted(purged.facts, "fact"),
        counted(purged.notes, "note"),
        Grouped(purged.bytes_before),
        Grouped(purged.bytes_after),
    ));
    Ok(Exit::Done)
}

/// Retention, once the answer has been given. The answer stands whatever comes of it.
pub(crate) fn tidy(global: &Global, opened: &Opened) {
    let ui = Ui::of(global);
    if global.no_log {
        return;
    }
    match opened.workspace.tidy(as_of(global)) {
        Ok(tidied) if tidied.entries > 0 => {
            let old = counted(tidied.entries, "old decision");
            ui.say(&format!("note: {old} left the log"));
            if let Err(failure) = sign_start(opened) {
                let why = failure.said().join("; ");
                ui.say(&format!("note: where it begins is not signed: {why}"));
            }
        }
        Ok(_) => {}
        Err(error) => ui.detail(&format!("note: the store was not tidied: {error}")),
    }
}

/// Signs where the log begins, where the user's settings name a key.
fn sign_start(opened: &Opened) -> Result<(), Failure> {
    let Some(key) = &opened.signing_key else { return Ok(()) };
    let key = key.as_ref().map_err(Clone::clone)?;
    if let Some(logbook) = opened.workspace.logbook()? {
        logbook.sign_start(key)?;
    }
    Ok(())
}
