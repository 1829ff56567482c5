//! Writes the document: what is aboard, by position.

use super::hold::Hold;
use super::{Loaded, PlacedBlock};
use crate::count::counter;
use crate::fit::Fitted;
use crate::render::CutSummary;

/// Renders a state that fits. `ranking` has the candidates' indices, best first.
pub(super) fn render(hold: &Hold<'_>, fitted: &Fitted, ranking: &[usize]) -> Loaded {
    let cut = cut_summary(fitted);
    let mut document = String::from(hold.renderer.open_document());
    let mut notice = hold.capsule.notice_section.filter(|_| !cut.is_nothing());
    let mut blocks = Vec::new();
    let mut breakpoints = Vec::new();
    let mut section = None;
    for (item, rung) in by_position(hold, fitted) {
        let position = &hold.scales.loads[item].candidate.position;
        if notice.is_some_and(|before| position.section >= before) {
            document.push_str(&hold.renderer.notice(cut));
            notice = None;
        }
        if section.replace(position.section) != Some(position.section) {
            breakpoints.push(document.len());
        }
        let start = document.len();
        hold.scales.write(item, rung, &mut document);
        blocks.push(PlacedBlock { candidate: ranking[item], start, end: document.len() });
    }
    if notice.is_some() {
        document.push_str(&hold.renderer.notice(cut));
    }
    document.push_str(hold.renderer.close_document());
    let blocks_weight: u64 = fitted.group_totals.iter().sum();
    let framing = hold.framing(if cut.is_nothing() { None } else { Some(cut) });
    // The count of the whole is the sum of its parts; a limit is not left to that proof alone, nor to a counter that
    // somebody handed in.
    let exact = counter(hold.counter.name()).map_or(0, |counter| counter.count(&document));
    let used = (framing + blocks_weight).max(exact);
    let truncated = !cut.is_nothing();
    Loaded { framing: used - blocks_weight, used, document, blocks, truncated, breakpoints }
}

fn cut_summary(fitted: &Fitted) -> CutSummary {
    let count =
        |is_so: fn(&Option<usize>) -> bool| fitted.rungs.iter().filter(|r| is_so(r)).count();
    CutSummary {
        candidates: fitted.rungs.len(),
        left_out: count(Option::is_none),
        shortened: count(|rung| rung.is_some_and(|rung| rung > 0)),
    }
}

/// Items that are aboard, with their rungs, as they stand in the document.
fn by_position(hold: &Hold<'_>, fitted: &Fitted) -> Vec<(usize, usize)> {
    let rungs = fitted.rungs.iter().enumerate();
    let mut aboard: Vec<(usize, usize)> =
        rungs.filter_map(|(item, rung)| Some((item, (*rung)?))).collect();
    aboard.sort_by_key(|&(item, _)| (&hold.scales.loads[item].candidate.position, item));
    aboard
}
