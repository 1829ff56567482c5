//! Which extractors are stale: one rule for every store.

use std::collections::BTreeMap;

/// Of each family of extractors so many are in use: the newest, and the one that another version of plimsoll
/// on the same store may still want.
const IN_USE: usize = 2;

/// Whether each is stale, the newest first; the family is the first word of a name.
pub(crate) fn stale<'a>(newest_first: impl IntoIterator<Item = &'a str>) -> Vec<bool> {
    let mut families: BTreeMap<&str, usize> = BTreeMap::new();
    let is_stale = |name: &'a str| {
        let newer = families.entry(name.split(' ').next().unwrap_or("")).or_default();
        *newer += 1;
        *newer > IN_USE
    };
    newest_first.into_iter().map(is_stale).collect()
}
