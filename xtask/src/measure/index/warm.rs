//! When nothing or one file has changed: what a refresh takes.

use super::edit;
use super::yard::Yard;
use crate::command::Failure;
use crate::measure::child::{middle, timed};
use crate::measure::line::{Amount, Asked, Line, Lines};
use serde_json::Value;
use std::time::Duration;

const ROUNDS: usize = 7;
/// So many languages have a file edited, those with the most files first.
const EDITED_LANGUAGES: usize = 4;
const EDIT: Asked = Asked::at_most(20.0, "one edited file adds at most 20 ms");

/// A look at every file is what `git status` takes; the rest is for what we know of them.
fn refresh(of_git: Duration) -> Asked {
    let most = of_git.as_secs_f64() * 1.5e3 + 10.0;
    Asked::at_most(
        most,
        "nothing changed: at most 1.5 times the wall time of `git status` plus 10 ms",
    )
}

pub(super) fn measure(yard: &Yard, report: &Value, lines: &mut Lines) -> Result<(), Failure> {
    unchanged(yard, lines)?;
    for language in largest_languages(report) {
        let figure = format!("{}: an edited file of {language} adds", yard.name());
        let added = edit::adds(yard, &language, ROUNDS)?;
        let path = added.as_ref().map_or(String::new(), |(_, path)| path.clone());
        let added = added.map(|(added, _)| Amount::milliseconds(added));
        lines.push(Line::new(figure, EDIT, added).with(path));
    }
    Ok(())
}

/// By turns with `git status`, so that both have the same noise.
fn unchanged(yard: &Yard, lines: &mut Lines) -> Result<(), Failure> {
    let always_read = yard.settle()?;
    let (mut ours, mut of_git) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        ours.push(yard.refresh()?.0);
        of_git.push(timed(yard.git(&["status", "--porcelain"]))?);
    }
    let (ours, of_git) = (middle(ours), middle(of_git));
    let ratio = Amount::ratio(ours.as_secs_f64(), of_git.as_secs_f64());
    let mut told = format!("{ratio} of it");
    if always_read > 0 {
        told.push_str(&format!("; {always_read} files are read each time"));
    }
    let figure = format!("{}: refresh, nothing changed, wall", yard.name());
    let line = Line::new(figure, refresh(of_git), Ok(Amount::milliseconds(ours)));
    lines.push(line.with(told).beside(format!("git status {}", Amount::milliseconds(of_git))));
    Ok(())
}

/// By the number of their files, the most first.
fn largest_languages(report: &Value) -> Vec<String> {
    let counts = report["outlined"].as_object().into_iter().flatten();
    let mut counts: Vec<(u64, &String)> =
        counts.map(|(name, count)| (count.as_u64().unwrap_or(0), name)).collect();
    counts.sort_by(|(a, one), (b, other)| b.cmp(a).then_with(|| one.cmp(other)));
    counts.into_iter().take(EDITED_LANGUAGES).map(|(_, name)| name.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn languages_with_the_most_files_come_first() {
        let report = json!({"outlined": {"c": 5, "go": 9, "bash": 5, "rust": 1, "lua": 2}});
        assert_eq!(largest_languages(&report), ["go", "bash", "c", "lua"]);
        assert!(largest_languages(&json!({})).is_empty());
    }

    #[test]
    fn a_refresh_is_held_against_git_s_time() {
        let line = |ms| {
            let asked = refresh(Duration::from_millis(30));
            Line::new("f", asked, Ok(Amount::milliseconds(Duration::from_millis(ms)))).verdict()
        };
        assert_eq!((line(55), line(56)), ("held", "missed"));
    }
}
