//! The sources that a workspace has of its own.

mod diff;
mod rule_docs;

use crate::snapshot::Snapshot;
use plimsoll_core::source::Source;

/// The sources that the settings leave switched on.
pub(super) fn built_in<'a>(snapshot: &'a Snapshot<'a>) -> Vec<Box<dyn Source + 'a>> {
    let switches = &snapshot.workspace().values().sources;
    let mut sources: Vec<Box<dyn Source>> = Vec::new();
    if switches.rule_docs {
        sources.push(Box::new(rule_docs::RuleDocs { snapshot }));
    }
    if switches.diff {
        sources.push(Box::new(diff::WorkingTreeDiff { snapshot }));
    }
    sources
}

/// How much of what is looked for is there, in thousandths: what the seed calls computing relevance.
/// Without keywords nothing speaks for or against a text.
fn keyword_relevance(text: &str, keywords: &[String]) -> u16 {
    if keywords.is_empty() {
        return 500;
    }
    let text = text.to_lowercase();
    let there = keywords.iter().filter(|keyword| text.contains(&keyword.to_lowercase())).count();
    u16::try_from(there * 1000 / keywords.len()).unwrap_or(1000)
}
