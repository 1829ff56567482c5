//! Whether a `.git` may be believed.
//!
//! A repository that somebody sent may carry a `.git` that borrows from other repositories on this
//! machine: a file that points elsewhere, a link, alternates. Their history would then be shown as this
//! project's. So a `.git` counts only if its objects are its own, and one outside the root only if it says
//! itself that it belongs to this root.

use crate::jail::{Jail, open_in, read_still};
use crate::left_out::display_name;
use crate::path::{RelPath, join};
use cap_fs_ext::DirExt;
use cap_std::ambient_authority;
use cap_std::fs::Dir;
use plimsoll_core::escape::reveal_line;
use std::io;
use std::path::{Path, PathBuf};

/// The files that point to other places hold one path.
const LARGEST_POINTER: u64 = 16 * 1024;

/// Why git is not used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Distrust {
    #[error("`.git` is a link")]
    Link,
    #[error("`{}` in `.git` is a link", reveal_line(.0))]
    LinkInside(String),
    #[error("`.git` borrows objects from elsewhere (alternates)")]
    Alternates,
    #[error("`.git` says that another repository is its common one")]
    Redirected,
    #[error("`.git` points to a repository that does not point back here")]
    NoWayBack,
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
    pub(crate) git_dir: PathBuf,
    /// Once opened it has to name this root as its working tree (a submodule).
    pub(crate) must_claim_root: bool,
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
    let git_dir = jail.root().open_dir_nofollow(".git")?;
    if git_dir.symlink_metadata("commondir").is_ok() {
        return Err(Distrust::Redirected);
    }
    holds_its_own(&git_dir)?;
    Ok(Some(Located { git_dir: root.join(".git"), must_claim_root: false }))
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
        return Ok(Located { git_dir, must_claim_root: true });
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
    holds_its_own(&Dir::open_ambient_dir(common, ambient_authority())?)?;
    Ok(Located { git_dir, must_claim_root: false })
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

/// No alternates, and no link in what objects and references are read from.
fn holds_its_own(git_dir: &Dir) -> Result<(), Distrust> {
    if git_dir.symlink_metadata("objects/info/alternates").is_ok_and(|file| file.len() > 0) {
        return Err(Distrust::Alternates);
    }
    for name in ["HEAD", "config", "index", "packed-refs", "shallow", "objects", "refs"] {
        if git_dir.symlink_metadata(name).is_ok_and(|metadata| metadata.is_symlink()) {
            return Err(Distrust::LinkInside(name.to_owned()));
        }
    }
    for start in ["objects", "refs"] {
        no_links_below(git_dir, start)?;
    }
    Ok(())
}

fn no_links_below(git_dir: &Dir, start: &str) -> Result<(), Distrust> {
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
            if kind.is_symlink() {
                return Err(Distrust::LinkInside(path));
            }
            if kind.is_dir() && entry.file_name().to_str().is_some() {
                folders.push(path);
            }
        }
    }
    Ok(())
}
