//! `plimsoll replay --live`: the same request on the project as it is now, and what has drifted.

use crate::args::Global;
use crate::commands::diff::{named, standing, write_changes, write_list, write_prefix};
use crate::commands::{json_line, no_such_decision};
use crate::exit::{Exit, Failure};
use crate::opening::{Memory, Opening};
use crate::output::put;
use crate::ui::Ui;
use crate::wording::{points, wrapped};
use plimsoll::core::compare::{Comparison, ScoreChange};
use plimsoll::core::escape::{quoted, reveal_line, reveal_message};
use plimsoll::core::store::Which;
use plimsoll::core::vocab::Door;
use plimsoll::{FileDrift, Live};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::Path;

/// So many of each kind are listed, unless more is asked for.
const MOST: usize = 10;

/// What has drifted since a decision.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LiveOutput<'a> {
    decision_id: &'a str,
    drifted: bool,
    /// Files that are not to the decision what they were.
    files: &'a [FileDrift],
    #[serde(flatten)]
    comparison: &'a Comparison,
}

pub(super) fn run(global: &Global, what: Option<&str>, as_json: bool) -> Result<Exit, Failure> {
    if let Some(file) = what.map(Path::new).filter(|file| file.is_file()) {
        let file = quoted(&file.to_string_lossy());
        return Err(Failure::input(format!(
            "{file} is a file, and only a decision of this project's log is made once more; `capsule import` takes it in"
        )));
    }
    let which = what.map_or(Which::Newest, |id| Which::Id(id.to_owned()));
    let opened = Opening::of(global, Memory::Reads).confined(None)?;
    let live = opened.run(|workspace| workspace.replay_live(&which))?;
    let live = live.ok_or_else(|| no_such_decision(what))?;
    put(&if as_json { as_line(&live) } else { as_text(&live, global.verbose) }, None)?;
    for notice in &live.notices {
        Ui::of(global).say(&format!("note: {}", reveal_message(notice)));
    }
    Ok(if live.has_drifted() { Exit::No } else { Exit::Done })
}

fn as_line(live: &Live) -> String {
    json_line(&LiveOutput {
        decision_id: &live.entry.record.id,
        drifted: live.has_drifted(),
        files: &live.files,
        comparison: &live.comparison,
    })
}

fn as_text(live: &Live, verbose: bool) -> String {
    let Live { entry, comparison, files, .. } = live;
    let id = reveal_line(&entry.record.id);
    if !live.has_drifted() {
        return format!("{id}: nothing has drifted\n{}", circumstances(comparison));
    }
    let mut out = format!("{id}: drifted\n");
    for difference in comparison.differences.iter().filter(|one| is_told(&one.what)) {
        let [was, is] = [&difference.was, &difference.is].map(|text| reveal_message(text));
        let _ = writeln!(out, "  {}: was {was}, is {is}", difference.what);
    }
    out.push_str(&circumstances(comparison));
    write_prefix(&mut out, comparison);
    let most = if verbose { usize::MAX } else { MOST };
    write_list(&mut out, "files", files, most, file);
    let is_composed = entry.record.door == Door::Compose;
    write_list(&mut out, "scores", &comparison.scores, most, |one| score(one, is_composed));
    write_list(&mut out, "entered", &comparison.entered, most, standing);
    write_list(&mut out, "left", &comparison.left, most, standing);
    write_changes(&mut out, &comparison.changed, most, verbose);
    out
}

/// What can be said in a word. The prefix tells about the document.
fn is_told(what: &str) -> bool {
    ["door", "outcome", "limit", "used", "format"].contains(&what)
}

/// Of fingerprints nothing can be said but that they are others.
fn circumstances(comparison: &Comparison) -> String {
    let names = comparison.differences.iter().map(|difference| difference.what.as_str());
    let names: Vec<&str> = names.filter(|what| !is_told(what) && *what != "document").collect();
    if names.is_empty() { String::new() } else { format!("not the same: {}\n", names.join(", ")) }
}

fn file(one: &FileDrift) -> String {
    let FileDrift { path, change, detail } = one;
    let detail = detail.as_ref().map_or(String::new(), |why| format!(": {}", reveal_message(why)));
    wrapped(&format!("{change:<9} {}{detail}", reveal_line(path)), 12)
}

/// The total, and below it every line that is another.
fn score(one: &ScoreChange, is_composed: bool) -> String {
    let [total, line] = if is_composed { [3, 5] } else { [0, 0] };
    let (was, is) = (points(one.was, total), points(one.is, total));
    let name = named(&one.name, one.section.as_deref());
    let mut out = format!("{name}: score {was}, now {is}");
    for change in &one.lines {
        let [was, is] = [change.was, change.is]
            .map(|points_of| points_of.map_or("nothing".to_owned(), |some| points(some, line)));
        let _ = write!(out, "\n    {}: was {was}, is {is}", reveal_line(&change.signal));
    }
    out
}
