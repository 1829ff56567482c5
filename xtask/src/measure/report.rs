//! `docs/figures.md`: one table for each part, and on what they were measured.

use super::line::Line;
use crate::command::{Failure, capture, git, program};
use std::ffi::OsStr;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread;
use std::time::Duration;

/// What the figures depend on.
pub(super) struct Machine {
    commit: String,
    is_clean: bool,
    cores: usize,
    kernel: String,
    rustc: String,
    /// How many programs wanted a core in the minute before.
    load: Option<f64>,
}

impl Machine {
    pub(super) fn look(root: &Path) -> Result<Self, Failure> {
        let said = |name: &str, arguments: &[&str]| {
            capture(program(OsStr::new(name), root, arguments)).map(|said| said.trim().to_owned())
        };
        // The reports themselves are no change of what is measured.
        let reports = [":!docs/figures.md", ":!docs/comparison.md", ":!docs/evaluation.md"];
        let others = [&["status", "--porcelain", "--", "."][..], &reports].concat();
        let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
        Ok(Self {
            commit: capture(git(root, &["rev-parse", "--short", "HEAD"]))?.trim().to_owned(),
            is_clean: capture(git(root, &others))?.is_empty(),
            cores: thread::available_parallelism().map_or(1, NonZeroUsize::get),
            kernel: said("uname", &["-sr"])?,
            rustc: said("rustc", &["--version"])?,
            load: load.split(' ').next().and_then(|load| load.parse().ok()),
        })
    }

    /// On what was measured, in some sentences.
    pub(super) fn told(&self) -> String {
        let Self { commit, is_clean, cores, kernel, rustc, .. } = self;
        let changes =
            if *is_clean { "nothing changed in it" } else { "with changes not committed" };
        let state = self.state();
        format!("Commit {commit}, {changes}; {cores} cores; {kernel}; {rustc}. {state}")
    }

    fn state(&self) -> String {
        match self.load {
            None => "How busy it was is not known.".to_owned(),
            Some(load) if load * 4.0 <= self.cores as f64 => {
                format!("The machine was idle (load {load:.1} before it).")
            }
            Some(load) => format!(
                "**The machine was busy (load {load:.1} on {} cores before it)**: times, and ratios of \
                 wall times, are worse than they would be; shares and counts are not touched by it.",
                self.cores
            ),
        }
    }
}

/// A part of the report: what came of it in this run, or what the report had of it before.
pub(super) struct Section {
    title: &'static str,
    /// Everything below its heading. Nothing where it was never measured.
    text: String,
}

const NEVER: &str = "Not measured yet.\n";

impl Section {
    /// What a report has of a part.
    pub(super) fn kept(title: &'static str, report: &str) -> Self {
        let heading = format!("\n## {title}\n\n");
        let below = report.split_once(&heading).map(|(_, below)| below);
        let text = below.map(|below| below.split("\n## ").next().unwrap_or(below));
        Self { title, text: text.unwrap_or(NEVER).to_owned() }
    }

    pub(super) fn measured(
        title: &'static str,
        machine: &Machine,
        lines: &[Line],
        took: Duration,
    ) -> Self {
        let minutes = took.as_secs().div_ceil(60);
        let text = format!("{} It took {minutes} min.\n\n{}", machine.told(), table(lines));
        Self { title, text }
    }
}

pub(super) fn markdown(sections: &[Section]) -> String {
    let mut text = format!(
        "# Figures\n\n\
         `cargo xtask measure all [FOLDER] [PART…]` writes this file: every figure that was asked for, beside what \
         others take in the same run. A part that is not named stays as it was. Nothing here is typed by hand.\n\n\
         {}.\n",
        tally(sections)
    );
    for Section { title, text: below } in sections {
        text.push_str(&format!("\n## {title}\n\n{below}"));
    }
    text
}

fn table(lines: &[Line]) -> String {
    let mut text =
        "| figure | asked | measured | | beside it |\n| --- | --- | --- | --- | --- |\n".to_owned();
    for line in lines {
        let cells = [&*line.figure, line.asked, &line.measured, line.verdict(), &line.peer];
        let cells = cells.map(cell);
        text.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    text
}

/// What would end a cell or a row does not.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(super) fn tally(sections: &[Section]) -> String {
    let rows = || sections.iter().flat_map(|section| section.text.lines());
    let count = |says: &str| rows().filter(|row| row.contains(says)).count();
    format!(
        "Held: {}, missed: {}, not measured: {}",
        count(" | held | "),
        count(" | missed | "),
        count(" | not measured: ")
    )
}

#[cfg(test)]
mod tests {
    use super::super::line::{Amount, Asked};
    use super::*;

    fn machine(load: f64) -> Machine {
        Machine {
            commit: "abc1234".to_owned(),
            is_clean: true,
            cores: 2,
            kernel: "Linux 6.1".to_owned(),
            rustc: "rustc 1.95.0".to_owned(),
            load: Some(load),
        }
    }

    fn section() -> Section {
        let asked = Asked::at_most(1.0, "at most | one");
        let lines = vec![
            Line::new("walk", asked, Ok(Amount::ratio(2.0, 3.0))).beside("git status 3 ms"),
            Line::new("walk\nmore", asked, Ok(Amount::ratio(3.0, 2.0))),
            Line::new("other", asked, Err("no tree".to_owned())),
        ];
        Section::measured("One", &machine(0.3), &lines, Duration::from_secs(61))
    }

    #[test]
    fn a_table_has_a_row_for_each_line_whatever_stands_in_it() {
        let text = markdown(&[section(), Section::kept("Two", "")]);
        let (head, tables) = text.split_once("\n## One\n\n").unwrap();
        assert!(head.ends_with("\n\nHeld: 1, missed: 1, not measured: 1.\n"), "{head}");
        assert_eq!(
            tables,
            "Commit abc1234, nothing changed in it; 2 cores; Linux 6.1; rustc 1.95.0. The machine was idle (load 0.3 \
             before it). It took 2 min.\n\n\
             | figure | asked | measured | | beside it |\n\
             | --- | --- | --- | --- | --- |\n\
             | walk | at most \\| one | 0.67 | held | git status 3 ms |\n\
             | walk more | at most \\| one | 1.50 | missed |  |\n\
             | other | at most \\| one | not measured: no tree | – |  |\n\
             \n## Two\n\nNot measured yet.\n"
        );
    }

    #[test]
    fn a_part_that_is_not_measured_again_stays_as_it_was() {
        let before = markdown(&[section(), Section::kept("Two", "")]);
        let after = [Section::kept("One", &before), Section::kept("Two", &before)];
        assert_eq!(markdown(&after), before);
    }

    #[test]
    fn a_busy_machine_is_called_so() {
        assert!(machine(0.6).state().contains("busy (load 0.6 on 2 cores"));
        assert!(machine(0.5).state().contains("idle"));
    }
}
