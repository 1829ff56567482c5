//! The targets of a step: each is there, may be shown and holds no secret, or the call is refused.

use super::request::{BuildRequest, Sandbox};
use super::sought::{Seek, Sought};
use super::stop::Stop;
use crate::known::{KnownFile, OpenFile, Unseen};
use crate::request::path;
use crate::snapshot::{Snapshot, shown};
use plimsoll_core::glob::Glob;
use plimsoll_core::near::near_misses;
use plimsoll_core::refusal::{Refusal, RefusalCode};
use plimsoll_workspace::LeftOutReason;
use serde_json::json;
use std::collections::BTreeSet;
use std::path::Path;

/// A target file and why it is one.
pub(super) struct Target {
    pub(super) file: OpenFile,
    /// The best of the reasons for which it is one.
    pub(super) cause: Cause,
    /// What of it is meant; nothing where all of it is.
    pub(super) symbols: Vec<Sought>,
}

/// Why a file is a target, the best reason first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cause {
    File,
    Selected,
    Symbol,
}

/// The sandbox of a request. It can only narrow.
pub(super) struct Fence {
    allow: Vec<Glob>,
    deny: Vec<Glob>,
}

impl Fence {
    pub(super) fn new(sandbox: Option<&Sandbox>) -> Self {
        let globs = |list: &[String]| -> Vec<Glob> {
            list.iter().filter_map(|glob| Glob::place(glob).ok()).collect()
        };
        let none = Sandbox::default();
        let sandbox = sandbox.unwrap_or(&none);
        Self { allow: globs(&sandbox.allow), deny: globs(&sandbox.deny) }
    }

    pub(super) fn allows(&self, path: &str) -> bool {
        let matches = |globs: &[Glob]| globs.iter().any(|glob| glob.covers(path));
        (self.allow.is_empty() || matches(&self.allow)) && !matches(&self.deny)
    }
}

/// Whether screening had to change the name of a target: then it cannot even be looked for.
pub(super) fn refuse_secret_names(
    asked: &BuildRequest,
    screened: &BuildRequest,
) -> Result<(), Refusal> {
    let changed = named(asked).zip(named(screened)).find(|(was, is)| was != is);
    let Some((_, name)) = changed else { return Ok(()) };
    Err(Refusal {
        code: RefusalCode::SecretRisk,
        message: format!("the name of the target {} holds what looks like a secret", shown(name)),
        advice: vec!["rename it, or leave it out of the targets".to_owned()],
        details: json!({"path": name}),
    })
}

/// Everything that names a target.
fn named(request: &BuildRequest) -> impl Iterator<Item = &str> {
    let files = request.target_files().iter().map(String::as_str);
    let symbols = request.target_symbols().iter().map(String::as_str);
    let selected = request.user_selected_targets.iter().map(|target| target.path.as_str());
    files.chain(symbols).chain(selected)
}

/// Finds all targets, or refuses on the first that cannot be one.
pub(super) fn find(snapshot: &Snapshot<'_>, request: &BuildRequest) -> Result<Vec<Target>, Stop> {
    let fence = Fence::new(request.sandbox.as_ref());
    let find_one = |given: &str| find_one(snapshot, &fence, request, given);
    let mut targets = Targets::default();
    for given in request.target_files() {
        targets.add(find_one(given)?, Cause::File, Vec::new());
    }
    let files: BTreeSet<String> = targets.paths();
    let seek = Seek { snapshot, request, files: &files };
    for selected in &request.user_selected_targets {
        let file = find_one(&selected.path)?;
        let symbols = seek.selected(file.path(), selected.symbol.as_deref(), selected.line)?;
        targets.add(file, Cause::Selected, symbols);
    }
    for given in request.target_symbols() {
        let symbols = seek.find(given)?;
        let path = symbols.first().map(|one| one.symbol.path.clone()).unwrap_or_default();
        targets.add(find_one(&path)?, Cause::Symbol, symbols);
    }
    Ok(targets.0)
}

/// Targets by the order in which they are named, each file once, whatever it is called.
#[derive(Default)]
struct Targets(Vec<Target>);

impl Targets {
    fn add(&mut self, file: OpenFile, cause: Cause, symbols: Vec<Sought>) {
        let known = self.0.iter_mut().find(|target| target.file.known.path == file.known.path);
        let Some(target) = known else {
            self.0.push(Target { file, cause, symbols });
            return;
        };
        target.cause = target.cause.min(cause);
        for symbol in symbols {
            if target.symbols.iter().all(|known| known.at != symbol.at) {
                target.symbols.push(symbol);
            }
        }
    }

