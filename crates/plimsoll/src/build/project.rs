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

/// So many folders are listed; the rest is a number.
const MOST_FOLDERS: usize = 200;

/// The folders of a project with what lies in each: what it looks like, without any of its code.
pub(super) fn structure(snapshot: &Snapshot<'_>) -> String {
    let mut folders: BTreeMap<&str, BTreeMap<String, usize>> = BTreeMap::new();
    for file in &snapshot.files {
        let path = file.path.as_str();
        let folder = path.rsplit_once('/').map_or(".", |(folder, _)| folder);
        let language = file.language.unwrap_or("other").to_owned();
        *folders.entry(folder).or_default().entry(language).or_default() += 1;
    }
    let rest = folders.len().saturating_sub(MOST_FOLDERS);
    let line = |(folder, counts)| format!("{folder}/: {}\n", most_common(counts));
    let mut text: String = folders.into_iter().take(MOST_FOLDERS).map(line).collect();
    if rest > 0 {
        text.push_str(&format!("and {rest} more folders\n"));
    }
    if text.is_empty() { "nothing\n".to_owned() } else { text }
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
