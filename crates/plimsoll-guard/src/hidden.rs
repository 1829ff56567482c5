//! What stands in a text and is not seen, or is seen as something else.
//!
//! Documents spell such characters out (`plimsoll_core::escape`); here they are reported: which, and where.
//! Scripts that need joiners between their letters, and emoji, are not suspicious.

use crate::lookalike;
use crate::ordinary::is_expected;
use plimsoll_core::escape;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// A run of characters that a person does not see as what they are.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Hidden {
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    pub kind: HiddenKind,
    /// Those of the run, at most eight, as `U+202E`.
    pub code_points: Vec<String>,
    /// How many the run has.
    pub length: u32,
}

/// Runs can be long: whole messages are hidden in tag characters.
const MOST_CODE_POINTS: usize = 8;
/// A text with more runs than this is reported in part; its documents show all of them.
const MOST_RUNS: usize = 1_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HiddenKind {
    /// Letters are shown in another order than they stand.
    Bidirectional,
    /// Invisible copies of ASCII, which a model reads as text.
    Tag,
    /// Nothing is shown.
    ZeroWidth,
    /// Selects a variant of the character before; a row of them carries data.
    VariationSelector,
    /// A control character: terminals obey it.
    Control,
    /// A word with letters of another alphabet that look the same.
    Lookalike,
}

impl HiddenKind {
    pub const fn describe(self) -> &'static str {
        match self {
            Self::Bidirectional => "changes the order in which text is shown",
            Self::Tag => "invisible letters that a model reads",
            Self::ZeroWidth => "nothing is shown where this stands",
            Self::VariationSelector => "variation selectors without a symbol to select from",
            Self::Control => "control characters that a terminal obeys",
            Self::Lookalike => "a word with letters of another alphabet that look the same",
        }
    }

    fn of(c: char) -> Self {
        match c {
            '\u{61C}'
            | '\u{200E}'
            | '\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2066}'..='\u{2069}' => Self::Bidirectional,
            '\u{E0000}'..='\u{E007F}' => Self::Tag,
            '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' => Self::VariationSelector,
            '\u{0}'..='\u{1F}' | '\u{7F}'..='\u{9F}' => Self::Control,
            _ => Self::ZeroWidth,
        }
    }
}

impl fmt::Display for HiddenKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Bidirectional => "bidirectional",
            Self::Tag => "tag",
            Self::ZeroWidth => "zero_width",
            Self::VariationSelector => "variation_selector",
            Self::Control => "control",
            Self::Lookalike => "lookalike",
        })
    }
}

/// Everything of a text that is not seen as what it is, in order.
pub fn hidden(text: &str) -> Vec<Hidden> {
    let mut found = runs(text);
    // Without letters beyond ASCII there is nothing to take for another.
    if !text.is_ascii() {
        let mut places = Places::new(text);
        for (at, letters) in lookalike::words(text).into_iter().take(MOST_RUNS) {
            found.push(places.report(at, HiddenKind::Lookalike, &letters));
        }
        found.sort();
    }
    found
}

fn runs(text: &str) -> Vec<Hidden> {
    let mut places = Places::new(text);
    let mut found = Vec::new();
    let mut run: Option<(usize, usize, HiddenKind, Vec<char>)> = None;
    for (at, c) in escape::hidden(text).filter(|&(at, c)| !is_expected(text, at, c)) {
        let kind = HiddenKind::of(c);
        match &mut run {
            Some((_, end, last, characters)) if *end == at && *last == kind => {
                characters.push(c);
                *end = at + c.len_utf8();
            }
            _ => {
                if found.len() == MOST_RUNS {
                    return found;
                }
                let done = run.replace((at, at + c.len_utf8(), kind, vec![c]));
                found.extend(done.map(|(at, _, kind, run)| places.report(at, kind, &run)));
            }
        }
    }
    found.extend(run.map(|(at, _, kind, run)| places.report(at, kind, &run)));
    found
}

/// Counts lines and columns, forwards only, so that a text is passed once.
struct Places<'t> {
    text: &'t str,
    at: usize,
    line: u32,
    column: u32,
}

