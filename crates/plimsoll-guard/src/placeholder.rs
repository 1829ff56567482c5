//! What stands in the place of a secret, and how such a mark is known again.

use std::ops::Range;

const OPEN: &str = "<redacted:";
/// More than any rule id and number need.
const LONGEST: usize = 96;

/// The mark for the `number`th replacement in a text.
pub(crate) fn mark(rule: &str, number: usize) -> String {
    format!("{OPEN}{rule}:{number}>")
}

/// Where marks stand in a text. Only the ids of known rules make a mark, so that nothing else can hide in
/// the form of one.
pub(crate) fn marks(text: &str, is_rule: impl Fn(&str) -> bool) -> Vec<Range<usize>> {
    text.match_indices(OPEN)
        .filter_map(|(start, _)| {
            let body_start = start + OPEN.len();
            let window = &text.as_bytes()[body_start..text.len().min(body_start + LONGEST)];
            let length = window.iter().position(|&byte| byte == b'>')?;
            let (id, number) = text.get(body_start..body_start + length)?.rsplit_once(':')?;
            let numbered = (1..=9).contains(&number.len())
                && !number.starts_with('0')
                && number.bytes().all(|byte| byte.is_ascii_digit());
            (numbered && is_rule(id)).then_some(start..body_start + length + 1)
        })
        .collect()
}

/// Whether `place` is inside one of the sorted `marks`.
pub(crate) fn inside(marks: &[Range<usize>], place: usize) -> bool {
    let after = marks.partition_point(|mark| mark.start <= place);
    after.checked_sub(1).is_some_and(|at| place < marks[at].end)
}

/// Whether one of the sorted `marks` lies in `value`.
pub(crate) fn touch(marks: &[Range<usize>], value: &Range<usize>) -> bool {
    let first = marks.partition_point(|mark| mark.end <= value.start);
    marks.get(first).is_some_and(|mark| mark.start < value.end)
}

/// What is left of a value when the marks in it are taken out.
pub(crate) fn without_marks(text: &str, value: Range<usize>, marks: &[Range<usize>]) -> String {
    let first = marks.partition_point(|mark| mark.end <= value.start);
    let mut left = String::new();
    let mut copied = value.start;
    for mark in marks[first..].iter().take_while(|mark| mark.start < value.end) {
        left.push_str(text.get(copied..mark.start.max(copied)).unwrap_or_default());
        copied = mark.end.min(value.end);
    }
    left.push_str(text.get(copied..value.end).unwrap_or_default());
    left
}
