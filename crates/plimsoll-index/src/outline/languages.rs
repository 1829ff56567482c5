//! The languages that have outlines: one line each, and one folder each with the query.

use super::bounds::{self, Bound};
use super::capture::Role;
use super::patterns::Patterns;
use super::skim::Skimmer;
use plimsoll_core::ladder::Comment;
use plimsoll_core::seal;
use std::sync::{LazyLock, OnceLock};

/// A language as it is written down here.
struct Source {
    /// As the workspace names it.
    name: &'static str,
    grammar: fn() -> tree_sitter::Language,
    query: &'static str,
    /// What stands before and after a comment.
    comment: Option<(&'static str, &'static str)>,
    bound: Option<Bound>,
    skimmer: Option<Skimmer>,
}

impl Source {
    /// For a grammar that cannot take every text.
    const fn within(self, bound: Bound) -> Self {
        Self { bound: Some(bound), ..self }
    }

    /// For a language whose bodies need not be parsed.
    const fn skimmed_by(self, skimmer: Skimmer) -> Self {
        Self { skimmer: Some(skimmer), ..self }
    }
}

/// A language that is ready for use.
pub(crate) struct Language {
    pub(crate) grammar: tree_sitter::Language,
    pub(crate) patterns: Patterns,
    /// What each capture of the query means.
    pub(crate) roles: Vec<Role>,
    pub(crate) comment: Option<Comment>,
    /// What its grammar cannot take.
    pub(crate) bound: Option<Bound>,
    /// What finds the bodies that need not be parsed.
    pub(crate) skimmer: Option<Skimmer>,
}

const SLASHES: Option<(&str, &str)> = Some(("// ", ""));
const HASH: Option<(&str, &str)> = Some(("# ", ""));
const DASHES: Option<(&str, &str)> = Some(("-- ", ""));
const STARS: Option<(&str, &str)> = Some(("/* ", " */"));
const ARROWS: Option<(&str, &str)> = Some(("<!-- ", " -->"));

/// Something has to stand where a block was, and a comment does not count.
const DOTS_AND_HASH: Option<(&str, &str)> = Some(("...  # ", ""));
const COLON_AND_HASH: Option<(&str, &str)> = Some((":  # ", ""));

macro_rules! source {
    ($name:literal, [$($folder:literal),+], $comment:expr, $grammar:expr) => {
        Source {
            name: $name,
            grammar: || $grammar.into(),
            query: concat!($(include_str!(concat!("../../languages/", $folder, "/outline.scm")), "\n"),+),
            comment: $comment,
            bound: None,
            skimmer: None,
        }
    };
    ($name:literal, $folder:literal, $comment:expr, $grammar:expr) => {
        source!($name, [$folder], $comment, $grammar)
    };
}

/// Name, folder of the query (or several), comment, grammar; where it has them, a bound and a skimmer. Sorted by name.
const SOURCES: &[Source] = &[
    source!("bash", "bash", COLON_AND_HASH, tree_sitter_bash::LANGUAGE),
    source!("c", ["c-family", "c"], SLASHES, tree_sitter_c::LANGUAGE).skimmed_by(Skimmer::C),
    source!("cpp", ["c-family", "cpp"], SLASHES, tree_sitter_cpp::LANGUAGE),
    source!("csharp", "csharp", SLASHES, tree_sitter_c_sharp::LANGUAGE),
    source!("css", "css", STARS, tree_sitter_css::LANGUAGE),
    source!("elixir", "elixir", HASH, tree_sitter_elixir::LANGUAGE),
    source!("go", "go", SLASHES, tree_sitter_go::LANGUAGE).skimmed_by(Skimmer::GO),
    source!("html", "html", ARROWS, tree_sitter_html::LANGUAGE).within(bounds::HTML),
    source!("java", "java", SLASHES, tree_sitter_java::LANGUAGE),
    source!(
        "javascript",
        ["ecmascript", "javascript", "jsx"],
        SLASHES,
        tree_sitter_javascript::LANGUAGE
    ),
    source!("json", "json", SLASHES, tree_sitter_json::LANGUAGE),
    source!("jsonc", "json", SLASHES, tree_sitter_json::LANGUAGE),
    source!("jsx", ["ecmascript", "javascript", "jsx"], SLASHES, tree_sitter_javascript::LANGUAGE),
    source!("kotlin", "kotlin", SLASHES, tree_sitter_kotlin_ng::LANGUAGE)
        .within(bounds::NESTED_COMMENTS),
    source!("lua", "lua", DASHES, tree_sitter_lua::LANGUAGE),
    source!("markdown", "markdown", ARROWS, tree_sitter_md::LANGUAGE),
    source!("php", "php", SLASHES, tree_sitter_php::LANGUAGE_PHP),
    source!("python", "python", DOTS_AND_HASH, tree_sitter_python::LANGUAGE)
        .skimmed_by(Skimmer::Indented),
    source!("ruby", "ruby", HASH, tree_sitter_ruby::LANGUAGE),
    source!("rust", "rust", SLASHES, tree_sitter_rust::LANGUAGE),
    source!("scala", "scala", SLASHES, tree_sitter_scala::LANGUAGE).within(bounds::NESTED_COMMENTS),
    source!("sql", "sql", DASHES, tree_sitter_sequel::LANGUAGE),
    source!("swift", "swift", SLASHES, tree_sitter_swift::LANGUAGE).within(bounds::SWIFT),
    source!("toml", "toml", HASH, tree_sitter_toml_ng::LANGUAGE),
    source!(
        "tsx",
        ["ecmascript", "typescript", "jsx"],
        SLASHES,
        tree_sitter_typescript::LANGUAGE_TSX
    ),
    source!(
        "typescript",
        ["ecmascript", "typescript"],
        SLASHES,
        tree_sitter_typescript::LANGUAGE_TYPESCRIPT
    ),
    source!("xml", "xml", ARROWS, tree_sitter_xml::LANGUAGE_XML).within(bounds::XML),
    source!("yaml", "yaml", HASH, tree_sitter_yaml::LANGUAGE).within(bounds::YAML),
];

