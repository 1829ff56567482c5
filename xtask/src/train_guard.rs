//! `cargo xtask train-guard FOLDER`: makes the guard's table of character pairs anew.
//!
//! The table says for each pair of characters how much likelier it is in a value drawn at random than in a
//! word, a name or a path, in tenths of a bit. Words come from the source files under FOLDER (the sources of
//! a package registry do well): each counts once, and only if two files have it, so that hashes and
//! other values that stand in one file do not teach the table. Random values are drawn here, from a
//! generator with a fixed seed. Same folder, same table.

use plimsoll_guard::training::{SYMBOLS, symbol};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const TABLE: &str = "crates/plimsoll-guard/data/pairs.txt";
const HEAD: &str = "# How much likelier a pair of characters is in a random value than in a word, in tenths of a bit.\n\
                    # Row: the first character, column: the second. Made by `cargo xtask train-guard FOLDER`.\n";
const SOURCES: &[&str] =
    &["rs", "py", "js", "ts", "go", "md", "rb", "java", "c", "h", "cpp", "cs", "php", "css", "txt"];
/// More text teaches the table little.
const MOST_BYTES: usize = 96 << 20;
const RANDOM_VALUES: usize = 60_000;
/// No pair says more than this: one unusual pair must not decide.
const MOST: i64 = 50;

type Counts = Vec<Vec<u64>>;

pub(crate) fn run(root: &Path, folder: &str) -> ExitCode {
    let words = words(Path::new(folder));
    if words.len() < 10_000 {
        eprintln!("`{folder}` has only {} words; give a folder with more source.", words.len());
        return ExitCode::from(2);
    }
    let mut in_words = empty();
    words.iter().for_each(|word| count(&mut in_words, word));
    let mut in_random = empty();
    random_values().iter().for_each(|value| count(&mut in_random, value));
    match fs::write(root.join(TABLE), table(&in_words, &in_random)) {
        Ok(()) => {
            println!("{} words, {RANDOM_VALUES} random values, {TABLE} written", words.len());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{TABLE} cannot be written: {error}");
            ExitCode::FAILURE
        }
    }
}

fn empty() -> Counts {
    vec![vec![1; SYMBOLS]; SYMBOLS]
}

fn count(counts: &mut Counts, word: &str) {
    for pair in word.as_bytes().windows(2) {
        counts[symbol(pair[0])][symbol(pair[1])] += 1;
    }
}

/// The words that at least two files have.
fn words(folder: &Path) -> Vec<String> {
    let mut files = Vec::new();
    collect(folder, &mut files);
    files.sort();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut twice: Vec<String> = Vec::new();
    let mut bytes = 0;
    // Not the first so many bytes, but files from everywhere.
    for (number, file) in files.iter().step_by(3).enumerate() {
        let Ok(text) = fs::read_to_string(file) else { continue };
        bytes += text.len();
        if bytes > MOST_BYTES {
            break;
        }
        let is_part = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
        for word in text.split(|c: char| !is_part(c)).filter(|w| (6..=48).contains(&w.len())) {
            match seen.get_mut(word) {
                None => drop(seen.insert(word.to_owned(), number)),
                Some(file) if *file != number && *file != usize::MAX => {
                    *file = usize::MAX;
                    twice.push(word.to_owned());
                }
                Some(_) => {}
            }
        }
    }
    twice
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        if path.is_dir() && !path.is_symlink() {
            collect(&path, files);
        } else if extension.is_some_and(|extension| SOURCES.contains(&extension)) {
            files.push(path);
        }
    }
}

/// Values as programs draw them: mostly letters of both cases and digits, some hex, some base64.
fn random_values() -> Vec<String> {
    const DIGITS_AND_LETTERS: &str =
        "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let base64 = format!("{DIGITS_AND_LETTERS}+/");
    let url_safe = format!("{DIGITS_AND_LETTERS}-_");
    let alphabets: [&str; 10] = [
        DIGITS_AND_LETTERS,
        DIGITS_AND_LETTERS,
        DIGITS_AND_LETTERS,
        &base64,
        &url_safe,
        &DIGITS_AND_LETTERS[..36],
        &DIGITS_AND_LETTERS[..36],
        &DIGITS_AND_LETTERS[..16],
        &DIGITS_AND_LETTERS[..16],
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    ];
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut draw = move |below: usize| {
        // xorshift64*: no need for better chance than this.
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        let drawn = state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        usize::try_from(drawn).unwrap_or(0) % below
    };
    let value = |number: usize, draw: &mut dyn FnMut(usize) -> usize| -> String {
        let alphabet = alphabets[number % alphabets.len()].as_bytes();
        let length = 12 + draw(29);
        (0..length).map(|_| char::from(alphabet[draw(alphabet.len())])).collect()
    };
    (0..RANDOM_VALUES).map(|number| value(number, &mut draw)).collect()
}

fn table(in_words: &Counts, in_random: &Counts) -> String {
    let total = |counts: &Counts| counts.iter().flatten().sum::<u64>() as f64;
    let (words, random) = (total(in_words), total(in_random));
    let mut out = String::from(HEAD);
    for first in 0..SYMBOLS {
        for second in 0..SYMBOLS {
            let share = |counts: &Counts, total: f64| counts[first][second] as f64 / total;
            let is_known = first < 59 && second < 59;
            let odds = share(in_random, random) / share(in_words, words);
            let tenths = format!("{:.0}", odds.log2() * 10.0).parse::<i64>().unwrap_or(0);
            let separator = if second == 0 { "" } else { " " };
            let _ =
                write!(out, "{separator}{}", if is_known { tenths.clamp(-MOST, MOST) } else { 0 });
        }
        out.push('\n');
    }
    out
}
