//! The files that a task names: in its issues, tickets, outputs and goal, and as its context.

use super::candidates::{Hold, Place};
use super::references::{Reference, references};
use super::texts;
use crate::known::{OpenFile, Unseen};
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

/// So many lines around a line that an issue names, where its whole definition has no room.
const AROUND: &[u32] = &[20, 8, 3];

/// Languages without an outline whose lines say little without the paragraph that they stand in.
const PROSE: &[Option<&str>] = &[None, Some("rst"), Some("asciidoc"), Some("org"), Some("latex")];

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

/// Places that are named, by file, in the order in which the files come up.
#[derive(Default)]
struct Named {
    files: Vec<(String, Vec<u32>)>,
    places: BTreeMap<String, usize>,
}

impl Named {
    fn add(&mut self, path: &str, line: Option<u32>) {
        let place = *self.places.entry(path.to_owned()).or_insert(self.files.len());
        if place == self.files.len() {
            self.files.push((path.to_owned(), Vec::new()));
        }
        self.files[place].1.extend(line);
    }

    fn add_all(&mut self, found: &[Reference]) {
        found.iter().for_each(|one| self.add(&one.path, one.line));
    }
}

impl Hold<'_> {
    /// Files that issues and tickets name, or that stand in their outputs: whole, or the lines around those that are
    /// named. The same for what somebody has pasted into the goal, and for the last diff.
    pub(super) fn add_referenced_files(&mut self) {
        let task = self.task;
        let mut named = Named::default();
        let read = |texts: &[Option<&String>]| {
            let text: Vec<&str> = texts.iter().copied().flatten().map(String::as_str).collect();
            references(&text.join("\n"), self.files())
        };
        let given = |file: &Option<String>, line| Some((self.meant(file.as_ref()?, line), line));
        let previous = task.previous.as_ref();
        for (place, issue) in
            previous.iter().flat_map(|previous| previous.by_severity()).enumerate()
        {
            let explicit = given(&issue.file, issue.line);
            explicit.iter().for_each(|(path, line)| named.add(path, *line));
            if place < texts::TOP_ISSUES {
                named.add_all(&read(&[Some(&issue.message), issue.output.as_ref()]));
            }
        }
        for ticket in &task.repair_tickets {
            let explicit = given(&ticket.file, ticket.line);
            explicit.iter().for_each(|(path, line)| named.add(path, *line));
            let texts = [&ticket.expected, &ticket.actual, &ticket.hint].map(Option::as_ref);
            named.add_all(&read(&[&[Some(&ticket.message)], &texts[..]].concat()));
        }
        // A file that a sentence only mentions is for the search to weigh.
        let mut pasted = read(&[Some(&task.goal)]);
        pasted.retain(|one| one.line.is_some());
        named.add_all(&pasted);
        if let Some(diff) = previous.and_then(|previous| previous.diff.as_ref()) {
            named.add_all(&references(&texts::changed_places(diff), self.files()));
        }
        for (order, (file, lines)) in (REFERENCED_FROM..).zip(named.files) {
            self.add_named(&file, REFERENCED, order, &lines);
        }
    }

    /// The file that an issue gives, as the project has it: its path may be that of another machine.
    fn meant(&self, given: &str, line: Option<u32>) -> String {
        let is_known =
            path(given, "file").is_ok_and(|path| self.snapshot.file(path.as_str()).is_some());
        let place = format!("{given}:{}", line.unwrap_or(1));
        let found = if is_known { Vec::new() } else { references(&place, self.files()) };
        found.into_iter().next().map_or_else(|| given.to_owned(), |one| one.path)
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

    /// Where a named file stands, which does not depend on why it is in: context files first, in the order given; other
    /// files by path; docs in the order given.
    fn standing(&self, file: &str, place: Place, order: u32) -> (u16, u32) {
        let is_it = |given: &String| path(given, "file").is_ok_and(|path| path.as_str() == file);
        match self.task.context.files.iter().position(is_it) {
            Some(at) => {
                let at = u32::try_from(at).unwrap_or(u32::MAX);
                (section::CONTEXT, CONTEXT_FILES_FROM.saturating_add(at))
            }
            None if place.kind == kind::DOC => (place.section, order),
            None => (place.section, 0),
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
                self.absent.push((given.to_owned(), "it is no path in this project".to_owned()));
                self.left_out.push(PassedOver { path: given.to_owned(), reason, detail });
                return;
            }
        };
        match found {
            Ok(file) => {
                if self.taken.insert(file.path().to_owned()) {
                    let ladder = match lines {
                        [] if place.kind == kind::DOC => {
                            let text = file.text.text();
                            ladder::prose(text, &self.finder.matching_lines(text))
                        }
                        lines => self.code_ladder(&file, lines),
                    };
                    let (section, at) = self.standing(file.path(), place, order);
                    let place = Place { section, ..place };
                    self.push_file(file, place, at, Scoring::Given { order }, ladder);
                }
            }
            Err(why) => self.add_absent(given, &why),
        }
    }

    fn add_absent(&mut self, given: &str, why: &Unseen) {
        let near = did_you_mean(given, self.snapshot.files.iter().map(|f| f.path.as_str()));
        let described = why.describe();
        self.notices
            .push(format!("the task names {}, which is left out: {described}{near}", shown(given)));
        self.absent.push((given.to_owned(), described));
        self.left_out.retain(|entry| entry.path != given);
        self.left_out.push(why.passed_over(given));
    }

    /// A file by its structure: what encloses the lines that are asked for, or what the words of the task find among its
    /// signatures. Without an outline it is the lines around them, or what the words find alone, of prose by paragraphs.
    pub(super) fn code_ladder(&self, file: &OpenFile, lines: &[u32]) -> Ladder {
        let text = file.text.text();
        let workspace = self.snapshot.workspace();
        let language = file.known.language.filter(|language| workspace.outlines(language));
        let found = language
            .and_then(|language| Some(outline(language, &file.text)?.for_ladder(language, text)));
        match found {
            Some(found) if !found.definitions.is_empty() => {
                // Below its signatures a named file is left out: the list of names alone would stand in for it.
                let wanted = self.finder.matching_lines(text);
                match lines {
                    [] => ladder::code_asked(&found, &wanted, text),
                    lines => {
                        ladder::code_around(&found, lines, &wanted, text, AROUND).without_summary()
                    }
                }
            }
            _ if lines.is_empty() && PROSE.contains(&file.known.language) => {
                ladder::prose(text, &self.finder.matching_lines(text))
            }
            _ if lines.is_empty() => self.finder.ladder(file),
            _ => ladder::around(lines, LineStarts::of(text).count(), AROUND),
        }
    }
}
