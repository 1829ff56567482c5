//! `source file` and `. file`. Folders in variables are unknown: what follows them is looked for beside the
//! file, in the folders above it, and last by its ending.

use super::{Ask, Resolution, Rules};
use crate::project::tree::{Tree, join, upward};

pub(super) struct Bash<'p> {
    pub(super) tree: &'p Tree,
}

impl Rules for Bash<'_> {
    fn resolve(&self, ask: &Ask<'_>) -> Resolution {
        let Some(relative) = after_variables(ask.path()) else { return Resolution::Unresolved };
        if relative.starts_with('/') {
            return Resolution::External;
        }
        let beside = upward(ask.folder)
            .filter_map(|folder| join(folder, relative))
            .find_map(|path| self.tree.find(&path));
        if let Some(file) = beside {
            return Resolution::of([file]);
        }
        let ending: Vec<&str> =
            relative.split('/').filter(|part| !matches!(*part, "" | "." | "..")).collect();
        Resolution::of(self.tree.ending_with(&ending.join("/")))
    }
}

/// What stands after the last folder that is a variable or a command; nothing where that is all.
fn after_variables(written: &str) -> Option<&str> {
    let written = written.trim_matches(['"', '\'']);
    let rest = match written.rfind(['$', '}', ')', '`', '~']) {
        None => written,
        Some(at) => written[at..].split_once('/')?.1,
    };
    let rest = rest.trim_start_matches(['"', '\'']);
    (!rest.is_empty() && !rest.contains(['$', '*', '`'])).then_some(rest)
}
