//! Code gives way by what an outline says: the regions that are asked for, then signatures, then a summary.
//! The outline is data; where there is none, code is whole or out.

use super::{Cut, Ladder, Lines, ranges};
use crate::vocab::Level;
use serde::{Deserialize, Serialize};

/// What is known of a file's structure.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outline {
    pub imports: Vec<Lines>,
    pub definitions: Vec<Definition>,
}

/// Something that the file defines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Definition {
    pub name: String,
    /// All of it, with what documents it.
    pub lines: Lines,
    /// Lines that can be left out without touching the signature; none for a definition on one line.
    #[serde(default)]
    pub body: Option<Lines>,
}

/// The ladder of code. `targets` are indices of definitions that are asked for.
pub fn code(outline: &Outline, targets: &[usize]) -> Ladder {
    let mut cuts = Vec::new();
    let targets: Vec<&Definition> =
        targets.iter().filter_map(|&target| outline.definitions.get(target)).collect();
    if !targets.is_empty() {
        cuts.push(Cut { level: Level::Regions, keep: regions(outline, &targets) });
    }
    if !outline.definitions.is_empty() {
        cuts.push(Cut { level: Level::Signatures, keep: signatures(outline) });
    }
    let summary = summary(outline);
    if cuts.is_empty() && summary.is_none() {
        Ladder::Fixed
    } else {
        Ladder::Cuts { cuts, summary }
    }
}

/// Imports, the targets whole, and the headers and ends of what encloses them.
fn regions(outline: &Outline, targets: &[&Definition]) -> Vec<Lines> {
    let encloses = |outer: &Definition, inner: &Definition| {
        outer.lines.first <= inner.lines.first && inner.lines.last <= outer.lines.last
    };
    let mut keep = outline.imports.clone();
    for target in targets {
        keep.push(target.lines);
        let enclosing = outline.definitions.iter().filter(|outer| encloses(outer, target));
        keep.extend(enclosing.flat_map(frame));
    }
    ranges(keep)
}

/// Imports, and of every definition all but its body.
fn signatures(outline: &Outline) -> Vec<Lines> {
    let frames = outline.definitions.iter().flat_map(frame);
    ranges(outline.imports.iter().copied().chain(frames).collect())
}

/// What stands before and after a body.
fn frame(definition: &Definition) -> Vec<Lines> {
    let Lines { first, last } = definition.lines;
    match definition.body {
        None => vec![definition.lines],
        Some(body) => vec![
            Lines { first, last: body.first.saturating_sub(1) },
            Lines { first: body.last.saturating_add(1), last },
        ],
    }
}

const MOST_NAMES: usize = 40;

/// The names of what is defined.
fn summary(outline: &Outline) -> Option<String> {
    let names = || outline.definitions.iter().map(|definition| definition.name.as_str());
    let rest = outline.definitions.len().saturating_sub(MOST_NAMES);
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
        let definition =
            |name: &str, lines, body| Definition { name: name.to_owned(), lines, body };
        Outline {
            imports: vec![lines(1, 2)],
            definitions: vec![
                definition("Cache", lines(4, 20), Some(lines(5, 19))),
                definition("get", lines(6, 10), Some(lines(7, 9))),
                definition("put", lines(12, 18), Some(lines(13, 17))),
                definition("LIMIT", lines(22, 22), None),
            ],
        }
    }

    #[test]
    fn a_target_is_whole_with_what_encloses_it() {
        let Ladder::Cuts { cuts, summary } = code(&outline(), &[1]) else { panic!("it has cuts") };
        assert_eq!(cuts[0].level, Level::Regions);
        assert_eq!(cuts[0].keep, [lines(1, 2), lines(4, 4), lines(6, 10), lines(20, 20)]);
        assert_eq!(summary.as_deref(), Some("defines Cache, get, put, LIMIT"));
    }

    #[test]
    fn signatures_are_everything_but_bodies() {
        let Ladder::Cuts { cuts, .. } = code(&outline(), &[]) else { panic!("it has cuts") };
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
        assert_eq!(code(&Outline::default(), &[]), Ladder::Fixed);
    }
}
