//! Whether a `.git` may be believed.
//!
//! A repository that somebody sent may carry a `.git` that borrows from other repositories on this
//! machine: a file that points elsewhere, a link, alternates. Their history would then be shown as this
//! project's. So a `.git` counts only if its objects are its own, and one outside the root only if it says
//! itself that it belongs to this root. Pipes and devices, which could hold up whoever opens them, are
//! refused for the same reason: nothing that git writes has them.
//!
//! gix opens files of two places only, and both are looked through: the uppermost level of a git folder, and
//! `objects` with all that is in it. (An object in a pack may be made of any other, so it cannot be told
//! beforehand which loose ones are opened.) References could be anywhere; those we read ourselves
//! (`refs.rs`).
//!
//! What was checked is what is read: where the system allows, gix gets the git folder by the handle that
//! was checked and not by its name, so that the folder cannot be swapped afterwards. Inside that folder gix
//! opens by name; somebody who can write there while we read could still put a link to another repository's
//! pack in place of one that was checked.

use crate::ground::{Kind, is_git_store};
use crate::jail::{Jail, open_in, read_still};
use crate::left_out::display_name;
use crate::path::{RelPath, join};
use cap_fs_ext::DirExt;
use cap_std::ambient_authority;
use cap_std::fs::{Dir, FileType};
use plimsoll_core::escape::reveal_line;
use plimsoll_core::limit::Grouped;
use std::io;
use std::path::{Path, PathBuf};

/// The files that point to other places hold one path.
pub(crate) const LARGEST_POINTER: u64 = 16 * 1024;

/// Configuration, which is taken apart as a whole.
const LARGEST_TEXT: u64 = 4 * 1024 * 1024;

/// What grows with the number of references.
pub(crate) const LARGEST_LIST: u64 = 64 * 1024 * 1024;

/// What grows with the number of files.
pub(crate) const LARGEST_INDEX: u64 = 256 * 1024 * 1024;

/// So many entries are looked at in each of the two places.
const MOST_ENTRIES: usize = 1_000_000;

/// Nothing below `objects` that is ever opened lies deeper than `objects/info/commit-graphs/x`.
const DEEPEST: usize = 3;

/// Nothing in here is ever read, and people do put links there.
const NEVER_READ: &[&str] = &["hooks"];

/// Why git is not used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Distrust {
    #[error("`.git` is a link")]
    Link,
    #[error("`{}` in `.git` is a link", reveal_line(.0))]
    LinkInside(String),
    #[error("`{}` in `.git` is neither a file nor a folder", reveal_line(.0))]
    SpecialInside(String),
    #[error("`{}` in `.git` is far too large", reveal_line(.0))]
    LargeInside(String),
    #[error("`.git` cannot be understood (`{}` is not as git writes it)", reveal_line(.0))]
    BadIndex(String),
    #[error("`.git` has more than {} files; `git gc` puts them together", Grouped(MOST_ENTRIES as u64))]
    Crowded,
    #[error("`.git` cannot be understood (`{}` is no reference)", reveal_line(.0))]
    NoReference(String),
    #[error("`.git` borrows objects from elsewhere (alternates)")]
    Alternates,
    #[error("`.git` says that another repository is its common one")]
    Redirected,
    #[error("`.git` points to a repository that does not point back here")]
    NoWayBack,
    #[error("`.git` keeps its references in the reftable format, which is not supported")]
    Reftable,
    #[error("`.git` cannot be read ({0})")]
    Unreadable(String),
}

impl From<io::Error> for Distrust {
    fn from(error: io::Error) -> Self {
        Self::Unreadable(error.kind().to_string())
    }
}

/// A repository that may be opened.
pub(crate) struct Located {
    /// The git folder by its real path.
    pub(crate) git_dir: PathBuf,
    /// The very folder that was checked.
    pub(crate) handle: Dir,
    /// The folder with objects and branches, where it is another one (a worktree).
    pub(crate) common: Option<Dir>,
    /// Once opened it has to name this root as its working tree (a submodule).
    pub(crate) must_claim_root: bool,
}

impl Located {
    /// A path that leads to the folder that was checked, whatever stands at its name by now. It holds as
    /// long as the handle is open.
    pub(crate) fn anchored(&self) -> PathBuf {
        anchor(&self.handle).unwrap_or_else(|| self.git_dir.clone())
    }
}

