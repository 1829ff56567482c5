//! Which of the files that came are files that went, in another place: told as a move, a file is a line or two and its
//! edits, and not its whole text twice. Git's rule: half of the longer one is in both.

use std::collections::{BTreeMap, BTreeSet};

/// In hundredths.
const ENOUGH: u64 = 50;
/// Where more pairs are possible only files of equal text are known again, as git bounds it too.
const MOST_PAIRS: usize = 2_500;

/// A file that is in another place.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Moved {
    /// Its place among what went, and among what came.
    pub(crate) gone: usize,
    pub(crate) come: usize,
    /// How much of it is the same, in hundredths.
    pub(crate) same: u64,
}

/// The likeliest pairs of files that are there on one side only, by path and text; each file in one pair at most.
pub(crate) fn moved(gone: &[(&str, &str)], come: &[(&str, &str)]) -> Vec<Moved> {
    let mut pairs = equal(gone, come);
    let is_few = gone.len().saturating_mul(come.len()) <= MOST_PAIRS;
    let [gone_lines, come_lines] = [gone, come].map(|side| -> Vec<Content<'_>> {
        side.iter().filter(|_| is_few).map(|(_, text)| Content::of(text)).collect()
    });
    for (old, gone_lines) in gone_lines.iter().enumerate() {
        for (new, come_lines) in come_lines.iter().enumerate() {
            if gone[old].1 != come[new].1 {
                // What is not the same to the byte never is all the same.
                let same = gone_lines.shared(come_lines).min(99);
                pairs.push(Moved { gone: old, come: new, same });
            }
        }
    }
    pairs.retain(|pair| pair.same >= ENOUGH && !come[pair.come].1.trim().is_empty());
    pairs.sort_by_key(|pair| {
        let (old, new) = (gone[pair.gone].0, come[pair.come].0);
        (std::cmp::Reverse((pair.same, file_name(old) == file_name(new))), old, new)
    });
    let (mut left, mut taken) = (BTreeSet::new(), BTreeSet::new());
    pairs.retain(|pair| {
        let is_free = !left.contains(&pair.gone) && !taken.contains(&pair.come);
        is_free && left.insert(pair.gone) && taken.insert(pair.come)
    });
    pairs
}

/// The pairs of equal text; of very many files with one text the first with the first, and so on.
fn equal(gone: &[(&str, &str)], come: &[(&str, &str)]) -> Vec<Moved> {
    let mut by_text: BTreeMap<&str, [Vec<usize>; 2]> = BTreeMap::new();
    for (which, side) in [gone, come].into_iter().enumerate() {
        for (at, (_, text)) in side.iter().enumerate() {
            by_text.entry(text).or_default()[which].push(at);
        }
    }
    let pair = |(&gone, &come)| Moved { gone, come, same: 100 };
    let mut pairs = Vec::new();
    for [gone, come] in by_text.values() {
        if gone.len().saturating_mul(come.len()) <= MOST_PAIRS {
            pairs.extend(gone.iter().flat_map(|one| come.iter().map(move |two| pair((one, two)))));
        } else {
            pairs.extend(gone.iter().zip(come).map(pair));
        }
    }
    pairs
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The lines of a text that say something, with how often each is there.
struct Content<'a> {
    lines: BTreeMap<&'a str, u64>,
    bytes: u64,
}

impl<'a> Content<'a> {
    fn of(text: &'a str) -> Self {
        let mut content = Self { lines: BTreeMap::new(), bytes: 0 };
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            *content.lines.entry(line).or_default() += 1;
            content.bytes += line.len() as u64;
        }
        content
    }

    /// How much of the longer text is in both, in hundredths.
    fn shared(&self, other: &Self) -> u64 {
        let (short, long) = (self.bytes.min(other.bytes), self.bytes.max(other.bytes));
        if long == 0 || short * 100 < long * ENOUGH {
            return 0;
        }
        let both = self.lines.iter().filter_map(|(line, &count)| {
            Some(line.len() as u64 * count.min(*other.lines.get(line)?))
        });
        both.sum::<u64>() * 100 / long
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(gone: &[(&str, &str)], come: &[(&str, &str)]) -> Vec<(usize, usize, u64)> {
        moved(gone, come).iter().map(|pair| (pair.gone, pair.come, pair.same)).collect()
    }

    #[test]
    fn what_is_the_same_elsewhere_was_moved_and_half_of_it_is_enough() {
        let text = "one\ntwo\nthree\nfour\n";
        assert_eq!(pairs(&[("a", text)], &[("b", text)]), [(0, 0, 100)]);
        let edited = "one\ntwo\nthree\nFOUR\n";
        assert_eq!(pairs(&[("a", text)], &[("b", edited)]), [(0, 0, 73)]);
        assert_eq!(pairs(&[("a", text)], &[("b", "one\n2\n3\n4\nfive and six\n")]), []);
        assert_eq!(pairs(&[("a", text)], &[("b", &text.replace('\n', "\n\n"))]), [(0, 0, 99)]);
        assert_eq!(pairs(&[("a", "")], &[("b", "")]), [], "an empty file is no file's move");
    }

    #[test]
    fn each_file_is_in_one_pair_and_the_likeliest_is_taken() {
        let (text, edited) = ("one\ntwo\nthree\n", "one\ntwo\nthree\nfour\n");
        let gone = [("x/a", text), ("x/b", edited)];
        assert_eq!(pairs(&gone, &[("y/c", edited), ("y/d", text)]), [(0, 1, 100), (1, 0, 100)]);
        // Of equal ones the name tells, then the path.
        assert_eq!(
            pairs(&[("x/a", text), ("x/b", text)], &[("y/b", text), ("y/c", text)]),
            [(1, 0, 100), (0, 1, 100)]
        );
        assert_eq!(pairs(&[("a", text)], &[("b", text), ("c", text)]), [(0, 0, 100)]);
    }

    #[test]
    fn of_very_many_only_equal_ones_are_known_again() {
        let texts: Vec<String> = (0..60).map(|n| format!("one\ntwo\nthree\n{n}\n")).collect();
        let gone: Vec<(&str, &str)> = texts.iter().map(|text| ("a", text.as_str())).collect();
        let mut come = gone.clone();
        come[7].1 = "one\ntwo\nthree\nx\n";
        let found = pairs(&gone, &come);
        assert_eq!(found.len(), 59);
        assert!(found.iter().all(|&(gone, come, same)| gone == come && same == 100));
    }
}
