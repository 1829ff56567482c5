//! `cargo xtask measure all [FOLDER] [PART…]`: every figure that was asked for, into `docs/figures.md`.
//!
//! FOLDER holds trees, each a git repository; without it they are those of `cargo xtask corpus`. A part that fails, or
//! lacks what it needs, says so in its lines, and the next one is run. What is there is written after each part; parts
//! that are not named keep what the file has of them, each with the commit and the machine that it was measured on.

use super::ground::Ground;
use super::line::{Asked, Line, Lines};
use super::report::{self, Machine, Section};
use super::said::why;
use super::{PARTS, Part};
use crate::command::Failure;
use std::path::Path;
use std::time::Instant;

const FILE: &str = "docs/figures.md";

pub(super) fn run(root: &Path, arguments: &[String]) -> Result<(), Failure> {
    let is_part = |name: &String| PARTS.iter().any(|part| part.name == name);
    let (folder, wanted) = match arguments.split_first() {
        Some((first, rest)) if !is_part(first) => (Some(first), rest),
        _ => (None, arguments),
    };
    if let Some(unknown) = wanted.iter().find(|name| !is_part(name)) {
        let what = format!("knows no part `{unknown}`, but {}", super::names().join(", "));
        return Err(Failure::Unexpected { command: "measure all".to_owned(), what });
    }
    let ground = match folder {
        Some(folder) => Ground::in_folder(root, Path::new(folder))?,
        None => Ground::of(root, &[])?,
    };
    // Before the first part: what the parts themselves do is no other load.
    let machine = Machine::look(root)?;
    let file = root.join(FILE);
    let before = std::fs::read_to_string(&file).unwrap_or_default();
    let mut sections: Vec<Section> =
        PARTS.iter().map(|part| Section::kept(part.title, &before)).collect();
    for (at, part) in PARTS.iter().enumerate() {
        if wanted.is_empty() || wanted.iter().any(|name| name == part.name) {
            let (lines, took) = ran(part, &ground);
            sections[at] = Section::measured(part.title, &machine, &lines, took);
            std::fs::write(&file, report::markdown(&sections)).map_err(Failure::at(&file))?;
        }
    }
    println!("\n{}; {FILE} has them.", report::tally(&sections));
    Ok(())
}

/// The lines of a part, and how long it took.
fn ran(part: &Part, ground: &Ground) -> (Vec<Line>, std::time::Duration) {
    println!("\n== {} ({})", part.title, part.name);
    let begun = Instant::now();
    let mut lines = Lines::default();
    if let Err(failure) = (part.run)(ground, &mut lines) {
        let rest = "the rest of this part";
        lines.push(Line::new(rest, Asked::NOTHING, Err(why(&failure))));
    }
    let took = begun.elapsed();
    println!("{:.0} s", took.as_secs_f64());
    (lines.into_vec(), took)
}
