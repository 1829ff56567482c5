//! A vocabulary: which bytes are a token, and its rank.

use std::fmt;

use crate::form::{self, Entry};

/// Three parts as `form.rs` says.
pub(crate) struct Vocabulary {
    pub(crate) tokens: &'static [u8],
    pub(crate) entries: &'static [u8],
    pub(crate) buckets: &'static [u8],
}

/// The vocabulary of that name, as the build wrote it.
macro_rules! vocabulary {
    ($name:literal) => {
        $crate::vocabulary::Vocabulary {
            tokens: include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".tokens")),
            entries: include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".entries")),
            buckets: include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".buckets")),
        }
    };
}
pub(crate) use vocabulary;

impl Vocabulary {
    /// The rank of the token that is these bytes.
    pub(crate) fn rank(&self, bytes: &[u8]) -> Option<u32> {
        if bytes.len() > form::LONGEST {
            return None;
        }
        let (bucket, print) = form::hash(bytes);
        self.bucket(bucket)?.iter().find_map(|&entry| {
            let entry = Entry::unpack(entry);
            let alike = entry.print == print && self.token(entry)? == bytes;
            alike.then(|| u32::try_from(entry.rank).ok())?
        })
    }

    fn bucket(&self, bucket: usize) -> Option<&'static [[u8; 8]]> {
        let (ends, _) = self.buckets.as_chunks::<4>();
        let &[first, end] = ends.get(bucket..bucket + 2)?.first_chunk::<2>()?;
        let place = |number: [u8; 4]| usize::try_from(u32::from_le_bytes(number)).ok();
        self.entries.as_chunks::<8>().0.get(place(first)?..place(end)?)
    }

    fn token(&self, entry: Entry) -> Option<&'static [u8]> {
        let start = usize::try_from(entry.start).ok()?;
        self.tokens.get(start..start + usize::try_from(entry.length).ok()?)
    }
}

impl fmt::Debug for Vocabulary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} tokens", self.entries.len() / 8)
    }
}
