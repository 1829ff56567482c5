//! Which folders are other repositories, by the word of `.gitmodules`.
//!
//! A revision knows its submodules by itself; a working tree, and a copy of one without git, has only this
//! file to tell. Asking it everywhere makes all three look alike.

use crate::ground::Ground;
use crate::path::RelPath;
use std::collections::BTreeSet;

const FILE: &str = ".gitmodules";
const LARGEST: u64 = 1024 * 1024;

/// The paths of the folders that are submodules.
pub(crate) fn declared(ground: &dyn Ground) -> BTreeSet<String> {
    let path = RelPath::exact(FILE).expect("because it is a plain name");
    let bytes = ground.read(&path, LARGEST).unwrap_or_default();
    paths(&String::from_utf8_lossy(&bytes))
}

fn paths(text: &str) -> BTreeSet<String> {
    let mut is_module = false;
    let mut paths = BTreeSet::new();
    for line in text.lines().map(str::trim) {
        if line.starts_with('[') {
            is_module = line.to_ascii_lowercase().starts_with("[submodule ");
        } else if is_module
            && let Some((key, value)) = line.split_once('=')
            && key.trim().eq_ignore_ascii_case("path")
        {
            let value = value.trim().trim_matches('"').trim_end_matches('/');
            paths.extend(RelPath::parse(value).ok().map(|path| path.as_str().to_owned()));
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::paths;

    #[test]
    fn paths_are_read_and_nothing_else() {
        let text = "[submodule \"a\"]\n\tpath = libs/a\n\turl = https://host/a\n\
                    [other]\npath = src\n\
                    [SubModule \"b c\"]\r\n  PATH = \"b c/\"\r\n\
                    [submodule \"out\"]\npath = ../out\n";
        assert_eq!(paths(text).into_iter().collect::<Vec<_>>(), ["b c", "libs/a"]);
        assert!(paths("").is_empty());
    }
}