    fn paths(&self) -> BTreeSet<String> {
        self.0.iter().map(|target| target.file.path().to_owned()).collect()
    }
}

fn find_one(
    snapshot: &Snapshot<'_>,
    fence: &Fence,
    request: &BuildRequest,
    given: &str,
) -> Result<OpenFile, Refusal> {
    let path = path(given, "target").map_err(|problem| denied(given, "outside_root", &problem))?;
    if !fence.allows(path.as_str()) {
        return Err(denied(given, "sandbox", "the request's sandbox does not allow it"));
    }
    if snapshot.workspace().ground().folder(Path::new(path.as_str())).is_ok() {
        return Err(folder(given));
    }
    let file = snapshot.named(&path).map_err(|why| unseen(snapshot, given, &why))?;
    if !fence.allows(file.path()) {
        return Err(denied(given, "sandbox", "it is a link to what the sandbox does not allow"));
    }
    if !file.known.findings.is_empty() && !request.options.allow_redacted_targets {
        return Err(secret(given, &file.known));
    }
    Ok(file)
}

fn unseen(snapshot: &Snapshot<'_>, given: &str, why: &Unseen) -> Refusal {
    let what = why.describe();
    match why {
        Unseen::LeftOut(LeftOutReason::Missing) => not_found(snapshot, given),
        Unseen::SecretName(_) => Refusal {
            code: RefusalCode::SecretRisk,
            message: format!("{} cannot be shown: {what}", shown(given)),
            advice: vec!["rename the file that it leads to".to_owned()],
            details: json!({"path": given}),
        },
        Unseen::Withheld(findings) => Refusal {
            code: RefusalCode::SecretRisk,
            message: format!("{} cannot be shown: {what}", shown(given)),
            advice: secret_advice(),
            details: json!({"path": given, "findings": findings}),
        },
        Unseen::OwnDocument => denied(given, &why.word(), &what),
        Unseen::LeftOut(reason) => match reason.code() {
            "deny_rule" | "outside_sandbox" => denied(given, &why.word(), &what),
            _ => Refusal {
                code: RefusalCode::TargetUnreadable,
                message: format!("{} cannot be read as text: {what}", shown(given)),
                advice: vec!["name a text file, or convert this one to UTF-8".to_owned()],
                details: json!({"path": given, "reason": why.word()}),
            },
        },
    }
}

fn not_found(snapshot: &Snapshot<'_>, given: &str) -> Refusal {
    let paths = snapshot.files.iter().map(|file| file.path.as_str());
    let near: Vec<&str> = near_misses(given, paths);
    let mut advice: Vec<String> = near.iter().map(|path| format!("use {}", shown(path))).collect();
    advice.push("name target files relative to the root of the project".to_owned());
    Refusal {
        code: RefusalCode::TargetNotFound,
        message: format!("there is no file {}", shown(given)),
        advice,
        details: json!({"path": given, "nearMisses": near}),
    }
}

fn folder(given: &str) -> Refusal {
    Refusal {
        code: RefusalCode::TargetUnreadable,
        message: format!("{} is a folder", shown(given)),
        advice: vec!["name the files in it that are to be changed".to_owned()],
        details: json!({"path": given, "reason": "folder"}),
    }
}

fn denied(given: &str, rule: &str, why: &str) -> Refusal {
    Refusal {
        code: RefusalCode::TargetDenied,
        message: format!("{} must not be shown: {why}", shown(given)),
        advice: vec!["name another target, or change the rule if it is yours".to_owned()],
        details: json!({"path": given, "rule": rule}),
    }
}

fn secret(given: &str, file: &KnownFile) -> Refusal {
    let findings = &file.findings;
    let places: Vec<String> = findings
        .iter()
        .map(|finding| format!("{} on line {}", finding.rule, finding.line))
        .collect();
    Refusal {
        code: RefusalCode::SecretRisk,
        message: format!("the target {} holds a secret ({})", shown(given), places.join(", ")),
        advice: secret_advice(),
        details: json!({"path": given, "findings": findings}),
    }
}

fn secret_advice() -> Vec<String> {
    vec![
        "move the secret out of the project".to_owned(),
        "keep the file out with `[paths] deny`".to_owned(),
        "set options.allowRedactedTargets to show the file with the value replaced".to_owned(),
    ]
}
