//! `use A\B`: PSR-4 of `composer.json` first, then whatever declares the name. `require` and `include`: beside
//! the file, from the root, and from folders above.

use super::{Ask, Resolution, Rules, expand};
use crate::project::facts::Facts;
use crate::project::family::Family;
use crate::project::manifest::{Manifests, all_named, json};
use crate::project::packages::{Packages, dotted};
use crate::project::tree::{join, upward};
use serde_json::Value;

pub(super) struct Php<'p> {
    facts: &'p Facts,
    packages: &'p Packages,
    /// Namespace prefix with its last backslash, and folder; the longest first.
    prefixes: Vec<(String, String)>,
}

impl<'p> Php<'p> {
    pub(super) fn new(facts: &'p Facts, packages: &'p Packages, manifests: &Manifests) -> Self {
        let mut prefixes = Vec::new();
        for (folder, text) in all_named(manifests, "composer.json") {
            let Some(composer) = json(text) else { continue };
            for section in ["autoload", "autoload-dev"] {
                let map = composer.get(section).and_then(|it| it.get("psr-4"));
                for (prefix, to) in map.and_then(Value::as_object).into_iter().flatten() {
                    let folders =
                        to.as_str().into_iter().chain(crate::project::manifest::strings(Some(to)));
                    prefixes
                        .extend(folders.filter_map(|to| Some((prefix.clone(), join(folder, to)?))));
                }
            }
        }
        prefixes.sort_by(|a, b| b.0.len().cmp(&a.0.len()).then_with(|| a.cmp(b)));
        Self { facts, packages, prefixes }
    }

    fn class(&self, name: &str) -> Resolution {
        let name = name.trim_start_matches('\\');
        let by_place = self.prefixes.iter().find_map(|(prefix, folder)| {
            let rest = name.strip_prefix(prefix.as_str())?.replace('\\', "/");
            self.facts.tree.find(&join(folder, &format!("{rest}.php"))?)
        });
        if let Some(file) = by_place {
            return Resolution::of([file]);
        }
        let full = dotted(name);
        let files = self.packages.with_full_name(Family::Php, &full);
        if !files.is_empty() {
            return Resolution::of(files);
        }
        if let Some(package) = self.packages.find(Family::Php, &full) {
            return Resolution::of(self.packages.members_of(package));
        }
        let is_prefixed = self
            .prefixes
            .iter()
            .any(|(prefix, _)| name.starts_with(prefix.as_str()) && !prefix.is_empty());
        let is_ours = is_prefixed || self.packages.has_prefix(Family::Php, &full);
        Resolution::Unresolved.or_external(is_ours)
    }

    fn file(&self, written: &str, ask: &Ask<'_>) -> Resolution {
        let Some(relative) = literal_path(written) else { return Resolution::Unresolved };
        let places = upward(ask.folder).filter_map(|folder| join(folder, &relative));
        let mut found = places.filter_map(|path| self.facts.tree.find(&path));
        Resolution::of(found.next())
    }
}

impl Rules for Php<'_> {
    fn resolve(&self, ask: &Ask<'_>) -> Resolution {
        let path = ask.path();
        if path.contains(['/', '.', '\'', '"', '$', '(']) {
            return self.file(path, ask);
        }
        let path = path.trim_start_matches("function ").trim_start_matches("const ").trim();
        let whole = if ask.import.names.is_empty() || path.contains('{') {
            expand(path, "\\")
        } else {
            // The names are those of a group, or again what the path ends with.
            let last = path.rsplit('\\').next();
            let grouped = ask.names().filter(|name| Some(*name) != last);
            let grouped: Vec<String> = grouped.map(|name| format!("{path}\\{name}")).collect();
            if grouped.is_empty() { vec![path.to_owned()] } else { grouped }
        };
        Resolution::merge(whole.iter().map(|name| self.class(name)))
    }
}

/// The literal part of `__DIR__ . '/x.php'`, `dirname(__FILE__) . "/x.php"` or `'x.php'`.
fn literal_path(written: &str) -> Option<String> {
    let quoted = |quote: char| {
        let (_, rest) = written.split_once(quote)?;
        rest.split_once(quote).map(|(inside, _)| inside.to_owned())
    };
    if !written.contains(['\'', '"', '$', '(']) {
        return Some(written.to_owned());
    }
    quoted('\'').or_else(|| quoted('"')).filter(|path| !path.contains('$'))
}
