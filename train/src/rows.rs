//! What was seen of each task, kept in files so that trees can be grown again without searching again.

use plimsoll_core::codec::{push_number, push_text, take_count, take_number, take_text, take_u32};
use std::fs;
use std::io;
use std::path::Path;

/// One task: what speaks for each file and part, and whether it was changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct TaskRows {
    pub(crate) id: String,
    pub(crate) repo: String,
    /// How many files and ranges of lines were changed, seen here or not.
    pub(crate) files_changed: u32,
    pub(crate) ranges_changed: u32,
    pub(crate) files: Vec<FileRow>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct FileRow {
    pub(crate) is_changed: bool,
    /// The first and the last line of each range that was changed.
    pub(crate) changed: Vec<[u32; 2]>,
    pub(crate) signals: Vec<i32>,
    pub(crate) parts: Vec<PartRow>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PartRow {
    pub(crate) first: u32,
    pub(crate) last: u32,
    pub(crate) bytes: u32,
    pub(crate) signals: Vec<i32>,
}

pub(crate) fn write(path: &Path, tasks: &[TaskRows]) -> io::Result<()> {
    let mut out = Vec::new();
    push_number(&mut out, tasks.len() as u64);
    for task in tasks {
        push_text(&mut out, &task.id);
        push_text(&mut out, &task.repo);
        push_number(&mut out, u64::from(task.files_changed));
        push_number(&mut out, u64::from(task.ranges_changed));
        push_number(&mut out, task.files.len() as u64);
        for file in &task.files {
            push_number(&mut out, u64::from(file.is_changed));
            push_number(&mut out, file.changed.len() as u64);
            file.changed.iter().flatten().for_each(|&line| push_number(&mut out, u64::from(line)));
            push_signals(&mut out, &file.signals);
            push_number(&mut out, file.parts.len() as u64);
            for part in &file.parts {
                push_number(&mut out, u64::from(part.first));
                push_number(&mut out, u64::from(part.last));
                push_number(&mut out, u64::from(part.bytes));
                push_signals(&mut out, &part.signals);
            }
        }
    }
    fs::write(path, out)
}

pub(crate) fn read(path: &Path) -> io::Result<Vec<TaskRows>> {
    let bytes = fs::read(path)?;
    let broken = || io::Error::other(format!("{} is not what was written", path.display()));
    decode(&mut bytes.as_slice()).ok_or_else(broken)
}

fn decode(bytes: &mut &[u8]) -> Option<Vec<TaskRows>> {
    (0..take_count(bytes)?)
        .map(|_| {
            Some(TaskRows {
                id: take_text(bytes)?,
                repo: take_text(bytes)?,
                files_changed: take_u32(bytes)?,
                ranges_changed: take_u32(bytes)?,
                files: (0..take_count(bytes)?).map(|_| file(bytes)).collect::<Option<_>>()?,
            })
        })
        .collect()
}

fn file(bytes: &mut &[u8]) -> Option<FileRow> {
    Some(FileRow {
        is_changed: take_number(bytes)? == 1,
        changed: (0..take_count(bytes)?)
            .map(|_| Some([take_u32(bytes)?, take_u32(bytes)?]))
            .collect::<Option<_>>()?,
        signals: take_signals(bytes)?,
        parts: (0..take_count(bytes)?)
            .map(|_| {
                Some(PartRow {
                    first: take_u32(bytes)?,
                    last: take_u32(bytes)?,
                    bytes: take_u32(bytes)?,
                    signals: take_signals(bytes)?,
                })
            })
            .collect::<Option<_>>()?,
    })
}

impl PartRow {
    pub(crate) fn lines(&self) -> u32 {
        self.last - self.first + 1
    }

    /// Whether some of the lines are in it.
    pub(crate) fn has_some_of(&self, [first, last]: [u32; 2]) -> bool {
        self.first <= last && first <= self.last
    }
}

/// Small numbers of either sign take few bytes.
fn push_signals(out: &mut Vec<u8>, signals: &[i32]) {
    push_number(out, signals.len() as u64);
    for &signal in signals {
        let sign = u64::from(signal < 0);
        push_number(out, (u64::from(signal.unsigned_abs()) << 1) | sign);
    }
}

fn take_signals(bytes: &mut &[u8]) -> Option<Vec<i32>> {
    (0..take_count(bytes)?)
        .map(|_| {
            let number = take_number(bytes)?;
            let size = i32::try_from(number >> 1).ok()?;
            Some(if number & 1 == 1 { -size } else { size })
        })
        .collect()
}