impl<'t> Places<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, at: 0, line: 1, column: 1 }
    }

    fn report(&mut self, at: usize, kind: HiddenKind, run: &[char]) -> Hidden {
        let passed = &self.text[self.at..at];
        let on_this_line = match passed.rfind('\n') {
            Some(last) => {
                let lines = passed.bytes().filter(|&byte| byte == b'\n').count();
                self.line = self.line.saturating_add(as_u32(lines));
                self.column = 1;
                &passed[last + 1..]
            }
            None => passed,
        };
        self.column = self.column.saturating_add(as_u32(on_this_line.chars().count()));
        self.at = at;
        let shown = run.iter().take(MOST_CODE_POINTS);
        Hidden {
            line: self.line,
            column: self.column,
            kind,
            code_points: shown.map(|&c| format!("U+{:04X}", u32::from(c))).collect(),
            length: as_u32(run.len()),
        }
    }
}

fn as_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn kinds(text: &str) -> Vec<(u32, u32, HiddenKind)> {
        hidden(text).into_iter().map(|found| (found.line, found.column, found.kind)).collect()
    }

    #[test]
    fn what_is_not_seen_is_told_with_its_place() {
        use HiddenKind::*;
        for (text, expected) in [
            ("a\n  if x \u{202E}{ //", vec![(2, 8, Bidirectional)]),
            ("x\u{2066}y\u{2069}", vec![(1, 2, Bidirectional), (1, 4, Bidirectional)]),
            ("# note\u{E0069}\u{E0067}\u{E006E}", vec![(1, 7, Tag)]),
            ("pass\u{200B}word", vec![(1, 5, ZeroWidth)]),
            ("a\u{FE00}\u{FE01}\u{E0101}b", vec![(1, 2, VariationSelector)]),
            ("\u{1b}[31mred", vec![(1, 1, Control)]),
            ("r\u{e9}sum\u{e9}\nlet р\u{430}ssword = 1;", vec![(2, 5, Lookalike)]),
            ("import аdmin", vec![(1, 8, Lookalike)]),
            ("a\u{FEFF}b", vec![(1, 2, ZeroWidth)]),
            ("a\u{2800}\u{2800}b", vec![(1, 2, ZeroWidth)]),
            ("a\u{200B}\u{2800}b", vec![(1, 2, ZeroWidth)]),
            ("a\u{1D159}b\u{16FE4}c", vec![(1, 2, ZeroWidth), (1, 4, ZeroWidth)]),
            ("a\u{13430}b", vec![(1, 2, ZeroWidth)]),
        ] {
            assert_eq!(kinds(text), expected, "{text:?}");
        }
    }

    #[test]
    fn ordinary_writing_is_not_told() {
        for text in [
            "plain\r\n\ttext\u{c}",
            "⚠️ careful, 👩‍💻 and 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
            "می\u{200C}خواهم",
            "क्\u{200D}ष",
            "Привет, мир: пароль и copy",
            "Δt = αx + σ2, Ω, naïve Grüße, 世界",
            "1️⃣ ©️ #️⃣",
            "Wörter\u{AD}buch",
            "שלום\u{200F} world",
            "⠋\u{2800}⠙ is spinning",
            "\u{13000}\u{13430}\u{13001}",
        ] {
            assert_eq!(kinds(text), [], "{text:?}");
        }
    }

    #[test]
    fn a_word_of_another_alphabet_is_told_where_its_double_stands() {
        assert_eq!(kinds("сору"), []);
        assert_eq!(kinds("copy(сору)"), [(1, 6, HiddenKind::Lookalike)]);
    }

    #[test]
    fn a_long_run_is_one_report() {
        let message = "\u{E0041}".repeat(5_000);
        let found = hidden(&format!("x{message}y"));
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].length, found[0].code_points.len()), (5_000, MOST_CODE_POINTS));
    }

    #[test]
    fn tags_behind_a_flag_are_told_where_they_spell_none() {
        let text = format!("\u{1F3F4}{}", "\u{E0041}".repeat(300_000));
        let found = hidden(&text);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].column, found[0].length), (9, 299_993));
    }

    proptest! {
        #[test]
        fn nothing_hidden_stays_unreported_in_ascii_code(
            before in "[ -~\n]{0,40}",
            c in prop::sample::select(vec!['\u{202E}', '\u{200B}', '\u{E0041}', '\u{2060}', '\u{1b}', '\u{200D}']),
            after in "[a-z]{1,9}",
        ) {
            let found = hidden(&format!("{before}a{c}{after}"));
            prop_assert_eq!(found.len(), 1);
            let line = before.matches('\n').count() + 1;
            prop_assert_eq!(found[0].line as usize, line);
        }

        #[test]
        fn any_text_is_reported_in_order(text in any::<String>()) {
            prop_assert!(hidden(&text).is_sorted());
        }
    }
}
