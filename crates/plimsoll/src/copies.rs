//! Copies that programs make of what is already there: bundles, the same for other module systems, minified files.
//! Nobody changes them, and of one thing a document needs one text.

use crate::found::Found;
use plimsoll_core::capsule::PassedOver;
use plimsoll_core::escape::reveal_line;
use plimsoll_core::vocab::FileClass;
use std::collections::{BTreeMap, BTreeSet};

/// What bundlers write.
const BUNDLED: &[&str] = &["js", "mjs", "cjs", "css"];
/// What they put between the name and that: `vue.esm-browser.prod.js`.
const BUILDS: &[&str] = &[
    "amd",
    "browser",
    "bundle",
    "bundler",
    "cjs",
    "common",
    "dev",
    "development",
    "es",
    "es5",
    "es6",
    "esm",
    "global",
    "iife",
    "legacy",
    "min",
    "mjs",
    "module",
    "node",
    "prod",
    "production",
    "runtime",
    "slim",
    "system",
    "umd",
    "web",
];
/// Of fewer lines nothing is said.
const LEAST_LINES: usize = 20;
/// A line with fewer letters is everywhere.
const LEAST_LETTERS: usize = 8;

/// A file that was found, with others beside it.
#[derive(Debug, Clone, Copy)]
struct Seen<'a> {
    path: &'a str,
    class: FileClass,
    text: &'a str,
    /// What the request names stays, whatever it is.
    is_meant: bool,
}

/// Takes out copies of what else was found, each with its reason.
pub(crate) fn pass_over(found: &mut Found) {
    let seen: Vec<Seen<'_>> = found
        .files
        .iter()
        .map(|one| {
            let file = &one.file;
            let (path, class, text) = (file.path(), file.known.class, file.text.text());
            Seen { path, class, text, is_meant: one.is_meant }
        })
        .collect();
    let copies = copies(&seen);
    if copies.is_empty() {
        return;
    }
    let mut place = 0;
    found.files.retain(|one| {
        let detail = copies.get(&place);
        place += 1;
        found.passed_over.extend(detail.map(|detail| PassedOver {
            path: one.file.path().to_owned(),
            reason: "duplicate".to_owned(),
            detail: detail.clone(),
        }));
        detail.is_none()
    });
}

