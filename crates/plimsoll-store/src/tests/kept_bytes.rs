//! Kept bytes that are not what was written: other bytes, bytes that grow without end, sizes that lie.

use super::{Place, parcel, record};
use crate::packed::Packed;
use plimsoll_core::seal::sha256;
use plimsoll_core::store::{Cache, Store, StoreError};
use rusqlite::{Connection, params};

#[test]
fn no_more_is_made_of_bytes_than_their_declared_size() {
    let bomb = zstd::bulk::compress(&vec![0; 300_000_000], 3).unwrap();
    assert!(bomb.len() < 100_000, "{}", bomb.len());
    for size in [0, 10, 1 << 20] {
        let packed = Packed { digest: [0; 32], size, bytes: bomb.clone() };
        assert!(matches!(packed.open(), Err(StoreError::Corrupt(_))));
    }
    let content = b"what was written".repeat(9);
    let good = Packed::new(&content, sha256(&content)).unwrap();
    assert_eq!(good.open().unwrap(), content);
    for size in [0, good.size - 1, good.size + 1, u64::MAX] {
        let lie = Packed { size, ..good.clone() };
        assert!(matches!(lie.open(), Err(StoreError::Corrupt(_))), "{size}");
    }
    for length in 0..good.bytes.len() {
        let cut = Packed { bytes: good.bytes[..length].to_vec(), ..good.clone() };
        assert!(matches!(cut.open(), Err(StoreError::Corrupt(_))), "{length}");
    }
}

#[test]
fn other_bytes_in_the_place_of_a_part_are_found_out() {
    let other = zstd::bulk::compress(b"evil!", 3).unwrap();
    let statements: [(&str, &[u8]); 5] = [
        ("UPDATE blobs SET bytes = ?1", &other),
        ("UPDATE blobs SET size = -1 WHERE ?1 IS NOT NULL", b""),
        ("UPDATE blobs SET content = randomblob(32), bytes = ?1", &other),
        ("UPDATE capsules SET parts = ?1", &[0; 8]),
        ("UPDATE capsules SET parts = ?1", b"odd"),
    ];
    for (sql, value) in statements {
        let place = Place::new();
        let store = place.open();
        store.append(&record("aaaa", 1), Some(&parcel(&[b"right"]))).unwrap();
        assert!(store.capsule(1).is_ok());
        Connection::open(place.file()).unwrap().execute(sql, params![value]).unwrap();
        assert!(matches!(store.capsule(1), Err(StoreError::Corrupt(_))), "{sql}");
    }
}

#[test]
fn a_cached_answer_that_does_not_verify_is_a_miss() {
    let place = Place::new();
    let store = place.open();
    store.put("key", b"right", 1, 100);
    assert_eq!(store.get("key", 2).as_deref(), Some(&b"right"[..]));
    let other = zstd::bulk::compress(b"wrong", 3).unwrap();
    Connection::open(place.file())
        .unwrap()
        .execute("UPDATE cache SET bytes = ?1", params![other])
        .unwrap();
    assert_eq!(store.get("key", 2), None);
}
