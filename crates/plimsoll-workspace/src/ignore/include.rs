//! `!include FILE` in `.clineignore`: the lines of another file in place of the line.
//!
//! As in Cline the included file cannot include another one. It is read like every file of the project, so
//! nothing outside of the root counts, and there is an end to how much is read.

use super::load::LARGEST;
use super::patterns::Segment;
use crate::ground::Ground;
use crate::left_out::LeftOutReason;
use crate::links;
use crate::path::{RelPath, join};
use plimsoll_core::escape::reveal_line;
use std::path::Path;
use std::sync::Arc;

const DIRECTIVE: &[u8] = b"!include ";
/// So many files are included by one.
const MOST: usize = 16;

/// What an ignore file includes.
pub(crate) struct Included(Vec<Part>);

struct Part {
    /// Line number of the directive, counted from 0.
    line: usize,
    file: Arc<str>,
    bytes: Vec<u8>,
}

/// Reads what the directives name. What is not there, or outside, has no effect, as in Cline; what is there
/// and cannot be read is an error, since nobody knows what it would hide.
pub(crate) fn read(
    ground: &dyn Ground,
    bytes: &[u8],
    path: &str,
    notices: &mut Vec<String>,
) -> Result<Included, String> {
    let mut parts = Vec::new();
    for (line, name) in directives(bytes) {
        let mut no_effect = |why: &str| {
            let (line, path) = (line + 1, reveal_line(path));
            notices.push(format!("Line {line} of `{path}` has no effect: {why}."));
        };
        if parts.len() == MOST {
            return Err(format!("includes more than {MOST} files"));
        }
        let Some(file) = place(path, name) else {
            no_effect("the file that it includes is not in the project");
            continue;
        };
        match read_file(ground, &file) {
            Ok(bytes) => parts.push(Part { line, file: file.as_str().into(), bytes }),
            Err(
                reason @ (LeftOutReason::Missing
                | LeftOutReason::DanglingLink
                | LeftOutReason::OutsideRoot),
            ) => no_effect(&format!("`{}` is {}", reveal_line(file.as_str()), word(&reason))),
            Err(reason) => {
                let file = reveal_line(file.as_str()).into_owned();
                return Err(format!(
                    "includes `{file}`, which is not usable ({})",
                    reason.describe()
                ));
            }
        }
    }
    Ok(Included(parts))
}

fn word(reason: &LeftOutReason) -> &'static str {
    if *reason == LeftOutReason::OutsideRoot { "outside of the project" } else { "not there" }
}

impl Included {
    /// The ignore file's own lines with the included ones in their places.
    pub(crate) fn segments<'a>(&'a self, own: &'a [u8]) -> Vec<Segment<'a>> {
        let lines: Vec<&[u8]> = own.split_inclusive(|&byte| byte == b'\n').collect();
        let mut segments = Vec::new();
        let mut from = 0;
        let own_lines = |from: usize, to: usize| {
            let start: usize = lines[..from].iter().map(|line| line.len()).sum();
            let length: usize = lines[from..to].iter().map(|line| line.len()).sum();
            let first = u32::try_from(from + 1).unwrap_or(u32::MAX);
            Segment { file: None, first, bytes: &own[start..start + length] }
        };
        for part in &self.0 {
            segments.push(own_lines(from, part.line));
            let file = Some(Arc::clone(&part.file));
            segments.push(Segment { file, first: 1, bytes: &part.bytes });
            from = part.line + 1;
        }
        segments.push(own_lines(from.min(lines.len()), lines.len()));
        segments
    }
}

/// The directives with their line numbers, counted from 0.
fn directives(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let lines = bytes.split(|&byte| byte == b'\n').enumerate();
    lines.filter_map(|(at, line)| {
        let name = line.trim_ascii().strip_prefix(DIRECTIVE)?;
        Some((at, name.trim_ascii()))
    })
}

/// The included file's path, if it is one below the root.
fn place(ignore_file: &str, name: &[u8]) -> Option<RelPath> {
    let name = std::str::from_utf8(name).ok().filter(|name| !name.starts_with('/'))?;
    let folder = ignore_file.rsplit_once('/').map_or("", |(folder, _)| folder);
    RelPath::parse(&join(folder, name)).ok()
}

fn read_file(ground: &dyn Ground, file: &RelPath) -> Result<Vec<u8>, LeftOutReason> {
    let real = links::resolve(ground, Path::new(file.as_str()))?.path_in_tree()?;
    ground.read(&real, LARGEST)
}
