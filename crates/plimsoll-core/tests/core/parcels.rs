//! A capsule that was taken apart is the same when it is put together; what was damaged meanwhile is said.

use crate::support::capsules::{decided, file, lowering};
use crate::support::random::{Voyage, capsule, scaled};
use plimsoll_core::decide::Decision;
use plimsoll_core::parcel::{BadParcel, Parcel};
use proptest::prelude::*;
use std::collections::BTreeSet;

proptest! {
    #![proptest_config(ProptestConfig {
        cases: scaled(60),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_parcel_gives_its_capsule_back(capsule in capsule(Voyage::Compose)) {
        let parcel = Parcel::of(&capsule, "rules");
        prop_assert_eq!(parcel.open(), Ok(capsule.clone()));
        let texts: BTreeSet<&[u8]> = parcel.parts[2..].iter().map(Vec::as_slice).collect();
        prop_assert_eq!(texts.len(), parcel.parts.len() - 2, "each text once");
    }

    /// For the cache: a decision survives being written, and is known from that of another capsule.
    #[test]
    fn a_decision_is_read_as_it_was_written(capsule in capsule(Voyage::Compose)) {
        let decision = decided(&capsule);
        let text = serde_json::to_string(&decision).unwrap();
        let again: Decision = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(&again, &decision);
        prop_assert!(again.belongs_to(&capsule, &capsule.fingerprint()));
        let mut other = capsule.clone();
        other.limit.value += 1;
        prop_assert!(!again.belongs_to(&other, &other.fingerprint()));
        let beyond = capsule.candidates.len();
        let points: [fn(&mut Decision, usize); 2] =
            [|decision, to| decision.ranking.push(to), |decision, to| decision.admitted.push(to)];
        for point in points {
            let mut forged = again.clone();
            point(&mut forged, beyond);
            prop_assert!(!forged.belongs_to(&capsule, &capsule.fingerprint()), "it points beyond the candidates");
        }
    }
}

#[test]
fn a_damaged_parcel_is_said_and_its_texts_are_not() {
    let format = plimsoll_core::vocab::Format::Markdown;
    let candidates = vec![file("a.rs", "fn private_text() {}\n")];
    let good = Parcel::of(&lowering(format, "o200k_base/1", candidates), "rules");
    for part in 0..good.parts.len() {
        let mut damaged = good.clone();
        damaged.parts[part] = vec![0xFF, b'f', b'n'];
        let error = damaged.open().unwrap_err();
        assert!(matches!(error, BadParcel::Damaged { part: at, .. } if at == part), "{error}");
        damaged.parts.truncate(part);
        assert_eq!(damaged.open(), Err(BadParcel::Missing(part)));
    }
    let mut newer = good.clone();
    let body = String::from_utf8(newer.parts[0].clone()).unwrap();
    newer.parts[0] = body.replacen("\"version\":1", "\"version\":9", 1).into_bytes();
    assert_eq!(newer.open(), Err(BadParcel::OtherForm { found: 9 }));
}
