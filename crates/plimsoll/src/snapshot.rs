//! What is there: every file that may be shown, screened, and everything else with its reason.

use crate::error::Error;
use crate::facts::{Wanted, screen_all};
use crate::known::{CHANGED, KnownFile, OpenFile, Unseen};
use crate::parallel;
use crate::reading::read_all;
use crate::survey::Survey;
use crate::workspace::Workspace;
use plimsoll_core::capsule::{Evidence, PassedOver};
use plimsoll_core::escape::reveal_line;
use plimsoll_core::progress::{Cancelled, Quiet};
use plimsoll_core::screened::{Finding, Grade};
use plimsoll_core::seal;
use plimsoll_core::store::Facts;
use plimsoll_guard::seen_before;
use plimsoll_workspace::{GitState, Lifted, RelPath, Revision, Tree};
use std::borrow::Cow;
use std::cell::{Cell, OnceCell};
use std::time::Duration;

/// So many folders that are lifted are named; the rest is a number.
const MOST_LIFTED: usize = 20;

/// A look at the whole workspace.
#[derive(Debug)]
pub(crate) struct Snapshot<'w> {
    pub(crate) survey: Survey<'w>,
    pub(crate) git: GitState,
    /// By path, bytewise.
    pub(crate) files: Vec<KnownFile>,
    pub(crate) left_out: Vec<PassedOver>,
    pub(crate) notices: Vec<String>,
    /// How the tree came about, for those who want to know more.
    pub(crate) remarks: Vec<String>,
    pub(crate) evidence: Evidence,
    /// How many files were read, and not known from before, and how large they are.
    pub(crate) fresh: usize,
    pub(crate) fresh_bytes: u64,
    pub(crate) facts: Box<dyn Facts>,
    fingerprint: OnceCell<String>,
    /// When this was begun, by the host's clock.
    pub(crate) begun_at: Option<Duration>,
    /// How many kept facts could not be read; they are made again.
    pub(crate) broken_facts: Cell<usize>,
}

impl<'w> Snapshot<'w> {
    pub(crate) fn take(workspace: &'w Workspace, wanted: Wanted) -> Result<Self, Error> {
        let begun_at = workspace.clock();
        let git = workspace.git();
        let survey = Survey::take(workspace, &git)?;
        let facts = workspace.facts();
        let read = read_all(&survey, facts.as_ref(), wanted)?;

        let mut files = Vec::with_capacity(read.files.len());
        let mut unseen: Vec<(&str, Unseen)> = Vec::new();
        for (entry, file) in survey.tree.files.iter().zip(read.files) {
            match file {
                Ok(file) => files.push(file),
                Err(why) => unseen.push((entry.path.as_str(), why)),
            }
        }
        let left_out = survey.left_out();
        unseen.extend(left_out.map(|out| (out.path.as_str(), Unseen::LeftOut(out.reason.clone()))));
        let left_out = left_out_as_shown(facts.as_ref(), &unseen);
        let mut notices = survey.tree.notices.clone();
        notices.extend_from_slice(workspace.watch().notices());
        if let GitState::Unusable { notice } = &git {
            notices.push(notice.clone());
        }
        let mut notices = screen_all(facts.as_ref(), notices);
        let evidence = evidence(workspace, &files, &unseen);
        notices.extend(silence_notice(&files));
        Ok(Self {
            remarks: screen_all(facts.as_ref(), remarks(workspace, &survey.tree)),
            evidence,
            fingerprint: OnceCell::new(),
            begun_at,
            facts,
            broken_facts: Cell::new(read.broken),
            fresh: read.fresh,
            fresh_bytes: read.fresh_bytes,
            left_out,
            files,
            notices,
            git,
            survey,
        })
    }

    pub(crate) fn workspace(&self) -> &'w Workspace {
        self.survey.workspace
    }

    /// The same for the same files, wherever they lie: over path, screened text and encoding of what may be
    /// shown, and path and reason of what may not.
    pub(crate) fn fingerprint(&self) -> &str {
        self.fingerprint.get_or_init(|| fingerprint(&self.files, &self.left_out))
    }

    /// Makes the fingerprint while something else is done that does not need it yet.
    pub(crate) fn with_fingerprint<T>(&self, meanwhile: impl FnOnce() -> T) -> T {
        let (files, left_out) = (&*self.files, &*self.left_out);
        std::thread::scope(|scope| {
            let making = scope.spawn(|| fingerprint(files, left_out));
            let done = meanwhile();
            if let Ok(made) = making.join() {
                let _ = self.fingerprint.set(made);
            }
            done
        })
    }

    /// The commit that is checked out, where there is one.
    pub(crate) fn head_commit(&self) -> Option<String> {
        match (self.workspace().revision(), &self.git) {
            (Some(revision), _) => Some(revision.commit()),
            (None, GitState::Ready(git)) => git.head_commit(),
            (None, GitState::None | GitState::Unusable { .. }) => None,
        }
    }

    /// What is to be said when everything has been asked for.
    pub(crate) fn last_notices(&self) -> Vec<String> {
        let broken = self.broken_facts.get();
        let facts =
            if broken == 1 { "1 fact was".to_owned() } else { format!("{broken} facts were") };
        let broken = (broken > 0)
            .then(|| format!("{facts} kept in a form that cannot be read, and made again"));
        let not_kept = self.facts.trouble().map(|why| {
            format!("what was found could not be kept, so the next call looks for it again: {why}")
        });
        broken.into_iter().chain(not_kept).collect()
    }

    pub(crate) fn file(&self, path: &str) -> Option<&KnownFile> {
        let at = self.files.binary_search_by(|file| file.path.as_str().cmp(path)).ok()?;
        Some(&self.files[at])
    }

    /// A file that somebody named: also one that only `.gitignore` hides, never one that must not leave.
    pub(crate) fn named(&self, path: &RelPath) -> Result<OpenFile, Unseen> {
        let entry = self.survey.named(path)?;
        match self.file(entry.path.as_str()) {
            Some(file) => self.open(file),
            None => self.survey.open(&entry),
        }
    }

    /// The text of a file. It is what it was when the files were looked at, or nothing.
    pub(crate) fn open(&self, file: &KnownFile) -> Result<OpenFile, Unseen> {
        reopen(&self.survey, file)
    }

    /// The texts of many files, in their order.
    pub(crate) fn open_all(
        &self,
        files: &[&KnownFile],
    ) -> Result<Vec<Result<OpenFile, Unseen>>, Cancelled> {
        let survey = &self.survey;
        parallel::map(files, survey.workspace.threads(), &Quiet, |file| reopen(survey, file))
    }
}

