//! Tells tokens from pieces of data: in a long run of base64, or in one that is wrapped over lines, every
//! prefix turns up by chance sooner or later.

use crate::chance;
use crate::shape;
use std::ops::Range;

/// How far to either side a run is followed, and how much of it has to go on there.
const FOLLOWED: usize = 64;
const GOES_ON: usize = 40;
/// The widths to which base64 is wrapped, with room for those that nobody recommends.
const WIDTHS: std::ops::RangeInclusive<usize> = 44..=160;
/// How much of a neighbouring line may be quotes, signs and indentation.
const TRIMMINGS: usize = 64;

/// Whether what stands here is a piece of data in base64 and not a token by itself.
pub(crate) fn holds(text: &str, piece: &Range<usize>) -> bool {
    goes_on(text, piece) || is_wrapped(text, piece)
}

/// The same for what has a prefix: where it begins its line it is a token, whatever its neighbours are.
pub(crate) fn holds_prefixed(text: &str, piece: &Range<usize>) -> bool {
    goes_on(text, piece) || before(text, piece) > 0 && is_wrapped(text, piece)
}

fn goes_on(text: &str, piece: &Range<usize>) -> bool {
    let is_data = |part: Range<usize>| {
        part.len() >= GOES_ON
            && (chance::score(&text[part.clone()]) > 0 || shape::longest_run(&text[part]) >= 8)
    };
    is_data(piece.start - before(text, piece)..piece.start)
        || is_data(piece.end..piece.end + after(text, piece))
}

fn is_wrapped(text: &str, piece: &Range<usize>) -> bool {
    let width = before(text, piece) + piece.len() + after(text, piece);
    WIDTHS.contains(&width)
        && text[piece.clone()].bytes().all(|b| is_base64(b) || b == b'=')
        && is_between_lines(text, piece)
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/'
}

/// How many characters of base64 stand right before. A plus that begins a line is the sign of a diff.
fn before(text: &str, piece: &Range<usize>) -> usize {
    let bytes = text.as_bytes();
    let near = &bytes[piece.start.saturating_sub(FOLLOWED)..piece.start];
    let count = near.iter().rev().take_while(|b| is_base64(**b)).count();
    let start = piece.start - count;
    let begins_line = start == 0 || bytes[start - 1] == b'\n';
    count - usize::from(begins_line && count > 0 && bytes[start] == b'+')
}

/// How many characters of base64 stand right after.
fn after(text: &str, piece: &Range<usize>) -> usize {
    text.as_bytes()[piece.end..].iter().take(FOLLOWED).take_while(|b| is_base64(**b)).count()
}

/// Whether the line before or the line after is a line of base64.
fn is_between_lines(text: &str, piece: &Range<usize>) -> bool {
    let most = WIDTHS.end() + TRIMMINGS;
    let from = text.ceil_char_boundary(piece.start.saturating_sub(2 * most));
    let to = text.floor_char_boundary(piece.end.saturating_add(2 * most));
    let previous = text[from..piece.start].rsplit('\n').nth(1);
    let next = text[piece.end..to].split('\n').nth(1);
    previous.is_some_and(is_line_of_data) || next.is_some_and(is_line_of_data)
}

/// Whether a line is nothing but base64 of a common width: bare, quoted, put together, commented.
fn is_line_of_data(line: &str) -> bool {
    let line = line.trim();
    let line = line.strip_suffix('\\').unwrap_or(line).trim_end_matches("\\n");
    let is_trimming = |c: char| " \t\"'`,;.&*#+>\\".contains(c);
    let run = line.trim_matches(is_trimming).trim_end_matches("\\n").trim_end_matches('=');
    let has = |class: fn(&u8) -> bool| run.as_bytes().iter().any(class);
    WIDTHS.contains(&run.len())
        && line.len() - run.len() <= TRIMMINGS
        && run.bytes().all(is_base64)
        && has(u8::is_ascii_uppercase)
        && (has(u8::is_ascii_lowercase) || has(|b| b"+/".contains(b)))
        && !run.bytes().all(|b| b.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str =
        "Rkm09Gk1PaptQAaDR6gPUESRAmQQ0Cnqm9NNBNMlPyj0iPQyQaBp6gAaaB8HrtSFgsiaNsTLSbZS";

    fn holds_marked(text: &str) -> bool {
        let start = text.find("TOKEN").expect("the text says where its piece begins");
        let end = text.rfind("TOKEN").expect("and where it ends") + "TOKEN".len();
        holds(text, &(start..end))
    }

    #[test]
    fn a_piece_of_a_longer_run_is_data() {
        assert!(holds_marked(&format!("x = \"{LINE}/TOKENa1b2c3TOKEN\"")));
        assert!(holds_marked(&format!("TOKENa1b2c3TOKEN+{LINE}")));
        assert!(holds_marked(&format!("{}TOKENa1b2c3TOKEN", "A".repeat(50))));
    }

    #[test]
    fn a_line_of_wrapped_base64_is_data() {
        let token = "TOKENCe6lM1XjJDIY5DwVNmny26pmRqq5hxN0770E37hPulwMJTOKEN";
        for text in [
            format!("{LINE}\n{token}\n"),
            format!("{token}\r\n{LINE}\r\n"),
            format!("var x = \"{token}\" +\n    \"{LINE}\" +\n"),
            format!("  \"{LINE}\",\n  \"{token}\",\n"),
            format!("# {LINE}\n# {token}"),
        ] {
            assert!(holds_marked(&text), "{text}");
        }
    }

    #[test]
    fn what_has_a_prefix_and_begins_its_line_is_a_token() {
        let list = format!("{LINE}\n{LINE}\n");
        let second = LINE.len() + 1..2 * LINE.len() + 1;
        assert!(holds(&list, &second) && !holds_prefixed(&list, &second));
        assert!(holds_prefixed(&list, &(second.start + 3..second.end)));
        let diff = format!("+{LINE}\n+{LINE}\n");
        assert!(!holds_prefixed(&diff, &(second.start + 2..second.end + 2)));
    }

    #[test]
    fn a_token_by_itself_is_none() {
        let token = "TOKENCe6lM1XjJDIY5DwVNmny26pmRqq5hxN0770E37hPulwMJTOKEN";
        for text in [
            token.to_owned(),
            format!("a = {token}\nb = {LINE}\n"),
            format!("/usr/local/lib/something/projects/workspace/{token}"),
            format!("a prose line about nothing at all\n{token}\nanother one"),
            format!("é{token}é"),
        ] {
            assert!(!holds_marked(&text), "{text}");
        }
    }
}
