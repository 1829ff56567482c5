//! The blocks that a bundle may have.

use super::request::{BuildRequest, ConstraintSource, GivenConstraint, Purpose};
use super::targets::{self, Fence, Target};
use crate::call::Gathered;
use crate::known::{KnownFile, OpenFile};
use crate::request::path;
use crate::screening::{screen_message, screen_request};
use crate::snapshot::Snapshot;
use crate::words::{HOW_TO_READ, RULES_OF_THE_CALL};
use plimsoll_core::block_order;
use plimsoll_core::candidate::{Candidate, Name, kind};
use plimsoll_core::capsule::PassedOver;
use plimsoll_core::refusal::Refusal;
use plimsoll_core::score::{Role, Scoring};
use plimsoll_core::screened::Screened;
use plimsoll_core::vocab::{BlockType, Origin, Priority};
use serde_json::json;
use std::collections::BTreeMap;

/// What was gathered for a bundle.
pub(super) struct Gathering {
    pub(super) gathered: Gathered,
    /// The request after screening, with who asked when.
    pub(super) screened: BuildRequest,
    /// The files among the candidates, with seed C's reason.
    pub(super) files: BTreeMap<String, (KnownFile, &'static str)>,
}

pub(super) fn gather(snapshot: &Snapshot<'_>, request: &BuildRequest) -> Gathering {
    // Who asks when is in no fingerprint, so it is not in the capsule either.
    let timeless = BuildRequest { correlation_id: None, created_at: None, ..request.clone() };
    let (value, is_clean) = screen_request(json!(timeless));
    let screened: BuildRequest = serde_json::from_value(value.value().clone())
        .expect("screening replaces texts by texts, so the request is still one");
    let mut hold = Hold {
        snapshot,
        request: &screened,
        candidates: Vec::new(),
        left_out: Vec::new(),
        files: BTreeMap::new(),
    };
    let may_be_named = is_clean.and_then(|()| targets::refuse_secret_names(request, &screened));
    let refusal = may_be_named.and_then(|()| hold.fill()).err();
    let Hold { candidates, left_out, files, .. } = hold;
    let (notices, remarks) = (Vec::new(), Vec::new());
    Gathering {
        gathered: Gathered { request: value, candidates, left_out, refusal, notices, remarks },
        screened: BuildRequest {
            correlation_id: request.correlation_id.as_deref().map(screen_message),
            created_at: request.created_at.as_deref().map(screen_message),
            ..screened
        },
        files,
    }
}

struct Hold<'a> {
    snapshot: &'a Snapshot<'a>,
    request: &'a BuildRequest,
    candidates: Vec<Candidate>,
    /// Candidates that may not be shown.
    left_out: Vec<PassedOver>,
    files: BTreeMap<String, (KnownFile, &'static str)>,
}

impl Hold<'_> {
    fn fill(&mut self) -> Result<(), Refusal> {
        let targets = targets::find(self.snapshot, self.request)?;
        self.add_texts(&targets)?;
        for target in targets {
            self.add_target(target);
        }
        self.add_active_file();
        Ok(())
    }

    /// Everything that is not a file.
    fn add_texts(&mut self, targets: &[Target]) -> Result<(), Refusal> {
        let rules = format!("{RULES_OF_THE_CALL}\n{HOW_TO_READ}");
        let rules = Screened::ours(rules);
        self.push(Priority::P0, BlockType::System, "Rules of the call", Origin::Plimsoll, rules);
        let task = self.task_text(targets);
        self.add(Priority::P0, BlockType::System, "Task", Origin::Request, &task)?;
        let constraints = self.constraints_text();
        self.add(
            Priority::P0,
            BlockType::Constraints,
            "Constraints",
            Origin::Request,
            &constraints,
        )?;
        let priority = match self.request.purpose {
            Purpose::Intent => Priority::P0,
            Purpose::Plan => Priority::P1,
            Purpose::Diff => Priority::P2,
        };
        let project = super::project::describe(self.snapshot);
        self.add(priority, BlockType::ProjectMeta, "Project", Origin::Repository, &project)?;
        if let Some(error) = &self.request.last_error {
            let place = match (&error.path, error.line) {
                (Some(path), Some(line)) => format!("\nat: {path}:{line}"),
                (Some(path), None) => format!("\nat: {path}"),
                (None, _) => String::new(),
            };
            let output = error.output.as_ref().map_or(String::new(), |o| format!("\n\n{o}"));
            let text = format!("kind: {}\nmessage: {}{place}{output}\n", error.kind, error.message);
            self.add(Priority::P0, BlockType::ErrorContext, "Last error", Origin::Request, &text)?;
            if let Some(diff) = &error.diff {
                self.add(Priority::P1, BlockType::DiffHint, "Failed diff", Origin::Request, diff)?;
            }
        }
        Ok(())
    }

