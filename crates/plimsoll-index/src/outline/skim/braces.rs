//! Functions and tables that stand at the left margin, in braces. What is in doubt: brackets that do not match, a bracket at
//! the margin before the end, words that begin a definition. In C what differs from what the grammar finds alone are
//! loops behind macros, which it takes for functions, and functions in functions, which look like those loops.

use super::tokens::{Token, Tokens};
use super::{Skim, Skipped, Used};
use crate::outline::ReferenceKind;
use std::ops::Range;

/// How functions of a language look.
#[derive(Debug)]
pub(crate) struct Look {
    /// The words that begin a function and a variable at the margin; none where any name with parentheses is the
    /// one, and anything before a sign of assignment the other.
    begins: Option<[&'static str; 2]>,
    /// `'` and `"` are quotes everywhere; here also the back quote.
    pub(super) back_quotes: bool,
    /// Lines that begin with `#` are another language.
    pub(super) directives: bool,
    /// What stands before a bracket that is none of a body.
    types: &'static [&'static str],
    /// What makes parentheses none of a function.
    attributes: &'static [&'static str],
    /// Words that stand before a parenthesis and call nothing.
    keywords: &'static [&'static str],
    /// In a body these begin a definition.
    defines: &'static [&'static str],
    /// In a body a type follows these.
    before_types: &'static [&'static str],
}

pub(super) const C: Look = Look {
    begins: None,
    back_quotes: false,
    directives: true,
    types: &[],
    attributes: &["__attribute__", "__declspec", "_Alignas", "alignas"],
    keywords: &[
        "case",
        "defined",
        "do",
        "else",
        "for",
        "goto",
        "if",
        "return",
        "sizeof",
        "switch",
        "typeof",
        "while",
        "__typeof__",
        "__attribute__",
        "asm",
        "__asm__",
    ],
    defines: &["typedef"],
    before_types: &["struct", "union", "enum"],
};

pub(super) const GO: Look = Look {
    begins: Some(["func", "var"]),
    back_quotes: true,
    directives: false,
    types: &["interface", "struct"],
    attributes: &[],
    keywords: &[
        "case",
        "chan",
        "const",
        "defer",
        "else",
        "for",
        "func",
        "go",
        "if",
        "interface",
        "map",
        "range",
        "return",
        "select",
        "struct",
        "switch",
        "type",
        "var",
    ],
    defines: &["type"],
    before_types: &[],
};

impl Look {
    /// The bodies of a text.
    pub(super) fn skim(&self, text: &str) -> Skim {
        let mut skim = Skim::default();
        let mut tokens = Tokens { look: self, text, at: 0 };
        let mut head = Head::default();
        let mut depth = 0_usize;
        let mut ends = MarginEnds { text, next: Some(0) };
        while let Some(token) = tokens.next() {
            match token.sign(text) {
                b'{' if depth == 0 && head.parentheses == 0 && head.opens_body(self, text) => {
                    let start = tokens.at;
                    match ends.after(start).and_then(|end| self.body(&mut tokens, start, end)) {
                        Some((end, references)) => {
                            skim.skipped.push(Skipped { range: start..end, is_end: false });
                            skim.references.extend(references);
                            head = Head::default();
                        }
                        None => {
                            tokens.at = start;
                            depth += 1;
                        }
                    }
                }
                b'{' => depth += 1,
                b'}' if depth > 0 => {
                    depth -= 1;
                    // Where no word begins a function, what follows a bracket begins anew.
                    if depth == 0 && head.parentheses == 0 && self.begins.is_none() {
                        head = Head::default();
                    }
                }
                b';' if depth == 0 => head = Head::default(),
                sign if depth == 0 => head.add(self, text, token, sign),
                _ => {}
            }
        }
        skim
    }

