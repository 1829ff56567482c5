//! The blocks that a bundle may have: targets, what is related to them, and the texts around them.

use super::code::{self, CodeBlock};
use super::output::Reason;
use super::request::{BuildRequest, Purpose};
use super::slices::Sliced;
use super::sought::Sought;
use super::stop::Stop;
use super::targets::{self, Cause, Fence, Target};
use crate::call::Gathered;
use crate::error::Error;
use crate::known::{KnownFile, OpenFile};
use crate::related::{self, Center, Needed, Related};
use crate::request::path;
use crate::screening::{screen_message, screen_request};
use crate::snapshot::Snapshot;
use plimsoll_core::candidate::Candidate;
use plimsoll_core::capsule::PassedOver;
use plimsoll_core::ladder::Ladder;
use plimsoll_core::score::Role;
use plimsoll_core::vocab::Priority;
use plimsoll_index::outline::{Outline, outline};
use serde_json::json;
use std::collections::BTreeMap;

/// What was gathered for a bundle.
pub(super) struct Gathering {
    pub(super) gathered: Gathered,
    /// The request after screening, with who asked when.
    pub(super) screened: BuildRequest,
    pub(super) files: Files,
    /// What the step is about, by path and name.
    pub(super) target_files: Vec<String>,
    pub(super) target_symbols: Vec<String>,
}

/// The files among the candidates, each with the best reason for it.
pub(super) type Files = BTreeMap<String, (KnownFile, Reason)>;

pub(super) fn gather(snapshot: &Snapshot<'_>, request: &BuildRequest) -> Result<Gathering, Error> {
    // Who asks when is in no fingerprint, so it is not in the capsule either.
    let timeless = BuildRequest { correlation_id: None, created_at: None, ..request.clone() };
    let (value, is_clean) = screen_request(json!(timeless));
    let screened: BuildRequest = serde_json::from_value(value.value().clone())
        .expect("screening replaces texts by texts, so the request is still one");
    let mut hold = Hold::new(snapshot, &screened);
    let may_be_named = is_clean.and_then(|()| targets::refuse_secret_names(request, &screened));
    let refusal = match may_be_named.map_err(Stop::Refused).and_then(|()| hold.fill()) {
        Ok(()) => None,
        Err(Stop::Refused(refusal)) => Some(refusal),
        Err(Stop::Failed(error)) => return Err(error),
    };
    let Hold { candidates, left_out, files, notices, target_files, target_symbols, .. } = hold;
    let remarks = notices.clone();
    Ok(Gathering {
        gathered: Gathered { request: value, candidates, left_out, refusal, notices, remarks },
        screened: BuildRequest {
            correlation_id: request.correlation_id.as_deref().map(screen_message),
            created_at: request.created_at.as_deref().map(screen_message),
            ..screened
        },
        files,
        target_files,
        target_symbols,
    })
}

pub(super) struct Hold<'a> {
    pub(super) snapshot: &'a Snapshot<'a>,
    pub(super) request: &'a BuildRequest,
    pub(super) fence: Fence,
    pub(super) candidates: Vec<Candidate>,
    /// Candidates that may not be shown.
    left_out: Vec<PassedOver>,
    files: Files,
    pub(super) target_files: Vec<String>,
    target_symbols: Vec<String>,
    pub(super) notices: Vec<String>,
}

impl<'a> Hold<'a> {
    fn new(snapshot: &'a Snapshot<'a>, request: &'a BuildRequest) -> Self {
        Self {
            snapshot,
            request,
            fence: Fence::new(request.sandbox.as_ref()),
            candidates: Vec::new(),
            left_out: Vec::new(),
            files: BTreeMap::new(),
            target_files: Vec::new(),
            target_symbols: Vec::new(),
            notices: Vec::new(),
        }
    }

    fn fill(&mut self) -> Result<(), Stop> {
        let targets = targets::find(self.snapshot, self.request)?;
        for target in &targets {
            let path = target.file.path();
            self.target_files.push(path.to_owned());
            let symbols = target.symbols.iter().map(|one| format!("{path}#{}", one.symbol.name));
            self.target_symbols.extend(symbols);
        }
        self.target_symbols.dedup();
        self.add_texts(&targets)?;
        if self.request.purpose == Purpose::Diff {
            self.add_error_lines();
        }
        let mut blocks = Vec::new();
        let (related, needed) = self.relations(&targets)?;
        self.exclude_unseen(&targets);
        for target in targets {
            blocks.extend(self.target(target)?);
        }
        let related = self.with_active_file(related);
        let files = self.add_related(related, &mut blocks)?;
        self.add_needed(needed, &files, &mut blocks)?;
        for block in &blocks {
            self.note_file(&block.file.known, block.reason);
        }
        self.candidates.extend(code::candidates(&blocks));
        Ok(())
    }

