//! Removing, in memory.

use crate::memory::{Kept, Place};
use crate::{MemoryStore, extractors};
use plimsoll_core::store::{FactSpan, NoteSpan, Span, StoreError, Upkeep};

impl Upkeep for MemoryStore {
    fn mark_kept(&self, sequence: u64, kept: bool) -> Result<(), StoreError> {
        self.kept().place(sequence)?.kept = kept;
        Ok(())
    }

    fn remove_capsules(&self, span: Span) -> Result<u64, StoreError> {
        let mut kept = self.kept();
        let meant = meant(&mut kept, span, |place| place.capsule.is_some());
        Ok(meant.into_iter().map(|place| place.capsule = None).count() as u64)
    }

    fn remove_entries(&self, span: Span) -> Result<u64, StoreError> {
        let mut kept = self.kept();
        let meant = meant(&mut kept, span, |_| true);
        let removed = meant.into_iter().map(|place| {
            (place.written, place.capsule) = (None, None);
        });
        let removed = removed.count() as u64;
        advance_start(&mut kept);
        Ok(removed)
    }

    fn remove_facts(&self, span: FactSpan) -> Result<u64, StoreError> {
        let mut kept = self.kept();
        let before = kept.facts.len();
        match span {
            FactSpan::All => kept.facts.clear(),
            FactSpan::Oldest(count) => {
                let mut orders: Vec<u64> = kept.facts.values().map(|(order, _)| *order).collect();
                orders.sort_unstable();
                if let Some(last) = orders[..count.min(before)].last() {
                    kept.facts.retain(|_, (order, _)| *order > *last);
                }
            }
            FactSpan::Stale => {
                let current = current_extractors(&kept.extractors);
                kept.facts.retain(|key, _| current.contains(&key.extractor));
                kept.extractors = current;
            }
        }
        Ok((before - kept.facts.len()) as u64)
    }

    fn remove_notes(&self, span: NoteSpan) -> Result<u64, StoreError> {
        let mut kept = self.kept();
        let before = kept.notes.len();
        kept.notes.retain(|noted| match span {
            NoteSpan::All => false,
            NoteSpan::One(id) => noted.id != id,
            NoteSpan::Before(time_ms) => noted.made_at_ms >= time_ms,
        });
        Ok((before - kept.notes.len()) as u64)
    }

    fn clear_cache(&self) -> Result<(), StoreError> {
        self.kept().cache.clear();
        Ok(())
    }

    fn size(&self) -> Result<u64, StoreError> {
        let kept = self.kept();
        let place = |place: &Place| {
            let record = place.written.as_ref().map_or(0, |written| written.record.len());
            let parts = place.capsule.iter().flat_map(|capsule| &capsule.parts);
            record + parts.map(Vec::len).sum::<usize>()
        };
        let facts = kept.facts.values().map(|(_, value)| value.len()).sum::<usize>();
        Ok((kept.places.iter().map(place).sum::<usize>() + facts) as u64)
    }

    fn recent_times(&self, at_most: usize) -> Result<Vec<u64>, StoreError> {
        let kept = self.kept();
        let newest = kept.places.iter().rev().filter_map(|place| place.written.as_ref());
        Ok(newest.take(at_most).map(|written| written.recorded_at).collect())
    }

    fn compact(&self) -> Result<(), StoreError> {
        Ok(())
    }
}

/// What a span means, in the order of the log.
fn meant(kept: &mut Kept, span: Span, also: impl Fn(&Place) -> bool) -> Vec<&mut Place> {
    let at_most = if let Span::Oldest(count) = span { count } else { usize::MAX };
    let is_meant = |place: &&mut Place| {
        let Some(written) = &place.written else { return false };
        let in_span = match span {
            Span::All | Span::Oldest(_) => true,
            Span::One(sequence) => place.sequence == sequence,
            Span::Before(time) => written.recorded_at < time,
        };
        in_span && !place.kept && also(place)
    };
    kept.places.iter_mut().filter(is_meant).take(at_most).collect()
}

fn advance_start(kept: &mut Kept) {
    let gone = kept.places.iter().take_while(|place| place.written.is_none()).count();
    if let Some(last) = kept.places.drain(..gone).next_back() {
        let (count, hash) = (last.sequence, last.hash);
        kept.start = plimsoll_core::store::Head { count, hash }.into();
    }
}

/// Those that are in use, in the order in which they were first seen.
fn current_extractors(known: &[String]) -> Vec<String> {
    let mut stale = extractors::stale(known.iter().rev().map(String::as_str));
    stale.reverse();
    let current = known.iter().zip(stale).filter(|(_, stale)| !stale);
    current.map(|(name, _)| name.clone()).collect()
}
