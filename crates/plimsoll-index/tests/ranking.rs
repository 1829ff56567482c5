//! Ranking and regions, from text to order.

use expect_test::expect;
use plimsoll_core::screened::Screened;
use plimsoll_core::vocab::FileClass;
use plimsoll_index::{IndexedFile, Query, Ranked, WordCounts, rank, regions, words};
use proptest::prelude::*;
use std::fmt::Write as _;

const TREE: &[(&str, &str)] = &[
    (
        "src/cache/eviction.rs",
        "//! Evicts entries from the cache.\npub fn evict(cache: &mut Cache) { cache.entries.pop(); }\n",
    ),
    (
        "src/cache/mod.rs",
        "//! The cache.\npub struct Cache { entries: Vec<Entry> }\nmod eviction;\n",
    ),
    (
        "src/http/retry.rs",
        "/// How often a request is tried again.\npub struct RetryPolicy { attempts: u32 }\n",
    ),
    (
        "src/http/client.rs",
        "use crate::http::retry::RetryPolicy;\npub fn send(request: Request, policy: &RetryPolicy) {}\n",
    ),
    ("src/main.rs", "fn main() { run(); }\n"),
    (
        "tests/cache_eviction.rs",
        "#[test]\nfn evicts_oldest() { let cache = Cache::new(); evict(&mut cache); }\n",
    ),
    ("vendor/lru/src/cache.rs", "pub struct Cache; impl Cache { pub fn evict(&mut self) {} }\n"),
    ("Cargo.lock", "name = \"cache\"\nname = \"retry\"\n"),
    ("README.md", "# Fetcher\n\nFetches pages, with a cache and retries.\n"),
];

fn counted(tree: &[(&str, &str)]) -> Vec<WordCounts> {
    tree.iter().map(|(_, text)| WordCounts::of(&Screened::ours(*text))).collect()
}

fn class(path: &str) -> FileClass {
    match path.split('/').next() {
        Some("tests") => FileClass::Test,
        Some("vendor") => FileClass::Vendored,
        Some("Cargo.lock") => FileClass::Lock,
        _ => FileClass::Source,
    }
}

fn ranking(tree: &[(&str, &str)], counts: &[WordCounts], sentence: &str) -> Vec<(String, Ranked)> {
    let files: Vec<IndexedFile<'_>> = tree
        .iter()
        .zip(counts)
        .map(|((path, _), words)| IndexedFile { path, class: class(path), words })
        .collect();
    let ranked = rank(&files, &Query::new(sentence));
    ranked.into_iter().map(|ranked| (files[ranked.file].path.to_owned(), ranked)).collect()
}

fn shown(sentence: &str) -> String {
    let mut out = String::new();
    for (path, ranked) in ranking(TREE, &counted(TREE), sentence) {
        write!(out, "{} {path}:", ranked.score).expect("a string takes everything");
        for line in ranked.lines {
            write!(out, " {:?} {}", line.signal, line.points).expect("a string takes everything");
        }
        out.push('\n');
    }
    out
}

