//! Data written as structure: of many keys or elements side by side a reader needs some, and no index needs all.

use super::Definition;
use plimsoll_core::vocab::SymbolKind;
use std::collections::BTreeMap;

/// So many stay at the beginning; the last one stays too, since in some languages what stands last has to be
/// written otherwise than the rest.
const MOST_ALIKE: usize = 200;

/// Leaves out what is one of too many, and everything in it.
pub(crate) fn without_bulk(definitions: Vec<Definition>) -> Vec<Definition> {
    let mut left: BTreeMap<Heap, usize> = BTreeMap::new();
    for heap in definitions.iter().filter_map(heap) {
        *left.entry(heap).or_default() += 1;
    }
    let mut shown: BTreeMap<Heap, usize> = BTreeMap::new();
    // Where each one is now; what encloses something comes before it.
    let mut places: Vec<Option<u32>> = Vec::with_capacity(definitions.len());
    let mut kept: Vec<Definition> = Vec::new();
    for mut one in definitions {
        let mut stays = one.parent.is_none_or(|parent| places[parent as usize].is_some());
        if let Some(heap) = heap(&one) {
            let shown = shown.entry(heap.clone()).or_default();
            let left = left.entry(heap).or_default();
            *left -= 1;
            *shown += 1;
            stays &= *shown <= MOST_ALIKE || *left == 0;
        }
        places.push(stays.then(|| u32::try_from(kept.len()).unwrap_or(u32::MAX)));
        if stays {
            one.parent = one.parent.and_then(|parent| places[parent as usize]);
            kept.push(one);
        }
    }
    kept
}

/// What is counted together: where it lies and, where names tell one from another, what it is called.
type Heap = (Option<u32>, String);

fn heap(one: &Definition) -> Option<Heap> {
    match one.kind {
        SymbolKind::Key | SymbolKind::Element => Some((one.parent, String::new())),
        SymbolKind::Table => Some((one.parent, one.name.clone())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outline::outline;
    use plimsoll_core::screened::Screened;

    #[test]
    fn of_a_table_of_data_the_first_and_the_last_rows_stay() {
        let row = |at: usize| format!("\"k{at}\": {{\n\"v\": {{}}\n}}");
        let rows: Vec<String> = (0..20_000).map(row).collect();
        let text = format!("{{\"data\": {{{}}},\n\"end\": 1}}", rows.join(",\n"));
        let found = outline("json", &Screened::ours(text)).unwrap().definitions;
        let names: Vec<&str> = found.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names.len(), 2 + 2 * (MOST_ALIKE + 1));
        assert_eq!(names[..3], ["data", "k0", "v"]);
        assert_eq!(names[names.len() - 3..], ["k19999", "v", "end"]);
        let last = &found[found.len() - 2];
        assert_eq!(found[last.parent.unwrap() as usize].name, "k19999");
    }

    #[test]
    fn tables_of_one_name_are_rows_and_others_are_not() {
        let tables = |name: fn(usize) -> String| -> usize {
            let text: String = (0..1000).map(|at| format!("[[{}]]\na = 1\n", name(at))).collect();
            outline("toml", &Screened::ours(text)).unwrap().definitions.len()
        };
        assert_eq!(tables(|_| "package".to_owned()), 2 * (MOST_ALIKE + 1));
        assert_eq!(tables(|at| format!("package{at}")), 2000);
    }
}
