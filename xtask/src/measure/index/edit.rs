//! One file is edited: what that adds to a refresh.

use super::super::child::middle;
use super::yard::{STEP, Yard};
use crate::command::{Failure, answers};
use plimsoll_workspace::language_of;
use std::fs::{self, File, FileTimes};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

/// The time that is added, and the path of the file; or why there is none.
pub(super) fn adds(
    yard: &Yard,
    language: &str,
    rounds: usize,
) -> Result<Result<(Duration, String), String>, Failure> {
    let Some(path) = ordinary(yard, language)? else {
        return Ok(Err("no file that git tracks".to_owned()));
    };
    let always_read = yard.settle()?;
    let file = Edited::open(&yard.tree.join(&path))?;
    let (mut edited, mut unchanged) = (Vec::new(), Vec::new());
    for round in 1..=rounds {
        file.append(round)?;
        sleep(STEP);
        let (time, read) = yard.refresh()?;
        if read != always_read + 1 {
            return Ok(Err(format!("{path} was edited, and {read} files were read")));
        }
        edited.push(time);
        // Once more, should the step have been a longer one.
        yard.refresh()?;
        unchanged.push(yard.refresh()?.0);
    }
    drop(file);
    // Git has seen another file, and looks at it again, once.
    answers(yard.git(&["status", "--porcelain"]));
    Ok(Ok((middle(edited).saturating_sub(middle(unchanged)), path)))
}

/// The file of a language that is neither small nor large among its kind.
fn ordinary(yard: &Yard, language: &str) -> Result<Option<String>, Failure> {
    let mut files: Vec<(u64, String)> = Vec::new();
    for path in yard.tracked()? {
        if language_of(&path, "") == Some(language)
            && let Ok(about) = fs::symlink_metadata(yard.tree.join(&path))
            && about.is_file()
        {
            files.push((about.len(), path));
        }
    }
    files.sort_unstable();
    let middle = files.len() / 2;
    Ok(files.into_iter().nth(middle).map(|(_, path)| path))
}

/// A file that gets its content and time back.
struct Edited {
    path: PathBuf,
    content: Vec<u8>,
    modified: SystemTime,
}

impl Edited {
    fn open(path: &Path) -> Result<Self, Failure> {
        let content = fs::read(path).map_err(Failure::at(path))?;
        let modified = fs::metadata(path).and_then(|about| about.modified());
        Ok(Self { path: path.to_owned(), content, modified: modified.map_err(Failure::at(path))? })
    }

    /// As many empty lines at its end: every language takes them, and no two contents are the same.
    fn append(&self, lines: usize) -> Result<(), Failure> {
        let content = [self.content.as_slice(), &b"\n".repeat(lines)].concat();
        fs::write(&self.path, content).map_err(Failure::at(&self.path))
    }

    fn restore(&self) -> std::io::Result<()> {
        fs::write(&self.path, &self.content)?;
        let file = File::options().append(true).open(&self.path)?;
        file.set_times(FileTimes::new().set_modified(self.modified))
    }
}

impl Drop for Edited {
    fn drop(&mut self) {
        if let Err(error) = self.restore() {
            eprintln!("{} could not be put back: {error}", self.path.display());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edited_file_gets_its_content_and_time_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.rs");
        fs::write(&path, "fn a() {}").unwrap();
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        let file = File::options().append(true).open(&path).unwrap();
        file.set_times(FileTimes::new().set_modified(time)).unwrap();
        let edited = Edited::open(&path).unwrap();
        edited.append(2).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"fn a() {}\n\n");
        drop(edited);
        assert_eq!(fs::read(&path).unwrap(), b"fn a() {}");
        assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), time);
    }
}
