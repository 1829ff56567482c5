//! `import Module` means what the file uses of the module by name.

use super::{Ask, Resolution, Rules};
use crate::project::facts::Facts;
use crate::project::family::Family;
use crate::project::packages::Packages;

pub(super) struct Swift<'p> {
    pub(super) facts: &'p Facts,
    pub(super) packages: &'p Packages,
}

impl Rules for Swift<'_> {
    fn resolve(&self, ask: &Ask<'_>) -> Resolution {
        let kinds =
            ["struct ", "class ", "enum ", "protocol ", "func ", "typealias ", "let ", "var "];
        let path = ask.path().trim_start_matches("@testable import ");
        let path = kinds.iter().find_map(|kind| path.strip_prefix(kind)).unwrap_or(path);
        let module = path.split('.').next().unwrap_or(path);
        let Some(package) = self.packages.find(Family::Swift, module) else {
            return Resolution::External;
        };
        Resolution::Files(self.packages.meant_by(package, ask.from, self.facts))
    }
}
