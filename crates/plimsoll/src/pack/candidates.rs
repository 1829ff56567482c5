//! What may stand in a pack: the task itself, what it names, what its words find.

use super::{PackRequest, texts};
use crate::error::Error;
use crate::found::Finder;
use crate::known::{KnownFile, OpenFile};
use crate::request::{glob_problems, path};
use crate::screening::screen_request;
use crate::snapshot::{Snapshot, shown};
use crate::task::{Contract, Issue, Task};
use plimsoll_core::candidate::{Candidate, Name, Position, section};
use plimsoll_core::capsule::PassedOver;
use plimsoll_core::glob::Glob;
use plimsoll_core::ladder::{self, Cut, Ladder, LineStarts, Lines};
use plimsoll_core::near::did_you_mean;
use plimsoll_core::refusal::Refusal;
use plimsoll_core::score::{ScoreLine, Scoring};
use plimsoll_core::screened::{Screened, ScreenedValue};
use plimsoll_core::vocab::{Level, Origin};
use plimsoll_index::outline::outline;
use serde_json::json;
use std::collections::BTreeSet;

/// How many of the previous issues are shown; the number of the rest is said.
const TOP_ISSUES: usize = 10;
/// So many lines around a line that an issue names.
const AROUND: u32 = 20;
/// An error output keeps so many lines at each end when it must be shortened.
const OUTPUT_ENDS: &[u32] = &[200, 80, 30, 10, 3];

/// What is named ranks by class first, then in the order given (B04).
const HIGH: u32 = 100_000;
const CONTEXT_FILES: u32 = 200_000;
const CONTEXT_DOCS: u32 = 300_000;

/// What was gathered for a pack.
pub(super) struct Gathered {
    /// The task after screening.
    pub(super) request: ScreenedValue,
    pub(super) candidates: Vec<Candidate>,
    pub(super) left_out: Vec<PassedOver>,
    pub(super) notices: Vec<String>,
    pub(super) remarks: Vec<String>,
    pub(super) refusal: Option<Refusal>,
}

/// Says everything that is wrong with a task before any file is read.
pub(super) fn check(task: &Task) -> Result<(), Error> {
    let mut problems = Vec::new();
    if task.goal.trim().is_empty() {
        problems.push("`goal` is empty; say what you want done".to_owned());
    }
    for (index, file) in task.context.files.iter().enumerate() {
        problems.extend(path(file, &format!("context.files[{index}]")).err());
    }
    for (index, doc) in task.context.docs.iter().enumerate() {
        problems.extend(path(doc, &format!("context.docs[{index}]")).err());
    }
    if let Some(contract) = &task.contract {
        problems.extend(glob_problems("contract.allowedGlobs", &contract.allowed_globs));
        problems.extend(glob_problems("contract.forbiddenGlobs", &contract.forbidden_globs));
    }
    if problems.is_empty() { Ok(()) } else { Err(Error::Invalid(problems)) }
}

/// Gathers candidates; `room` is about how many bytes the document may have.
pub(super) fn gather(
    snapshot: &Snapshot<'_>,
    request: &PackRequest,
    room: usize,
) -> Result<Gathered, Error> {
    let (value, is_clean) = screen_request(json!({"task": request.task, "diff": request.diff}));
    let task: Task = serde_json::from_value(value["task"].clone())
        .expect("screening replaces texts by texts, so the task is still one");
    let mut hold = Hold {
        snapshot,
        finder: Finder::new(snapshot, &format!("{} {}", task.title, task.goal))?,
        task: &task,
        room,
        taken: BTreeSet::new(),
        candidates: Vec::new(),
        left_out: snapshot.left_out.clone(),
        notices: Vec::new(),
        remarks: Vec::new(),
    };
    let refusal = is_clean.and_then(|()| hold.fill(request)).err();
    if refusal.is_none() {
        hold.fill_up()?;
    }
    let Hold { candidates, left_out, notices, remarks, .. } = hold;
    Ok(Gathered { request: value, candidates, left_out, notices, remarks, refusal })
}

