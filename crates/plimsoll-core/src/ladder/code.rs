//! Code gives way by what an outline says: the regions that are asked for, then signatures, then a summary.
//! The outline is data; where there is none, code is whole or out.

use super::asked::{WHOLE, by_want};
use super::{Cut, Ladder, LineStarts, Lines, join, ranges};
use crate::vocab::Level;
use serde::{Deserialize, Serialize};

/// What is known of a file's structure.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outline {
    pub imports: Vec<Lines>,
    pub definitions: Vec<Definition>,
    /// How a comment is written in the file's language.
    #[serde(default)]
    pub comment: Option<Comment>,
    /// A line that is left out stays so, even where what stands for it is no shorter.
    #[serde(default)]
    pub strict: bool,
}

/// Something that the file defines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Definition {
    /// None where it only encloses: it is then shown around what it encloses.
    pub name: String,
    /// All of it, with what documents it.
    pub lines: Lines,
    /// Its signature: what is shown of it where its body is not.
    pub frame: Vec<Lines>,
    /// Whether it lies in the body of another definition, which signatures leave out.
    #[serde(default)]
    pub inner: bool,
}

impl Outline {
    /// The smallest definition that a line is in.
    pub fn innermost(&self, line: u32) -> Option<usize> {
        let is_around = |lines: Lines| (lines.first..=lines.last).contains(&line);
        let around = self.definitions.iter().enumerate();
        let around = around.filter(|(_, one)| !one.name.is_empty() && is_around(one.lines));
        around.min_by_key(|(_, one)| one.lines.last - one.lines.first).map(|(at, _)| at)
    }
}

/// How a comment is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comment {
    /// Signs only. Also what has to stand there for a body, where a body cannot be empty.
    pub before: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub after: String,
}

impl Comment {
    /// What has to stand there for a body, and the sign of the comment.
    fn parts(&self) -> (&str, &str) {
        self.before.trim_end().rsplit_once(' ').unwrap_or(("", self.before.trim_end()))
    }

    /// What stands before the sign of the comment, where something does.
    pub fn word(&self) -> Option<&str> {
        Some(self.parts().0.trim()).filter(|word| !word.is_empty())
    }

    /// Whether a line says something that is no comment.
    pub(super) fn is_code(&self, line: &str) -> bool {
        let (line, sign) = (line.trim_start(), self.parts().1);
        !line.is_empty() && (sign.is_empty() || !line.starts_with(sign))
    }

    /// A comment in the place of these lines. It is indented as the first of them that is no comment, since in some
    /// languages that has a meaning; where all are comments, as the first, and nothing has to stand there.
    pub(crate) fn in_place_of(&self, lines: &str, marker: &str) -> String {
        let sign = self.parts().1;
        let code = lines.lines().find(|line| self.is_code(line));
        let before = match code {
            None if self.word().is_some() => &self.before[self.before.len() - sign.len() - 1..],
            _ => &self.before,
        };
        let first = code.or_else(|| lines.lines().find(|line| !line.trim().is_empty()));
        let first = first.unwrap_or_default();
        let indent = &first[..first.len() - first.trim_start_matches([' ', '\t']).len()];
        format!("{indent}{before}{marker}{}", self.after)
    }
}

/// The ladder of code. `targets` are indices of definitions that are asked for.
pub fn code(outline: &Outline, targets: &[usize], text: &str) -> Ladder {
    let starts = LineStarts::of(text);
    let mut cuts = Vec::new();
    let targets: Vec<&Definition> =
        targets.iter().filter_map(|&target| outline.definitions.get(target)).collect();
    if !targets.is_empty() {
        cuts.push(Cut {
            level: Level::Regions,
            keep: closed(regions(outline, &targets), text, &starts, outline.strict),
        });
    }
    if outline.definitions.iter().any(|definition| !definition.name.is_empty()) {
        cuts.push(Cut {
            level: Level::Signatures,
            keep: closed(signatures(outline), text, &starts, outline.strict),
        });
    }
    let summary = summary(outline);
    if cuts.is_empty() && summary.is_none() {
        Ladder::Fixed
    } else {
        Ladder::cuts(cuts, summary, outline.comment.clone())
    }
}

