//! Values with many texts in them: requests, settings, capsules; and names, which are texts too.

use crate::beside::{BESIDE_RULE, LONE_RULE};
use crate::rule_set::Guard;
use crate::spot::Spot;
use plimsoll_core::screened::{Finding, ScreenedValue, Screening};
use serde_json::Value;

/// Stands for a text of which nothing may be shown.
pub const WITHHELD: &str = "<withheld: this holds a secret>";

/// A text of which nothing may be shown, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Withheld {
    pub place: String,
    pub findings: Vec<Finding>,
}

/// Rules that go by what stands around a value. Parts of a path stand beside each other for other reasons, so a
/// value of short pieces (`tegra234-p3737-0000+p3701-0000`, the name of a board) is none there.
const BY_NEIGHBOURS: &[&str] = &[BESIDE_RULE, LONE_RULE];

impl Guard {
    /// Screens every text of a value. `place` is what it is called. All of it is clean afterwards; the first text that
    /// had to go altogether is told.
    pub fn screen_value(&self, value: Value, place: &str) -> (ScreenedValue, Option<Withheld>) {
        self.screen_value_around(value, place, &|_| false)
    }

    /// The same around texts that the caller has made itself, such as ids of artifacts: made of a key and a hash, they look like
    /// a token now and then.
    pub fn screen_value_around(
        &self,
        mut value: Value,
        place: &str,
        is_own: &dyn Fn(&str) -> bool,
    ) -> (ScreenedValue, Option<Withheld>) {
        let mut withheld = None;
        self.screen_at(&mut value, place, is_own, &mut withheld);
        (ScreenedValue::by_guard(value), withheld)
    }

    fn screen_at(
        &self,
        value: &mut Value,
        place: &str,
        is_own: &dyn Fn(&str) -> bool,
        withheld: &mut Option<Withheld>,
    ) {
        match value {
            Value::String(text) if is_own(text) => {}
            Value::String(text) => match self.screen(text) {
                Screening::Shown(screened) if screened.findings().is_empty() => {}
                // The names of files that are shown stand in requests and capsules too.
                _ if !text.contains(char::is_whitespace) && self.is_nameable(text) => {}
                Screening::Shown(screened) => screened.text().clone_into(text),
                Screening::Withheld(findings) => {
                    WITHHELD.clone_into(text);
                    withheld.get_or_insert_with(|| Withheld { place: place.to_owned(), findings });
                }
            },
            Value::Array(list) => {
                for (index, value) in list.iter_mut().enumerate() {
                    self.screen_at(value, &format!("{place}[{index}]"), is_own, withheld);
                }
            }
            Value::Object(object) => {
                for (key, value) in object.iter_mut() {
                    self.screen_at(value, &format!("{place}.{key}"), is_own, withheld);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// Whether a name holds no secret.
    pub fn is_nameable(&self, name: &str) -> bool {
        let says_nothing = |spot: &Spot<'_>| {
            let mut pieces = name[spot.range.clone()].split(|c: char| !c.is_alphanumeric());
            BY_NEIGHBOURS.contains(&spot.rule) && pieces.all(is_short)
        };
        self.locate(name).is_ok_and(|spots| spots.iter().all(says_nothing))
    }
}

/// Six characters, or a word of as many with a number.
fn is_short(piece: &str) -> bool {
    let word = piece.trim_end_matches(|c: char| c.is_ascii_digit());
    piece.len() <= 6
        || word.len() <= 6 && piece.len() - word.len() <= 4 && word.chars().all(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use crate::tests::GUARD;
    use serde_json::json;

    #[test]
    fn every_text_of_a_value_is_screened_wherever_it_stands() {
        let sample = crate::samples(3).remove(0);
        let value = json!({"a": [{"b": sample.text}], "c": 1, "d": null, "e": "plain"});
        let (screened, withheld) = GUARD.screen_value(value, "request");
        assert!(!screened.value().to_string().contains(&sample.secret));
        assert_eq!((&screened["c"], &screened["e"]), (&json!(1), &json!("plain")));
        let place = withheld.map(|withheld| withheld.place);
        assert!(place.is_none_or(|place| place == "request.a[0].b"));
    }

    #[test]
    fn names_of_boards_are_names_and_tokens_are_not() {
        assert!(GUARD.is_nameable("arch/arm64/boot/dts/nvidia/tegra234-p3737-0000+p3701-0000.dts"));
        let sample = crate::samples(3).remove(0);
        assert!(!GUARD.is_nameable(&format!("keys/{}.txt", sample.secret)));
    }
}
