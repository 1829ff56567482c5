//! Ignore files: git's, ripgrep's, and those of the AI tools, read as deny lists.
//!
//! Inside one file, and between nested files of one name, git's rules hold. Between different names any
//! deny wins: a `!` in one file never undoes what another blocks. Nothing from outside the root counts,
//! neither parent folders nor the user's git configuration, so that two machines agree.

mod class;
mod include;
mod line;
mod load;
mod names;
mod patterns;

pub(crate) use load::Loader;
pub(crate) use patterns::{IgnorePatterns, MOST_COST, Segment, TOO_COMPLEX};

use crate::ground::Kind;
use crate::left_out::LeftOutReason;
use std::sync::Arc;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dialect {
    /// git reads no `.gitignore` that is a link, and says nothing about secrets.
    Git,
    /// gitignore syntax, followed where it is a link inside.
    Plain,
    /// The same, and what it hides must not be shown even when it is named.
    Ai,
    /// As `Ai`, but an empty file blocks everything and `!` has no effect.
    AiExclude,
    /// As `Ai`, but a line `!include FILE` stands for the lines of that file.
    Cline,
}

impl Dialect {
    const fn is_ai(self) -> bool {
        matches!(self, Self::Ai | Self::AiExclude | Self::Cline)
    }
}

/// The names that are known. Adding a tool is adding a line. Those that no tool reads are in use all the
/// same, by people who mean to hide something: to hide more is safe.
const IGNORE_FILES: &[(&str, Dialect)] = &[
    (".gitignore", Dialect::Git),
    (".ignore", Dialect::Plain),               // ripgrep and its family
    (".rgignore", Dialect::Plain),             // ripgrep alone
    (".cursorindexingignore", Dialect::Plain), // Cursor: not searched, but read when named
    (".agentsignore", Dialect::Ai),            // Docker Agent
    (".aiderignore", Dialect::Ai),             // aider
    (".aiexclude", Dialect::AiExclude),        // Gemini Code Assist, Android Studio
    (".aiignore", Dialect::Ai),                // JetBrains
    (".claudeignore", Dialect::Ai),            // no tool
    (".clineignore", Dialect::Cline),          // Cline
    (".codeiumignore", Dialect::Ai),           // Windsurf
    (".continueignore", Dialect::Ai),          // Continue
    (".copilotignore", Dialect::Ai),           // no tool
    (".cursorignore", Dialect::Ai),            // Cursor
    (".geminiignore", Dialect::Ai),            // Gemini CLI
    (".gptignore", Dialect::Ai),               // no tool
    (".kiroignore", Dialect::Ai),              // Kiro
    (".llmignore", Dialect::Ai),               // no tool
    (".repomixignore", Dialect::Ai),           // repomix
    (".rooignore", Dialect::Ai),               // Roo Code
    (".windsurfignore", Dialect::Ai),          // no tool
];

/// Whose rules are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ask {
    Everyone,
    /// A file that the user names is shown although git ignores it, but not when an AI ignore file does.
    OnlyAi,
}

/// One ignore file, ready to match.
#[derive(Debug)]
pub(crate) struct IgnoreFile {
    /// Position in the table.
    kind: usize,
    /// Path of the ignore file.
    path: String,
    /// Length of the prefix that its folder takes from paths below it.
    prefix: usize,
    patterns: Patterns,
}

#[derive(Debug, Clone)]
enum Patterns {
    Listed(Arc<IgnorePatterns>),
    Everything,
}

impl Patterns {
    fn cost(&self) -> usize {
        match self {
            Self::Listed(listed) => listed.cost(),
            Self::Everything => 0,
        }
    }
}

/// The ignore files from the root down to a folder.
#[derive(Debug, Clone)]
pub(crate) struct IgnoreChain {
    /// By position in the table, the deepest last.
    by_kind: Vec<Vec<Arc<IgnoreFile>>>,
}

impl IgnoreChain {
    pub(crate) fn new() -> Self {
        Self { by_kind: vec![Vec::new(); IGNORE_FILES.len()] }
    }

    pub(crate) fn enter(&mut self, files: &[Arc<IgnoreFile>]) {
        for file in files {
            self.by_kind[file.kind].push(Arc::clone(file));
        }
    }

    /// Undoes [`Self::enter`] with the same files.
    pub(crate) fn leave(&mut self, files: &[Arc<IgnoreFile>]) {
        for file in files {
            self.by_kind[file.kind].pop();
        }
    }

    /// What the patterns of all these files cost together.
    pub(crate) fn cost(&self) -> usize {
        self.by_kind.iter().flatten().map(|file| file.patterns.cost()).sum()
    }

    /// Why an entry of the current folder is ignored. Folders above it are judged before it is reached.
    pub(crate) fn judge(&self, path: &str, is_folder: bool, ask: Ask) -> Option<LeftOutReason> {
        let asked = self.by_kind.iter().zip(IGNORE_FILES);
        asked
            .filter(|(_, (_, dialect))| ask == Ask::Everyone || dialect.is_ai())
            .find_map(|(files, _)| judge_by_one_name(files, path, is_folder))
    }
}

/// The deepest file that says anything about a path decides.
fn judge_by_one_name(
    files: &[Arc<IgnoreFile>],
    path: &str,
    is_folder: bool,
) -> Option<LeftOutReason> {
    for file in files.iter().rev() {
        let (stands_in, line, pattern) = match &file.patterns {
            Patterns::Everything => (None, 0, String::new()),
            Patterns::Listed(listed) => match listed.last_match(&path[file.prefix..], is_folder) {
                None => continue,
                Some(rule) if rule.negated => return None,
                Some(rule) => (rule.file.as_deref(), rule.line, rule.pattern.clone()),
            },
        };
        let file = stands_in.unwrap_or(&file.path).to_owned();
        return Some(LeftOutReason::Ignored { file, line, pattern });
    }
    None
}

/// An ignore file that stands in a folder: its position in the table, and what it is.
pub(crate) type Present = (usize, Kind);

/// The position in the table of an ignore file's name.
pub(crate) fn position(name: &str) -> Option<usize> {
    IGNORE_FILES.iter().position(|(known, _)| *known == name)
}

/// The ignore files of a folder, asked for one by one.
pub(crate) fn present(kind_of: impl Fn(&str) -> Option<Kind>) -> Vec<Present> {
    let all = IGNORE_FILES.iter().enumerate();
    all.filter_map(|(at, (name, _))| Some((at, kind_of(name)?))).collect()
}
