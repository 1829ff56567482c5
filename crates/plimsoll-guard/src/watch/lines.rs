//! The lines around a finding. Where lines are long, little of them is looked at: many findings in one
//! long line would take long.

use std::ops::Range;

/// How far from a finding its line is followed.
pub(super) const FAR: usize = 4096;

/// The whole lines in which a range lies.
pub(super) fn lines_around<'t>(text: &'t str, range: &Range<usize>) -> &'t str {
    let near = text.ceil_char_boundary(range.start.saturating_sub(FAR));
    let start = text[near..range.start].rfind('\n').map_or(near, |at| near + at + 1);
    let far = text.floor_char_boundary(range.end + FAR);
    let end = text[range.end..far].find('\n').map_or(far, |at| range.end + at);
    &text[start..end]
}

/// The line above the one in which a place lies.
pub(super) fn line_above(text: &str, at: usize) -> &str {
    let before = &text[text.ceil_char_boundary(at.saturating_sub(FAR))..at];
    let Some((above, _)) = before.rsplit_once('\n') else { return "" };
    above.rsplit('\n').next().unwrap_or_default()
}
