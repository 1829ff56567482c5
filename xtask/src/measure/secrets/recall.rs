//! How many of the secrets in labelled records are found, and how many clean records are flagged.

use super::locate;
use crate::command::Failure;
use crate::measure::line::{Amount, Asked, Line, Lines};
use crate::secrets::{Label, Record};
use plimsoll_core::screened::Grade;
use plimsoll_guard::{Guard, Spot};
use std::collections::BTreeMap;

const ANY: Asked = Asked::at_least(84.0, "recall, all records (any grade): 84");
const MEAN: Asked = Asked::at_least(84.0, "mean over rules: 84");
const FLAGGED_CERTAIN: Asked = Asked::at_most(0.5, "clean records flagged, certain: 0.5");
const FLAGGED: Asked = Asked::at_most(3.0, "clean records flagged, any grade: 3");

/// By the names that records give them.
const CATEGORIES: &[(&str, Asked)] = &[
    ("provider_token", Asked::at_least(84.0, "provider tokens: 84")),
    ("private_key", Asked::at_least(100.0, "private keys: 100")),
    ("jwt", Asked::at_least(97.0, "JWT: 97")),
    ("generic_assignment", Asked::at_least(78.0, "generic assignments: 78")),
    ("connection_string", Asked::at_least(87.0, "connection strings: 87")),
    ("url_credential", Asked::at_least(95.0, "URL credentials: 95")),
    ("auth_header", Asked::at_least(85.0, "authorization headers: 85")),
];

/// How many of how many.
#[derive(Debug, Default, Clone, Copy)]
struct Share {
    of: usize,
    are: usize,
}

impl Share {
    fn add(&mut self, yes: bool) {
        self.of += 1;
        self.are += usize::from(yes);
    }

    fn line(self, figure: String, asked: Asked, lacks: Option<&str>) -> Line {
        let share = match lacks {
            Some(why) => Err(why.to_owned()),
            None if self.of == 0 => Err("no such record".to_owned()),
            None => Ok(Amount::percent(self.are, self.of)),
        };
        Line::new(figure, asked, share).with(format!("{} of {}", self.are, self.of))
    }
}

/// What is counted over all records.
#[derive(Debug, Default)]
struct Tally<'r> {
    any: Share,
    certain: Share,
    flagged: Share,
    flagged_certain: Share,
    categories: BTreeMap<&'r str, Share>,
    rules: BTreeMap<(&'r str, &'r str), Share>,
}

pub(super) fn measure(
    guard: &Guard,
    records: Result<Vec<Record>, String>,
    lines: &mut Lines,
) -> Result<(), Failure> {
    let lacks = records.as_ref().err().cloned();
    let records = records.unwrap_or_default();
    let mut tally = Tally::default();
    for record in &records {
        tally.add(record, &locate(guard, &record.text)?);
    }
    tally.lines(lacks.as_deref()).into_iter().for_each(|line| lines.push(line));
    Ok(())
}

impl<'r> Tally<'r> {
    fn add(&mut self, record: &'r Record, spots: &[Spot<'_>]) {
        let hits = || spots.iter().filter(|spot| touches(record, spot));
        let (found, sure) = (hits().count() > 0, hits().any(|spot| spot.grade == Grade::Certain));
        match record.label {
            Label::Secret => {
                self.any.add(found);
                self.certain.add(sure);
                self.categories.entry(&record.category).or_default().add(found);
                self.rules.entry((&record.source, &record.rule)).or_default().add(found);
            }
            Label::Clean => {
                self.flagged.add(found);
                self.flagged_certain.add(sure);
            }
        }
    }

    fn lines(&self, lacks: Option<&str>) -> Vec<Line> {
        let line = |share: Share, figure: &str, asked| share.line(figure.to_owned(), asked, lacks);
        let mut lines = vec![
            line(self.any, "secrets found, any grade", ANY),
            line(self.certain, "secrets found, certain", Asked::NOTHING),
            self.mean_over_rules(lacks),
        ];
        for (category, asked) in CATEGORIES {
            let share = self.categories.get(category).copied().unwrap_or_default();
            lines.push(line(share, &format!("found of {category}"), *asked));
        }
        lines.push(line(self.flagged_certain, "clean records flagged, certain", FLAGGED_CERTAIN));
        lines.push(line(self.flagged, "clean records flagged, any grade", FLAGGED));
        lines
    }

    fn mean_over_rules(&self, lacks: Option<&str>) -> Line {
        let shares = self.rules.values().map(|share| share.are as f64 * 100.0 / share.of as f64);
        let mean = shares.sum::<f64>() / self.rules.len() as f64;
        let mean = match lacks {
            Some(why) => Err(why.to_owned()),
            None => Ok(Amount::new(mean, "%", 1)),
        };
        let told = format!("{} rules", self.rules.len());
        Line::new("secrets found, mean over rules", MEAN, mean).with(told)
    }
}

/// Whether a finding overlaps the record's value; where that is not known, every finding counts.
fn touches(record: &Record, spot: &Spot<'_>) -> bool {
    let Some(value) = record.value.as_deref().filter(|value| !value.is_empty()) else {
        return true;
    };
    let mut starts = record.text.match_indices(value).map(|(start, _)| start);
    starts.any(|start| spot.range.start < start + value.len() && start < spot.range.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_records_every_line_says_so() {
        let lines = Tally::default().lines(Some("no records"));
        assert_eq!(lines.len(), 5 + CATEGORIES.len());
        assert!(lines.iter().all(|line| line.measured == "not measured: no records"));
    }

    #[test]
    fn shares_are_per_cent_of_their_own() {
        let mut tally = Tally { any: Share { of: 8, are: 7 }, ..Tally::default() };
        tally.categories.insert("jwt", Share { of: 4, are: 3 });
        tally.rules.insert(("a", "one"), Share { of: 1, are: 1 });
        tally.rules.insert(("a", "two"), Share { of: 10, are: 5 });
        let lines = tally.lines(None);
        let measured = |figure: &str| {
            let line = lines.iter().find(|line| line.figure == figure).unwrap();
            (line.measured.clone(), line.verdict())
        };
        assert_eq!(measured("secrets found, any grade"), ("87.5 % (7 of 8)".to_owned(), "held"));
        assert_eq!(measured("found of jwt"), ("75.0 % (3 of 4)".to_owned(), "missed"));
        let mean = measured("secrets found, mean over rules");
        assert_eq!(mean, ("75.0 % (2 rules)".to_owned(), "missed"));
        assert_eq!(measured("found of auth_header").1, "–");
    }
}
