//! Ignore files: git's, ripgrep's, and those of the AI tools, read as deny lists.
//!
//! Inside one file, and between nested files of one name, git's rules hold. Between different names any
//! deny wins: a `!` in one file never undoes what another blocks. Nothing from outside the root counts,
//! neither parent folders nor the user's git configuration, so that two machines agree.

mod class;
mod include;
mod line;
mod names;
mod patterns;

pub(crate) use patterns::{IgnorePatterns, MOST_COST, Segment, TOO_COMPLEX};

use crate::ground::{Ground, Kind};
use crate::left_out::LeftOutReason;
use crate::links;
use crate::path::{RelPath, join};
use patterns::BadLine;
use plimsoll_core::escape::reveal_line;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// A larger ignore file is not read.
pub(crate) const LARGEST: u64 = 1024 * 1024;

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

/// So many different ignore files are remembered.
const MOST_COMPILED: usize = 512;

/// Ignore files that were compiled before: in a tree of many projects most say the same.
#[derive(Debug, Default)]
pub(crate) struct Compiled {
    with_negation: BTreeMap<Vec<u8>, Patterns>,
    cost: usize,
}

/// What is remembered may cost as much as so many files do at most.
const MOST_COMPILED_COST: usize = 16 * MOST_COST;

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

/// Reads the ignore files of a folder. What cannot be understood is said in `notices`, and so is what would cost
/// too much together with the files above.
pub(crate) fn load(
    ground: &dyn Ground,
    folder: &str,
    present: &[Present],
    above: &IgnoreChain,
    compiled: &mut Compiled,
    notices: &mut Vec<String>,
) -> Vec<Arc<IgnoreFile>> {
    if present.is_empty() {
        return Vec::new();
    }
    let mut room = MOST_COST.saturating_sub(above.cost());
    // What must not be shown comes first, in whatever order the names were found.
    let mut present = present.to_vec();
    present.sort_unstable_by_key(|&(at, _)| (!IGNORE_FILES[at].1.is_ai(), at));
    let files = present.into_iter().filter_map(|(position, kind)| {
        let (name, dialect) = IGNORE_FILES[position];
        let path = join(folder, name);
        let patterns = load_one(ground, &path, kind, dialect, room, compiled, notices)?;
        room -= patterns.cost();
        let prefix = path.len() - name.len();
        Some(Arc::new(IgnoreFile { kind: position, path, prefix, patterns }))
    });
    files.collect()
}

fn load_one(
    ground: &dyn Ground,
    path: &str,
    kind: Kind,
    dialect: Dialect,
    room: usize,
    compiled: &mut Compiled,
    notices: &mut Vec<String>,
) -> Option<Patterns> {
    if matches!(kind, Kind::Folder | Kind::Submodule) {
        return None;
    }
    if dialect == Dialect::Git && kind == Kind::Link {
        notices.push(format!(
            "`{}` is a link, and git follows none there: it has no effect.",
            reveal_line(path)
        ));
        return None;
    }
    let bytes = read(ground, path, kind);
    let compile = |bytes: Vec<u8>| compile(ground, bytes, path, dialect, compiled, notices);
    let fits = |patterns: Patterns| {
        if patterns.cost() <= room { Ok(patterns) } else { Err(TOO_COMPLEX.to_owned()) }
    };
    match bytes.and_then(compile).and_then(fits) {
        Ok(patterns) => Some(patterns),
        Err(why) if dialect.is_ai() => {
            let path = reveal_line(path);
            notices.push(format!("`{path}` {why}: everything below its folder is left out."));
            Some(Patterns::Everything)
        }
        Err(why) => {
            notices.push(format!("`{}` {why}: it has no effect.", reveal_line(path)));
            None
        }
    }
}

/// Only a link has to be looked up by name.
fn read(ground: &dyn Ground, path: &str, kind: Kind) -> Result<Vec<u8>, String> {
    let real = if kind == Kind::Link {
        let real = links::resolve(ground, Path::new(path)).map_err(|reason| reason.describe())?;
        real.path.to_str().and_then(RelPath::exact)
    } else {
        RelPath::exact(path)
    };
    let real = real.ok_or_else(|| LeftOutReason::NameNotUtf8.describe())?;
    ground.read(&real, LARGEST).map_err(|reason| format!("is not usable ({})", reason.describe()))
}

fn compile(
    ground: &dyn Ground,
    bytes: Vec<u8>,
    path: &str,
    dialect: Dialect,
    compiled: &mut Compiled,
    notices: &mut Vec<String>,
) -> Result<Patterns, String> {
    // The other two are more than their own bytes.
    let is_plain = !matches!(dialect, Dialect::Cline | Dialect::AiExclude);
    if let Some(known) = compiled.with_negation.get(&bytes).filter(|_| is_plain) {
        return Ok(known.clone());
    }
    let own = [Segment { file: None, first: 1, bytes: &bytes }];
    let (patterns, bad) = if dialect == Dialect::Cline {
        let included = include::read(ground, &bytes, path, notices)?;
        IgnorePatterns::compile(&included.segments(&bytes), true)?
    } else {
        IgnorePatterns::compile(&own, dialect != Dialect::AiExclude)?
    };
    report_bad_lines(path, &bad, notices);
    if dialect == Dialect::AiExclude && patterns.is_empty() {
        return Ok(Patterns::Everything);
    }
    let patterns = Patterns::Listed(Arc::new(patterns));
    // What has bad lines is read again, since each file of it gets its notices.
    let is_few = compiled.with_negation.len() < MOST_COMPILED
        && compiled.cost + patterns.cost() <= MOST_COMPILED_COST;
    if is_plain && bad.is_empty() && is_few {
        compiled.cost += patterns.cost();
        compiled.with_negation.insert(bytes, patterns.clone());
    }
    Ok(patterns)
}

fn report_bad_lines(path: &str, bad: &[BadLine], notices: &mut Vec<String>) {
    for BadLine { file, line, why } in bad.iter().take(BAD_LINES_NAMED) {
        let file = reveal_line(file.as_deref().unwrap_or(path));
        notices.push(format!("Line {line} of `{file}` has no effect: {}.", reveal_line(why)));
    }
    if bad.len() > BAD_LINES_NAMED {
        let more = bad.len() - BAD_LINES_NAMED;
        notices.push(format!("{more} more lines of `{}` have no effect.", reveal_line(path)));
    }
}
