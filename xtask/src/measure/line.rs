//! A figure: what was asked for, what came of it, what others take in the same run.

use std::fmt;
use std::time::Duration;

/// A number with its unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Amount {
    pub(super) value: f64,
    unit: &'static str,
    digits: usize,
}

impl Amount {
    pub(super) const fn new(value: f64, unit: &'static str, digits: usize) -> Self {
        Self { value, unit, digits }
    }

    pub(super) fn seconds(time: Duration) -> Self {
        Self::new(time.as_secs_f64(), "s", 2)
    }

    pub(super) fn milliseconds(time: Duration) -> Self {
        Self::new(
            time.as_secs_f64() * 1e3,
            "ms",
            if time < Duration::from_millis(1) { 3 } else { 1 },
        )
    }

    pub(super) fn megabytes(bytes: u64) -> Self {
        Self::new(bytes as f64 / 1e6, "MB", 1)
    }

    pub(super) fn count(count: usize, of_what: &'static str) -> Self {
        Self::new(count as f64, of_what, 0)
    }

    /// Without a unit.
    pub(super) fn ratio(part: f64, whole: f64) -> Self {
        Self::new(part / whole, "", 2)
    }

    pub(super) fn percent(part: usize, whole: usize) -> Self {
        Self::new(part as f64 * 100.0 / whole as f64, "%", 1)
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = format!("{:.*} {}", self.digits, self.value, self.unit);
        f.write_str(number.trim_end())
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Bound {
    AtMost(f64),
    AtLeast(f64),
    Below(f64),
    Above(f64),
    /// It is to be said, however much it is.
    None,
}

/// What was asked for: the words in which it was, and what they come to in the figure's unit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked {
    words: &'static str,
    bound: Bound,
}

impl Asked {
    /// For what is measured all the same, to compare with.
    pub(super) const NOTHING: Self = Self::said("–");

    pub(super) const fn at_most(most: f64, words: &'static str) -> Self {
        Self { words, bound: Bound::AtMost(most) }
    }

    pub(super) const fn at_least(least: f64, words: &'static str) -> Self {
        Self { words, bound: Bound::AtLeast(least) }
    }

    pub(super) const fn below(limit: f64, words: &'static str) -> Self {
        Self { words, bound: Bound::Below(limit) }
    }

    pub(super) const fn above(limit: f64, words: &'static str) -> Self {
        Self { words, bound: Bound::Above(limit) }
    }

    /// Without a bound: there to be seen, beside those that have one.
    pub(super) const fn said(words: &'static str) -> Self {
        Self { words, bound: Bound::None }
    }

    fn holds(self, value: f64) -> Option<bool> {
        match self.bound {
            Bound::AtMost(most) => Some(value <= most),
            Bound::AtLeast(least) => Some(value >= least),
            Bound::Below(limit) => Some(value < limit),
            Bound::Above(limit) => Some(value > limit),
            Bound::None => None,
        }
    }
}

/// A row of the report.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    pub(super) figure: String,
    pub(super) asked: &'static str,
    pub(super) measured: String,
    pub(super) peer: String,
    pub(super) holds: Option<bool>,
    pub(super) is_measured: bool,
}

impl Line {
    /// What came of it, or what was lacking.
    pub(super) fn new(
        figure: impl Into<String>,
        asked: Asked,
        measured: Result<Amount, String>,
    ) -> Self {
        let holds = measured.as_ref().ok().and_then(|amount| asked.holds(amount.value));
        let is_measured = measured.is_ok();
        let measured = match measured {
            Ok(amount) => amount.to_string(),
            Err(why) => format!("not measured: {why}"),
        };
        let (figure, peer) = (figure.into(), String::new());
        Self { figure, asked: asked.words, measured, peer, holds, is_measured }
    }

    /// What else is worth knowing of what was measured.
    pub(super) fn with(mut self, more: impl fmt::Display) -> Self {
        if self.is_measured {
            self.measured.push_str(&format!(" ({more})"));
        }
        self
    }

    /// What somebody else takes.
    pub(super) fn beside(mut self, peer: impl Into<String>) -> Self {
        self.peer = peer.into();
        self
    }

    pub(super) fn verdict(&self) -> &'static str {
        match self.holds {
            Some(true) => "held",
            Some(false) => "missed",
            None => "–",
        }
    }
}

/// Lines are printed as they come: some take minutes.
#[derive(Debug, Default)]
pub(super) struct Lines(Vec<Line>);

impl Lines {
    pub(super) fn push(&mut self, line: Line) {
        let Line { figure, asked, measured, peer, .. } = &line;
        let verdict = line.verdict();
        let beside = if peer.is_empty() { String::new() } else { format!("; beside it: {peer}") };
        println!("{verdict:<6} {figure}: {measured} [asked: {asked}{beside}]");
        self.0.push(line);
    }

    pub(super) fn into_vec(self) -> Vec<Line> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_is_held_or_missed_and_what_is_lacking_is_neither() {
        let ms = |value: f64| Ok(Amount::new(value, "ms", 1));
        let verdict = |asked, value| Line::new("f", asked, ms(value)).verdict();
        assert_eq!(verdict(Asked::at_most(20.0, "w"), 20.0), "held");
        assert_eq!(verdict(Asked::at_most(20.0, "w"), 20.01), "missed");
        assert_eq!(verdict(Asked::below(20.0, "w"), 20.0), "missed");
        assert_eq!(verdict(Asked::at_least(95.0, "w"), 95.0), "held");
        assert_eq!(verdict(Asked::above(95.0, "w"), 95.0), "missed");
        assert_eq!(verdict(Asked::said("w"), 1.0), "–");
        assert_eq!(verdict(Asked::at_most(1.0, "w"), f64::NAN), "missed");
        let lacking = Line::new("f", Asked::at_most(1.0, "w"), Err("no git".to_owned())).with("x");
        assert_eq!((lacking.verdict(), &*lacking.measured), ("–", "not measured: no git"));
    }

    #[test]
    fn amounts_have_the_digits_of_their_unit() {
        assert_eq!(Amount::ratio(1.0, 3.0).to_string(), "0.33");
        assert_eq!(Amount::megabytes(1_500_000).to_string(), "1.5 MB");
        assert_eq!(Amount::milliseconds(Duration::from_micros(256)).to_string(), "0.256 ms");
        assert_eq!(Amount::milliseconds(Duration::from_micros(2560)).to_string(), "2.6 ms");
        assert_eq!(Amount::percent(1, 8).to_string(), "12.5 %");
        let line = Line::new("f", Asked::said("w"), Ok(Amount::count(3, "lost"))).with("of 9");
        assert_eq!(line.measured, "3 lost (of 9)");
    }
}
