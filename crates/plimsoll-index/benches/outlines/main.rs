//! What outlines are worth on real trees, and what they cost. `cargo xtask measure outlines DIR…` runs it; while
//! one writes a query, this is quicker, since it needs no release build:
//!
//! ```text
//! cargo bench --profile dev -p plimsoll-index --bench outlines -- DIR…
//! ```
//!
//! Per language: how many files have problems; how many of the others have signatures that parse; how long
//! those are beside the source; how fast outlines are made; and, where universal-ctags is installed, how much
//! of what it finds is found. `PLIMSOLL_LANGUAGE=go` looks at one language alone, `PLIMSOLL_MISSES=50` prints
//! so many of each kind of miss.

#![expect(clippy::print_stdout, reason = "printing a table is what this program is for")]
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "it reads files and the time, starts ctags, and is told what to do by its arguments"
)]

mod collect;
mod tags;
/// The names of languages as the workspace knows them, without the rest of that crate, which takes minutes
/// to compile.
#[expect(dead_code, unused_imports, unreachable_pub, reason = "it is a part of another crate")]
#[path = "../../../plimsoll-workspace/src"]
mod workspace {
    pub(crate) mod language;
}

use collect::{Source, collect};
use plimsoll_core::screened::Screened;
use plimsoll_index::outline::{Outline, outline, outline_in_full};
use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};

const MEGABYTE: usize = 1 << 20;

/// What is counted of one language.
#[derive(Default)]
struct Figures {
    files: usize,
    bytes: usize,
    nanoseconds: u64,
    /// Files in which skipping bodies changes what is found.
    differ: usize,
    /// Files out of bounds.
    without_outline: usize,
    with_problems: usize,
    /// Files without problems that have signatures, and how many of those parse.
    with_signatures: usize,
    parse: usize,
    /// Thousandths of the source that signatures take.
    sizes: Vec<usize>,
    /// Paths of what went wrong.
    broken: Vec<String>,
    against_tags: tags::Tally,
}

fn main() {
    let folders: Vec<String> = env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let most = env::var("PLIMSOLL_MISSES").ok().and_then(|most| most.parse().ok()).unwrap_or(5);
    let only = env::var("PLIMSOLL_LANGUAGE").ok();
    let mut sources = Vec::new();
    folders.iter().for_each(|folder| collect(Path::new(folder), only.as_deref(), &mut sources));
    sources.sort();
    let tags = tags::of(&sources);
    let mut languages: BTreeMap<&str, Figures> = BTreeMap::new();
    for source in &sources {
        let figures = languages.entry(source.language).or_default();
        measure(source, figures, tags.as_ref());
    }
    print_figures(&mut languages);
    if tags.is_none() {
        println!("\nuniversal-ctags is not installed: nothing to compare with.");
    }
    for (name, figures) in &languages {
        print_misses(name, figures, most);
    }
}

fn measure(source: &Source, figures: &mut Figures, tags: Option<&tags::Tags>) {
    let Ok(text) = fs::read_to_string(&source.path) else { return };
    let screened = Screened::ours(text.as_str());
    let begun = cpu_nanoseconds();
    let found = outline(source.language, &screened);
    figures.nanoseconds += cpu_nanoseconds() - begun;
    figures.files += 1;
    figures.bytes += text.len();
    let Some(found) = found else {
        figures.without_outline += 1;
        return;
    };
    if let Some(full) = outline_in_full(source.language, &screened)
        && (full.definitions != found.definitions || full.imports != found.imports)
    {
        figures.differ += 1;
        figures.broken.push(format!("{}: {}", source.path, difference(&found, &full)));
    }
    if let Some(tags) = tags {
        figures.against_tags.compare(source, &text, &found, tags);
    }
    if found.problems.is_empty() {
        rung(source, &found, &text, figures);
    } else {
        figures.with_problems += 1;
    }
}