/// The ladder of code of which some lines are named, and some wanted besides, the most wanted first: what the named ones lie
/// in and what is wanted, then less of what is wanted, then what they lie in by itself, then ever fewer lines around each of
/// them, in the headers of what encloses it. They are on every rung. Signatures of all else would be names of tests mostly.
pub fn code_around(
    outline: &Outline,
    named: &[u32],
    wanted: &[u32],
    text: &str,
    contexts: &[u32],
) -> Ladder {
    let starts = LineStarts::of(text);
    let there: Vec<u32> =
        named.iter().copied().filter(|line| (1..=starts.count()).contains(line)).collect();
    if there.is_empty() {
        return code(outline, &[], text);
    }
    let cut = |keep: Vec<Lines>| Cut {
        level: Level::Regions,
        keep: closed(ranges(keep), text, &starts, outline.strict),
    };
    let definition = |at: usize| &outline.definitions[at];
    let targets: Vec<&Definition> =
        there.iter().filter_map(|&line| Some(definition(outline.innermost(line)?))).collect();
    let around = |context: u32| -> Vec<Lines> {
        there.iter().map(|&line| window(outline, line, starts.count(), context)).collect()
    };
    let within = |context| [regions(outline, &targets), around(context)].concat();
    // What they lie in may be a line or two, which alone say little.
    let widest = contexts.first().copied().unwrap_or(0);
    let order = by_want(outline, wanted);
    let with_wanted = |most: usize| {
        let wanted: Vec<&Definition> = order.iter().take(most).map(|&at| definition(at)).collect();
        [regions(outline, &wanted), within(widest)].concat()
    };
    let mut cuts: Vec<Cut> = WHOLE.iter().map(|&most| cut(with_wanted(most))).collect();
    cuts.extend(contexts.iter().map(|&context| cut(within(context))));
    for &context in contexts {
        let mut keep = around(context);
        let is_around = |outer: &&Definition| {
            there.iter().any(|line| (outer.lines.first..=outer.lines.last).contains(line))
        };
        let headers = outline.definitions.iter().filter(is_around);
        keep.extend(headers.flat_map(|outer| outer.frame.iter().copied()));
        cuts.push(cut(keep));
    }
    // At last such a line or two alone.
    let least = cut(within(0));
    let count = |cut: &Cut| cut.keep.iter().map(|part| part.last - part.first + 1).sum::<u32>();
    if cuts.last().is_some_and(|last| count(&least) < count(last)) {
        cuts.push(least);
    }
    cuts.dedup();
    Ladder::cuts(cuts, None, outline.comment.clone())
}

/// What has so many lines says enough by itself: no half of its neighbours is shown with it.
const STANDS_ALONE: u32 = 8;

/// The lines around one that is named, within what it lies in where that says enough.
pub(super) fn window(outline: &Outline, line: u32, line_count: u32, context: u32) -> Lines {
    let bounds = outline.innermost(line).map(|at| outline.definitions[at].lines);
    let bounds = bounds.filter(|own| own.last - own.first + 1 >= STANDS_ALONE);
    let bounds = bounds.unwrap_or(Lines { first: 1, last: line_count });
    Lines {
        first: line.saturating_sub(context).max(bounds.first),
        last: line.saturating_add(context).min(bounds.last),
    }
}

/// The ladder of one definition of a text, in the headers of what encloses it: its signature with those of what can be
/// seen in it, then its own alone. More of the text may not be shown.
pub fn signature(outline: &Outline, at: usize, text: &str) -> Option<Ladder> {
    Ladder::cuts(signature_cuts(outline, at, text)?, None, outline.comment.clone()).never_whole()
}

