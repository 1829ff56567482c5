//! The state folder: where a workspace's store and secret lie.
//!
//! A repository can ship a folder of this name, so nothing in it is believed because of where it is. Each
//! user has a subfolder of their own, sealed with a key that is kept elsewhere. What does not verify is set
//! aside: renamed, told of, never read and never deleted.

mod doubt;
mod key;
mod making;
mod private;
mod seal;
mod secret;
mod set_aside;
#[cfg(test)]
#[cfg(unix)]
mod tests;

pub use doubt::Doubt;
pub use key::UserKey;
pub use secret::Secret;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use thiserror::Error;

const FOLDER: &str = ".plimsoll";
const STORE: &str = "store.sqlite";
/// Written to see what time it is.
const CLOCK: &str = "clock";

/// Where the state folder is to be, and who vouches for it.
#[derive(Debug, Clone, Copy)]
pub enum StatePlace<'a> {
    /// `.plimsoll` in this root. A repository may have shipped it, so only what the key has sealed, in the
    /// very folder that was sealed, is believed. Without a key nothing in a root can be.
    InRoot { root: &'a Path, key: Option<&'a UserKey> },
    /// A folder that the user named, and so vouches for: what is sealed with the key may have been copied
    /// here. Without a key the user's word is all there is.
    Folder { folder: &'a Path, key: Option<&'a UserKey> },
}

/// Why there is no state to work with. Paths are shown as they were given.
#[derive(Debug, Error)]
pub enum StateError {
    #[error(
        "the state folder `{path}` cannot be made or written: {cause}; give a writable one with --state"
    )]
    ReadOnly { path: String, cause: io::Error },
    #[error("`{path}` cannot be used: {cause}; give a state folder with --state")]
    Unusable { path: String, cause: io::Error },
    #[error(
        "`{path}` {why}; give another state folder with --state, or remove it if it is of no use"
    )]
    Untrusted { path: String, why: Doubt },
    #[error(
        "`{path}` {why}, so nothing in it is read; the next call that is logged sets it aside, \
         and --state names another state folder"
    )]
    NotSealed { path: String, why: Doubt },
    #[error(
        "without a key of yours a state folder in the project cannot be told from one that came with \
         it; give a state folder with --state"
    )]
    NoKey,
    #[error("`{path}` does not hold 32 bytes as base64url; remove it, a new one is made")]
    Malformed { path: String },
    #[error("the operating system gives no random bytes: {0}")]
    NoRandomness(String),
    /// As it was said when it was tried.
    #[error("{0}")]
    Earlier(String),
}

/// An open state folder.
#[derive(Debug)]
pub struct State {
    home: PathBuf,
    folder: PathBuf,
    secret: Secret,
    notices: Vec<String>,
}

impl State {
    /// Opens the state folder; makes it, and what belongs in it, where it is missing, and sets aside what
    /// does not verify.
    pub fn open(place: StatePlace<'_>) -> Result<Self, StateError> {
        let site = Site::of(place)?;
        let standing = match site.standing() {
            // Somebody else is just putting another in its place: whoever makes one waits for that.
            Err(StateError::Unusable { cause, .. }) if cause.kind() == io::ErrorKind::NotFound => {
                Standing::Missing
            }
            told => told?,
        };
        match standing {
            Standing::Sealed(secret) => {
                making::write_ignore_file(&site.home)?;
                Ok(site.opened(secret, Vec::new()))
            }
            Standing::Missing | Standing::Doubtful(_) => {
                let (secret, notices) = making::make(&site)?;
                Ok(site.opened(secret, notices))
            }
        }
    }

    /// Opens the state folder as it is and changes nothing; `None` where nothing was ever kept.
    pub fn open_existing(place: StatePlace<'_>) -> Result<Option<Self>, StateError> {
        let site = Site::of(place)?;
        match site.standing()? {
            Standing::Missing => Ok(None),
            Standing::Sealed(secret) => Ok(Some(site.opened(secret, Vec::new()))),
            Standing::Doubtful(why) => {
                Err(StateError::NotSealed { path: shown(&site.doubted()), why })
            }
        }
    }

