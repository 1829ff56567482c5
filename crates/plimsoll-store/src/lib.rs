//! Remembers: the decision log with its capsules, notes, a cache, and facts, in one SQLite file.
//!
//! What may be deleted safely: capsules, facts and the cache. The log is a chain ([`Walk`] verifies it);
//! retention ([`tidy`]) removes its oldest part and leaves where it begins. No SQL and no row leaves this
//! crate; what others see are the traits of `plimsoll_core::store`.

mod cache;
mod capsules;
mod chain;
mod codec;
mod decisions;
mod extractors;
mod facts;
mod memory;
mod memory_upkeep;
mod migrate;
mod notes;
mod open;
mod packed;
mod schema;
#[cfg(test)]
mod tests;
mod tidy;
mod trouble;
mod upkeep;

pub use chain::{Break, Walk};
pub use memory::MemoryStore;
pub use open::SqliteStore;
pub use tidy::{Retention, Tidied, tidy};

/// The fewest characters that may stand for a decision id by their being its beginning.
pub(crate) const SHORTEST_PREFIX: usize = 4;
