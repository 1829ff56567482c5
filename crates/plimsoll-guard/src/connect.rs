//! What joins a name and its value, in whatever language.

/// How far from a name its value may begin.
const REACH: usize = 160;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Join {
    /// `=`, `:=`, `=>`, `?=` and their kin.
    Assign,
    /// `name: value`.
    Colon,
    /// `==`, `!=`.
    Compare,
    /// `("name", value)`.
    Argument,
    /// `setName(value)`, `name value` where nothing else is between.
    Call,
    /// `<name>value</name>`.
    Element,
    /// `name="…" value="…"`.
    ValueField,
    /// `the name is value`.
    Prose,
    /// Only space.
    Space,
}

/// Where the value after a name that ends at `end` begins, and what is between.
pub(crate) fn join(text: &str, start: usize, end: usize) -> Option<(Join, usize)> {
    let limit = text.floor_char_boundary(end.saturating_add(REACH));
    let after = &text[end..limit];
    let closed = close_name(after);
    let (rest, is_quoted) = (&after[closed.0..], closed.1);
    if let Some((join, used)) = markup(text, start, rest, is_quoted) {
        return Some((join, skip_space(text, limit - rest.len() + used, join)));
    }
    let spaced = rest.trim_start_matches([' ', '\t']);
    let had_space = spaced.len() < rest.len();
    let (join, used) = operator(spaced, is_quoted, had_space)?;
    // Prose enumerates what stands between backquotes.
    if join == Join::Argument && after[..closed.0].contains('`') {
        return None;
    }
    let at = limit - spaced.len() + used;
    let at = if join == Join::Colon { after_type(text, at, limit).unwrap_or(at) } else { at };
    let join = if at > limit - spaced.len() + used { Join::Assign } else { join };
    let value = skip_space(text, at, join);
    let is_apart = join == Join::Argument && text[at..value].contains('\n');
    (!is_apart || opens_arguments(text, start)).then_some((join, value))
}

/// Whether the line before the one that begins here opens the arguments of a call; otherwise this is a list.
fn opens_arguments(text: &str, start: usize) -> bool {
    let near = &text[text.ceil_char_boundary(start.saturating_sub(REACH))..start];
    near.rsplit_once('\n').is_some_and(|(before, _)| before.trim_end().ends_with('('))
}

/// Passes over what closes a name: quotes, brackets. Says how many bytes, and whether a quote was among them.
fn close_name(after: &str) -> (usize, bool) {
    let mut used = 0;
    let mut is_quoted = false;
    for _ in 0..4 {
        let rest = &after[used..];
        let known = ["&quot;", "\\\"", "\"", "'", "`", "]", "**", "\\'", "[]", "?"];
        let Some(mark) = known.iter().find(|mark| rest.starts_with(**mark)) else { break };
        is_quoted |= mark.contains(['"', '\'', '`', ';']);
        used += mark.len();
        if *mark == "?" {
            break;
        }
    }
    (used, is_quoted)
}

fn operator(rest: &str, is_quoted: bool, had_space: bool) -> Option<(Join, usize)> {
    const SIGNS: &[(&str, Join)] = &[
        ("===", Join::Compare),
        ("!==", Join::Compare),
        ("==", Join::Compare),
        ("!=", Join::Compare),
        ("=>", Join::Assign),
        ("~>", Join::Assign),
        (":::=", Join::Assign),
        ("::=", Join::Assign),
        ("||:", Join::Assign),
        (":=", Join::Assign),
        ("?=", Join::Assign),
        ("||=", Join::Assign),
        ("+=", Join::Assign),
        ("->", Join::Assign),
        ("%3D", Join::Assign),
        ("%3d", Join::Assign),
        ("=", Join::Assign),
        ("(", Join::Call),
        ("は", Join::Prose),
        ("：", Join::Colon),
    ];
    let is_path = rest.starts_with("::") && !rest.starts_with("::=") && !rest.starts_with(":::=");
    // `pw->field`, `api://host`: a member, an address.
    let is_member = rest.strip_prefix("->").is_some_and(is_field) && !had_space && !is_quoted;
    if is_path || is_member || rest.starts_with("://") {
        return None;
    }
    if let Some((sign, join)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
        return Some((*join, sign.len()));
    }
    if rest.starts_with(':') {
        return Some((Join::Colon, 1));
    }
    if rest.starts_with(',') {
        return Some((Join::Argument, 1));
    }
    let number = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    if had_space && (1..=2).contains(&(rest.len() - number.len())) && number.starts_with(':') {
        return Some((Join::Colon, rest.len() - number.len() + 1));
    }
    let said = ["is ", "is: ", "was ", "to ", "as ", "이 ", "가 ", "是"];
    if let Some(word) = said.iter().find(|word| had_space && rest.starts_with(**word)) {
        return Some((Join::Prose, word.len()));
    }
    (had_space && !is_quoted && !rest.is_empty()).then_some((Join::Space, 0))
}