    /// What the index knows; nothing where no code is to be seen.
    fn relations(&self, targets: &[Target]) -> Result<(Vec<Related>, Vec<Needed>), Stop> {
        if targets.is_empty() || self.request.purpose == Purpose::Intent {
            return Ok((Vec::new(), Vec::new()));
        }
        let project = self.snapshot.project()?;
        let centers = targets.iter().map(|target| Center {
            path: target.file.path(),
            symbols: target.symbols.iter().map(Sought::place).collect(),
        });
        let centers: Vec<Center<'_>> = centers.collect();
        let found = related::find(&project, &centers, self.request.options.include_optional);
        Ok((found.files, found.symbols))
    }

    fn target(&mut self, target: Target) -> Result<Option<CodeBlock>, Stop> {
        let Target { file, cause, symbols } = target;
        let Some(ladder) = self.ladder(&file, Some(&symbols))? else {
            return Ok(None);
        };
        let (role, reason) = match cause {
            Cause::File => (Role::Target, Reason::Target),
            Cause::Selected => (Role::Target, Reason::UserSelected),
            Cause::Symbol => (Role::TargetSymbol, Reason::Target),
        };
        Ok(Some(CodeBlock {
            file,
            symbol: None,
            roles: vec![role],
            hops: 0,
            priority: Priority::P0,
            reason,
            ladder,
            is_target: true,
        }))
    }

    /// A file that is a candidate, or nothing, and then it is said why.
    pub(super) fn open(&mut self, given: &str) -> Option<OpenFile> {
        let found = match path(given, "path").map(|path| self.snapshot.named(&path)) {
            Ok(Ok(file)) => file,
            Ok(Err(why)) => {
                self.exclude(given, why.code(), &why.describe());
                return None;
            }
            Err(problem) => {
                self.exclude(given, "outside_sandbox", &problem);
                return None;
            }
        };
        if !self.fence.allows(given) || !self.fence.allows(found.path()) {
            self.exclude(given, "outside_sandbox", "the request's sandbox does not allow it");
            return None;
        }
        Some(found)
    }

    /// How a file may be shown for the purpose of the call, a target with what is meant of it; nothing where it may not
    /// be shown, and then that is said.
    pub(super) fn ladder(
        &mut self,
        file: &OpenFile,
        target: Option<&[Sought]>,
    ) -> Result<Option<Ladder>, Stop> {
        let outline = self.outline(file)?;
        let sliced = self.sliced(file, outline.as_ref());
        let ladder = match self.request.purpose {
            Purpose::Diff => {
                Some(target.map_or_else(|| sliced.reference(), |symbols| sliced.target(symbols)))
            }
            Purpose::Plan => sliced.structure(),
            Purpose::Intent => None,
        };
        if ladder.is_none() {
            self.exclude_by_purpose(file.path());
        }
        Ok(ladder)
    }

    fn exclude_by_purpose(&mut self, path: &str) {
        let detail = match self.request.purpose {
            Purpose::Plan => "purpose plan sees signatures, and of this none can be made",
            _ => "purpose intent sees no code",
        };
        self.exclude(path, "policy", detail);
    }

    pub(super) fn exclude(&mut self, path: &str, reason: &str, detail: &str) {
        let (path, reason, detail) = (path.to_owned(), reason.to_owned(), detail.to_owned());
        let out = PassedOver { path, reason, detail };
        if !self.left_out.contains(&out) {
            self.left_out.push(out);
        }
    }

    /// The outline of a text, from the facts where the file is one of the project's.
    pub(super) fn outline(&self, file: &OpenFile) -> Result<Option<Outline>, Stop> {
        let workspace = self.snapshot.workspace();
        let language = file.known.language.filter(|language| workspace.outlines(language));
        match (self.snapshot.file(file.path()), language) {
            (_, None) => Ok(None),
            (Some(known), _) if known.content == file.known.content => {
                Ok(self.snapshot.outlines(&[known])?.pop().flatten())
            }
            (_, Some(language)) => Ok(outline(language, &file.text)),
        }
    }

    pub(super) fn sliced<'f>(
        &self,
        file: &'f OpenFile,
        outline: Option<&'f Outline>,
    ) -> Sliced<'f> {
        Sliced {
            text: file.text.text(),
            outline: outline.zip(file.known.language),
            summaries: self.request.options.allow_summaries,
        }
    }

    pub(super) fn note_file(&mut self, file: &KnownFile, reason: Reason) {
        let path = file.path.as_str().to_owned();
        let known = self.files.entry(path).or_insert_with(|| (file.clone(), reason));
        known.1 = known.1.min(reason);
    }
}
