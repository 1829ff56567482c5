//! Near misses: what somebody may have meant by a name that does not exist.

/// The known names that are closest to `given`, best first, at most three, none that is far off.
pub fn near_misses<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let given_lower = given.to_lowercase();
    let mut scored: Vec<(usize, &str)> = known
        .into_iter()
        .filter_map(|name| {
            let distance = strsim::osa_distance(&given_lower, &name.to_lowercase());
            let same_file_name =
                file_name(given) == file_name(name) && !file_name(given).is_empty();
            let allowed = (given.chars().count() / 3).clamp(1, 4);
            (same_file_name || distance <= allowed).then_some((distance, name))
        })
        .collect();
    scored.sort();
    scored.truncate(3);
    scored.into_iter().map(|(_, name)| name).collect()
}

/// ` (did you mean …?)`, or nothing.
pub fn did_you_mean<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<String> =
        near_misses(given, known).into_iter().map(crate::escape::quoted).collect();
    if names.is_empty() {
        String::new()
    } else {
        format!(" (did you mean {}?)", names.join(" or "))
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typo_finds_its_word_and_a_stranger_finds_nothing() {
        assert_eq!(near_misses("buget", ["budget", "paths", "guard"]), ["budget"]);
        assert_eq!(near_misses("lib/cache.rs", ["src/cache.rs", "src/lib.rs"]), ["src/cache.rs"]);
        assert!(near_misses("zebra", ["budget", "paths"]).is_empty());
        assert_eq!(did_you_mean("buget", ["budget"]), " (did you mean `budget`?)");
    }
}
