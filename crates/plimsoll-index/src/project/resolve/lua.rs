//! `require "a.b"`: `a/b.lua` or `a/b/init.lua`, from the folders that lead the way (`package.path` is not
//! written down in a project): the root, `lua`, `src`, `lib`, the file's own folder and those above it.

use super::{Ask, Resolution, Rules};
use crate::project::tree::{Tree, join, upward};

const ENDINGS: &[&str] = &[".lua", "/init.lua", ".luau", "/init.luau"];
const ROOTS: &[&str] = &["", "lua", "src", "lib"];

pub(super) struct Lua<'p> {
    pub(super) tree: &'p Tree,
}

impl Rules for Lua<'_> {
    fn resolve(&self, ask: &Ask<'_>) -> Resolution {
        let written = ask.path().trim_matches(['[', ']']);
        let as_file = written.strip_suffix(".lua").or_else(|| written.strip_suffix(".luau"));
        let relative = as_file.map_or_else(|| written.replace('.', "/"), ToOwned::to_owned);
        let relative = if written.starts_with('.') { written } else { &relative };
        let roots = upward(ask.folder)
            .flat_map(|folder| ROOTS.iter().filter_map(move |root| join(folder, root)));
        let found = roots
            .filter_map(|root| join(&root, relative))
            .find_map(|path| self.tree.find_with(&path, ENDINGS));
        if let Some(file) = found {
            return Resolution::of([file]);
        }
        let anywhere =
            ENDINGS.iter().flat_map(|ending| self.tree.ending_with(&format!("{relative}{ending}")));
        // A name of one part says too little to be looked for everywhere.
        let anywhere = anywhere.filter(|_| relative.contains('/'));
        Resolution::of(anywhere).or_external(as_file.is_some())
    }
}
