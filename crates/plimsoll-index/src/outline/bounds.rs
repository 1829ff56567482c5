//! What some grammars cannot take. Their scanners keep account of what is open, each time they are asked anew:
//! beyond some depth one writes past its buffer, and others take a time that grows with the square of it.
//! Such texts are told by a look at them, and have no outline.

/// How deep a text may go.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Bound {
    /// No block begins behind this column (at most two begin at one, so there is room for all), and there are
    /// no more documents in the text than this.
    Blocks { last_column: usize, documents: usize },
    /// No more tags than this are open at once, but for those that never close.
    Tags { most: usize, never_close: &'static [&'static str] },
    /// No more comments than this begin and never end: where comments may lie in comments, each of them lets a
    /// scanner read to the end of the text. Patterns of paths (`**/*`) look like comments too. Swift's scanner compares
    /// what follows `#` with words of its own, and past their ends where the text ends with one of them.
    Comments { most: usize, never_last: &'static [&'static str] },
}

pub(super) const HTML: Bound = Bound::Tags { most: 500, never_close: VOID };
pub(super) const XML: Bound = Bound::Tags { most: 500, never_close: &[] };
pub(super) const YAML: Bound = Bound::Blocks { last_column: 120, documents: 5000 };
/// Of languages whose comments may lie in comments.
pub(super) const NESTED_COMMENTS: Bound = Bound::Comments { most: 1000, never_last: &[] };
pub(super) const SWIFT: Bound = Bound::Comments { most: 1000, never_last: DIRECTIVES };

const DIRECTIVES: &[&str] = &["#if", "#elseif", "#else", "#endif"];
const VOID: &[&str] = &[
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
];
/// In HTML these end where the next of them begins; in XML nobody writes them so.
const END_AT_NEXT: &[&str] = &["dd", "dt", "li", "option", "p", "td", "th", "tr"];
/// What has no tags in it: how it begins and ends.
const RAW: &[(&str, &str)] =
    &[("<!--", "-->"), ("<![CDATA[", "]]>"), ("<script", "</script"), ("<style", "</style")];

impl Bound {
    pub(crate) fn allows(self, text: &str) -> bool {
        match self {
            Self::Blocks { last_column, documents } => {
                let is_mark = |line: &&str| line.starts_with("---") || line.starts_with("...");
                text.lines().all(|line| block_column(line) <= last_column)
                    && text.lines().filter(is_mark).count() <= documents
            }
            Self::Tags { most, never_close } => open_tags_stay_below(text, most, never_close),
            Self::Comments { most, never_last } => {
                open_comments(text) <= most && (never_last.is_empty() || !text.contains('\0'))
            }
        }
    }

    /// What of a text the grammar may see.
    pub(crate) fn seen(self, text: &str) -> &str {
        let Self::Comments { never_last, .. } = self else { return text };
        let mut seen = text;
        while let Some(rest) = never_last.iter().find_map(|word| seen.strip_suffix(word)) {
            seen = rest;
        }
        seen
    }
}

/// How many comments begin and never end, if comments may lie in comments.
fn open_comments(text: &str) -> usize {
    let mut open = 0_usize;
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = match (first, after.first()) {
            (b'/', Some(b'*')) => {
                open += 1;
                &after[1..]
            }
            (b'*', Some(b'/')) => {
                open = open.saturating_sub(1);
                &after[1..]
            }
            _ => after,
        };
    }
    open
}

/// Behind which column of a line no block begins: its indentation, and what opens blocks at its beginning
/// with tags and anchors between.
fn block_column(line: &str) -> usize {
    let mut column = 0;
    let mut in_tag = false;
    for byte in line.bytes() {
        in_tag = matches!(byte, b'!' | b'&') || (in_tag && !byte.is_ascii_whitespace());
        if !in_tag && !matches!(byte, b' ' | b'\t' | b'-' | b'?' | b':') {
            break;
        }
        column += 1;
    }
    column
}

fn open_tags_stay_below(text: &str, most: usize, never_close: &[&str]) -> bool {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        if let Some((_, end)) = RAW.iter().find(|(begin, _)| rest.starts_with(begin)) {
            rest = rest.find(end).map_or("", |end| &rest[end..]);
        }
        let closes = rest.starts_with("</");
        rest = rest.get(1 + usize::from(closes)..).unwrap_or_default();
        let name = tag_name(rest);
        if name.is_empty() {
            continue;
        }
        rest = &rest[name.len()..];
        if closes {
            if let Some(at) = open.iter().rposition(|open| open.eq_ignore_ascii_case(name)) {
                open.truncate(at);
            }
        } else if !ends_itself(rest) && !never_close.contains(&name) {
            let follows = open.last() == Some(&name) && END_AT_NEXT.contains(&name);
            open.extend((!follows).then_some(name));
        }
        if open.len() > most {
            return false;
        }
    }
    true
}

fn tag_name(rest: &str) -> &str {
    let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '>' | '/' | '<' | '=' | '"'));
    let name = &rest[..end.unwrap_or(rest.len())];
    if name.starts_with(|c: char| c.is_alphabetic() || c == '_') { name } else { "" }
}

/// Whether a tag closes as it opens: `<a/>`.
fn ends_itself(rest: &str) -> bool {
    rest.find('>').is_some_and(|end| rest[..end].ends_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_count_while_they_are_open() {
        for (text, html, xml) in [
            ("<b>", false, false),
            ("<b/>", true, true),
            ("<b></b>", true, true),
            ("<br>", true, false),
            ("<p>text", true, true),
            ("<p><b>", false, false),
            ("<!-- <b> -->", true, true),
            ("<script>if (a <b) {}</script>", true, true),
            ("a < b", true, true),
            ("</b>", true, true),
        ] {
            let text = text.repeat(501);
            assert_eq!((HTML.allows(&text), XML.allows(&text)), (html, xml), "{}", &text[..8]);
        }
    }

    #[test]
    fn comments_count_where_they_never_end() {
        assert!(SWIFT.allows(&"/* a */ ".repeat(2000)));
        assert!(SWIFT.allows(&"/* a ".repeat(1000)));
        assert!(!SWIFT.allows(&"/* a ".repeat(1001)));
        assert!(!SWIFT.allows(&format!("/* a */{}", "/*".repeat(1001))));
    }

    #[test]
    fn what_may_not_stand_last_is_not_seen() {
        assert_eq!(SWIFT.seen("#if a\nlet b = 1\n#endif"), "#if a\nlet b = 1\n");
        assert_eq!(SWIFT.seen("let b = 1 #if#else"), "let b = 1 ");
        assert_eq!(SWIFT.seen("#endif\n"), "#endif\n");
        assert!(!SWIFT.allows("#if\0"));
    }

    #[test]
    fn blocks_begin_at_columns() {
        assert!(YAML.allows(&format!("a:\n{}b: 1", " ".repeat(100))));
        assert!(!YAML.allows(&"- ".repeat(70)));
        assert!(!YAML.allows(&"- !t &a ".repeat(20)));
        assert!(YAML.allows(&format!("- {}", "a: ".repeat(100))));
        assert!(YAML.allows(&"---\na: 1\n".repeat(5000)));
        assert!(!YAML.allows(&"---\na: 1\n".repeat(5001)));
    }
}
