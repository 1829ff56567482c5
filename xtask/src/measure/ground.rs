//! Where is measured: the workspace, and real trees.

use crate::command::Failure;
use crate::corpus;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

pub(super) struct Ground {
    pub(super) root: PathBuf,
    /// The smallest first, as far as they are known.
    pub(super) trees: Vec<PathBuf>,
}

/// Too large for what holds all texts in memory.
const LARGEST: &str = "linux";

impl Ground {
    /// With the trees that are given; without any, with those of `cargo xtask corpus`.
    pub(super) fn of(root: &Path, trees: &[String]) -> Result<Self, Failure> {
        let root = root.to_owned();
        if trees.is_empty() {
            let trees = corpus::present(&corpus::place(&root));
            return Ok(Self { root, trees });
        }
        let whole = |tree: &String| {
            let tree = Path::new(tree);
            tree.canonicalize().map_err(Failure::at(tree))
        };
        Ok(Self { root, trees: trees.iter().map(whole).collect::<Result<_, _>>()? })
    }

    /// With all repositories in a folder.
    pub(super) fn in_folder(root: &Path, folder: &Path) -> Result<Self, Failure> {
        let folder = folder.canonicalize().map_err(Failure::at(folder))?;
        let mut trees = corpus::present(&folder);
        let mut others: Vec<PathBuf> = fs::read_dir(&folder)
            .map_err(Failure::at(&folder))?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.join(".git").is_dir() && !trees.contains(path))
            .collect();
        others.sort();
        trees.splice(0..0, others);
        Ok(Self { root: root.to_owned(), trees })
    }

    pub(super) fn tree(&self, name: &str) -> Option<&Path> {
        self.trees.iter().map(PathBuf::as_path).find(|tree| name_of(tree) == name)
    }

    /// Parts of trees, those that are there.
    pub(super) fn parts(&self, parts: &[(&str, &str)]) -> Vec<PathBuf> {
        let part = |(tree, folder): &(&str, &str)| Some(self.tree(tree)?.join(folder));
        parts.iter().filter_map(part).filter(|folder| folder.is_dir()).collect()
    }

    /// Trees and parts of trees in one phrase.
    pub(super) fn names_of(&self, folders: &[PathBuf]) -> String {
        let name = |folder: &PathBuf| {
            let tree = self.trees.iter().find(|tree| folder.starts_with(tree)).unwrap_or(folder);
            let part = folder.strip_prefix(tree).unwrap_or(folder);
            Path::new(&name_of(tree)).join(part).display().to_string()
        };
        let names: Vec<String> = folders.iter().map(name).collect();
        names.iter().map(|name| name.trim_end_matches('/')).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn all_but_the_largest(&self) -> Vec<PathBuf> {
        self.trees.iter().filter(|tree| name_of(tree) != LARGEST).cloned().collect()
    }
}

pub(super) fn name_of(tree: &Path) -> String {
    tree.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The sources of all crates that cargo has fetched.
pub(super) fn fetched_crates() -> PathBuf {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".cargo")));
    home.unwrap_or_default().join("registry").join("src")
}

/// Every regular file below a folder, as git would see them: no links, nothing in `.git`; sorted.
pub(super) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && entry.file_name() != ".git" => {
                    folders.push(entry.path());
                }
                Ok(kind) if kind.is_file() => files.push(entry.path()),
                _ => {}
            }
        }
    }
    files.sort();
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_s_repositories_are_its_trees() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["linux", "django", "zebra", "apple"] {
            fs::create_dir_all(folder.path().join(name).join(".git")).unwrap();
            fs::create_dir_all(folder.path().join(name).join("kernel")).unwrap();
        }
        fs::create_dir_all(folder.path().join("no-repository")).unwrap();
        let ground = Ground::in_folder(Path::new("."), folder.path()).unwrap();
        assert_eq!(ground.names_of(&ground.trees), "apple, zebra, django, linux");
        assert_eq!(ground.names_of(&ground.all_but_the_largest()), "apple, zebra, django");
        let parts = ground.parts(&[("linux", "kernel"), ("linux", "none"), ("none", "kernel")]);
        assert_eq!(parts, [ground.tree("linux").unwrap().join("kernel")]);
        assert_eq!(ground.names_of(&parts), "linux/kernel");
        assert!(ground.tree("golang").is_none());
    }

    #[test]
    fn files_are_listed_without_links_and_without_git_s_own() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at(".git")).unwrap();
        fs::create_dir_all(at("b")).unwrap();
        for name in [".git/config", "b/one", "a"] {
            fs::write(at(name), "x").unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink("a", at("link")).unwrap();
        assert_eq!(files_below(folder.path()), [at("a"), at("b/one")]);
    }
}
