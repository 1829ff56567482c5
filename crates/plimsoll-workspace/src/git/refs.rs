//! References, read by ourselves: what they say, and so where the next one lies, is the repository's word.
//!
//! gix would open them by name, through links, and wait at pipes. Here every folder on the way is opened from
//! its handle, and nothing but files is read.

use super::trust::{Distrust, LARGEST_LIST, LARGEST_POINTER, expect_plain, expect_size};
use crate::jail::{open_in, read_still};
use crate::left_out::display_name;
use cap_fs_ext::DirExt;
use cap_std::fs::{Dir, Metadata};
use gix::ObjectId;
use gix::bstr::{BStr, BString, ByteSlice};
use std::cell::OnceCell;
use std::ffi::{OsStr, OsString};
use std::io;

/// As many as git follows.
const MOST_HOPS: usize = 5;
/// References of one worktree; all others are the repository's.
const OF_A_WORKTREE: &[&str] = &["refs/bisect/", "refs/rewritten/", "refs/worktree/"];
/// Where a short name is looked for, in this order.
const PLACES: &[&str] = &["", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"];

/// The references of a repository.
pub(crate) struct Refs<'a> {
    pub(crate) own: &'a Dir,
    pub(crate) common: &'a Dir,
    hash: gix::hash::Kind,
    packed: OnceCell<Vec<u8>>,
}

enum Target {
    Object(ObjectId),
    Reference(BString),
}

impl<'a> Refs<'a> {
    pub(crate) fn new(own: &'a Dir, common: Option<&'a Dir>, hash: gix::hash::Kind) -> Self {
        Self { own, common: common.unwrap_or(own), hash, packed: OnceCell::new() }
    }

    /// What is checked out; nothing before the first commit.
    pub(crate) fn head(&self) -> Result<Option<ObjectId>, Distrust> {
        self.follow("HEAD".into())
    }