struct Hold<'a> {
    snapshot: &'a Snapshot<'a>,
    finder: Finder<'a>,
    task: &'a Task,
    room: usize,
    /// Paths that already have a candidate.
    taken: BTreeSet<String>,
    candidates: Vec<Candidate>,
    left_out: Vec<PassedOver>,
    notices: Vec<String>,
    remarks: Vec<String>,
}

impl Hold<'_> {
    fn fill(&mut self, request: &PackRequest) -> Result<(), Refusal> {
        self.add_task()?;
        self.add_previous()?;
        self.add_tickets()?;
        if request.diff {
            self.add_working_tree_diff();
        }
        // A file takes the best class that asks for it.
        self.add_referenced_files();
        self.add_context();
        Ok(())
    }

    /// What nobody named, as far as room remains.
    fn fill_up(&mut self) -> Result<(), Error> {
        let contract = self.task.contract.as_ref();
        if contract.is_some_and(|contract| !contract.allowed_globs.is_empty()) {
            self.add_contract_files()
        } else {
            self.add_found_files()
        }
    }

    fn add_task(&mut self) -> Result<(), Refusal> {
        let rules = Screened::ours(crate::words::HOW_TO_READ);
        let title = Name::Title("How to read this document".to_owned());
        let rules = Candidate::new("rules", "always", Origin::Plimsoll, title, rules);
        self.push_required(rules, section::RULES_OF_THE_CALL, 0);
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
        let part = Candidate::new(kind, "always", Origin::Request, name, text);
        self.push_required(part, section, order);
        Ok(())
    }

    fn push_required(&mut self, part: Candidate, section: u16, order: u32) {
        let position = Position { section, order, ..part.position.clone() };
        self.candidates.push(Candidate {
            required: true,
            scoring: Scoring::Given { order },
            position,
            ..part
        });
    }

    fn add_previous(&mut self) -> Result<(), Refusal> {
        let Some(previous) = &self.task.previous else { return Ok(()) };
        let mut issues: Vec<&Issue> = previous.issues.iter().collect();
        issues.sort_by_key(|issue| issue.severity);
        let rest = issues.len().saturating_sub(TOP_ISSUES);
        issues.truncate(TOP_ISSUES);
        if !issues.is_empty() {
            let mut text: String = issues.iter().map(|issue| texts::issue(issue)).collect();
            if rest > 0 {
                text.push_str(&format!("and {rest} more\n"));
            }
            self.add_part("issues", "Previous issues", &text, section::ERRORS, 0)?;
        }
        for (order, issue) in (0..).zip(&issues) {
            if let Some(output) = &issue.output {
                self.add_output(order, output)?;
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

    fn add_output(&mut self, order: u32, output: &str) -> Result<(), Refusal> {
        let title = format!("Error output {}", order + 1);
        let text = self.snapshot.workspace().screen_text(output, &title)?;
        let part = Candidate::new("error", "errors", Origin::Request, Name::Title(title), text);
        let ladder = Ladder::Middle { keep: OUTPUT_ENDS.to_vec() };
        let part = Candidate { ladder, chunk: order, ..part };
        self.push_required(part, section::ERRORS, 1 + order);
        Ok(())
    }

    fn add_diff(
        &mut self,
        path: &str,
        text: &str,
        origin: Origin,
        order: u32,
    ) -> Result<(), Refusal> {
        let ladder = ladder::diff(text, &[]);
        let text = self.snapshot.workspace().screen_text(text, path)?;
        // What the request brings is always in, if only as a summary.
        let required = origin == Origin::Request;
        let group = if required { "always" } else { "high" };
        let part = Candidate::new("diff", group, origin, Name::Path(path.to_owned()), text);
        let position = Position { section: section::CHANGES, order, ..part.position.clone() };
        let language = Some("diff".to_owned());
        let scoring = Scoring::Given { order };
        let chunk = order;
        let part = Candidate { ladder, position, language, scoring, chunk, required, ..part };
        self.candidates.push(part);
        Ok(())
    }

    fn add_working_tree_diff(&mut self) {
        let (changes, notices) = crate::changes::working_tree(self.snapshot);
        self.notices.extend(notices);
        for (order, change) in (1000..).zip(changes) {
            if self.add_diff(&change.path, &change.diff.text, Origin::Repository, order).is_err() {
                let detail = "its diff holds a secret whose bounds are in doubt".to_owned();
                let reason = "secret_risk".to_owned();
                self.left_out.push(PassedOver { path: change.path, reason, detail });
            }
        }
    }

    fn add_tickets(&mut self) -> Result<(), Refusal> {
        if self.task.repair_tickets.is_empty() {
            return Ok(());
        }
        let text: String = self.task.repair_tickets.iter().map(texts::ticket).collect();
        self.add_part("tickets", "Repair tickets", &text, section::ERRORS, 500)
    }

    /// Files that issues and tickets name: whole, or the lines around the one that is named.
    fn add_referenced_files(&mut self) {
        let issues = self.task.previous.iter().flat_map(|previous| &previous.issues);
        let issues = issues.filter_map(|issue| Some((issue.file.clone()?, issue.line)));
        let tickets = self.task.repair_tickets.iter();
        let tickets = tickets.filter_map(|ticket| Some((ticket.file.clone()?, ticket.line)));
        let references: Vec<(String, Option<u32>)> = issues.chain(tickets).collect();
        for (order, (file, _)) in (HIGH..).zip(&references) {
            let lines = references.iter().filter(|(other, _)| other == file);
            let lines: Vec<u32> = lines.filter_map(|(_, line)| *line).collect();
            self.add_named(file, "file", "high", section::REFERENCE, order, &lines);
        }
    }

    fn add_context(&mut self) {
        let task = self.task;
        for (order, file) in (CONTEXT_FILES..).zip(&task.context.files) {
            self.add_named(file, "file", "medium", section::CONTEXT, order, &[]);
        }
        for (order, doc) in (CONTEXT_DOCS..).zip(&task.context.docs) {
            self.add_named(doc, "doc", "medium", section::REFERENCE, order, &[]);
        }
    }

    /// A file that the task names. What cannot be shown is listed with its reason.
    fn add_named(
        &mut self,
        given: &str,
        kind: &str,
        group: &str,
        section: u16,
        order: u32,
        lines: &[u32],
    ) {
        let found = match path(given, "file") {
            Ok(path) => self.snapshot.named(&path),
            Err(problem) => {
                let detail = format!("{} is no path in this project: {problem}", shown(given));
                let reason = "outside_root".to_owned();
                self.notices.push(detail.clone());
                self.left_out.push(PassedOver { path: given.to_owned(), reason, detail });
                return;
            }
        };
        match found {
            Ok(file) => {
                if self.taken.insert(file.path().to_owned()) {
                    let ladder = match lines {
                        [] if kind == "doc" => ladder::prose(file.text.text()),
                        lines => self.code_ladder(&file, lines),
                    };
                    let scoring = Scoring::Given { order };
                    self.push_file(file, kind, group, (section, order), scoring, ladder);
                }
            }
            Err(why) => {
                let near = did_you_mean(given, self.snapshot.files.iter().map(|f| f.path.as_str()));
                self.notices.push(format!(
                    "the task names {}, which is left out: {}{near}",
                    shown(given),
                    why.describe()
                ));
                self.left_out.retain(|entry| entry.path != given);
                self.left_out.push(why.passed_over(given));
            }
        }
    }

    /// A file by its structure: what encloses the lines that are asked for, then signatures. Without an outline
    /// it is the lines around them, or what the words of the task find in it.
    fn code_ladder(&self, file: &OpenFile, lines: &[u32]) -> Ladder {
        let text = file.text.text();
        let found = file
            .known
            .language
            .filter(|language| self.snapshot.workspace().outlines(language))
            .and_then(|language| Some(outline(language, &file.text)?.for_ladder(language, text)));
        match found {
            Some(found) if !found.definitions.is_empty() => {
                let innermost = lines.iter().filter_map(|&line| found.innermost(line));
                ladder::code(&found, &innermost.collect::<Vec<_>>(), text)
            }
            _ if lines.is_empty() => self.finder.ladder(file),
            _ => around(lines, LineStarts::of(text).count()),
        }
    }

    fn push_file(
        &mut self,
        OpenFile { known: file, text }: OpenFile,
        kind: &str,
        group: &str,
        (section, order): (u16, u32),
        scoring: Scoring,
        ladder: Ladder,
    ) {
        let name = Name::Path(file.path.as_str().to_owned());
        let part = Candidate::new(kind, group, Origin::Repository, name, text);
        let position = Position { section, order, ..part.position.clone() };
        let language = file.language.map(str::to_owned);
        self.candidates.push(Candidate { scoring, position, language, ladder, ..part });
    }

    /// The files that the words of a sentence find, best first, as far as they could matter.
    fn add_found_files(&mut self) -> Result<(), Error> {
        let found = self.finder.best(self.room);
        let said = if found.is_empty() { &mut self.notices } else { &mut self.remarks };
        said.push(found.summary());
        let forbidden: Vec<Glob> = self.task.contract.iter().flat_map(forbidden_places).collect();
        let mut files = found.files;
        files.retain(|(file, _)| {
            let path = file.path.as_str();
            let is_forbidden = forbidden.iter().any(|glob| glob.covers(path));
            !is_forbidden && self.taken.insert(path.to_owned())
        });
        self.left_out.extend(found.passed_over);
        self.push_low(files)
    }

    /// Files that were found, each with what speaks for it.
    fn push_low(&mut self, files: Vec<(&KnownFile, Vec<ScoreLine>)>) -> Result<(), Error> {
        let known: Vec<&KnownFile> = files.iter().map(|(file, _)| *file).collect();
        let opened = self.snapshot.open_all(&known)?;
        for ((known, lines), file) in files.into_iter().zip(opened) {
            match file {
                Ok(file) => {
                    let ladder = self.finder.ladder(&file);
                    let scoring = Scoring::Search { lines };
                    self.push_file(file, "file", "low", (section::REFERENCE, 0), scoring, ladder);
                }
                Err(why) => self.left_out.push(why.passed_over(known.path.as_str())),
            }
        }
        Ok(())
    }

    /// Existing files that the contract allows, as far as room remains.
    fn add_contract_files(&mut self) -> Result<(), Error> {
        let Some(contract) = &self.task.contract else { return Ok(()) };
        let allowed: Vec<Glob> =
            contract.allowed_globs.iter().filter_map(|glob| Glob::place(glob).ok()).collect();
        let forbidden: Vec<Glob> = forbidden_places(contract).collect();
        let matches = |globs: &[Glob], path: &str| globs.iter().any(|glob| glob.covers(path));
        let snapshot = self.snapshot;
        let mut files = Vec::new();
        for file in &snapshot.files {
            let path = file.path.as_str();
            let is_meant = matches(&allowed, path) && !matches(&forbidden, path);
            if is_meant && self.taken.insert(path.to_owned()) {
                files.push((file, self.finder.score_lines(file)));
            }
        }
        self.push_low(files)
    }
}

fn forbidden_places(contract: &Contract) -> impl Iterator<Item = Glob> {
    contract.forbidden_globs.iter().filter_map(|glob| Glob::place(glob).ok())
}

/// Whole, or the lines around those that are named; a line that is not there is passed over.
fn around(lines: &[u32], line_count: u32) -> Ladder {
    let mut lines: Vec<u32> =
        lines.iter().copied().filter(|line| (1..=line_count).contains(line)).collect();
    lines.sort_unstable();
    let mut keep: Vec<Lines> = Vec::new();
    for line in lines {
        let first = line.saturating_sub(AROUND).max(1);
        let last = line.saturating_add(AROUND).min(line_count);
        match keep.last_mut() {
            Some(range) if first <= range.last.saturating_add(1) => range.last = last,
            _ => keep.push(Lines { first, last }),
        }
    }
    if keep.is_empty() {
        return Ladder::Fixed;
    }
    Ladder::Cuts { cuts: vec![Cut { level: Level::Regions, keep }], summary: None, comment: None }
}
