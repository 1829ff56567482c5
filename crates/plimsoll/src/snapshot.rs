//! What is there: every file that may be shown, screened, and everything else with its reason.

use crate::error::Error;
use crate::known::{CHANGED, KnownFile, OpenFile, Unseen, open};
use crate::parallel;
use crate::reading::{Wanted, make_facts, outline_key, read_all};
use crate::screening::{is_nameable, screen_message};
use crate::workspace::Workspace;
use plimsoll_core::capsule::{Evidence, PassedOver};
use plimsoll_core::escape::reveal_line;
use plimsoll_core::progress::{Cancelled, Quiet};
use plimsoll_core::screened::{Finding, Grade};
use plimsoll_core::seal;
use plimsoll_core::store::{FactKey, Facts};
use plimsoll_guard::builtin_digest;
use plimsoll_index::outline::Outline;
use plimsoll_workspace::{
    Attributes, DenyGlobs, FileEntry, Git, GitState, LeftOut, LeftOutReason, Lifted, RelPath,
    Revision, Tracking, Tree, WalkRules, examine, walk,
};
use serde_json::json;
use std::cell::Cell;
use std::collections::BTreeMap;

/// Folders that belong to tools, not to the project. They are not even mentioned.
const NOT_OF_THE_PROJECT: &[&str] = &[".git/", ".git", ".plimsoll/"];
/// So many folders that are lifted are named; the rest is a number.
const MOST_LIFTED: usize = 20;
/// So many texts are held at a time.
const MADE_AT_ONCE: usize = 512;

/// A look at the whole workspace.
#[derive(Debug)]
pub(crate) struct Snapshot {
    /// By path, bytewise.
    pub(crate) files: Vec<KnownFile>,
    pub(crate) left_out: Vec<PassedOver>,
    pub(crate) notices: Vec<String>,
    /// How the tree came about, for those who want to know more.
    pub(crate) remarks: Vec<String>,
    pub(crate) evidence: Evidence,
    /// The commit that is read instead of the working tree.
    commit: Option<String>,
    pub(crate) git: GitState,
    pub(crate) tree: Tree,
    pub(crate) rules: WalkRules,
    /// How many files were read, and not known from before, and how large they are.
    pub(crate) fresh: usize,
    pub(crate) fresh_bytes: u64,
    pub(crate) facts: Box<dyn Facts>,
    /// How many kept facts could not be read; they are made again.
    broken_facts: Cell<usize>,
    pub(crate) attributes: Attributes,
}

impl Snapshot {
    pub(crate) fn take(workspace: &Workspace, wanted: Wanted) -> Result<Self, Error> {
        let (git, rules, mut tree) = look(workspace)?;
        tree.left_out.retain(is_of_the_project);
        let (attributes, misread) = Attributes::read(workspace.ground(), &tree);
        tree.notices.extend(misread);
        if workspace.revision().is_some() {
            tree.notices.extend(attributes.conversions_notice());
        }
        let facts = workspace.facts();
        let read = read_all(workspace, &tree.files, &attributes, facts.as_ref(), wanted)?;

        let mut files = Vec::with_capacity(read.files.len());
        let mut unseen: Vec<(&str, Unseen)> = Vec::new();
        for (entry, file) in tree.files.iter().zip(read.files) {
            match file {
                Ok(file) => files.push(file),
                Err(why) => unseen.push((entry.path.as_str(), why)),
            }
        }
        let left_out = tree.left_out.iter();
        unseen.extend(left_out.map(|out| (out.path.as_str(), Unseen::LeftOut(out.reason.clone()))));
        let left_out = left_out_as_shown(facts.as_ref(), &unseen);
        let mut notices = tree.notices.clone();
        notices.extend_from_slice(workspace.watch().notices());
        if let GitState::Unusable { notice } = &git {
            notices.push(notice.clone());
        }
        let mut notices = screen_all(facts.as_ref(), notices);
        let evidence = evidence(workspace, &files, &unseen);
        notices.extend(silence_notice(&files));
        Ok(Self {
            remarks: screen_all(facts.as_ref(), remarks(workspace, &tree)),
            commit: workspace.revision().map(Revision::commit),
            evidence,
            facts,
            broken_facts: Cell::new(read.broken),
            fresh: read.fresh,
            fresh_bytes: read.fresh_bytes,
            left_out,
            files,
            notices,
            git,
            tree,
            rules,
            attributes,
        })
    }

