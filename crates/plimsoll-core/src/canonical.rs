//! RFC 8785 JSON: one text for one value.
//!
//! Every fingerprint is made of it, so a call writes whole documents in this form more than once. It is written into
//! one buffer as it comes; the members of an object are put in order where they stand, if they are not in order already.

use serde::ser::{self, Serialize};
use std::fmt::Display;

mod compound;
#[cfg(test)]
mod tests;

use compound::{List, Object};

/// Numbers in JSON are doubles, which have every whole number up to this.
const LARGEST_EXACT: u64 = 1 << 53;

/// What is longer is code or prose, which has line breaks.
const LONG: usize = 256;

/// Why a value has no canonical form.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(crate) struct NoForm(String);

impl ser::Error for NoForm {
    fn custom<T: Display>(what: T) -> Self {
        Self(what.to_string())
    }
}

pub(crate) fn canonical(value: &impl Serialize) -> Result<String, NoForm> {
    let mut writer = Writer { out: Vec::with_capacity(128) };
    value.serialize(&mut writer)?;
    String::from_utf8(writer.out).map_err(ser::Error::custom)
}

struct Writer {
    out: Vec<u8>,
}

impl Writer {
    fn put(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
    }

    fn text(&mut self, text: &str) {
        self.out.push(b'"');
        let mut rest = text.as_bytes();
        if !is_plain(rest) {
            while let Some(at) = rest.iter().position(|&byte| is_escaped(byte)) {
                self.put(&rest[..at]);
                self.escape(rest[at]);
                rest = &rest[at + 1..];
            }
        }
        self.put(rest);
        self.out.push(b'"');
    }

    fn escape(&mut self, byte: u8) {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let short = match byte {
            b'"' | b'\\' => byte,
            0x08 => b'b',
            b'\t' => b't',
            b'\n' => b'n',
            0x0C => b'f',
            b'\r' => b'r',
            _ => {
                let digits = [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]];
                self.put(b"\\u00");
                return self.put(&digits);
            }
        };
        self.put(&[b'\\', short]);
    }

    fn digits(&mut self, mut number: u64) {
        let mut digits = [b'0'; 20];
        let mut first = digits.len() - 1;
        loop {
            digits[first] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                break;
            }
            first -= 1;
        }
        self.put(&digits[first..]);
    }

    /// What is no small whole number is rare, and written as JavaScript does.
    fn rare(&mut self, number: &impl Serialize) -> Result<(), NoForm> {
        let written = serde_json_canonicalizer::to_vec(number).map_err(ser::Error::custom)?;
        self.put(&written);
        Ok(())
    }

    /// `{"name":`, for what is named like this in its type.
    fn open_variant(&mut self, name: &str) {
        self.out.push(b'{');
        self.text(name);
        self.out.push(b':');
    }
}

fn is_escaped(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// Names and digests are short, and have nothing to escape: without a way out of the loop, many bytes are looked at at once.
fn is_plain(text: &[u8]) -> bool {
    text.len() < LONG && !text.iter().fold(false, |found, &byte| found | is_escaped(byte))
}

impl<'w> ser::Serializer for &'w mut Writer {
    type Ok = ();
    type Error = NoForm;
    type SerializeSeq = List<'w>;
    type SerializeTuple = List<'w>;
    type SerializeTupleStruct = List<'w>;
    type SerializeTupleVariant = List<'w>;
    type SerializeMap = Object<'w>;
    type SerializeStruct = Object<'w>;
    type SerializeStructVariant = Object<'w>;

    fn serialize_bool(self, value: bool) -> Result<(), NoForm> {
        self.put(if value { b"true" } else { b"false" });
        Ok(())
    }
    fn serialize_i8(self, value: i8) -> Result<(), NoForm> {
        self.serialize_i64(value.into())
    }
    fn serialize_i16(self, value: i16) -> Result<(), NoForm> {
        self.serialize_i64(value.into())
    }
    fn serialize_i32(self, value: i32) -> Result<(), NoForm> {
        self.serialize_i64(value.into())
    }
    fn serialize_i64(self, value: i64) -> Result<(), NoForm> {
        if value.unsigned_abs() > LARGEST_EXACT {
            return self.rare(&value);
        }
        if value < 0 {
            self.out.push(b'-');
        }
        self.digits(value.unsigned_abs());
        Ok(())
    }
    fn serialize_i128(self, value: i128) -> Result<(), NoForm> {
        self.rare(&value)
    }
    fn serialize_u8(self, value: u8) -> Result<(), NoForm> {
        self.serialize_u64(value.into())
    }
    fn serialize_u16(self, value: u16) -> Result<(), NoForm> {
        self.serialize_u64(value.into())
    }
    fn serialize_u32(self, value: u32) -> Result<(), NoForm> {
        self.serialize_u64(value.into())
    }
    fn serialize_u64(self, value: u64) -> Result<(), NoForm> {
        if value > LARGEST_EXACT {
            return self.rare(&value);
        }
        self.digits(value);
        Ok(())
    }
    fn serialize_u128(self, value: u128) -> Result<(), NoForm> {
        self.rare(&value)
    }
    #[expect(clippy::disallowed_types, reason = "it is handed on as it is")]
    fn serialize_f32(self, value: f32) -> Result<(), NoForm> {
        self.rare(&value)
    }
    #[expect(clippy::disallowed_types, reason = "it is handed on as it is")]
    fn serialize_f64(self, value: f64) -> Result<(), NoForm> {
        self.rare(&value)
    }
    fn serialize_char(self, value: char) -> Result<(), NoForm> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }
    fn serialize_str(self, value: &str) -> Result<(), NoForm> {
        self.text(value);
        Ok(())
    }
    fn serialize_bytes(self, value: &[u8]) -> Result<(), NoForm> {
        self.collect_seq(value)
    }
    fn serialize_none(self) -> Result<(), NoForm> {
        self.serialize_unit()
    }
    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<(), NoForm> {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<(), NoForm> {
        self.put(b"null");
        Ok(())
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), NoForm> {
        self.serialize_unit()
    }
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
    ) -> Result<(), NoForm> {
        self.serialize_str(name)
    }
    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), NoForm> {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Result<(), NoForm> {
        self.open_variant(name);
        value.serialize(&mut *self)?;
        self.out.push(b'}');
        Ok(())
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<List<'w>, NoForm> {
        Ok(List::open(self, b"]"))
    }
    fn serialize_tuple(self, _: usize) -> Result<List<'w>, NoForm> {
        Ok(List::open(self, b"]"))
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<List<'w>, NoForm> {
        Ok(List::open(self, b"]"))
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<List<'w>, NoForm> {
        self.open_variant(name);
        Ok(List::open(self, b"]}"))
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Object<'w>, NoForm> {
        Ok(Object::open(self, b"}"))
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Object<'w>, NoForm> {
        Ok(Object::open(self, b"}"))
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Object<'w>, NoForm> {
        self.open_variant(name);
        Ok(Object::open(self, b"}}"))
    }
}
