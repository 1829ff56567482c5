//! What may stand in a pack: the task itself, what it names, what its words find.

use super::PackRequest;
use super::contract::places;
use super::request::Task;
use crate::call::Gathered;
use crate::error::Error;
use crate::found::{Finder, Found};
use crate::known::{KnownFile, OpenFile};
use crate::screening::screen_request;
use crate::snapshot::Snapshot;
use plimsoll_core::candidate::{Candidate, Name, kind, section};
use plimsoll_core::capsule::PassedOver;
use plimsoll_core::glob::Glob;
use plimsoll_core::ladder::Ladder;
use plimsoll_core::refusal::Refusal;
use plimsoll_core::score::Scoring;
use plimsoll_core::vocab::{Origin, PackClass};
use serde_json::json;
use std::collections::BTreeSet;

/// What a file is in a pack, and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) kind: &'static str,
    pub(super) class: PackClass,
    pub(super) section: u16,
}

const FOUND: Place = Place { kind: kind::FILE, class: PackClass::Low, section: section::REFERENCE };

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
        absent: Vec::new(),
        contract: task.contract.as_ref().map(places),
    };
    let refusal = is_clean.and_then(|()| hold.fill(request)).err();
    if refusal.is_none() {
        hold.fill_up()?;
    }
    let Hold { candidates, left_out, notices, remarks, .. } = hold;
    Ok(Gathered { request: value, candidates, left_out, refusal, notices, remarks })
}

pub(super) struct Hold<'a> {
    pub(super) snapshot: &'a Snapshot<'a>,
    pub(super) finder: Finder<'a>,
    pub(super) task: &'a Task,
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
            let found = self.finder.best(self.room, is_free);
            let said = if found.is_empty() { &mut self.notices } else { &mut self.remarks };
            said.push(found.summary());
            found
        } else {
            self.finder.all(self.room, |path| covers(&allowed, path) && is_free(path))
        };
        self.add_found(found)
    }

    /// Files that were found, each with what speaks for it.
    fn add_found(&mut self, found: Found<'_>) -> Result<(), Error> {
        self.left_out.extend(found.passed_over);
        let known: Vec<&KnownFile> = found.files.iter().map(|(file, _)| *file).collect();
        let opened = self.snapshot.open_all(&known)?;
        for ((known, lines), file) in found.files.into_iter().zip(opened) {
            match file {
                Ok(file) => {
                    let ladder = self.finder.ladder(&file);
                    self.push_file(file, FOUND, 0, Scoring::Search { lines }, ladder);
                }
                Err(why) => self.left_out.push(why.passed_over(known.path.as_str())),
            }
        }
        Ok(())
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
        let marks = self.marks(&file);
        let part = Candidate { scoring, language, ladder, marks, ..part };
        self.candidates.push(part.at(place.section, order));
    }
}
