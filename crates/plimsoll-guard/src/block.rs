//! Secrets that have a head, a payload and an end, such as armoured private keys.

use regex::Regex;
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

    /// What each head is the beginning of. The heads are in order; each of them goes on to the next end, but
    /// not past the next head. One pass over the text, however many heads there are.
    pub(crate) fn extents(&self, text: &str, heads: &[Range<usize>]) -> Vec<Extent> {
        let mut ends = match heads.first() {
            Some(first) => self.end.find_iter(&text[first.end..]).peekable(),
            None => return Vec::new(),
        };
        let offset = heads[0].end;
        let mut extents = Vec::with_capacity(heads.len());
        for (at, head) in heads.iter().enumerate() {
            let limit = heads.get(at + 1).map_or(text.len(), |next| next.start);
            while ends.next_if(|end| offset + end.start() < head.end).is_some() {}
            let end = ends.next_if(|end| offset + end.end() <= limit);
            extents.push(match end {
                Some(end) => self.closed(text, head, offset + end.start()..offset + end.end()),
                None => self.open(text, head, limit),
            });
        }
        extents
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
        body.split(|c| !is_part(c)).any(|run| self.payload.is_match(run) && is_key(run))
    }
}