#[cfg(target_os = "linux")]
fn anchor(handle: &Dir) -> Option<PathBuf> {
    use cap_std::fs::MetadataExt as _;
    use std::os::fd::AsRawFd;
    use std::os::linux::fs::MetadataExt;
    let path = PathBuf::from(format!("/proc/self/fd/{}", handle.as_raw_fd()));
    let (reached, meant) = (std::fs::metadata(&path).ok()?, handle.dir_metadata().ok()?);
    (reached.st_dev() == meant.dev() && reached.st_ino() == meant.ino()).then_some(path)
}

#[cfg(not(target_os = "linux"))]
fn anchor(_handle: &Dir) -> Option<PathBuf> {
    None
}

/// Finds the repository of the root, if there is one.
pub(crate) fn locate(jail: &Jail, root: &Path) -> Result<Option<Located>, Distrust> {
    let metadata = match jail.root().symlink_metadata(".git") {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        other => other?,
    };
    if metadata.is_symlink() {
        return Err(Distrust::Link);
    }
    if metadata.is_file() {
        return follow_pointer(jail, root).map(Some);
    }
    let handle = jail.root().open_dir_nofollow(".git")?;
    if handle.symlink_metadata("commondir").is_ok() {
        return Err(Distrust::Redirected);
    }
    holds_its_own(&handle)?;
    Ok(Some(Located { git_dir: root.join(".git"), handle, common: None, must_claim_root: false }))
}

/// The root itself, where it is a git folder and not the working tree of one.
pub(crate) fn locate_bare(jail: &Jail, root: &Path) -> Result<Option<Located>, Distrust> {
    let kind_of = |name: &str| match jail.root().symlink_metadata(name) {
        Ok(found) if found.is_file() => Some(Kind::File),
        Ok(found) if found.is_dir() => Some(Kind::Folder),
        _ => None,
    };
    if !is_git_store(kind_of) {
        return Ok(None);
    }
    if jail.root().symlink_metadata("commondir").is_ok() {
        return Err(Distrust::Redirected);
    }
    let handle = jail.root().try_clone()?;
    holds_its_own(&handle)?;
    Ok(Some(Located { git_dir: root.to_owned(), handle, common: None, must_claim_root: false }))
}

/// `.git` as a file: a worktree or a submodule, whose real folder lies elsewhere.
fn follow_pointer(jail: &Jail, root: &Path) -> Result<Located, Distrust> {
    let dot_git = RelPath::exact(".git").expect("because it is in normal form");
    let bytes = jail.read(&dot_git, LARGEST_POINTER);
    let bytes = bytes.map_err(|reason| Distrust::Unreadable(reason.describe()))?;
    let target = bytes.strip_prefix(b"gitdir:").and_then(one_path);
    let target = target.ok_or_else(|| Distrust::Unreadable("it names no `gitdir:`".into()))?;
    let root = root.canonicalize()?;
    let git_dir = root.join(target).canonicalize()?;
    let handle = Dir::open_ambient_dir(&git_dir, ambient_authority())?;
    if handle.symlink_metadata("commondir").is_err() {
        holds_its_own(&handle)?;
        return Ok(Located { git_dir, handle, common: None, must_claim_root: true });
    }
    // A worktree lies in `worktrees/` of the very repository that it calls its common one, and names the
    // `.git` that points to it.
    let worktrees = git_dir.parent().filter(|parent| parent.ends_with("worktrees"));
    let common = worktrees.and_then(Path::parent).ok_or(Distrust::Redirected)?;
    if pointer(&handle, &git_dir, "commondir")? != common {
        return Err(Distrust::Redirected);
    }
    if pointer(&handle, &git_dir, "gitdir")? != root.join(".git") {
        return Err(Distrust::NoWayBack);
    }
    only_plain(&handle)?;
    let common = Dir::open_ambient_dir(common, ambient_authority())?;
    holds_its_own(&common)?;
    Ok(Located { git_dir, handle, common: Some(common), must_claim_root: false })
}

