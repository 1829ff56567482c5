//! The decision that is asked, and what of it is meant.

use super::defined::DefinedIn;
use crate::error::Error;
use crate::logbook::Logbook;
use crate::replaying::{Kept, Replayed, replay_capsule};
use crate::snapshot::shown;
use crate::symbols::SymbolPath;
use crate::workspace::Workspace;
use plimsoll_core::candidate::{Candidate, Name};
use plimsoll_core::capsule::{Capsule, PassedOver};
use plimsoll_core::decide::Decision;
use plimsoll_core::escape::conceal;
use plimsoll_core::ladder::Lines;
use plimsoll_core::store::{Entry, Which};
use plimsoll_index::outline::outline;
use std::collections::BTreeMap;

/// So many of the newest decisions are looked at for one whose capsule was kept.
const NEWEST: usize = 200;
/// An id is known by its beginning, but not by less than this.
const SHORTEST_ID: usize = 4;

/// A decision of the log, made again.
pub(super) struct Decided {
    pub(super) entry: Entry,
    pub(super) capsule: Capsule,
    pub(super) decision: Decision,
}

/// What of a decision is asked for.
#[derive(Default)]
pub(super) struct Matches {
    pub(super) candidates: Vec<usize>,
    pub(super) left_out: Vec<PassedOver>,
    /// Where the symbol that is meant stands in the texts of candidates.
    pub(super) symbols: BTreeMap<usize, Lines>,
}

impl Matches {
    pub(super) fn is_empty(&self) -> bool {
        self.candidates.is_empty() && self.left_out.is_empty()
    }
}

impl Decided {
    /// The decision that is meant; nothing, and a word on it, where there is none to ask.
    pub(super) fn of(
        workspace: &Workspace,
        which: &Which,
    ) -> Result<(Option<Self>, Option<String>), Error> {
        let found = match (workspace.logbook()?, which) {
            (None, Which::Newest) => return Ok((None, None)),
            (None, Which::Id(id)) => return Err(unknown(id)),
            (Some(logbook), Which::Newest) => match newest_kept(&logbook)? {
                Newest::Kept(kept) => Some(*kept),
                Newest::NoCapsule => None,
                Newest::NoDecision => return Ok((None, None)),
            },
            (Some(logbook), Which::Id(id)) => {
                let entry = logbook.entry(which)?.ok_or_else(|| unknown(id))?;
                let Kept::Capsule(capsule) = logbook.capsule(&entry)? else {
                    let id = shown(&entry.record.id);
                    return Err(Error::invalid(format!(
                        "the capsule of {id} was not kept, so there is nothing to say about it"
                    )));
                };
                Some((entry, *capsule))
            }
        };
        let Some((entry, capsule)) = found else {
            let why = "no decision has its capsule any more, so this is about the tree alone";
            return Ok((None, Some(why.to_owned())));
        };
        let Replayed { capsule, decision, .. } =
            replay_capsule(capsule, entry.record.clone())?.as_recorded()?;
        Ok((Some(Self { entry, capsule, decision }), None))
    }

    pub(super) fn id(&self) -> &str {
        &self.entry.record.id
    }

