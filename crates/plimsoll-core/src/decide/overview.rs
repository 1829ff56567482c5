//! What a document tells about itself, counted before it is known: a table of contents, whose lines are weighed with
//! their blocks, and the best of what is left out, for which room is kept.

use super::hold::Hold;
use crate::capsule::Capsule;
use crate::count::Counter;
use crate::fit::{Fitted, Weights};
use crate::limit::LARGEST_LIMIT;
use crate::render::{CutSummary, Frame, Renderer, left_out_line, more_line};

/// So much of what is left out is named at most.
const MOST_NAMED: usize = 10;

pub(super) struct Overview {
    contents: Frame,
    left_out: Frame,
    contents_frame: u64,
    left_out_frame: u64,
    /// What is kept for the list of what is left out, and what stands for the rest of it.
    left_out_room: u64,
}

impl Overview {
    pub(super) fn of(
        capsule: &Capsule,
        renderer: &dyn Renderer,
        counter: &dyn Counter,
    ) -> Option<Self> {
        let wanted = capsule.overview?;
        let candidates = &capsule.candidates;
        let contents = Frame::new("Contents", "contents", candidates);
        let left_out = Frame::new("Left out", "left_out", candidates);
        let count = |frame: &Frame| {
            counter.count(&frame.open(renderer)) + counter.count(&frame.close(renderer))
        };
        // No more is kept than the longest list could take.
        let longest = |name| {
            counter.count(&renderer.body(&left_out_line(name, LARGEST_LIMIT, capsule.limit.unit)))
        };
        let mut lines: Vec<u64> =
            candidates.iter().map(|candidate| longest(&candidate.name)).collect();
        lines.sort_unstable_by(|a, b| b.cmp(a));
        let list: u64 = lines.iter().take(MOST_NAMED).sum();
        let more = counter.count(&more_line(candidates.len()));
        Some(Self {
            contents_frame: count(&contents),
            left_out_frame: count(&left_out),
            contents,
            left_out,
            left_out_room: list.min(wanted.left_out_room) + more,
        })
    }

    /// What is to be kept for it besides the lines of what is shown.
    pub(super) fn room(&self, is_cut: bool) -> u64 {
        let left_out = if is_cut { self.left_out_frame + self.left_out_room } else { 0 };
        self.contents_frame + left_out
    }

    /// The table of contents; nothing where nothing stands before it.
    fn contents(&self, hold: &Hold<'_>, aboard: &[(usize, usize)]) -> String {
        let lines: String = aboard
            .iter()
            .filter_map(|&(item, rung)| hold.scales.contents_line(item, rung))
            .collect();
        self.framed(&self.contents, hold, &lines)
    }

    /// The best of what is left out, as far as there is room.
    fn left_out(&self, hold: &Hold<'_>, fitted: &Fitted, room: u64) -> String {
        let out: Vec<usize> =
            (0..fitted.rungs.len()).filter(|&item| fitted.rungs[item].is_none()).collect();
        let count = |line: &str| hold.counter.count(&hold.renderer.body(line));
        let mut used = self.left_out_frame + count(&more_line(hold.capsule.candidates.len()));
        let (mut lines, mut named) = (String::new(), 0);
        for &item in out.iter().take(MOST_NAMED) {
            let scales = &hold.scales;
            let smallest = scales.weight(item, scales.rungs(item) - 1);
            let name = &scales.loads[item].candidate.name;
            let line = left_out_line(name, smallest, hold.capsule.limit.unit);
            used += count(&line);
            if used > room {
                break;
            }
            lines.push_str(&line);
            named += 1;
        }
        if named < out.len() {
            lines.push_str(&more_line(out.len() - named));
        }
        self.framed(&self.left_out, hold, &lines)
    }

    fn framed(&self, frame: &Frame, hold: &Hold<'_>, lines: &str) -> String {
        if lines.is_empty() {
            return String::new();
        }
        let body = hold.renderer.body(lines);
        [&*frame.open(hold.renderer), &*body, &*frame.close(hold.renderer)].concat()
    }
}

/// What stands where the document tells about itself. `taken` is what everything else counts.
pub(super) fn told(
    hold: &Hold<'_>,
    overview: Option<&Overview>,
    fitted: &Fitted,
    (aboard, cut): (&[(usize, usize)], CutSummary),
    taken: u64,
) -> String {
    let mut told = overview.map_or(String::new(), |overview| overview.contents(hold, aboard));
    if cut.is_nothing() || hold.capsule.notice_section.is_none() {
        return told;
    }
    told.push_str(&hold.renderer.notice(cut));
    if let Some(overview) = overview {
        let room = hold.capsule.limit.value.saturating_sub(taken + hold.counter.count(&told));
        told.push_str(&overview.left_out(hold, fitted, room));
    }
    told
}
