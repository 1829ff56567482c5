//! Where results go: stdout, or a file in one step. Nothing else writes results.

use crate::args::Global;
use crate::exit::{Exit, Failure};
use crate::home;
use crate::paths::quoted;
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::ops::ControlFlow;
use std::path::{Component, Path, PathBuf};
use tempfile::NamedTempFile;

/// Writes a result to stdout, or to a file in one step. A reader that has gone away is no failure.
pub(crate) fn put(result: &str, file: Option<&Path>) -> Result<Exit, Failure> {
    let Some(file) = file else {
        let mut stdout = io::stdout().lock();
        return match stdout.write_all(result.as_bytes()).and_then(|()| stdout.flush()) {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                Err(Failure::machine(format!("the result cannot be printed: {error}")))
            }
            _ => Ok(Exit::Done),
        };
    };
    write_in_one_step(file, |out| out.write_all(result.as_bytes()))
        .map_err(|error| cannot_write(file, &error))?;
    Ok(Exit::Done)
}

/// Writes a result and what belongs to it. Both are ready before either is seen, and the companion is there first:
/// a result that should have one is never there without it.
pub(crate) fn put_with(
    (companion, companion_file): (&str, &Path),
    result: &str,
    file: Option<&Path>,
) -> Result<Exit, Failure> {
    let both = [(companion_file, companion)].into_iter().chain(file.map(|file| (file, result)));
    put_all(both)?;
    if file.is_none() { put(result, None) } else { Ok(Exit::Done) }
}

/// Writes files that belong together: all of them are ready before the first is seen.
pub(crate) fn put_all<'a>(
    files: impl IntoIterator<Item = (&'a Path, &'a str)>,
) -> Result<(), Failure> {
    let prepared = files.into_iter().map(|(file, text)| Prepared::new(text, file));
    let prepared: Vec<Prepared<'_>> = prepared.collect::<Result<_, _>>()?;
    prepared.into_iter().try_for_each(Prepared::publish)
}

/// Takes a piece of a result, and says whether to go on.
pub(crate) type Pieces<'a> = dyn FnMut(&str) -> ControlFlow<()> + 'a;