    /// Everything that can be asked for by its name.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let candidates = self.capsule.candidates.iter();
        let names = candidates.flat_map(|one| [Some(one.name.as_str()), one.name.symbol()]);
        names.flatten().chain(self.capsule.left_out.iter().map(|left| left.path.as_str()))
    }

    /// What is meant: by its name or its path. Where nothing has that, by a symbol's own name, by a symbol that a
    /// file among the candidates defines, or by an artifact's id.
    pub(super) fn matches(&self, asked: &str, by_other_names: bool) -> Result<Matches, Error> {
        let spelled = conceal(asked);
        let is_asked = |name: &str| name == asked || name == spelled;
        let is_named =
            |one: &Candidate| is_asked(one.name.as_str()) || one.name.path().is_some_and(is_asked);
        let left_out = self.capsule.left_out.iter();
        let left_out = left_out.filter(|left| is_asked(&left.path) || encloses(left, asked));
        let mut matches = Matches {
            candidates: self.those(is_named),
            left_out: left_out.cloned().collect(),
            symbols: BTreeMap::new(),
        };
        if matches.is_empty() && by_other_names {
            matches.candidates = self.those(|one| one.name.symbol().is_some_and(is_asked));
        }
        if matches.is_empty() && by_other_names {
            matches.symbols = self.defining(asked);
            matches.candidates = matches.symbols.keys().copied().collect();
        }
        if matches.is_empty() && by_other_names && asked.len() >= SHORTEST_ID {
            matches.candidates = self.by_id(asked)?;
        }
        Ok(matches)
    }

    /// The candidate with this id, or whose id alone begins so.
    fn by_id(&self, asked: &str) -> Result<Vec<usize>, Error> {
        let found = self.those(|one| one.id.starts_with(asked));
        if found.len() > 1 {
            let (count, asked) = (found.len(), shown(asked));
            return Err(Error::invalid(format!(
                "{count} artifacts begin with {asked}; give more of the id"
            )));
        }
        Ok(found)
    }

    /// The candidates of a file that define `path#name`, and where. It is looked for in the text that was decided on,
    /// which may not be that of today.
    fn defining(&self, asked: &str) -> BTreeMap<usize, Lines> {
        let candidates = &self.capsule.candidates;
        let is_path = |file: &str| candidates.iter().any(|one| one.name.path() == Some(file));
        let asked = SymbolPath::parse(asked, is_path);
        let Some((asked, file)) =
            asked.and_then(|asked| asked.file.map(|file| (asked.clone(), file)))
        else {
            return BTreeMap::new();
        };
        let place = |(index, one): (usize, &Candidate)| {
            let outline = outline(one.language.as_deref()?, &one.text)?;
            let mut all = 0..outline.definitions.len();
            let at = all.find(|&at| asked.fits(file, &outline, at))?;
            Some((index, outline.definitions[at].lines))
        };
        let of_file = candidates.iter().enumerate();
        of_file
            .filter(|(_, one)| one.name == Name::Path(file.to_owned()))
            .filter_map(place)
            .collect()
    }

    /// What is of the files that define something, best first, and where in it.
    pub(super) fn with_definitions(&self, defined: &[DefinedIn]) -> Matches {
        let is_its = |path: &str| defined.iter().any(|one| one.path == path);
        let left_out = self.capsule.left_out.iter();
        let left_out = left_out.filter(|left| {
            defined.iter().any(|one| left.path == one.path || encloses(left, &one.path))
        });
        let mut matches = Matches {
            candidates: self.those(|one| one.name.path().is_some_and(is_its)),
            left_out: left_out.cloned().collect(),
            symbols: BTreeMap::new(),
        };
        for one in defined {
            for (index, lines) in self.defining(&format!("{}#{}", one.path, one.name)) {
                matches.symbols.entry(index).or_insert(lines);
            }
        }
        matches
    }

    /// The candidates for which something holds, best first.
    fn those(&self, holds: impl Fn(&Candidate) -> bool) -> Vec<usize> {
        let all = self.decision.ranking.iter().copied();
        all.filter(|&index| holds(&self.capsule.candidates[index])).collect()
    }

    /// The file that all of them belong to.
    pub(super) fn one_path(&self, matches: &Matches) -> Option<&str> {
        let mut paths = matches.candidates.iter().map(|&i| self.capsule.candidates[i].name.path());
        let first = paths.next()??;
        paths.all(|path| path == Some(first)).then_some(first)
    }
}

enum Newest {
    Kept(Box<(Entry, Capsule)>),
    NoCapsule,
    NoDecision,
}

/// The newest decision whose capsule was kept.
fn newest_kept(logbook: &Logbook) -> Result<Newest, Error> {
    let entries = logbook.newest(NEWEST)?;
    let is_empty = entries.is_empty();
    for entry in entries {
        if let Kept::Capsule(capsule) = logbook.capsule(&entry)? {
            return Ok(Newest::Kept(Box::new((entry, *capsule))));
        }
    }
    Ok(if is_empty { Newest::NoDecision } else { Newest::NoCapsule })
}

fn unknown(id: &str) -> Error {
    Error::invalid(format!("there is no decision {} here", shown(id)))
}

/// Whether a folder that was left out has this in it.
fn encloses(left: &PassedOver, asked: &str) -> bool {
    let inside = left.path.strip_suffix('/').and_then(|folder| asked.strip_prefix(folder));
    inside.is_some_and(|inside| inside.is_empty() || inside.starts_with('/'))
}
