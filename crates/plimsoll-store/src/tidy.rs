//! Retention: what is removed when nobody asks for it. It is called after an answer has been given, never
//! within an append; when nothing is due it costs a few look-ups.

use plimsoll_core::store::{FactSpan, NoteSpan, Span, StoreError, Upkeep};

/// How long and how much is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// Days after which a decision or a note goes; 0 keeps it for good.
    pub keep_days: u64,
    /// Days after which a capsule goes, though its decision stays; 0 keeps it as long as that.
    pub capsule_days: u64,
    /// Bytes that the whole store may have; 0 sets no bound.
    pub keep_bytes: u64,
}

/// What was removed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tidied {
    pub entries: u64,
    pub capsules: u64,
    pub facts: u64,
    pub notes: u64,
}

const DAY_MS: u64 = 86_400_000;
/// So many of the newest entries say what time it is.
const WITNESSES: usize = 9;
const CAPSULES_AT_ONCE: usize = 16;
const FACTS_AT_ONCE: usize = 5000;
const ENTRIES_AT_ONCE: usize = 200;

/// Removes what is too old and, where there is too much, what costs least to lose: first capsules, then
/// facts, then decisions, the oldest first. What is marked as kept stays.
pub fn tidy(
    store: &(impl Upkeep + ?Sized),
    retention: &Retention,
    now_ms: u64,
) -> Result<Tidied, StoreError> {
    let mut tidied = Tidied { facts: store.remove_facts(FactSpan::Stale)?, ..Tidied::default() };
    let now = believed_time(store, now_ms)?;
    let cutoff = |days: u64| now.saturating_sub(days.saturating_mul(DAY_MS));
    if retention.keep_days > 0 {
        let cutoff = cutoff(retention.keep_days);
        tidied.entries += store.remove_entries(Span::Before(cutoff))?;
        let cutoff = i64::try_from(cutoff).unwrap_or(i64::MAX);
        tidied.notes += store.remove_notes(NoteSpan::Before(cutoff))?;
    }
    if retention.capsule_days > 0 {
        tidied.capsules += store.remove_capsules(Span::Before(cutoff(retention.capsule_days)))?;
    }
    if retention.keep_bytes > 0 && store.size()? > retention.keep_bytes {
        // A tenth more than needed, so that it is not due again at once.
        make_room(store, retention.keep_bytes - retention.keep_bytes / 10, &mut tidied)?;
    }
    Ok(tidied)
}

fn make_room(
    store: &(impl Upkeep + ?Sized),
    most: u64,
    tidied: &mut Tidied,
) -> Result<(), StoreError> {
    while store.size()? > most {
        let capsules = store.remove_capsules(Span::Oldest(CAPSULES_AT_ONCE))?;
        tidied.capsules += capsules;
        if capsules > 0 {
            continue;
        }
        let facts = store.remove_facts(FactSpan::Oldest(FACTS_AT_ONCE))?;
        tidied.facts += facts;
        if facts > 0 {
            continue;
        }
        let entries = store.remove_entries(Span::Oldest(ENTRIES_AT_ONCE))?;
        tidied.entries += entries;
        if entries == 0 {
            break;
        }
    }
    Ok(())
}

/// A clock that jumps ahead once must not remove everything: of what the clock says and what most of the
/// newest entries say, the earlier counts.
fn believed_time(store: &(impl Upkeep + ?Sized), now_ms: u64) -> Result<u64, StoreError> {
    let mut times = store.recent_times(WITNESSES)?;
    times.sort_unstable();
    Ok(times.get(times.len() / 2).map_or(0, |median| now_ms.min(*median)))
}
