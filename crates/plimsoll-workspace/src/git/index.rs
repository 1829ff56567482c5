//! Whether git's index may be handed to gix: a small one could name paths without end, or nest so deeply that to
//! take it apart ends the process.
//!
//! This walks over the file without keeping anything of it. What is not as git writes it is not used.

use super::trust::{Distrust, LARGEST_INDEX};
use crate::jail::{open_in, read_still};
use crate::left_out::display_name;
use cap_std::fs::Dir;

/// As deep as a walk goes.
const DEEPEST: usize = 1_500;
/// What the names have in all: in the fourth version each is told by what differs from the one before.
const MOST_PATH_BYTES: usize = 256 * 1024 * 1024;
/// Version, time, number and other facts of a file, before its id.
const STAT: usize = 40;
/// A time and a number in the cache of untracked files.
const CACHED_STAT: usize = 36;

/// Checks the index of a git folder, and those that it may be made of.
pub(crate) fn check(git_dir: &Dir, hash: gix::hash::Kind) -> Result<(), Distrust> {
    for entry in git_dir.entries()? {
        let name = entry?.file_name();
        let shown = display_name(&name);
        if shown != "index" && !shown.starts_with("sharedindex.") {
            continue;
        }
        let read = open_in(git_dir, &name)
            .and_then(|(file, there)| read_still(&file, &there, LARGEST_INDEX));
        let bytes = read.map_err(|reason| Distrust::Unreadable(reason.describe()))?;
        if is_sound(&bytes, hash.len_in_bytes()).is_none() {
            return Err(Distrust::BadIndex(shown));
        }
    }
    Ok(())
}

fn is_sound(bytes: &[u8], hash: usize) -> Option<()> {
    let mut rest = Rest(bytes.strip_prefix(b"DIRC")?);
    let (version, count) = (rest.number()?, rest.number()?);
    let starts = entries(&mut rest, bytes.len(), (version, count), hash)?;
    let end = bytes.len() - rest.0.len();
    // gix looks for this at a fixed place before the end, and begins where it says.
    let mark = bytes.len().checked_sub(hash + 8 + 4 + hash).and_then(|at| bytes.get(at..));
    if let Some(mark) = mark.and_then(|mark| mark.strip_prefix(b"EOIE")) {
        let at = Rest(mark.get(4..)?).number()?;
        (at as usize == end).then_some(())?;
    }
    while rest.0.len() > hash {
        let signature = rest.take(4)?;
        let size = rest.number()? as usize;
        let data = Rest(rest.take(size)?);
        match signature {
            b"TREE" => folders(data, hash)?,
            b"UNTR" => untracked(data, hash)?,
            b"IEOT" => blocks(data, &starts)?,
            _ => {}
        }
    }
    (rest.0.len() == hash).then_some(())
}

/// Where each entry begins.
fn entries(
    rest: &mut Rest<'_>,
    whole: usize,
    (version, count): (u32, u32),
    hash: usize,
) -> Option<Vec<u32>> {
    let (mut starts, mut length, mut sum) = (Vec::new(), 0_usize, 0_usize);
    for _ in 0..count {
        let start = whole - rest.0.len();
        starts.push(u32::try_from(start).ok()?);
        rest.take(STAT + hash)?;
        let flags = u16::from_be_bytes(*rest.take(2)?.first_chunk()?);
        if flags & 0x4000 != 0 {
            rest.take(2)?;
        }
        if version == 4 {
            let stripped = usize::try_from(rest.varint()?).ok()?;
            length = length.checked_sub(stripped)? + rest.until(0)?.len();
        } else {
            length = usize::from(flags & 0xFFF);
            // A path of that length is told by its end, and longer than any path.
            (length < 0xFFF).then_some(())?;
            rest.take(length)?;
            let used = whole - rest.0.len() - start;
            rest.take(8 - used % 8)?;
        }
        sum += length;
        (sum <= MOST_PATH_BYTES).then_some(())?;
    }
    Some(starts)
}

/// Folders and how many files they have, each before those in it.
fn folders(mut data: Rest<'_>, hash: usize) -> Option<()> {
    let mut nest = Nest::default();
    while !data.0.is_empty() {
        data.until(0)?;
        let is_known = !data.until(b' ')?.starts_with(b"-");
        let inner = std::str::from_utf8(data.until(b'\n')?).ok()?.parse().ok()?;
        data.take(if is_known { hash } else { 0 })?;
        nest.enter(inner)?;
    }
    Some(())
}

/// Folders and what git does not track in them, as far as they are nested.
fn untracked(mut data: Rest<'_>, hash: usize) -> Option<()> {
    let environment = usize::try_from(data.varint()?).ok()?;
    data.take(environment)?;
    data.take(2 * CACHED_STAT + 4 + 2 * hash)?;
    data.until(0)?;
    let folders = data.varint()?;
    let mut nest = Nest::default();
    for _ in 0..folders {
        let (names, inner) = (data.varint()?, data.varint()?);
        data.until(0)?;
        for _ in 0..names {
            data.until(0)?;
        }
        nest.enter(inner)?;
    }
    // What gix would take for one more.
    nest.0.is_empty().then_some(())
}

/// Where parts of the entries begin, for several threads.
fn blocks(mut data: Rest<'_>, starts: &[u32]) -> Option<()> {
    data.number()?;
    let mut next = 0_usize;
    while !data.0.is_empty() {
        let (start, count) = (data.number()?, data.number()? as usize);
        (starts.get(next) == Some(&start)).then_some(())?;
        next = next.checked_add(count)?;
    }
    (next == starts.len()).then_some(())
}

/// How many folders are still to come, for each of those that are open.
#[derive(Default)]
struct Nest(Vec<u64>);

impl Nest {
    fn enter(&mut self, inner: u64) -> Option<()> {
        if let Some(left) = self.0.last_mut() {
            *left = left.checked_sub(1)?;
        }
        self.0.push(inner);
        (self.0.len() <= DEEPEST).then_some(())?;
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        Some(())
    }
}

/// What is yet to be read.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u32> {
        self.take(4)?.first_chunk().map(|bytes| u32::from_be_bytes(*bytes))
    }

    fn until(&mut self, end: u8) -> Option<&'a [u8]> {
        let at = self.0.iter().position(|byte| *byte == end)?;
        let taken = self.take(at)?;
        self.take(1)?;
        Some(taken)
    }

    fn varint(&mut self) -> Option<u64> {
        let mut byte = *self.take(1)?.first()?;
        let mut value = u64::from(byte & 0x7F);
        while byte & 0x80 != 0 {
            byte = *self.take(1)?.first()?;
            value = value.checked_add(1)?.checked_mul(128)? + u64::from(byte & 0x7F);
        }
        Some(value)
    }
}
