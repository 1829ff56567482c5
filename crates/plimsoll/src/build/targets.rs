//! The targets of a step: each is there, may be shown and holds no secret, or the call is refused.

use super::request::{BuildRequest, Sandbox};
use crate::known::{KnownFile, OpenFile, Unseen};
use crate::request::path;
use crate::snapshot::{Snapshot, shown};
use plimsoll_core::glob::Glob;
use plimsoll_core::near::near_misses;
use plimsoll_core::refusal::{Refusal, RefusalCode};
use plimsoll_workspace::LeftOutReason;
use serde_json::json;
use std::path::Path;

/// A target file and why it is one.
pub(super) struct Target {
    pub(super) file: OpenFile,
    /// Seed C's reason: `target` or `user_selected`.
    pub(super) reason: &'static str,
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
    let changed = named(asked).zip(named(screened)).find(|((was, _), (is, _))| was != is);
    let Some((_, (path, _))) = changed else { return Ok(()) };
    Err(Refusal {
        code: RefusalCode::SecretRisk,
        message: format!("the name of the target {} holds what looks like a secret", shown(path)),
        advice: vec!["rename the file, or leave it out of the targets".to_owned()],
        details: json!({"path": path}),
    })
}

/// The paths of all targets, with seed C's reason.
fn named(request: &BuildRequest) -> impl Iterator<Item = (&str, &'static str)> {
    let targets = request.target_files().iter().map(|path| (path.as_str(), "target"));
    let selected = request.user_selected_targets.iter();
    targets.chain(selected.map(|target| (target.path.as_str(), "user_selected")))
}

/// Finds all targets, or refuses on the first that cannot be one.
pub(super) fn find(
    snapshot: &Snapshot<'_>,
    request: &BuildRequest,
) -> Result<Vec<Target>, Refusal> {
    if let Some(symbol) = request.target_symbols().first() {
        return Err(no_symbols(symbol));
    }
    let fence = Fence::new(request.sandbox.as_ref());
    let mut targets: Vec<Target> = Vec::new();
    for (given, reason) in named(request) {
        let file = find_one(snapshot, &fence, request, given)?;
        // Two names of one file are one target.
        if targets.iter().all(|target| target.file.known.path != file.known.path) {
            targets.push(Target { file, reason });
        }
    }
    Ok(targets)
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

fn no_symbols(symbol: &str) -> Refusal {
    Refusal {
        code: RefusalCode::TargetNotFound,
        message: format!("{} cannot be looked up: symbols are not indexed yet", shown(symbol)),
        advice: vec!["name the file that defines it in plan_step.target_files".to_owned()],
        details: json!({"symbol": symbol}),
    }
}
