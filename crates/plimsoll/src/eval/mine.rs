//! Tasks out of a repository's own history.

use super::draw::Draw;
use super::message::{may_be_a_task, text_of};
use super::truth::{changed_lines, is_source};
use super::{EvalTask, LinesOf};
use crate::error::Error;
use crate::screening::screen_message;
use plimsoll_core::progress::{Progress, Quiet};
use plimsoll_core::vocab::FileClass;
use plimsoll_workspace::{
    Attributes, Git, GitState, Ground, Jail, NewestCommit, PathChangeKind, RelPath, Revision,
    class_of, decode, language_of,
};
use std::path::Path;

/// Tasks are drawn from so many of the newest commits.
const NEWEST: usize = 6_000;
/// Every machine draws the same tasks.
const SEED: u64 = 7;
const MOST_TRUTH: usize = 6;
const MOST_NEW: usize = 3;
/// More files than this are not work on single places, so they are not looked at.
const MOST_CHANGED: usize = 40;
/// As the tasks that are published with the scorer: nobody edits larger files by hand.
const LARGEST_FILE: u64 = 1_000_000;

/// Draws tasks from the history of a repository, bare or not; the oldest first. The same repository gives the
/// same tasks.
pub fn mine(repo_root: &Path, count: usize) -> Result<Vec<EvalTask>, Error> {
    mine_watched(repo_root, count, &Quiet)
}

/// The same, by a host that wants to know how far it is.
pub fn mine_watched(
    root: &Path,
    count: usize,
    progress: &dyn Progress,
) -> Result<Vec<EvalTask>, Error> {
    let git = repository(root)?;
    let repo = repository_name(root);
    let mut commits = git.newest_commits(NEWEST, progress)?;
    commits.retain(|commit| may_be_a_task(&commit.author, &commit.message));
    Draw::new(SEED).shuffle(&mut commits);
    progress.begin("draw tasks", Some(count as u64));
    let mut drawn = Vec::new();
    for commit in &commits {
        progress.check()?;
        if drawn.len() == count {
            break;
        }
        if let Some(task) = task_of(&git, &repo, commit) {
            drawn.push((commit.committed_ms, task));
            progress.advance(1);
        }
    }
    if drawn.is_empty() {
        return Err(Error::invalid(
            "no commit of this history makes a task: it would have to say in a sentence what it does, and change \
             one to six source files",
        ));
    }
    drawn.sort_by(|(a, one), (b, other)| (a, &one.commit).cmp(&(b, &other.commit)));
    Ok(drawn.into_iter().map(|(_, task)| task).collect())
}

/// The repository whose history is read, if all of it is there.
fn repository(root: &Path) -> Result<Box<Git>, Error> {
    let jail = Jail::open(root)?;
    let git = match Git::open_for_revisions(&jail, root) {
        GitState::Ready(git) => git,
        GitState::None => {
            return Err(Error::invalid(
                "there is no git repository in the root, so there is no history to draw tasks from; \
                 name a root that has `.git`",
            ));
        }
        GitState::Unusable { notice } => return Err(Error::invalid(screen_message(&notice))),
    };
    if git.nature().shallow {
        return Err(Error::invalid(
            "the clone is shallow, so its history is not whole; `git fetch --unshallow` gets the rest",
        ));
    }
    Ok(git)
}

/// `OWNER/NAME` of a folder `OWNER+NAME`, or of `repo` in one; else the folder's name.
fn repository_name(root: &Path) -> String {
    let full = root.canonicalize().unwrap_or_else(|_| root.to_owned());
    let name_of = |path: &Path| Some(path.file_name()?.to_string_lossy().into_owned());
    let own = name_of(&full).unwrap_or_default();
    let above = full.parent().and_then(name_of).filter(|name| own == "repo" && name.contains('+'));
    above.unwrap_or(own).replacen('+', "/", 1).trim_end_matches(".git").to_owned()
}

/// What a commit is as a task; nothing where the rules do not make it one.
pub(super) fn task_of(git: &Git, repo: &str, commit: &NewestCommit) -> Option<EvalTask> {
    let changes = git.changed_by(commit)?;
    let of_source = |kind: PathChangeKind| {
        let paths = changes.iter().filter(move |change| change.kind == kind);
        paths.map(|change| &change.path).filter(|path| source_language(path, "").is_some())
    };
    let changed: Vec<&RelPath> = of_source(PathChangeKind::Modified).collect();
    if changed.is_empty()
        || changed.len() > MOST_CHANGED
        || of_source(PathChangeKind::Deleted).next().is_some()
        || of_source(PathChangeKind::Added).count() > MOST_NEW
    {
        return None;
    }
    let before = Revision::open(git, &commit.parent).ok()?;
    let after = Revision::open(git, &commit.id).ok()?;
    let truth: Vec<LinesOf> =
        changed.into_iter().filter_map(|path| truth_of(&before, &after, path)).collect();
    if truth.is_empty() || truth.len() > MOST_TRUTH {
        return None;
    }
    let paths: Vec<&str> = truth.iter().map(|file| file.path.as_str()).collect();
    let text = text_of(&commit.message, &paths)?;
    let name = repo.rsplit('/').next().unwrap_or(repo);
    Some(EvalTask {
        id: format!("{name}-{}", commit.id.get(..10)?),
        repo: repo.to_owned(),
        parent: commit.parent.clone(),
        commit: commit.id.clone(),
        text,
        truth,
    })
}

fn truth_of(before: &Revision, after: &Revision, path: &RelPath) -> Option<LinesOf> {
    let text = |ground: &Revision| Some(decode(ground.read(path, LARGEST_FILE).ok()?).ok()?.text);
    let (old, new) = (text(before)?, text(after)?);
    let language = source_language(path, &old)?;
    let lines = changed_lines(language, &old, &new);
    (!lines.is_empty()).then(|| LinesOf { path: path.as_str().to_owned(), lines })
}

/// The language of what people write programs in, and neither tests nor anything that only resembles source.
fn source_language(path: &RelPath, text: &str) -> Option<&'static str> {
    let path = path.as_str();
    let language = language_of(path, text).filter(|language| is_source(language))?;
    let class = class_of(path, text, Some(language), &Attributes::default());
    (class == FileClass::Source).then_some(language)
}
