//! Secrets that have a head, a payload and an end, such as armoured private keys.

use regex::bytes::Regex;
use std::ops::Range;

/// How far a head without an end reaches, and how soon its payload has to begin: after a few fields, if any.
const NEAR: usize = 4096;
const SOON: usize = 400;

#[derive(Debug)]
pub(crate) struct Block {
    end: Regex,
    payload: Regex,
}

/// What became of a head.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// It is only named: no payload follows.
    Named,
    Whole(Range<usize>),
    /// A payload follows, but where it ends is not said.
    Open(Range<usize>),
}

impl Block {
    pub(crate) fn new(end: Regex, payload: Regex) -> Self {
        Self { end, payload }
    }

    /// What a head is the beginning of. It goes on to the next end, but not past the next head, which may share its
    /// dashes; so a text is passed once, however many heads it has.
    pub(crate) fn extent(&self, text: &str, head: &Range<usize>, next: Option<usize>) -> Extent {
        let limit = next.unwrap_or(text.len()).max(head.end);
        match self.end.find(&text.as_bytes()[head.end..limit]) {
            Some(end) => self.closed(text, head, head.end + end.start()..head.end + end.end()),
            None => self.open(text, head, limit),
        }
    }

    fn closed(&self, text: &str, head: &Range<usize>, end: Range<usize>) -> Extent {
        if self.holds(&text[head.end..end.start]) {
            Extent::Whole(head.start..end.end)
        } else {
            Extent::Named
        }
    }

    fn open(&self, text: &str, head: &Range<usize>, limit: usize) -> Extent {
        let near = text.floor_char_boundary(limit.min(head.end + NEAR));
        let soon = text.floor_char_boundary(near.min(head.end + SOON));
        // Where the armour of something else begins, this one has ended.
        let body = text[head.end..soon].split("-----").next().unwrap_or_default();
        if self.holds(body) { Extent::Open(head.start..near) } else { Extent::Named }
    }

    /// Long names in code are letters only; a key has digits and both cases, or is longer than any name.
    fn holds(&self, body: &str) -> bool {
        const LONGER_THAN_NAMES: usize = 60;
        let is_part = |c: char| c.is_ascii_alphanumeric() || "+/=".contains(c);
        let is_key = |run: &str| {
            let has = |class: fn(&u8) -> bool| run.as_bytes().iter().any(class);
            let mixed = has(|b| b.is_ascii_digit() || *b == b'+')
                && has(u8::is_ascii_lowercase)
                && has(u8::is_ascii_uppercase);
            mixed || run.len() >= LONGER_THAN_NAMES
        };
        body.split(|c| !is_part(c)).any(|run| self.payload.is_match(run.as_bytes()) && is_key(run))
    }
}
