//! Where something is defined, by the name that somebody gives it.

use crate::error::Error;
use crate::facts::outline_key;
use crate::known::{KnownFile, OpenFile};
use crate::snapshot::Snapshot;
use plimsoll_core::ladder::Lines;
use plimsoll_core::store::FactKey;
use plimsoll_core::vocab::SymbolKind;
use plimsoll_index::outline::{Definition, Outline};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;

/// So many facts are held at a time.
const READ_AT_ONCE: usize = 4096;
/// No more names than this are compared with a misspelled one.
const MOST_NAMES: usize = 200_000;
/// What joins the parts of a name, in whatever language.
const JOINTS: [char; 5] = ['.', ':', '#', '/', '\\'];

/// A place where something is defined.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Symbol {
    pub path: String,
    pub line: u32,
    pub lines: Lines,
    pub kind: SymbolKind,
    /// With what encloses it.
    pub name: String,
    pub signature: String,
}

impl Symbol {
    /// What encloses it, where something does.
    pub(crate) fn parent(&self) -> Option<&str> {
        self.name.rsplit_once('.').map(|(parent, _)| parent)
    }
}

/// A name as somebody gives it: `get`, `Cache.get`, `cache::Cache::get`, `src/cache.rs#get`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SymbolPath<'a> {
    /// The file that it is said to be in.
    pub(crate) file: Option<&'a str>,
    /// From the outside in. Never empty.
    pub(crate) names: Vec<&'a str>,
}

impl<'a> SymbolPath<'a> {
    /// Nothing where there is no name in it. What stands before `#` is a file, or else what encloses the rest.
    pub(crate) fn parse(given: &'a str, is_file: impl Fn(&str) -> bool) -> Option<Self> {
        let file = given.rsplit_once('#').map(|(file, _)| file);
        let file = file.filter(|file| file.contains('/') || is_file(file));
        let name = file.map_or(given, |file| &given[file.len() + 1..]);
        Self::in_file(file, name)
    }

    pub(crate) fn in_file(file: Option<&'a str>, name: &'a str) -> Option<Self> {
        let names = joined_parts(name).into_iter().filter(|part| !part.is_empty());
        // What only says where names begin is no name.
        let names: Vec<&str> =
            names.skip_while(|part| ["crate", "self", "super"].contains(part)).collect();
        (!names.is_empty()).then_some(Self { file, names })
    }

    /// As one name, joined in one way.
    pub(crate) fn joined(&self) -> String {
        self.names.join(".")
    }

    pub(crate) fn last(&self) -> &'a str {
        self.names.last().copied().expect("there is at least one name")
    }

    /// Whether a definition has the last of these names, and what encloses it, or the path of its file, the others in
    /// their order.
    pub(crate) fn fits(&self, path: &str, outline: &Outline, at: usize) -> bool {
        let names = names_of(outline, at);
        let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
        // A namespace or package that holds for the rest of the file encloses nothing there.
        let is_module = |one: &&Definition| one.kind == SymbolKind::Module && one.body.is_none();
        let modules =
            outline.definitions[..at].iter().filter(is_module).map(|one| one.name.as_str());
        let names: Vec<&str> = modules.chain(names).collect();
        let mut parts = stem.split('/').chain(names.iter().copied().flat_map(parts));
        let own = outline.definitions[at].name.as_str();
        let is_named = |part: &str| part == self.last() || own == self.last();
        if !parts.next_back().is_some_and(is_named) {
            return false;
        }
        self.names[..self.names.len() - 1].iter().all(|name| parts.any(|part| part == *name))
    }
}

