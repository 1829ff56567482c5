//! Figures as a table: what was asked for, what came of it, what others take.

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
    pub(super) const fn of_seconds(value: f64) -> Self {
        Self { value, unit: "s", digits: 2 }
    }

    pub(super) const fn of_milliseconds(value: f64) -> Self {
        Self { value, unit: "ms", digits: 1 }
    }

    pub(super) fn seconds(time: Duration) -> Self {
        Self::of_seconds(time.as_secs_f64())
    }

    pub(super) fn milliseconds(time: Duration) -> Self {
        Self::of_milliseconds(time.as_secs_f64() * 1e3)
    }

    pub(super) fn megabytes(bytes: u64) -> Self {
        Self { value: bytes as f64 / 1e6, unit: "MB", digits: 1 }
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.*} {}", self.digits, self.value, self.unit)
    }
}

/// The head of a table. Rows are printed as they come: a large tree takes minutes.
pub(super) fn head(title: &str) {
    println!("\n{title}\n{}", line("figure", "asked", "measured", "", "beside it"));
}

pub(super) fn row(figure: &str, asked: Option<Amount>, measured: Option<Amount>, beside: &str) {
    println!("{}", row_text(figure, asked, measured, beside));
}

fn row_text(figure: &str, asked: Option<Amount>, measured: Option<Amount>, beside: &str) -> String {
    let verdict = match (asked, measured) {
        (Some(asked), Some(measured)) if measured.value > asked.value => "missed",
        (Some(_), Some(_)) => "held",
        _ => "",
    };
    let shown = |amount: Option<Amount>| amount.map_or("–".to_owned(), |one| one.to_string());
    line(figure, &shown(asked), &shown(measured), verdict, beside)
}

fn line(figure: &str, asked: &str, measured: &str, verdict: &str, beside: &str) -> String {
    let line = format!("  {figure:<36} {asked:>10} {measured:>10} {verdict:<6}  {beside}");
    line.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_above_what_was_asked_is_missed() {
        let ms = |value| Some(Amount::of_milliseconds(value));
        let mb = Some(Amount::megabytes(1_500_000));
        let rows = [
            row_text("as asked", ms(20.0), ms(20.0), "git 3.0 ms"),
            row_text("above", ms(20.0), ms(20.1), ""),
            row_text("not asked", None, mb, ""),
        ];
        assert_eq!(
            rows,
            [
                "  as asked                                20.0 ms    20.0 ms held    git 3.0 ms",
                "  above                                   20.0 ms    20.1 ms missed",
                "  not asked                                     –     1.5 MB",
            ]
        );
    }
}
