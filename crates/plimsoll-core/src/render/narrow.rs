//! A line that is too long, without its middle: the first and the last of it, half of the room each. What stands for the
//! middle is a line of its own, so that it is a marker like any other and nothing in a text can pass for it.

use super::shown::{MARKER, Part, marker};
use crate::ladder::LEAST_LEFT_OUT;
use crate::limit::Grouped;

/// Where the middle of a line begins and ends, and how many characters it has.
struct Middle {
    from: usize,
    to: usize,
    characters: usize,
}

/// Adds lines, none of them longer than so many characters.
pub(super) fn add_narrow<'a>(text: &'a str, width: usize, parts: &mut Vec<Part<'a>>) {
    let (mut at, mut whole) = (0, 0);
    for line in text.split_inclusive('\n') {
        if let Some(Middle { from, to, characters }) = middle(line, width) {
            parts.extend((whole < at).then(|| Part::Text(&text[whole..at])));
            parts.push(Part::Beginning(format!("{}\n", &line[..from])));
            let characters = Grouped(characters as u64);
            parts.push(Part::Marker(marker(&format!("{characters} characters left out"))));
            parts.push(Part::End(&line[to..]));
            whole = at + line.len();
        }
        at += line.len();
    }
    parts.extend((whole < at).then(|| Part::Text(&text[whole..at])));
}

/// Whether there is a line that is too long.
pub(super) fn is_narrowed(text: &str, width: usize) -> bool {
    text.split_inclusive('\n').any(|line| middle(line, width).is_some())
}

/// The middle of a line, if it is worth a marker.
fn middle(line: &str, width: usize) -> Option<Middle> {
    // A line has at least as many bytes as characters.
    if line.len() <= width + LEAST_LEFT_OUT {
        return None;
    }
    let bare = line.strip_suffix('\n').unwrap_or(line);
    let half = width / 2;
    let (from, _) = bare.char_indices().nth(half)?;
    let (to, _) = bare.char_indices().nth_back(half.checked_sub(1)?)?;
    let from = before_spelled(bare, from);
    let to = after_marker(bare, after_spelled(bare, to.max(from)));
    let characters = bare[from..to].chars().count();
    (characters > LEAST_LEFT_OUT).then_some(Middle { from, to, characters })
}

/// A character that is spelled out, as `⟨U+202E⟩` is, stays in one piece: so many bytes are looked at.
const LONGEST_SPELLED: usize = 16;

fn before_spelled(line: &str, at: usize) -> usize {
    let before = &line[..at];
    let open = before.rfind('⟨').filter(|&open| !before[open..].contains('⟩'));
    open.filter(|open| at - open < LONGEST_SPELLED).unwrap_or(at)
}

fn after_spelled(line: &str, at: usize) -> usize {
    let after = &line[at..];
    let close = after.find('⟩').filter(|&close| !after[..close].contains('⟨'));
    close.filter(|&close| close < LONGEST_SPELLED).map_or(at, |close| at + close + '⟩'.len_utf8())
}

/// What stood within a line begins one now, and must not pass for a marker there.
fn after_marker(line: &str, at: usize) -> usize {
    let end = &line[at..];
    let signs = &end[..end.find(char::is_alphanumeric).unwrap_or(end.len())];
    signs.rfind(MARKER).map_or(at, |marker| at + marker + MARKER.len_utf8())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn narrow(text: &str, width: usize) -> String {
        let mut parts = Vec::new();
        add_narrow(text, width, &mut parts);
        parts.iter().map(Part::as_str).collect()
    }

    #[test]
    fn both_ends_of_a_long_line_stay() {
        let text =
            format!("short\n{}{}{}\nlast\n", "a".repeat(10), "x".repeat(1_200), "z".repeat(10));
        let expected = "short\naaaaaaaaaa\n⋯ 1,200 characters left out ⋯\nzzzzzzzzzz\nlast\n";
        assert_eq!(narrow(&text, 20), expected);
        assert_eq!(narrow(&text, 1_200), text, "a marker would be longer");
        assert!(is_narrowed(&text, 20) && !is_narrowed(&text, 1_200));
    }

    #[test]
    fn spelled_characters_stay_whole_and_an_end_is_no_marker() {
        let long = "x".repeat(200);
        assert_eq!(
            narrow(&format!("ab⟨U+202E⟩{long}⟨U+202E⟩yz\n"), 8),
            "ab\n⋯ 216 characters left out ⋯\nyz\n"
        );
        assert_eq!(
            narrow(&format!("ab{long}(⋯ ⋯yz\n"), 12),
            "abxxxx\n⋯ 200 characters left out ⋯\nyz\n"
        );
        // What is spelled does not begin so far away.
        let far = narrow(&format!("⟨{long}⟩\n"), 40);
        assert!(far.starts_with(&format!("⟨{}\n⋯ 162 ", "x".repeat(19))), "{far}");
    }

    proptest! {
        #[test]
        fn ends_are_ends_and_nothing_is_larger(
            text in "([aé⟨⟩⋯ (\u{301}😀]{0,90}|[^\n]{60,120}|\n){0,6}",
            width in 2_usize..200,
        ) {
            let narrowed = narrow(&text, width);
            prop_assert!(narrowed.chars().count() <= text.chars().count());
            prop_assert_eq!(is_narrowed(&text, width), narrowed != text);
            let mut parts = Vec::new();
            add_narrow(&text, width, &mut parts);
            let mut rest = &*text;
            for part in &parts {
                match part {
                    Part::Text(whole) => rest = rest.strip_prefix(whole).expect("in its order"),
                    Part::Beginning(start) => {
                        let start = start.strip_suffix('\n').expect("it ends its line");
                        prop_assert!(start.chars().count() <= width / 2);
                        rest = rest.strip_prefix(start).expect("in its order");
                    }
                    Part::Marker(says) => {
                        let says = says.split(' ').nth(1).expect("a number").replace(',', "");
                        let gone: usize = says.parse().expect("a number");
                        rest = &rest[rest.char_indices().nth(gone).map_or(rest.len(), |(at, _)| at)..];
                    }
                    Part::End(end) => {
                        prop_assert!(end.trim_end_matches('\n').chars().count() <= width / 2);
                        let first = end.find(|c: char| c.is_alphanumeric() || c == MARKER);
                        prop_assert!(first.is_none_or(|at| !end[at..].starts_with(MARKER)));
                        rest = rest.strip_prefix(end).expect("in its order");
                    }
                }
            }
            prop_assert_eq!(rest, "");
        }
    }
}
