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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_stand_by_priority_then_type_then_name() {
        let key = |block_type| position(Priority::P1, block_type, Some("a.rs"), Some("S"), "t").key;
        assert_eq!(key(BlockType::File), "a.rs");
        assert_eq!(key(BlockType::Symbol), "S");
        assert_eq!(key(BlockType::System), "t");
        let mut sections = Vec::new();
        for &priority in Priority::ALL {
            for &block_type in BlockType::ALL {
                sections.push(position(priority, block_type, None, None, "t").section);
            }
        }
        assert!(sections.is_sorted() && sections.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
