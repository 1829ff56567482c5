//! Rule and architecture documents, cut at their headings so that a long one can be admitted in parts.
//!
//! Where something is being changed, only documents that hold for it are candidates: a document holds for the folder
//! that it lies in, and one that says for which files it is written holds for those. The nearest one ranks first and
//! stands last, so that what it says has the last word.

use super::View;
use super::sections::{Section, sections};
use crate::compose::scoring::{self, RuleBond};
use plimsoll_core::candidate::{Candidate, Draft, Name, section};
use plimsoll_core::capsule::PassedOver;
use plimsoll_core::glob::Glob;
use plimsoll_core::score::Scoring;
use plimsoll_core::source::{Gathered, SourceError};
use plimsoll_core::vocab::{ArtifactKind, Origin};
use std::collections::BTreeSet;

/// File names, at any depth, that hold rules for agents who change the project.
const NAMES: &[&str] = &[
    ".clinerules",
    ".cursorrules",
    ".roorules",
    ".rules",
    ".windsurfrules",
    "AGENT.md",
    "AGENTS.local.md",
    "AGENTS.md",
    "AGENTS.override.md",
    "CLAUDE.local.md",
    "CLAUDE.md",
    "GEMINI.md",
];

/// The same of documents that people write for one another. No program looks for these, so they are spelled in every way.
const NAMES_OF_PEOPLE: &[&str] = &["architecture.md", "contributing.md", "conventions.md"];

/// Folders in which such documents lie that are about what is around the folder.
const DOCUMENT_FOLDERS: &[&str] = &[".github", "doc", "docs", "documentation"];

/// Folders whose documents are rules, and single documents that need their folder to be known.
const PATHS: &[&str] = &[
    ".claude/rules/",
    ".clinerules/",
    ".continue/rules/",
    ".cursor/rules/",
    ".devin/rules/",
    ".github/copilot-instructions.md",
    ".github/instructions/",
    ".junie/guidelines.md",
    ".kiro/steering/",
    ".roo/rules/",
    ".windsurf/rules/",
    "doc/adr/",
    "docs/adr/",
    "docs/decisions/",
];

/// Folders of tools: what lies in them holds for the folder around them.
const TOOL_FOLDERS: &[&str] = &[".claude", ".junie"];

/// Where in the section of rules they stand: behind the constraints, from the outside in.
const FIRST_PLACE: u32 = 1;

pub(super) fn gather(view: &View<'_>) -> Result<Gathered, SourceError> {
    let files = view.scene.snapshot.files.iter();
    let files = files.filter(|file| is_rule_doc(file.path.as_str()));
    let focus = view.scene.focus();
    let mut gathered = Gathered::default();
    let mut documents = Vec::new();
    for file in files {
        let Ok(file) = view.scene.snapshot.open(file) else { continue };
        let document = Document::of(file.path(), file.text.text());
        match document.holds_for(&focus) {
            Ok(()) => documents.push((document, file)),
            Err(detail) => gathered.passed_over.push(PassedOver {
                path: file.path().to_owned(),
                reason: "not_applicable".to_owned(),
                detail: detail.to_owned(),
            }),
        }
    }
    let nearest = nearest(documents.iter().map(|(document, _)| document), &focus);
    let subjects = subjects(view);
    for (document, file) in &documents {
        let is_nearest = nearest.contains(file.path());
        let sections = sections(file.text.text());
        let count = sections.len();
        for (chunk, Section { heading, text }) in (0..).zip(sections) {
            // The only part of a document is the document. Of several, each says where it stands: not all may be in.
            let part = (count > 1).then(|| format!("{heading} ({} of {count})", chunk + 1));
            let mentions = subjects.iter().any(|subject| has_word(text, subject));
            let bond = RuleBond { is_nearest, mentions };
            let draft = draft(view, document, chunk, text, bond);
            gathered.drafts.push(Draft { part, ..draft });
        }
    }
    Ok(gathered)
}

/// What a document may mention: changed files by their names, and definitions that are changed.
fn subjects<'v>(view: &'v View<'_>) -> BTreeSet<&'v str> {
    let files = view.scene.changes.iter().map(|change| file_name(&change.path));
    let touched = view.around.touched.iter().map(|one| one.name.as_str());
    files.chain(touched).filter(|subject| subject.len() > 3).collect()
}

/// Whether a text has a word, and not as a part of another.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        !before.ends_with(is_part) && !after.starts_with(is_part)
    })
}

