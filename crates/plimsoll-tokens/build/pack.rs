//! A vocabulary as a table.

use crate::form::{self, Entry};

pub(crate) struct Table {
    pub(crate) tokens: Vec<u8>,
    pub(crate) entries: Vec<u8>,
    pub(crate) buckets: Vec<u8>,
}

/// No bucket may have more: looking something up that is not there reads them all.
const MOST_IN_A_BUCKET: usize = 12;

pub(crate) fn table(tokens: &[Vec<u8>]) -> Table {
    let mut bytes = Vec::new();
    let mut buckets = vec![Vec::new(); 1 << form::BUCKET_BITS];
    for (rank, token) in (0..).zip(tokens) {
        let (bucket, print) = form::hash(token);
        let start = bytes.len() as u64;
        let entry = Entry { print, rank, start, length: token.len() as u64 };
        bytes.extend_from_slice(token);
        buckets[bucket].push(pack(entry));
    }
    let fullest = buckets.iter().map(Vec::len).max().expect("there are buckets");
    assert!(fullest <= MOST_IN_A_BUCKET, "a bucket has {fullest} tokens");
    let mut table =
        Table { tokens: bytes, entries: Vec::new(), buckets: 0u32.to_le_bytes().to_vec() };
    let mut end = 0u32;
    for bucket in buckets {
        end += u32::try_from(bucket.len()).expect("the fullest is small");
        table.entries.extend(bucket.iter().flatten());
        table.buckets.extend(end.to_le_bytes());
    }
    table
}

/// The entry as the program reads it.
fn pack(entry: Entry) -> [u8; 8] {
    let word = [
        (entry.print, form::PRINT_BITS),
        (entry.rank, form::RANK_BITS),
        (entry.start, form::START_BITS),
        (entry.length - 1, form::LENGTH_BITS),
    ];
    let packed = word.iter().fold(0u64, |packed, &(value, bits)| packed << bits | value);
    let packed = packed.to_le_bytes();
    assert_eq!(
        Entry::unpack(packed),
        entry,
        "a token has a number that is too large for its entry"
    );
    packed
}

/// The file that the vocabulary was published as: of each token its bytes in base64, and its rank.
pub(crate) fn as_published(tokens: &[Vec<u8>]) -> String {
    let lines = tokens.iter().enumerate();
    lines.map(|(rank, token)| format!("{} {rank}\n", base64(token))).collect()
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut written = String::new();
    for group in bytes.chunks(3) {
        let bits = [0, 1, 2].map(|at| u32::from(group.get(at).copied().unwrap_or(0)));
        let bits = bits[0] << 16 | bits[1] << 8 | bits[2];
        for place in 0..4 {
            let digit = char::from(DIGITS[(bits >> (18 - 6 * place) & 63) as usize]);
            written.push(if place <= group.len() { digit } else { '=' });
        }
    }
    written
}
