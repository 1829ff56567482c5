//! Outlines as facts.

use super::{Definition, Import, Outline, Problem, Reference, ReferenceKind, Scope};
use plimsoll_core::codec::{push_number, push_text, take_count, take_number, take_text, take_u32};
use plimsoll_core::ladder::Lines;
use plimsoll_core::vocab::SymbolKind;
use std::ops::Range;

/// Something that is written after one another and read back in the same order.
trait Coded: Sized {
    fn write(&self, out: &mut Vec<u8>);
    /// Nothing where the bytes are not what `write` writes.
    fn read(bytes: &mut &[u8]) -> Option<Self>;
}

impl Outline {
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.definitions.write(&mut out);
        self.imports.write(&mut out);
        self.references.write(&mut out);
        self.problems.write(&mut out);
        self.scopes.write(&mut out);
        out
    }

    /// Nothing where the bytes are not what `encode` writes: the text is then parsed again.
    pub fn decode(mut bytes: &[u8]) -> Option<Self> {
        let outline = Self {
            definitions: Coded::read(&mut bytes)?,
            imports: Coded::read(&mut bytes)?,
            references: Coded::read(&mut bytes)?,
            problems: Coded::read(&mut bytes)?,
            scopes: Coded::read(&mut bytes)?,
        };
        bytes.is_empty().then_some(outline)
    }
}

impl<T: Coded> Coded for Vec<T> {
    fn write(&self, out: &mut Vec<u8>) {
        push_number(out, self.len() as u64);
        self.iter().for_each(|item| item.write(out));
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        (0..take_count(bytes)?).map(|_| T::read(bytes)).collect()
    }
}

impl<T: Coded> Coded for Option<T> {
    fn write(&self, out: &mut Vec<u8>) {
        push_number(out, u64::from(self.is_some()));
        self.iter().for_each(|item| item.write(out));
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        match take_number(bytes)? {
            0 => Some(None),
            1 => T::read(bytes).map(Some),
            _ => None,
        }
    }
}

impl Coded for u32 {
    fn write(&self, out: &mut Vec<u8>) {
        push_number(out, u64::from(*self));
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        take_u32(bytes)
    }
}

impl Coded for bool {
    fn write(&self, out: &mut Vec<u8>) {
        push_number(out, u64::from(*self));
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        take_number(bytes).filter(|&bit| bit < 2).map(|bit| bit == 1)
    }
}

impl Coded for String {
    fn write(&self, out: &mut Vec<u8>) {
        push_text(out, self);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        take_text(bytes)
    }
}

impl Coded for Range<u32> {
    fn write(&self, out: &mut Vec<u8>) {
        self.start.write(out);
        (self.end - self.start).write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let start = take_u32(bytes)?;
        Some(start..start.checked_add(take_u32(bytes)?)?)
    }
}

impl Coded for Lines {
    fn write(&self, out: &mut Vec<u8>) {
        (self.first..self.last).write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let Range { start: first, end: last } = Coded::read(bytes)?;
        Some(Self { first, last })
    }
}

impl Coded for SymbolKind {
    fn write(&self, out: &mut Vec<u8>) {
        let at = Self::ALL.iter().position(|kind| kind == self);
        push_number(out, at.expect("every kind is in the list of all") as u64);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Self::ALL.get(usize::try_from(take_number(bytes)?).ok()?).copied()
    }
}

impl Coded for Definition {
    fn write(&self, out: &mut Vec<u8>) {
        let Self { name, kind, parent, line, lines, signature, body, doc, inner, bases } = self;
        name.write(out);
        kind.write(out);
        parent.write(out);
        line.write(out);
        lines.write(out);
        signature.write(out);
        body.write(out);
        doc.write(out);
        inner.write(out);
        bases.write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self {
            name: Coded::read(bytes)?,
            kind: Coded::read(bytes)?,
            parent: Coded::read(bytes)?,
            line: Coded::read(bytes)?,
            lines: Coded::read(bytes)?,
            signature: Coded::read(bytes)?,
            body: Coded::read(bytes)?,
            doc: Coded::read(bytes)?,
            inner: Coded::read(bytes)?,
            bases: Coded::read(bytes)?,
        })
    }
}

impl Coded for Import {
    fn write(&self, out: &mut Vec<u8>) {
        let Self { path, names, lines, inner } = self;
        path.write(out);
        names.write(out);
        lines.write(out);
        inner.write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self {
            path: Coded::read(bytes)?,
            names: Coded::read(bytes)?,
            lines: Coded::read(bytes)?,
            inner: Coded::read(bytes)?,
        })
    }
}

impl Coded for Reference {
    fn write(&self, out: &mut Vec<u8>) {
        let Self { name, kind, lines } = self;
        name.write(out);
        (*kind == ReferenceKind::Type).write(out);
        push_number(out, lines.len() as u64);
        let mut previous = 0;
        for &line in lines {
            (line - previous).write(out);
            previous = line;
        }
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let name = Coded::read(bytes)?;
        let kind = if bool::read(bytes)? { ReferenceKind::Type } else { ReferenceKind::Call };
        let (count, mut line) = (take_count(bytes)?, 0_u32);
        let mut lines = Vec::with_capacity(count);
        for _ in 0..count {
            line = line.checked_add(take_u32(bytes)?)?;
            lines.push(line);
        }
        Some(Self { name, kind, lines })
    }
}

impl Coded for Problem {
    fn write(&self, out: &mut Vec<u8>) {
        self.line.write(out);
        self.what.write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self { line: Coded::read(bytes)?, what: Coded::read(bytes)? })
    }
}

impl Coded for Scope {
    fn write(&self, out: &mut Vec<u8>) {
        self.lines.write(out);
        self.frame.write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self { lines: Coded::read(bytes)?, frame: Coded::read(bytes)? })
    }
}
