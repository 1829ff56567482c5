//! What a file contract means for the files of a pack.

use super::candidates::Hold;
use super::request::Contract;
use crate::known::KnownFile;
use crate::snapshot::shown;
use plimsoll_core::glob::Glob;
use plimsoll_core::vocab::Mark;

/// Where a contract allows changes, and where it forbids them.
pub(super) fn places(contract: &Contract) -> [Vec<Glob>; 2] {
    [&contract.allowed_globs, &contract.forbidden_globs]
        .map(|globs| globs.iter().filter_map(|glob| Glob::place(glob).ok()).collect())
}

impl Hold<'_> {
    /// What may not be done with a file. One that may be changed and has redacted values could not be written back.
    pub(super) fn marks(&self, file: &KnownFile) -> Vec<Mark> {
        let Some([allowed, forbidden]) = &self.contract else { return Vec::new() };
        let covers = |globs: &[Glob]| globs.iter().any(|glob| glob.covers(file.path.as_str()));
        let is_allowed = (allowed.is_empty() || covers(allowed)) && !covers(forbidden);
        match (is_allowed, file.findings.is_empty()) {
            (false, _) => vec![Mark::ReferenceOnly],
            (true, false) => vec![Mark::ReadOnly],
            (true, true) => Vec::new(),
        }
    }

    /// Globs that no file matches are mistakes more often than not.
    pub(super) fn check_contract(&mut self) {
        let Some(contract) = &self.task.contract else { return };
        let lists = [("allows", &contract.allowed_globs), ("forbids", &contract.forbidden_globs)];
        for (word, glob) in
            lists.iter().flat_map(|(word, globs)| globs.iter().map(move |g| (word, g)))
        {
            let Ok(place) = Glob::place(glob) else { continue };
            let files = self.snapshot.files.iter().map(|file| file.path.as_str());
            let hidden = self.left_out.iter().map(|out| out.path.trim_end_matches('/'));
            if !files.chain(hidden).any(|path| place.covers(path)) {
                let glob = shown(glob);
                self.notices
                    .push(format!("the file contract {word} {glob}, which no file matches"));
            }
        }
    }
}
