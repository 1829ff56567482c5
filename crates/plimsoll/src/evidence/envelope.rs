//! DSSE (version 1): what is signed, and the envelope around it.

use super::EvidenceError;
use crate::signing::PublicKey;
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
use plimsoll_core::seal::canonical_json;
use serde::{Deserialize, Serialize};

/// What the payload is. It is part of what is signed, so nobody can pass it off as something else.
pub(super) const IN_TOTO: &str = "application/vnd.in-toto+json";

/// A statement has some thousand bytes, and is signed by one person or a few.
const LONGEST_PAYLOAD: usize = 1_000_000;
const MOST_SIGNATURES: usize = 100;

/// Keys that are not known are passed over, as DSSE asks for.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Envelope {
    payload: String,
    payload_type: String,
    signatures: Vec<Signature>,
}

#[derive(Serialize, Deserialize)]
struct Signature {
    /// A hint. It is not signed, so nothing is decided by it.
    #[serde(default)]
    keyid: Option<String>,
    sig: String,
}

/// The pre-authentication encoding: lengths come first, so type and body cannot run into each other.
pub(super) fn to_sign(kind: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("DSSEv1 {} {kind} {} ", kind.len(), body.len());
    [head.as_bytes(), body].concat()
}

pub(super) fn written(payload: &[u8], key: &PublicKey, signature: &[u8]) -> String {
    let signature = Signature { keyid: Some(key.id()), sig: STANDARD.encode(signature) };
    let payload_type = IN_TOTO.to_owned();
    let payload = STANDARD.encode(payload);
    canonical_json(&Envelope { payload, payload_type, signatures: vec![signature] }) + "\n"
}

/// The payload, if the owner of this key has signed it; whoever else has signed it too does not matter.
pub(super) fn opened(text: &str, key: &PublicKey) -> Result<Option<Vec<u8>>, EvidenceError> {
    let envelope: Envelope = serde_json::from_str(text).map_err(|error| {
        EvidenceError::NotAnEnvelope { line: error.line(), column: error.column() }
    })?;
    if envelope.payload_type != IN_TOTO {
        return Err(EvidenceError::OtherPayload(envelope.payload_type));
    }
    if envelope.payload.len() > LONGEST_PAYLOAD {
        return Err(EvidenceError::TooMuch("than a million bytes of payload"));
    }
    if envelope.signatures.len() > MOST_SIGNATURES {
        return Err(EvidenceError::TooMuch("than a hundred signatures"));
    }
    let payload = decoded(&envelope.payload).ok_or(EvidenceError::NotBase64("payload"))?;
    let message = to_sign(&envelope.payload_type, &payload);
    let mut is_signed = false;
    for signature in &envelope.signatures {
        let signature = decoded(&signature.sig).ok_or(EvidenceError::NotBase64("signature"))?;
        is_signed |= key.has_signed(&message, &signature);
    }
    Ok(is_signed.then_some(payload))
}

/// Both alphabets are allowed.
pub(super) fn decoded(text: &str) -> Option<Vec<u8>> {
    let standard = text.replace('-', "+").replace('_', "/");
    STANDARD_NO_PAD.decode(standard.trim_end_matches('=')).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signing::SecretKey;
    use crate::signing::tests::openssl_verifies;
    use serde_json::{Value, json};

    const BODY: &[u8] = b"{\"a\":\"\xC3\xBF\xC3\xBE?>\"}";

    fn signed(key: &SecretKey) -> Value {
        let signature = key.sign_bytes(&to_sign(IN_TOTO, BODY));
        serde_json::from_str(&written(BODY, &key.public(), &signature)).unwrap()
    }

    #[test]
    fn what_is_signed_is_what_everybody_else_signs() {
        let expected = b"DSSEv1 29 http://example.com/HelloWorld 11 hello world";
        assert_eq!(to_sign("http://example.com/HelloWorld", b"hello world"), expected);
        assert_eq!(to_sign("é", b""), "DSSEv1 2 é 0 ".as_bytes(), "lengths are in bytes");
    }

    #[test]
    fn openssl_verifies_the_envelope() {
        let key = SecretKey::generate().unwrap();
        let envelope = signed(&key);
        let payload = STANDARD.decode(envelope["payload"].as_str().unwrap()).unwrap();
        let signature = STANDARD.decode(envelope["signatures"][0]["sig"].as_str().unwrap());
        assert_eq!(payload, BODY);
        openssl_verifies(&key.public(), &to_sign(IN_TOTO, &payload), &signature.unwrap());
        assert_eq!(envelope["signatures"][0]["keyid"], key.public().id());
    }

    #[test]
    fn one_good_signature_is_enough_and_a_key_id_says_nothing() {
        let (key, other) = (SecretKey::generate().unwrap(), SecretKey::generate().unwrap());
        let open = |envelope: &Value, key: &SecretKey| opened(&envelope.to_string(), &key.public());
        let good = signed(&key);
        assert_eq!(open(&good, &key), Ok(Some(BODY.to_vec())));
        assert_eq!(open(&good, &other), Ok(None));

        let mut claimed = signed(&other);
        claimed["signatures"][0]["keyid"] = json!(key.public().id());
        assert_eq!(open(&claimed, &key), Ok(None), "whoever signs can claim any key");
        let mut both = good.clone();
        both["signatures"] = json!([claimed["signatures"][0], good["signatures"][0]]);
        both["signatures"][1]["keyid"] = Value::Null;
        both["note"] = json!({"unknown": ["keys", "are", "passed", "over"]});
        assert_eq!(open(&both, &key), Ok(Some(BODY.to_vec())));
        let mut none = good.clone();
        none["signatures"] = json!([]);
        assert_eq!(open(&none, &key), Ok(None));

        let mut other_alphabet = good.clone();
        let payload = good["payload"].as_str().unwrap();
        assert!(payload.contains(['+', '/']), "{payload}");
        other_alphabet["payload"] =
            json!(payload.replace('+', "-").replace('/', "_").trim_end_matches('='));
        assert_eq!(open(&other_alphabet, &key), Ok(Some(BODY.to_vec())));
    }

    #[test]
    fn what_is_no_envelope_is_told_and_costs_little() {
        let key = SecretKey::generate().unwrap();
        let good = signed(&key);
        let with = |name: &str, value: Value| {
            let mut envelope = good.clone();
            envelope[name] = value;
            opened(&envelope.to_string(), &key.public())
        };
        let other = EvidenceError::OtherPayload("text/plain".to_owned());
        assert_eq!(with("payloadType", json!("text/plain")), Err(other));
        assert_eq!(with("payload", json!("ä")), Err(EvidenceError::NotBase64("payload")));
        let many = Value::Array(vec![json!({"sig": ""}); MOST_SIGNATURES + 1]);
        assert!(matches!(with("signatures", many), Err(EvidenceError::TooMuch(_))));
        let long = "A".repeat(LONGEST_PAYLOAD + 1);
        assert!(matches!(with("payload", json!(long)), Err(EvidenceError::TooMuch(_))));
        let text = good.to_string();
        let deep = format!("{{\"payload\":{}", "[".repeat(100_000));
        let deep_beside = format!("{{\"x\":{}", "[".repeat(100_000));
        let twice = text.replacen('{', "{\"payload\":\"\",", 1);
        for wrong in ["", "null", "[]", "{}", &text[..text.len() - 1], &deep, &deep_beside, &twice]
        {
            let error = opened(wrong, &key.public()).expect_err("it is no envelope");
            assert!(matches!(error, EvidenceError::NotAnEnvelope { .. }), "{error}");
        }
    }
}
