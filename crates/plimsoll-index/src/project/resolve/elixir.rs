//! `alias`, `import`, `use`, `require`: modules are known by their full names, wherever the file lies.

use super::{Ask, Resolution, Rules, expand};
use crate::project::family::Family;
use crate::project::packages::Packages;

pub(super) struct Elixir<'p> {
    pub(super) packages: &'p Packages,
}

impl Rules for Elixir<'_> {
    fn resolve(&self, ask: &Ask<'_>) -> Resolution {
        let path = ask.path().trim_end_matches('.');
        let grouped = ask.names().map(|name| format!("{path}.{name}"));
        let mut modules: Vec<String> = grouped.filter(|name| self.is_module(name)).collect();
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

    fn module(&self, name: &str, ask: &Ask<'_>) -> Resolution {
        let name = name.trim_start_matches("Elixir.");
        let own = ask.import.within.join(".");
        let name = name.replace("__MODULE__", &own);
        let top = name.split('.').next().unwrap_or(&name);
        let is_ours = self.is_module(top) || self.packages.has_prefix(Family::Elixir, top);
        Resolution::of(self.packages.with_full_name(Family::Elixir, &name)).or_external(is_ours)
    }
}
