//! Headings: what they stand over reaches to the next heading of their level or above.

use super::nest::{Body, Draft};

/// Gives each heading its section, and all but the heading itself as its body.
pub(crate) fn reach<'d>(text: &str, drafts: impl Iterator<Item = &'d mut Draft>) {
    let mut headings: Vec<&mut Draft> = drafts.filter(|draft| draft.level.is_some()).collect();
    headings.sort_by_key(|heading| heading.range.start);
    // From the last to the first; what stands behind, by level: where the nearest heading of it begins.
    let mut nearest = [text.len(); 1 + u8::MAX as usize];
    for heading in headings.into_iter().rev() {
        let level = usize::from(heading.level.unwrap_or_default());
        let start = heading.range.start;
        let next = nearest[..=level].iter().copied().min().unwrap_or(text.len());
        let end = next.max(heading.range.end);
        let head = start + text[heading.range.clone()].trim_end().len();
        let pattern = heading.kind.map_or(0, |(pattern, _)| pattern);
        heading.body = (head < end).then_some(Body { range: head..end, code: false, pattern });
        heading.range.end = end;
        // Some close a heading with the marks that opened it.
        let bare = heading.name.trim_end_matches('#');
        if bare.ends_with(' ') {
            heading.name = bare.trim_end().to_owned();
        }
        nearest[level] = start;
    }
}
