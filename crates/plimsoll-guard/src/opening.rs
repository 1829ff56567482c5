//! What a text has to begin with so that an expression can match it, as the build found out (`build/opening.rs`).
//! Asked before an expression is compiled or tried, and hardly ever is it more than a few bytes that are looked at.

/// How often a set of bytes is repeated, and the set, one bit for each byte.
const RUN: usize = 1 + 32;

/// Runs of places, one after the other.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Opening(&'static [[u8; RUN]]);

impl Opening {
    pub(crate) fn fits(self, text: &[u8]) -> bool {
        let mut rest = text;
        self.0.iter().all(|[times, set @ ..]| {
            let Some((places, after)) = rest.split_at_checked(usize::from(*times)) else {
                return false;
            };
            rest = after;
            places.iter().all(|byte| set[usize::from(byte / 8)] >> (byte % 8) & 1 == 1)
        })
    }
}

/// Takes apart what the build wrote: of each rule the number of its runs, and the runs.
pub(crate) fn split(mut all: &'static [u8]) -> impl Iterator<Item = Opening> {
    std::iter::from_fn(move || {
        let (&count, rest) = all.split_first()?;
        let (runs, after) = rest.split_at_checked(usize::from(count) * RUN)?;
        all = after;
        Some(Opening(runs.as_chunks::<RUN>().0))
    })
}
