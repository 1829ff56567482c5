//! `cargo xtask measure index [DIR…]`: what an index costs, cold and warm, beside what was asked for and what others
//! take on the same tree in the same run. Without folders: the trees of `cargo xtask corpus` that are there.
//!
//! Cold means that nothing is known; files are in memory, since they are all read once before. The tree is left as it
//! was: state goes elsewhere, and a file that is edited gets its content and time back. (Who interrupts it at that moment
//! has some empty lines too many, which `git checkout` takes away.)

mod cold;
mod edit;
mod peers;
mod warm;
mod yard;

use super::ground::Ground;
use super::line::{Amount, Asked, Line, Lines};
use crate::command::Failure;
use crate::stages::release_binary;
use yard::Yard;

/// A smaller tree says little about the cost of a megabyte.
const LARGE_FILES: u64 = 5_000;
const EVEN: Asked = Asked::at_most(1.2, "cost per MB within 20 % from django to linux");
/// The trees by which the index is judged.
const JUDGED_BY: &[&str] = &["django", "golang", "linux"];

pub(super) fn run(ground: &Ground, lines: &mut Lines) -> Result<(), Failure> {
    let binary = release_binary(&ground.root)?;
    let mut per_mb = Vec::new();
    for tree in &ground.trees {
        let yard = Yard::new(&binary, tree, &ground.root.join("target").join("measure-index"))?;
        yard.read_once()?;
        let cold = cold::measure(&yard, lines)?;
        warm::measure(&yard, &cold.report, lines)?;
        if cold.files >= LARGE_FILES {
            per_mb.extend(cold.cpu_per_mb);
        }
    }
    per_mb.sort_by(f64::total_cmp);
    let ratio = match per_mb[..] {
        [cheapest, .., dearest] => Ok(Amount::ratio(dearest, cheapest)),
        _ => Err("that takes two large trees".to_owned()),
    };
    let told = format!("{} trees", per_mb.len());
    lines.push(Line::new("CPU per MB, dearest large tree to cheapest", EVEN, ratio).with(told));
    for name in JUDGED_BY.iter().filter(|name| ground.tree(name).is_none()) {
        let why = format!("it is not there; `cargo xtask corpus {name}` brings it");
        let asked = Asked::said("cold index, refresh, an edit, cold pack");
        lines.push(Line::new(format!("{name}: all of it"), asked, Err(why)));
    }
    Ok(())
}
