//! Whether the numbers of a decision are those of its document.

use super::parser::{markdown, xml};
use plimsoll_core::capsule::Capsule;
use plimsoll_core::count::counter;
use plimsoll_core::decide::{Decision, Fate, Loaded, PlacedBlock};
use plimsoll_core::vocab::Format;
use std::collections::BTreeMap;

/// The counters whose counts of blocks add up exactly.
pub(crate) const EXACT: [&str; 3] = ["o200k_base/1", "cl100k_base/1", "utf16/1"];

/// Counts the document and each of its blocks again, with our counter and with one that we did not write.
pub(crate) fn check(capsule: &Capsule, decision: &Decision, loaded: &Loaded) {
    let name = capsule.limit.counter.as_str();
    let count = |text: &str| counter(name).expect("the capsule was decided with it").count(text);
    let mut groups: BTreeMap<&str, u64> =
        capsule.groups.iter().map(|group| (group.name.as_str(), 0)).collect();
    for &PlacedBlock { candidate, start, end } in &loaded.blocks {
        let Fate::Aboard { rung, count: said, whole, .. } = decision.verdicts[candidate].fate
        else {
            panic!("a block in the document is aboard");
        };
        let block = &loaded.document[start..end];
        assert_eq!(said, count(block), "the count of {block:?}");
        assert!(if rung == 0 { said == whole } else { said < whole }, "{said} of {whole}");
        let group = groups.get_mut(capsule.candidates[candidate].group.as_str());
        *group.expect("groups of candidates exist") += said;
    }
    let blocks: u64 = groups.values().sum();
    for (group, total) in groups {
        assert_eq!(decision.group_totals[group], total, "what group {group} has");
    }
    let framing = count_framing(capsule, loaded, count);
    assert_eq!(loaded.framing, framing);
    assert_eq!(loaded.used, blocks + framing, "the parts add up");
    assert_eq!(loaded.used, count(&loaded.document), "the parts add up to the whole");
    assert_eq!(loaded.used, independent_count(name, &loaded.document), "so does a stranger say");
    assert!(loaded.used <= capsule.limit.value, "{} > {}", loaded.used, capsule.limit.value);
}

/// What is in the document besides blocks: its first and last line, and the notice where there is one.
fn count_framing(capsule: &Capsule, loaded: &Loaded, count: impl Fn(&str) -> u64) -> u64 {
    let (open, close) = match capsule.format {
        Format::Markdown => (markdown::OPEN, markdown::CLOSE),
        Format::Xml => (xml::OPEN, xml::CLOSE),
    };
    let mut notice = String::new();
    let mut from = open.len();
    for block in &loaded.blocks {
        notice.push_str(&loaded.document[from..block.start]);
        from = block.end;
    }
    notice.push_str(&loaded.document[from..loaded.document.len() - close.len()]);
    count(open) + count(close) + if notice.is_empty() { 0 } else { count(&notice) }
}

fn independent_count(name: &str, text: &str) -> u64 {
    let tokens = match name {
        "o200k_base/1" => tiktoken_rs::o200k_base_singleton().encode_ordinary(text).len(),
        "cl100k_base/1" => tiktoken_rs::cl100k_base_singleton().encode_ordinary(text).len(),
        "utf16/1" => text.encode_utf16().count(),
        _ => panic!("nobody else counts by {name}"),
    };
    tokens as u64
}
