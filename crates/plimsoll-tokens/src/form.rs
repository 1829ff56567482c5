//! What the build writes and the program reads: how a table finds a token. Part of both.
//!
//! A table has three parts. *Tokens*: the bytes of all tokens, one after the other. *Entries*: for each token eight
//! bytes that say where its bytes are, sorted by bucket. *Buckets*: where the entries of each bucket begin, and one
//! number more, where the last one ends. All numbers are little-endian.

/// How many buckets there are, as a power of two: two entries in each where there are 200,000 tokens.
pub(crate) const BUCKET_BITS: u32 = 17;
/// The longest token that an entry has room for.
pub(crate) const LONGEST: usize = 1 << LENGTH_BITS;

pub(crate) const PRINT_BITS: u32 = 18;
pub(crate) const RANK_BITS: u32 = 18;
pub(crate) const START_BITS: u32 = 21;
pub(crate) const LENGTH_BITS: u32 = 7;

/// A token in a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    /// A part of the hash that did not choose the bucket.
    pub(crate) print: u64,
    pub(crate) rank: u64,
    /// Where its bytes begin among those of all tokens.
    pub(crate) start: u64,
    /// How many there are; never none.
    pub(crate) length: u64,
}

impl Entry {
    pub(crate) fn unpack(entry: [u8; 8]) -> Self {
        let mut word = u64::from_le_bytes(entry);
        let mut take = |bits: u32| {
            let value = word & ((1 << bits) - 1);
            word >>= bits;
            value
        };
        let length = take(LENGTH_BITS) + 1;
        Self { length, start: take(START_BITS), rank: take(RANK_BITS), print: take(PRINT_BITS) }
    }
}

/// Chooses a bucket and a print for some bytes.
pub(crate) fn hash(bytes: &[u8]) -> (usize, u64) {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let (words, rest) = bytes.as_chunks::<8>();
    let mut hash = (bytes.len() as u64).wrapping_mul(FACTOR);
    for &word in words {
        hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(FACTOR).rotate_left(29);
    }
    hash = (hash ^ short(rest)).wrapping_mul(FACTOR);
    hash = (hash ^ (hash >> 32)).wrapping_mul(FACTOR);
    let bucket = hash >> (u64::BITS - BUCKET_BITS);
    let print = (hash >> (u64::BITS - BUCKET_BITS - PRINT_BITS)) & ((1 << PRINT_BITS) - 1);
    (usize::try_from(bucket).unwrap_or_default(), print)
}

/// Fewer than eight bytes as a number. Those of one length differ.
fn short(bytes: &[u8]) -> u64 {
    match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>(), bytes) {
        (Some(&first), Some(&last), _) => {
            u64::from(u32::from_le_bytes(first)) | u64::from(u32::from_le_bytes(last)) << 32
        }
        (_, _, &[a]) => u64::from(a),
        (_, _, &[a, b]) => u64::from(a) | u64::from(b) << 8,
        (_, _, &[a, b, c]) => u64::from(a) | u64::from(b) << 8 | u64::from(c) << 16,
        _ => 0,
    }
}