    /// Where a body ends that has begun, and what it refers to; nothing where it does not end at the next bracket
    /// at the margin.
    fn body(
        &self,
        tokens: &mut Tokens<'_>,
        start: usize,
        end: usize,
    ) -> Option<(usize, Vec<Used>)> {
        let text = tokens.text;
        let mut open: Vec<u8> = Vec::new();
        let mut references = Vec::new();
        let mut before: Option<Range<usize>> = None;
        while let Some(token) = tokens.next() {
            let sign = token.sign(text);
            match sign {
                b'{' | b'(' | b'[' => open.push(sign),
                b'}' if open.is_empty() => {
                    let is_sure = token.range.start == end
                        && !(self.directives && has_directive(&text[start..end]));
                    return is_sure.then_some((end, references));
                }
                b'}' | b')' | b']' => {
                    let opened = open.pop()?;
                    if opened + 1 != sign && opened + 2 != sign {
                        return None;
                    }
                }
                _ => {}
            }
            if token.range.start >= end {
                return None;
            }
            if token.is_word {
                let word = &text[token.range.clone()];
                let previous = before.as_ref().map(|range| &text[range.clone()]);
                if self.defines.contains(&word) && previous != Some("(") {
                    return None;
                }
                // A type that is defined here, or something that stands before its name.
                let rest = &text[token.range.end..];
                let opens = || rest.trim_start().starts_with('{');
                let follows_type = previous.is_some_and(|word| self.before_types.contains(&word));
                if (self.before_types.contains(&word) && opens())
                    || (follows_type && (opens() || self.attributes.contains(&word)))
                {
                    return None;
                }
                let next = rest.trim_start_matches([' ', '\t']).as_bytes().first();
                let kind = match next {
                    _ if follows_type => Some(ReferenceKind::Type),
                    Some(b'(') if !self.keywords.contains(&word) => Some(ReferenceKind::Call),
                    Some(b'{') if self.back_quotes && rest.starts_with('{') => {
                        (!self.types.contains(&word)).then_some(ReferenceKind::Type)
                    }
                    _ => None,
                };
                references.extend(kind.map(|kind| (token.range.clone(), kind)));
            }
            before = Some(token.range);
        }
        None
    }
}

/// Whether a line defines a macro, or takes in a file.
fn has_directive(body: &str) -> bool {
    let directives = body.lines().filter_map(|line| line.trim_start().strip_prefix('#'));
    directives
        .map(str::trim_start)
        .any(|line| ["define", "include"].iter().any(|word| line.starts_with(word)))
}

/// What stands at the margin before a bracket.
#[derive(Debug, Default)]
struct Head {
    begins_function: bool,
    begins_variable: bool,
    parentheses: usize,
    /// Parentheses of a function, and not of an attribute, have been seen.
    has_parameters: bool,
    /// A sign of assignment has been seen.
    is_assigned: bool,
    last: Option<Range<usize>>,
}

impl Head {
    fn add(&mut self, look: &Look, text: &str, token: Token, sign: u8) {
        let word = &text[token.range.clone()];
        let at_margin = token.range.start == 0 || text.as_bytes()[token.range.start - 1] == b'\n';
        if at_margin && token.is_word && look.begins.is_some() {
            let begins = |at: usize| look.begins.is_some_and(|words| words[at] == word);
            *self =
                Self { begins_function: begins(0), begins_variable: begins(1), ..Self::default() };
        }
        match sign {
            b'(' => {
                let before = self.last.as_ref().map(|range| &text[range.clone()]);
                let is_attribute = before.is_some_and(|word| look.attributes.contains(&word));
                self.has_parameters |= self.parentheses == 0 && !is_attribute;
                self.parentheses += 1;
            }
            b')' => self.parentheses = self.parentheses.saturating_sub(1),
            b'=' => self.is_assigned |= self.parentheses == 0,
            _ => {}
        }
        self.last = Some(token.range);
    }

    fn opens_body(&self, look: &Look, text: &str) -> bool {
        let Some(last) = self.last.as_ref().map(|range| &text[range.clone()]) else { return false };
        match look.begins {
            Some(_) => {
                let is_body = self.begins_function && self.has_parameters;
                let is_value = self.begins_variable && self.is_assigned;
                (is_body || is_value) && !look.types.contains(&last)
            }
            None => (last == ")" && self.has_parameters) || last == "=",
        }
    }
}

/// Where brackets stand at the margin. Asked for places that come one after the other, it reads a text once.
struct MarginEnds<'t> {
    text: &'t str,
    /// The last answer; none where there are no more.
    next: Option<usize>,
}

impl MarginEnds<'_> {
    fn after(&mut self, start: usize) -> Option<usize> {
        if self.next? <= start {
            self.next = self.text[start..].find("\n}").map(|found| start + found + 1);
        }
        self.next
    }
}