/// Where skipping bodies matters.
fn difference(found: &Outline, full: &Outline) -> String {
    let mut pairs = found.definitions.iter().zip(&full.definitions);
    match pairs.find(|(ours, all)| ours != all) {
        Some((ours, all)) => format!(
            "line {} has {} without bodies, line {} has {} with them",
            ours.line, ours.name, all.line, all.name
        ),
        None => "imports or the last definitions differ without bodies".to_owned(),
    }
}

/// The signatures of a file that the grammar understands.
fn rung(source: &Source, found: &Outline, text: &str, figures: &mut Figures) {
    let Some(rung) = found.signatures(source.language, text) else { return };
    figures.with_signatures += 1;
    figures.sizes.push(rung.len() * 1000 / text.len().max(1));
    // A byte order mark is shown as what it is, in the whole file too; that is no fault of the signatures.
    let shown = rung.strip_prefix("⟨U+FEFF⟩").unwrap_or(&rung);
    let again = outline(source.language, &Screened::ours(shown));
    match again.and_then(|again| again.problems.into_iter().next()) {
        None => figures.parse += 1,
        Some(problem) => figures.broken.push(format!(
            "{}: line {} of its signatures: {}",
            source.path, problem.line, problem.what
        )),
    }
}

fn print_figures(languages: &mut BTreeMap<&str, Figures>) {
    println!(
        "{:<12} {:>6} {:>7} {:>7} {:>6} {:>8} {:>7} {:>7} {:>18} {:>6} {:>7} {:>7} {:>7}",
        "language",
        "files",
        "MB",
        "MB/s",
        "differ",
        "problems",
        "bounds",
        "parse",
        "size: quartiles",
        "tags",
        "found",
        "ours",
        "only we"
    );
    for (name, figures) in languages {
        figures.sizes.sort_unstable();
        let quartile = |of: usize| figures.sizes.get(figures.sizes.len() * of / 4).unwrap_or(&0);
        let sizes = [1, 2, 3].map(|of| format!("{:.2}", *quartile(of) as f64 / 1000.0));
        let tally = &figures.against_tags;
        println!(
            "{name:<12} {:>6} {:>7.1} {:>7.1} {:>6} {:>8} {:>7} {:>7} {:>18} {:>6} {:>7} {:>7} {:>7}",
            figures.files,
            figures.bytes as f64 / MEGABYTE as f64,
            figures.bytes as f64 * 1e9 / figures.nanoseconds.max(1) as f64 / MEGABYTE as f64,
            figures.differ,
            figures.with_problems,
            figures.without_outline,
            share(figures.parse, figures.with_signatures),
            sizes.join(" "),
            tally.theirs,
            share(tally.both, tally.theirs),
            tally.ours,
            tally.only_ours.len(),
        );
    }
}

fn print_misses(name: &str, figures: &Figures, most: usize) {
    let tally = &figures.against_tags;
    let lists = [
        ("signatures do not parse", &figures.broken),
        ("ctags has, we have not", &tally.only_theirs),
        ("we have, ctags has not", &tally.only_ours),
    ];
    // A language that ctags knows nothing of has nothing to compare.
    let lists = if tally.theirs == 0 { &lists[..1] } else { &lists[..] };
    for (what, all) in lists {
        if !all.is_empty() && most > 0 {
            println!("\n{name}: {what} ({})", all.len());
            // From all over the list, since neighbours are alike.
            let step = all.len().div_ceil(most);
            all.iter().step_by(step).for_each(|one| println!("  {one}"));
        }
    }
}

fn share(part: usize, whole: usize) -> String {
    if whole == 0 { "-".into() } else { format!("{:.2}%", part as f64 * 100.0 / whole as f64) }
}

/// The time that this thread was on a processor.
fn cpu_nanoseconds() -> u64 {
    let said = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    said.split(' ').next().and_then(|first| first.parse().ok()).unwrap_or(0)
}
