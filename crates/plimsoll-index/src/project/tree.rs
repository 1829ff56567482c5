//! The paths of a project, sorted bytewise: what is where is asked by binary search.

use super::FileId;

/// All paths, and two other orders of them.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    paths: Vec<Box<str>>,
    /// By folder.
    by_folder: Vec<u32>,
    /// By the last component.
    by_name: Vec<u32>,
}

impl Tree {
    /// Of paths that are sorted and different.
    pub(crate) fn new(paths: Vec<Box<str>>) -> Self {
        debug_assert!(paths.is_sorted_by(|a, b| a < b));
        let all: Vec<u32> = (0..).zip(&paths).map(|(at, _)| at).collect();
        let mut tree = Self { paths, by_folder: all.clone(), by_name: all };
        let paths = &tree.paths;
        tree.by_folder.sort_by_key(|&at| parent(&paths[at as usize]));
        tree.by_name.sort_by_key(|&at| file_name(&paths[at as usize]));
        tree
    }

    pub(crate) fn len(&self) -> usize {
        self.paths.len()
    }

    pub(crate) fn path(&self, file: FileId) -> &str {
        &self.paths[file.at()]
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = FileId> + use<> {
        (0..self.paths.len()).map(FileId::from_place)
    }

    pub(crate) fn find(&self, path: &str) -> Option<FileId> {
        self.paths.binary_search_by(|known| (**known).cmp(path)).ok().map(FileId::from_place)
    }

    /// The first of several endings with which a path exists.
    pub(crate) fn find_with(&self, path: &str, endings: &[&str]) -> Option<FileId> {
        endings.iter().find_map(|ending| self.find(&format!("{path}{ending}")))
    }

    /// The files directly in a folder, by path.
    pub(crate) fn in_folder<'t>(&'t self, folder: &str) -> impl Iterator<Item = FileId> + use<'t> {
        let of = |at: &u32| parent(&self.paths[*at as usize]);
        let from = self.by_folder.partition_point(|at| of(at) < folder);
        let to = self.by_folder.partition_point(|at| of(at) <= folder);
        self.by_folder[from..to].iter().map(|&at| FileId(at))
    }

    /// The files whose last component is this, by path.
    pub(crate) fn named<'t>(&'t self, name: &str) -> impl Iterator<Item = FileId> + use<'t> {
        let of = |at: &u32| file_name(&self.paths[*at as usize]);
        let from = self.by_name.partition_point(|at| of(at) < name);
        let to = self.by_name.partition_point(|at| of(at) <= name);
        self.by_name[from..to].iter().map(|&at| FileId(at))
    }

    /// Whether anything lies below a folder.
    pub(crate) fn has_folder(&self, folder: &str) -> bool {
        let prefix = format!("{folder}/");
        let at = self.paths.partition_point(|path| **path < *prefix);
        folder.is_empty() || self.paths.get(at).is_some_and(|path| path.starts_with(&prefix))
    }

    /// The files whose path ends with these components, by path.
    pub(crate) fn ending_with(&self, suffix: &str) -> Vec<FileId> {
        let ends = |path: &str| {
            path.strip_suffix(suffix).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        self.named(file_name(suffix)).filter(|&file| ends(self.path(file))).collect()
    }
}

/// The folder of a path; empty at the root.
pub(crate) fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// The last component without its last extension.
pub(crate) fn stem(path: &str) -> &str {
    let name = file_name(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// A folder and those around it, the innermost first; the root is the last.
pub(crate) fn upward(folder: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(folder), |inner| (!inner.is_empty()).then(|| parent(inner)))
}

/// A path relative to a folder, without `.` and `..`; nothing where it leaves the root.
pub(crate) fn join(folder: &str, relative: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// How many leading components two folders share.
pub(crate) fn shared_folders(a: &str, b: &str) -> usize {
    let parts = |path| str::split(path, '/').filter(|part: &&str| !part.is_empty());
    parts(a).zip(parts(b)).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(paths: &[&str]) -> Tree {
        let mut paths: Vec<Box<str>> = paths.iter().map(|&path| path.into()).collect();
        paths.sort();
        Tree::new(paths)
    }

    #[test]
    fn files_are_found_by_path_folder_name_and_ending() {
        let tree = tree(&["a", "b/a", "b/c/a", "b/c/d", "b-c/a", "bb/x"]);
        let paths = |files: Vec<FileId>| -> Vec<&str> {
            files.into_iter().map(|file| tree.path(file)).collect()
        };
        assert_eq!(paths(tree.in_folder("b").collect()), ["b/a"]);
        assert_eq!(paths(tree.in_folder("").collect()), ["a"]);
        assert_eq!(paths(tree.named("a").collect()), ["a", "b-c/a", "b/a", "b/c/a"]);
        assert_eq!(paths(tree.ending_with("c/a")), ["b/c/a"]);
        assert!(tree.has_folder("b/c") && !tree.has_folder("b/a") && !tree.has_folder("c"));
        assert_eq!(tree.find("b/c/d").map(|file| tree.path(file)), Some("b/c/d"));
        assert_eq!(tree.find("b/c"), None);
    }

    #[test]
    fn relative_paths_stay_inside() {
        assert_eq!(join("a/b", "../c/./d").as_deref(), Some("a/c/d"));
        assert_eq!(join("a", "../../x"), None);
        assert_eq!(join("", "x//y/").as_deref(), Some("x/y"));
        assert_eq!(upward("a/b").collect::<Vec<_>>(), ["a/b", "a", ""]);
        assert_eq!(shared_folders("a/b/c", "a/b-c"), 1);
    }
}
