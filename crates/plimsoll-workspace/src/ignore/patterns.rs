//! The patterns of one ignore file, ready to match.

use super::line::{self, Line};
use super::names::PlainNames;
use globset::{Candidate, Glob, GlobBuilder, GlobSet, GlobSetBuilder};
use std::path::Path;
use std::sync::Arc;

/// Lines of an ignore file, or of one that it includes.
pub(crate) struct Segment<'a> {
    /// The file that they stand in, where it is another one.
    pub(crate) file: Option<Arc<str>>,
    /// The number of the first line.
    pub(crate) first: u32,
    pub(crate) bytes: &'a [u8],
}

#[derive(Debug, Default)]
pub(crate) struct IgnorePatterns {
    rules: Vec<Rule>,
    /// Patterns without a slash match the last component, those with one the whole path.
    plain_names: PlainNames,
    names: GlobSet,
    name_rules: Vec<usize>,
    paths: GlobSet,
    path_rules: Vec<usize>,
    /// By how many slashes a path has: whether one of `paths` could match it. Most paths lie too deep.
    depths: u64,
    /// How many bytes the patterns have that become regular expressions.
    cost: usize,
}

/// So many bytes of such patterns are taken of one file, and of all that hold for a folder. They become some
/// hundred times as much.
pub(crate) const MOST_COST: usize = 64 * 1024;

pub(crate) const TOO_COMPLEX: &str = "has patterns that are too complex together";

/// Paths that lie deeper count as lying here.
const DEEPEST: u32 = 63;

#[derive(Debug)]
pub(crate) struct Rule {
    /// As in [`Segment`].
    pub(crate) file: Option<Arc<str>>,
    pub(crate) line: u32,
    pub(crate) pattern: String,
    pub(crate) negated: bool,
    folders_only: bool,
}

/// A line that is no pattern, and why it is none.
pub(crate) struct BadLine {
    pub(crate) file: Option<Arc<str>>,
    pub(crate) line: u32,
    pub(crate) why: String,
}

impl IgnorePatterns {
    /// Reads the lines of an ignore file. Without negation, `!` lines have no effect.
    pub(crate) fn compile(
        segments: &[Segment<'_>],
        has_negation: bool,
    ) -> Result<(Self, Vec<BadLine>), String> {
        let (mut names, mut paths) = (GlobSetBuilder::new(), GlobSetBuilder::new());
        let mut patterns = Self::default();
        let mut bad = Vec::new();
        for (file, number, line) in segments.iter().flat_map(numbered_lines) {
            let read = read_line(line).and_then(|read| match read {
                Some((pattern, line)) if has_negation || !line.negated => {
                    patterns.add(&line, &mut names, &mut paths)?;
                    let Line { negated, folders_only, .. } = line;
                    let (file, line) = (file.cloned(), number);
                    patterns.rules.push(Rule { file, line, pattern, negated, folders_only });
                    Ok(())
                }
                _ => Ok(()),
            });
            if let Err(why) = read {
                bad.push(BadLine { file: file.cloned(), line: number, why });
            }
            if patterns.cost > MOST_COST {
                return Err(TOO_COMPLEX.to_owned());
            }
        }
        let too_complex = |_| TOO_COMPLEX.to_owned();
        patterns.names = names.build().map_err(too_complex)?;
        patterns.paths = paths.build().map_err(too_complex)?;
        Ok((patterns, bad))
    }

    /// Takes the pattern of the next rule.
    fn add(
        &mut self,
        line: &Line,
        names: &mut GlobSetBuilder,
        paths: &mut GlobSetBuilder,
    ) -> Result<(), String> {
        let rule = self.rules.len();
        let cost = if line.glob.contains(['*', '?', '[', '{']) { line.glob.len() } else { 0 };
        if line.anchored {
            paths.add(glob(line)?);
            self.path_rules.push(rule);
            self.cost += cost;
            self.depths |= depths(&line.glob);
        } else if !self.plain_names.add(&line.glob, rule) {
            names.add(glob(line)?);
            self.name_rules.push(rule);
            self.cost += cost;
        }
        Ok(())
    }

    pub(crate) fn cost(&self) -> usize {
        self.cost
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// The last rule that holds for a path below the ignore file's folder.
    pub(crate) fn last_match(&self, path: &str, is_folder: bool) -> Option<&Rule> {
        let name = path.rsplit('/').next().unwrap_or(path);
        let plain = self.plain_names.last_match(name, |at| self.holds(at, is_folder));
        let by_name = last_in(&self.names, &self.name_rules, name, |at| self.holds(at, is_folder));
        let by_name = by_name.max(plain);
        let is_possible = self.depths >> depth(path) & 1 == 1;
        let by_path = is_possible
            .then(|| last_in(&self.paths, &self.path_rules, path, |at| self.holds(at, is_folder)));
        by_name.max(by_path.flatten()).map(|at| &self.rules[at])
    }

    fn holds(&self, rule: usize, is_folder: bool) -> bool {
        is_folder || !self.rules[rule].folders_only
    }
}

fn depth(path: &str) -> u32 {
    let slashes = path.bytes().filter(|&byte| byte == b'/').count();
    u32::try_from(slashes).unwrap_or(DEEPEST).min(DEEPEST)
}

/// Which depths the paths have that a glob could match: its own, unless something in it may stand for slashes.
fn depths(glob: &str) -> u64 {
    let is_fixed = !glob.contains("**") && !glob.contains(['[', '{', '\\']);
    if is_fixed { 1 << depth(glob) } else { u64::MAX }
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
    let candidate = Candidate::new(Path::new(text));
    // Most names match nothing, and to find that out costs no allocation.
    if !set.is_match_candidate(&candidate) {
        return None;
    }
    let matches = set.matches_candidate(&candidate);
    matches.into_iter().map(|at| rules[at]).filter(|&rule| holds(rule)).max()
}

fn numbered_lines<'a>(
    segment: &'a Segment<'_>,
) -> impl Iterator<Item = (Option<&'a Arc<str>>, u32, &'a [u8])> {
    let bytes = segment.bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(segment.bytes);
    let lines = bytes.split(|&byte| byte == b'\n');
    let lines = lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    (segment.first..).zip(lines).map(|(number, line)| (segment.file.as_ref(), number, line))
}

fn read_line(line: &[u8]) -> Result<Option<(String, Line)>, String> {
    let text = std::str::from_utf8(line).map_err(|_| "it is not UTF-8".to_owned())?;
    let parsed = line::parse(text).map_err(|e| e.to_string())?;
    Ok(parsed.map(|parsed| (text.trim_end_matches(' ').to_owned(), parsed)))
}

fn glob(line: &Line) -> Result<Glob, String> {
    GlobBuilder::new(&line.glob)
        // A name has no separator; where none is asked for, `*.log` needs no regular expression.
        .literal_separator(line.anchored)
        .backslash_escape(true)
        .build()
        .map_err(|error| error.kind().to_string())
}
