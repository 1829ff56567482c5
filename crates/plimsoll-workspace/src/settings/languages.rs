//! Which languages have outlines, as far as settings go. The index knows this by its grammars, but settings are
//! read by those who have none; a test of the library, which knows both, holds the two against each other.

/// Stands for every language.
const ALL: &str = "all";

/// What `index.languages` may name, sorted.
pub(super) const KNOWN_LANGUAGES: &[&str] = &[
    ALL,
    "bash",
    "c",
    "cpp",
    "csharp",
    "css",
    "elixir",
    "go",
    "html",
    "java",
    "javascript",
    "json",
    "jsonc",
    "jsx",
    "kotlin",
    "lua",
    "markdown",
    "php",
    "python",
    "ruby",
    "rust",
    "scala",
    "sql",
    "swift",
    "toml",
    "tsx",
    "typescript",
    "xml",
    "yaml",
];

/// The languages whose files get outlines, of those that can have one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlinedLanguages(Vec<String>);

impl OutlinedLanguages {
    pub(super) fn of(names: Vec<String>) -> Self {
        Self(names)
    }

    pub fn contains(&self, language: &str) -> bool {
        self.0.iter().any(|name| name == ALL || name == language)
    }

    /// The names that settings may give, without the one that stands for all.
    pub fn known() -> impl Iterator<Item = &'static str> {
        KNOWN_LANGUAGES.iter().copied().filter(|name| *name != ALL)
    }
}
