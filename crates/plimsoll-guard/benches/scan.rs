//! How fast the guard scans, and what memory it takes above the text. `cargo xtask measure secrets` runs it.
//!
//! Arguments are folders whose files are scanned, one at a time; without any, the sources beside this file.
//! They are scanned again and again up to the sizes of the table. Then come texts made to be slow: their
//! rate must be the same at both sizes. A star says that the scan stopped, since there was too much to find.

#![expect(clippy::print_stdout, reason = "printing a table is what this program is for")]
#![expect(
    clippy::disallowed_methods,
    reason = "it reads files and the time, and is told what to do by its arguments"
)]

use plimsoll_guard::Guard;
use std::path::Path;
use std::{env, fs};

const MEGABYTE: usize = 1 << 20;
const HOSTILE: &[(&str, &str)] = &[
    ("one line of base64", "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVowMTIzNDU2Nzg5"),
    ("one line of hex", "0f1e2d3c4b5a69788796a5b4c3d2e1f0"),
    ("nested quotes", "\"'`\\\"{\"a\":\"'"),
    ("open assignments", "password=\"token='secret:`"),
    ("names without end", "api_key_secret_token_password_"),
    ("heads of keys", "-----BEGIN PRIVATE KEY-----"),
    ("URLs", "https://a:b"),
    ("lists", "token=[\"a\",\"a\","),
    ("brackets", "password=[[[[(((("),
    ("fields", "a=1&password=x&"),
    ("zeros in base64", "AAAAAAAAAAAAAAAAAAAA"),
    ("labels", "pass: "),
    ("tokens and services", "slack k1f9Qz7LmP2xVb8RtY3w "),
    ("tokens alone", "k1f9Qz7LmP2xVb8RtY3w "),
    ("services alone", "slack "),
    ("keys", "-----BEGIN PRIVATE KEY-----A1bcdefghijklmnopqrst"),
    ("marks", "<redacted:url-password:1>"),
    ("hidden characters", "a few words, one of them hy\u{AD}phenated; "),
    ("lines of base64", "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVowMTIzNDU2Nzg5QUJDREVGR0hJ\n"),
];

fn main() {
    let given: Vec<String> = env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let folders = if given.is_empty() {
        vec![concat!(env!("CARGO_MANIFEST_DIR"), "/..").to_owned()]
    } else {
        given
    };
    let guard = Guard::builtin();
    let mut texts = Vec::new();
    folders.iter().for_each(|folder| collect(Path::new(folder), &mut texts));
    texts.sort();
    let all: usize = texts.iter().map(String::len).sum();
    println!(
        "{} files, {} MB; memory with texts and rules: {} MB",
        texts.len(),
        all / MEGABYTE,
        resident()
    );
    println!("{:>8} {:>18} {:>10}", "MB", "MB per CPU second", "findings");
    for size in [1, 10, 100] {
        let (mut scanned, mut findings) = (0, 0);
        let begun = cpu_nanoseconds();
        for text in texts.iter().cycle() {
            findings += guard.locate(text).map_or(0, |spots| spots.len());
            scanned += text.len();
            if scanned >= size * MEGABYTE {
                break;
            }
        }
        println!("{size:>8} {:>18.2} {findings:>10}", rate(scanned, begun));
    }
    let text = (all / MEGABYTE) as u64;
    println!("memory above the texts: {} MB", status("VmHWM:").saturating_sub(text));
    println!(
        "\n{:<22} {:>10} {:>10}   MB per CPU second",
        "made to be slow", "at 5 MB", "at 50 MB"
    );
    for (name, unit) in HOSTILE {
        let at = |size: usize| {
            let text = unit.repeat(size * MEGABYTE / unit.len());
            let begun = cpu_nanoseconds();
            let star = if guard.locate(&text).is_err() { "*" } else { " " };
            format!("{:.2}{star}", rate(text.len(), begun))
        };
        println!("{name:<22} {:>10} {:>10}", at(5), at(50));
    }
    let above = status("VmHWM:").saturating_sub(text + 50);
    println!("\nmemory above the texts and one of 50 MB that was made to be slow: {above} MB");
}

fn rate(bytes: usize, begun: u64) -> f64 {
    let spent = (cpu_nanoseconds() - begun).max(1);
    bytes as f64 * 1e9 / spent as f64 / MEGABYTE as f64
}

/// The time that this thread was on a processor.
fn cpu_nanoseconds() -> u64 {
    let said = fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    said.split(' ').next().and_then(|first| first.parse().ok()).unwrap_or(0)
}

fn resident() -> u64 {
    status("VmRSS:")
}

/// A line of /proc/self/status, in MB.
fn status(name: &str) -> u64 {
    let said = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = said.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap_or(0) / 1024
}

fn collect(path: &Path, texts: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(path) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_symlink() || path.ends_with("target") {
            continue;
        }
        if path.is_dir() {
            collect(&path, texts);
        } else if let Ok(text) = fs::read_to_string(&path) {
            texts.push(text);
        }
    }
}