/// Which files are copies, and of what. The files come best first, and of several alike the first stays.
fn copies(seen: &[Seen<'_>]) -> BTreeMap<usize, String> {
    let mut builds: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
    for (place, one) in seen.iter().enumerate() {
        if let Some(thing) = built_thing(one.path) {
            builds.entry(thing).or_default().push(place);
        }
    }
    builds.retain(|_, places| places.len() > 1);
    let of_a_build: BTreeSet<usize> = builds.values().flatten().copied().collect();
    let is_written = |place: usize| {
        matches!(seen[place].class, FileClass::Source | FileClass::Test)
            && !of_a_build.contains(&place)
    };
    let made: Vec<usize> = (0..seen.len()).filter(|&place| !is_written(place)).collect();
    if made.is_empty() {
        return BTreeMap::new();
    }
    let lines: Vec<BTreeSet<String>> = seen.iter().map(|one| lines(one.text)).collect();
    let mut copies = BTreeMap::new();
    for &place in &made {
        let written = (0..seen.len()).filter(|&other| is_written(other));
        copies.extend(said_by(place, written, seen, &lines).map(|said| (place, said)));
    }
    for places in builds.values() {
        copies.extend(alike(places, seen, &lines, &copies));
    }
    copies.retain(|&place, _| !seen[place].is_meant);
    copies
}

/// Copies among the builds of one thing.
fn alike(
    places: &[usize],
    seen: &[Seen<'_>],
    lines: &[BTreeSet<String>],
    copies: &BTreeMap<usize, String>,
) -> Vec<(usize, String)> {
    let is_minified = |place: &usize| seen[*place].class == FileClass::Minified;
    // The best that somebody could read, else the best. What is a copy of other files stands for nothing itself.
    let Some(&first) = places.iter().find(|place| !is_minified(place)).or(places.first()) else {
        return Vec::new();
    };
    let others = places.iter().filter(|&place| *place != first && !copies.contains_key(place));
    let said = others.filter_map(|&place| {
        let said = match is_minified(&place) {
            false => said_by(place, std::iter::once(first), seen, lines),
            true => Some(match (copies.contains_key(&first), is_minified(&first)) {
                (true, _) => "minified, and what it is made of was found".to_owned(),
                (false, true) => format!("minified like `{}`", reveal_line(seen[first].path)),
                (false, false) => {
                    format!("minified: `{}` can be read", reveal_line(seen[first].path))
                }
            }),
        };
        said.map(|said| (place, said))
    });
    said.collect()
}

/// Which other files have most of what a file says, if they do.
fn said_by(
    place: usize,
    others: impl Iterator<Item = usize>,
    seen: &[Seen<'_>],
    lines: &[BTreeSet<String>],
) -> Option<String> {
    let own = &lines[place];
    if own.len() < LEAST_LINES {
        return None;
    }
    let mut left: BTreeSet<&String> = own.iter().collect();
    let mut having: Vec<(usize, usize)> = Vec::new();
    for other in others.filter(|&other| other != place) {
        let before = left.len();
        left.retain(|line| !lines[other].contains(*line));
        if left.len() < before {
            having.push((before - left.len(), other));
        }
    }
    // Tools write some lines of their own between those that they copy.
    if left.len() * 3 > own.len() {
        return None;
    }
    let &(_, most) = having.iter().max_by_key(|&&(count, other)| (count, usize::MAX - other))?;
    let path = reveal_line(seen[most].path);
    Some(match having.len() - 1 {
        0 => format!("most of its lines are in `{path}`"),
        1 => format!("most of its lines are in `{path}` and in another file that was found"),
        more => {
            format!("most of its lines are in `{path}` and in {more} other files that were found")
        }
    })
}

/// What a text says line by line, without what tools write otherwise: blanks, signs, quotes.
fn lines(text: &str) -> BTreeSet<String> {
    let bare = |line: &str| -> String {
        line.chars().filter(|c| c.is_alphanumeric() || matches!(c, '_' | '$')).collect()
    };
    text.lines().map(bare).filter(|line| line.len() >= LEAST_LETTERS).collect()
}

/// The folder and the name of the thing that a file is a build of, if it could be one.
fn built_thing(path: &str) -> Option<(&str, &str)> {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let mut parts = name.split('.');
    let (thing, mut words) = (parts.next()?, parts.collect::<Vec<_>>());
    let extension = words.pop()?;
    let is_build = |word: &&str| word.split('-').all(|word| BUILDS.contains(&word));
    (BUNDLED.contains(&extension) && words.iter().all(is_build))
        .then(|| (folder, thing.strip_suffix("-min").unwrap_or(thing)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen<'a>(path: &'a str, class: FileClass, text: &'a str) -> Seen<'a> {
        Seen { path, class, text, is_meant: false }
    }

    fn text(name: &str, lines: usize) -> String {
        (0..lines).map(|n| format!("  {name}.transport_{n}('{n}');\n")).collect()
    }

    fn said(files: &[Seen<'_>]) -> Vec<(String, String)> {
        let copies = copies(files);
        copies.into_iter().map(|(place, said)| (files[place].path.to_owned(), said)).collect()
    }

    #[test]
    fn of_the_builds_of_one_thing_the_first_stays() {
        let [a, b] = ["socket", "channel"].map(|name| text(name, 30));
        let module = format!("{a}{b}export {{ a }}\n");
        let other = format!("{}{}module.exports = a\n", a.replace('\'', "\""), b.replace(';', ""));
        let files = [
            seen("static/it.cjs.js", FileClass::Source, &other),
            seen("static/it.min.js", FileClass::Minified, "a()"),
            seen("static/it.mjs", FileClass::Source, &module),
            seen("static/that.js", FileClass::Source, "b()"),
        ];
        let expected = [
            ("static/it.min.js", "minified: `static/it.cjs.js` can be read"),
            ("static/it.mjs", "most of its lines are in `static/it.cjs.js`"),
        ];
        let expected = expected.map(|(path, said)| (path.to_owned(), said.to_owned()));
        assert_eq!(said(&files), expected);
        // What the request names is shown besides.
        let mut meant = files;
        meant[1].is_meant = true;
        assert_eq!(said(&meant), expected[1..]);
        // What somebody wrote is shown rather than what was made of it.
        let written = [
            seen("src/socket.js", FileClass::Source, &a),
            seen("src/channel.js", FileClass::Source, &b),
        ];
        let said = said(&[&files[..], &written[..]].concat());
        let paths: Vec<&str> = said.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(paths, ["static/it.cjs.js", "static/it.min.js", "static/it.mjs"]);
        let both = "most of its lines are in `src/socket.js` and in another file that was found";
        assert_eq!((&*said[0].1, &*said[2].1), (both, both));
    }

    #[test]
    fn what_people_wrote_alike_stays() {
        let long = text("socket", 40);
        let files =
            |paths: [&'static str; 2]| paths.map(|path| seen(path, FileClass::Source, &long));
        for paths in [
            ["test/mysql_test.exs", "test/sqlite_test.exs"],
            ["a/socket.js", "b/socket.js"],
            ["a/socket.js", "a/socket.test.js"],
            ["a/socket.ts", "a/socket.vue"],
            ["a/socket.js", "a/channel.js"],
        ] {
            assert_eq!(said(&files(paths)), [], "{paths:?}");
        }
        // Two texts of one name that are not alike are two texts.
        let short = text("channel", 40);
        let apart = [
            seen("a/it.js", FileClass::Source, &long),
            seen("a/it.mjs", FileClass::Source, &short),
        ];
        assert_eq!(said(&apart), []);
    }

    #[test]
    fn what_a_program_wrote_stays_unless_it_is_there_already() {
        let (whole, part) = (text("socket", 60), text("socket", 30));
        let written = seen("src/socket.ts", FileClass::Source, &part);
        let made = |text| seen("dist/all.js", FileClass::Generated, text);
        assert_eq!(said(&[made(&whole), written]), []);
        let most = "most of its lines are in `src/socket.ts`".to_owned();
        assert_eq!(said(&[made(&part), written]), [("dist/all.js".to_owned(), most)]);
        assert_eq!(said(&[made("short();\n"), written]), []);
    }
}
