//! `plimsoll pack --split N -o NAME`: the document in files that each stand alone.

use super::{decided, request};
use crate::args::Global;
use crate::exit::{Exit, Failure};
use crate::opening::{Memory, Opening};
use crate::output::{check_place, put_all};
use crate::pack_args::PackArgs;
use crate::paths::quoted;
use std::path::{Path, PathBuf};

pub(super) fn run(global: &Global, args: &PackArgs, most: u64) -> Result<Exit, Failure> {
    let Some(name) = args.output.as_deref() else {
        return Err(Failure::input("parts have no place; name them with -o"));
    };
    let first = numbered(name, 1);
    check_place(global, Some(&first))?;
    let request = request(global, args)?;
    let opening = Opening::of(global, Memory::Keeps).apart_from(there(name));
    decided(global, args, opening, [&*first], &request, |pack| {
        let parts = pack.split(most)?;
        let files: Vec<PathBuf> = (1..=parts.len()).map(|part| numbered(name, part)).collect();
        for file in &files {
            check_place(global, Some(file))?;
        }
        put_all(files.iter().map(PathBuf::as_path).zip(parts.iter().map(String::as_str)))?;
        Ok((Exit::Done, Some(written(name, &files))))
    })
}

/// `context.md` → `context-2.md`, `context` → `context-2`.
fn numbered(name: &Path, part: usize) -> PathBuf {
    let mut numbered = name.file_stem().unwrap_or_default().to_owned();
    numbered.push(format!("-{part}"));
    if let Some(extension) = name.extension() {
        numbered.push(".");
        numbered.push(extension);
    }
    name.with_file_name(numbered)
}

/// Parts that an earlier call has left here.
fn there(name: &Path) -> Vec<PathBuf> {
    (1..).map(|part| numbered(name, part)).take_while(|file| file.is_file()).collect()
}

fn written(name: &Path, files: &[PathBuf]) -> String {
    let mut said = match files {
        [only] => format!("it is in {}", quoted(only)),
        [first, .., last] => {
            format!("its {} parts are in {} to {}", files.len(), quoted(first), quoted(last))
        }
        [] => String::new(),
    };
    let next = numbered(name, files.len() + 1);
    if next.is_file() {
        said.push_str(&format!("\nnote: {} and what follows is of an earlier call", quoted(&next)));
    }
    said
}
