//! Which package each file belongs to, and what each name is called in full.

use super::swift::Targets;
use super::{PackageId, Packages, dotted};
use crate::project::FileId;
use crate::project::facts::{Fact, Facts};
use crate::project::family::Family;
use crate::project::manifest::Manifests;
use crate::project::tree::parent;
use plimsoll_core::vocab::SymbolKind;

impl Packages {
    pub(crate) fn new(facts: &Facts, manifests: &Manifests) -> Self {
        let mut packages = Self::default();
        let targets = Targets::new(&facts.tree, manifests);
        for file in facts.tree.ids() {
            let path = facts.tree.path(file);
            match facts.file(file).family {
                Some(family @ Family::Go) => packages.add_whole(family, parent(path), file, facts),
                Some(family @ Family::Swift) => {
                    packages.add_whole(family, targets.of(path), file, facts);
                }
                Some(family) if family.is_one_package() => {
                    packages.add_whole(family, "", file, facts);
                    packages.add_full_names(family, file, facts);
                }
                Some(family @ (Family::Jvm | Family::CSharp | Family::Php)) => {
                    packages.add_declared(family, file, facts);
                }
                _ => {}
            }
        }
        packages.settle();
        packages
    }

    fn settle(&mut self) {
        let whole = self.ids.iter().filter(|((family, _), _)| family.is_one_package());
        self.whole_projects.extend(whole.map(|(_, id)| *id));
        self.seen.sort_unstable();
        self.seen.dedup();
        self.members.sort_unstable();
        self.members.dedup();
        self.entries.sort_unstable();
        self.entries.dedup();
        self.full.sort_unstable();
        self.full.dedup();
    }

    fn id(&mut self, family: Family, name: &str) -> PackageId {
        let next = PackageId(u32::try_from(self.ids.len()).expect("fewer packages than files"));
        *self.ids.entry((family, name.to_owned())).or_insert_with(|| {
            self.names.push(name.to_owned());
            next
        })
    }

    fn add_whole(&mut self, family: Family, name: &str, file: FileId, facts: &Facts) {
        let package = self.id(family, name);
        self.seen.push((file, package));
        self.members.push((package, file));
        let constants_only = family.is_one_package();
        for (_, fact) in facts.definitions_of(file) {
            let is_type = fact.kind.is_type() || fact.kind == SymbolKind::Module;
            let shared =
                if constants_only { is_type && !fact.inner } else { is_shared(fact, facts) };
            if shared {
                self.entries.push((package, fact.key, file));
            }
        }
    }

    fn add_full_names(&mut self, family: Family, file: FileId, facts: &Facts) {
        for (_, fact) in facts.definitions_of(file) {
            if (fact.kind.is_type() || fact.kind == SymbolKind::Module) && !fact.inner {
                let full = full_name("", fact, facts);
                self.full.push((family, full, file));
            }
        }
    }

    /// As declared in the file: around the definitions, or once for all that follow.
    fn add_declared(&mut self, family: Family, file: FileId, facts: &Facts) {
        let mut scope = String::new();
        let mut declared = false;
        let mut definitions = facts.definitions_of(file).peekable();
        while let Some((id, fact)) = definitions.next() {
            let encloses = definitions.peek().is_some_and(|(_, next)| next.parent == Some(id));
            if fact.kind == SymbolKind::Module {
                let full = full_name(&scope, fact, facts);
                let before = std::mem::take(&mut scope);
                match (encloses, facts.tree.path(file).ends_with(".scala")) {
                    (true, _) => scope = before,
                    (false, true) => scope.clone_from(&full),
                    (false, false) => scope = dotted(facts.names.text(fact.name)),
                }
                let package = if encloses { full } else { scope.clone() };
                self.see(family, &package, file);
                declared = true;
            } else if !fact.inner {
                self.declare(family, &scope, fact, facts);
            }
        }
        if !declared {
            let package = self.id(family, "");
            self.seen.push((file, package));
        }
    }

    fn declare(&mut self, family: Family, scope: &str, fact: &Fact, facts: &Facts) {
        let shared = is_shared(fact, facts);
        if shared || fact.kind.is_type() {
            let full = full_name(scope, fact, facts);
            if shared {
                let package = full.rsplit_once('.').map_or("", |(package, _)| package);
                let package = self.id(family, package);
                self.members.push((package, fact.file));
                self.entries.push((package, fact.key, fact.file));
            }
            self.full.push((family, full, fact.file));
        }
    }

    /// In C# the namespaces around one's own are seen as well.
    fn see(&mut self, family: Family, package: &str, file: FileId) {
        let mut name = package;
        loop {
            let id = self.id(family, name);
            self.seen.push((file, id));
            match name.rsplit_once('.') {
                Some((outer, _)) if family == Family::CSharp => name = outer,
                _ => return,
            }
        }
    }
}

/// Whether others can use it by its bare name.
fn is_shared(fact: &Fact, facts: &Facts) -> bool {
    use SymbolKind::{Constructor, Extension, Member, Method, Module};
    let is_member = matches!(fact.kind, Constructor | Extension | Member | Method | Module);
    !is_member && !fact.inner && facts.around(fact).all(|outer| outer.kind == Module)
}

fn full_name(scope: &str, fact: &Fact, facts: &Facts) -> String {
    let mut parts = vec![dotted(facts.names.text(fact.name))];
    parts.extend(facts.around(fact).map(|outer| dotted(facts.names.text(outer.name))));
    if !scope.is_empty() {
        parts.push(scope.to_owned());
    }
    parts.reverse();
    parts.join(".")
}
