//! The only place that prints. Results go to stdout, everything about them to stderr.

use crate::args::Global;
use crate::exit::{Exit, Failure};
use crate::home;
use plimsoll::core::escape::reveal_line;
use plimsoll::core::progress::Progress;
use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Component, Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Speaks, or stays quiet.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ui {
    pub(crate) quiet: bool,
    pub(crate) verbose: bool,
}

impl Ui {
    /// Something about the result.
    pub(crate) fn say(&self, line: &str) {
        if !self.quiet {
            let _ = writeln!(io::stderr(), "{line}");
        }
    }

    /// Something that is only said when more is asked for.
    pub(crate) fn detail(&self, line: &str) {
        if self.verbose {
            self.say(line);
        }
    }

    /// What went wrong is always said.
    pub(crate) fn fail(&self, failure: &Failure) {
        for problem in failure.said() {
            let _ = writeln!(io::stderr(), "plimsoll: {problem}");
        }
    }
}

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
        let file = reveal_line(&file.to_string_lossy()).into_owned();
        return Err(Failure::input(format!(
            "`{file}` is in the folder where decisions are kept; name another place with -o"
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
            let file = reveal_line(&file.to_string_lossy()).into_owned();
            return Err(Failure::input(format!(
                "`{file}` leads out of the project through a link in it; name the place itself with -o"
            )));
        }
        real = leads_to;
    }
    Ok(())
}

/// The error's kind says it all; its own text may name the temporary file.
fn cannot_write(file: &Path, error: &io::Error) -> Failure {
    let file = reveal_line(&file.to_string_lossy()).into_owned();
    let what = match error.kind() {
        ErrorKind::NotFound => "its folder does not exist".to_owned(),
        kind => kind.to_string(),
    };
    Failure::machine(format!("`{file}` cannot be written: {what}; name another place with -o"))
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
    let there = file.metadata().ok();
    // A device or a pipe is written to; renaming a file over it would do away with it.
    if there.as_ref().is_some_and(|there| !there.is_file()) {
        return fill(&mut std::fs::File::create(file)?);
    }
    // As for any new file: the umask takes away what it takes away. For writing alone, since a confined
    // process may not read there.
    let make = |path: &Path| File::options().write(true).create_new(true).open(path);
    let mut temporary =
        tempfile::Builder::new().prefix(".plimsoll-").make_in(folder_of(&file), make)?;
    if let Some(there) = there {
        temporary.as_file().set_permissions(there.permissions())?;
    }
    fill(&mut temporary)?;
    temporary.as_file().sync_all()?;
    temporary.persist(&file)?;
    Ok(())
}

/// Shows how far long work is: on a terminal, after half a second.
pub(crate) struct TerminalProgress {
    started: Instant,
    shown: Mutex<Shown>,
}

struct Shown {
    stage: &'static str,
    done: u64,
    total: Option<u64>,
    last: Instant,
    visible: bool,
}

impl TerminalProgress {
    /// Nothing where nobody watches.
    pub(crate) fn for_terminal(quiet: bool) -> Option<Self> {
        if quiet || !io::stderr().is_terminal() {
            return None;
        }
        let started = Instant::now();
        let shown = Shown { stage: "", done: 0, total: None, last: started, visible: false };
        Some(Self { started, shown: Mutex::new(shown) })
    }

    /// Takes the line away again.
    pub(crate) fn clear(&self) {
        if let Ok(mut shown) = self.shown.lock()
            && shown.visible
        {
            shown.visible = false;
            let _ = write!(io::stderr(), "\r\u{1b}[K");
        }
    }
}

impl Progress for TerminalProgress {
    fn begin(&self, stage: &'static str, total: Option<u64>) {
        if let Ok(mut shown) = self.shown.lock() {
            (shown.stage, shown.done, shown.total) = (stage, 0, total);
        }
    }

    fn advance(&self, steps: u64) {
        let Ok(mut shown) = self.shown.lock() else { return };
        shown.done += steps;
        let now = Instant::now();
        let early = now.duration_since(self.started) < Duration::from_millis(500);
        if early || now.duration_since(shown.last) < Duration::from_millis(100) {
            return;
        }
        shown.last = now;
        shown.visible = true;
        let of = shown.total.map_or(String::new(), |total| format!(" of {total}"));
        let _ = write!(io::stderr(), "\r\u{1b}[K{}: {}{of}", shown.stage, shown.done);
    }
}
