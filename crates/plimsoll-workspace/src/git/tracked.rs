//! What git tracks, asked of its index where it stands: the index has a line for each file of a project, and few of
//! them are ever asked for.

use crate::path::is_normal;
use gix::bstr::ByteSlice;
use gix::index::entry::{Flags, Mode, Stat};
use std::sync::Arc;

/// Whether a file is tracked: bulk folders other than `node_modules` show what is.
#[derive(Debug, Clone, Default)]
pub enum Tracking {
    /// There is no git to ask.
    #[default]
    Unknown,
    Index(Tracked),
    /// A revision is read: all that is in it is tracked.
    Everything,
}

impl Tracking {
    pub(crate) fn has(&self, path: &str) -> bool {
        match self {
            Self::Unknown => false,
            Self::Index(tracked) => tracked.contains(path),
            Self::Everything => true,
        }
    }

    /// Whether anything in a folder is tracked.
    pub(crate) fn any_below(&self, folder: &str) -> bool {
        match self {
            Self::Unknown => false,
            Self::Index(tracked) => tracked.below(folder).next().is_some(),
            Self::Everything => true,
        }
    }
}

/// The files in git's index.
#[derive(Debug, Clone, Default)]
pub struct Tracked {
    index: Option<Arc<gix::index::File>>,
}

impl Tracked {
    pub(crate) fn new(index: Option<Arc<gix::index::File>>) -> Self {
        Self { index }
    }

    /// All of them, sorted bytewise.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.from("")
    }

    pub(crate) fn contains(&self, path: &str) -> bool {
        self.from(path).next() == Some(path)
    }

    /// Those that lie in a folder.
    pub(crate) fn below(&self, folder: &str) -> impl Iterator<Item = &str> {
        let folder = format!("{folder}/");
        self.from(&folder).take_while(move |path| path.starts_with(&folder))
    }

    /// A path and all that sort behind it. What is in conflict has several lines in the index.
    fn from<'a>(&'a self, path: &str) -> impl Iterator<Item = &'a str> + use<'a> {
        let backing = self.index.as_ref().map(|index| index.path_backing());
        let path_of = move |entry: &gix::index::Entry| Some(entry.path_in(backing?));
        let entries = self.index.as_ref().map_or(&[][..], |index| index.entries());
        let start = entries.partition_point(|entry| path_of(entry) < Some(path.into()));
        let is_file = |e: &&gix::index::Entry| !e.mode.is_sparse() && !e.mode.is_submodule();
        let files = entries[start..].iter().filter(is_file);
        let paths = files.filter_map(move |entry| path_of(entry)?.to_str().ok());
        let mut last = None;
        paths.filter(move |path| is_normal(path) && last.replace(*path) != Some(*path))
    }
}

/// For those who know by themselves what is tracked.
impl<'a> FromIterator<&'a str> for Tracked {
    fn from_iter<I: IntoIterator<Item = &'a str>>(paths: I) -> Self {
        let hash = gix::hash::Kind::Sha1;
        let mut index = gix::index::State::new(hash);
        for path in paths {
            let (stat, flags, mode) = (Stat::default(), Flags::empty(), Mode::FILE);
            index.dangerously_push_entry(stat, hash.null(), flags, mode, path.into());
        }
        index.sort_entries();
        Self::new(Some(Arc::new(gix::index::File::from_state(index, "index"))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_git_tracks_in_a_folder_is_found_among_neighbours() {
        let tracked = ["obj2/a", "bin-x/a", "bin.rs", "bin/deep/a", "bin/deep/a", "bin/../no"];
        let tracked: Tracked = tracked.into_iter().collect();
        assert_eq!(tracked.below("bin").count(), 1);
        let tracking = Tracking::Index(tracked);
        assert!(tracking.any_below("bin") && tracking.any_below("bin/deep"));
        assert!(!tracking.any_below("obj") && !tracking.any_below("bin/deep/a"));
        assert!(tracking.has("bin.rs") && !tracking.has("bin") && !tracking.has("bin/../no"));
    }
}
