//! Compiles expressions that somebody else wrote. They are bounded in size and number, and what does not
//! compile is told instead of being passed over in silence.

use regex::{Regex, RegexBuilder};

/// The largest program that one expression of somebody else may compile to.
const LARGEST: usize = 1 << 20;
/// More expressions than anybody writes.
const MOST: usize = 2_000;

#[derive(Debug, Default)]
pub(super) struct Patterns {
    compiled: usize,
    pub(super) notices: Vec<String>,
}

impl Patterns {
    pub(super) fn compile(&mut self, pattern: &str, origin: &str) -> Option<Regex> {
        self.compiled += 1;
        if self.compiled > MOST {
            if self.compiled == MOST + 1 {
                self.notices.push(format!("{origin}: only the first {MOST} expressions are used"));
            }
            return None;
        }
        let built = RegexBuilder::new(pattern).size_limit(LARGEST).dfa_size_limit(LARGEST).build();
        match built {
            Ok(regex) => Some(regex),
            Err(error) => {
                let why = match error {
                    regex::Error::CompiledTooBig(_) => "is too large",
                    _ => "is none that this program understands",
                };
                // It is not quoted: allow-lists are where people write down the secrets that they allow.
                self.notices.push(format!("{origin}: an expression {why}; it is not used"));
                None
            }
        }
    }
}
