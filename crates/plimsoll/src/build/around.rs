//! What stands around the targets: files that are related to them, signatures that they use, the lines of an error.

use super::candidates::Hold;
use super::code::CodeBlock;
use super::output::Reason;
use super::stop::Stop;
use super::targets::Target;
use crate::known::OpenFile;
use crate::related::{Needed, Related};
use crate::request::path;
use plimsoll_core::block_order;
use plimsoll_core::candidate::{Candidate, Name};
use plimsoll_core::capsule::PassedOver;
use plimsoll_core::ladder::{LineStarts, around};
use plimsoll_core::score::{Role, Scoring};
use plimsoll_core::vocab::{BlockType, Origin, Priority};
use plimsoll_index::outline::{Definition, Outline};
use std::collections::{BTreeMap, BTreeSet};

/// So many lines around the line of an error.
const AROUND_ERROR: u32 = 10;
/// What is related is read until it has so many bytes for each token that there is room for; what ranks below that
/// could never be shown.
const BYTES_A_TOKEN: u64 = 64;
/// So many files are read, however small they are.
const MOST_RELATED: usize = 1_000;

impl Hold<'_> {
    /// The file that is open at the user's ranks as a caller.
    pub(super) fn with_active_file(&mut self, mut related: Vec<Related>) -> Vec<Related> {
        let Some(given) = self.request.active_file.clone() else { return related };
        let path = match path(&given, "active_file") {
            Ok(path) if self.fence.allows(path.as_str()) => path,
            _ => {
                self.exclude(&given, "outside_sandbox", "the sandbox does not allow it");
                return related;
            }
        };
        let found = match self.snapshot.survey.named(&path) {
            Ok(entry) => entry.path.as_str().to_owned(),
            Err(why) => {
                self.exclude(&given, why.code(), &why.describe());
                return related;
            }
        };
        if self.target_files.contains(&found) {
            return related;
        }
        match related.iter_mut().find(|one| one.path == found) {
            Some(known) => known.roles.insert(Role::Caller),
            None => {
                related.push(Related { path: found, roles: [Role::Caller].into(), hops: 0 });
                true
            }
        };
        related
    }

    /// Files around the targets, best first, as far as there could be room for them. Those that were read, by path.
    pub(super) fn add_related(
        &mut self,
        mut related: Vec<Related>,
        blocks: &mut Vec<CodeBlock>,
    ) -> Result<BTreeMap<String, OpenFile>, Stop> {
        related.sort_by(|a, b| {
            let key = |one: &Related| (priority(one), one.role(), one.hops);
            key(a).cmp(&key(b)).then_with(|| a.path.cmp(&b.path))
        });
        let mut room = self.request.limits().hard.saturating_mul(BYTES_A_TOKEN);
        let mut opened = BTreeMap::new();
        for (count, one) in related.into_iter().enumerate() {
            if room == 0 || count >= MOST_RELATED {
                self.exclude(&one.path, "token_budget", "what ranks before it leaves no room");
                continue;
            }
            let Some(file) = self.open(&one.path) else { continue };
            room = room.saturating_sub(file.known.length as u64);
            opened.insert(one.path.clone(), file.clone());
            blocks.extend(self.related(one, file)?);
        }
        Ok(opened)
    }

    fn related(&mut self, one: Related, file: OpenFile) -> Result<Option<CodeBlock>, Stop> {
        let Some(ladder) = self.ladder(&file, None)? else {
            return Ok(None);
        };
        Ok(Some(CodeBlock {
            file,
            symbol: None,
            hops: one.hops,
            priority: priority(&one),
            reason: Reason::of(one.role()),
            roles: one.roles.into_iter().collect(),
            ladder,
            is_target: false,
        }))
    }

    /// The signatures of what target symbols use.
    pub(super) fn add_needed(
        &mut self,
        needed: Vec<Needed>,
        opened: &BTreeMap<String, OpenFile>,
        blocks: &mut Vec<CodeBlock>,
    ) -> Result<(), Stop> {
        let places: BTreeSet<(String, u32)> =
            needed.iter().map(|one| (one.path.clone(), one.line)).collect();
        let mut last: Option<(OpenFile, Option<Outline>)> = None;
        for one in needed {
            if last.as_ref().is_none_or(|(file, _)| file.path() != one.path) {
                let file = opened.get(&one.path).cloned().or_else(|| self.open(&one.path));
                let Some(file) = file else { continue };
                let outline = self.outline(&file)?;
                last = Some((file, outline));
            }
            let Some((file, outline)) = &last else { continue };
            let outer = outline.as_ref().and_then(|outline| outer(outline, &one, &places));
            if let Some(outer) = outer {
                let (name, detail) = (one.title(), format!("the signatures of `{outer}` show it"));
                self.exclude(&name, "duplicate", &detail);
                continue;
            }
            let ladder = self.sliced(file, outline.as_ref()).signature(one.line, &one.name);
            let Some(ladder) = ladder else { continue };
            blocks.push(CodeBlock {
                file: file.clone(),
                symbol: Some((one.qualified, one.line)),
                roles: vec![Role::Dependency],
                hops: 1,
                priority: Priority::P1,
                reason: Reason::Dependency,
                ladder,
                is_target: false,
            });
        }
        Ok(())
    }

    /// The lines around those of the last error.
    pub(super) fn add_error_lines(&mut self) {
        let error = self.request.last_error.as_ref();
        let place = error.and_then(|error| Some((error.path.clone()?, error.line?)));
        let Some((given, line)) = place else { return };
        let Ok(found) = path(&given, "last_error.path") else {
            return self.exclude(&given, "outside_sandbox", "it is no path in this project");
        };
        let Some(file) = self.open(found.as_str()) else { return };
        let count = LineStarts::of(file.text.text()).count();
        let Some(ladder) = around(&[line], count, &[AROUND_ERROR]).never_whole() else { return };
        let (priority, block_type) = (Priority::P0, BlockType::ErrorContext);
        let name = Name::Path(file.path().to_owned());
        self.note_file(&file.known, Reason::Dependency);
        self.candidates.push(Candidate {
            required: true,
            scoring: Scoring::Roles { roles: vec![], byte_size: 0, hops: 0, duplicate: false },
            position: block_order::position(priority, block_type, None, None, file.path()),
            language: file.known.language.map(str::to_owned),
            ladder,
            ..Candidate::new(
                block_type.name(),
                priority.name(),
                Origin::Repository,
                name,
                file.text,
            )
        });
    }

    /// What lies where the configuration of the targets lies and may never be sent is told, and not passed over.
    pub(super) fn exclude_unseen(&mut self, targets: &[Target]) {
        let folder = |path: &str| path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        let is_above = |file: &str| {
            let above = folder(file);
            let is_in = |path: &str| above.is_empty() || path.starts_with(&format!("{above}/"));
            targets.iter().any(|target| is_in(target.file.path()))
        };
        let is_secret = |out: &&PassedOver| ["never_send", "secret_risk"].contains(&&*out.reason);
        let all = self.snapshot.left_out.iter().filter(is_secret);
        let files: Vec<PassedOver> =
            all.filter(|out| !out.path.ends_with('/') && is_above(&out.path)).cloned().collect();
        for PassedOver { path, reason, detail } in files {
            let reason = if reason == "never_send" { "deny_rule" } else { &reason };
            self.exclude(&path, reason, &detail);
        }
    }
}

/// Seed C's step 3.
fn priority(one: &Related) -> Priority {
    match one.role() {
        Role::Other => Priority::P3,
        _ if one.hops > 1 => Priority::P3,
        Role::Caller | Role::Callee | Role::Config => Priority::P2,
        _ => Priority::P1,
    }
}

/// The name of what encloses a definition, where its signatures are shown as well.
fn outer<'o>(
    outline: &'o Outline,
    one: &Needed,
    places: &BTreeSet<(String, u32)>,
) -> Option<&'o str> {
    let is_it =
        |definition: &&Definition| definition.line == one.line && definition.name == one.name;
    let parent = |definition: &&Definition| outline.definitions.get(definition.parent? as usize);
    let mut around = std::iter::successors(outline.definitions.iter().find(is_it), parent).skip(1);
    let is_shown = |outer: &&Definition| places.contains(&(one.path.clone(), outer.line));
    around.find(is_shown).map(|outer| outer.name.as_str())
}
