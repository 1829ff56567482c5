//! What a document tells about itself: what it shows and at which level, and what it leaves out.
//!
//! Both are lists in a block of their own. Every line begins with a dash and ends with a newline, so that lines, like
//! blocks, add up to the count of the whole.

use super::shown::{longest_run, without_markers};
use super::{Head, Renderer};
use crate::candidate::{Candidate, Name, kind};
use crate::escape::reveal_line;
use crate::limit::{Grouped, Unit};

/// The block around such a list. It is the same whatever stands in it: its fence is longer than any that a name could
/// open, whether or not it is in the list.
pub(crate) struct Frame {
    name: Name,
    kind: &'static str,
    fence: usize,
}

impl Frame {
    pub(crate) fn new(title: &str, kind: &'static str, candidates: &[Candidate]) -> Self {
        let texts =
            candidates.iter().flat_map(|one| [Some(one.name.as_str()), one.part.as_deref()]);
        let names = texts.flatten().map(|text| longest_run(text, b'`'));
        let name = Name::Title(title.to_owned());
        Self { name, kind, fence: names.max().unwrap_or(0).max(2) + 1 }
    }

    fn head(&self) -> Head<'_> {
        Head::ours(&self.name, self.kind, self.fence)
    }

    pub(crate) fn open(&self, renderer: &dyn Renderer) -> String {
        renderer.open_block(&self.head())
    }

    pub(crate) fn close(&self, renderer: &dyn Renderer) -> String {
        renderer.close_block(&self.head())
    }
}

/// `- src/cache.rs: regions, 40 of 380 lines`.
pub(crate) fn contents_line(head: &Head<'_>) -> String {
    // A path may stand there twice: as a file, and as its diff.
    let kind = if head.name.path().is_some() && head.kind != kind::FILE {
        format!("{}, ", reveal_line(head.kind))
    } else {
        String::new()
    };
    let mut line = format!("{}: {kind}{}", item(head.name, head.part), head.level);
    if let Some((shown, of)) = &head.lines {
        let shown: u64 = shown.iter().map(|lines| u64::from(lines.last - lines.first) + 1).sum();
        line.push_str(&format!(", {} of {} lines", Grouped(shown), Grouped(u64::from(*of))));
    }
    if !head.redacted.is_empty() {
        line.push_str(", values redacted");
    }
    line.push('\n');
    line
}

/// `- src/cache.rs: needs 1,204 characters at least`.
pub(crate) fn left_out_line(name: &Name, smallest: u64, unit: Unit) -> String {
    format!("{}: needs {} {unit} at least\n", item(name, None), Grouped(smallest))
}

/// A name as it begins a line of a list. It may not pass for the marker of something left out.
fn item(name: &Name, part: Option<&str>) -> String {
    let part = part.map_or(String::new(), |part| format!(", section {}", reveal_line(part)));
    without_markers(format!("- {}{part}", reveal_line(name.as_str())).into()).into_owned()
}

/// What stands for the rest of the list.
pub(crate) fn more_line(more: usize) -> String {
    format!("- and {} more; `plimsoll explain` has them all\n", Grouped(more as u64))
}
