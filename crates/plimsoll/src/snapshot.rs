//! What is there: every file that may be shown, screened, and everything else with its reason.

use crate::error::Error;
use crate::parallel;
use crate::screening::screen_message;
use crate::workspace::Workspace;
use plimsoll_core::capsule::{Evidence, PassedOver};
use plimsoll_core::escape::reveal_line;
use plimsoll_core::render::is_document;
use plimsoll_core::screened::{Finding, Grade, Screened, Screening};
use plimsoll_core::seal;
use plimsoll_core::vocab::FileClass;
use plimsoll_guard::Silenced;
use plimsoll_workspace::{
    Attributes, DenyGlobs, Encoding, FileEntry, Git, GitState, LeftOut, LeftOutReason, Lifted,
    RelPath, Revision, Tree, WalkRules, class_of, examine, language_of, read_text, walk,
};
use serde_json::json;

/// Folders that belong to tools, not to the project. They are not even mentioned.
const NOT_OF_THE_PROJECT: &[&str] = &[".git/", ".git", ".plimsoll/"];
/// So many folders that are lifted are named; the rest is a number.
const MOST_LIFTED: usize = 20;

/// A file whose text may be shown.
#[derive(Debug, Clone)]
pub(crate) struct KnownFile {
    pub(crate) path: RelPath,
    pub(crate) byte_size: u64,
    pub(crate) encoding: Encoding,
    pub(crate) language: Option<&'static str>,
    pub(crate) class: FileClass,
    pub(crate) text: Screened,
    /// What would be a finding if nobody had declared it to be none.
    pub(crate) silenced: Vec<Silenced>,
}

/// Why a file cannot be shown.
#[derive(Debug, Clone)]
pub(crate) enum Unseen {
    LeftOut(LeftOutReason),
    /// It holds a secret whose bounds are in doubt.
    Withheld(Vec<Finding>),
    /// An earlier document of ours: a copy of what is there anyway.
    OwnDocument,
    /// Its name holds a secret.
    SecretName,
}

impl Unseen {
    /// A word for programs.
    pub(crate) fn word(&self) -> String {
        match self {
            Self::Withheld(_) | Self::SecretName => "secret_risk".to_owned(),
            Self::OwnDocument => "own_document".to_owned(),
            Self::LeftOut(reason) => {
                let value = serde_json::to_value(reason).unwrap_or_default();
                value["reason"].as_str().unwrap_or("unreadable").to_owned()
            }
        }
    }

    /// Seed C's word.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::Withheld(_) | Self::SecretName => "secret_risk",
            Self::OwnDocument => "duplicate",
            Self::LeftOut(reason) => reason.code(),
        }
    }

    pub(crate) fn describe(&self) -> String {
        match self {
            // It may quote a line of an ignore file, which is a text like any other.
            Self::LeftOut(reason) => screen_message(&reason.describe()),
            Self::OwnDocument => "a document that plimsoll made".to_owned(),
            Self::SecretName => "its name holds a secret".to_owned(),
            Self::Withheld(findings) => {
                let lines: Vec<String> = findings
                    .iter()
                    .map(|finding| format!("{} on line {}", finding.rule, finding.line))
                    .collect();
                format!("it holds a secret whose bounds are in doubt ({})", lines.join(", "))
            }
        }
    }

    pub(crate) fn passed_over(&self, path: &str) -> PassedOver {
        PassedOver { path: path.to_owned(), reason: self.word(), detail: self.describe() }
    }
}

/// A look at the whole workspace.
#[derive(Debug)]
pub(crate) struct Snapshot {
    /// By path, bytewise.
    pub(crate) files: Vec<KnownFile>,
    pub(crate) left_out: Vec<PassedOver>,
    pub(crate) notices: Vec<String>,
    /// How the tree came about, for those who want to know more.
    pub(crate) remarks: Vec<String>,
    /// The same for the same files, wherever they lie.
    pub(crate) fingerprint: String,
    pub(crate) evidence: Evidence,
    /// The commit that is read instead of the working tree.
    commit: Option<String>,
    pub(crate) git: GitState,
    pub(crate) tree: Tree,
    pub(crate) rules: WalkRules,
    attributes: Attributes,
}

