//! Ranking and regions, from text to order.

use plimsoll_core::screened::Screened;
use plimsoll_core::vocab::FileClass;
use plimsoll_index::search::{
    Examined, IndexedFile, Past, PastSignals, PooledFile, Searching, rank_files, rank_parts, ranker,
};
use plimsoll_index::{Query, WordCounts, regions, words};
use proptest::prelude::*;

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

/// The order of the files of a tree, each with its sum.
fn ranking(tree: &[(&str, &str)], counts: &[WordCounts], sentence: &str) -> Vec<(String, i64)> {
    let files = tree.iter().map(|(path, text)| IndexedFile {
        path,
        class: class(path),
        language: Some("rust"),
        bytes: text.len() as u64,
    });
    let searching = Searching::new(files.collect(), counts, Query::new(sentence));
    let past = Past::default();
    let past = PastSignals::new(&past, &searching);
    let (pool, others) = searching.pool(&past, 160);
    assert!(others.is_empty());
    let look = |&file: &usize| {
        let (text, outline, touches) = (tree[file].1, None, &[][..]);
        Examined::new(&searching, PooledFile { file, text, outline, touches, alike: &[] })
    };
    let examined: Vec<Examined> = pool.iter().map(look).collect();
    let outlines = vec![None; pool.len()];
    let ranked = rank_files(&searching, &past, &examined, &outlines, ranker());
    let parts =
        rank_parts(&searching, &past, &examined, &outlines, &ranked, ranked.len(), ranker());
    let all: usize = examined.iter().map(|one| one.parts.len()).sum();
    assert_eq!(parts.len(), all);
    ranked.into_iter().map(|ranked| (tree[ranked.file].0.to_owned(), ranked.sum)).collect()
}

fn first(sentence: &str) -> String {
    let mut ranking = ranking(TREE, &counted(TREE), sentence).into_iter();
    ranking.next().map_or(String::new(), |(path, _)| path)
}

#[test]
fn a_sentence_finds_what_it_is_about() {
    assert_eq!(first("the cache evicts the wrong entries"), "src/cache/eviction.rs");
    assert_eq!(first("attempts of the RetryPolicy"), "src/http/retry.rs");
    assert_eq!(first("zebra"), "");
}

#[test]
fn a_path_in_the_sentence_is_stronger_than_everything() {
    let asked = "why is src/main.rs so slow with cache eviction and the cache";
    assert_eq!(first(asked), "src/main.rs");
    assert_eq!(first("cache in vendor/lru/src/cache.rs"), "vendor/lru/src/cache.rs");
    assert_eq!(first("retry policy gives up too early, see client.rs"), "src/http/client.rs");
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
        let first = ranking(&tree, &counted(&tree), &sentence);
        prop_assert_eq!(first, ranking(&turned, &counted(&turned), &sentence));
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
        prop_assert!(!(matches && regions.is_empty()));
        // Two words of the sentence are looked for as one name as well, which `words` does not know of.
        let may_be_joined = asked.len() > 1;
        prop_assert!(matches || may_be_joined || regions.is_empty());
    }
}

#[test]
fn regions_show_what_writes_two_words_of_the_sentence_as_one() {
    assert_eq!(regions("x\ncachex", &Query::new("cache x\n"), 1, 0), [(2, 2)]);
    assert_eq!(regions("let a;\n\nfn cacheKey() {}", &Query::new("the cache key"), 9, 0), [(3, 3)]);
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
        ranking(&[("a", text.as_str())], &[counts], "cache eviction");
        regions(text, &query, 50, 3);
    }
    for odd in [&every_plane, &slashes] {
        ranking(&[(odd.as_str(), "cache")], &[WordCounts::default()], odd);
    }
}