/// The same with all of the definition on top, or only these lines of it.
pub fn definition(outline: &Outline, at: usize, text: &str, lines: &[Lines]) -> Option<Ladder> {
    let signatures = signature_cuts(outline, at, text)?;
    let whole = outline.definitions[at].lines;
    let inside = |part: &Lines| Lines {
        first: part.first.max(whole.first),
        last: part.last.min(whole.last),
    };
    let mut keep: Vec<Lines> = lines.iter().map(inside).collect();
    if lines.is_empty() {
        keep.push(whole);
    }
    // What encloses it, and itself.
    let around = outline.definitions.iter().filter(|other| encloses(other.lines, whole));
    keep.extend(around.flat_map(|other| &other.frame));
    let keep = filled(ranges(keep), text, &LineStarts::of(text), outline.strict);
    let smaller: Vec<Cut> = signatures.into_iter().filter(|cut| cut.keep != keep).collect();
    let region = Cut { level: Level::Regions, keep };
    Ladder::cuts([vec![region], smaller].concat(), None, outline.comment.clone()).never_whole()
}

fn signature_cuts(outline: &Outline, at: usize, text: &str) -> Option<Vec<Cut>> {
    let definition = outline.definitions.get(at)?;
    let starts = LineStarts::of(text);
    let with = |is_shown: &dyn Fn(&Definition) -> bool| {
        let related = outline
            .definitions
            .iter()
            .filter(|other| encloses(other.lines, definition.lines) || is_shown(other));
        let frames = definition.frame.iter().chain(related.flat_map(|one| &one.frame));
        filled(ranges(frames.copied().collect()), text, &starts, outline.strict)
    };
    let is_seen_inside =
        |other: &Definition| encloses(definition.lines, other.lines) && !other.inner;
    let mut selections = vec![with(&is_seen_inside), with(&|_| false)];
    selections.dedup();
    let cut = |keep| Cut { level: Level::Signatures, keep };
    Some(selections.into_iter().map(cut).collect())
}

/// Imports, the targets whole, and the headers and ends of what encloses them.
pub(super) fn regions(outline: &Outline, targets: &[&Definition]) -> Vec<Lines> {
    let mut keep = outline.imports.clone();
    for target in targets {
        keep.push(target.lines);
        let enclosing =
            outline.definitions.iter().filter(|outer| encloses(outer.lines, target.lines));
        keep.extend(enclosing.flat_map(|outer| outer.frame.iter().copied()));
    }
    ranges(keep)
}

/// Imports, and the signature of everything that can be seen from outside of a body.
pub(super) fn signatures(outline: &Outline) -> Vec<Lines> {
    let all = &outline.definitions;
    let named: Vec<&Definition> =
        all.iter().filter(|one| !one.inner && !one.name.is_empty()).collect();
    let mut shown: Vec<Lines> = named.iter().map(|one| one.lines).collect();
    shown.extend(&outline.imports);
    let around = enclosing_any(all.iter().filter(|one| one.name.is_empty()), shown);
    let frames =
        named.iter().copied().chain(around).flat_map(|definition| definition.frame.iter().copied());
    ranges(outline.imports.iter().copied().chain(frames).collect())
}

/// Those that enclose at least one of the others.
fn enclosing_any<'a>(
    outer: impl Iterator<Item = &'a Definition>,
    mut inner: Vec<Lines>,
) -> impl Iterator<Item = &'a Definition> {
    inner.sort_unstable();
    // Of each and all that begin after it: where the first of them ends.
    let mut earliest = u32::MAX;
    let mut ends: Vec<u32> = inner
        .iter()
        .rev()
        .map(|lines| {
            earliest = earliest.min(lines.last);
            earliest
        })
        .collect();
    ends.reverse();
    outer.filter(move |one| {
        let from = inner.partition_point(|lines| lines.first < one.lines.first);
        ends.get(from).is_some_and(|&end| end <= one.lines.last)
    })
}

