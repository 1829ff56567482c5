//! An open folder of the working tree, as the walk sees it.

use crate::ground::{Entry, Folder, Ground, Kind, Seen};
use crate::jail::{Jail, modified_ms};
use crate::left_out::LeftOutReason;
use crate::path::RelPath;
use cap_fs_ext::DirExt;
use cap_std::fs::{Dir, Metadata};
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

impl Ground for Jail {
    fn read(&self, path: &RelPath, max_bytes: u64) -> Result<Vec<u8>, LeftOutReason> {
        Self::read(self, path, max_bytes)
    }

    fn folder(&self, path: &Path) -> io::Result<Box<dyn Folder>> {
        Ok(Box::new(self.dir(path)?))
    }
}

impl Folder for Dir {
    fn entries(&self, most: usize) -> io::Result<Option<Vec<Entry>>> {
        let mut entries = Vec::new();
        for entry in Self::entries(self)? {
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
        self.symlink_metadata(name).map(|metadata| seen(&metadata))
    }

    fn spells(&self, name: &OsStr) -> io::Result<bool> {
        for entry in Self::entries(self)? {
            if entry?.file_name() == name {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn child(&self, name: &OsStr) -> io::Result<Box<dyn Folder>> {
        Ok(Box::new(self.open_dir_nofollow(name)?))
    }

    fn link_target(&self, name: &OsStr) -> io::Result<PathBuf> {
        self.read_link_contents(name)
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
    Seen { kind, size: metadata.len(), modified_ms: modified_ms(metadata) }
}