/// Read when first asked for: a project has few languages.
static LANGUAGES: LazyLock<Vec<OnceLock<Language>>> =
    LazyLock::new(|| SOURCES.iter().map(|_| OnceLock::new()).collect());

/// The language of this name, where it has outlines.
pub(crate) fn find(name: &str) -> Option<&'static Language> {
    let at = SOURCES.binary_search_by(|source| source.name.cmp(name)).ok()?;
    Some(LANGUAGES[at].get_or_init(|| compile(&SOURCES[at])))
}

/// Whether files of this language have outlines.
pub fn has_outline(language: &str) -> bool {
    SOURCES.binary_search_by(|source| source.name.cmp(language)).is_ok()
}

/// The languages that have outlines, sorted.
pub fn outlined_languages() -> impl Iterator<Item = &'static str> {
    SOURCES.iter().map(|source| source.name)
}

/// Each language with its grammar and its query.
#[cfg(test)]
pub(crate) fn sources() -> impl Iterator<Item = (&'static str, tree_sitter::Language, &'static str)>
{
    SOURCES.iter().map(|source| (source.name, (source.grammar)(), source.query))
}

/// Rises when the same tree would give another outline, or when a grammar is replaced by another version of it.
const VERSION: u32 = 4;

/// The name of what makes outlines of a language, under rules of the guard with this digest; nothing where
/// the language has none. A changed query is another extractor.
pub fn outline_extractor(language: &str, guard_digest: &str) -> Option<String> {
    let at = SOURCES.binary_search_by(|source| source.name.cmp(language)).ok()?;
    let query = seal::hex(&seal::sha256(SOURCES[at].query.as_bytes())[..8]);
    // The first word is a family: a store keeps the newest of each, and no language replaces another.
    Some(format!("outline-{language} {VERSION} {query} {guard_digest}"))
}

fn compile(source: &Source) -> Language {
    let grammar = (source.grammar)();
    let patterns = Patterns::read(&grammar, source.query)
        .unwrap_or_else(|error| panic!("the query of {} is ours and tested: {error}", source.name));
    let roles = patterns.captures().iter().map(|name| {
        Role::of(name).unwrap_or_else(|| panic!("`{name}` in {} is tested too", source.name))
    });
    Language {
        bound: source.bound,
        skimmer: source.skimmer,
        roles: roles.collect(),
        patterns,
        grammar,
        comment: source
            .comment
            .map(|(before, after)| Comment { before: before.to_owned(), after: after.to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_is_a_family_of_its_own() {
        let names = SOURCES.iter().map(|source| outline_extractor(source.name, "digest").unwrap());
        let families = names.map(|name| name.split(' ').next().unwrap().to_owned());
        let families: std::collections::BTreeSet<String> = families.collect();
        assert_eq!(families.len(), SOURCES.len());
    }

    #[test]
    fn every_query_compiles_and_its_captures_have_a_meaning() {
        assert!(SOURCES.is_sorted_by(|a, b| a.name < b.name));
        for name in outlined_languages() {
            assert!(find(name).is_some_and(|language| !language.roles.is_empty()), "{name}");
        }
        assert!(find("brainfuck").is_none());
    }
}
