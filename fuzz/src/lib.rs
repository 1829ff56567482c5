//! Everything that parses foreign bytes, one target each: given any bytes, it must end soon, must not panic, and must
//! keep what it promises whatever the bytes are.
//!
//! `tests/corpus.rs` runs each target over the seeds that are kept, in seconds; `cargo xtask measure fuzz` lets libFuzzer
//! look for more, for minutes. What it finds is mended and put into `corpus/NAME`.

mod folder;
mod requests;
mod sources;
mod state;
mod texts;
mod trees;

use std::path::{Path, PathBuf};

/// Something that takes foreign bytes.
#[derive(Clone, Copy)]
pub struct Target {
    name: &'static str,
    run: fn(&str, &[u8]),
    /// The language of an outline; otherwise nothing.
    about: &'static str,
}

impl std::fmt::Debug for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name())
    }
}

impl Target {
    const fn new(name: &'static str, run: fn(&str, &[u8])) -> Self {
        Self { name, run, about: "" }
    }

    pub fn name(&self) -> String {
        if self.about.is_empty() {
            self.name.to_owned()
        } else {
            format!("{}-{}", self.name, self.about)
        }
    }

    /// Panics where a promise is broken.
    pub fn run(&self, bytes: &[u8]) {
        (self.run)(self.about, bytes);
    }

    /// Folders with inputs to begin with, below the root of the workspace. Not all need exist.
    pub fn seeds(&self, root: &Path) -> Vec<PathBuf> {
        let mut folders = vec![root.join("fuzz/corpus").join(self.name())];
        if !self.about.is_empty() {
            folders.push(root.join("crates/plimsoll-index/tests/outlines").join(self.about));
        }
        folders
    }
}

const TARGETS: &[Target] = &[
    Target::new("baseline", |_, bytes| texts::baseline(bytes)),
    Target::new("capsule", |_, bytes| state::capsule(bytes)),
    Target::new("constraints", |_, bytes| requests::constraints(bytes)),
    Target::new("diff", |_, bytes| texts::diff(bytes)),
    Target::new("encoding", |_, bytes| texts::encoding(bytes)),
    Target::new("evidence", |_, bytes| state::evidence(bytes)),
    Target::new("export", |_, bytes| state::export(bytes)),
    Target::new("facts", |_, bytes| state::facts(bytes)),
    Target::new("git", |_, bytes| trees::git(bytes)),
    Target::new("gitleaks", |_, bytes| texts::gitleaks(bytes)),
    Target::new("guard", |_, bytes| texts::guard(bytes)),
    Target::new("key", |_, bytes| state::key(bytes)),
    Target::new("output", |_, bytes| requests::output(bytes)),
    Target::new("project", |_, bytes| sources::project(bytes)),
    Target::new("request", |_, bytes| requests::request(bytes)),
    Target::new("settings", |_, bytes| requests::settings(bytes)),
    Target::new("store", |_, bytes| state::store(bytes)),
    Target::new("task", |_, bytes| requests::task(bytes)),
    Target::new("tree", |_, bytes| trees::tree(bytes)),
];

/// All targets; each language's outline is one.
pub fn targets() -> Vec<Target> {
    let outlines = plimsoll_index::outline::outlined_languages().map(|about| Target {
        name: "outline",
        run: sources::outline,
        about,
    });
    TARGETS.iter().copied().chain(outlines).collect()
}