/// Whether the field of a record is used here: `msg.count++`, `next = x`, `len(x)`.
fn is_field(rest: &str) -> bool {
    let after = rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || "_.".contains(c));
    rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && (after.is_empty()
            || after.starts_with([' ', ';', ',', ')', '(', '[', '=', '+', '-', '\n', '\r']))
}

/// Values that markup and records keep apart from their names.
fn markup(text: &str, start: usize, rest: &str, is_quoted: bool) -> Option<(Join, usize)> {
    let opened = start.checked_sub(1).and_then(|at| text.as_bytes().get(at)).copied();
    if !is_quoted && opened == Some(b'<') {
        let close = rest.find('>')?;
        let attributes = &rest[..close];
        let is_tag = !attributes.contains(['<', '\n', '/', ';', '(']);
        return is_tag.then_some((Join::Element, close + 1));
    }
    if !is_quoted && opened == Some(b'>') && rest.starts_with("</") {
        let next = rest.find('>')? + 1;
        let gap = rest[next..].len() - rest[next..].trim_start().len();
        let tag = &rest[next + gap..];
        let close = tag.strip_prefix('<').filter(|tag| !tag.starts_with('/'))?.find('>')? + 2;
        return (close <= 24).then_some((Join::Element, next + gap + close));
    }
    if !is_quoted {
        return None;
    }
    // `<entry key="password">value</entry>`
    if let Some(close) = rest.find('>').filter(|&close| close <= 40) {
        let is_tag = !rest[..close].contains(['<', '\n', '/', ';', '(', '=', '-', ',', ')', ':']);
        let opened = text[..start].trim_end_matches(['"', '\'']).ends_with('=');
        if is_tag && opened {
            return Some((Join::Element, close + 1));
        }
    }
    let field = rest.trim_start_matches([' ', ',', '\t', '\n', '\r', ':']).trim_start_matches('"');
    let name = ["value", "Value", "content", "default", "string_value", "secret_string"]
        .iter()
        .find(|name| field.starts_with(**name))?;
    let sign = field[name.len()..].trim_start_matches('"').trim_start();
    let sign = sign.strip_prefix(['=', ':'])?;
    Some((Join::ValueField, rest.len() - sign.len()))
}

/// `: Type = value`: the value is behind the second sign.
fn after_type(text: &str, at: usize, limit: usize) -> Option<usize> {
    let rest = &text[at..limit];
    let is_type = |c: char| c.is_ascii_alphanumeric() || "_.<>&'[]?|* ".contains(c);
    let sign = rest.find(|c: char| !is_type(c))?;
    let kind = rest[..sign].trim_start();
    let is_typed = sign <= 48
        && kind.starts_with(|c: char| c.is_ascii_alphabetic() || c == '&' || c == '[')
        && kind.ends_with(' ')
        && rest[sign..].starts_with('=')
        && !rest[sign..].starts_with("==");
    is_typed.then(|| at + sign + 1)
}

/// Passes over space; also over one line break where a literal follows.
fn skip_space(text: &str, at: usize, join: Join) -> usize {
    let bytes = text.as_bytes();
    let blank = |mut at: usize| {
        let limit = bytes.len().min(at + REACH);
        while at < limit && matches!(bytes[at], b' ' | b'\t') {
            at += 1;
        }
        at
    };
    let at = blank(at);
    let after_break = match bytes.get(at) {
        Some(b'\n') => at + 1,
        Some(b'\r') if bytes.get(at + 1) == Some(&b'\n') => at + 2,
        Some(b'\\') if bytes.get(at + 1) == Some(&b'\n') => at + 2,
        _ => return at,
    };
    let next = blank(after_break);
    let is_literal = matches!(bytes.get(next), Some(b'"' | b'\'' | b'`'));
    let may_break = matches!(join, Join::Assign | Join::Call | Join::Argument | Join::Element);
    let is_text = join == Join::Element && bytes.get(next).is_some_and(|&b| b != b'<');
    if may_break && is_literal || is_text { next } else { at }
}
