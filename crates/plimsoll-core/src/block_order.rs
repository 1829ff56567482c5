//! Seed C's order of blocks (C03): priority, block type, then path, symbol or title bytewise.

use crate::candidate::Position;
use crate::vocab::{BlockType, Priority};

/// Where a block stands.
pub fn position(
    priority: Priority,
    block_type: BlockType,
    path: Option<&str>,
    symbol: Option<&str>,
    title: &str,
) -> Position {
    let key = match block_type {
        BlockType::File => path.unwrap_or(title),
        BlockType::Symbol => symbol.unwrap_or(title),
        _ => title,
    };
    let section = priority as u16 * 10 + block_type as u16;
    Position { section, order: 0, key: key.to_owned(), chunk: 0 }
}
