//! The files that a task names: in its issues and tickets, and as its context.

use super::candidates::{Hold, Place};
use crate::known::OpenFile;
use crate::request::path;
use crate::snapshot::shown;
use plimsoll_core::candidate::{kind, section};
use plimsoll_core::capsule::PassedOver;
use plimsoll_core::ladder::{self, Ladder, LineStarts};
use plimsoll_core::near::did_you_mean;
use plimsoll_core::score::Scoring;
use plimsoll_core::vocab::PackClass;
use plimsoll_index::outline::outline;
use std::collections::BTreeMap;

/// So many lines around a line that an issue names.
const AROUND: u32 = 20;

/// What is named ranks by class first, then in the order given (B04).
const REFERENCED_FROM: u32 = 100_000;
const CONTEXT_FILES_FROM: u32 = 200_000;
const CONTEXT_DOCS_FROM: u32 = 300_000;

const REFERENCED: Place =
    Place { kind: kind::FILE, class: PackClass::High, section: section::REFERENCE };
const CONTEXT_FILE: Place =
    Place { kind: kind::FILE, class: PackClass::Medium, section: section::CONTEXT };
const CONTEXT_DOC: Place =
    Place { kind: kind::DOC, class: PackClass::Medium, section: section::REFERENCE };

impl Hold<'_> {
    /// Files that issues and tickets name: whole, or the lines around those that are named.
    pub(super) fn add_referenced_files(&mut self) {
        let task = self.task;
        let issues = task.previous.iter().flat_map(|previous| &previous.issues);
        let issues = issues.filter_map(|issue| Some((issue.file.as_deref()?, issue.line)));
        let tickets = task.repair_tickets.iter();
        let tickets = tickets.filter_map(|ticket| Some((ticket.file.as_deref()?, ticket.line)));
        let mut files: Vec<(&str, Vec<u32>)> = Vec::new();
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        for (file, line) in issues.chain(tickets) {
            let place = *places.entry(file).or_insert(files.len());
            if place == files.len() {
                files.push((file, Vec::new()));
            }
            files[place].1.extend(line);
        }
        for (order, (file, lines)) in (REFERENCED_FROM..).zip(files) {
            self.add_named(file, REFERENCED, order, &lines);
        }
    }

    pub(super) fn add_context(&mut self) {
        let context = &self.task.context;
        for (order, file) in (CONTEXT_FILES_FROM..).zip(&context.files) {
            self.add_named(file, CONTEXT_FILE, order, &[]);
        }
        for (order, doc) in (CONTEXT_DOCS_FROM..).zip(&context.docs) {
            self.add_named(doc, CONTEXT_DOC, order, &[]);
        }
    }

    /// A file that the task names. What cannot be shown is listed with its reason.
    fn add_named(&mut self, given: &str, place: Place, order: u32, lines: &[u32]) {
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
                        [] if place.kind == kind::DOC => ladder::prose(file.text.text()),
                        lines => self.code_ladder(&file, lines),
                    };
                    self.push_file(file, place, order, Scoring::Given { order }, ladder);
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
        let workspace = self.snapshot.workspace();
        let language = file.known.language.filter(|language| workspace.outlines(language));
        let found = language
            .and_then(|language| Some(outline(language, &file.text)?.for_ladder(language, text)));
        match found {
            Some(found) if !found.definitions.is_empty() => {
                let innermost = lines.iter().filter_map(|&line| found.innermost(line));
                ladder::code(&found, &innermost.collect::<Vec<_>>(), text)
            }
            _ if lines.is_empty() => self.finder.ladder(file),
            _ => ladder::around(lines, LineStarts::of(text).count(), AROUND),
        }
    }
}
