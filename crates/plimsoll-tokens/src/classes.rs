//! The class of a character, from a table that the build makes.

use crate::class::{BLOCK_BITS, OTHER};

/// For each block of characters the number of the one in [`BLOCKS`] that is like it, as two bytes.
static INDEX: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/classes.index"));
static BLOCKS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/classes.blocks"));

/// Those below 128 are in the first block.
pub(crate) fn of_ascii(byte: u8) -> u8 {
    BLOCKS.get(usize::from(byte)).copied().unwrap_or(OTHER)
}

pub(crate) fn of(character: char) -> u8 {
    let number = character as usize;
    let (index, _) = INDEX.as_chunks::<2>();
    let block = index.get(number >> BLOCK_BITS).map_or(0, |&block| u16::from_le_bytes(block));
    let within = number & ((1 << BLOCK_BITS) - 1);
    BLOCKS.get((usize::from(block) << BLOCK_BITS) + within).copied().unwrap_or(OTHER)
}