fn fingerprint(files: &[KnownFile], left_out: &[PassedOver]) -> String {
    let seen = files.iter().map(|file| {
        (file.path.as_str(), Cow::Owned(seal::hex(&file.content)), file.encoding.name())
    });
    let unseen = left_out.iter().map(|out| (&*out.path, Cow::Borrowed(&*out.reason), &*out.detail));
    let all: Vec<(&str, Cow<'_, str>, &str)> = seen.chain(unseen).collect();
    seal::fingerprint("plimsoll.project_index.1", &all)
}

fn reopen(survey: &Survey<'_>, file: &KnownFile) -> Result<OpenFile, Unseen> {
    let entry = survey.tree.file(file.path.as_str()).ok_or(CHANGED)?;
    let text = survey.read(entry)?;
    // What the guard has found nothing in, and is still the same, need not be looked at once more.
    if file.findings.is_empty()
        && (text.byte_size, text.encoding) == (file.byte_size, file.encoding)
        && let Some(text) = seen_before(&text.text, &file.content)
    {
        return Ok(OpenFile { known: file.clone(), text });
    }
    let opened = survey.screen(entry, &text)?;
    if opened.known.content == file.content { Ok(opened) } else { Err(CHANGED) }
}

/// Which revision was read, and which bulk folders are shown by whose word.
fn remarks(workspace: &Workspace, tree: &Tree) -> Vec<String> {
    let revision = workspace.revision().map(Revision::commit);
    let revision = revision.map(|commit| format!("commit {commit} is read, not the working tree"));
    let lifted = tree.lifted.iter().take(MOST_LIFTED).map(|Lifted { folder, by }| {
        let folder = reveal_line(folder.as_str()).into_owned();
        format!("`{folder}/` is shown, since {}", by.describe())
    });
    let more = tree.lifted.len().saturating_sub(MOST_LIFTED);
    let more = (more > 0).then(|| format!("{more} more folders are shown for such reasons"));
    revision.into_iter().chain(lifted).chain(more).collect()
}

/// What was scanned, and what came of it.
fn evidence(workspace: &Workspace, files: &[KnownFile], unseen: &[(&str, Unseen)]) -> Evidence {
    let withheld = unseen.iter().filter_map(|(_, why)| match why {
        Unseen::Withheld(findings) => Some(findings.as_slice()),
        _ => None,
    });
    let findings: Vec<&Finding> =
        files.iter().map(|file| file.findings.as_slice()).chain(withheld).flatten().collect();
    let certain = findings.iter().filter(|finding| finding.grade == Grade::Certain).count();
    Evidence {
        rule_set: workspace.watch().digest().to_owned(),
        scanned_bytes: files.iter().map(|file| file.byte_size).sum(),
        certain: certain as u64,
        likely: (findings.len() - certain) as u64,
        silenced: files.iter().map(|file| file.silenced.len() as u64).sum(),
    }
}

/// Silence is never kept quiet.
fn silence_notice(files: &[KnownFile]) -> Option<String> {
    let count: usize = files.iter().map(|file| file.silenced.len()).sum();
    (count > 0).then(|| {
        let findings = if count == 1 { "1 finding is" } else { &format!("{count} findings are") };
        format!("{findings} silenced by this repository or you; `plimsoll scan` lists them")
    })
}

/// What is not in the tree, by path, as it may be said: names and reasons are texts like any others.
fn left_out_as_shown(facts: &dyn Facts, unseen: &[(&str, Unseen)]) -> Vec<PassedOver> {
    let name = |path: &str, why: &Unseen| match why {
        Unseen::SecretName(shown) => shown.clone(),
        _ => path.to_owned(),
    };
    let said = unseen.iter().map(|(path, why)| PassedOver {
        path: name(path, why),
        reason: why.word(),
        detail: why.in_full(),
    });
    let mut said: Vec<PassedOver> = said.collect();
    said.sort_by(|a, b| a.path.cmp(&b.path));
    let texts = said.iter().flat_map(|out| [out.path.clone(), out.detail.clone()]).collect();
    let mut texts = screen_all(facts, texts).into_iter();
    for out in &mut said {
        out.path = texts.next().expect("each has two texts");
        out.detail = texts.next().expect("each has two texts");
    }
    said.sort_by(|a, b| a.path.cmp(&b.path));
    said
}

/// A path as people read it.
pub(crate) fn shown(path: &str) -> String {
    format!("`{}`", reveal_line(path))
}
