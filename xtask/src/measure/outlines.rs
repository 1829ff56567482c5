//! `cargo xtask measure outlines [DIR…]`: what outlines find in real sources, beside ctags, whether signatures parse, and
//! how long they are.

use super::bench_says;
use super::ground::{Ground, fetched_crates, name_of};
use super::line::{Amount, Asked, Line, Lines};
use super::said::columns;
use crate::command::Failure;
use std::fs;
use std::path::{Path, PathBuf};

/// Those that are fully supported.
const LANGUAGES: &[&str] = &[
    "rust",
    "python",
    "javascript",
    "typescript",
    "tsx",
    "go",
    "java",
    "c",
    "cpp",
    "csharp",
    "ruby",
    "php",
    "kotlin",
    "swift",
    "scala",
    "lua",
    "elixir",
    "bash",
];
const FOUND: Asked = Asked::above(
    95.0,
    "above 95 % of universal-ctags' functions, methods and types found, per fully supported language",
);
const PARSE: Asked = Asked::at_least(
    99.0,
    "signatures still parse without new errors in the same grammar for at least 99 % of real files",
);
const SIZE: Asked = Asked::below(0.5, "signatures smaller than 0.5 of the source in the median");
/// A share of fewer files says nothing.
const FEWEST_FILES: usize = 20;
/// Of Linux a part: what is compared is held in memory.
const OF_LINUX: &[(&str, &str)] = &[
    ("linux", "kernel"),
    ("linux", "fs"),
    ("linux", "drivers/net"),
    ("linux", "tools"),
    ("linux", "scripts"),
];
/// Rust is what cargo has fetched: crates whose names begin so.
const CRATES: &[&str] = &["gix", "regex", "clap", "serde"];

pub(super) fn run(ground: &Ground, lines: &mut Lines) -> Result<(), Failure> {
    let trees = [ground.all_but_the_largest(), ground.parts(OF_LINUX), crates()].concat();
    let trees: Vec<String> = trees.iter().map(|tree| tree.to_string_lossy().into_owned()).collect();
    let trees: Vec<&str> = trees.iter().map(String::as_str).collect();
    let said = bench_says(&ground.root, "outlines", &trees)?;
    figures(&said).into_iter().for_each(|line| lines.push(line));
    Ok(())
}

/// Some of the crates that cargo has fetched; none where there are none.
fn crates() -> Vec<PathBuf> {
    let folders = |folder: PathBuf| {
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
    };
    let mut crates: Vec<PathBuf> =
        folders(fetched_crates()).flat_map(folders).filter(|path| is_chosen(path)).collect();
    crates.sort();
    crates
}

fn is_chosen(path: &Path) -> bool {
    let name = name_of(path);
    CRATES.iter().any(|start| name.starts_with(start))
}

/// A language's row in the benchmark's table.
struct Row<'s>(Vec<&'s str>);

impl<'s> Row<'s> {
    const FILES: usize = 1;
    const PARSE: usize = 7;
    const MEDIAN: usize = 9;
    const TAGS: usize = 11;
    const FOUND: usize = 12;

    fn of(said: &'s str, language: &str) -> Option<Self> {
        columns(said, language).filter(|columns| columns.len() == 15).map(Self)
    }

    fn has_enough(&self) -> bool {
        self.0[Self::FILES].parse::<usize>().is_ok_and(|files| files >= FEWEST_FILES)
    }

    fn share(&self, column: usize) -> Result<Amount, String> {
        let share = self.0[column].trim_end_matches('%').parse();
        share.map(|share| Amount::new(share, "%", 1)).map_err(|_| "nothing to compare".to_owned())
    }
}

fn figures(said: &str) -> Vec<Line> {
    let rows = LANGUAGES.iter().map(|name| (*name, Row::of(said, name).filter(Row::has_enough)));
    let (there, missing): (Vec<_>, Vec<_>) = rows.partition(|(_, row)| row.is_some());
    let there: Vec<(&str, Row<'_>)> =
        there.into_iter().filter_map(|(name, row)| Some((name, row?))).collect();
    let files = |row: &Row<'_>| format!("{} files", row.0[Row::FILES]);
    let mut lines = Vec::new();
    for (name, row) in &there {
        let line = Line::new(format!("{name}: found"), FOUND, row.share(Row::FOUND));
        lines.push(line.with(files(row)).beside(format!("ctags: {} entries", row.0[Row::TAGS])));
    }
    for (name, row) in &there {
        let line =
            Line::new(format!("{name}: signatures that parse"), PARSE, row.share(Row::PARSE));
        lines.push(line.with(files(row)));
    }
    for (name, row) in &there {
        let median = row.0[Row::MEDIAN].parse().map(|median| Amount::new(median, "", 2));
        let median = median.map_err(|_| "no signatures".to_owned());
        lines.push(Line::new(format!("{name}: size of signatures"), SIZE, median).with(files(row)));
    }
    if !missing.is_empty() {
        let names: Vec<&str> = missing.into_iter().map(|(name, _)| name).collect();
        let why = format!("fewer than {FEWEST_FILES} files of each in the trees");
        lines.push(Line::new(names.join(", "), FOUND, Err(why)));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: &str = "\
language      files      MB    MB/s differ problems  bounds   parse    size: quartiles   tags   found    ours only we
c               300    10.0    12.5      1       20       0  99.40%     0.21 0.55 0.79    9000  97.60%    9100     200
go              900    40.0    20.0      0        3       1  98.90%     0.10 0.13 0.20    8000  95.00%    8100     100
lua              19     0.1    20.0      0        3       1  98.90%     0.10 0.13 0.20    8000  95.00%    8100     100
php              20     0.1    20.0      0        3       1       -     0.10 0.13 0.20       0       -    8100     100
go: we have, ctags has not (100)
";

    #[test]
    fn each_language_is_held_against_what_was_asked() {
        let lines = figures(SAID);
        let verdict = |figure: &str| {
            let line = lines.iter().find(|line| line.figure == figure).unwrap();
            (line.measured.clone(), line.verdict())
        };
        let owned = |measured: &str, verdict| (measured.to_owned(), verdict);
        assert_eq!(verdict("c: found"), owned("97.6 % (300 files)", "held"));
        assert_eq!(verdict("go: found"), owned("95.0 % (900 files)", "missed"));
        assert_eq!(verdict("go: signatures that parse"), owned("98.9 % (900 files)", "missed"));
        assert_eq!(verdict("c: size of signatures"), owned("0.55 (300 files)", "missed"));
        assert_eq!(verdict("php: found"), owned("not measured: nothing to compare", "–"));
        let last = lines.last().unwrap();
        assert!(last.figure.starts_with("rust, python") && last.figure.contains("lua"));
        assert_eq!(lines.len(), 3 * 3 + 1);
    }
}
