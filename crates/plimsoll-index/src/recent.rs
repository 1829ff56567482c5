//! Which number a name has, while it comes again and again: a table that remembers the last name at each of its
//! places and forgets the others. To forget costs time and never an answer, whatever names a text is made of.

/// A file has some hundred different names.
const MOST_PLACES: usize = 4096;

/// Names with their numbers.
pub(crate) struct Recent<'a> {
    /// The first bytes of a name decide most comparisons.
    places: Vec<(u64, &'a str, u32)>,
}

impl<'a> Recent<'a> {
    /// For a text of so many bytes.
    pub(crate) fn new(length: usize) -> Self {
        let places = (length / 16).clamp(1, MOST_PLACES).next_power_of_two();
        Self { places: vec![(0, "", 0); places] }
    }

    /// The number of a name that is remembered, or else the one that it is given now.
    pub(crate) fn number(&mut self, name: &'a str, new: impl FnOnce() -> u32) -> u32 {
        let mask = self.places.len() - 1;
        let first = first_bytes(name);
        let place = &mut self.places[mixed(first, name) & mask];
        if (place.0, place.1) != (first, name) {
            *place = (first, name, new());
        }
        place.2
    }
}

fn mixed(first: u64, name: &str) -> usize {
    let bytes = first ^ last_bytes(name).rotate_left(29) ^ name.len() as u64;
    usize::try_from(bytes.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40).unwrap_or(0)
}

/// The first eight bytes as a number that sorts like them. Names have no zero bytes.
pub(crate) fn first_bytes(name: &str) -> u64 {
    let mut first = [0_u8; 8];
    match name.as_bytes().first_chunk::<8>() {
        Some(eight) => first = *eight,
        None => first[..name.len()].copy_from_slice(name.as_bytes()),
    }
    u64::from_be_bytes(first)
}

fn last_bytes(name: &str) -> u64 {
    name.as_bytes().last_chunk::<8>().map_or(0, |last| u64::from_be_bytes(*last))
}
