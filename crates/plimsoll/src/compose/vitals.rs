//! Seed A's vitals, measured: how much is being changed, how fast, and how much of it is safe.

use super::scene::Scene;
use crate::changes::ChangedFile;
use plimsoll_core::score::Vitals;

/// A change of so many lines is more than a person reviews well in one go.
const HIGH_PRESSURE_LINES: usize = 400;
/// So many changed files are more than a person keeps in mind.
const HIGH_PRESSURE_FILES: usize = 20;
/// Seed A's: more than so many edits a minute.
pub(super) const HIGH_PULSE: u64 = 30;
const MINUTE_MS: i64 = 60_000;

pub(super) fn measure(scene: &Scene<'_>) -> Vitals {
    let changes = &scene.changes;
    let lines: usize = changes.iter().map(ChangedFile::changed_lines).sum();
    let age = |change: &&ChangedFile| Some(scene.ask.as_of_ms.saturating_sub(change.modified_ms?));
    let is_of_this_minute = |change: &&ChangedFile| age(change).is_some_and(|age| age < MINUTE_MS);
    let (committed, uncommitted) = (scene.committed_files, changes.len());
    Vitals {
        pressure_high: lines >= HIGH_PRESSURE_LINES || uncommitted >= HIGH_PRESSURE_FILES,
        pulse_high: changes.iter().filter(is_of_this_minute).count() as u64 > HIGH_PULSE,
        // Less than half of what was changed lately is committed.
        oxygen_low: committed < uncommitted,
    }
}