fn encloses(outer: Lines, inner: Lines) -> bool {
    outer.first <= inner.first && inner.last <= outer.last
}

/// A marker says less than a line of this length.
const SHORT_LINE: usize = 80;

/// Closes the gaps that cost more than what they leave out: empty lines, and one short line among them unless it is to
/// stay out.
fn filled(keep: Vec<Lines>, text: &str, starts: &LineStarts, strict: bool) -> Vec<Lines> {
    let between = keep.windows(2).map(|pair| Lines {
        first: pair[0].last.saturating_add(1),
        last: pair[1].first.saturating_sub(1),
    });
    let small: Vec<Lines> =
        between.filter(|&gap| is_small(starts.slice(text, gap), strict)).collect();
    let mut all = [keep, small].concat();
    all.sort_unstable();
    join(all.iter())
}

/// The same, and such gaps at the beginning and the end of the text.
pub(super) fn closed(
    keep: Vec<Lines>,
    text: &str,
    starts: &LineStarts,
    strict: bool,
) -> Vec<Lines> {
    let mut keep = filled(keep, text, starts, strict);
    let (Some(first), Some(last)) = (keep.first().copied(), keep.last().copied()) else {
        return keep;
    };
    let before = Lines { first: 1, last: first.first.saturating_sub(1) };
    let after = Lines { first: last.last.saturating_add(1), last: starts.count() };
    let is_gap = |gap: &Lines| gap.first <= gap.last && is_small(starts.slice(text, *gap), strict);
    keep.extend([before, after].into_iter().filter(is_gap));
    keep.sort_unstable();
    join(keep.iter())
}

/// Whether left-out lines say less than what would stand for them.
fn is_small(gap: &str, strict: bool) -> bool {
    let says = |line: &&str| !line.trim().is_empty();
    let lines: Vec<&str> = gap.lines().filter(says).take(2).collect();
    lines.is_empty() || (!strict && lines.len() == 1 && lines[0].len() <= SHORT_LINE)
}

const MOST_NAMES: usize = 40;

