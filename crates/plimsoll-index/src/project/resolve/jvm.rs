//! Java, Kotlin, Scala: full names of what files declare; where a file declares nothing that is known, its
//! place (`a/b/C.java` below any folder). A wildcard means what the file uses of that package.

use super::{Ask, Resolution, Rules, expand, without_alias};
use crate::project::FileId;
use crate::project::facts::Facts;
use crate::project::family::Family;
use crate::project::packages::Packages;

const ENDINGS: &[&str] = &[".java", ".kt", ".scala", ".groovy"];

pub(super) struct Jvm<'p> {
    pub(super) facts: &'p Facts,
    pub(super) packages: &'p Packages,
}

impl Rules for Jvm<'_> {
    fn resolve(&self, ask: &Ask<'_>) -> Resolution {
        let path = ask.path().trim_start_matches("import ").trim_start_matches("static ").trim();
        let path = path.trim_start_matches("_root_.").trim_end_matches(';');
        let whole = if ask.import.names.is_empty() {
            expand(path, ".")
        } else {
            ask.names().map(|name| format!("{path}.{name}")).collect()
        };
        Resolution::merge(whole.iter().map(|name| self.one(name, ask)))
    }
}

impl Jvm<'_> {
    fn one(&self, name: &str, ask: &Ask<'_>) -> Resolution {
        let wildcards = [".*", "._", ".given"];
        let name = wildcards.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name);
        let found = self.absolute(name, ask);
        let is_scala = self.facts.tree.path(ask.from).ends_with(".scala");
        match found {
            Resolution::External if is_scala => self.relative(name, ask).unwrap_or(found),
            _ => found,
        }
    }

    fn absolute(&self, name: &str, ask: &Ask<'_>) -> Resolution {
        if let Some(package) = self.packages.find(Family::Jvm, name) {
            return Resolution::Files(self.packages.meant_by(package, ask.from, self.facts));
        }
        // What a name cannot be, the name around it may: a member of a type, a type inside of another.
        let mut shorter = Some(name);
        while let Some(at) = shorter {
            let files = self.declaring(at);
            if !files.is_empty() {
                return Resolution::of(files);
            }
            shorter = at.rsplit_once('.').map(|(outer, _)| outer).filter(|outer| {
                outer.contains('.') && self.packages.find(Family::Jvm, outer).is_none()
            });
        }
        let top = name.rsplit_once('.').map_or(name, |(package, _)| package);
        let is_ours = top.contains('.') && self.packages.find(Family::Jvm, top).is_some();
        Resolution::Unresolved.or_external(is_ours)
    }

    /// In Scala a name may begin with what is seen already: what was imported before, and what lies in the
    /// packages around.
    fn relative(&self, name: &str, ask: &Ask<'_>) -> Option<Resolution> {
        let first = name.split('.').next().unwrap_or(name);
        let own = &self.facts.imports[self.facts.imports_of(ask.from)];
        let before = own.iter().filter(|import| import.lines.first < ask.import.lines.first);
        let imported = before.filter_map(|import| {
            let (package, last) = import.path.rsplit_once('.')?;
            let has = |names: &[String]| names.iter().any(|one| without_alias(one) == first);
            match import.names.is_empty() {
                true => (last == first).then_some(package),
                false => has(&import.names).then_some(&*import.path),
            }
        });
        let around = self.packages.names_seen_by(ask.from);
        let scopes = imported.chain(around).filter(|scope| !scope.is_empty());
        scopes
            .map(|scope| self.absolute(&format!("{scope}.{name}"), ask))
            .find(|found| !found.files().is_empty())
    }

    fn declaring(&self, name: &str) -> Vec<FileId> {
        let files = self.packages.with_full_name(Family::Jvm, name);
        if !files.is_empty() || !name.contains('.') {
            return files;
        }
        let place = name.replace('.', "/");
        let at = |ending: &str| self.facts.tree.ending_with(&format!("{place}{ending}"));
        ENDINGS.iter().flat_map(|ending| at(ending)).collect()
    }
}