    /// Whether a state folder could be made or written there. Makes nothing.
    pub fn may_write(place: StatePlace<'_>) -> Result<bool, StateError> {
        let site = Site::of(place)?;
        let there = [&site.folder, &site.home].into_iter().find(|path| path.is_dir());
        let parent = site.home.ancestors().skip(1).find(|path| path.is_dir());
        Ok(there.map(PathBuf::as_path).or(parent).is_some_and(private::may_write))
    }

    /// The folder that holds the subfolders of all users.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// This user's own folder; whatever is kept lies in it.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The store's file, which need not exist.
    pub fn store_file(&self) -> PathBuf {
        self.folder.join(STORE)
    }

    pub fn secret(&self) -> &Secret {
        &self.secret
    }

    /// What time it is by the clock of the file system, in nanoseconds since 1970: the only one that can be
    /// compared with the times of files.
    pub fn file_time_ns(&self) -> Option<i64> {
        let path = self.folder.join(CLOCK);
        fs::write(&path, b"\n").ok()?;
        let modified = fs::symlink_metadata(&path).ok()?.modified().ok()?;
        let since = modified.duration_since(SystemTime::UNIX_EPOCH).ok()?;
        i64::try_from(since.as_nanos()).ok()
    }

    /// How many things have been set aside here so far, by this user or another.
    pub fn set_aside(&self) -> usize {
        set_aside::count(&self.home)
    }

    /// What was set aside when it was opened, and why.
    pub fn notices(&self) -> &[String] {
        &self.notices
    }
}

/// What was found where the state should be.
enum Standing {
    Missing,
    Sealed(Secret),
    Doubtful(Doubt),
}

/// A place with everything that follows from it.
struct Site {
    /// The root, where the state folder lies in one.
    root: Option<PathBuf>,
    home: PathBuf,
    folder: PathBuf,
    key: UserKey,
}

impl Site {
    fn of(place: StatePlace<'_>) -> Result<Self, StateError> {
        let (root, home, key) = match place {
            StatePlace::InRoot { root, key } => {
                (Some(root.to_owned()), root.join(FOLDER), key.ok_or(StateError::NoKey)?.clone())
            }
            StatePlace::Folder { folder, key } => {
                (None, folder.to_owned(), key.cloned().unwrap_or_else(UserKey::nobody_s))
            }
        };
        let folder = home.join(seal::folder_name(&key));
        Ok(Self { root, home, folder, key })
    }

    fn opened(self, secret: Secret, notices: Vec<String>) -> State {
        State { home: self.home, folder: self.folder, secret, notices }
    }

    /// Whether the folder of this user is there and may be believed. Only looks.
    fn standing(&self) -> Result<Standing, StateError> {
        match self.home_doubt()? {
            HomeStanding::Missing => Ok(Standing::Missing),
            HomeStanding::Doubtful(why) => Ok(Standing::Doubtful(why)),
            HomeStanding::Good => seal::standing(&self.folder, &self.key, self.root.is_some()),
        }
    }

    /// Whether the folder around it is one that plimsoll could have made. One that the user named may be
    /// readable by others, but what is wrong with it is for the user to mend.
    fn home_doubt(&self) -> Result<HomeStanding, StateError> {
        let forbidden = if self.root.is_some() { 0o077 } else { 0o022 };
        if !private::exists(&self.home)? {
            return Ok(HomeStanding::Missing);
        }
        match private::folder_doubt(&self.home, forbidden)? {
            None => Ok(HomeStanding::Good),
            // Another user of the same tree keeps theirs: to an administrator, all would seem movable.
            Some(why) if self.root.is_none() || matches!(why, Doubt::Foreign(_)) => {
                Err(StateError::Untrusted { path: shown(&self.home), why })
            }
            Some(why) => Ok(HomeStanding::Doubtful(why)),
        }
    }

    /// What a doubt is about.
    fn doubted(&self) -> PathBuf {
        match self.home_doubt() {
            Ok(HomeStanding::Good) => self.folder.clone(),
            _ => self.home.clone(),
        }
    }
}

enum HomeStanding {
    Missing,
    Good,
    Doubtful(Doubt),
}

fn shown(path: &Path) -> String {
    plimsoll_core::escape::reveal_line(&path.to_string_lossy()).into_owned()
}
