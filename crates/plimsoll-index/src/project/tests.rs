//! Trees written down as text, with what is expected beside each import.
//!
//! ```text
//! == path            a file; its language comes from its ending
//! | text             a line of a manifest
//! import x [a, b] -> path, path      or `external`, `unresolved`, `nothing`
//! class Name         a definition (any kind); indented: inside of the one above
//! call name          a use; `type name` likewise
//! ```

mod graph;

use super::{FileId, Manifests, Project, ProjectBuilder, Resolution, SourceFile, is_manifest};
use crate::outline::{Definition, Import, Outline, Reference, ReferenceKind};
use plimsoll_core::ladder::Lines;
use plimsoll_core::vocab::{FileClass, SymbolKind};

/// A file of such a text.
#[derive(Default)]
struct Sample {
    path: String,
    text: String,
    outline: Outline,
    expected: Vec<String>,
}

fn language(path: &str) -> Option<&'static str> {
    Some(match path.rsplit_once('.')?.1 {
        "rs" => "rust",
        "py" => "python",
        "js" | "mjs" | "cjs" => "javascript",
        "ts" | "mts" => "typescript",
        "tsx" => "tsx",
        "go" => "go",
        "java" => "java",
        "kt" => "kotlin",
        "scala" => "scala",
        "c" | "h" => "c",
        "cpp" | "cc" | "hpp" => "cpp",
        "cs" => "csharp",
        "php" => "php",
        "rb" => "ruby",
        "lua" => "lua",
        "ex" | "exs" => "elixir",
        "swift" => "swift",
        "sh" => "bash",
        _ => return None,
    })
}

fn class(path: &str) -> FileClass {
    let lower = path.to_ascii_lowercase();
    if lower.contains("test") || lower.contains("spec") {
        FileClass::Test
    } else {
        FileClass::Source
    }
}

fn samples(text: &str) -> Vec<Sample> {
    let mut samples: Vec<Sample> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        if let Some(path) = line.trim().strip_prefix("== ") {
            samples.push(Sample { path: path.trim().to_owned(), ..Sample::default() });
        } else {
            samples.last_mut().expect("a file comes first").read(line);
        }
    }
    samples
}

impl Sample {
    fn line(&self) -> u32 {
        let facts = self.outline.definitions.len()
            + self.outline.imports.len()
            + self.outline.references.len();
        u32::try_from(facts).unwrap() + 1
    }

    fn read(&mut self, line: &str) {
        let at = self.line();
        let lines = Lines { first: at, last: at };
        let indent = u32::try_from(line.len() - line.trim_start().len()).unwrap();
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word {
            "|" => self.text += &format!("{rest}\n"),
            "import" => {
                let (import, expected) = rest.split_once(" -> ").unwrap_or((rest, ""));
                let (path, names) = import.split_once(" [").unwrap_or((import, ""));
                let names = names.trim_end_matches(']').split(", ").filter(|name| !name.is_empty());
                self.outline.imports.push(Import {
                    path: path.to_owned(),
                    names: names.map(ToOwned::to_owned).collect(),
                    lines,
                    inner: false,
                });
                self.expected.push(expected.trim().to_owned());
                self.widen(indent, at);
            }
            "call" | "type" => {
                let kind = if word == "call" { ReferenceKind::Call } else { ReferenceKind::Type };
                self.outline.references.push(Reference {
                    name: rest.to_owned(),
                    kind,
                    lines: vec![at],
                });
                self.widen(indent, at);
            }
            kind => {
                let kind = SymbolKind::from_name(kind).unwrap_or_else(|| panic!("no kind: {line}"));
                let (name, bases) = rest.split_once(" < ").unwrap_or((rest, ""));
                let bases = bases.split(", ").filter(|base| !base.is_empty());
                let parent = self.widen(indent, at);
                self.outline.definitions.push(Definition {
                    name: name.to_owned(),
                    kind,
                    parent,
                    line: at,
                    lines,
                    signature: indent..indent,
                    body: None,
                    doc: None,
                    inner: false,
                    bases: bases.map(ToOwned::to_owned).collect(),
                });
            }
        }
    }

    /// Everything around a line reaches to it; the innermost of them. (The signature holds the indent.)
    fn widen(&mut self, indent: u32, line: u32) -> Option<u32> {
        let mut limit = indent;
        let mut innermost = None;
        for (at, one) in
            (0..).zip(&mut self.outline.definitions).collect::<Vec<_>>().into_iter().rev()
        {
            if one.signature.start < limit {
                limit = one.signature.start;
                one.lines.last = line;
                one.body = Some(0..1);
                innermost = innermost.or(Some(at));
            }
        }
        innermost
    }
}

pub(super) fn project(text: &str) -> Project {
    build(&samples(text))
}

fn build(samples: &[Sample]) -> Project {
    let mut builder = ProjectBuilder::default();
    let mut manifests = Manifests::default();
    for sample in samples {
        let mut outline = sample.outline.clone();
        outline.references.sort_by(|a, b| (&a.name, a.kind).cmp(&(&b.name, b.kind)));
        builder.add(&SourceFile {
            path: &sample.path,
            language: language(&sample.path),
            class: class(&sample.path),
            outline: Some(&outline),
        });
        if is_manifest(&sample.path) {
            // As if a workspace had said so.
            if sample.path.starts_with("packages/") {
                manifests.members.insert(sample.path.clone());
            }
            manifests.texts.insert(sample.path.clone(), sample.text.clone());
        }
    }
    builder.finish(&manifests)
}

pub(super) fn paths(project: &Project, files: &[FileId]) -> String {
    let paths: Vec<&str> = files.iter().map(|&file| project.path(file)).collect();
    paths.join(", ")
}

/// Every import with an arrow leads where it says.
pub(super) fn check(text: &str) {
    let wrong = wrong(text);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The imports that lead elsewhere than they should.
pub(super) fn wrong(text: &str) -> Vec<String> {
    let samples = samples(text);
    let project = build(&samples);
    let mut wrong = Vec::new();
    for sample in &samples {
        let file = project.find(&sample.path).unwrap();
        for (import, expected) in project.imports(file).zip(&sample.expected) {
            let found = match import.resolution {
                Resolution::Files(files) if files.is_empty() => "nothing".to_owned(),
                Resolution::Files(files) => paths(&project, files),
                Resolution::External => "external".to_owned(),
                Resolution::Unresolved => "unresolved".to_owned(),
            };
            if !expected.is_empty() && found != *expected {
                let Sample { path, .. } = sample;
                wrong.push(format!(
                    "{path}: import {}\n  is      {found}\n  not     {expected}",
                    import.path
                ));
            }
        }
    }
    wrong
}
