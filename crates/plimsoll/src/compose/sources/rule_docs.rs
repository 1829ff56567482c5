//! Rule and architecture documents, cut at their headings so that a long one can be admitted in parts.

use super::keyword_relevance;
use crate::snapshot::Snapshot;
use plimsoll_core::candidate::{Candidate, Draft, Name, section};
use plimsoll_core::progress::Progress;
use plimsoll_core::score::{Scoring, Signals};
use plimsoll_core::source::{Ask, Gathered, Source, SourceError};
use plimsoll_core::vocab::{ArtifactKind, Origin};

/// File names, at any depth, that hold rules for people or agents who change the project.
const NAMES: &[&str] = &[
    ".clinerules",
    ".cursorrules",
    ".roorules",
    ".rules",
    ".windsurfrules",
    "AGENTS.md",
    "ARCHITECTURE.md",
    "CLAUDE.md",
    "CONTRIBUTING.md",
    "CONVENTIONS.md",
    "GEMINI.md",
];

/// Folders whose documents are rules, and single documents that need their folder to be known.
const PATHS: &[&str] = &[
    ".claude/rules/",
    ".clinerules/",
    ".continue/rules/",
    ".cursor/rules/",
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

pub(super) struct RuleDocs<'a> {
    pub(super) snapshot: &'a Snapshot<'a>,
}

impl Source for RuleDocs<'_> {
    fn name(&self) -> &str {
        "rule_docs"
    }

    fn gather(&self, ask: &Ask, _progress: &dyn Progress) -> Result<Gathered, SourceError> {
        let files = self.snapshot.files.iter().filter(|file| is_rule_doc(file.path.as_str()));
        let mut drafts = Vec::new();
        for file in files {
            let Ok(file) = self.snapshot.open(file) else { continue };
            let sections = sections(file.text.text());
            for (chunk, text) in (0..).zip(sections) {
                drafts.push(draft(file.path(), chunk, text, ask));
            }
        }
        Ok(Gathered { drafts, notices: Vec::new() })
    }
}

/// The seed's numbers (A18): old, half specific, little risk; relevant as far as the keywords say.
fn draft(path: &str, chunk: u32, text: &str, ask: &Ask) -> Draft {
    let kind = ArtifactKind::RuleDoc;
    let name = Name::Path(path.to_owned());
    let signals = Signals {
        recency_bucket: 0,
        relevance: keyword_relevance(text, &ask.keywords),
        specificity: 500,
        risk: 300,
    };
    let draft =
        Candidate::new(kind.name(), kind.lane().name(), Origin::Repository, name, text.to_owned());
    let (scoring, language) = (Scoring::Signals(signals), Some("markdown".to_owned()));
    Candidate { chunk, scoring, language, ..draft }.at(section::RULE_DOCUMENTS, 0)
}

fn is_rule_doc(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    NAMES.contains(&name) || PATHS.iter().any(|known| path == *known || is_in(path, known))
}

fn is_in(path: &str, folder: &str) -> bool {
    folder.ends_with('/') && path.starts_with(folder)
}

/// Cuts a document before each heading of the first two levels. A heading in a fenced block is none.
fn sections(text: &str) -> Vec<&str> {
    let mut starts = vec![0];
    let mut fenced = false;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        }
        if !fenced && at > 0 && (line.starts_with("# ") || line.starts_with("## ")) {
            starts.push(at);
        }
        at += line.len();
    }
    starts.push(text.len());
    let sections = starts.windows(2).map(|range| &text[range[0]..range[1]]);
    sections.filter(|section| !section.trim().is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_cut_at_its_headings() {
        let text = "intro\n# One\ntext\n```\n# not a heading\n```\n## Two\nmore\n### Three\n";
        let parts = sections(text);
        assert_eq!(parts.concat(), text);
        assert_eq!(parts.len(), 3);
        assert!(parts[2].starts_with("## Two"));
        assert!(sections("  \n").is_empty());
    }

    #[test]
    fn rule_documents_are_known_by_name_and_by_folder() {
        for path in ["AGENTS.md", "a/b/CLAUDE.md", ".cursor/rules/x.mdc", "docs/adr/0001.md"] {
            assert!(is_rule_doc(path), "{path}");
        }
        for path in
            ["README.md", "src/agents.md", "x/.cursor/rules/y.mdc", ".github/workflows/a.yml"]
        {
            assert!(!is_rule_doc(path), "{path}");
        }
    }
}
