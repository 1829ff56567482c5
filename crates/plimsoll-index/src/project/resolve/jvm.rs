//! Java, Kotlin, Scala: full names of what files declare; where a file declares nothing that is known, its
//! place (`a/b/C.java` below any folder). A wildcard means what the file uses of that package.

use super::{Ask, Resolution, Rules, expand};
use crate::project::FileId;
use crate::project::facts::Facts;
use crate::project::family::Family;
use crate::project::packages::{PackageId, Packages};

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
        let open = wildcards.iter().find_map(|ending| name.strip_suffix(ending));
        let name = open.unwrap_or(name);
        if let Some(package) = self.packages.find(Family::Jvm, name) {
            return self.of_package(package, ask.from);
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

    fn declaring(&self, name: &str) -> Vec<FileId> {
        let files = self.packages.with_full_name(Family::Jvm, name);
        if !files.is_empty() || !name.contains('.') {
            return files;
        }
        let place = name.replace('.', "/");
        let at = |ending: &str| self.facts.tree.ending_with(&format!("{place}{ending}"));
        ENDINGS.iter().flat_map(|ending| at(ending)).collect()
    }

    fn of_package(&self, package: PackageId, from: FileId) -> Resolution {
        if self.facts.uses_of(from).is_empty() {
            return Resolution::of(self.packages.members_of(package));
        }
        match Resolution::of(self.packages.named_by(package, from, self.facts)) {
            // Nothing is used by name: extensions, givens. All of it may be meant.
            Resolution::Unresolved => Resolution::of(self.packages.members_of(package)),
            found => found,
        }
    }
}
