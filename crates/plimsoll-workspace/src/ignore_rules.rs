//! Ignore files: git's, ripgrep's, and those of the AI tools, read as deny lists.
//!
//! Inside one file, and between nested files of one name, git's rules hold. Between different names any
//! deny wins: a `!` in one file never undoes what another blocks. Nothing from outside the root counts,
//! neither parent folders nor the user's git configuration, so that two machines agree.

use crate::ignore_line;
use crate::jail::Jail;
use crate::left_out::LeftOutReason;
use crate::links;
use crate::path::{RelPath, join};
use cap_std::fs::Dir;
use globset::{Candidate, GlobBuilder, GlobSet, GlobSetBuilder};
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
    Listed(Listed),
    Everything,
}

#[derive(Debug, Default)]
struct Listed {
    rules: Vec<Rule>,
    /// Patterns without a slash match the last component, those with one the whole path.
    names: GlobSet,
    name_rules: Vec<usize>,
    paths: GlobSet,
    path_rules: Vec<usize>,
}

#[derive(Debug)]
struct Rule {
    line: u32,
    pattern: String,
    negated: bool,
    folders_only: bool,
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

impl Listed {
    fn last_match(&self, path: &str, is_folder: bool) -> Option<&Rule> {
        let name = path.rsplit('/').next().unwrap_or(path);
        let by_name = last_in(&self.names, &self.name_rules, name, |at| self.holds(at, is_folder));
        let by_path = last_in(&self.paths, &self.path_rules, path, |at| self.holds(at, is_folder));
        by_name.max(by_path).map(|at| &self.rules[at])
    }

    fn holds(&self, rule: usize, is_folder: bool) -> bool {
        is_folder || !self.rules[rule].folders_only
    }
}

/// The last rule of a set that matches and holds.
fn last_in(
    set: &GlobSet,
    rules: &[usize],
    text: &str,
    holds: impl Fn(usize) -> bool,
) -> Option<usize> {
    if set.is_empty() {
        return None;
    }
    let matches = set.matches_candidate(&Candidate::new(Path::new(text)));
    matches.into_iter().map(|at| rules[at]).filter(|&rule| holds(rule)).max()
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
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let (mut names, mut paths) = (GlobSetBuilder::new(), GlobSetBuilder::new());
    let mut listed = Listed::default();
    let mut bad = Vec::new();
    for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        match read_line(line, dialect) {
            Ok(None) => {}
            Ok(Some((pattern, parsed, glob))) => {
                let (set, rules) = if parsed.anchored {
                    (&mut paths, &mut listed.path_rules)
                } else {
                    (&mut names, &mut listed.name_rules)
                };
                set.add(glob);
                rules.push(listed.rules.len());
                let ignore_line::Line { negated, folders_only, .. } = parsed;
                listed.rules.push(Rule { line: number, pattern, negated, folders_only });
            }
            Err(why) => bad.push((number, why)),
        }
    }
    report_bad_lines(path, &bad, notices);
    if dialect == Dialect::AiExclude && listed.rules.is_empty() {
        return Ok(Patterns::Everything);
    }
    let too_complex = |_| "has patterns that are too complex together".to_owned();
    listed.names = names.build().map_err(too_complex)?;
    listed.paths = paths.build().map_err(too_complex)?;
    Ok(Patterns::Listed(listed))
}

type Pattern = (String, ignore_line::Line, globset::Glob);

fn read_line(line: &[u8], dialect: Dialect) -> Result<Option<Pattern>, String> {
    let text = std::str::from_utf8(line).map_err(|_| "it is not UTF-8".to_owned())?;
    let Some(parsed) = ignore_line::parse(text).map_err(|e| e.to_string())? else {
        return Ok(None);
    };
    if dialect == Dialect::AiExclude && parsed.negated {
        return Ok(None);
    }
    let glob = GlobBuilder::new(&parsed.glob)
        .literal_separator(true)
        .backslash_escape(true)
        .build()
        .map_err(|error| error.kind().to_string())?;
    Ok(Some((text.trim_end_matches(' ').to_owned(), parsed, glob)))
}

fn report_bad_lines(path: &str, bad: &[(u32, String)], notices: &mut Vec<String>) {
    let path = reveal_line(path);
    for (line, why) in bad.iter().take(BAD_LINES_NAMED) {
        notices.push(format!("Line {line} of `{path}` has no effect: {}.", reveal_line(why)));
    }
    if bad.len() > BAD_LINES_NAMED {
        let more = bad.len() - BAD_LINES_NAMED;
        notices.push(format!("{more} more lines of `{path}` have no effect."));
    }
}