#[test]
fn a_sentence_finds_what_it_is_about() {
    expect![[r#"
        8408 src/cache/eviction.rs: FileNameWords 2879 FolderWords 621 ContentWords 4908
        5506 src/cache/mod.rs: FolderWords 621 ContentWords 4885
        3428 tests/cache_eviction.rs: FileNameWords 4433 ContentWords 2423 TestFile -3428
        809 vendor/lru/src/cache.rs: FileNameWords 1553 ContentWords 2488 VendoredFile -3232
        688 README.md: ContentWords 688
        37 Cargo.lock: ContentWords 739 LockFile -702
    "#]]
    .assert_eq(&shown("the cache evicts the wrong entries"));
    expect![[r#"
        310933 src/http/client.rs: FileNameMention 300000 FileNameWords 6842 ContentWords 4091
        5613 src/http/retry.rs: FileNameWords 2879 ContentWords 2734
        1275 README.md: ContentWords 1275
        69 Cargo.lock: ContentWords 1370 LockFile -1301
    "#]]
    .assert_eq(&shown("retry policy gives up too early, see client.rs"));
    expect![[""]].assert_eq(&shown("zebra"));
}

#[test]
fn a_path_in_the_sentence_is_stronger_than_everything() {
    let order = |sentence| ranking(TREE, &counted(TREE), sentence)[0].0.clone();
    assert_eq!(
        order("why is src/main.rs so slow with cache eviction and the cache"),
        "src/main.rs"
    );
    assert_eq!(order("cache in vendor/lru/src/cache.rs"), "vendor/lru/src/cache.rs");
    assert_eq!(order("test of cache eviction"), "tests/cache_eviction.rs");
}

fn some_text() -> impl Strategy<Value = String> {
    prop_oneof!["((cache|evict|Retry_policy|http2|x|\n| |\\.)){0,40}", any::<String>()]
}

fn some_path() -> impl Strategy<Value = String> {
    "((cache|http|tests|vendor|a)/){0,2}(retry|cache_test|evict|Policy2)\\.(rs|go|lock)"
}

proptest! {
    #[test]
    fn facts_change_nothing(
        files in prop::collection::vec((some_path(), some_text()), 0..6),
        sentence in some_text(),
    ) {
        let tree: Vec<(&str, &str)> = files.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
        let whole = counted(&tree);
        let query = Query::new(&sentence);
        let kept = whole.iter().map(|counts| WordCounts::decode_for(&query, &counts.encode()));
        let kept: Vec<WordCounts> = kept.map(|counts| counts.expect("it was just written")).collect();
        prop_assert_eq!(ranking(&tree, &whole, &sentence), ranking(&tree, &kept, &sentence));
    }

    #[test]
    fn the_order_of_the_files_changes_nothing(
        files in prop::collection::btree_map(some_path(), some_text(), 0..8).prop_map(|map| map.into_iter().collect::<Vec<_>>()),
        sentence in some_text(),
        turn in 0_usize..8,
    ) {
        let tree: Vec<(&str, &str)> = files.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
        let mut turned = tree.clone();
        turned.rotate_left(turn.min(tree.len()));
        turned.reverse();
        let strip = |list: Vec<(String, Ranked)>| -> Vec<_> {
            list.into_iter().map(|(path, ranked)| (path, ranked.score, ranked.lines)).collect()
        };
        let first = strip(ranking(&tree, &counted(&tree), &sentence));
        prop_assert_eq!(&first, &strip(ranking(&turned, &counted(&turned), &sentence)));
        for (_, score, lines) in first {
            prop_assert!(score > 0);
            prop_assert_eq!(score, lines.iter().map(|line| line.points).sum::<i64>());
        }
    }

    #[test]
    fn regions_are_sorted_apart_and_small(
        text in some_text(),
        sentence in some_text(),
        most in 1..40_usize,
        context in 0..9_usize,
    ) {
        let query = Query::new(&sentence);
        let count = text.lines().count();
        let regions = regions(&text, &query, most, context);
        prop_assert!(regions.windows(2).all(|pair| pair[0].1 + 1 < pair[1].0));
        prop_assert!(regions.iter().all(|&(first, last)| 1 <= first && first <= last && last <= count));
        let shown: usize = regions.iter().map(|(first, last)| last - first + 1).sum();
        prop_assert!(shown <= most);
        let asked = words(&sentence);
        let matches = words(&text).iter().any(|word| asked.contains(word));
        prop_assert_eq!(regions.is_empty(), !matches);
    }
}

#[test]
fn regions_show_the_paragraph_of_the_best_line() {
    let mut lines = vec![""; 60];
    lines[20..26].fill("filler text");
    lines[23] = "fn evict(cache: &mut Cache) {";
    lines[50] = "cache";
    let text = lines.join("\n");
    assert_eq!(regions(&text, &Query::new("evict from the cache"), 100, 3), [(21, 27)]);
    assert_eq!(regions(&text, &Query::new("cache"), 100, 3), [(21, 27), (48, 54)]);
    assert_eq!(regions(&text, &Query::new("cache"), 7, 3), [(21, 27)]);
    assert_eq!(regions(&text, &Query::new("zebra"), 100, 3), []);
    assert_eq!(regions("", &Query::new("cache"), 100, 3), []);
}

#[test]
fn hostile_texts_finish() {
    let every_plane: String = ('\0'..=char::MAX).collect();
    let one_line = "cache eviction ".repeat((10 << 20) / 15);
    let many_lines = "cache\n".repeat(100_000);
    let slashes = "cache/".repeat(10_000);
    let query = Query::new("cache eviction");
    for text in [
        &every_plane,
        &one_line,
        &many_lines,
        &slashes,
        &"aB".repeat(1 << 20),
        &"_".repeat(1 << 20),
    ] {
        let counts = WordCounts::of(&Screened::ours(text.as_str()));
        rank(&[IndexedFile { path: "a", class: FileClass::Source, words: &counts }], &query);
        regions(text, &query, 50, 3);
    }
    let counts = WordCounts::default();
    for odd in [&every_plane, &slashes] {
        rank(
            &[IndexedFile { path: odd, class: FileClass::Source, words: &counts }],
            &Query::new(odd),
        );
    }
}