/// The real path that a file in a git folder holds.
fn pointer(handle: &Dir, folder: &Path, name: &str) -> Result<PathBuf, Distrust> {
    let read = |(file, metadata)| read_still(&file, &metadata, LARGEST_POINTER);
    let bytes = open_in(handle, name).and_then(read);
    let bytes = bytes.map_err(|reason| Distrust::Unreadable(reason.describe()))?;
    let path = one_path(&bytes).ok_or(Distrust::NoWayBack)?;
    folder.join(path).canonicalize().map_err(|_| Distrust::NoWayBack)
}

fn one_path(bytes: &[u8]) -> Option<&Path> {
    let text = std::str::from_utf8(bytes).ok()?.trim_matches([' ', '\n', '\r']);
    (!text.is_empty() && !text.contains('\0')).then_some(Path::new(text))
}

/// No alternates, and nothing but files and folders in what gix reads from.
fn holds_its_own(git_dir: &Dir) -> Result<(), Distrust> {
    only_plain(git_dir)?;
    if git_dir.symlink_metadata("reftable").is_ok() {
        return Err(Distrust::Reftable);
    }
    if git_dir.symlink_metadata("objects").is_ok_and(|objects| objects.is_dir()) {
        only_plain_below(git_dir, "objects", DEEPEST, &mut 0)?;
    }
    if git_dir.symlink_metadata("objects/info/alternates").is_ok_and(|file| file.len() > 0) {
        return Err(Distrust::Alternates);
    }
    Ok(())
}

fn only_plain(git_dir: &Dir) -> Result<(), Distrust> {
    // Where it is missing, gix looks for one among the references.
    if git_dir.symlink_metadata("HEAD").is_err() {
        return Err(Distrust::NoReference("HEAD".into()));
    }
    for (count, entry) in git_dir.entries()?.enumerate() {
        let entry = entry?;
        let name = display_name(&entry.file_name());
        if NEVER_READ.contains(&name.as_str()) {
            continue;
        }
        if count >= MOST_ENTRIES {
            return Err(Distrust::Crowded);
        }
        expect_plain(entry.file_type()?, || name.clone())?;
        let most = match name.as_str() {
            "HEAD" => LARGEST_POINTER,
            "config" | "config.worktree" => LARGEST_TEXT,
            "packed-refs" | "shallow" => LARGEST_LIST,
            name if name == "index" || name.starts_with("sharedindex.") => LARGEST_INDEX,
            _ => continue,
        };
        expect_size(entry.metadata()?.len(), most, || name.clone())?;
    }
    Ok(())
}

/// By the kinds that the listing tells: nothing is opened but folders, and none of them through a link.
fn only_plain_below(
    above: &Dir,
    path: &str,
    deeper: usize,
    seen: &mut usize,
) -> Result<(), Distrust> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let folder = above.open_dir_nofollow(name)?;
    for entry in folder.entries()? {
        let entry = entry?;
        *seen += 1;
        if *seen > MOST_ENTRIES {
            return Err(Distrust::Crowded);
        }
        let kind = entry.file_type()?;
        let path_of = || join(path, &display_name(&entry.file_name()));
        expect_plain(kind, path_of)?;
        // gix makes the names of what it opens, and they are all plain.
        if kind.is_dir() && deeper > 0 && entry.file_name().to_str().is_some() {
            only_plain_below(&folder, &path_of(), deeper - 1, seen)?;
        }
    }
    Ok(())
}

pub(crate) fn expect_size(
    size: u64,
    most: u64,
    name: impl FnOnce() -> String,
) -> Result<(), Distrust> {
    if size > most { Err(Distrust::LargeInside(name())) } else { Ok(()) }
}

pub(crate) fn expect_plain(kind: FileType, name: impl FnOnce() -> String) -> Result<(), Distrust> {
    if kind.is_symlink() {
        return Err(Distrust::LinkInside(name()));
    }
    if kind.is_file() || kind.is_dir() || is_socket(kind) {
        return Ok(());
    }
    Err(Distrust::SpecialInside(name()))
}

/// The file system monitor has one. Opening it fails at once and holds up nobody.
#[cfg(unix)]
fn is_socket(kind: FileType) -> bool {
    use cap_fs_ext::FileTypeExt;
    kind.is_socket()
}

#[cfg(not(unix))]
fn is_socket(_kind: FileType) -> bool {
    false
}
