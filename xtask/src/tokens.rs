//! Rust source as tokens, so that a check looks at code and not at comments or strings.
//!
//! No parser: what an attribute or an item is, [`crate::items`] knows.

/// An identifier or number, `::`, one other character, or `"` in place of any literal text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    pub(crate) text: &'a str,
    pub(crate) line: usize,
}

pub(crate) fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut line = 1;
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let (length, kept) = next_piece(rest, first);
        let (piece, tail) = rest.split_at(length);
        match kept {
            Piece::Code => tokens.push(Token { text: piece, line }),
            Piece::Literal => tokens.push(Token { text: "\"", line }),
            Piece::Nothing => {}
        }
        line += piece.matches('\n').count();
        rest = tail;
    }
    tokens
}

enum Piece {
    Code,
    Literal,
    Nothing,
}

fn next_piece(rest: &str, first: char) -> (usize, Piece) {
    if first.is_whitespace() {
        return (first.len_utf8(), Piece::Nothing);
    }
    if rest.starts_with("//") {
        return (rest.find('\n').unwrap_or(rest.len()), Piece::Nothing);
    }
    if rest.starts_with("/*") {
        return (block_comment(rest), Piece::Nothing);
    }
    if let Some(length) = string(rest).or_else(|| character(rest)) {
        return (length, Piece::Literal);
    }
    if rest.starts_with("::") {
        return (2, Piece::Code);
    }
    let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
    (if word == 0 { first.len_utf8() } else { word }, Piece::Code)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Block comments nest.
fn block_comment(rest: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < rest.len() {
        let tail = &rest.as_bytes()[at..];
        if tail.starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if tail.starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    rest.len()
}

/// Length of a string literal, with its prefix, raw or not.
fn string(rest: &str) -> Option<usize> {
    let letters = rest.bytes().take(2).take_while(|byte| b"bcr".contains(byte)).count();
    let hashes = rest[letters..].bytes().take_while(|&byte| byte == b'#').count();
    let body = rest[letters + hashes..].strip_prefix('"')?;
    let start = rest.len() - body.len();
    if rest[..letters].ends_with('r') {
        let close = format!("\"{}", "#".repeat(hashes));
        Some(body.find(&close).map_or(rest.len(), |end| start + end + close.len()))
    } else {
        (hashes == 0).then(|| start + escaped_until(body, b'"'))
    }
}

/// Length of a character literal; a lifetime or a label is none.
fn character(rest: &str) -> Option<usize> {
    let open = if rest.starts_with("b'") { 2 } else { 1 };
    let body = rest.strip_prefix("b'").or_else(|| rest.strip_prefix('\''))?;
    let first = body.chars().next()?;
    if first == '\\' {
        return Some(open + escaped_until(body, b'\''));
    }
    let close = first.len_utf8();
    body[close..].starts_with('\'').then_some(open + close + 1)
}

/// Length up to and including the first `end` that no backslash stands before.
fn escaped_until(body: &str, end: u8) -> usize {
    let mut bytes = body.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        if byte == b'\\' {
            bytes.next();
        } else if byte == end {
            return at + 1;
        }
    }
    body.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::items::{test_functions, without_tests};
    use proptest::prelude::*;

    fn texts(source: &str) -> Vec<&str> {
        tokens(source).into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn comments_and_literals_are_not_code() {
        assert_eq!(texts("a // b\n/* c /* d */ e */ f"), ["a", "f"]);
        assert_eq!(texts(r#"a("std::net \" x", 'b', '\'', b'c') d"#).join(""), "a(\",\",\",\")d");
        assert_eq!(texts("r#\"x \" y\"# z"), ["\"", "z"]);
        assert_eq!(texts("r\"\\\" z"), ["\"", "z"]);
        assert_eq!(texts("fn f<'a>(x: &'a str)").join(" "), "fn f < ' a > ( x : & ' a str )");
        assert_eq!(texts("std::fs"), ["std", "::", "fs"]);
        assert_eq!(texts("\"open"), ["\""]);
    }

    #[test]
    fn lines_are_counted_through_comments_and_strings() {
        let found = tokens("/*\n\n*/ a \"\n\n\" b");
        assert_eq!((found[0].line, found[2].line), (3, 5));
    }

    proptest! {
        /// Whatever the file holds, reading it ends, and code comes out as it went in.
        #[test]
        fn any_text_is_read_to_its_end(
            source in "([a-z_#'\"/*\\\\{}:\n ]|r#\"|\"#|b'|/\\*|\\*/|é|世){0,40}",
        ) {
            let found = tokens(&source);
            let mut rest = source.as_str();
            for token in found.iter().filter(|token| token.text != "\"") {
                let at = rest.find(token.text);
                prop_assert!(at.is_some());
                rest = &rest[at.unwrap() + token.text.len()..];
            }
            prop_assert!(found.is_sorted_by_key(|token| token.line));
            without_tests(&found);
            test_functions(&found);
        }
    }
}
