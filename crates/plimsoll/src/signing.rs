//! Keys and signatures (ed25519). The keys are the user's: this makes them when asked, and keeps none.
//!
//! Keys are PEM files as every other tool writes them. What is signed is a head, as three lines of text, or a
//! statement in its envelope (`evidence`), so that a signature can be checked without this program.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use plimsoll_core::seal::{hex, sha256_hex};
use plimsoll_core::store::{Head, HeadSignature, SignedHead};

/// What stands before the 32 bytes of a key in PKCS#8 and in a SubjectPublicKeyInfo (RFC 8410).
const SECRET_PREFIX: [u8; 16] = [
    0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
];
const PUBLIC_PREFIX: [u8; 12] =
    [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00];

/// Why a key or a signature is of no use.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    #[error("this is no ed25519 {0} key in PEM form; `plimsoll keygen` makes one")]
    NotAKey(&'static str),
    #[error("the operating system gives no random bytes: {0}")]
    NoRandomness(String),
    #[error("the head is not signed")]
    Unsigned,
    #[error("the head is signed with another key")]
    OtherKey,
    #[error("the signature of the head is not good")]
    BadSignature,
}

/// Signs. Neither shown nor serialised but as the PEM file that its owner asked for.
pub struct SecretKey(SigningKey);

impl std::fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SecretKey(..)")
    }
}

/// Verifies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicKey(VerifyingKey);

impl SecretKey {
    pub fn generate() -> Result<Self, KeyError> {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).map_err(|error| KeyError::NoRandomness(error.to_string()))?;
        Ok(Self(SigningKey::from_bytes(&seed)))
    }

    pub fn from_pem(text: &str) -> Result<Self, KeyError> {
        let key = pem_key(text, "PRIVATE KEY", &SECRET_PREFIX);
        key.map(|seed| Self(SigningKey::from_bytes(&seed))).ok_or(KeyError::NotAKey("secret"))
    }

    pub fn to_pem(&self) -> String {
        pem("PRIVATE KEY", &SECRET_PREFIX, self.0.as_bytes())
    }

    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key())
    }

    pub(crate) fn sign_bytes(&self, message: &[u8]) -> [u8; 64] {
        self.0.sign(message).to_bytes()
    }

    pub fn sign(&self, head: Head) -> SignedHead {
        let value = hex(&self.sign_bytes(statement(&head).as_bytes()));
        let signature = Some(HeadSignature { key: self.public().to_hex(), value });
        SignedHead { signature, ..head.into() }
    }
}

impl PublicKey {
    pub fn from_pem(text: &str) -> Result<Self, KeyError> {
        pem_key(text, "PUBLIC KEY", &PUBLIC_PREFIX)
            .and_then(|bytes| VerifyingKey::from_bytes(&bytes).ok())
            .map(Self)
            .ok_or(KeyError::NotAKey("public"))
    }

    pub fn to_pem(&self) -> String {
        pem("PUBLIC KEY", &PUBLIC_PREFIX, self.0.as_bytes())
    }

    pub fn to_hex(&self) -> String {
        hex(self.0.as_bytes())
    }

    /// The name of this key in an envelope: the sha256 of its SubjectPublicKeyInfo, which is how transparency logs
    /// name keys, and what `openssl pkey -pubin -outform DER | sha256sum` prints.
    pub fn id(&self) -> String {
        sha256_hex(&[&PUBLIC_PREFIX[..], self.0.as_bytes()].concat())
    }

    /// Whether the owner of this key has signed these bytes.
    pub(crate) fn has_signed(&self, message: &[u8], signature: &[u8]) -> bool {
        Signature::from_slice(signature)
            .is_ok_and(|signature| self.0.verify_strict(message, &signature).is_ok())
    }

    /// Whether the owner of this key has signed a head.
    pub fn verify(&self, signed: &SignedHead) -> Result<(), KeyError> {
        let signature = signed.signature.as_ref().ok_or(KeyError::Unsigned)?;
        if signature.key != self.to_hex() {
            return Err(KeyError::OtherKey);
        }
        let value: [u8; 64] = unhex(&signature.value).ok_or(KeyError::BadSignature)?;
        let good = self.has_signed(statement(&signed.head()).as_bytes(), &value);
        if good { Ok(()) } else { Err(KeyError::BadSignature) }
    }
}

