//! What a project looks like from outside: numbers, languages, folders. No code.

use crate::snapshot::Snapshot;
use std::collections::BTreeMap;

/// So many languages and folders are named; the rest is a number.
const MOST: usize = 12;

/// A few lines about the project.
pub(super) fn describe(snapshot: &Snapshot<'_>) -> String {
    let mut languages: BTreeMap<String, usize> = BTreeMap::new();
    let mut folders: BTreeMap<String, usize> = BTreeMap::new();
    for file in &snapshot.files {
        let path = file.path.as_str();
        if let Some(language) = file.language {
            *languages.entry(language.to_owned()).or_default() += 1;
        }
        let folder = path.split_once('/').map_or("(root)", |(folder, _)| folder);
        *folders.entry(folder.to_owned()).or_default() += 1;
    }
    format!(
        "files: {}\nlanguages: {}\nfolders: {}\n",
        snapshot.files.len(),
        most_common(languages),
        most_common(folders)
    )
}

fn most_common(counts: BTreeMap<String, usize>) -> String {
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    counts.sort_by(|(a, n), (b, m)| m.cmp(n).then_with(|| a.cmp(b)));
    let rest = counts.len().saturating_sub(MOST);
    let mut named: Vec<String> =
        counts.into_iter().take(MOST).map(|(name, count)| format!("{name} ({count})")).collect();
    if rest > 0 {
        named.push(format!("and {rest} more"));
    }
    if named.is_empty() { "none".to_owned() } else { named.join(", ") }
}
