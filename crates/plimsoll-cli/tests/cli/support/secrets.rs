//! Secrets to plant, taken from the guard's own rule files, and a search that also knows disguises.

use super::place::files_below;
use aho_corasick::AhoCorasick;
use base64::Engine;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
pub(crate) use plimsoll_guard::Sample;
use rusqlite::types::ValueRef;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Every positive sample of every rule.
pub(crate) fn samples() -> Vec<Sample> {
    plimsoll_guard::samples(1)
}

/// A search for many secrets at once, each in several disguises.
#[derive(Debug)]
pub(crate) struct Search {
    automaton: AhoCorasick,
    /// What each pattern of the automaton is.
    names: Vec<String>,
}

impl Search {
    pub(crate) fn new<'a>(secrets: impl IntoIterator<Item = &'a str>) -> Self {
        let (mut needles, mut names) = (Vec::new(), Vec::new());
        for secret in secrets {
            for (disguise, needle) in disguises(secret) {
                needles.push(needle);
                names.push(format!("{secret} as {disguise}"));
            }
        }
        let automaton = AhoCorasick::new(&needles).expect("the needles are few");
        Self { automaton, names }
    }

    /// What of it stands in some bytes, each thing once.
    pub(crate) fn hits(&self, bytes: &[u8]) -> BTreeSet<&str> {
        let found = self.automaton.find_overlapping_iter(bytes);
        found.map(|found| self.names[found.pattern().as_usize()].as_str()).collect()
    }
}

/// The same for one secret.
pub(crate) fn hits(bytes: &[u8], secret: &str) -> Vec<String> {
    Search::new([secret]).hits(bytes).into_iter().map(str::to_owned).collect()
}

fn disguises(secret: &str) -> Vec<(&'static str, String)> {
    let mut disguises = vec![
        ("itself", secret.to_owned()),
        ("JSON", serde_json::json!(secret).to_string().trim_matches('"').to_owned()),
        ("percent encoding", percent(secret)),
    ];
    for skip in 0..3 {
        disguises.push(("base64", base64_core(secret, skip, &STANDARD_NO_PAD)));
        disguises.push(("base64", base64_core(secret, skip, &URL_SAFE_NO_PAD)));
    }
    // Of a short secret too little may be left to tell it from anything else.
    disguises.retain(|(_, needle)| needle.len() >= 8);
    disguises
}

fn percent(secret: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~".contains(&b);
    let encode = |b: u8| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") };
    secret.bytes().map(encode).collect()
}

/// What base64 makes of a secret that stands somewhere in a longer text, without the ends that depend on
/// its neighbours.
fn base64_core(secret: &str, skip: usize, engine: &impl Engine) -> String {
    let mut padded = vec![0_u8; skip];
    padded.extend(secret.bytes());
    padded.truncate(padded.len() / 3 * 3);
    let encoded = engine.encode(&padded);
    encoded.get(if skip == 0 { 0 } else { 4 }..).unwrap_or("").to_owned()
}

/// Every byte that a project's state folder holds: of its files, and of what stands in its databases once it
/// is put together and decompressed.
pub(crate) fn state_bytes(root: &Path) -> Vec<u8> {
    let state = root.join(".plimsoll");
    let files = files_below(&state);
    assert!(!files.is_empty(), "there is a state folder");
    let mut bytes = Vec::new();
    for file in files {
        bytes.extend(fs::read(&file).expect("it is ours"));
        if file.extension().is_some_and(|extension| extension == "sqlite") {
            bytes.extend(database_bytes(&file));
        }
    }
    bytes
}

/// Every value of every table. What is compressed is also given as it was before.
fn database_bytes(file: &Path) -> Vec<u8> {
    let database = rusqlite::Connection::open(file).expect("it opens");
    let tables: Vec<String> = database
        .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
        .and_then(|mut query| query.query_map([], |row| row.get(0))?.collect())
        .expect("it has tables");
    let mut bytes = Vec::new();
    for table in tables {
        let mut query = database.prepare(&format!("SELECT * FROM {table}")).expect("it is there");
        let columns = query.column_count();
        let mut rows = query.query([]).expect("it can be read");
        while let Some(row) = rows.next().expect("it can be read") {
            for column in 0..columns {
                let value = row.get_ref(column).expect("it is there");
                let (ValueRef::Blob(value) | ValueRef::Text(value)) = value else { continue };
                bytes.extend_from_slice(value);
                bytes.extend(zstd::decode_all(value).unwrap_or_default());
                bytes.push(b'\n');
            }
        }
    }
    bytes
}
