//! `cargo xtask measure secrets`: how many secrets the guard finds, how often it is wrong, how fast it is.
//!
//! `PLIMSOLL_RECORDS` names a file of labelled records, `PLIMSOLL_TREES` folders of clean source, with colons
//! between them; what is not given is left out.

use crate::command::{Failure, capture, program};
use crate::measure::bench;
use crate::secrets::{Label, Record, read};
use plimsoll_core::screened::Grade;
use plimsoll_guard::{Guard, Spot};
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;

pub(crate) fn run(root: &Path) -> Result<(), Failure> {
    let guard = Guard::builtin();
    println!("{} kinds", guard.rules().count());
    if let Some(records) = env::var_os("PLIMSOLL_RECORDS") {
        recall(&guard, &read(Path::new(&records)).map_err(unexpected)?)?;
    }
    let trees = env::var("PLIMSOLL_TREES").unwrap_or_default();
    let trees: Vec<&str> = trees.split(':').filter(|tree| !tree.is_empty()).collect();
    for tree in &trees {
        precision(&guard, tree)?;
    }
    let bench = bench(root, "plimsoll-guard", "scan")?;
    print!("\n{}", capture(program(bench.as_os_str(), root, &trees))?);
    Ok(())
}

fn unexpected(what: String) -> Failure {
    Failure::Unexpected { command: "measure secrets".to_owned(), what }
}

fn locate<'g>(guard: &'g Guard, text: &str) -> Result<Vec<Spot<'g>>, Failure> {
    guard.locate(text).map_err(|error| unexpected(error.to_string()))
}

/// How many of how many.
#[derive(Debug, Default, Clone, Copy)]
struct Share {
    of: usize,
    are: usize,
}

impl Share {
    fn add(&mut self, yes: bool) {
        self.of += 1;
        self.are += usize::from(yes);
    }

    fn per_mille(self) -> usize {
        (self.are * 1000 + self.of / 2).checked_div(self.of).unwrap_or(0)
    }

    fn print(self, name: &str) {
        let share = self.per_mille();
        println!("{name:<34} {:>5} of {:<6} {:>4}.{} %", self.are, self.of, share / 10, share % 10);
    }
}

fn recall(guard: &Guard, records: &[Record]) -> Result<(), Failure> {
    let (mut any, mut certain, mut flagged, mut flagged_certain) =
        (Share::default(), Share::default(), Share::default(), Share::default());
    let mut kinds: BTreeMap<&str, Share> = BTreeMap::new();
    let mut rules: BTreeMap<(&str, &str), Share> = BTreeMap::new();
    for record in records {
        let spots = locate(guard, &record.text)?;
        let hits: Vec<&Spot<'_>> = spots.iter().filter(|spot| touches(record, spot)).collect();
        let sure = hits.iter().any(|spot| spot.grade == Grade::Certain);
        match record.label {
            Label::Secret => {
                any.add(!hits.is_empty());
                certain.add(sure);
                kinds.entry(&record.category).or_default().add(!hits.is_empty());
                rules.entry((&record.source, &record.rule)).or_default().add(!hits.is_empty());
            }
            Label::Clean => {
                flagged.add(!hits.is_empty());
                flagged_certain.add(sure);
            }
        }
    }
    any.print("found, any grade");
    certain.print("found, certain");
    let sum: usize = rules.values().map(|share| share.per_mille()).sum();
    let mean = sum.checked_div(rules.len()).unwrap_or(0);
    println!("{:<34} {:>23}.{} %", "found, mean over rules", mean / 10, mean % 10);
    kinds.iter().for_each(|(kind, share)| share.print(&format!("  {kind}")));
    flagged.print("clean flagged, any grade");
    flagged_certain.print("clean flagged, certain");
    Ok(())
}

/// Whether a finding overlaps the record's value; where that is not known, every finding counts.
fn touches(record: &Record, spot: &Spot<'_>) -> bool {
    let Some(value) = record.value.as_deref().filter(|value| !value.is_empty()) else {
        return true;
    };
    let mut starts = record.text.match_indices(value).map(|(start, _)| start);
    starts.any(|start| spot.range.start < start + value.len() && start < spot.range.end)
}

/// Findings per megabyte of a folder.
fn precision(guard: &Guard, tree: &str) -> Result<(), Failure> {
    let mut bytes = 0;
    let mut rules: BTreeMap<(&str, Grade), usize> = BTreeMap::new();
    let mut folders = vec![Path::new(tree).to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_symlink() {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = fs::read_to_string(&path) {
                bytes += text.len();
                for spot in locate(guard, &text)? {
                    *rules.entry((spot.rule, spot.grade)).or_default() += 1;
                }
            }
        }
    }
    let all: usize = rules.values().sum();
    let hundredths = (all * 100 * (1 << 20)).checked_div(bytes).unwrap_or(0);
    println!(
        "\n{tree}: {} MB, {all} findings, {}.{:02} per MB",
        bytes >> 20,
        hundredths / 100,
        hundredths % 100
    );
    for ((rule, grade), count) in &rules {
        println!("  {count:>6} {rule} ({grade:?})");
    }
    Ok(())
}
