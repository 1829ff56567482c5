//! The language id of a fence, by a file's name.

/// Name or extension, and the id that highlighters know.
const BY_NAME: &[(&str, &str)] = &[
    ("Cargo.lock", "toml"),
    ("Containerfile", "dockerfile"),
    ("Dockerfile", "dockerfile"),
    ("GNUmakefile", "makefile"),
    ("Gemfile", "ruby"),
    ("Makefile", "makefile"),
    ("Rakefile", "ruby"),
];

const BY_EXTENSION: &[(&str, &str)] = &[
    ("bash", "bash"),
    ("c", "c"),
    ("cc", "cpp"),
    ("cpp", "cpp"),
    ("cs", "csharp"),
    ("css", "css"),
    ("cxx", "cpp"),
    ("diff", "diff"),
    ("ex", "elixir"),
    ("exs", "elixir"),
    ("go", "go"),
    ("h", "c"),
    ("hpp", "cpp"),
    ("html", "html"),
    ("java", "java"),
    ("js", "javascript"),
    ("json", "json"),
    ("jsx", "jsx"),
    ("kt", "kotlin"),
    ("kts", "kotlin"),
    ("lua", "lua"),
    ("md", "markdown"),
    ("mjs", "javascript"),
    ("patch", "diff"),
    ("php", "php"),
    ("py", "python"),
    ("pyi", "python"),
    ("rb", "ruby"),
    ("rs", "rust"),
    ("scala", "scala"),
    ("sh", "bash"),
    ("sql", "sql"),
    ("swift", "swift"),
    ("toml", "toml"),
    ("ts", "typescript"),
    ("tsx", "tsx"),
    ("xaml", "xml"),
    ("xml", "xml"),
    ("yaml", "yaml"),
    ("yml", "yaml"),
];

/// The language of a file, where its name tells.
pub(crate) fn language_of(path: &str) -> Option<String> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let find = |table: &[(&str, &'static str)], key: &str| {
        table.binary_search_by(|(known, _)| (*known).cmp(key)).ok().map(|at| table[at].1.to_owned())
    };
    find(BY_NAME, name).or_else(|| {
        let (_, extension) = name.rsplit_once('.')?;
        find(BY_EXTENSION, &extension.to_ascii_lowercase())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted_and_names_are_found() {
        assert!(BY_NAME.is_sorted_by_key(|(name, _)| name));
        assert!(BY_EXTENSION.is_sorted_by_key(|(extension, _)| extension));
        assert_eq!(language_of("src/main.RS").as_deref(), Some("rust"));
        assert_eq!(language_of("a/Dockerfile").as_deref(), Some("dockerfile"));
        assert_eq!(language_of("README"), None);
    }
}
