//! Bulk folders: build output and downloaded code, and what makes one of them source after all.

use crate::declared::{Declarations, Found};
use crate::ground::Ground;
use crate::left_out::LeftOutReason;
use crate::path::RelPath;
use crate::rules::WalkRules;
use plimsoll_core::escape::reveal_line;
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::Arc;

/// The names, without regard to ASCII case.
const BULK: &[(&str, Yields)] = &[
    ("node_modules", Yields::Never), // downloaded, even when committed
    ("bin", Yields::ToSource),       // .NET output; but also Cargo's `src/bin`
    ("obj", Yields::ToSource),       // .NET intermediate output
    ("packages", Yields::ToSource),  // NuGet downloads; but also a monorepo's own packages
];

/// Whether a bulk folder shows what is source in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Yields {
    Never,
    /// To what git tracks, and to what a manifest or the settings declare.
    ToSource,
}

/// Whether a folder of this name is bulk.
pub(crate) fn of(name: &str) -> Option<Yields> {
    BULK.iter().find(|(bulk, _)| bulk.eq_ignore_ascii_case(name)).map(|&(_, yields)| yields)
}

/// A bulk folder that shows something, and by whose word.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct Lifted {
    pub folder: RelPath,
    #[serde(flatten)]
    pub by: LiftedBy,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum LiftedBy {
    /// Git tracks files in it; only those are shown.
    Tracked,
    /// A workspace manifest says that this is where its members are.
    Manifest { file: String, pattern: String },
    /// `[paths] source`.
    Setting { pattern: String },
}

impl LiftedBy {
    /// The part of a sentence that follows `shown, since `.
    pub fn describe(&self) -> String {
        match self {
            Self::Tracked => "git tracks files in it".into(),
            Self::Manifest { file, pattern } => {
                format!("`{}` in `{}` declares it", reveal_line(pattern), reveal_line(file))
            }
            Self::Setting { pattern } => {
                format!("`{}` in `[paths] source` declares it", reveal_line(pattern))
            }
        }
    }
}

/// Judges what lies in bulk folders, and keeps what was lifted. A bulk folder that is entered is a zone:
/// what is in it has to be source by somebody's word, until a folder is declared as a whole.
pub(crate) struct Bulk<'a> {
    ground: &'a dyn Ground,
    rules: &'a WalkRules,
    declared: Declarations,
    pub(crate) lifted: Vec<Lifted>,
}

/// The bulk folder that something lies in, with `/` at its end.
pub(crate) type Zone = Option<Arc<str>>;

impl<'a> Bulk<'a> {
    pub(crate) fn new(ground: &'a dyn Ground, rules: &'a WalkRules) -> Self {
        let declared = Declarations::new(&rules.source);
        Self { ground, rules, declared, lifted: Vec::new() }
    }

    /// The zone of a folder's entries, or why it is not entered.
    pub(crate) fn enter(
        &mut self,
        around: &Zone,
        path: &str,
        name: &str,
    ) -> Result<Zone, LeftOutReason> {
        let own = of(name);
        if own.is_none() && around.is_none() {
            return Ok(None);
        }
        let zone = around.clone().unwrap_or_else(|| format!("{path}/").into());
        let shut = || {
            let folder = if own.is_some() { format!("{path}/") } else { zone.to_string() };
            Err(LeftOutReason::Bulk { folder })
        };
        if own == Some(Yields::Never) || !self.rules.lift_bulk {
            return shut();
        }
        let tracked = self.rules.tracked.any_below(path);
        match self.declared.find(self.ground, zone.trim_end_matches('/'), path) {
            Found::Declared(by) => {
                self.lift(&zone, by);
                Ok(None)
            }
            Found::Nothing if !tracked => shut(),
            Found::Nothing | Found::PerhapsBelow => {
                if around.is_none() && tracked {
                    self.lift(&zone, LiftedBy::Tracked);
                }
                Ok(Some(zone))
            }
        }
    }

    /// Why a file in a zone is not shown.
    pub(crate) fn judge_file(&mut self, zone: &Zone, path: &str) -> Option<LeftOutReason> {
        let zone = zone.as_ref()?;
        if self.rules.tracked.has(path) {
            return None;
        }
        if let Some(by) = self.declared.by_settings(path) {
            self.lift(zone, by);
            return None;
        }
        Some(LeftOutReason::Bulk { folder: zone.to_string() })
    }

    fn lift(&mut self, zone: &str, by: LiftedBy) {
        let folder = RelPath::from_normalised(zone.trim_end_matches('/').to_owned());
        let lifted = Lifted { folder, by };
        // Members of one workspace come one after the other.
        if self.lifted.last() != Some(&lifted) {
            self.lifted.push(lifted);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bulk_folders_are_known_by_name() {
        assert_eq!(of("node_modules"), Some(Yields::Never));
        assert_eq!(of("Bin"), Some(Yields::ToSource));
        assert_eq!(of("binary"), None);
    }
}
