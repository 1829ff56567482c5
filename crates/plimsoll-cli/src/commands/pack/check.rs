//! `plimsoll pack --check FILE`: whether a file is what this call makes, and where it is not.

use super::{decided, request, result};
use crate::args::{DocumentFormat, Global};
use crate::exit::{Exit, Failure};
use crate::input;
use crate::opening::{Memory, Opening};
use crate::pack_args::PackArgs;
use crate::paths::quoted;
use crate::ui::say_always;
use crate::wording::counted;
use plimsoll::Pack;
use plimsoll::core::decide::{Outcome, PlacedBlock};
use plimsoll::core::escape::reveal_line;
use std::path::Path;

/// So many parts that differ are named.
const MOST_NAMED: usize = 5;

pub(super) fn run(global: &Global, args: &PackArgs, file: &Path) -> Result<Exit, Failure> {
    let there = input::bytes_up_to(file, input::LARGEST_CAPSULE)?;
    let request = request(global, args)?;
    let opening = Opening::of(global, Memory::Reads).apart_from(vec![file.to_owned()]);
    decided(global, args, opening, [], &request, |pack| {
        let made = result(pack, args.format);
        if there == made.as_bytes() {
            return Ok((Exit::Done, Some(format!("{} is what this call makes", quoted(file)))));
        }
        let there = String::from_utf8_lossy(&there);
        let mut said = format!("plimsoll: {} is not what this call makes: ", quoted(file));
        said.push_str(&first_difference(&there, &made));
        if args.format != DocumentFormat::Json {
            said.push_str(&parts_that_differ(pack, &there));
        }
        said.push_str("\nwrite it again with -o in place of --check");
        say_always(&said);
        Ok((Exit::No, None))
    })
}

/// `line 12 differs`.
fn first_difference(there: &str, made: &str) -> String {
    let lines = there.split_inclusive('\n').zip(made.split_inclusive('\n'));
    let same = lines.take_while(|(there, made)| there == made).count();
    let (has, makes) = (there.lines().count(), made.lines().count());
    if same >= makes.min(has) {
        return format!("it has {} instead of {makes}", counted(has as u64, "line"));
    }
    format!("line {} differs", same + 1)
}

/// The blocks that the file does not have as they are made now.
fn parts_that_differ(pack: &Pack, there: &str) -> String {
    let passage = pack.passage();
    let Outcome::Loaded(loaded) = &passage.decision().outcome else { return String::new() };
    let text = |block: &PlacedBlock| &loaded.document[block.start..block.end];
    let differ: Vec<&PlacedBlock> =
        loaded.blocks.iter().filter(|block| !there.contains(text(block))).collect();
    let mut said = String::new();
    if differ.is_empty() {
        said.push_str(
            "; every part that is made stands in it, but not in this order, or not alone",
        );
    }
    for block in differ.iter().take(MOST_NAMED) {
        let name = passage.capsule().candidates[block.candidate].name.as_str();
        said.push_str(&format!("\n  - {} is other or new", reveal_line(name)));
    }
    if differ.len() > MOST_NAMED {
        said.push_str(&format!("\n  - and {} more", differ.len() - MOST_NAMED));
    }
    said
}