impl Snapshot {
    pub(crate) fn take(workspace: &Workspace) -> Result<Self, Error> {
        let Survey { git, rules, mut tree, unnameable } = survey(workspace)?;
        let progress = workspace.progress();
        tree.left_out.retain(is_of_the_project);
        progress.begin("read and screen", Some(tree.files.len() as u64));
        let (attributes, misread) = Attributes::read(workspace.ground(), &tree);
        tree.notices.extend(misread);
        let read = |entry: &FileEntry| read(workspace, entry, &attributes);
        let texts = parallel::map(&tree.files, workspace.threads(), progress, read)?;

        let mut files = Vec::with_capacity(texts.len());
        let mut unseen: Vec<(String, Unseen)> = tree
            .left_out
            .iter()
            .map(|entry| (screen_message(&entry.path), Unseen::LeftOut(entry.reason.clone())))
            .collect();
        let names = unnameable.iter().map(|entry| screen_message(entry.path.as_str()));
        unseen.extend(names.map(|name| (name, Unseen::SecretName)));
        for (entry, text) in tree.files.iter().zip(texts) {
            match text {
                Ok(file) => files.push(file),
                Err(why) => unseen.push((entry.path.as_str().to_owned(), why)),
            }
        }
        unseen.sort_by(|(a, _), (b, _)| a.cmp(b));
        let mut notices: Vec<String> =
            tree.notices.iter().map(|notice| screen_message(notice)).collect();
        if let GitState::Unusable { notice } = &git {
            notices.push(notice.clone());
        }
        notices.extend(workspace.watch().notices().iter().map(|notice| screen_message(notice)));
        let evidence = evidence(workspace, &files, &unseen);
        notices.extend(silence_notice(&files));
        Ok(Self {
            remarks: remarks(workspace, &tree),
            commit: workspace.revision().map(Revision::commit),
            fingerprint: fingerprint(&files, &unseen),
            evidence,
            left_out: unseen.iter().map(|(path, why)| why.passed_over(path)).collect(),
            files,
            notices,
            git,
            tree,
            rules,
            attributes,
        })
    }

    /// The commit that is checked out, where there is one.
    pub(crate) fn head_commit(&self) -> Option<String> {
        match &self.git {
            _ if self.commit.is_some() => self.commit.clone(),
            GitState::Ready(git) => git.head_commit(),
            GitState::None | GitState::Unusable { .. } => None,
        }
    }

    pub(crate) fn file(&self, path: &str) -> Option<&KnownFile> {
        let at = self.files.binary_search_by(|file| file.path.as_str().cmp(path)).ok()?;
        Some(&self.files[at])
    }

    /// A file that somebody named: also one that only `.gitignore` hides, never one that must not leave.
    pub(crate) fn named(&self, workspace: &Workspace, path: &RelPath) -> Result<KnownFile, Unseen> {
        let entry = examine(workspace.ground(), &self.rules, path).map_err(Unseen::LeftOut)?;
        // A link may have led here.
        if !is_nameable(entry.path.as_str()) {
            return Err(Unseen::SecretName);
        }
        match self.file(entry.path.as_str()) {
            Some(file) => Ok(file.clone()),
            None => read(workspace, &entry, &self.attributes),
        }
    }
}

/// What a walk found, before anything is read.
pub(crate) struct Survey {
    pub(crate) git: GitState,
    pub(crate) rules: WalkRules,
    pub(crate) tree: Tree,
    /// Files whose names hold a secret.
    pub(crate) unnameable: Vec<FileEntry>,
}

