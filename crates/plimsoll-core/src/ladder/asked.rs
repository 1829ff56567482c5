//! Code that is named as a whole, with a request that it was named for: what the request is about stays longest.

use super::code::{closed, regions, signatures, window};
use super::{Cut, Definition, Ladder, LineStarts, Lines, Outline, ranges};
use crate::vocab::Level;

/// So many definitions are whole among the signatures of all.
pub(super) const WHOLE: &[usize] = &[16, 6, 2];
/// Where what is wanted most has more lines than this, of so many wanted lines so many around each are tried.
const LONG: u32 = 40;
const AROUND_WANTED: &[(usize, u32)] = &[(24, 8), (8, 4)];
/// Where the signatures have more lines than this, fewer of them are tried.
const MANY_SIGNATURES: &[u32] = &[120, 60, 24];

/// The ladder of code of which some lines are wanted, the most wanted first: what is wanted among the signatures of all,
/// the signatures, and where these are very many, those that are wanted most.
pub fn code_asked(outline: &Outline, wanted: &[u32], text: &str) -> Ladder {
    let starts = LineStarts::of(text);
    let cut = |level, keep: Vec<Lines>| Cut {
        level,
        keep: closed(ranges(keep), text, &starts, outline.strict),
    };
    let order = by_want(outline, wanted);
    let all = signatures(outline);
    let mut cuts: Vec<Cut> = WHOLE
        .iter()
        .filter(|_| !order.is_empty())
        .map(|&most| {
            let targets: Vec<&Definition> =
                order.iter().take(most).map(|&at| &outline.definitions[at]).collect();
            cut(Level::Regions, [all.clone(), regions(outline, &targets)].concat())
        })
        .collect();
    let is_long = |&at: &usize| {
        let lines = outline.definitions[at].lines;
        lines.last - lines.first >= LONG
    };
    if order.iter().take(WHOLE[WHOLE.len() - 1]).any(is_long) {
        cuts.extend(AROUND_WANTED.iter().map(|&(most, context)| {
            let some = wanted.iter().take(most);
            let lines = some.map(|&line| window(outline, line, starts.count(), context)).collect();
            cut(Level::Regions, [all.clone(), lines].concat())
        }));
    }
    let count = |keep: &[Lines]| keep.iter().map(|part| part.last - part.first + 1).sum::<u32>();
    let fewer = MANY_SIGNATURES.iter().filter(|&&most| count(&all) > most);
    let fewer: Vec<Cut> =
        fewer.map(|&most| cut(Level::Signatures, few(outline, &order, most))).collect();
    cuts.push(cut(Level::Signatures, all));
    cuts.extend(fewer);
    // Nothing at all is no way to show a file.
    cuts.retain(|cut| !cut.keep.is_empty());
    cuts.dedup();
    Ladder::cuts(cuts, None, outline.comment.clone())
}

/// The definitions that have wanted lines, in the order in which these are wanted.
pub(super) fn by_want(outline: &Outline, wanted: &[u32]) -> Vec<usize> {
    let mut order = Vec::new();
    for at in wanted.iter().filter_map(|&line| outline.innermost(line)) {
        if !order.contains(&at) {
            order.push(at);
        }
        // More are shown in no case.
        if order.len() >= MANY_SIGNATURES[0] as usize {
            break;
        }
    }
    order
}

