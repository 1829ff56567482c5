//! One line of a `.gitattributes`: a pattern, and what its words say of an attribute.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Set,
    Unset,
    Unspecified,
}

/// `binary` is short for several attributes, and this is one of them.
pub(super) fn is_text(word: &str) -> Option<State> {
    if word == "binary" { Some(State::Unset) } else { state_of(word, "text") }
}

/// The pattern of a line and what its last word says that says something.
pub(super) fn line_of(
    line: &str,
    state_of: &dyn Fn(&str) -> Option<State>,
) -> Option<(String, State)> {
    let line = line.trim_start_matches([' ', '\t']);
    if line.starts_with(['#', '!']) || line.starts_with("[attr]") {
        return None;
    }
    let (pattern, rest) = pattern_of(line)?;
    let words = rest.split([' ', '\t', '\r']);
    let state = words.filter_map(state_of).next_back()?;
    Some((pattern, state))
}

pub(super) fn state_of(word: &str, attribute: &str) -> Option<State> {
    let (name, value) = word.split_once('=').unwrap_or((word, "true"));
    if name == attribute {
        return Some(if value == "false" { State::Unset } else { State::Set });
    }
    match word.strip_suffix(attribute)? {
        "-" => Some(State::Unset),
        "!" => Some(State::Unspecified),
        _ => None,
    }
}

/// The pattern at the beginning of a line, which may be quoted, and what follows it.
fn pattern_of(line: &str) -> Option<(String, &str)> {
    let Some(quoted) = line.strip_prefix('"') else {
        let (pattern, rest) = line.split_once([' ', '\t'])?;
        return Some((pattern.to_owned(), rest));
    };
    let mut pattern = String::new();
    let mut characters = quoted.char_indices();
    while let Some((at, c)) = characters.next() {
        match c {
            '"' => return Some((pattern, &quoted[at + 1..])),
            '\\' => {
                let (_, escaped) = characters.next().filter(|(_, c)| "\"\\".contains(*c))?;
                pattern.push(escaped);
            }
            c => pattern.push(c),
        }
    }
    None
}