    fn task_text(&self, targets: &[Target]) -> String {
        let mut text = format!("purpose: {}\n", self.request.purpose.name());
        if let Some(intent) = &self.request.intent {
            text.push_str(&format!("intent {}: {}\n", intent.id, intent.text));
        }
        if let Some(step) = &self.request.plan_step {
            text.push_str(&format!("step {}: {}\n", step.id, step.text));
        }
        for target in targets {
            text.push_str(&format!("target file: {}\n", target.file.path()));
        }
        text
    }

    /// Constraints in canonical form: system over project over session over user, then by id.
    fn constraints_text(&self) -> String {
        let settings = self.snapshot.workspace().values().constraints.iter();
        let mut constraints: Vec<GivenConstraint> = settings
            .map(|constraint| GivenConstraint {
                source: match constraint.origin {
                    Origin::Repository => ConstraintSource::Project,
                    _ => ConstraintSource::User,
                },
                id: constraint.id.clone(),
                text: constraint.text.clone(),
            })
            .chain(self.request.constraints.iter().cloned())
            .collect();
        constraints.sort();
        constraints.dedup();
        if constraints.is_empty() {
            return "none\n".to_owned();
        }
        let line = |c: &GivenConstraint| format!("[{}] {}: {}\n", c.source.name(), c.id, c.text);
        constraints.iter().map(line).collect()
    }

    fn add(
        &mut self,
        priority: Priority,
        block_type: BlockType,
        title: &str,
        origin: Origin,
        text: &str,
    ) -> Result<(), Refusal> {
        let text = self.snapshot.workspace().screen_text(text, title)?;
        self.push(priority, block_type, title, origin, text);
        Ok(())
    }

    fn push(
        &mut self,
        priority: Priority,
        block_type: BlockType,
        title: &str,
        origin: Origin,
        text: Screened,
    ) {
        let name = Name::Title(title.to_owned());
        let block = Candidate::new(block_type.name(), priority.name(), origin, name, text);
        self.candidates.push(Candidate {
            required: priority == Priority::P0,
            scoring: Scoring::Roles { roles: vec![], byte_size: 0, hops: 0, duplicate: false },
            position: block_order::position(priority, block_type, None, None, title),
            ..block
        });
    }

    /// A target's code is for purpose diff only.
    fn add_target(&mut self, Target { file, reason }: Target) {
        match self.request.purpose {
            Purpose::Diff => self.push_file(file, kind::TARGET, Priority::P0, Role::Target, reason),
            purpose => {
                let detail = format!("purpose {} sees no code", purpose.name());
                let reason = "policy".to_owned();
                let path = file.path().to_owned();
                self.left_out.push(PassedOver { path, reason, detail });
            }
        }
    }

    /// The file that is open at the user's; it ranks as a caller.
    fn add_active_file(&mut self) {
        let Some(given) = &self.request.active_file else { return };
        if self.request.purpose != Purpose::Diff || self.files.contains_key(given) {
            return;
        }
        let fence = Fence::new(self.request.sandbox.as_ref());
        let path = match path(given, "active_file") {
            Ok(path) if fence.allows(path.as_str()) => path,
            _ => return self.exclude(given, "outside_sandbox", "the sandbox does not allow it"),
        };
        match self.snapshot.named(&path) {
            Ok(file) if self.files.contains_key(file.path()) => {}
            Ok(file) if !fence.allows(file.path()) => {
                self.exclude(given, "outside_sandbox", "it is a link to what is not allowed");
            }
            Ok(file) => self.push_file(file, kind::FILE, Priority::P2, Role::Caller, "caller"),
            Err(why) => self.exclude(given, why.code(), &why.describe()),
        }
    }

    fn exclude(&mut self, path: &str, reason: &str, detail: &str) {
        let (path, reason, detail) = (path.to_owned(), reason.to_owned(), detail.to_owned());
        self.left_out.push(PassedOver { path, reason, detail });
    }

    fn push_file(
        &mut self,
        OpenFile { known: file, text }: OpenFile,
        kind: &str,
        priority: Priority,
        role: Role,
        reason: &'static str,
    ) {
        let path = file.path.as_str().to_owned();
        let name = Name::Path(path.clone());
        let block = Candidate::new(kind, priority.name(), Origin::Repository, name, text);
        let byte_size = file.byte_size;
        self.candidates.push(Candidate {
            required: priority == Priority::P0,
            scoring: Scoring::Roles { roles: vec![role], byte_size, hops: 0, duplicate: false },
            position: block_order::position(priority, BlockType::File, Some(&path), None, &path),
            language: file.language.map(str::to_owned),
            ..block
        });
        self.files.insert(path, (file, reason));
    }
}
