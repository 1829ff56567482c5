//! What the task itself says: always in, if only in part.

use super::candidates::Hold;
use super::references::telling_lines;
use super::request::Issue;
use super::texts;
use crate::changes::working_tree;
use crate::words::{HOW_TO_READ, HOW_TO_READ_NUMBERS, how_to_read};
use plimsoll_core::candidate::{Candidate, Name, kind, section};
use plimsoll_core::capsule::PassedOver;
use plimsoll_core::ladder;
use plimsoll_core::refusal::Refusal;
use plimsoll_core::score::Scoring;
use plimsoll_core::screened::Screened;
use plimsoll_core::vocab::{Origin, PackClass};

/// What the issues beyond the first bring ranks behind everything else that the task names.
const REST_FROM: u32 = 400_000;

impl Hold<'_> {
    pub(super) fn add_task(&mut self) -> Result<(), Refusal> {
        let mut rules = how_to_read(PackClass::Always.name());
        if self.line_numbers {
            rules.text = Screened::ours(format!("{HOW_TO_READ}{HOW_TO_READ_NUMBERS}"));
        }
        self.candidates.push(rules);
        let task = self.task;
        self.add_part("goal", "Goal", &texts::goal(task), section::TASK, 0)?;
        if !task.acceptance.is_empty() {
            let text: String = task.acceptance.iter().map(texts::criterion).collect();
            self.add_part("acceptance", "Acceptance criteria", &text, section::TASK, 1)?;
        }
        if let Some(contract) = &task.contract {
            self.add_part(
                "constraints",
                "File contract",
                &texts::contract(contract),
                section::TASK,
                2,
            )?;
        }
        Ok(())
    }

    /// A part of the task that is always in.
    fn add_part(
        &mut self,
        kind: &str,
        title: &str,
        text: &str,
        section: u16,
        order: u32,
    ) -> Result<(), Refusal> {
        let text =
            self.snapshot.workspace().screen_text(&format!("{}\n", text.trim_end()), title)?;
        let name = Name::Title(title.to_owned());
        let part = Candidate::new(kind, PackClass::Always.name(), Origin::Request, name, text);
        self.push_required(part, section, order);
        Ok(())
    }

    fn push_required(&mut self, part: Candidate, section: u16, order: u32) {
        let scoring = Scoring::Given { order };
        self.candidates.push(Candidate { required: true, scoring, ..part }.at(section, order));
    }

    pub(super) fn add_previous(&mut self) -> Result<(), Refusal> {
        let Some(previous) = &self.task.previous else { return Ok(()) };
        let issues = previous.by_severity();
        let (top, rest) = issues.split_at(issues.len().min(texts::TOP_ISSUES));
        if !top.is_empty() {
            let text: String = (1..)
                .zip(top)
                .map(|(number, issue)| texts::issue_with_output(issue, number))
                .collect();
            let text = text + &texts::rest_of_issues(rest);
            self.add_part("issues", "Previous issues", &text, section::ERRORS, 0)?;
        }
        for (order, issue) in (0..).zip(top) {
            if let Some(output) = &issue.output {
                let title = format!("Error output {}", order + 1);
                let part = self.output(order, title, output)?;
                self.push_required(part, section::ERRORS, 1 + order);
            }
        }
        for (number, issue) in (1..).zip(&issues).skip(top.len()) {
            if let Some(output) = &issue.output {
                self.add_output_of_the_rest(number, issue, output)?;
            }
        }
        if let Some(summary) = &previous.diff_summary {
            let title = "Last iteration's changes";
            self.add_part("changes", title, summary, section::CHANGES, 0)?;
        }
        if let Some(changes) = &previous.diff {
            let files = ladder::diff_by_file(changes);
            if files.is_empty() && !changes.trim().is_empty() {
                // It is no diff, and it is shown as what it is.
                let title = "Last iteration's changes as given";
                self.add_part("changes", title, changes, section::CHANGES, 1)?;
            }
            for (order, (path, text)) in (0..).zip(files) {
                self.add_diff(path, text, Origin::Request, order)?;
            }
        }
        Ok(())
    }

    /// An output is whole while anything else can give way; then its middle goes, and its ends and what it says of places
    /// in the project stay.
    fn output(&self, order: u32, title: String, text: &str) -> Result<Candidate, Refusal> {
        let text = self.snapshot.workspace().screen_text(text, &title)?;
        let (group, name) = (PackClass::Errors.name(), Name::Title(title));
        let ladder = ladder::middle(text.text(), &telling_lines(text.text(), self.files()));
        let part = Candidate::new(kind::ERROR, group, Origin::Request, name, text);
        Ok(Candidate { ladder, chunk: order, ..part })
    }

    /// The output of an issue that is only counted: it is shown with what it belongs to, where there is room.
    fn add_output_of_the_rest(
        &mut self,
        number: u32,
        issue: &Issue,
        output: &str,
    ) -> Result<(), Refusal> {
        let (order, title) = (REST_FROM.saturating_add(number), format!("Error output {number}"));
        let part = self.output(number, title, &format!("{}{output}", texts::issue(issue)))?;
        let (group, scoring) = (PackClass::Low.name().to_owned(), Scoring::Given { order });
        self.candidates.push(Candidate { group, scoring, ..part }.at(section::ERRORS, order));
        Ok(())
    }

    /// What the task names and nobody can show: a model must not take it for forgotten.
    pub(super) fn add_absent_files(&mut self) -> Result<(), Refusal> {
        if self.absent.is_empty() {
            return Ok(());
        }
        let lines = self.absent.iter().map(|(path, why)| format!("- {path}: {why}\n"));
        let text: String = lines.collect();
        self.add_part("absent", "Named by the task and not shown", &text, section::NOTICE, 0)
    }

    fn add_diff(
        &mut self,
        path: &str,
        text: &str,
        origin: Origin,
        order: u32,
    ) -> Result<(), Refusal> {
        let text = self.snapshot.workspace().screen_text(text, path)?;
        let ladder = ladder::diff(text.text(), &[]);
        // What the request brings is always in, if only as a summary.
        let required = origin == Origin::Request;
        let class = if required { PackClass::Always } else { PackClass::High };
        let name = Name::Path(path.to_owned());
        let part = Candidate::new(kind::DIFF, class.name(), origin, name, text);
        let (language, scoring) = (Some("diff".to_owned()), Scoring::Given { order });
        let part = Candidate { ladder, language, scoring, chunk: order, required, ..part };
        self.candidates.push(part.at(section::CHANGES, order));
        Ok(())
    }

    pub(super) fn add_working_tree_diff(&mut self) {
        let (changes, notices) = working_tree(self.snapshot, &[]);
        self.notices.extend(notices);
        for (order, change) in (1000..).zip(changes) {
            if self.add_diff(&change.path, &change.diff, Origin::Repository, order).is_err() {
                let detail = "its diff holds a secret whose bounds are in doubt".to_owned();
                let reason = "secret_risk".to_owned();
                self.left_out.push(PassedOver { path: change.path, reason, detail });
            }
        }
    }

    pub(super) fn add_tickets(&mut self) -> Result<(), Refusal> {
        if self.task.repair_tickets.is_empty() {
            return Ok(());
        }
        let text: String = self.task.repair_tickets.iter().map(texts::ticket).collect();
        self.add_part("tickets", "Repair tickets", &text, section::ERRORS, 500)
    }
}