    /// The same for the same files, wherever they lie: over path, screened text and encoding of what may be
    /// shown, and path and reason of what may not.
    pub(crate) fn fingerprint(&self) -> String {
        let seen = self.files.iter().map(|file| {
            json!([file.path.as_str(), seal::hex(&file.content), file.encoding.name()])
        });
        let unseen = self.left_out.iter().map(|out| json!([out.path, out.reason, out.detail]));
        let all: Vec<_> = seen.chain(unseen).collect();
        seal::fingerprint("plimsoll.project_index.1", &all)
    }

    /// The commit that is checked out, where there is one.
    pub(crate) fn head_commit(&self) -> Option<String> {
        match &self.git {
            _ if self.commit.is_some() => self.commit.clone(),
            GitState::Ready(git) => git.head_commit(),
            GitState::None | GitState::Unusable { .. } => None,
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
    pub(crate) fn named(&self, workspace: &Workspace, path: &RelPath) -> Result<OpenFile, Unseen> {
        let entry = examine(workspace.ground(), &self.rules, path).map_err(Unseen::LeftOut)?;
        // A link may have led here.
        if !is_nameable(entry.path.as_str()) {
            return Err(Unseen::secret_name(entry.path.as_str()));
        }
        match self.file(entry.path.as_str()) {
            Some(file) => self.open(workspace, file),
            None => open(workspace, &entry, &self.attributes),
        }
    }

    /// The text of a file. It is what it was when the files were looked at, or nothing.
    pub(crate) fn open(&self, workspace: &Workspace, file: &KnownFile) -> Result<OpenFile, Unseen> {
        reopen(workspace, &self.tree, &self.attributes, file)
    }

    /// The texts of many files, in their order.
    pub(crate) fn open_all(
        &self,
        workspace: &Workspace,
        files: &[&KnownFile],
    ) -> Result<Vec<Result<OpenFile, Unseen>>, Cancelled> {
        let (tree, attributes) = (&self.tree, &self.attributes);
        let open = |file: &&KnownFile| reopen(workspace, tree, attributes, file);
        parallel::map(files, workspace.threads(), &Quiet, open)
    }

    /// The outlines of files, in their order. Nothing where there is none.
    pub(crate) fn outlines(
        &self,
        workspace: &Workspace,
        files: &[&KnownFile],
    ) -> Result<Vec<Option<Outline>>, Cancelled> {
        let keys = files.iter().map(|file| Some(outline_key(workspace, file)?.0)).collect();
        let wanted = Wanted { outlines: true, words: false };
        // No bytes say that there is none.
        let decode = |bytes: &[u8]| match bytes {
            [] => Some(None),
            bytes => Outline::decode(bytes).map(Some),
        };
        let outlines = self.recall(workspace, wanted, files, keys, decode)?;
        Ok(outlines.into_iter().map(Option::flatten).collect())
    }

    /// What is known of files by their keys: as it was kept, or made now and kept. Nothing where there is no key, or
    /// where the file is no longer what it was.
    pub(crate) fn recall<T>(
        &self,
        workspace: &Workspace,
        wanted: Wanted,
        files: &[&KnownFile],
        keys: Vec<Option<FactKey>>,
        decode: impl Fn(&[u8]) -> Option<T>,
    ) -> Result<Vec<Option<T>>, Cancelled> {
        let keyed: Vec<(usize, FactKey)> =
            keys.into_iter().enumerate().filter_map(|(at, key)| Some((at, key?))).collect();
        let only_keys: Vec<FactKey> = keyed.iter().map(|(_, key)| key.clone()).collect();
        let mut recalled: Vec<Option<T>> = files.iter().map(|_| None).collect();
        let mut missing = Vec::new();
        for ((at, key), bytes) in keyed.into_iter().zip(self.facts.lookup(&only_keys)) {
            recalled[at] = bytes.as_deref().and_then(&decode);
            if recalled[at].is_none() {
                self.broken_facts.set(self.broken_facts.get() + usize::from(bytes.is_some()));
                missing.push((at, key));
            }
        }
        for part in missing.chunks(MADE_AT_ONCE) {
            let part_files: Vec<&KnownFile> = part.iter().map(|&(at, _)| files[at]).collect();
            let opened = self.open_all(workspace, &part_files)?;
            let shown: Vec<&OpenFile> = opened.iter().flatten().collect();
            let made: BTreeMap<FactKey, Vec<u8>> =
                make_facts(workspace, self.facts.as_ref(), &shown, wanted)?.into_iter().collect();
            for (at, key) in part {
                recalled[*at] = made.get(key).and_then(|bytes| decode(bytes));
            }
        }
        Ok(recalled)
    }
}

fn reopen(
    workspace: &Workspace,
    tree: &Tree,
    attributes: &Attributes,
    file: &KnownFile,
) -> Result<OpenFile, Unseen> {
    let entry = tree.file(file.path.as_str()).ok_or(CHANGED)?;
    let opened = open(workspace, entry, attributes)?;
    if opened.known.content == file.content { Ok(opened) } else { Err(CHANGED) }
}

/// What a walk found, before anything is read.
pub(crate) struct Survey {
    pub(crate) rules: WalkRules,
    pub(crate) tree: Tree,
    /// Files whose names hold a secret.
    pub(crate) unnameable: Vec<FileEntry>,
}

/// Lists the project: every door and every question about a path begins here.
fn look(workspace: &Workspace) -> Result<(GitState, WalkRules, Tree), Error> {
    let git = Git::open(workspace.jail(), workspace.root());
    let rules = walk_rules(workspace, &git)?;
    let tree = walk(workspace.ground(), &rules, workspace.progress())?;
    Ok((git, rules, tree))
}

/// The same, with the files set apart whose names may not be shown.
pub(crate) fn survey(workspace: &Workspace) -> Result<Survey, Error> {
    let (_, rules, mut tree) = look(workspace)?;
    // A name is shown like any text; a file whose name may not be shown cannot be shown either.
    let (nameable, unnameable): (Vec<_>, Vec<_>) =
        tree.files.into_iter().partition(|entry| is_nameable(entry.path.as_str()));
    tree.files = nameable;
    Ok(Survey { rules, tree, unnameable })
}

fn is_of_the_project(entry: &LeftOut) -> bool {
    !NOT_OF_THE_PROJECT.contains(&entry.path.as_str()) && entry.reason != LeftOutReason::OwnState
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

pub(crate) fn walk_rules(workspace: &Workspace, git: &GitState) -> Result<WalkRules, Error> {
    let deny = workspace.values().paths.deny.iter();
    let deny = DenyGlobs::new(deny.map(|glob| (glob.clone(), "settings".to_owned())))?;
    let tracked = match git {
        _ if workspace.revision().is_some() => Tracking::Everything,
        GitState::Ready(git) => Tracking::Index(git.tracked()),
        GitState::None | GitState::Unusable { .. } => Tracking::Unknown,
    };
    Ok(WalkRules {
        deny,
        tracked,
        lift_bulk: workspace.values().paths.lift_bulk,
        source: workspace.values().paths.source.clone(),
        state_folder: workspace.state_in_root(),
        threads: workspace.threads(),
        max_file_bytes: workspace.values().paths.max_file_bytes,
        ..WalkRules::default()
    })
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

/// Texts as they may be said. Those that were found to hold nothing are known by their content, and the guard need
/// not look at them again, nor be made ready for it.
fn screen_all(facts: &dyn Facts, texts: Vec<String>) -> Vec<String> {
    let extractor = format!("names 1 {}", builtin_digest());
    let content = seal::sha256(seal::canonical_json(&texts).as_bytes());
    let key = FactKey { extractor, content };
    if texts.is_empty() || facts.known(std::slice::from_ref(&key)) == [true] {
        return texts;
    }
    let screened: Vec<String> = texts.iter().map(|text| screen_message(text)).collect();
    if screened == texts {
        facts.keep(&[(key, vec![1])]);
    }
    screened
}

/// A path as people read it.
pub(crate) fn shown(path: &str) -> String {
    format!("`{}`", reveal_line(path))
}
