//! Whether a `.git` may be believed.
//!
//! A repository that somebody sent may carry a `.git` that borrows from other repositories on this
//! machine: a file that points elsewhere, a link, alternates. Their history would then be shown as this
//! project's. So a `.git` counts only if its objects are its own, and one outside the root only if it says
//! itself that it belongs to this root. Pipes and devices, which could hold up whoever opens them, are
//! refused for the same reason: nothing that git writes has them.
//!
//! What was checked is what is read: where the system allows, gix gets the git folder by the handle that
//! was checked and not by its name, so that the folder cannot be swapped afterwards. Inside that folder gix
//! opens by name; somebody who can write there while we read could still put a link to another repository's
//! pack in place of one that was checked.

use crate::jail::{Jail, open_in, read_still};
use crate::left_out::display_name;
use crate::path::{RelPath, join};
use cap_fs_ext::DirExt;
use cap_std::ambient_authority;
use cap_std::fs::{Dir, FileType};
use plimsoll_core::escape::reveal_line;
use std::io;
use std::path::{Path, PathBuf};

/// The files that point to other places hold one path.
const LARGEST_POINTER: u64 = 16 * 1024;

/// What is read whole: configuration and references.
const LARGEST_TEXT: u64 = 16 * 1024 * 1024;

/// What grows with the number of files or references.
const LARGEST_LIST: u64 = 1024 * 1024 * 1024;

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
    Ok(Some(Located { git_dir: root.join(".git"), handle, must_claim_root: false }))
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
        return Ok(Located { git_dir, handle, must_claim_root: true });
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
    holds_its_own(&Dir::open_ambient_dir(common, ambient_authority())?)?;
    Ok(Located { git_dir, handle, must_claim_root: false })
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

/// No alternates, and nothing but files and folders in what objects and references are read from.
fn holds_its_own(git_dir: &Dir) -> Result<(), Distrust> {
    only_plain(git_dir)?;
    if git_dir.symlink_metadata("reftable").is_ok() {
        return Err(Distrust::Reftable);
    }
    for start in ["objects", "refs"] {
        only_plain_below(git_dir, start)?;
    }
    if git_dir.symlink_metadata("objects/info/alternates").is_ok_and(|file| file.len() > 0) {
        return Err(Distrust::Alternates);
    }
    Ok(())
}

fn only_plain(git_dir: &Dir) -> Result<(), Distrust> {
    for entry in git_dir.entries()? {
        let entry = entry?;
        let name = display_name(&entry.file_name());
        if NEVER_READ.contains(&name.as_str()) {
            continue;
        }
        expect_plain(entry.file_type()?, &name)?;
        let most = match name.as_str() {
            "HEAD" | "config" | "config.worktree" => LARGEST_TEXT,
            "index" | "packed-refs" | "shallow" => LARGEST_LIST,
            _ => continue,
        };
        expect_size(entry.metadata()?.len(), most, &name)?;
    }
    Ok(())
}

fn only_plain_below(git_dir: &Dir, start: &str) -> Result<(), Distrust> {
    let mut folders = vec![start.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = match git_dir.read_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            other => other?,
        };
        for entry in entries {
            let entry = entry?;
            let path = join(&folder, &display_name(&entry.file_name()));
            let kind = entry.file_type()?;
            expect_plain(kind, &path)?;
            if kind.is_dir() && entry.file_name().to_str().is_some() {
                folders.push(path);
            } else if start == "refs" {
                expect_size(entry.metadata()?.len(), LARGEST_TEXT, &path)?;
            }
        }
    }
    Ok(())
}

fn expect_size(size: u64, most: u64, name: &str) -> Result<(), Distrust> {
    if size > most { Err(Distrust::LargeInside(name.to_owned())) } else { Ok(()) }
}

fn expect_plain(kind: FileType, name: &str) -> Result<(), Distrust> {
    if kind.is_symlink() {
        return Err(Distrust::LinkInside(name.to_owned()));
    }
    if kind.is_file() || kind.is_dir() || is_socket(kind) {
        return Ok(());
    }
    Err(Distrust::SpecialInside(name.to_owned()))
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