/// The names of what is defined.
fn summary(outline: &Outline) -> Option<String> {
    let names =
        || outline.definitions.iter().map(|one| one.name.as_str()).filter(|name| !name.is_empty());
    let rest = names().count().saturating_sub(MOST_NAMES);
    let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
    let named: Vec<&str> = names().take(MOST_NAMES).collect();
    (!named.is_empty()).then(|| format!("defines {}{more}", named.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(first: u32, last: u32) -> Lines {
        Lines { first, last }
    }

    fn outline() -> Outline {
        let definition = |name: &str, lines, frame: &[Lines], inner| Definition {
            name: name.to_owned(),
            lines,
            frame: frame.to_vec(),
            inner,
        };
        Outline {
            imports: vec![lines(1, 2)],
            definitions: vec![
                definition("Cache", lines(4, 20), &[lines(4, 4), lines(20, 20)], false),
                definition("get", lines(6, 10), &[lines(6, 6), lines(10, 10)], false),
                definition("helper", lines(7, 9), &[lines(7, 7), lines(9, 9)], true),
                definition("put", lines(12, 18), &[lines(12, 12), lines(18, 18)], false),
                definition("LIMIT", lines(22, 22), &[lines(22, 22)], false),
            ],
            comment: None,
            strict: false,
        }
    }

    /// Long lines, so that nothing is shown just because it is short.
    fn text() -> String {
        "x".repeat(100).lines().cycle().take(22).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn gaps_that_cost_more_than_they_save_are_closed() {
        let text = "a\n\n\nb\nshort\nc\none\ntwo\nd\n";
        let keep = vec![lines(1, 1), lines(4, 4), lines(6, 6), lines(9, 9)];
        let filled = |strict| filled(keep.clone(), text, &LineStarts::of(text), strict);
        assert_eq!(filled(false), [lines(1, 6), lines(9, 9)]);
        assert_eq!(filled(true), [lines(1, 4), lines(6, 6), lines(9, 9)]);
        // The same at either end of a text.
        let closed = |keep, strict| closed(keep, text, &LineStarts::of(text), strict);
        assert_eq!(closed(vec![lines(2, 8)], false), [lines(1, 9)]);
        assert_eq!(closed(vec![lines(2, 8)], true), [lines(2, 8)]);
        assert_eq!(closed(vec![lines(5, 6)], false), [lines(5, 6)]);
        assert_eq!(closed(Vec::new(), false), []);
    }

    #[test]
    fn a_scope_is_shown_where_it_encloses_something() {
        let scope = |first, last| Definition {
            name: String::new(),
            lines: lines(first, last),
            frame: vec![lines(first, first), lines(last, last)],
            inner: false,
        };
        let mut outline = outline();
        outline.definitions.extend([scope(3, 21), scope(7, 8)]);
        let Ladder::Cuts { cuts, .. } = code(&outline, &[], &text()) else { panic!("it has cuts") };
        // Imports, the scope's first line and what follows touch; the scope around nothing is not there.
        assert_eq!(cuts[0].keep[..2], [lines(1, 4), lines(6, 6)]);
    }

    #[test]
    fn the_innermost_definition_has_a_line() {
        let found = [4, 8, 14, 21, 22].map(|line| outline().innermost(line));
        assert_eq!(found, [Some(0), Some(2), Some(3), None, Some(4)]);
    }

    #[test]
    fn a_target_is_whole_with_what_encloses_it() {
        let Ladder::Cuts { cuts, summary, .. } = code(&outline(), &[1], &text()) else {
            panic!("it has cuts")
        };
        assert_eq!(cuts[0].level, Level::Regions);
        assert_eq!(cuts[0].keep, [lines(1, 2), lines(4, 4), lines(6, 10), lines(20, 20)]);
        assert_eq!(summary.as_deref(), Some("defines Cache, get, helper, put, LIMIT"));
    }

    #[test]
    fn lines_that_are_named_are_on_every_rung() {
        let asked = |named: &[u32], wanted: &[u32]| match code_around(
            &outline(),
            named,
            wanted,
            &text(),
            &[2, 0],
        ) {
            Ladder::Cuts { cuts, summary: None, .. } => cuts,
            other => panic!("it has cuts and no summary: {other:?}"),
        };
        let kept = |named: &[u32]| asked(named, &[]);
        let [definition, near, alone] = &kept(&[14])[..] else { panic!("three rungs") };
        assert_eq!(definition.keep, [lines(1, 2), lines(4, 4), lines(12, 18), lines(20, 20)]);
        assert_eq!(near.keep, [lines(4, 4), lines(12, 16), lines(18, 18), lines(20, 20)]);
        assert_eq!(
            alone.keep,
            [lines(4, 4), lines(12, 12), lines(14, 14), lines(18, 18), lines(20, 20)]
        );
        // A definition of one line says little alone.
        assert_eq!(kept(&[22])[0].keep, [lines(1, 2), lines(20, 22)]);
        // Line 21 is in nothing.
        assert_eq!(kept(&[21])[0].keep, [lines(1, 2), lines(19, 22)]);
        let none = code_around(&outline(), &[99], &[6], &text(), &[2]);
        assert_eq!(none, code(&outline(), &[], &text()));
        // What is wanted besides is whole above all that is only named.
        let wanted = asked(&[14], &[8]);
        let helper = lines(7, 9);
        let shows = |cut: &Cut| cut.keep.iter().any(|kept| encloses(*kept, helper));
        assert_eq!(wanted.iter().map(shows).collect::<Vec<_>>(), [true, false, false, false]);
        assert_eq!(wanted[1..], kept(&[14])[..]);
    }

    #[test]
    fn lines_around_a_place_end_with_what_it_lies_in() {
        let named = |name: &str, lines| Definition {
            name: name.to_owned(),
            lines,
            frame: Vec::new(),
            inner: false,
        };
        let definitions = vec![named("long", lines(11, 30)), named("short", lines(31, 33))];
        let outline = Outline { definitions, ..Outline::default() };
        let around = |line| window(&outline, line, 50, 10);
        assert_eq!(around(15), lines(11, 25));
        assert_eq!(around(29), lines(19, 30));
        // A few lines alone say little, and where nothing is defined there are no bounds but those of the file.
        assert_eq!(around(32), lines(22, 42));
        assert_eq!(around(45), lines(35, 50));
    }

    #[test]
    fn signatures_are_everything_but_bodies() {
        let Ladder::Cuts { cuts, .. } = code(&outline(), &[], &text()) else {
            panic!("it has cuts")
        };
        let kept = [
            lines(1, 2),
            lines(4, 4),
            lines(6, 6),
            lines(10, 10),
            lines(12, 12),
            lines(18, 18),
            lines(20, 20),
            lines(22, 22),
        ];
        assert_eq!(cuts[0].level, Level::Signatures);
        assert_eq!(cuts[0].keep, kept);
        assert_eq!(code(&Outline::default(), &[], ""), Ladder::Fixed);
    }

    #[test]
    fn the_signature_of_one_definition_stands_in_its_class() {
        let kept = |at| match signature(&outline(), at, &text()) {
            Some(Ladder::Cuts { cuts, never_whole: true, .. }) => {
                cuts.into_iter().map(|cut| cut.keep).collect::<Vec<_>>()
            }
            other => panic!("it is never whole: {other:?}"),
        };
        assert_eq!(kept(1), [[lines(4, 4), lines(6, 6), lines(10, 10), lines(20, 20)]]);
        // A class with what can be seen in it, then its header alone.
        let class = [(4, 4), (6, 6), (10, 10), (12, 12), (18, 18), (20, 20)];
        let class = class.map(|(first, last)| lines(first, last)).to_vec();
        assert_eq!(kept(0), [class, vec![lines(4, 4), lines(20, 20)]]);
        assert_eq!(kept(4), [[lines(22, 22)]]);
        assert_eq!(signature(&outline(), 9, &text()), None);
        // All of it on top, where it is more than its signature.
        let Some(Ladder::Cuts { cuts, never_whole: true, .. }) =
            definition(&outline(), 1, &text(), &[])
        else {
            panic!("it is never whole")
        };
        let levels: Vec<Level> = cuts.iter().map(|cut| cut.level).collect();
        assert_eq!(levels, [Level::Regions, Level::Signatures]);
        assert_eq!(vec![cuts[1].keep.clone()], kept(1));
        let Definition { lines, .. } = outline().definitions[1].clone();
        assert!(cuts[0].keep.iter().any(|kept| encloses(*kept, lines)), "{cuts:?}");
        // Or some lines of it, in its header; what lies outside of it is not meant.
        let some = [Lines { first: 1, last: 14 }];
        let Some(Ladder::Cuts { cuts, .. }) = definition(&outline(), 3, &text(), &some) else {
            panic!("it has lines")
        };
        let kept: Vec<(u32, u32)> = cuts[0].keep.iter().map(|one| (one.first, one.last)).collect();
        assert_eq!(kept, [(4, 4), (12, 14), (18, 18), (20, 20)]);
    }

    #[test]
    fn a_comment_is_indented_like_what_it_stands_for() {
        let comment = Comment { before: "...  # ".to_owned(), after: String::new() };
        let place = |lines| comment.in_place_of(lines, "gone");
        assert_eq!(place("\n# note\n    x = 1\ny = 2\n"), "    ...  # gone");
        assert_eq!(place("\n    # note\n"), "    # gone");
        let plain = Comment { before: "/* ".to_owned(), after: " */".to_owned() };
        assert_eq!(plain.in_place_of("\t/* note */\n", "gone"), "\t/* gone */");
        assert_eq!((comment.word(), plain.word()), (Some("..."), None));
    }
}
