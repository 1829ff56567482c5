//! The load line: how much the document may count, in which unit, by which counter.

use crate::vocab::names;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

names! {
    Unit { Tokens = "tokens", Characters = "characters" }
}

/// The largest limit that is accepted. Sums of counts stay far inside 64 bits.
pub const LARGEST_LIMIT: u64 = 1_000_000_000;

/// A limit on the document as sent, framing included.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Limit {
    pub value: u64,
    pub unit: Unit,
    /// Name and version of the counter.
    pub counter: String,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ({})", Grouped(self.value), self.unit, self.counter)
    }
}

/// A number with its thousands set apart: 60,000.
#[derive(Debug, Clone, Copy)]
pub struct Grouped(pub u64);

impl fmt::Display for Grouped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        let mut out = String::with_capacity(digits.len() + digits.len() / 3);
        for (i, digit) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                out.push(',');
            }
            out.push(digit);
        }
        f.pad(&out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(Grouped(number).to_string(), text);
        }
    }
}
