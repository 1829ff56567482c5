//! What a sentence asks for.

use crate::kindred::kindred;
use crate::words::{parts, plain_words, whole_name, words};
use std::collections::{BTreeMap, BTreeSet};

/// The words of a sentence, and the names in it that could be paths, files or identifiers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// Sorted, each once.
    words: Vec<QueryWord>,
    by_word: BTreeMap<String, u32>,
    names: BTreeSet<String>,
    /// Words as names of files have them, those that are everywhere included.
    plain: BTreeSet<String>,
    /// What may stand for one of those.
    kindred: BTreeSet<String>,
    /// Words that stand beside each other, by their places, each pair once: a text that has them beside each other, too,
    /// speaks of the same thing.
    pairs: BTreeSet<(u32, u32)>,
    /// Words that say first what part of a project the sentence is about.
    scope: BTreeSet<String>,
    asks_for_tests: bool,
    kind: ChangeKind,
}

/// A word that is searched for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct QueryWord {
    pub(crate) word: String,
    /// It stands in the first line, which says what it is about.
    pub(crate) in_subject: bool,
    /// It is a name of several parts, or stands between marks of code: nobody says that by chance.
    pub(crate) is_name: bool,
    /// The sentence has it as words beside each other: it may be a name that a program writes as one.
    pub(crate) is_joined: bool,
    /// The sentence has a word for which it may stand.
    pub(crate) is_kindred: bool,
}

impl QueryWord {
    /// Whether it stands there as it is.
    pub(crate) fn is_said(&self) -> bool {
        !self.is_joined && !self.is_kindred
    }
}

impl Query {
    pub fn new(sentence: &str) -> Self {
        let subject = sentence.trim_start().lines().next().unwrap_or("");
        let subject: BTreeSet<String> = words(subject).into_iter().collect();
        let marked: BTreeSet<String> = marked(sentence).flat_map(words).collect();
        let wholes: BTreeSet<String> =
            crate::words::names(sentence).into_iter().filter_map(whole_name).collect();
        let all: BTreeSet<String> = words(sentence).into_iter().collect();
        let mut joined = joined(sentence);
        joined.retain(|word| !all.contains(word));
        let mut meant: BTreeSet<&str> = all.iter().flat_map(|word| kindred(word)).collect();
        meant.retain(|word| !all.contains(*word) && !joined.contains(*word));
        let mut words: Vec<QueryWord> = all
            .iter()
            .cloned()
            .map(|word| QueryWord {
                in_subject: subject.contains(&word),
                is_name: wholes.contains(&word) || marked.contains(&word),
                is_joined: false,
                is_kindred: false,
                word,
            })
            .collect();
        words.extend(joined.into_iter().map(|word| QueryWord {
            in_subject: false,
            is_name: false,
            is_joined: true,
            is_kindred: false,
            word,
        }));
        words.extend(meant.into_iter().map(|word| QueryWord {
            in_subject: false,
            is_name: false,
            is_joined: false,
            is_kindred: true,
            word: word.to_owned(),
        }));
        words.sort_by(|a, b| a.word.cmp(&b.word));
        let by_word: BTreeMap<String, u32> =
            words.iter().zip(0..).map(|(word, at)| (word.word.clone(), at)).collect();
        let asks_for_tests = words.iter().any(|word| word.word == "test");
        let plain: BTreeSet<String> = plain_words(sentence).into_iter().collect();
        let others = plain.iter().flat_map(|word| kindred(word)).map(str::to_owned);
        let kindred = others.filter(|word| !plain.contains(word)).collect();
        let parts = parts(sentence).into_iter().filter_map(|word| by_word.get(&word).copied());
        let parts: Vec<u32> = parts.collect();
        let pairs = parts.windows(2).map(|pair| (pair[0], pair[1]));
        let pairs = pairs.filter(|(first, second)| first != second).collect();
        let scope = scope(sentence).map(plain_words).unwrap_or_default().into_iter().collect();
        Self {
            words,
            by_word,
            names: names(sentence),
            pairs,
            scope,
            asks_for_tests,
            kind: ChangeKind::of(sentence),
            plain,
            kindred,
        }
    }

