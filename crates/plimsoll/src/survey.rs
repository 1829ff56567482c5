//! The tree before anything is read, and the one way from a path to a text.
//!
//! Every door and every question about a path begins here, so that none of them sees more, or something else, than
//! the others.

use crate::error::Error;
use crate::evidence::is_evidence;
use crate::known::{OpenFile, Unseen};
use crate::replaying::is_capsule_file;
use crate::screening::is_nameable;
use crate::workspace::Workspace;
use plimsoll_core::render::is_document;
use plimsoll_workspace::{
    Attributes, DenyGlobs, FileEntry, GitState, LeftOut, LeftOutReason, RelPath, Text, Tracking,
    Tree, WalkRules, examine, read_text, walk,
};

/// Folders that belong to tools, not to the project. They are not even mentioned.
const NOT_OF_THE_PROJECT: &[&str] = &[".git/", ".git", ".plimsoll/"];

/// What a walk has found. Threads share it, which git's handles cannot be.
#[derive(Debug)]
pub(crate) struct Survey<'w> {
    pub(crate) workspace: &'w Workspace,
    pub(crate) rules: WalkRules,
    pub(crate) tree: Tree,
    pub(crate) attributes: Attributes,
}

impl<'w> Survey<'w> {
    pub(crate) fn take(workspace: &'w Workspace, git: &GitState) -> Result<Self, Error> {
        let rules = walk_rules(workspace, git)?;
        let mut tree = walk(workspace.ground(), &rules, workspace.progress())?;
        let (attributes, misread) = Attributes::read(workspace.ground(), &tree);
        tree.notices.extend(misread);
        if workspace.revision().is_some() {
            tree.notices.extend(attributes.conversions_notice());
        }
        Ok(Self { workspace, rules, tree, attributes })
    }

    /// What is left out of the project itself.
    pub(crate) fn left_out(&self) -> impl Iterator<Item = &LeftOut> {
        self.tree.left_out.iter().filter(|out| {
            !NOT_OF_THE_PROJECT.contains(&out.path.as_str())
                && !matches!(out.reason, LeftOutReason::OwnState | LeftOutReason::OwnResult)
        })
    }

    /// A file that somebody named: also one that only `.gitignore` hides, never one that must not leave.
    pub(crate) fn named(&self, path: &RelPath) -> Result<FileEntry, Unseen> {
        let entry = examine(self.workspace.ground(), &self.rules, path).map_err(Unseen::LeftOut)?;
        // A link may have led here.
        nameable(entry.path.as_str()).map(|()| entry)
    }

    /// The text of a file as the project has it, before the guard has seen it.
    pub(crate) fn read(&self, entry: &FileEntry) -> Result<Text, Unseen> {
        let max = self.workspace.values().paths.max_file_bytes;
        let text = read_text(self.workspace.ground(), entry, max).map_err(Unseen::LeftOut)?;
        let text = self.attributes.with_stored_line_ends(entry.path.as_str(), text);
        if is_ours(&text.text) { Err(Unseen::OwnDocument) } else { Ok(text) }
    }

    /// Reads a file and has it screened.
    pub(crate) fn open(&self, entry: &FileEntry) -> Result<OpenFile, Unseen> {
        self.screen(entry, &self.read(entry)?)
    }

    pub(crate) fn screen(&self, entry: &FileEntry, text: &Text) -> Result<OpenFile, Unseen> {
        nameable(entry.path.as_str())?;
        OpenFile::screen(self.workspace.watch(), &self.attributes, entry, text)
    }
}

/// Whether plimsoll made a text. To show it would be to quote ourselves.
pub(crate) fn is_ours(text: &str) -> bool {
    is_document(text) || is_evidence(text) || is_capsule_file(text)
}

/// A name is shown like any text; a file whose name may not be shown cannot be shown either.
fn nameable(path: &str) -> Result<(), Unseen> {
    if is_nameable(path) { Ok(()) } else { Err(Unseen::secret_name(path)) }
}

fn walk_rules(workspace: &Workspace, git: &GitState) -> Result<WalkRules, Error> {
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
        results: workspace.results_in_root(),
        threads: workspace.threads(),
        max_file_bytes: workspace.values().paths.max_file_bytes,
        ..WalkRules::default()
    })
}