fn draft(view: &View<'_>, document: &Document, chunk: u32, text: &str, bond: RuleBond) -> Draft {
    let kind = ArtifactKind::RuleDoc;
    let name = Name::Path(document.path.clone());
    let signals = scoring::rule_doc(view.bearing(&document.path, text, None), bond);
    let text = text.to_owned();
    let draft = Candidate::new(kind.name(), kind.lane().name(), Origin::Repository, name, text);
    let (scoring, language) = (Scoring::Signals(signals), Some("markdown".to_owned()));
    let depth = document.folder.matches('/').count();
    let place = FIRST_PLACE + u32::try_from(depth).unwrap_or(u32::MAX - FIRST_PLACE);
    Candidate { chunk, scoring, language, ..draft }.at(section::RULE_DOCUMENTS, place)
}

/// A document and what it holds for.
struct Document {
    path: String,
    /// With `/` at its end; empty for the root.
    folder: String,
    /// The files that it says it is written for; nothing where it does not say.
    globs: Option<Vec<Glob>>,
    is_manual: bool,
}

impl Document {
    fn of(path: &str, text: &str) -> Self {
        let folder = if is_known_by_name(path) { folder_of(path) } else { "" };
        let folder = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let front = front_matter(text);
        let says = |keys: &[&str], word: &str| {
            keys.iter().any(|key| value(front, key).is_some_and(|value| value == word))
        };
        let globs = ["globs", "applyTo", "paths", "fileMatchPattern"];
        let globs = globs.iter().find_map(|key| list(front, key));
        let is_always = says(&["alwaysApply"], "true");
        let globs = globs.filter(|globs| !globs.is_empty() && !is_always);
        let compile =
            |globs: Vec<String>| globs.iter().filter_map(|glob| Glob::place(glob).ok()).collect();
        let is_manual = says(&["inclusion", "trigger"], "manual");
        Self { path: path.to_owned(), folder, globs: globs.map(compile), is_manual }
    }

    /// Whether it holds for what is being changed or named, or why not. Where that is nothing, everything may matter.
    fn holds_for(&self, focus: &BTreeSet<&str>) -> Result<(), &'static str> {
        if focus.is_empty() || focus.contains(self.path.as_str()) {
            return Ok(());
        }
        if self.is_manual {
            return Err("it says that it is for those who name it");
        }
        let mut below = focus.iter().filter(|path| path.starts_with(&self.folder)).peekable();
        if below.peek().is_none() {
            return Err("nothing below its folder is changed or named");
        }
        match &self.globs {
            Some(globs) if !below.any(|path| globs.iter().any(|glob| glob.matches(path))) => {
                Err("nothing that it is written for is changed or named")
            }
            _ => Ok(()),
        }
    }
}

/// For each name of a document, those that lie nearest to something that is changed or named.
fn nearest<'a>(
    documents: impl Iterator<Item = &'a Document>,
    focus: &BTreeSet<&str>,
) -> BTreeSet<&'a str> {
    let documents: Vec<&Document> = documents.collect();
    let mut nearest = BTreeSet::new();
    for path in focus {
        let around = documents
            .iter()
            .filter(|one| is_known_by_name(&one.path) && path.starts_with(&one.folder));
        let around: Vec<&&Document> = around.collect();
        for one in &around {
            let is_same = |other: &&&&Document| file_name(&other.path) == file_name(&one.path);
            let deepest = around.iter().filter(is_same).map(|other| other.folder.len()).max();
            if deepest == Some(one.folder.len()) && !one.folder.is_empty() {
                nearest.insert(one.path.as_str());
            }
        }
    }
    nearest
}

pub(in crate::compose) fn is_rule_doc(path: &str) -> bool {
    is_known_by_name(path) || PATHS.iter().any(|known| path == *known || is_in(path, known))
}

fn is_known_by_name(path: &str) -> bool {
    NAMES.contains(&file_name(path)) || is_of_people(path)
}

fn is_of_people(path: &str) -> bool {
    NAMES_OF_PEOPLE.iter().any(|name| name.eq_ignore_ascii_case(file_name(path)))
}

/// The folder for which a document holds that is known by its name; empty for the root.
fn folder_of(path: &str) -> &str {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    if TOOL_FOLDERS.contains(&file_name(folder)) {
        return folder.rsplit_once('/').map_or("", |(outer, _)| outer);
    }
    let is_of_documents = |part: &&str| is_of_people(path) && DOCUMENT_FOLDERS.contains(part);
    let outer = folder.split('/').take_while(|part| !is_of_documents(part));
    let length: usize = outer.map(|part| part.len() + 1).sum();
    folder[..length.min(folder.len())].trim_end_matches('/')
}

fn is_in(path: &str, folder: &str) -> bool {
    folder.ends_with('/') && path.starts_with(folder)
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// What stands between two lines of dashes at the very beginning.
fn front_matter(text: &str) -> &str {
    let Some(rest) = text.strip_prefix("---\n") else { return "" };
    rest.split_once("\n---").map_or("", |(front, _)| front)
}

/// The value of a key. Not YAML: in the wild this is not either.
fn value<'a>(front: &'a str, key: &str) -> Option<&'a str> {
    let line = front.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(':'))?;
    Some(line.trim().trim_matches(['"', '\'']))
}