    /// Whether there is nothing to look for.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty() && self.names.is_empty()
    }

    /// Whether it has words that are searched for.
    pub fn has_words(&self) -> bool {
        !self.words.is_empty()
    }

    /// How many words it has, as they stand there.
    pub(crate) fn said(&self) -> usize {
        self.words.iter().filter(|word| word.is_said()).count()
    }

    /// Whether two words stand beside each other, in this order.
    pub(crate) fn has_pair(&self, first: u32, second: u32) -> bool {
        self.pairs.contains(&(first, second))
    }

    pub(crate) fn words(&self) -> &[QueryWord] {
        &self.words
    }

    /// The place of a word among those of the query.
    pub(crate) fn place(&self, word: &str) -> Option<u32> {
        self.by_word.get(word).copied()
    }

    /// The same word as it stands here, if it does.
    pub(crate) fn word(&self, word: &str) -> Option<&str> {
        self.by_word.get_key_value(word).map(|(word, _)| word.as_str())
    }

    pub(crate) fn has_plain(&self, word: &str) -> bool {
        self.plain.contains(word)
    }

    pub(crate) fn has_kindred(&self, word: &str) -> bool {
        self.kindred.contains(word)
    }

    pub(crate) fn kind(&self) -> ChangeKind {
        self.kind
    }

    /// As names of files have them: `parser` of `fix(parser): …` and of `parser: …`.
    pub(crate) fn scope(&self) -> &BTreeSet<String> {
        &self.scope
    }

    pub(crate) fn asks_for_tests(&self) -> bool {
        self.asks_for_tests
    }

    /// How the sentence names a file, in the strongest way that it does.
    pub(crate) fn mention_of(&self, path: &str) -> Option<Mention> {
        let name = path.rsplit('/').next().unwrap_or(path);
        let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
        let is_path = |start: usize| self.names.contains(&path[start..]);
        let later_starts = path.match_indices('/').map(|(at, _)| at + 1);
        let tail_starts = later_starts.filter(|&start| path[start..].contains('/'));
        if path.contains('/') && (is_path(0) || tail_starts.into_iter().any(is_path)) {
            Some(Mention::Path)
        } else if name.contains('.') && self.names.contains(name) {
            Some(Mention::FileName)
        } else if is_distinctive(stem) && self.names.contains(stem) {
            Some(Mention::Stem)
        } else {
            None
        }
    }
}

/// What a sentence says that should be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChangeKind {
    Other,
    Add,
    Mend,
    Remove,
    Change,
}

/// Words that say so.
const SAYS_SO: &[(ChangeKind, &[&str])] = &[
    (
        ChangeKind::Add,
        &[
            "add",
            "adding",
            "allow",
            "create",
            "enable",
            "expose",
            "feat",
            "implement",
            "introduce",
            "new",
            "support",
        ],
    ),
    (
        ChangeKind::Mend,
        &[
            "avoid", "bug", "correct", "ensure", "fix", "handle", "mend", "prevent", "resolve",
            "revert",
        ],
    ),
    (ChangeKind::Remove, &["delete", "deprecate", "disable", "drop", "forbid", "remove", "stop"]),
    (
        ChangeKind::Change,
        &[
            "change", "clean", "convert", "extract", "improve", "make", "merge", "move",
            "optimize", "refactor", "rename", "replace", "rework", "simplify", "split", "switch",
            "update", "upgrade", "use",
        ],
    ),
];

impl ChangeKind {
    /// By the first words, since what follows says what it is done to.
    fn of(sentence: &str) -> Self {
        let subject = sentence.trim_start().lines().next().unwrap_or("");
        let known = |word: &String| {
            SAYS_SO
                .iter()
                .find(|(_, words)| words.iter().any(|one| plain_words(one).contains(word)))
        };
        let found = plain_words(subject).iter().take(FIRST_WORDS).find_map(known);
        found.map_or(Self::Other, |(kind, _)| *kind)
    }
}

const FIRST_WORDS: usize = 6;

/// How a sentence names a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mention {
    /// Its name without what follows the first dot, where that is no everyday word.
    Stem,
    FileName,
    /// Its path, or the end of it from some folder on.
    Path,
}

/// A scope is no longer than this; what is longer is a sentence with a colon in it.
const LONGEST_SCOPE: usize = 40;
/// What stands in the place of a scope and says what kind of change is wanted.
const KINDS: &[&str] = &[
    "breaking", "bug", "build", "chore", "ci", "doc", "docs", "feat", "feature", "fix", "fixed",
    "fixes", "new", "perf", "refactor", "style", "test", "tests", "update", "upgrade",
];

/// What a sentence is about by its own first words: `parser` of `fix(parser): …`, of `[parser] …` and of `parser: …`.
fn scope(sentence: &str) -> Option<&str> {
    let subject = sentence.trim_start().lines().next()?;
    if let Some(rest) = subject.strip_prefix('[') {
        return Some(rest.split_once(']')?.0);
    }
    // A path of a language (`std::fmt`) is no end.
    let end = subject.match_indices(':').find(|&(at, _)| subject[at + 1..].starts_with(' '))?.0;
    let head = subject[..end].trim_end_matches('!');
    let within = head.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')'));
    let scope = within.unwrap_or(head).trim();
    let is_scope = scope.len() <= LONGEST_SCOPE
        && scope.split_whitespace().count() <= 3
        && !KINDS.contains(&scope.to_lowercase().as_str());
    is_scope.then_some(scope)
}

/// What stands between back quotes.
fn marked(sentence: &str) -> impl Iterator<Item = &str> {
    sentence.split('`').skip(1).step_by(2)
}

