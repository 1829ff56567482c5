//! Searches for each task on the tree before its commit, and notes what the search saw.

use crate::rows::{FileRow, PartRow, TaskRows};
use plimsoll::eval::EvalTask;
use plimsoll::{Error, FileSignals, Logging, MemoryStore, Options, PartSignals, Workspace};
use plimsoll_core::ladder::Lines;
use plimsoll_index::search::FileSignal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Parts of so many of the first guesses are noted, and those of files that were changed.
const FILES_WITH_PARTS: usize = 60;

/// Where a repository lies: `OWNER+NAME`, perhaps with a folder `repo` in it.
pub(crate) fn root_of(repos: &Path, repo: &str) -> PathBuf {
    let folder = repos.join(repo.replace('/', "+"));
    let inner = folder.join("repo");
    if inner.is_dir() { inner } else { folder }
}

/// Two tasks at a time; facts are shared between all of a repository.
pub(crate) fn see_all(root: &Path, tasks: &[EvalTask]) -> Vec<TaskRows> {
    let facts = Arc::new(MemoryStore::default());
    let (next, seen) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    match see(root, task, Arc::clone(&facts)) {
                        Ok(rows) => seen.lock().expect("nobody panics").push(rows),
                        Err(error) => eprintln!("{}: {error}", task.id),
                    }
                }
            });
        }
    });
    let mut seen = seen.into_inner().expect("nobody panics");
    seen.sort_by(|a, b| a.id.cmp(&b.id));
    seen
}

fn see(root: &Path, task: &EvalTask, facts: Arc<MemoryStore>) -> Result<TaskRows, Error> {
    let options = Options {
        rev: Some(task.parent.clone()),
        logging: Logging::Off,
        facts: Some(facts),
        threads: std::num::NonZeroUsize::new(1),
        ..Options::default()
    };
    let workspace = Workspace::open_with(root, options)?;
    let signals = workspace.search_signals(&task.text)?;
    let mut places: Vec<(i32, usize)> = signals
        .files
        .iter()
        .enumerate()
        .map(|(at, file)| (file.signals[FileSignal::FirstGuessPlace as usize], at))
        .collect();
    places.sort_unstable();
    let mut has_parts = vec![false; signals.files.len()];
    places.iter().take(FILES_WITH_PARTS).for_each(|&(_, at)| has_parts[at] = true);
    let files = signals.files.into_iter().zip(has_parts);
    let ranges = |lines: &Vec<[usize; 2]>| u32::try_from(lines.len()).unwrap_or(u32::MAX);
    Ok(TaskRows {
        id: task.id.clone(),
        repo: task.repo.clone(),
        files_changed: u32::try_from(task.truth.len()).unwrap_or(u32::MAX),
        ranges_changed: task.truth.iter().map(|file| ranges(&file.lines)).sum(),
        files: files.map(|(file, has_parts)| file_row(file, has_parts, task)).collect(),
    })
}

fn file_row(file: FileSignals, has_parts: bool, task: &EvalTask) -> FileRow {
    let truth = task.truth.iter().find(|truth| truth.path == file.path);
    let changed = truth.map_or(&[][..], |truth| &truth.lines);
    let line = |line: usize| u32::try_from(line).unwrap_or(u32::MAX);
    let part = |PartSignals { lines: Lines { first, last }, bytes, signals }: PartSignals| {
        PartRow { first, last, bytes: u32::try_from(bytes).unwrap_or(u32::MAX), signals }
    };
    let parts = if has_parts || truth.is_some() { file.parts } else { Vec::new() };
    FileRow {
        is_changed: truth.is_some(),
        changed: changed.iter().map(|range| range.map(line)).collect(),
        signals: file.signals,
        parts: parts.into_iter().map(part).collect(),
    }
}
