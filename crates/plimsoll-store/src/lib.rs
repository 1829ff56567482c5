//! Remembers: the decision log with its capsules, and facts, in one SQLite file.
//!
//! What may be deleted safely: capsules and facts. The log is only ever appended to. No SQL and no row
//! leaves this crate; what others see are the traits of `plimsoll_core::store`.

mod codec;
mod decisions;
mod facts;
mod memory;
mod open;
mod schema;
#[cfg(test)]
mod tests;
mod trouble;

pub use memory::MemoryStore;
pub use open::SqliteStore;

/// The fewest characters that may stand for a decision id by their being its beginning.
pub const SHORTEST_PREFIX: usize = 4;