    /// A reference by what people call it.
    pub(crate) fn named(&self, name: &BStr) -> Result<Option<ObjectId>, Distrust> {
        for place in PLACES {
            // Beside the references lie git's other files; what is a reference there is in capitals.
            let is_known = || name.iter().all(|b| b.is_ascii_uppercase() || *b == b'_');
            if !place.is_empty() || name.starts_with(b"refs/") || is_known() {
                let found = self.follow([place.as_bytes(), name].concat().as_bstr())?;
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        self.follow([b"refs/remotes/", name.as_bytes(), b"/HEAD"].concat().as_bstr())
    }

    fn follow(&self, name: &BStr) -> Result<Option<ObjectId>, Distrust> {
        let mut name = name.to_owned();
        for _ in 0..=MOST_HOPS {
            if !is_name(name.as_ref()) {
                return Ok(None);
            }
            match self.target(name.as_ref())? {
                None => return Ok(None),
                Some(Target::Object(id)) => return Ok(Some(id)),
                Some(Target::Reference(next)) if next.starts_with(b"refs/") => name = next,
                Some(Target::Reference(_)) => break,
            }
        }
        Err(Distrust::NoReference(name.to_str_lossy().into_owned()))
    }

    fn target(&self, name: &BStr) -> Result<Option<Target>, Distrust> {
        let Some(bytes) = self.loose(name)? else {
            return Ok(self.packed(name)?.map(Target::Object));
        };
        let target = match bytes.strip_prefix(b"ref:") {
            Some(next) => Some(Target::Reference(next.trim().into())),
            None => self.id(&bytes).map(Target::Object),
        };
        target.map(Some).ok_or_else(|| Distrust::NoReference(name.to_str_lossy().into_owned()))
    }

    /// An id at the beginning of a line.
    fn id(&self, bytes: &[u8]) -> Option<ObjectId> {
        let (hex, rest) = bytes.split_at_checked(self.hash.len_in_hex())?;
        let ends = rest.first().is_none_or(u8::is_ascii_whitespace);
        ObjectId::from_hex(hex).ok().filter(|_| ends)
    }

    /// The file of a reference, if it has one of its own.
    fn loose(&self, name: &BStr) -> Result<Option<Vec<u8>>, Distrust> {
        let is_in = |place: &&str| name.starts_with(place.as_bytes());
        let is_own = !name.contains(&b'/') || OF_A_WORKTREE.iter().any(is_in);
        let mut folder = if is_own { self.own } else { self.common }.try_clone()?;
        let mut end = 0;
        for part in name.split(|byte| *byte == b'/') {
            end += part.len() + 1;
            let so_far = || name[..end - 1].to_str_lossy().into_owned();
            let Some((part, there)) = look(&folder, part)? else { return Ok(None) };
            expect_plain(there.file_type(), so_far)?;
            if end > name.len() && !there.is_dir() {
                expect_size(there.len(), LARGEST_POINTER, so_far)?;
                return read(&folder, &part, LARGEST_POINTER).map(Some);
            }
            if end > name.len() || !there.is_dir() {
                return Ok(None);
            }
            folder = folder.open_dir_nofollow(&part)?;
        }
        Ok(None)
    }

    fn packed(&self, name: &BStr) -> Result<Option<ObjectId>, Distrust> {
        let line = packed_lines(self.packed_refs()?).find(|(_, packed)| *packed == name);
        Ok(line.and_then(|(id, _)| self.id(id)))
    }

    fn packed_refs(&self) -> Result<&[u8], Distrust> {
        if self.packed.get().is_none() {
            let bytes = match look(self.common, b"packed-refs")? {
                Some((name, there)) if there.is_file() => read(self.common, &name, LARGEST_LIST)?,
                _ => Vec::new(),
            };
            let _ = self.packed.set(bytes);
        }
        Ok(self.packed.get().map_or(&[], Vec::as_slice))
    }

    /// So many short names of branches and tags, for who has misspelled one.
    pub(crate) fn short_names(&self, most: usize) -> Vec<String> {
        let packed = self.packed_refs().unwrap_or(&[]);
        let mut names: Vec<String> = packed_lines(packed)
            .take(most)
            .filter_map(|(_, name)| short(name.to_str().ok()?))
            .collect();
        let mut folders = vec!["refs".to_owned()];
        while let Some(path) = folders.pop() {
            let mut folder = self.common.try_clone();
            for part in path.split('/') {
                folder = folder.and_then(|folder| folder.open_dir_nofollow(part));
            }
            let Ok(entries) = folder.and_then(|folder| folder.entries()) else { continue };
            for entry in entries.flatten() {
                let (Ok(kind), Ok(name)) = (entry.file_type(), entry.file_name().into_string())
                else {
                    continue;
                };
                let name = format!("{path}/{name}");
                if names.len() + folders.len() >= most {
                    return names;
                }
                if kind.is_dir() {
                    folders.push(name);
                } else {
                    names.extend(short(&name));
                }
            }
        }
        names
    }
}

fn short(name: &str) -> Option<String> {
    let places = ["refs/heads/", "refs/tags/", "refs/remotes/"];
    places.iter().find_map(|place| name.strip_prefix(place)).map(str::to_owned)
}

/// Pairs of id and name.
fn packed_lines(bytes: &[u8]) -> impl Iterator<Item = (&[u8], &BStr)> {
    let lines = bytes.split(|byte| *byte == b'\n').filter(|line| !line.starts_with(b"#"));
    lines
        .filter_map(|line| line.split_once_str(" "))
        .map(|(id, name)| (id, name.trim_end().as_bstr()))
}

/// Whether every part is the name of something.
fn is_name(name: &BStr) -> bool {
    name.split(|byte| *byte == b'/')
        .all(|part| !matches!(part, b"" | b"." | b"..") && !part.iter().any(u8::is_ascii_control))
}

/// What stands under a name; it is not followed.
fn look(folder: &Dir, name: &[u8]) -> Result<Option<(OsString, Metadata)>, Distrust> {
    let Some(name) = os_name(name.into()) else { return Ok(None) };
    match folder.symlink_metadata(&name) {
        Ok(there) => Ok(Some((name, there))),
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Err(error.into()),
        Err(_) => Ok(None),
    }
}

fn read(folder: &Dir, name: &OsStr, most: u64) -> Result<Vec<u8>, Distrust> {
    let read = open_in(folder, name).and_then(|(file, there)| read_still(&file, &there, most));
    read.map_err(|reason| {
        Distrust::Unreadable(format!("`{}`: {}", display_name(name), reason.describe()))
    })
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have names that are no bytes")]
pub(crate) fn os_name(name: &BStr) -> Option<OsString> {
    use std::os::unix::ffi::OsStrExt;
    Some(OsStr::from_bytes(name).to_owned())
}

#[cfg(not(unix))]
pub(crate) fn os_name(name: &BStr) -> Option<OsString> {
    std::str::from_utf8(name).ok().map(OsString::from)
}
