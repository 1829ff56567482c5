//! What the patterns of the encodings tell apart about a character. Part of the build, which writes the classes of all
//! characters, and of the program, which reads them.

/// None of the others: a sign.
pub(crate) const OTHER: u8 = 0;
/// `\r` and `\n`.
pub(crate) const NEWLINE: u8 = 1;
/// All other white space.
pub(crate) const SPACE: u8 = 2;
pub(crate) const NUMBER: u8 = 3;
/// Letters that are no small ones: a word of o200k begins with them.
pub(crate) const UPPER: u8 = 4;
pub(crate) const LOWER: u8 = 5;
/// Letters that have no case.
pub(crate) const CASELESS: u8 = 6;
/// What belongs to the letter before it.
pub(crate) const MARK: u8 = 7;

/// So many bits of a character say where it stands in its block.
pub(crate) const BLOCK_BITS: u32 = 7;
