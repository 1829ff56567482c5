//! Languages that find each other's files by the same rules.

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Family {
    Bash,
    C,
    CSharp,
    Ecma,
    Elixir,
    Go,
    Jvm,
    Lua,
    Php,
    Python,
    Ruby,
    Rust,
    Swift,
}

impl Family {
    /// All files of a project see each other's names.
    pub(crate) fn is_one_package(self) -> bool {
        matches!(self, Self::Elixir | Self::Ruby)
    }

    /// By the workspace's name of a language.
    pub(crate) fn of(language: &str) -> Option<Self> {
        Some(match language {
            "bash" => Self::Bash,
            "c" | "cpp" | "cuda" | "objectivec" | "objectivecpp" => Self::C,
            "csharp" => Self::CSharp,
            "javascript" | "jsx" | "typescript" | "tsx" | "vue" | "svelte" | "astro" => Self::Ecma,
            "elixir" => Self::Elixir,
            "go" => Self::Go,
            "groovy" | "java" | "kotlin" | "scala" => Self::Jvm,
            "lua" | "luau" => Self::Lua,
            "php" => Self::Php,
            "python" | "cython" => Self::Python,
            "ruby" => Self::Ruby,
            "rust" => Self::Rust,
            "swift" => Self::Swift,
            _ => return None,
        })
    }
}