/// Two and three words beside each other, as programs write them as one: `cache key` may mean `cacheKey`.
fn joined(sentence: &str) -> BTreeSet<String> {
    let mut joined = BTreeSet::new();
    // What punctuation parts is not said together.
    for said in sentence.split(|c: char| !c.is_alphanumeric() && !" _-`'\"".contains(c)) {
        let words: Vec<String> = said
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect();
        for count in [2, 3] {
            for run in words.windows(count) {
                let whole = run.concat();
                let singular = run[count - 1].strip_suffix('s').filter(|word| word.len() > 2);
                let singular = singular.map(|last| run[..count - 1].concat() + last);
                let is_name = |whole: &String| (6..=LONGEST_JOINED).contains(&whole.len());
                joined.extend([Some(whole), singular].into_iter().flatten().filter(is_name));
            }
        }
    }
    joined
}

/// Names that are longer are data.
const LONGEST_JOINED: usize = 40;

/// Everything between blanks and quotes that could be a name, without the punctuation around it.
fn names(sentence: &str) -> BTreeSet<String> {
    let is_edge = |c: char| !c.is_alphanumeric() && c != '_' && c != '.' && c != '/';
    sentence
        .split(|c: char| c.is_whitespace() || "`'\"()[]{}<>,;:".contains(c))
        .map(|name| name.trim_matches(is_edge).trim_end_matches(['.', '/']))
        .map(|name| name.strip_prefix("./").unwrap_or(name))
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Whether a name is made like an identifier of several parts.
fn is_distinctive(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next();
    name.chars().count() >= 4 && chars.any(|c| c.is_uppercase() || c == '_' || c.is_numeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_a_sentence_are_found_in_the_strongest_form() {
        let query =
            Query::new("Why does `src/net/retry.rs:12` (see RetryPolicy, and lib.rs) stop?");
        assert_eq!(query.mention_of("src/net/retry.rs"), Some(Mention::Path));
        assert_eq!(query.mention_of("core/src/net/retry.rs"), Some(Mention::Path));
        assert_eq!(query.mention_of("other/retry.rs"), None);
        assert_eq!(query.mention_of("a/RetryPolicy.java"), Some(Mention::Stem));
        assert_eq!(query.mention_of("core/lib.rs"), Some(Mention::FileName));
        assert_eq!(query.mention_of("docs/see"), None);
        assert!(Query::new(" … !").is_empty() && !query.is_empty());
    }

    #[test]
    fn words_know_where_they_stand() {
        let query = Query::new("Evict entries\n\nThe `ttl` of a cacheEntry is ignored.");
        let said = |word: &str| {
            let word = query.words().iter().find(|one| one.word == word).unwrap();
            (word.in_subject, word.is_name)
        };
        assert_eq!(said("evict"), (true, false));
        assert_eq!(said("ttl"), (false, true));
        assert_eq!(said("cacheentry"), (false, true));
        assert_eq!(said("cach"), (false, false));
        assert!(query.has_plain("of") && query.place("of").is_none());
        let query = Query::new("Read the configuration again");
        let short = query.words().iter().find(|one| one.word == "cfg").unwrap();
        assert!(short.is_kindred && !short.is_said() && query.said() < query.words().len());
        assert!(query.has_kindred("cfg") && !query.has_plain("cfg"));
    }

    #[test]
    fn a_sentence_says_what_should_be_done() {
        for (sentence, kind) in [
            ("parser: Fixes the tabs", ChangeKind::Mend),
            ("Adding a flag that removes", ChangeKind::Add),
            ("Renamed it", ChangeKind::Change),
            ("Tabs\n\nRemove them", ChangeKind::Other),
        ] {
            assert_eq!(Query::new(sentence).kind(), kind, "{sentence}");
        }
    }

    #[test]
    fn a_sentence_may_say_first_what_it_is_about() {
        for (sentence, said) in [
            ("fix(parser): accept tabs", Some("parser")),
            ("tpl/collections: sort by key", Some("tpl/collections")),
            ("[Messenger] Retry once", Some("Messenger")),
            ("core!: drop the old names", Some("core")),
            ("fix: accept tabs", None),
            ("Accept tabs", None),
            ("std::fmt has no such thing", None),
            ("This is what the parser does when it is asked: nothing", None),
        ] {
            assert_eq!(scope(sentence), said, "{sentence}");
        }
        assert!(Query::new("tpl/collections: sort").scope().contains("tpl"));
    }

    #[test]
    fn words_beside_each_other_may_be_a_name() {
        let query = Query::new("Forget the cache keys, then stop");
        let word = |word: &str| query.words().iter().find(|one| one.word == word);
        assert!(word("cachekey").unwrap().is_joined && word("cachekeys").unwrap().is_joined);
        assert!(word("keysthen").is_none() && !word("cach").unwrap().is_joined);
        let place = |word: &str| query.place(word).unwrap();
        assert!(query.has_pair(place("cach"), place("key")));
        assert!(query.has_pair(place("forget"), place("cach")), "`the` says nothing");
        assert!(!query.has_pair(place("key"), place("cach")));
        assert_eq!(query.said(), 4);
    }
}