/// The parts of a name as it is written, without what stands in brackets: `Cache<K>.get` and `Cache.get()` are one.
fn joined_parts(name: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    let outside = name.split(|c: char| {
        match c {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && JOINTS.contains(&c)
    });
    let bare =
        |part: &'_ str| part.find(['<', '(', '[']).filter(|&at| at > 0).unwrap_or(part.len());
    outside.map(|part| part[..bare(part)].trim()).collect()
}

/// The parts of a name: `Cache<K, V>` is named by `Cache` too, `A::b` by `A` and `b`.
fn parts(name: &str) -> impl DoubleEndedIterator<Item = &str> {
    let bare = name.split(['<', '(', '[', ' ']).next().filter(|bare| !bare.is_empty());
    bare.unwrap_or(name).split([':', '.', '\\']).filter(|part| !part.is_empty())
}

/// The names of what encloses a definition, from the outside in, and its own.
pub(crate) fn names_of(outline: &Outline, at: usize) -> Vec<&str> {
    let parent = |one: &Definition| outline.definitions.get(one.parent? as usize);
    let inside_out = std::iter::successors(outline.definitions.get(at), |one| parent(one));
    let mut names: Vec<&str> = inside_out.map(|one| one.name.as_str()).collect();
    names.reverse();
    names
}

/// The files that define something of a name, each with its outline and where in it.
pub(crate) struct Sighting<'s> {
    pub(crate) file: &'s KnownFile,
    pub(crate) outline: Outline,
    /// Places in its list of definitions.
    pub(crate) at: Vec<usize>,
}

impl Sighting<'_> {
    /// One of its definitions as it can be told; the signature is a part of the text.
    pub(crate) fn symbol(&self, at: usize, text: Option<&OpenFile>) -> Symbol {
        let definition = &self.outline.definitions[at];
        Symbol {
            path: self.file.path.as_str().to_owned(),
            line: definition.line,
            lines: definition.lines,
            kind: definition.kind,
            name: names_of(&self.outline, at).join("."),
            signature: text
                .map_or(String::new(), |text| self.outline.signature(definition, text.text.text())),
        }
    }
}

impl Snapshot<'_> {
    /// Everything that has a name, by path and place.
    pub(crate) fn sightings(&self, asked: &SymbolPath<'_>) -> Result<Vec<Sighting<'_>>, Error> {
        let mut sightings = Vec::new();
        for part in self.files.chunks(READ_AT_ONCE) {
            let files = self.with_name(part, asked);
            for (&file, outline) in files.iter().zip(self.outlines(&files)?) {
                let Some(outline) = outline else { continue };
                let all = 0..outline.definitions.len();
                let at: Vec<usize> =
                    all.filter(|&at| asked.fits(file.path.as_str(), &outline, at)).collect();
                if !at.is_empty() {
                    sightings.push(Sighting { file, outline, at });
                }
            }
        }
        Ok(sightings)
    }

    /// The files whose outlines have a name somewhere in them: most have not, and need not be decoded.
    fn with_name<'s>(&self, files: &'s [KnownFile], asked: &SymbolPath<'_>) -> Vec<&'s KnownFile> {
        let name = asked.last();
        let is_asked = |file: &&KnownFile| asked.file.is_none_or(|it| it == file.path.as_str());
        let key = |file: &KnownFile| Some(outline_key(self.workspace(), file)?.0);
        let with_keys = files.iter().filter(is_asked).filter_map(|file| Some((file, key(file)?)));
        let (files, keys): (Vec<&KnownFile>, Vec<FactKey>) = with_keys.unzip();
        let facts = self.facts.lookup(&keys);
        let has_name = |bytes: &[u8]| bytes.windows(name.len()).any(|some| some == name.as_bytes());
        let kept = files.into_iter().zip(facts);
        kept.filter(|(_, fact)| fact.as_deref().is_none_or(has_name))
            .map(|(file, _)| file)
            .collect()
    }

    /// The names of everything that is defined, each with as much of what encloses it as the name that was asked for
    /// has; in all files or in the one that it names. Of very many only some.
    pub(crate) fn names_like(&self, asked: &SymbolPath<'_>) -> Result<BTreeSet<String>, Error> {
        let mut names: BTreeSet<String> = BTreeSet::new();
        let is_asked = |one: &&KnownFile| asked.file.is_none_or(|file| file == one.path.as_str());
        for part in self.files.chunks(READ_AT_ONCE) {
            let files: Vec<&KnownFile> = part.iter().filter(is_asked).collect();
            for outline in self.outlines(&files)?.into_iter().flatten() {
                let all = 0..outline.definitions.len();
                names.extend(all.map(|at| {
                    let names: Vec<&str> =
                        names_of(&outline, at).into_iter().flat_map(parts).collect();
                    names[names.len().saturating_sub(asked.names.len())..].join(".")
                }));
            }
            if names.len() > MOST_NAMES {
                break;
            }
        }
        Ok(names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_core::screened::Screened;
    use plimsoll_index::outline::outline;

    const RUST: &str = "mod inner {\n    struct Cache<K> {\n        age: K,\n    }\n    impl<K> Cache<K> {\n        fn \
                        get(&self) {}\n    }\n}\nfn get() {}\n";

    /// The lines of what a name finds.
    fn found(given: &str) -> Vec<u32> {
        let outline = outline("rust", &Screened::ours(RUST)).unwrap();
        let asked = SymbolPath::parse(given, |file| file == "lib.rs").unwrap();
        let all = 0..outline.definitions.len();
        let fits = all.filter(|&at| asked.fits("src/store/lib.rs", &outline, at));
        fits.map(|at| outline.definitions[at].line).collect()
    }

    #[test]
    fn names_are_found_by_themselves_and_by_what_encloses_them() {
        assert_eq!(found("get"), [6, 9]);
        for given in [
            "Cache.get",
            "Cache::get",
            "inner::Cache::get",
            "inner.get",
            "Cache#get",
            "inner::Cache<K>.get",
            "Cache<a::B<c.d>>::get(&self, x: [u8; 3])",
        ] {
            assert_eq!(found(given), [6], "{given}");
        }
        assert_eq!(found("store::get"), [6, 9], "the path of the file counts");
        assert_eq!(found("crate::store::inner::Cache::get"), [6]);
        assert_eq!(found("Cache"), [2, 5]);
        for given in ["other::get", "get::Cache", "ge", "Cache.inner.get"] {
            assert_eq!(found(given), [0; 0], "{given}");
        }
    }

    #[test]
    fn a_namespace_that_holds_for_the_file_counts() {
        let text = "<?php\nnamespace App\\Models;\nclass User { function name() {} }\n";
        let outline = outline("php", &Screened::ours(text)).unwrap();
        let found = |given| {
            let asked = SymbolPath::parse(given, |_| false).unwrap();
            (0..outline.definitions.len()).filter(|&at| asked.fits("u.php", &outline, at)).count()
        };
        assert_eq!(found("App\\Models\\User::name"), 1);
        assert_eq!(found("App.Models.User"), 1);
        assert_eq!(found("App\\Other\\User::name"), 0);
    }

    #[test]
    fn what_stands_before_the_sign_is_a_file_or_an_enclosing_name() {
        let parse = |given| SymbolPath::parse(given, |file| file == "lib.rs");
        let path = |given| parse(given).unwrap();
        assert_eq!(path("lib.rs#get"), SymbolPath { file: Some("lib.rs"), names: vec!["get"] });
        assert_eq!(path("a/b.rs#C.get").file, Some("a/b.rs"));
        assert_eq!(path("a#b.rs#get").names, ["a", "b", "rs", "get"]);
        assert_eq!(path("Cache#get").file, None);
        for nothing in ["", "::", "#", "lib.rs#", "crate::"] {
            assert_eq!(parse(nothing), None, "{nothing}");
        }
    }
}
