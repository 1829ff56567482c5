//! Makes the tables: of each vocabulary one that finds a token, and one of the classes of all characters.
//!
//! The vocabularies come from `tiktoken-rs`, which carries the published files, and are checked against the digests
//! that OpenAI publishes. The classes come from `regex-syntax`, as a pattern of the encodings would have them.

#![expect(clippy::disallowed_methods, reason = "a build reads and writes files")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use regex_syntax::hir::{Class, HirKind};
use sha2::{Digest, Sha256};
use tiktoken_rs::CoreBPE;

#[path = "src/class.rs"]
mod class;
#[path = "src/form.rs"]
#[expect(dead_code, reason = "reading is for the program")]
mod form;
#[path = "build/pack.rs"]
mod pack;

/// SHA-256 of `o200k_base.tiktoken`.
const O200K: &str = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d";
/// SHA-256 of `cl100k_base.tiktoken`.
const CL100K: &str = "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7";

/// The classes as regular expressions, of which a later one holds where two do.
const PATTERNS: &[(&str, u8)] = &[
    (r"\s", class::SPACE),
    (r"[\r\n]", class::NEWLINE),
    (r"\p{N}", class::NUMBER),
    (r"[\p{Lu}\p{Lt}]", class::UPPER),
    (r"\p{Ll}", class::LOWER),
    (r"[\p{Lm}\p{Lo}]", class::CASELESS),
    (r"\p{M}", class::MARK),
];

fn main() {
    for file in ["build.rs", "build/pack.rs", "src/class.rs", "src/form.rs"] {
        println!("cargo::rerun-if-changed={file}");
    }
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where"));
    let o200k = tiktoken_rs::o200k_base().expect("the crate's own vocabulary can be read");
    write(&folder, "o200k_base", &tokens(&o200k, O200K));
    let cl100k = tiktoken_rs::cl100k_base().expect("the crate's own vocabulary can be read");
    write(&folder, "cl100k_base", &tokens(&cl100k, CL100K));
    write_classes(&folder);
}

/// All tokens in the order of their ranks. Special ones follow after a gap, and are no part of a vocabulary.
fn tokens(vocabulary: &CoreBPE, digest: &str) -> Vec<Vec<u8>> {
    let tokens: Vec<Vec<u8>> =
        (0..).map_while(|rank| vocabulary.decode_bytes(&[rank]).ok()).collect();
    let published = Sha256::digest(pack::as_published(&tokens));
    let published: String = published.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(published, digest, "the vocabulary is the one that was published");
    tokens
}

fn write(folder: &Path, name: &str, tokens: &[Vec<u8>]) {
    let table = pack::table(tokens);
    save(folder, &format!("{name}.tokens"), &table.tokens);
    save(folder, &format!("{name}.entries"), &table.entries);
    save(folder, &format!("{name}.buckets"), &table.buckets);
}

/// Blocks of classes that are alike are kept once; the first table says which block a character is in.
fn write_classes(folder: &Path) {
    let mut classes = vec![class::OTHER; 0x11_0000];
    for &(pattern, class) in PATTERNS {
        for range in ranges(pattern) {
            classes[range].fill(class);
        }
    }
    let mut blocks: BTreeMap<&[u8], u16> = BTreeMap::new();
    let (mut index, mut kept) = (Vec::new(), Vec::new());
    for block in classes.chunks(1 << class::BLOCK_BITS) {
        let next = u16::try_from(blocks.len()).expect("there are fewer blocks than characters");
        let number = *blocks.entry(block).or_insert_with(|| {
            kept.extend_from_slice(block);
            next
        });
        index.extend(number.to_le_bytes());
    }
    save(folder, "classes.index", &index);
    save(folder, "classes.blocks", &kept);
}

/// The characters that a class of a regular expression has.
fn ranges(pattern: &str) -> Vec<std::ops::RangeInclusive<usize>> {
    let parsed = regex_syntax::parse(pattern).expect("the pattern is ours");
    let HirKind::Class(Class::Unicode(class)) = parsed.kind() else {
        panic!("{pattern} is a class");
    };
    class.ranges().iter().map(|range| range.start() as usize..=range.end() as usize).collect()
}

fn save(folder: &Path, name: &str, bytes: &[u8]) {
    std::fs::write(folder.join(name), bytes).expect("the build may write where cargo says");
}
