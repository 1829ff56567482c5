//! Canonical JSON, fingerprints and the ids made from them.

use crate::canonical::canonical;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use serde::Serialize;
use sha2::{Digest, Sha256};

/// RFC 8785 JSON: one text for one value.
pub fn canonical_json(value: &impl Serialize) -> String {
    canonical(value)
        .expect("our types have string keys and finite numbers, so they always serialise")
}

/// sha256 in hexadecimal over a domain string and the canonical JSON of a value.
///
/// The domain keeps fingerprints of different things apart even when their JSON is the same.
pub fn fingerprint(domain: &str, value: &impl Serialize) -> String {
    let mut hasher = Sha256::new();
    hasher.update(domain.as_bytes());
    hasher.update([0]);
    hasher.update(canonical_json(value).as_bytes());
    hex(&hasher.finalize())
}

/// sha256 of bytes, in hexadecimal.
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// sha256 of bytes.
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// sha256 of several texts, in hexadecimal. Lengths come first, so that no two lists run together into the same bytes.
pub fn digest_of_texts<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hasher = Sha256::new();
    for text in texts {
        hasher.update(u64::try_from(text.len()).unwrap_or(u64::MAX).to_be_bytes());
        hasher.update(text.as_bytes());
    }
    hex(&hasher.finalize())
}

/// A version 8 UUID made from the fingerprint of what it names.
pub fn uuid(domain: &str, fingerprint: &str) -> String {
    let digest = Sha256::digest(format!("{domain}\0{fingerprint}"));
    let mut bytes: [u8; 16] =
        digest[..16].try_into().expect("a sha256 has more than sixteen bytes");
    bytes[6] = (bytes[6] & 0x0F) | 0x80;
    bytes[8] = (bytes[8] & 0x3F) | 0x80;
    let digits = hex(&bytes);
    format!(
        "{}-{}-{}-{}-{}",
        &digits[..8],
        &digits[8..12],
        &digits[12..16],
        &digits[16..20],
        &digits[20..]
    )
}

/// The path-free id of an artifact (A22): stable for one workspace secret, not reversible without it.
pub fn artifact_id(kind: &str, lane: &str, path: &str, chunk: u32, secret: &str) -> String {
    let mut mac =
        Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC takes keys of any length");
    mac.update(path.as_bytes());
    let path_fingerprint = &URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())[..12];
    base64url_sha256(&format!("{kind}:{lane}:{path_fingerprint}:{chunk}"), 24)
}

/// Whether a text has the form of an artifact's id.
pub fn is_artifact_id(text: &str) -> bool {
    let is_base64url = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    text.len() == 24 && text.bytes().all(is_base64url)
}

/// Seed A's digest of a candidate set: ids in bytewise order with lane, kind and estimate.
pub fn candidate_digest<'a>(
    candidates: impl IntoIterator<Item = (&'a str, &'a str, &'a str, u64)>,
) -> String {
    let mut rows: Vec<_> = candidates.into_iter().collect();
    rows.sort_unstable();
    let lines: Vec<String> = rows
        .into_iter()
        .map(|(id, lane, kind, estimate)| format!("{id}:{lane}:{kind}:{estimate}"))
        .collect();
    base64url_sha256(&lines.join("|"), 16)
}

/// The key under which a composition is cached (A13). It covers every input of the selection.
pub fn cache_key(inputs: &impl Serialize) -> String {
    base64url_sha256(&canonical_json(inputs), 32)
}

fn base64url_sha256(text: &str, characters: usize) -> String {
    let mut encoded = URL_SAFE_NO_PAD.encode(Sha256::digest(text.as_bytes()));
    encoded.truncate(characters);
    encoded
}

/// Bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    // A tree has as many digests as files: no character is pushed by itself.
    let mut out = vec![0; bytes.len() * 2];
    for (places, byte) in out.chunks_exact_mut(2).zip(bytes) {
        places[0] = DIGITS[usize::from(byte >> 4)];
        places[1] = DIGITS[usize::from(byte & 15)];
    }
    String::from_utf8(out).expect("digits are ASCII")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_order_of_keys_does_not_matter_and_the_domain_does() {
        let a = fingerprint("x", &json!({"a": 1, "b": [true, null]}));
        assert_eq!(a, fingerprint("x", &json!({"b": [true, null], "a": 1})));
        assert_ne!(a, fingerprint("y", &json!({"a": 1, "b": [true, null]})));
        assert_eq!(canonical_json(&json!({"b": 1, "a": "é\n"})), "{\"a\":\"é\\n\",\"b\":1}");
    }

    #[test]
    fn a_uuid_says_that_it_is_of_version_8() {
        let id = uuid("bundle", "00ff");
        assert_eq!(id.len(), 36);
        assert_eq!(id.as_bytes()[14], b'8');
        assert!(matches!(id.as_bytes()[19], b'8' | b'9' | b'a' | b'b'));
        assert_ne!(id, uuid("block", "00ff"));
    }

    #[test]
    fn texts_do_not_run_together() {
        let digests = [vec!["ab", "c"], vec!["a", "bc"], vec!["abc"], vec!["ab", "c", ""]]
            .map(digest_of_texts);
        let apart: std::collections::BTreeSet<&String> = digests.iter().collect();
        assert_eq!(apart.len(), 4);
        assert_eq!(digest_of_texts(["a"]), sha256_hex(b"\0\0\0\0\0\0\0\x01a"));
    }

    #[test]
    fn digests_are_those_of_everybody_else() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!((sha256_hex(b"abc"), hex(&sha256(b"abc"))), (abc.to_owned(), abc.to_owned()));
        for fingerprint in ["a", "b", "c", "d", "e", "f", "g", "h"] {
            let digest = sha256_hex(format!("domain\0{fingerprint}").as_bytes());
            let digits = uuid("domain", fingerprint).replace('-', "");
            let differs: Vec<usize> =
                (0..32).filter(|&at| digest.as_bytes()[at] != digits.as_bytes()[at]).collect();
            assert!(differs.iter().all(|at| [12, 16].contains(at)), "{digits} of {digest}");
            let variant = |digits: &str| u8::from_str_radix(&digits[16..17], 16).map(|n| n & 3);
            assert_eq!(variant(&digits), variant(&digest), "only two bits say the variant");
        }
    }
}
