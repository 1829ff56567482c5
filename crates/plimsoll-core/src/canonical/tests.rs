//! The reference is an implementation that others wrote.

#![expect(clippy::disallowed_types, reason = "values of JSON may be of any kind")]

use super::canonical;
use proptest::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn the_reference(value: &impl Serialize) -> Option<String> {
    serde_json_canonicalizer::to_string(value).ok()
}

fn agree(value: &impl Serialize) {
    assert_eq!(canonical(value).ok(), the_reference(value));
}

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-20_i64..20).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        "[a-c\"\\\\\n\t\u{0}-\u{1f}é😀\u{e000}]{0,300}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 64, 8, |inner| {
        // Beyond the basic plane, UTF-16 has another order than UTF-8.
        let name = prop_oneof![any::<String>(), "[a-c\\\\\n😀\u{e000}\u{ffff}]{0,3}"];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::btree_map(name, inner, 0..8)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

#[derive(Serialize)]
enum Every<'a> {
    Unit,
    New(&'a str),
    Tuple(u8, Option<char>),
    Struct { z: u16, a: &'a [u8], m: BTreeMap<u32, i128> },
}

#[derive(Serialize)]
struct Marker;

#[derive(Serialize)]
struct Pair(f32, u128);

proptest! {
    #[test]
    fn values_have_the_canonical_form_of_the_reference(value in values()) {
        agree(&value);
    }

    #[test]
    fn so_have_types(text: String, numbers: Vec<u8>, members: BTreeMap<u32, i128>, real: f32, large: u128) {
        let all = (
            [Every::Unit, Every::New(&text), Every::Tuple(3, text.chars().next())],
            Every::Struct { z: 1, a: &numbers, m: members },
            (Marker, (), Pair(real, large), text.chars().collect::<Vec<char>>()),
        );
        agree(&all);
    }
}

#[test]
fn numbers_at_the_edge_of_what_is_exact() {
    for power in 50..64 {
        for near in [-1_i64, 0, 1] {
            let number = (1_u64 << power).wrapping_add_signed(near);
            agree(&number);
            agree(&number.cast_signed());
            agree(&number.cast_signed().wrapping_neg());
        }
    }
    [0.0, -0.0, 1e21, 1e-7, f64::NAN, f64::INFINITY].iter().for_each(agree);
}

#[test]
fn a_name_twice_is_no_form() {
    struct Twice;
    impl Serialize for Twice {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map([("b", 1), ("a", 2), ("b", 3)])
        }
    }
    assert!(canonical(&Twice).is_err());
    agree(&Twice);
    agree(&json!({"b": {"z": 1, "y": []}, "a": {}}));
}