/// Writes a long result piece by piece, to stdout or to a file in one step. Says whether the reader was there
/// to the end; that it has gone away is no failure.
pub(crate) fn put_pieces(
    file: Option<&Path>,
    produce: impl FnOnce(&mut Pieces<'_>) -> Result<(), Failure>,
) -> Result<bool, Failure> {
    let mut failure = None;
    let fill = |out: &mut dyn Write| -> io::Result<()> {
        let mut trouble = Ok(());
        failure = produce(&mut |piece| {
            trouble = out.write_all(piece.as_bytes());
            if trouble.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
        .err();
        trouble.and_then(|()| out.flush())?;
        if failure.is_some() { Err(io::Error::other("there is no more")) } else { Ok(()) }
    };
    let done = match file {
        None => fill(&mut io::BufWriter::new(io::stdout().lock())),
        Some(file) => write_in_one_step(file, fill),
    };
    if let Some(failure) = failure {
        return Err(failure);
    }
    match (done, file) {
        (Ok(()), _) => Ok(true),
        (Err(error), None) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        (Err(error), None) => {
            Err(Failure::machine(format!("the result cannot be printed: {error}")))
        }
        (Err(error), Some(file)) => Err(cannot_write(file, &error)),
    }
}

/// A result that has no place to go is known before any work is done, and nothing is kept of the call.
pub(crate) fn check_place(global: &Global, file: Option<&Path>) -> Result<(), Failure> {
    let Some(file) = file else { return Ok(()) };
    check_links(file, &home::root(global)?)?;
    if file.components().any(|part| part.as_os_str() == ".plimsoll") {
        let file = quoted(file);
        return Err(Failure::input(format!(
            "{file} is in the folder where decisions are kept; name another place"
        )));
    }
    let no_place = |kind: ErrorKind| Err(cannot_write(file, &kind.into()));
    match folder_of(file).metadata() {
        Err(error) => Err(cannot_write(file, &error)),
        Ok(folder) if !folder.is_dir() => no_place(ErrorKind::NotADirectory),
        Ok(_) if file.is_dir() => no_place(ErrorKind::IsADirectory),
        Ok(_) => Ok(()),
    }
}

/// A link of the user's own is followed. One that lies in the project may have come with it, and must not lead out.
fn check_links(file: &Path, root: &Path) -> Result<(), Failure> {
    let (Ok(root), Ok(mut real)) = (root.canonicalize(), Path::new(".").canonicalize()) else {
        return Ok(());
    };
    for part in file.components() {
        let next = real.join(part);
        let leads_to = next.canonicalize().unwrap_or(next);
        let leaves = real.starts_with(&root) && !leads_to.starts_with(&root);
        // The root of the file system and `..` are the user's own words.
        if leaves && matches!(part, Component::Normal(_)) {
            let file = quoted(file);
            return Err(Failure::input(format!(
                "{file} leads out of the project through a link in it; name the place itself"
            )));
        }
        real = leads_to;
    }
    Ok(())
}

/// The error's kind says it all; its own text may name the temporary file.
fn cannot_write(file: &Path, error: &io::Error) -> Failure {
    let what = match error.kind() {
        ErrorKind::NotFound => "its folder does not exist".to_owned(),
        kind => kind.to_string(),
    };
    Failure::machine(format!("{} cannot be written: {what}; name another place", quoted(file)))
}

pub(crate) fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Where a result really goes. A link is followed: what it leads to is what is meant.
pub(crate) fn place_of(file: &Path) -> PathBuf {
    file.canonicalize().unwrap_or_else(|_| file.to_owned())
}

/// A reader sees the old file or the new one, never half of it.
fn write_in_one_step(
    file: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let file = place_of(file);
    if is_device(&file) {
        return fill(&mut File::create(file)?);
    }
    filled_beside(&file, fill)?.persist(&file)?;
    Ok(())
}

/// A device or a pipe is written to; renaming a file over it would do away with it.
pub(crate) fn is_device(file: &Path) -> bool {
    file.metadata().is_ok_and(|there| !there.is_file())
}

/// A complete file beside the place that it is for, with the rights of what is there.
fn filled_beside(
    file: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<NamedTempFile> {
    let mut temporary = temporary_beside(file)?;
    if let Ok(there) = file.metadata() {
        temporary.as_file().set_permissions(there.permissions())?;
    }
    fill(&mut temporary)?;
    temporary.as_file().sync_all()?;
    Ok(temporary)
}

/// A text that has only to be put in its place.
struct Prepared<'a> {
    file: &'a Path,
    how: How<'a>,
}

enum How<'a> {
    Rename(NamedTempFile),
    Write(&'a str),
}

impl<'a> Prepared<'a> {
    fn new(text: &'a str, file: &'a Path) -> Result<Self, Failure> {
        let place = place_of(file);
        if is_device(&place) {
            return Ok(Self { file, how: How::Write(text) });
        }
        let filled = filled_beside(&place, |out| out.write_all(text.as_bytes()));
        let how = How::Rename(filled.map_err(|error| cannot_write(file, &error))?);
        Ok(Self { file, how })
    }

    fn publish(self) -> Result<(), Failure> {
        let place = place_of(self.file);
        let done = match self.how {
            How::Rename(filled) => filled.persist(place).map(drop).map_err(Into::into),
            How::Write(text) => {
                File::create(place).and_then(|mut device| device.write_all(text.as_bytes()))
            }
        };
        done.map_err(|error: io::Error| cannot_write(self.file, &error))
    }
}

/// Writes a file that is not there yet: whole or not at all, and never over something else, be it a link that
/// leads nowhere.
pub(crate) fn write_new(file: &Path, text: &str) -> io::Result<()> {
    let mut temporary = temporary_beside(file)?;
    temporary.write_all(text.as_bytes())?;
    temporary.as_file().sync_all()?;
    temporary.persist_noclobber(file).map(drop).map_err(|error| error.error)
}

/// With the rights of any new file: the umask takes away what it takes away. For writing alone, since a
/// confined process may not read there.
fn temporary_beside(file: &Path) -> io::Result<NamedTempFile> {
    let make = |path: &Path| File::options().write(true).create_new(true).open(path);
    tempfile::Builder::new().prefix(".plimsoll-").make_in(folder_of(file), make)
}
