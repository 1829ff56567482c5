//! Why a path is in the tree or not.
//!
//! The answer comes from the very walk and the very reading that every door starts with, so it cannot differ
//! from what they do.

use crate::known::{KnownFile, Unseen};
use crate::screening::{is_nameable, screen_message, screen_value};
use crate::survey::Survey;
use plimsoll_core::escape::conceal;
use plimsoll_core::screened::Finding;
use plimsoll_workspace::{LeftOut, LeftOutReason, Lifted, RelPath};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use std::path::Path;

/// What a path is to the tree.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct InTree {
    /// As it may be shown.
    pub path: String,
    #[serde(flatten)]
    pub standing: Standing,
    /// The bulk folder that it lies in although it is shown, and by whose word.
    pub lifted: Option<Lifted>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(tag = "standing", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Standing {
    /// A file that may be shown.
    Shown {
        byte_size: u64,
        encoding: &'static str,
        language: Option<&'static str>,
        #[serde(rename = "redactions")]
        redacted: Vec<Finding>,
    },
    /// A folder that is walked: how many files in it are shown, and how many things are not.
    Folder { files: usize, left_out: usize },
    LeftOut {
        /// The file or the folder around it that the reason is about.
        about: String,
        rule: Rule,
        detail: String,
        /// A request that names it gets it all the same.
        shown_when_named: bool,
    },
}

/// A word for programs, and what it was judged by.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Rule {
    /// Of the walk and of reading.
    LeftOut(LeftOutReason),
    /// Of the guard, or that it is a document of ours.
    Unseen {
        #[schemars(extend("enum" = ["secret_risk", "own_document"]))]
        reason: String,
    },
}

/// What the tree knows about a path, relative to the root.
pub(crate) fn about(survey: &Survey<'_>, path: &str) -> Option<InTree> {
    let given = RelPath::parse(path).ok();
    // What we print can be pasted back.
    let concealed = RelPath::parse(&conceal(path)).ok();
    let known = [given, concealed].into_iter().flatten();
    let (path, standing) = known.into_iter().find_map(|path| standing(survey, &path))?;
    let is_in = !matches!(standing, Standing::LeftOut { .. });
    let lifted = survey.tree.lifted.iter().rfind(|lifted| is_in && covers(lifted, &path));
    let path = screen_message(path.as_str());
    Some(InTree { path, standing, lifted: lifted.cloned() })
}

fn standing(survey: &Survey<'_>, path: &RelPath) -> Option<(RelPath, Standing)> {
    let standing = if let Some(entry) = survey.tree.file(path.as_str()) {
        match survey.open(entry) {
            Ok(file) => shown_file(&file.known),
            Err(why) => left_out(path.as_str(), &why, false),
        }
    } else if let Some(entry) = leaving_out(&survey.tree.left_out, path) {
        let named = survey.named(path);
        if entry.path.ends_with('/') && named == Err(Unseen::LeftOut(LeftOutReason::Missing)) {
            return None;
        }
        left_out(&entry.path, &Unseen::LeftOut(entry.reason.clone()), named.is_ok())
    } else {
        survey.workspace.ground().folder(Path::new(path.as_str())).ok()?;
        let start = format!("{path}/");
        let files = survey.tree.files.iter().map(|file| file.path.as_str());
        let files = files.filter(|path| path.starts_with(&start) && is_nameable(path));
        let out = survey.tree.left_out.iter().filter(|left| left.path.starts_with(&start));
        Standing::Folder { files: files.count(), left_out: out.count() }
    };
    Some((path.clone(), standing))
}

/// What is left out at a path or around it.
fn leaving_out<'a>(all: &'a [LeftOut], path: &RelPath) -> Option<&'a LeftOut> {
    all.iter().find(|left| match left.path.strip_suffix('/') {
        Some(folder) => {
            let rest = path.as_str().strip_prefix(folder);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        }
        // Something may be asked for behind a link.
        None => path.as_str() == left.path || path.as_str().starts_with(&format!("{}/", left.path)),
    })
}

fn shown_file(file: &KnownFile) -> Standing {
    Standing::Shown {
        byte_size: file.byte_size,
        encoding: file.encoding.name(),
        language: file.language,
        redacted: file.findings.clone(),
    }
}

fn left_out(about: &str, why: &Unseen, shown_when_named: bool) -> Standing {
    let rule = match why {
        Unseen::LeftOut(reason) => Rule::LeftOut(screened(reason)),
        other => Rule::Unseen { reason: other.word() },
    };
    let (about, detail) = (screen_message(about), why.describe());
    Standing::LeftOut { about, rule, detail, shown_when_named }
}

/// It may quote a line of an ignore file, which is a text like any other.
fn screened(reason: &LeftOutReason) -> LeftOutReason {
    let mut value = json!(reason);
    screen_value(&mut value);
    serde_json::from_value(value).expect("screening replaces texts by texts, and no word of ours")
}

fn covers(lifted: &Lifted, path: &RelPath) -> bool {
    let rest = path.as_str().strip_prefix(lifted.folder.as_str());
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