/// What is signed: three lines of text.
pub(crate) fn statement(head: &Head) -> String {
    format!("plimsoll.head.1\n{}\n{}\n", head.count, head.hash)
}

fn pem(label: &str, prefix: &[u8], key: &[u8; 32]) -> String {
    let bytes = STANDARD.encode([prefix, key].concat());
    format!("-----BEGIN {label}-----\n{bytes}\n-----END {label}-----\n")
}

fn pem_key(text: &str, label: &str, prefix: &[u8]) -> Option<[u8; 32]> {
    let inside = text.trim().strip_prefix(&format!("-----BEGIN {label}-----"))?;
    let inside = inside.strip_suffix(&format!("-----END {label}-----"))?;
    let encoded: String = inside.split_whitespace().collect();
    STANDARD.decode(encoded).ok()?.strip_prefix(prefix)?.try_into().ok()
}

fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digits = text.as_bytes();
    if digits.len() != N * 2 || !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    let mut bytes = [0; N];
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[at * 2..at * 2 + 2], 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    fn head(count: u64) -> Head {
        Head { count, hash: "ab".repeat(32) }
    }

    #[test]
    fn only_the_owner_s_signature_of_this_head_is_good() {
        let (key, other) = (SecretKey::generate().unwrap(), SecretKey::generate().unwrap());
        let signed = key.sign(head(7));
        assert_eq!(key.public().verify(&signed), Ok(()));
        assert_eq!(other.public().verify(&signed), Err(KeyError::OtherKey));
        assert_eq!(key.public().verify(&head(7).into()), Err(KeyError::Unsigned));
        let more = SignedHead { count: 8, ..signed.clone() };
        assert_eq!(key.public().verify(&more), Err(KeyError::BadSignature));
        let mut claimed = other.sign(head(7));
        claimed.signature.as_mut().unwrap().key = key.public().to_hex();
        assert_eq!(key.public().verify(&claimed), Err(KeyError::BadSignature));
        for value in ["", "zz", &"é".repeat(64), &"0".repeat(128), &"0".repeat(127)] {
            let mut bad = signed.clone();
            bad.signature.as_mut().unwrap().value = value.to_owned();
            assert_eq!(key.public().verify(&bad), Err(KeyError::BadSignature), "{value}");
        }
    }

    #[test]
    fn keys_are_written_and_read_again_and_not_taken_for_each_other() {
        let key = SecretKey::generate().unwrap();
        let (secret, public) = (key.to_pem(), key.public().to_pem());
        assert_eq!(SecretKey::from_pem(&secret).unwrap().public(), key.public());
        assert_eq!(PublicKey::from_pem(&public).unwrap(), key.public());
        assert!(SecretKey::from_pem(&public).is_err() && PublicKey::from_pem(&secret).is_err());
        for wrong in ["", "-----BEGIN PRIVATE KEY-----", &secret[..60], "\u{0}"] {
            assert!(SecretKey::from_pem(wrong).is_err() && PublicKey::from_pem(wrong).is_err());
        }
        assert!(!format!("{key:?}").contains(&secret[30..60]));
    }

    /// Another program signs and verifies the same: the forms are the common ones.
    #[test]
    fn openssl_understands_keys_and_signatures() {
        let key = SecretKey::generate().unwrap();
        let signed = key.sign(head(3));
        let value: [u8; 64] = unhex(&signed.signature.unwrap().value).unwrap();
        openssl_verifies(&key.public(), statement(&head(3)).as_bytes(), &value);
    }

    #[allow(clippy::disallowed_types, reason = "the oracle is a program")]
    pub(crate) fn openssl_verifies(key: &PublicKey, message: &[u8], signature: &[u8]) {
        use std::fs;
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        fs::write(file("pub"), key.to_pem()).unwrap();
        fs::write(file("text"), message).unwrap();
        fs::write(file("sig"), signature).unwrap();
        let openssl = std::process::Command::new("openssl")
            .current_dir(folder.path())
            .args(["pkeyutl", "-verify", "-pubin", "-inkey", "pub", "-rawin", "-in", "text"])
            .args(["-sigfile", "sig"])
            .output();
        match openssl {
            Ok(output) => assert!(output.status.success(), "{output:?}"),
            Err(error) => println!("skipped: there is no openssl here ({error})"),
        }
    }
}
