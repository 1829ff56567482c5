//! `plimsoll why`.

mod decision;
mod limits;

use super::json_line;
use crate::args::{Global, WhyArgs};
use crate::exit::{Exit, Failure};
use crate::home;
use crate::opening::{Memory, Opening};
use crate::output::put;
use crate::paths::from_root;
use crate::wording::wrapped;
use plimsoll::core::escape::{reveal_line, reveal_message};
use plimsoll::core::limit::Grouped;
use plimsoll::core::store::Which;
use plimsoll::{DefinedIn, InTree, Standing, Why};
use std::fmt::Write;
use std::path::Path;

/// So many places are named where something is defined.
const MOST_DEFINED: usize = 5;

pub(crate) fn run(global: &Global, args: &WhyArgs) -> Result<Exit, Failure> {
    let asked = asked(&args.what, &home::root(global)?)?;
    let which = args.id.clone().map_or(Which::Newest, Which::Id);
    let opened = Opening::of(global, Memory::Reads).confined(None)?;
    let why = opened.run(|workspace| {
        let as_path = workspace.why(&asked, &which);
        // A name is the same from every folder, a path is not.
        let is_name = asked != args.what && as_path.is_err();
        let as_name = is_name.then(|| workspace.why(&args.what, &which).ok()).flatten();
        as_name.map_or(as_path, Ok)
    })?;
    let text = if args.json { json_line(&why) } else { as_text(&why, global.verbose) };
    put(&text, None)
}

/// What is asked for, as it is seen from the root. Of a symbol that is the file's part, where there is such a file.
fn asked(what: &str, root: &Path) -> Result<String, Failure> {
    if let Some((file, symbol)) = what.rsplit_once('#') {
        let file = from_root(Path::new(file), root)?;
        if root.join(&file).is_file() {
            return Ok(format!("{file}#{symbol}"));
        }
    }
    from_root(Path::new(what), root)
}

fn as_text(why: &Why, verbose: bool) -> String {
    let mut out = String::new();
    if let Some(tree) = &why.tree {
        write_tree(&mut out, tree);
    }
    write_defined(&mut out, &why.defined);
    if let Some(decision) = &why.decision {
        if !out.is_empty() {
            out.push('\n');
        }
        decision::write(&mut out, decision, verbose);
    }
    if let Some(note) = &why.note {
        let _ = writeln!(out, "{}", wrapped(&format!("note: {}", reveal_message(note)), 0));
    }
    out
}

/// Where it is defined, if that had to be looked for.
fn write_defined(out: &mut String, defined: &[DefinedIn]) {
    for (at, DefinedIn { path, line, name, .. }) in defined.iter().enumerate() {
        if at == MOST_DEFINED {
            let more = Grouped((defined.len() - at) as u64);
            let _ = writeln!(out, "and in {more} more places; give its file as well (FILE#NAME)");
            return;
        }
        let _ = writeln!(out, "{} is defined in {}:{line}", reveal_line(name), reveal_line(path));
    }
}

fn write_tree(out: &mut String, why: &InTree) {
    let path = reveal_line(&why.path).into_owned();
    match &why.standing {
        Standing::Shown { byte_size, encoding, language, redacted } => {
            let _ = writeln!(out, "{path} is in the tree");
            let language =
                language.as_ref().map_or(String::new(), |language| format!(", {language}"));
            let _ = writeln!(out, "  {} bytes, {encoding}{language}", Grouped(*byte_size));
            for finding in redacted {
                let _ = writeln!(
                    out,
                    "  a value on line {} is replaced ({})",
                    finding.line, finding.rule
                );
            }
        }
        Standing::Folder { files, left_out } => {
            let _ = writeln!(out, "{path}/ is a folder of the tree");
            let (files, left_out) = (Grouped(*files as u64), Grouped(*left_out as u64));
            let _ = writeln!(out, "  files shown {files}, left out {left_out}");
        }
        Standing::LeftOut { about, detail, shown_when_named, .. } => {
            let _ = writeln!(out, "{path} is not in the tree");
            if about.trim_end_matches('/') != why.path {
                let _ = writeln!(out, "  because of {}", reveal_line(about));
            }
            let _ = writeln!(out, "  {}", wrapped(&reveal_message(detail), 2));
            if *shown_when_named {
                let _ = writeln!(out, "  it is shown where a request names it");
            }
        }
    }
    if let Some(lifted) = &why.lifted {
        let (folder, by) = (reveal_line(lifted.folder.as_str()), lifted.by.describe());
        let says = format!("{folder}/ is shown, since {}", reveal_message(&by));
        let _ = writeln!(out, "  {}", wrapped(&says, 2));
    }
}