/// The patterns of a key: after a colon with commas between them, in brackets, or a line each.
fn list(front: &str, key: &str) -> Option<Vec<String>> {
    let inline = value(front, key)?;
    let clean = |text: &str| text.trim().trim_matches(['"', '\'']).to_owned();
    if inline.is_empty() {
        let lines = front.lines().skip_while(|line| !line.starts_with(key)).skip(1);
        let items = lines.map_while(|line| line.trim_start().strip_prefix('-'));
        return Some(items.map(clean).collect());
    }
    let inner = inline.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    Some(inner.unwrap_or(inline).split(',').map(clean).filter(|glob| !glob.is_empty()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_documents_are_known_by_name_and_by_folder() {
        for path in [
            "AGENTS.md",
            "a/b/CLAUDE.md",
            ".cursor/rules/x.mdc",
            "docs/adr/0001.md",
            "docs/architecture.md",
        ] {
            assert!(is_rule_doc(path), "{path}");
        }
        for path in
            ["README.md", "src/agents.md", "x/.cursor/rules/y.mdc", ".github/workflows/a.yml"]
        {
            assert!(!is_rule_doc(path), "{path}");
        }
    }

    #[test]
    fn a_document_holds_for_its_folder_and_for_what_it_is_written_for() {
        let holds = |path: &str, text: &str, focus: &[&str]| {
            Document::of(path, text).holds_for(&focus.iter().copied().collect()).is_ok()
        };
        assert!(holds("AGENTS.md", "", &["src/a.rs"]));
        assert!(holds("src/AGENTS.md", "", &["src/a.rs"]) && holds("src/AGENTS.md", "", &[]));
        assert!(!holds("src/AGENTS.md", "", &["docs/a.md", "srcs/x"]));
        assert!(holds("src/AGENTS.md", "", &["docs/a.md", "src/AGENTS.md"]));
        assert!(holds("app/.claude/CLAUDE.md", "", &["app/x.ts"]));
        // What people write about a project lies among its documents; what agents are told there is about these.
        for path in ["docs/internals/Architecture.md", ".github/CONTRIBUTING.md", "CONTRIBUTING.md"]
        {
            assert!(holds(path, "", &["src/a.rs"]), "{path}");
        }
        assert!(holds("app/doc/architecture.md", "", &["app/x.ts"]));
        assert!(!holds("app/doc/architecture.md", "", &["lib/x.ts"]));
        assert!(!holds("docs/AGENTS.md", "", &["src/a.rs"]));
        for front in [
            "---\nglobs: **/*.ts, **/*.tsx\nalwaysApply: false\n---\n",
            "---\napplyTo: \"**/*.ts\"\n---\n",
            "---\npaths:\n  - \"**/*.ts\"\n  - x\n---\n",
            "---\nfileMatchPattern: ['**/*.ts']\n---\n",
        ] {
            assert!(holds(".cursor/rules/ts.mdc", front, &["src/a.ts"]), "{front}");
            assert!(!holds(".cursor/rules/ts.mdc", front, &["src/a.rs"]), "{front}");
        }
        let always = "---\nglobs: **/*.ts\nalwaysApply: true\n---\n";
        assert!(holds(".cursor/rules/ts.mdc", always, &["src/a.rs"]));
        assert!(!holds(".kiro/steering/x.md", "---\ninclusion: manual\n---\n", &["a"]));
    }

    #[test]
    fn a_mention_is_a_whole_word() {
        assert!(has_word("see `score.rs` and adjust()", "score.rs"));
        assert!(has_word("adjust it", "adjust") && !has_word("adjusted, readjust", "adjust"));
    }

    #[test]
    fn the_nearest_document_of_a_name_is_told() {
        let documents: Vec<Document> =
            ["AGENTS.md", "src/AGENTS.md", "src/deep/AGENTS.md", "src/CLAUDE.md", "docs/AGENTS.md"]
                .map(|path| Document::of(path, ""))
                .into();
        let of = |focus: &[&str]| -> Vec<&str> {
            let focus = focus.iter().copied().collect();
            nearest(documents.iter(), &focus).into_iter().collect()
        };
        assert_eq!(of(&["src/deep/a.rs"]), ["src/CLAUDE.md", "src/deep/AGENTS.md"]);
        assert_eq!(of(&["src/a.rs", "x"]), ["src/AGENTS.md", "src/CLAUDE.md"]);
        assert_eq!(of(&["x"]), [""; 0], "the root's hold everywhere");
    }
}
