//! What the project graph of a real tree costs, and how many imports it resolves:
//!
//! ```text
//! cargo bench --profile dev -p plimsoll-index --bench graph -- DIR…
//! ```
//!
//! Outlines are made first and not counted. `gather` is taking them in one by one, `join` everything after.

#![expect(clippy::print_stdout, reason = "printing a table is what this program is for")]
#![expect(
    clippy::disallowed_methods,
    reason = "it reads files and the time, and is told what to do by its arguments"
)]

/// The names of languages as the workspace knows them, without the rest of that crate, which takes minutes
/// to compile.
#[expect(dead_code, unused_imports, unreachable_pub, reason = "it is a part of another crate")]
#[path = "../../../plimsoll-workspace/src"]
mod workspace {
    pub(crate) mod language;
}

use plimsoll_core::screened::Screened;
use plimsoll_core::vocab::FileClass;
use plimsoll_index::outline::{LARGEST_TEXT, Outline, outline};
use plimsoll_index::project::{
    Manifests, Project, ProjectBuilder, Resolution, SourceFile, is_manifest,
};
use std::path::Path;
use std::time::{Duration, Instant};
use std::{env, fs};
use workspace::language::language_of;

struct File {
    path: String,
    language: Option<&'static str>,
    outline: Option<Outline>,
}

fn main() {
    println!(
        "{:>7} {:>9} {:>8} {:>10} {:>10} {:>9} {:>9}  folder",
        "files", "imports", "ours", "external", "unresolved", "gather", "join"
    );
    for folder in env::args().skip(1).filter(|argument| !argument.starts_with("--")) {
        let (mut files, mut manifests) = (Vec::new(), Manifests::default());
        collect(Path::new(&folder), "", &mut files, &mut manifests);
        measure(&folder, &files, &manifests);
    }
}

/// No links, nothing hidden; a text that is too large, or none, is a path and nothing more.
fn collect(folder: &Path, prefix: &str, files: &mut Vec<File>, manifests: &mut Manifests) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (name, Ok(kind)) = (entry.file_name(), entry.file_type()) else { continue };
        let Some(name) = name.to_str().filter(|name| !name.starts_with('.')) else { continue };
        let path = format!("{prefix}{name}");
        if kind.is_dir() {
            collect(&entry.path(), &format!("{path}/"), files, manifests);
        } else if kind.is_file() {
            let text = fs::read_to_string(entry.path()).ok();
            let text = text.filter(|text| text.len() <= LARGEST_TEXT).unwrap_or_default();
            let language = language_of(&path, &text);
            let outline = language.and_then(|name| outline(name, &Screened::ours(text.as_str())));
            if is_manifest(&path) {
                manifests.texts.insert(path.clone(), text);
            }
            files.push(File { path, language, outline });
        }
    }
}

/// The best of three.
fn measure(folder: &str, files: &[File], manifests: &Manifests) {
    let mut best = (Duration::MAX, Duration::MAX);
    let mut last = None;
    for _ in 0..3 {
        drop(last.take());
        let (project, gather, join) = build(files, manifests);
        best = best.min((gather, join));
        last = Some(project);
    }
    let Some(project) = last else { return };
    let (mut ours, mut external, mut unresolved) = (0, 0, 0);
    for import in project.files().flat_map(|file| project.imports(file)) {
        match import.resolution {
            Resolution::Files(_) => ours += 1,
            Resolution::External => external += 1,
            Resolution::Unresolved => unresolved += 1,
        }
    }
    println!(
        "{:>7} {:>9} {ours:>8} {external:>10} {unresolved:>10} {:>7}ms {:>7}ms  {folder}",
        files.len(),
        ours + external + unresolved,
        best.0.as_millis(),
        best.1.as_millis(),
    );
}

fn build(files: &[File], manifests: &Manifests) -> (Project, Duration, Duration) {
    let begun = Instant::now();
    let mut builder = ProjectBuilder::default();
    for File { path, language, outline } in files {
        let (language, outline) = (*language, outline.as_ref());
        builder.add(&SourceFile { path, language, class: FileClass::Source, outline });
    }
    let gather = begun.elapsed();
    let project = builder.finish(manifests);
    (project, gather, begun.elapsed() - gather)
}
