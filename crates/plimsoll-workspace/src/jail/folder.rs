//! The working tree as ground; its folders on systems other than Linux, which has `linux.rs`.

use super::Jail;
use crate::ground::{Folder, Ground};
use crate::left_out::LeftOutReason;
use crate::path::RelPath;
use std::io;
use std::path::Path;

impl Ground for Jail {
    fn read(&self, path: &RelPath, max_bytes: u64) -> Result<Vec<u8>, LeftOutReason> {
        Self::read(self, path, max_bytes)
    }

    #[cfg(target_os = "linux")]
    fn folder(&self, path: &Path) -> io::Result<Box<dyn Folder>> {
        Ok(Box::new(super::linux::LinuxFolder::open(&self.dir(path)?)?))
    }

    #[cfg(not(target_os = "linux"))]
    fn folder(&self, path: &Path) -> io::Result<Box<dyn Folder>> {
        Ok(Box::new(elsewhere::AnyFolder(self.dir(path)?)))
    }
}

#[cfg(not(target_os = "linux"))]
mod elsewhere {
    use super::*;
    use crate::ground::{Entry, Kind, Seen};
    use cap_fs_ext::DirExt;
    use cap_std::fs::{Dir, Metadata};
    use std::ffi::OsStr;
    use std::path::PathBuf;

    pub(super) struct AnyFolder(pub(super) Dir);

    impl Folder for AnyFolder {
        fn entries(&self, most: usize) -> io::Result<Option<Vec<Entry>>> {
            let mut entries = Vec::new();
            for entry in self.0.entries()? {
                let entry = entry?;
                if entries.len() == most {
                    return Ok(None);
                }
                let seen = entry.metadata().map(|metadata| seen(&metadata));
                entries.push(Entry { name: entry.file_name(), seen });
            }
            Ok(Some(entries))
        }

        fn look(&self, name: &OsStr) -> io::Result<Seen> {
            self.0.symlink_metadata(name).map(|metadata| seen(&metadata))
        }

        fn spells(&self, name: &OsStr) -> io::Result<bool> {
            for entry in self.0.entries()? {
                if entry?.file_name() == name {
                    return Ok(true);
                }
            }
            Ok(false)
        }

        fn child(&self, name: &OsStr) -> io::Result<Box<dyn Folder>> {
            Ok(Box::new(Self(self.0.open_dir_nofollow(name)?)))
        }

        fn link_target(&self, name: &OsStr) -> io::Result<PathBuf> {
            self.0.read_link_contents(name)
        }
    }

    fn seen(metadata: &Metadata) -> Seen {
        let kind = if metadata.is_file() {
            Kind::File
        } else if metadata.is_dir() {
            Kind::Folder
        } else if metadata.is_symlink() {
            Kind::Link
        } else {
            Kind::Special
        };
        let (size, modified_ms) = (metadata.len(), modified_ms(metadata));
        Seen { size, modified_ms, ..Seen::of(kind) }
    }

    /// The modification time in milliseconds since 1970, where it is known.
    fn modified_ms(metadata: &Metadata) -> Option<i64> {
        let modified = metadata.modified().ok()?.into_std();
        match modified.duration_since(std::time::UNIX_EPOCH) {
            Ok(after) => i64::try_from(after.as_millis()).ok(),
            Err(before) => i64::try_from(before.duration().as_millis()).ok().map(|ms| -ms),
        }
    }
}
