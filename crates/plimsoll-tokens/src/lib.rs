//! Counts the tokens of OpenAI's published encodings, exactly, in a process that has just begun.
//!
//! An encoding cuts a text into pieces (`pieces.rs`). A piece that is a token counts one; another one begins as bytes,
//! of which the two neighbours that make the token of the lowest rank are joined until none do (`merge.rs`). What is a
//! token is looked up in a table that the build makes (`vocabulary.rs`, `form.rs`): it lies in the program as it is
//! used, so that nothing is made ready, and only what is looked at is read.

mod class;
mod classes;
mod form;
mod merge;
mod pieces;
mod vocabulary;

use crate::pieces::Pattern;
use crate::vocabulary::{Vocabulary, vocabulary};

/// One encoding.
#[derive(Debug)]
pub struct Encoding {
    pattern: Pattern,
    vocabulary: Vocabulary,
}

pub static O200K_BASE: Encoding =
    Encoding { pattern: Pattern::O200k, vocabulary: vocabulary!("o200k_base") };

pub static CL100K_BASE: Encoding =
    Encoding { pattern: Pattern::Cl100k, vocabulary: vocabulary!("cl100k_base") };

impl Encoding {
    /// How many tokens the text has. Special tokens count as the ordinary text that they are.
    pub fn count(&self, text: &str) -> u64 {
        pieces::of(self.pattern, text).map(|piece| self.count_piece(piece.as_bytes())).sum()
    }

    fn count_piece(&self, piece: &[u8]) -> u64 {
        if self.vocabulary.rank(piece).is_some() {
            return 1;
        }
        merge::count(&self.vocabulary, piece)
    }
}
