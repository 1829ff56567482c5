//! `#include`: beside the file, then below the folders that a compiler would be told of. Those are not written
//! down anywhere that can be read, so the tree says it: of the files that end with the included path, the
//! nearest to the including file, then the one below the folder that most includes need. Folders that differ
//! in one place (`arch/x/include`, `arch/y/include`) are variants, and all of them are meant.

use super::{Ask, Resolution, Rules};
use crate::project::FileId;
use crate::project::facts::Facts;
use crate::project::family::Family;
use crate::project::tree::{Tree, join, parent, shared_folders};
use std::collections::BTreeMap;

pub(super) struct C<'p> {
    tree: &'p Tree,
    /// How many includes need a folder, where only one file fits.
    votes: BTreeMap<&'p str, u32>,
}

impl<'p> C<'p> {
    pub(super) fn new(facts: &'p Facts) -> Self {
        let mut votes: BTreeMap<&str, u32> = BTreeMap::new();
        let tree = &facts.tree;
        let sources = tree.ids().filter(|&file| facts.file(file).family == Some(Family::C));
        for at in sources.flat_map(|file| facts.imports_of(file)) {
            let written = Written::of(&facts.imports[at].path);
            if let [only] = candidates(tree, written.path)[..] {
                *votes.entry(root_of(tree.path(only), written.path)).or_default() += 1;
            }
        }
        Self { tree, votes }
    }

    fn votes(&self, root: &str) -> u32 {
        self.votes.get(root).copied().unwrap_or(0)
    }

    /// Whether a folder can be on a compiler's list. A system's header of one component may have the name of
    /// anything, anywhere.
    fn is_plausible(&self, root: &str, written: &Written<'_>) -> bool {
        let named_so = root.rsplit('/').next().is_some_and(|last| {
            ["include", "includes", "inc", "headers", "public"].contains(&last)
        });
        match written {
            Written { is_system: false, .. } => true,
            Written { path, .. } if STANDARD.binary_search(path).is_ok() => false,
            Written { path, .. } if path.contains('/') => true,
            _ => root.is_empty() || named_so || self.votes(root) > 1,
        }
    }

    fn best(&self, mut files: Vec<FileId>, path: &str, ask: &Ask<'_>) -> Vec<FileId> {
        let root = |file: &FileId| root_of(self.tree.path(*file), path);
        let rank = |file: &FileId| (shared_folders(root(file), ask.folder), self.votes(root(file)));
        let Some(best) =
            files.iter().copied().max_by_key(|file| (rank(file), std::cmp::Reverse(*file)))
        else {
            return files;
        };
        let (nearness, _) = rank(&best);
        files.retain(|file| {
            let is_variant =
                differ_in_one_place(root(file), root(&best)) && rank(file).0 == nearness;
            rank(file) == rank(&best) || is_variant
        });
        files
    }
}

impl Rules for C<'_> {
    fn resolve(&self, ask: &Ask<'_>) -> Resolution {
        let written = Written::of(ask.path());
        let beside = join(ask.folder, written.path).filter(|_| !written.is_system);
        if let Some(file) = beside.and_then(|path| self.tree.find(&path)) {
            return Resolution::of([file]);
        }
        let mut files = candidates(self.tree, written.path);
        files.retain(|&file| {
            self.is_plausible(root_of(self.tree.path(file), written.path), &written)
        });
        Resolution::of(self.best(files, written.path, ask)).or_external(!written.is_system)
    }
}

struct Written<'a> {
    path: &'a str,
    /// In angle brackets.
    is_system: bool,
}

impl<'a> Written<'a> {
    fn of(path: &'a str) -> Self {
        let inside = path.strip_prefix('<').map(|rest| rest.trim_end_matches('>'));
        Self { path: inside.unwrap_or(path).trim(), is_system: inside.is_some() }
    }
}

fn candidates(tree: &Tree, path: &str) -> Vec<FileId> {
    let downward = path.rsplit("../").next().unwrap_or(path).trim_start_matches("./");
    if downward.is_empty() { Vec::new() } else { tree.ending_with(downward) }
}

/// The folder from which a path leads to a file.
fn root_of<'t>(file: &'t str, path: &str) -> &'t str {
    let below = path.rsplit("../").next().unwrap_or(path).trim_start_matches("./");
    file.strip_suffix(below).map_or(parent(file), |root| root.trim_end_matches('/'))
}

/// Whether two folders are alike but for one around them.
fn differ_in_one_place(a: &str, b: &str) -> bool {
    let (a, b): (Vec<&str>, Vec<&str>) = (a.split('/').collect(), b.split('/').collect());
    a.len() > 1
        && a.len() == b.len()
        && a.last() == b.last()
        && a.iter().zip(&b).filter(|(a, b)| a != b).count() == 1
}

/// Headers of C's and POSIX's libraries that have no folder, sorted.
const STANDARD: &[&str] = &[
    "aio.h",
    "assert.h",
    "complex.h",
    "cpio.h",
    "ctype.h",
    "dirent.h",
    "dlfcn.h",
    "elf.h",
    "endian.h",
    "err.h",
    "errno.h",
    "fcntl.h",
    "fenv.h",
    "float.h",
    "fnmatch.h",
    "ftw.h",
    "getopt.h",
    "glob.h",
    "grp.h",
    "iconv.h",
    "inttypes.h",
    "iso646.h",
    "langinfo.h",
    "libgen.h",
    "limits.h",
    "locale.h",
    "malloc.h",
    "math.h",
    "memory.h",
    "monetary.h",
    "mqueue.h",
    "netdb.h",
    "nl_types.h",
    "poll.h",
    "pthread.h",
    "pwd.h",
    "regex.h",
    "sched.h",
    "search.h",
    "semaphore.h",
    "setjmp.h",
    "signal.h",
    "spawn.h",
    "stdalign.h",
    "stdarg.h",
    "stdatomic.h",
    "stdbool.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "stdnoreturn.h",
    "string.h",
    "strings.h",
    "syslog.h",
    "tar.h",
    "termios.h",
    "tgmath.h",
    "threads.h",
    "time.h",
    "uchar.h",
    "ulimit.h",
    "unistd.h",
    "utime.h",
    "utmpx.h",
    "wchar.h",
    "wctype.h",
    "windows.h",
    "wordexp.h",
];
