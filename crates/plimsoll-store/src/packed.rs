//! Bytes as they are kept: compressed, with their size and a digest. Whoever reads them believes none of it.

use plimsoll_core::seal::sha256;
use plimsoll_core::store::StoreError;
use std::io::Read;

/// Compresses about as fast as a disk writes.
const LEVEL: i32 = 3;

/// Bytes that are ready to be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Packed {
    /// Of the content, not of the compressed bytes: those may differ from version to version.
    pub(crate) digest: [u8; 32],
    pub(crate) size: u64,
    pub(crate) bytes: Vec<u8>,
}

impl Packed {
    pub(crate) fn new(content: &[u8], digest: [u8; 32]) -> Result<Self, StoreError> {
        let bytes = zstd::bulk::compress(content, LEVEL).map_err(|error| {
            StoreError::Unavailable(format!("it cannot be compressed: {error}"))
        })?;
        Ok(Self { digest, size: content.len() as u64, bytes })
    }

    /// The content again. Never more than the declared size is made of it, whatever the bytes say.
    pub(crate) fn open(&self) -> Result<Vec<u8>, StoreError> {
        let damaged = |what: &str| StoreError::Corrupt(format!("kept bytes are damaged: {what}"));
        let decoder = zstd::stream::read::Decoder::with_buffer(self.bytes.as_slice())
            .map_err(|error| damaged(&error.to_string()))?;
        let mut content = Vec::new();
        decoder
            .take(self.size.saturating_add(1))
            .read_to_end(&mut content)
            .map_err(|error| damaged(&error.to_string()))?;
        if content.len() as u64 != self.size {
            return Err(damaged("they do not have their size"));
        }
        if sha256(&content) != self.digest {
            return Err(damaged("they do not have their digest"));
        }
        Ok(content)
    }
}
