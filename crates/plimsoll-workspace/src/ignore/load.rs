//! Reading the ignore files of a folder.

use super::patterns::{BadLine, IgnorePatterns, MOST_COST, Segment, TOO_COMPLEX};
use super::{Dialect, IGNORE_FILES, IgnoreChain, IgnoreFile, Patterns, Present, include};
use crate::ground::{Ground, Kind};
use crate::left_out::LeftOutReason;
use crate::links;
use crate::path::{RelPath, join};
use plimsoll_core::escape::reveal_line;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// A larger ignore file is not read.
pub(super) const LARGEST: u64 = 1024 * 1024;

/// How many bad lines of one file are named; the rest are counted.
const BAD_LINES_NAMED: usize = 3;

/// So many different ignore files are remembered.
const MOST_COMPILED: usize = 512;

/// What is remembered may cost as much as so many files do at most.
const MOST_COMPILED_COST: usize = 16 * MOST_COST;

/// Reads ignore files, one folder after the other.
pub(crate) struct Loader<'a> {
    ground: &'a dyn Ground,
    compiled: Compiled,
    /// What cannot be understood, and what would cost too much together with the files above.
    pub(crate) notices: Vec<String>,
}

/// Ignore files that were compiled before: in a tree of many projects most say the same.
#[derive(Default)]
struct Compiled {
    with_negation: BTreeMap<Vec<u8>, Patterns>,
    cost: usize,
}

impl<'a> Loader<'a> {
    pub(crate) fn new(ground: &'a dyn Ground) -> Self {
        Self { ground, compiled: Compiled::default(), notices: Vec::new() }
    }

    /// The ignore files of a folder, of which `above` has those of the folders above it.
    pub(crate) fn load(
        &mut self,
        folder: &str,
        present: &[Present],
        above: &IgnoreChain,
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
            let patterns = self.load_one(&path, kind, dialect, room)?;
            room -= patterns.cost();
            let prefix = path.len() - name.len();
            Some(Arc::new(IgnoreFile { kind: position, path, prefix, patterns }))
        });
        files.collect()
    }

    fn load_one(
        &mut self,
        path: &str,
        kind: Kind,
        dialect: Dialect,
        room: usize,
    ) -> Option<Patterns> {
        if matches!(kind, Kind::Folder | Kind::Submodule) {
            return None;
        }
        if dialect == Dialect::Git && kind == Kind::Link {
            let path = reveal_line(path);
            self.notices
                .push(format!("`{path}` is a link, and git follows none there: it has no effect."));
            return None;
        }
        let bytes = self.read(path, kind);
        let patterns = bytes.and_then(|bytes| self.compile(bytes, path, dialect));
        let fits = |patterns: Patterns| {
            if patterns.cost() <= room { Ok(patterns) } else { Err(TOO_COMPLEX.to_owned()) }
        };
        match patterns.and_then(fits) {
            Ok(patterns) => Some(patterns),
            Err(why) if dialect.is_ai() => {
                let path = reveal_line(path);
                let notice = format!("`{path}` {why}: everything below its folder is left out.");
                self.notices.push(notice);
                Some(Patterns::Everything)
            }
            Err(why) => {
                self.notices.push(format!("`{}` {why}: it has no effect.", reveal_line(path)));
                None
            }
        }
    }

    /// Only a link has to be looked up by name.
    fn read(&self, path: &str, kind: Kind) -> Result<Vec<u8>, String> {
        let real = if kind == Kind::Link {
            links::resolve(self.ground, Path::new(path)).and_then(|real| real.path_in_tree())
        } else {
            RelPath::exact(path).ok_or(LeftOutReason::NameNotUtf8)
        };
        let bytes = self.ground.read(&real.map_err(|reason| reason.describe())?, LARGEST);
        bytes.map_err(|reason| format!("is not usable ({})", reason.describe()))
    }

    fn compile(
        &mut self,
        bytes: Vec<u8>,
        path: &str,
        dialect: Dialect,
    ) -> Result<Patterns, String> {
        // The other two are more than their own bytes.
        let is_plain = !matches!(dialect, Dialect::Cline | Dialect::AiExclude);
        if let Some(known) = self.compiled.with_negation.get(&bytes).filter(|_| is_plain) {
            return Ok(known.clone());
        }
        let (patterns, bad) = if dialect == Dialect::Cline {
            let included = include::read(self.ground, &bytes, path, &mut self.notices)?;
            IgnorePatterns::compile(&included.segments(&bytes), true)?
        } else {
            let own = [Segment { file: None, first: 1, bytes: &bytes }];
            IgnorePatterns::compile(&own, dialect != Dialect::AiExclude)?
        };
        self.report_bad_lines(path, &bad);
        if dialect == Dialect::AiExclude && patterns.is_empty() {
            return Ok(Patterns::Everything);
        }
        let patterns = Patterns::Listed(Arc::new(patterns));
        // What has bad lines is read again, since each file of it gets its notices.
        if is_plain && bad.is_empty() {
            self.compiled.remember(bytes, &patterns);
        }
        Ok(patterns)
    }

    fn report_bad_lines(&mut self, path: &str, bad: &[BadLine]) {
        for BadLine { file, line, why } in bad.iter().take(BAD_LINES_NAMED) {
            let file = reveal_line(file.as_deref().unwrap_or(path));
            let why = reveal_line(why);
            self.notices.push(format!("Line {line} of `{file}` has no effect: {why}."));
        }
        if bad.len() > BAD_LINES_NAMED {
            let (more, path) = (bad.len() - BAD_LINES_NAMED, reveal_line(path));
            self.notices.push(format!("{more} more lines of `{path}` have no effect."));
        }
    }
}

impl Compiled {
    fn remember(&mut self, bytes: Vec<u8>, patterns: &Patterns) {
        let cost = self.cost + patterns.cost();
        if self.with_negation.len() < MOST_COMPILED && cost <= MOST_COMPILED_COST {
            self.cost = cost;
            self.with_negation.insert(bytes, patterns.clone());
        }
    }
}