/// Lists the project: every door and every question about a path begins here.
pub(crate) fn survey(workspace: &Workspace) -> Result<Survey, Error> {
    let git = Git::open(workspace.jail(), workspace.root());
    let rules = walk_rules(workspace, &git)?;
    let mut tree = walk(workspace.ground(), &rules, workspace.progress())?;
    // A name is shown like any text; a file whose name may not be shown cannot be shown either.
    let (nameable, unnameable): (Vec<_>, Vec<_>) =
        tree.files.into_iter().partition(|entry| is_nameable(entry.path.as_str()));
    tree.files = nameable;
    Ok(Survey { git, rules, tree, unnameable })
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
        screen_message(&format!("`{folder}/` is shown, since {}", by.describe()))
    });
    let more = tree.lifted.len().saturating_sub(MOST_LIFTED);
    let more = (more > 0).then(|| format!("{more} more folders are shown for such reasons"));
    revision.into_iter().chain(lifted).chain(more).collect()
}

pub(crate) fn walk_rules(workspace: &Workspace, git: &GitState) -> Result<WalkRules, Error> {
    let deny = workspace.values().paths.deny.iter();
    let deny = DenyGlobs::new(deny.map(|glob| (glob.clone(), "settings".to_owned())))?;
    let tracked = match git {
        GitState::Ready(git) if workspace.revision().is_none() => Some(git.tracked()),
        GitState::Ready(_) | GitState::None | GitState::Unusable { .. } => None,
    };
    Ok(WalkRules {
        deny,
        tracked,
        all_tracked: workspace.revision().is_some(),
        lift_bulk: workspace.values().paths.lift_bulk,
        source: workspace.values().paths.source.clone(),
        state_folder: workspace.state_in_root(),
        threads: workspace.threads(),
        ..WalkRules::default()
    })
}

pub(crate) fn read(
    workspace: &Workspace,
    entry: &FileEntry,
    attributes: &Attributes,
) -> Result<KnownFile, Unseen> {
    let max = workspace.values().paths.max_file_bytes;
    let text = read_text(workspace.ground(), entry, max).map_err(Unseen::LeftOut)?;
    if is_document(&text.text) {
        return Err(Unseen::OwnDocument);
    }
    let path = entry.path.as_str();
    let language = language_of(path, &text.text);
    let class = class_of(path, &text.text, language, attributes);
    let watched = workspace.watch().screen(path, &text.text);
    match watched.screening {
        Screening::Shown(screened) => Ok(KnownFile {
            silenced: watched.silenced,
            path: entry.path.clone(),
            byte_size: text.byte_size,
            encoding: text.encoding,
            language,
            class,
            text: screened,
        }),
        Screening::Withheld(findings) => Err(Unseen::Withheld(findings)),
    }
}

/// What was scanned, and what came of it.
fn evidence(workspace: &Workspace, files: &[KnownFile], unseen: &[(String, Unseen)]) -> Evidence {
    let withheld = unseen.iter().filter_map(|(_, why)| match why {
        Unseen::Withheld(findings) => Some(findings.as_slice()),
        _ => None,
    });
    let findings: Vec<&Finding> =
        files.iter().map(|file| file.text.findings()).chain(withheld).flatten().collect();
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

/// Over path, screened text and encoding of what may be shown, and path and reason of what may not.
fn fingerprint(files: &[KnownFile], unseen: &[(String, Unseen)]) -> String {
    let seen = files.iter().map(|file| {
        let hash = seal::sha256_hex(file.text.text().as_bytes());
        json!([file.path.as_str(), hash, file.encoding.name()])
    });
    let unseen = unseen.iter().map(|(path, why)| json!([path, why.word(), why.describe()]));
    let all: Vec<_> = seen.chain(unseen).collect();
    seal::fingerprint("plimsoll.project_index.1", &all)
}

/// Whether a name holds no secret.
pub(crate) fn is_nameable(name: &str) -> bool {
    screen_message(name) == name
}

/// A path as people read it.
pub(crate) fn shown(path: &str) -> String {
    format!("`{}`", reveal_line(path))
}