/// The signatures that are wanted most, in the headers of what encloses them, then the first ones; about so many lines.
fn few(outline: &Outline, order: &[usize], most: u32) -> Vec<Lines> {
    let mut keep: Vec<Lines> = Vec::new();
    let mut left = most;
    let rest = (0..outline.definitions.len()).filter(|&at| {
        let one = &outline.definitions[at];
        !one.inner && !one.name.is_empty()
    });
    for at in order.iter().copied().chain(rest) {
        let own = outline.definitions[at].lines;
        let is_around =
            |outer: &&Definition| outer.lines.first <= own.first && own.last <= outer.lines.last;
        let frames = outline.definitions.iter().filter(is_around).flat_map(|outer| &outer.frame);
        let new: Vec<Lines> = frames.filter(|frame| !keep.contains(frame)).copied().collect();
        let lines: u32 = new.iter().map(|frame| frame.last - frame.first + 1).sum();
        // One that is too long does not keep the others out.
        if lines <= left {
            left -= lines;
            keep.extend(new);
        }
        if left == 0 {
            break;
        }
    }
    keep
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(first: u32, last: u32) -> Lines {
        Lines { first, last }
    }

    /// One type around so many functions of ten lines each.
    fn outline(count: u32) -> Outline {
        let named = |name: String, all: Lines| Definition {
            name,
            lines: all,
            frame: vec![lines(all.first, all.first), lines(all.last, all.last)],
            inner: false,
        };
        let functions = (0..count).map(|n| named(format!("f{n}"), lines(3 + n * 10, 12 + n * 10)));
        let around = named("Type".to_owned(), lines(2, 3 + count * 10));
        Outline {
            imports: vec![lines(1, 1)],
            definitions: [vec![around], functions.collect()].concat(),
            comment: None,
            strict: true,
        }
    }

    fn cuts(count: u32, wanted: &[u32]) -> Vec<(Level, Vec<Lines>)> {
        let text = format!("{}\n", "x".repeat(90)).repeat(count as usize * 10 + 3);
        let Ladder::Cuts { cuts, summary: None, never_whole: false, .. } =
            code_asked(&outline(count), wanted, &text)
        else {
            panic!("it has selections")
        };
        cuts.into_iter().map(|cut| (cut.level, cut.keep)).collect()
    }

    fn shows(keep: &[Lines], line: u32) -> bool {
        keep.iter().any(|part| (part.first..=part.last).contains(&line))
    }

    #[test]
    fn what_is_wanted_is_whole_among_the_signatures_of_all() {
        // The bodies of f2 and f0 are wanted.
        let found = cuts(4, &[25, 6, 26]);
        assert_eq!(found.len(), 2, "{found:?}");
        let [(Level::Regions, wanted), (Level::Signatures, signatures)] = &found[..] else {
            panic!("{found:?}")
        };
        for (line, is_wanted) in [(25, true), (6, true), (16, false), (36, false)] {
            assert_eq!(
                (shows(wanted, line), shows(signatures, line)),
                (is_wanted, false),
                "{line}"
            );
        }
        for line in [1, 2, 3, 13, 23, 33, 43] {
            assert!(shows(wanted, line) && shows(signatures, line), "{line}");
        }
        // Where nothing is wanted, these are the signatures alone.
        assert_eq!(cuts(4, &[]), [(Level::Signatures, signatures.clone())]);
        assert_eq!(cuts(4, &[1, 99_999]).len(), 1);
    }

    #[test]
    fn of_what_is_long_the_lines_around_the_wanted_ones_stay() {
        let long = Outline {
            definitions: vec![Definition {
                name: "TABLE".to_owned(),
                lines: lines(2, 400),
                frame: vec![lines(2, 9), lines(400, 400)],
                inner: false,
            }],
            ..outline(0)
        };
        let text = format!("{}\n", "x".repeat(90)).repeat(410);
        let Ladder::Cuts { cuts, .. } = code_asked(&long, &[250, 120], &text) else {
            panic!("cuts")
        };
        let shown: Vec<[bool; 4]> = cuts
            .iter()
            .map(|cut| [250, 242, 245, 300].map(|line| shows(&cut.keep, line)))
            .collect();
        let expected = [
            [true; 4],
            [true, true, true, false],
            [true, false, false, false],
            [false, false, false, false],
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn very_many_signatures_are_those_that_are_wanted_most() {
        let wanted: Vec<u32> = [150, 90].iter().map(|n| 6 + n * 10).collect();
        let found = cuts(200, &wanted);
        let few: Vec<&Vec<Lines>> = found[found.len() - 3..].iter().map(|(_, keep)| keep).collect();
        for (keep, most) in few.iter().zip(MANY_SIGNATURES) {
            let count: u32 = keep.iter().map(|part| part.last - part.first + 1).sum();
            assert!(count <= *most && count + 4 > *most, "{count} of {most}");
            for line in [2, 3 + 150 * 10, 3 + 90 * 10, 3] {
                assert!(shows(keep, line), "{line} of {keep:?}");
            }
            assert!(!shows(keep, wanted[0]) && !shows(keep, 3 + 199 * 10));
        }
        assert!(found.iter().all(|(level, _)| matches!(level, Level::Regions | Level::Signatures)));
    }
}
