//! Counting without the engine: another tokenizer crate, and UTF-16 from the standard library.

use std::sync::LazyLock;
use tiktoken_rs::{CoreBPE, cl100k_base, o200k_base};

static O200K: LazyLock<CoreBPE> = LazyLock::new(|| o200k_base().expect("its table is built in"));
static CL100K: LazyLock<CoreBPE> = LazyLock::new(|| cl100k_base().expect("its table is built in"));

pub(crate) fn o200k(text: &str) -> u64 {
    O200K.encode_ordinary(text).len() as u64
}

pub(crate) fn cl100k(text: &str) -> u64 {
    CL100K.encode_ordinary(text).len() as u64
}

pub(crate) fn utf16(text: &str) -> u64 {
    text.encode_utf16().count() as u64
}
