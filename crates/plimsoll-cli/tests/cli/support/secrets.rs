//! Secrets to plant, taken from the guard's own rule files, and a search that also knows disguises.

use super::place::files_below;
use aho_corasick::AhoCorasick;
use base64::Engine;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
pub(crate) use plimsoll_guard::Sample;
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

/// Every byte that a project's state folder holds.
pub(crate) fn state_bytes(root: &Path) -> Vec<u8> {
    let state = root.join(".plimsoll");
    let files = files_below(&state);
    assert!(!files.is_empty(), "there is a state folder");
    files.iter().flat_map(|file| fs::read(file).expect("it is ours")).collect()
}
