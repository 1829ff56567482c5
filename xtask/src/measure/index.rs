//! `cargo xtask measure index [DIR…]`: what an index costs, cold and warm, beside what was asked for and what others
//! take on the same tree in the same run. Without folders: the trees of `cargo xtask corpus` that are there.
//!
//! Cold means that nothing is known; files are in memory, since they are all read once before. The tree is left as it
//! was: state goes elsewhere, and a file that is edited gets its content and time back. (Who interrupts it at that moment
//! has some empty lines too many, which `git checkout` takes away.)

mod asked;
mod edit;
mod peers;
mod table;
mod yard;

use super::child::{Cost, costs, middle, timed};
use crate::command::Failure;
use crate::corpus;
use crate::stages::release_binary;
use asked::Asked;
use peers::Peers;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use table::Amount;
use yard::{INDEX, PACK, Yard};

const ROUNDS: usize = 7;
/// So many languages have a file edited, those with the most files first.
const EDITED_LANGUAGES: usize = 4;
/// A smaller tree says little about the cost of a megabyte.
const LARGE_FILES: u64 = 5_000;
const SENTENCE: &str = "where errors are handled and how they are reported";
const AT_MOST: Duration = Duration::from_secs(3600);

pub(super) fn run(root: &Path, folders: &[String]) -> Result<(), Failure> {
    let trees = trees(root, folders)?;
    let binary = release_binary(root)?;
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!("load before it: {}", load.split(' ').next().unwrap_or("unknown"));
    let mut per_mb = Vec::new();
    for tree in &trees {
        let yard = Yard::new(&binary, tree, &root.join("target").join("measure-index"))?;
        per_mb.extend(measure(&yard)?);
    }
    per_mb.sort_by(f64::total_cmp);
    if let [cheapest, .., dearest] = per_mb[..] {
        let ratio = dearest / cheapest;
        println!("\nCPU per MB, dearest of the large trees / cheapest: {ratio:.2} (asked: 1.20)");
    }
    Ok(())
}

fn trees(root: &Path, folders: &[String]) -> Result<Vec<PathBuf>, Failure> {
    let trees = if folders.is_empty() {
        corpus::present(root)
    } else {
        let whole = |folder: &String| {
            let folder = Path::new(folder);
            folder.canonicalize().map_err(Failure::at(folder))
        };
        folders.iter().map(whole).collect::<Result<Vec<_>, _>>()?
    };
    if trees.is_empty() {
        let what = "holds no tree; `cargo xtask corpus` brings some".to_owned();
        return Err(Failure::Unexpected { command: "target/corpus".to_owned(), what });
    }
    Ok(trees)
}

/// Measures one tree; gives the CPU seconds of a megabyte, if it is large.
fn measure(yard: &Yard) -> Result<Option<f64>, Failure> {
    yard.read_once()?;
    let peers = Peers::run(yard)?;
    let (index, report) = cold_index(yard)?;
    let files = report["files"].as_u64().unwrap_or(0);
    let text = Amount::megabytes(report["bytes"].as_u64().unwrap_or(0));
    let per_mb = index.cpu.map(|cpu| cpu.as_secs_f64() / text.value.max(0.001));
    let asked = Asked::of(&yard.name(), peers.cpu("code2prompt"));

    table::head(&format!("{}: {files} files, {text} of text", yard.name()));
    let cpu = |cost: &Cost| cost.cpu.map(Amount::seconds);
    table::row("cold index, CPU", asked.index_cpu, cpu(&index), &peers.told(cpu));
    let wall = |cost: &Cost| Some(Amount::seconds(cost.wall));
    table::row("cold index, wall", None, wall(&index), &peers.told(wall));
    let memory = |cost: &Cost| cost.peak_bytes.map(Amount::megabytes);
    table::row("cold index, memory", asked.memory, memory(&index), &peers.told(memory));
    let of_a_megabyte =
        per_mb.map(|seconds| Amount::milliseconds(Duration::from_secs_f64(seconds)));
    table::row("cold index, CPU per MB", None, of_a_megabyte, "");

    let pack = cold_pack(yard)?;
    table::row("cold pack, CPU", asked.pack_cpu, cpu(&pack), "");
    table::row("cold pack, wall", asked.pack_wall, wall(&pack), "");
    warm(yard)?;
    edits(yard, &report)?;
    Ok(per_mb.filter(|_| files >= LARGE_FILES))
}

/// What it takes when nothing is known, and what it reports.
fn cold_index(yard: &Yard) -> Result<(Cost, Value), Failure> {
    yard.forget(INDEX)?;
    let output = yard.scratch("report.json");
    let file = fs::File::create(&output).map_err(Failure::at(&output))?;
    let mut command = yard.plimsoll(INDEX, &["index", "--json"]);
    command.stdout(file);
    let cost = costs(command, AT_MOST)?;
    let report = fs::read(&output).map_err(Failure::at(&output))?;
    Ok((cost.in_time()?, serde_json::from_slice(&report).unwrap_or_default()))
}

fn cold_pack(yard: &Yard) -> Result<Cost, Failure> {
    yard.forget(PACK)?;
    let output = yard.scratch("pack.md").to_string_lossy().into_owned();
    let arguments = ["pack", SENTENCE, "--budget", "16k", "-o", &output];
    costs(yard.plimsoll(PACK, &arguments), AT_MOST)?.in_time()
}

/// By turns with `git status`, so that both have the same noise.
fn warm(yard: &Yard) -> Result<(), Failure> {
    let always_read = yard.settle()?;
    let (mut ours, mut of_git) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        ours.push(yard.refresh()?.0);
        of_git.push(timed(yard.git(&["status", "--porcelain"]))?);
    }
    let (ours, of_git) = (middle(ours), middle(of_git));
    let mut told = format!("git status {}", Amount::milliseconds(of_git));
    if always_read > 0 {
        told.push_str(&format!("; {always_read} files are read each time"));
    }
    let asked = Some(asked::refresh(of_git));
    table::row("refresh, nothing changed, wall", asked, Some(Amount::milliseconds(ours)), &told);
    Ok(())
}

/// One file of each of the largest languages.
fn edits(yard: &Yard, report: &Value) -> Result<(), Failure> {
    for language in largest_languages(report) {
        let figure = format!("an edited file of {language} adds");
        match edit::adds(yard, &language, ROUNDS)? {
            Ok((added, path)) => {
                let added = Amount::milliseconds(added);
                table::row(&figure, Some(asked::EDIT), Some(added), &path);
            }
            Err(why) => table::row(&figure, Some(asked::EDIT), None, &why),
        }
    }
    Ok(())
}

/// By the number of their files, the most first.
fn largest_languages(report: &Value) -> Vec<String> {
    let counts = report["outlined"].as_object().into_iter().flatten();
    let mut counts: Vec<(u64, &String)> =
        counts.map(|(name, count)| (count.as_u64().unwrap_or(0), name)).collect();
    counts.sort_by(|(a, one), (b, other)| b.cmp(a).then_with(|| one.cmp(other)));
    counts.into_iter().take(EDITED_LANGUAGES).map(|(_, name)| name.clone()).collect()
}
