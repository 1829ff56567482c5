//! `using A.B;`: every file that declares something in that namespace which the importing file names. `using
//! static A.B.C;` and aliases mean the type.

use super::{Ask, Resolution, Rules};
use crate::project::facts::Facts;
use crate::project::family::Family;
use crate::project::packages::{Packages, dotted};

pub(super) struct CSharp<'p> {
    pub(super) facts: &'p Facts,
    pub(super) packages: &'p Packages,
}

impl Rules for CSharp<'_> {
    fn resolve(&self, ask: &Ask<'_>) -> Resolution {
        let written = ask.path().trim_start_matches("static ").trim_start_matches("global::");
        let written = written.rsplit_once('=').map_or(written, |(_, target)| target.trim());
        let name = dotted(written.split('<').next().unwrap_or(written));
        let inside = ask.import.within.join(".");
        let candidates = [name.clone(), format!("{inside}.{name}")];
        for name in &candidates {
            let files = self.packages.with_full_name(Family::CSharp, name);
            if !files.is_empty() {
                return Resolution::of(files);
            }
            if let Some(package) = self.packages.find(Family::CSharp, name) {
                // Of no use to this file by name: extension methods, or nothing.
                return Resolution::Files(self.packages.named_by(package, ask.from, self.facts));
            }
        }
        // That something of ours lies below it says nothing: polyfills lie below `System`.
        Resolution::External
    }
}
