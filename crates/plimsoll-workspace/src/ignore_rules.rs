//! Ignore files: git's, ripgrep's, and those of the AI tools, read as deny lists.
//!
//! Inside one file, and between nested files of one name, git's rules hold. Between different names any
//! deny wins: a `!` in one file never undoes what another blocks. Nothing from outside the root counts,
//! neither parent folders nor the user's git configuration, so that two machines agree.

use crate::ignore_patterns::{BadLine, IgnorePatterns};
use crate::jail::Jail;
use crate::left_out::LeftOutReason;
use crate::links;
use crate::path::{RelPath, join};
use cap_std::fs::Dir;
use plimsoll_core::escape::reveal_line;
use std::path::Path;
use std::rc::Rc;

/// A larger ignore file is not read.
const LARGEST: u64 = 1024 * 1024;

/// How many bad lines of one file are named; the rest are counted.
const BAD_LINES_NAMED: usize = 3;

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
}

impl Dialect {
    const fn is_ai(self) -> bool {
        matches!(self, Self::Ai | Self::AiExclude)
    }
}

/// The names that are known. Adding a tool is adding a line.
const IGNORE_FILES: &[(&str, Dialect)] = &[
    (".gitignore", Dialect::Git),
    (".ignore", Dialect::Plain),        // ripgrep and its family
    (".agentsignore", Dialect::Ai),     // Docker Agent
    (".aiderignore", Dialect::Ai),      // aider
    (".aiexclude", Dialect::AiExclude), // Gemini Code Assist, Android Studio
    (".aiignore", Dialect::Ai),         // JetBrains
    (".clineignore", Dialect::Ai),      // Cline
    (".codeiumignore", Dialect::Ai),    // Windsurf
    (".continueignore", Dialect::Ai),   // Continue
    (".cursorignore", Dialect::Ai),     // Cursor
    (".geminiignore", Dialect::Ai),     // Gemini CLI
    (".kiroignore", Dialect::Ai),       // Kiro
    (".repomixignore", Dialect::Ai),    // repomix
    (".rooignore", Dialect::Ai),        // Roo Code
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

#[derive(Debug)]
enum Patterns {
    Listed(IgnorePatterns),
    Everything,
}

/// The ignore files from the root down to a folder.
#[derive(Debug)]
pub(crate) struct IgnoreChain {
    /// By position in the table, the deepest last.
    by_kind: Vec<Vec<Rc<IgnoreFile>>>,
}

impl IgnoreChain {
    pub(crate) fn new() -> Self {
        Self { by_kind: vec![Vec::new(); IGNORE_FILES.len()] }
    }

    pub(crate) fn enter(&mut self, files: &[Rc<IgnoreFile>]) {
        for file in files {
            self.by_kind[file.kind].push(Rc::clone(file));
        }
    }

    /// Undoes [`Self::enter`] with the same files.
    pub(crate) fn leave(&mut self, files: &[Rc<IgnoreFile>]) {
        for file in files {
            self.by_kind[file.kind].pop();
        }
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
    files: &[Rc<IgnoreFile>],
    path: &str,
    is_folder: bool,
) -> Option<LeftOutReason> {
    for file in files.iter().rev() {
        let (line, pattern) = match &file.patterns {
            Patterns::Everything => (0, String::new()),
            Patterns::Listed(listed) => match listed.last_match(&path[file.prefix..], is_folder) {
                None => continue,
                Some(rule) if rule.negated => return None,
                Some(rule) => (rule.line, rule.pattern.clone()),
            },
        };
        return Some(LeftOutReason::Ignored { file: file.path.clone(), line, pattern });
    }
    None
}

/// Whether a name is that of an ignore file.
pub(crate) fn is_ignore_file(name: &str) -> bool {
    IGNORE_FILES.iter().any(|(known, _)| *known == name)
}

/// Reads the ignore files of a folder. What cannot be understood is said in `notices`.
pub(crate) fn load(
    jail: &Jail,
    folder: &Dir,
    folder_path: &str,
    notices: &mut Vec<String>,
) -> Vec<Rc<IgnoreFile>> {
    let mut files = Vec::new();
    for (kind, &(name, dialect)) in IGNORE_FILES.iter().enumerate() {
        let Ok(metadata) = folder.symlink_metadata(name) else { continue };
        if metadata.is_dir() {
            continue;
        }
        let path = join(folder_path, name);
        if dialect == Dialect::Git && metadata.is_symlink() {
            notices.push(format!(
                "`{}` is a link, and git follows none there: it has no effect.",
                reveal_line(&path)
            ));
            continue;
        }
        let patterns =
            match read(jail, &path).and_then(|bytes| compile(&bytes, &path, dialect, notices)) {
                Ok(patterns) => patterns,
                Err(why) => {
                    let effect = if dialect.is_ai() {
                        "everything below its folder is left out"
                    } else {
                        "it has no effect"
                    };
                    notices.push(format!("`{}` {why}: {effect}.", reveal_line(&path)));
                    if !dialect.is_ai() {
                        continue;
                    }
                    Patterns::Everything
                }
            };
        let prefix = path.len() - name.len();
        files.push(Rc::new(IgnoreFile { kind, path, prefix, patterns }));
    }
    files
}

fn read(jail: &Jail, path: &str) -> Result<Vec<u8>, String> {
    let real = links::resolve(jail, Path::new(path)).map_err(|reason| reason.describe())?;
    let real = real.path.to_str().and_then(RelPath::exact);
    let real = real.ok_or_else(|| LeftOutReason::NameNotUtf8.describe())?;
    jail.read(&real, LARGEST).map_err(|reason| format!("is not usable ({})", reason.describe()))
}

fn compile(
    bytes: &[u8],
    path: &str,
    dialect: Dialect,
    notices: &mut Vec<String>,
) -> Result<Patterns, String> {
    let has_negation = dialect != Dialect::AiExclude;
    let (patterns, bad) = IgnorePatterns::compile(bytes, has_negation)?;
    report_bad_lines(path, &bad, notices);
    if dialect == Dialect::AiExclude && patterns.is_empty() {
        return Ok(Patterns::Everything);
    }
    Ok(Patterns::Listed(patterns))
}

fn report_bad_lines(path: &str, bad: &[BadLine], notices: &mut Vec<String>) {
    let path = reveal_line(path);
    for (line, why) in bad.iter().take(BAD_LINES_NAMED) {
        notices.push(format!("Line {line} of `{path}` has no effect: {}.", reveal_line(why)));
    }
    if bad.len() > BAD_LINES_NAMED {
        let more = bad.len() - BAD_LINES_NAMED;
        notices.push(format!("{more} more lines of `{path}` have no effect."));
    }
}
