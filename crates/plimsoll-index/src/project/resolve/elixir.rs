//! `alias`, `import`, `use`, `require`: modules are known by their full names, wherever the file lies. A name that
//! no module has, and under which some lie, stands for those of them that the file names.

use super::{Ask, Resolution, Rules, expand};
use crate::project::facts::Facts;
use crate::project::family::Family;
use crate::project::names::last_name;
use crate::project::packages::Packages;

pub(super) struct Elixir<'p> {
    pub(super) facts: &'p Facts,
    pub(super) packages: &'p Packages,
}

impl Rules for Elixir<'_> {
    fn resolve(&self, ask: &Ask<'_>) -> Resolution {
        let path = ask.path().trim_end_matches('.');
        let grouped = ask.names().map(|name| format!("{path}.{name}"));
        let is_known = |name: &String| self.is_module(name) || self.is_namespace(name);
        let mut modules: Vec<String> = grouped.filter(is_known).collect();
        if modules.is_empty() {
            modules = expand(path, ".");
        }
        Resolution::merge(modules.iter().map(|module| self.module(module, ask)))
    }
}

impl Elixir<'_> {
    fn is_module(&self, name: &str) -> bool {
        !self.packages.with_full_name(Family::Elixir, name).is_empty()
    }

    fn is_namespace(&self, name: &str) -> bool {
        self.packages.has_prefix(Family::Elixir, name)
    }

    fn module(&self, name: &str, ask: &Ask<'_>) -> Resolution {
        let name = name.trim_start_matches("Elixir.");
        let own = ask.import.within.join(".");
        let name = name.replace("__MODULE__", &own);
        let files = self.packages.with_full_name(Family::Elixir, &name);
        if files.is_empty() && self.is_namespace(&name) {
            return self.named_below(&name, ask);
        }
        // Somebody else's namespace may hold something of ours: tasks of `Mix`.
        let top = name.split('.').next().unwrap_or(&name);
        let around = name.rsplit_once('.').map_or("", |(around, _)| around);
        let is_ours = self.is_module(top) || (around.contains('.') && self.is_namespace(around));
        Resolution::of(files).or_external(is_ours)
    }

    fn named_below(&self, namespace: &str, ask: &Ask<'_>) -> Resolution {
        let uses = self.facts.uses_of(ask.from);
        let is_named = |name: &str| {
            let key = self.facts.names.find(last_name(name));
            key.is_some_and(|key| uses.iter().any(|used| used.name == key))
        };
        let below = self.packages.below(Family::Elixir, namespace);
        let named = below.filter(|(name, file)| is_named(name) && !self.facts.is_test(*file));
        let named = named.map(|(_, file)| file);
        match Resolution::of(named) {
            Resolution::Unresolved => Resolution::Files(Vec::new()),
            found => found,
        }
    }
}
