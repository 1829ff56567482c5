//! `cargo xtask measure secrets [DIR…]`: how many secrets the guard finds, how often it is wrong, how fast it is.
//!
//! `PLIMSOLL_RECORDS` names a file of labelled records.

mod recall;
mod speed;

use super::ground::{Ground, files_below};
use super::line::{Amount, Asked, Line, Lines};
use crate::command::Failure;
use crate::secrets::read;
use plimsoll_core::screened::Grade;
use plimsoll_guard::{Guard, Spot};
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

const KINDS: Asked = Asked::at_least(150.0, "at least 150 kinds");
const QUIET_CERTAIN: Asked = Asked::at_most(0.0, "quiet clean source, certain: 0");
const QUIET_ANY: Asked = Asked::at_most(0.1, "quiet clean source, any: 0.1");
const MIXED: Asked = Asked::at_most(1.0, "100 MB of mixed source, any: 1.0");

/// Source without tests, in which nobody keeps a secret.
const QUIET: &[(&str, &str)] =
    &[("django", "django"), ("linux", "kernel"), ("linux", "drivers/net")];
const NO_TREE: &str = "no such tree is there; `cargo xtask corpus` brings some";

pub(super) fn run(ground: &Ground, lines: &mut Lines) -> Result<(), Failure> {
    let guard = Guard::builtin();
    let kinds = Ok(Amount::count(guard.rules().count(), "kinds"));
    lines.push(Line::new("kinds of credentials", KINDS, kinds));
    let records =
        env::var_os("PLIMSOLL_RECORDS").ok_or("PLIMSOLL_RECORDS names no file of records");
    let records = records.map_err(str::to_owned).and_then(|file| read(Path::new(&file)));
    recall::measure(&guard, records, lines)?;
    precision(&guard, ground, lines)?;
    speed::measure(ground, lines)
}

fn locate<'g>(guard: &'g Guard, text: &str) -> Result<Vec<Spot<'g>>, Failure> {
    guard.locate(text).map_err(|error| Failure::Unexpected {
        command: "measure secrets".to_owned(),
        what: error.to_string(),
    })
}

/// What is found in clean source.
#[derive(Debug, Default)]
struct Found {
    bytes: usize,
    any: usize,
    certain: usize,
}

impl Found {
    fn per_megabyte(&self, findings: usize) -> Result<Amount, String> {
        let megabytes = self.bytes as f64 / f64::from(1 << 20);
        let rate = Amount::new(findings as f64 / megabytes, "a MB", 2);
        if self.bytes == 0 { Err(NO_TREE.to_owned()) } else { Ok(rate) }
    }
}

fn precision(guard: &Guard, ground: &Ground, lines: &mut Lines) -> Result<(), Failure> {
    let quiet = ground.parts(QUIET);
    let found = scan(guard, &quiet)?;
    let told = |found: &Found, count: usize, folders: &[PathBuf]| {
        format!("{count} in {} MB: {}", found.bytes >> 20, ground.names_of(folders))
    };
    for (grade, asked, count) in
        [("certain", QUIET_CERTAIN, found.certain), ("any grade", QUIET_ANY, found.any)]
    {
        let line = Line::new(format!("findings, {grade}, quiet"), asked, found.per_megabyte(count));
        lines.push(line.with(told(&found, count, &quiet)));
    }
    let mixed = ground.all_but_the_largest();
    let found = scan(guard, &mixed)?;
    let line = Line::new("findings, any grade, mixed", MIXED, found.per_megabyte(found.any));
    lines.push(line.with(told(&found, found.any, &mixed)));
    Ok(())
}

/// Prints which rules found something, so that one can look.
fn scan(guard: &Guard, folders: &[PathBuf]) -> Result<Found, Failure> {
    let mut found = Found::default();
    let mut rules: BTreeMap<(&str, Grade), usize> = BTreeMap::new();
    for file in folders.iter().flat_map(|folder| files_below(folder)) {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        found.bytes += text.len();
        for spot in locate(guard, &text)? {
            *rules.entry((spot.rule, spot.grade)).or_default() += 1;
            found.any += 1;
            found.certain += usize::from(spot.grade == Grade::Certain);
        }
    }
    for ((rule, grade), count) in &rules {
        println!("  {count:>6} {rule} ({grade:?})");
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_scanned_is_counted_without_git_s_own_files() {
        let folder = tempfile::tempdir().unwrap();
        let text = "clean = True\n";
        fs::create_dir_all(folder.path().join(".git")).unwrap();
        fs::write(folder.path().join(".git/config"), "x".repeat(100)).unwrap();
        fs::write(folder.path().join("a.py"), text).unwrap();
        let found = scan(&Guard::builtin(), &[folder.path().to_owned()]).unwrap();
        assert_eq!((found.bytes, found.any), (text.len(), 0));
        let found = Found { bytes: 4 << 20, any: 6, certain: 0 };
        assert_eq!(found.per_megabyte(found.any), Ok(Amount::new(1.5, "a MB", 2)));
        assert!(Found::default().per_megabyte(0).is_err());
    }
}
