//! What may stand in a pack: the task itself, what it names, what its words find.

use super::PackRequest;
use super::contract::places;
use super::references::Files;
use super::request::Task;
use crate::call::Gathered;
use crate::error::Error;
use crate::found::{Finder, Found, FoundFile};
use crate::known::OpenFile;
use crate::screening::screen_request;
use crate::snapshot::Snapshot;
use plimsoll_core::candidate::{Candidate, Name, kind, section};
use plimsoll_core::capsule::PassedOver;
use plimsoll_core::glob::Glob;
use plimsoll_core::ladder::Ladder;
use plimsoll_core::refusal::Refusal;
use plimsoll_core::score::Scoring;
use plimsoll_core::screened::ScreenedValue;
use plimsoll_core::vocab::{FileClass, Origin, PackClass};
use serde_json::json;
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// What a file is in a pack, and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) kind: &'static str,
    pub(super) class: PackClass,
    pub(super) section: u16,
}

const FOUND: Place = Place { kind: kind::FILE, class: PackClass::Low, section: section::REFERENCE };

/// What is asked, after screening.
pub(super) struct Asked {
    value: ScreenedValue,
    task: Task,
    is_clean: Result<(), Refusal>,
}

impl Asked {
    pub(super) fn screened(request: &PackRequest) -> Self {
        let PackRequest { task, diff, line_numbers, .. } = request;
        let asked = json!({"task": task, "diff": diff, "lineNumbers": line_numbers});
        let (value, is_clean) = screen_request(asked);
        let task: Task = serde_json::from_value(value["task"].clone())
            .expect("screening replaces texts by texts, so the task is still one");
        Self { value, task, is_clean }
    }

    /// Searches for what the task says. Its first line says what it is about.
    pub(super) fn search<'a>(&self, snapshot: &'a Snapshot<'a>) -> Result<Finder<'a>, Error> {
        let Task { title, goal, .. } = &self.task;
        Finder::new(snapshot, format!("{title}\n{goal}").trim_start())
    }
}

/// Gathers candidates; `room` is about how many bytes the document may have.
pub(super) fn gather(
    finder: &Finder<'_>,
    request: &PackRequest,
    asked: &Asked,
    room: usize,
) -> Result<Gathered, Error> {
    let (snapshot, task) = (finder.snapshot(), &asked.task);
    let mut hold = Hold {
        snapshot,
        finder,
        task,
        line_numbers: request.line_numbers,
        room,
        taken: BTreeSet::new(),
        candidates: Vec::new(),
        left_out: snapshot.left_out.clone(),
        notices: Vec::new(),
        remarks: Vec::new(),
        absent: Vec::new(),
        contract: task.contract.as_ref().map(places),
        files: OnceCell::new(),
    };
    let refusal = asked.is_clean.clone().and_then(|()| hold.fill(request)).err();
    if refusal.is_none() {
        hold.fill_up()?;
    }
    let Hold { candidates, left_out, notices, remarks, .. } = hold;
    let request = asked.value.clone();
    Ok(Gathered { request, candidates, left_out, refusal, notices, remarks })
}

pub(super) struct Hold<'a> {
    pub(super) snapshot: &'a Snapshot<'a>,
    pub(super) finder: &'a Finder<'a>,
    pub(super) task: &'a Task,
    pub(super) line_numbers: bool,
    /// About how many bytes the document may have.
    room: usize,
    /// Paths that already have a candidate.
    pub(super) taken: BTreeSet<String>,
    pub(super) candidates: Vec<Candidate>,
    pub(super) left_out: Vec<PassedOver>,
    pub(super) notices: Vec<String>,
    remarks: Vec<String>,
    /// What the task names and nobody can show, and why.
    pub(super) absent: Vec<(String, String)>,
    /// Where the contract allows changes, and where it forbids them.
    pub(super) contract: Option<[Vec<Glob>; 2]>,
    /// What outputs may name, once somebody has asked.
    files: OnceCell<Files<'a>>,
}

impl<'a> Hold<'a> {
    /// The files that an output may mean.
    pub(super) fn files(&self) -> &Files<'a> {
        let snapshot = self.snapshot;
        self.files.get_or_init(|| {
            let ours = snapshot.files.iter().filter(|file| file.class != FileClass::Vendored);
            Files::of(ours.map(|file| file.path.as_str()))
        })
    }
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
        self.add_absent_files()?;
        self.check_contract();
        Ok(())
    }

    /// What nobody named, as far as it could matter: what the contract allows, or what the words find.
    fn fill_up(&mut self) -> Result<(), Error> {
        let contract = self.task.contract.as_ref();
        let [allowed, forbidden] = contract.map_or([Vec::new(), Vec::new()], places);
        let covers = |globs: &[Glob], path: &str| globs.iter().any(|glob| glob.covers(path));
        let is_free = |path: &str| !self.taken.contains(path) && !covers(&forbidden, path);
        let found = if allowed.is_empty() {
            let found = self.finder.best(self.room, is_free)?;
            let (has_found, summary) = self.finder.summary();
            let said = if has_found { &mut self.remarks } else { &mut self.notices };
            said.push(summary);
            found
        } else {
            let ladder = |file: &OpenFile| self.code_ladder(file, &[]);
            self.finder.all(|path| covers(&allowed, path) && is_free(path), ladder)?
        };
        self.add_found(found);
        Ok(())
    }

    /// Files that were found, each with what speaks for it.
    fn add_found(&mut self, found: Found) {
        self.left_out.extend(found.passed_over);
        for FoundFile { file, lines, ladder, .. } in found.files {
            self.push_file(file, FOUND, 0, Scoring::Search { lines }, ladder);
        }
    }

    pub(super) fn push_file(
        &mut self,
        OpenFile { known: file, text }: OpenFile,
        place: Place,
        order: u32,
        scoring: Scoring,
        ladder: Ladder,
    ) {
        let name = Name::Path(file.path.as_str().to_owned());
        let part = Candidate::new(place.kind, place.class.name(), Origin::Repository, name, text);
        let language = file.language.map(str::to_owned);
        // A line of prose has no use for its number.
        let numbered = self.line_numbers && place.kind == kind::FILE;
        let marks = self.marks(&file);
        let part = Candidate { scoring, language, ladder, marks, numbered, ..part };
        self.candidates.push(part.at(place.section, order));
    }
}
