//! Writes the document: what is aboard, by position.

use super::hold::Hold;
use super::overview::{Overview, told};
use super::{Loaded, PlacedBlock};
use crate::count::counter;
use crate::fit::{Fitted, Weights};
use crate::render::CutSummary;

/// Renders a state that fits. `ranking` has the candidates' indices, best first.
pub(super) fn render(
    hold: &Hold<'_>,
    overview: Option<&Overview>,
    fitted: &Fitted,
    ranking: &[usize],
) -> Loaded {
    let cut = cut_summary(fitted);
    let aboard = by_position(hold, fitted);
    let blocks_weight: u64 =
        aboard.iter().map(|&(item, rung)| hold.scales.weight(item, rung)).sum();
    let (open, close) = (hold.renderer.open_document(), hold.renderer.close_document());
    let bare = hold.counter.count(open) + hold.counter.count(close);
    let told = told(hold, overview, fitted, (&aboard, cut), bare + blocks_weight);
    let mut document = String::from(open);
    let mut untold = Some(told.as_str()).filter(|told| !told.is_empty());
    let before = hold.capsule.notice_section.unwrap_or(u16::MAX);
    let mut blocks = Vec::new();
    let mut breakpoints = Vec::new();
    let mut section = None;
    for (item, rung) in aboard {
        let position = &hold.scales.loads[item].candidate.position;
        if position.section >= before {
            document.push_str(untold.take().unwrap_or_default());
        }
        if section.replace(position.section) != Some(position.section) {
            breakpoints.push(document.len());
        }
        let start = document.len();
        hold.scales.write(item, rung, &mut document);
        blocks.push(PlacedBlock { candidate: ranking[item], start, end: document.len() });
    }
    document.push_str(untold.unwrap_or_default());
    document.push_str(close);
    let framing = bare + if told.is_empty() { 0 } else { hold.counter.count(&told) };
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
