//! What has parts: lists, and objects, whose members stand in the order of their names.

use super::{NoForm, Writer};
use serde::ser::{self, Serialize};
use std::cmp::Ordering;
use std::ops::Range;

pub(super) struct List<'w> {
    writer: &'w mut Writer,
    is_first: bool,
    closes: &'static [u8],
}

impl<'w> List<'w> {
    pub(super) fn open(writer: &'w mut Writer, closes: &'static [u8]) -> Self {
        writer.out.push(b'[');
        Self { writer, is_first: true, closes }
    }

    fn add<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), NoForm> {
        if !std::mem::take(&mut self.is_first) {
            self.writer.out.push(b',');
        }
        value.serialize(&mut *self.writer)
    }

    fn close(self) {
        self.writer.put(self.closes);
    }
}

pub(super) struct Object<'w> {
    writer: &'w mut Writer,
    /// Where the first member stands.
    start: usize,
    members: Vec<Member>,
    closes: &'static [u8],
}

/// Where a member stands in the buffer, and its name in it, without the quotes.
struct Member {
    at: usize,
    name: Range<usize>,
}

impl<'w> Object<'w> {
    pub(super) fn open(writer: &'w mut Writer, closes: &'static [u8]) -> Self {
        writer.out.push(b'{');
        let start = writer.out.len();
        Self { writer, start, members: Vec::new(), closes }
    }

    fn name<T: ?Sized + Serialize>(&mut self, name: &T) -> Result<(), NoForm> {
        if !self.members.is_empty() {
            self.writer.out.push(b',');
        }
        let at = self.writer.out.len();
        name.serialize(&mut *self.writer)?;
        let out = &mut self.writer.out;
        // Numbers and the like are names once they are texts.
        if out.get(at) != Some(&b'"') {
            out.insert(at, b'"');
            out.push(b'"');
        }
        self.members.push(Member { at, name: at + 1..out.len() - 1 });
        out.push(b':');
        Ok(())
    }

    fn add<T: ?Sized + Serialize>(&mut self, name: &'static str, value: &T) -> Result<(), NoForm> {
        self.name(name)?;
        value.serialize(&mut *self.writer)
    }

    fn close(self) -> Result<(), NoForm> {
        let out = &mut self.writer.out;
        let mut orders =
            self.members.windows(2).map(|two| compared(out, &two[0].name, &two[1].name));
        if !orders.all(|order| order == Ordering::Less) {
            put_in_order(out, self.start, &self.members)?;
        }
        self.writer.put(self.closes);
        Ok(())
    }
}

/// Names are compared as UTF-16, which for all but the rarest is as they stand.
fn compared(out: &[u8], one: &Range<usize>, other: &Range<usize>) -> Ordering {
    let [one, other] = [one, other].map(|name| &out[name.clone()]);
    let is_plain = |name: &[u8]| name.is_ascii() && !name.contains(&b'\\');
    if is_plain(one) && is_plain(other) {
        return one.cmp(other);
    }
    let units = |name: &[u8]| -> Vec<u16> {
        let quoted = [b"\"", name, b"\""].concat();
        let text: String = serde_json::from_slice(&quoted).unwrap_or_default();
        text.encode_utf16().collect()
    };
    units(one).cmp(&units(other))
}

fn put_in_order(out: &mut Vec<u8>, start: usize, members: &[Member]) -> Result<(), NoForm> {
    let mut order: Vec<usize> = (0..members.len()).collect();
    order.sort_by(|&a, &b| compared(out, &members[a].name, &members[b].name));
    let is_twice =
        |two: &[usize]| out[members[two[0]].name.clone()] == out[members[two[1]].name.clone()];
    if order.windows(2).any(is_twice) {
        return Err(ser::Error::custom("an object has two members of one name"));
    }
    let before = out.split_off(start);
    for (place, &member) in order.iter().enumerate() {
        if place > 0 {
            out.push(b',');
        }
        // A comma stands before each member but the first.
        let end = members.get(member + 1).map_or(before.len(), |next| next.at - 1 - start);
        out.extend_from_slice(&before[members[member].at - start..end]);
    }
    Ok(())
}

impl ser::SerializeSeq for List<'_> {
    type Ok = ();
    type Error = NoForm;

    fn serialize_element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), NoForm> {
        self.add(value)
    }
    fn end(self) -> Result<(), NoForm> {
        self.close();
        Ok(())
    }
}

impl ser::SerializeTuple for List<'_> {
    type Ok = ();
    type Error = NoForm;

    fn serialize_element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), NoForm> {
        self.add(value)
    }
    fn end(self) -> Result<(), NoForm> {
        self.close();
        Ok(())
    }
}

impl ser::SerializeTupleStruct for List<'_> {
    type Ok = ();
    type Error = NoForm;

    fn serialize_field<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), NoForm> {
        self.add(value)
    }
    fn end(self) -> Result<(), NoForm> {
        self.close();
        Ok(())
    }
}

impl ser::SerializeTupleVariant for List<'_> {
    type Ok = ();
    type Error = NoForm;

    fn serialize_field<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), NoForm> {
        self.add(value)
    }
    fn end(self) -> Result<(), NoForm> {
        self.close();
        Ok(())
    }
}

impl ser::SerializeMap for Object<'_> {
    type Ok = ();
    type Error = NoForm;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, name: &T) -> Result<(), NoForm> {
        self.name(name)
    }
    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), NoForm> {
        value.serialize(&mut *self.writer)
    }
    fn end(self) -> Result<(), NoForm> {
        self.close()
    }
}

impl ser::SerializeStruct for Object<'_> {
    type Ok = ();
    type Error = NoForm;

    fn serialize_field<T: ?Sized + Serialize>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), NoForm> {
        self.add(name, value)
    }
    fn end(self) -> Result<(), NoForm> {
        self.close()
    }
}

impl ser::SerializeStructVariant for Object<'_> {
    type Ok = ();
    type Error = NoForm;

    fn serialize_field<T: ?Sized + Serialize>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), NoForm> {
        self.add(name, value)
    }
    fn end(self) -> Result<(), NoForm> {
        self.close()
    }
}
