//! Looks into many folders one after the other.

use super::Jail;
use crate::path::RelPath;
use cap_fs_ext::DirExt;
use cap_std::fs::{Dir, Metadata};
use std::io;
use std::path::PathBuf;

/// So many handles are kept at most.
const MOST_OPEN: usize = 32;

/// Keeps the folders on the way to the one that was last looked into, since paths come sorted. They are
/// opened as all of the jail's folders are, component by component and through no link.
pub(crate) struct Folders<'a> {
    jail: &'a Jail,
    path: String,
    /// Where a folder's path ends in `path`, and its handle; the outermost first.
    open: Vec<(usize, Dir)>,
}

impl<'a> Folders<'a> {
    pub(crate) fn new(jail: &'a Jail) -> Self {
        Self { jail, path: String::new(), open: Vec::new() }
    }

    /// What stands at a path itself, be it a link.
    pub(crate) fn metadata(&mut self, path: &RelPath) -> io::Result<Metadata> {
        self.folder_of(path)?.symlink_metadata(path.file_name())
    }

    pub(crate) fn link_target(&mut self, path: &RelPath) -> io::Result<PathBuf> {
        self.folder_of(path)?.read_link_contents(path.file_name())
    }

    fn folder_of(&mut self, path: &RelPath) -> io::Result<&Dir> {
        let folder = path.parent().unwrap_or("");
        while let Some((end, _)) = self.open.last() {
            let rest = folder.strip_prefix(&self.path[..*end]);
            if rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/')) {
                break;
            }
            self.open.pop();
        }
        folder.clone_into(&mut self.path);
        let mut at = self.open.last().map_or(0, |(end, _)| *end);
        while at < folder.len() {
            let start = if at == 0 { 0 } else { at + 1 };
            let end = folder[start..].find('/').map_or(folder.len(), |slash| start + slash);
            let inner = self.innermost().open_dir_nofollow(&folder[start..end])?;
            self.open.push((end, inner));
            if self.open.len() > MOST_OPEN {
                self.open.remove(0);
            }
            at = end;
        }
        Ok(self.innermost())
    }

    fn innermost(&self) -> &Dir {
        self.open.last().map_or(self.jail.root(), |(_, folder)| folder)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn every_path_is_found_after_every_other() {
        let root = tempfile::tempdir().unwrap();
        let deep = vec!["d"; MOST_OPEN + 8].join("/");
        let paths =
            ["top", "a/x", "ab/x", "a/b/x", "a/bc/x", "a/b/c/x", "z/x", &format!("{deep}/x")];
        for path in paths {
            let place = root.path().join(path);
            fs::create_dir_all(place.parent().unwrap()).unwrap();
            fs::write(place, path).unwrap();
        }
        std::os::unix::fs::symlink("a", root.path().join("link")).unwrap();
        let jail = Jail::open(root.path()).unwrap();
        let mut folders = Folders::new(&jail);
        let path = |text: &str| RelPath::parse(text).unwrap();
        for (first, second) in paths.iter().flat_map(|a| paths.map(|b| (a, b))) {
            for text in [*first, second] {
                let size = folders.metadata(&path(text)).unwrap().len();
                assert_eq!(size, text.len() as u64, "{text} after {first}");
            }
            for nowhere in ["link/x", "a/no/x", "no/x", "top/x"] {
                assert!(folders.metadata(&path(nowhere)).is_err(), "{nowhere} after {second}");
            }
        }
        assert_eq!(folders.link_target(&path("link")).unwrap(), PathBuf::from("a"));
        assert!(folders.open.len() <= MOST_OPEN);
    }
}
