//! Constraints in canonical form: the strongest source first, and where two of them cannot both hold, which does.

use super::request::{ConstraintSource, GivenConstraint};
use plimsoll_core::escape::reveal_line;

/// How a sentence forbids something. The longest first, since some begin with others.
const FORBIDS: &[&str] =
    &["must_not", "must not", "mustn't", "shall not", "do not", "don't", "cannot", "never"];
/// How it demands something; what begins with none of these demands as well.
const DEMANDS: &[&str] = &["must", "shall", "always", "do"];

/// The block of constraints, and what is wrong with them.
pub(super) struct Canonical {
    pub(super) text: String,
    /// One sentence for each pair that cannot both hold.
    pub(super) contradictions: Vec<String>,
}

/// Orders constraints by source and id, each once. Of two that contradict each other the stronger source's holds; where
/// both are of one source nobody here can tell, and both are shown as they are.
pub(super) fn canonical(mut constraints: Vec<GivenConstraint>) -> Canonical {
    constraints.sort();
    constraints.dedup();
    let mut text = String::new();
    let mut contradictions = Vec::new();
    for (at, one) in constraints.iter().enumerate() {
        let mut line = format!("[{}] {}: {}", one.source.name(), one.id, one.text);
        let against = constraints[..at].iter().filter(|other| contradict(other, one));
        for other in against {
            let how = if other.source < one.source { "overridden by" } else { "contradicts" };
            let (name, other) = (named(one), named(other));
            line.push_str(&format!(" ({how} {other})"));
            contradictions.push(match how {
                "contradicts" => format!(
                    "the constraints {name} and {other} contradict each other; leave one of them out"
                ),
                _ => format!("the constraint {name} does not hold, since {other} says otherwise"),
            });
        }
        text.push_str(&line);
        text.push('\n');
    }
    if constraints.is_empty() {
        text.push_str("none\n");
    }
    Canonical { text, contradictions }
}

fn named(constraint: &GivenConstraint) -> String {
    format!("[{}] {}", constraint.source.name(), reveal_line(&constraint.id))
}

/// Whether one id says two things, or one forbids what the other demands.
fn contradict(one: &GivenConstraint, other: &GivenConstraint) -> bool {
    let ((forbids, what), (also_forbids, also)) = (demand(&one.text), demand(&other.text));
    (one.id == other.id && (forbids, &what) != (also_forbids, &also))
        || (forbids != also_forbids && what == also && !what.is_empty())
}

/// Whether a sentence forbids something, and what, without regard to case, spaces and the full stop.
fn demand(text: &str) -> (bool, String) {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let text = words.join(" ");
    let text = text.trim_end_matches(['.', '!', ';']);
    let after = |beginnings: &[&str]| {
        let rest = beginnings.iter().find_map(|word| text.strip_prefix(word))?;
        rest.starts_with([' ', ':']).then(|| rest.trim_start_matches([' ', ':']).to_owned())
    };
    match after(FORBIDS) {
        Some(what) => (true, what),
        None => (false, after(DEMANDS).unwrap_or_else(|| text.to_owned())),
    }
}

impl ConstraintSource {
    /// Whose word a constraint of the settings is.
    pub(super) const fn of_settings(is_repository: bool) -> Self {
        if is_repository { Self::Project } else { Self::User }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(rows: &[(&str, &str, &str)]) -> Canonical {
        let row = |&(source, id, text): &(&str, &str, &str)| GivenConstraint {
            source: ConstraintSource::from_name(source).unwrap(),
            id: id.to_owned(),
            text: text.to_owned(),
        };
        canonical(rows.iter().map(row).collect())
    }

    #[test]
    fn the_strongest_stands_first_and_each_stands_once() {
        let rows = [("user", "b", "short"), ("system", "z", "calm"), ("user", "b", "short")];
        let found = given(&[&rows[..], &[("project", "a", "kind")]].concat());
        assert_eq!(found.text, "[system] z: calm\n[project] a: kind\n[user] b: short\n");
        assert_eq!(found.contradictions, [""; 0]);
        assert_eq!(given(&[]).text, "none\n");
    }

    #[test]
    fn one_id_with_two_meanings_is_the_stronger_one_s() {
        let found = given(&[("user", "deps", "add what you need"), ("system", "deps", "add none")]);
        assert_eq!(
            found.text,
            "[system] deps: add none\n[user] deps: add what you need (overridden by [system] deps)\n"
        );
        assert_eq!(
            found.contradictions,
            ["the constraint [user] deps does not hold, since [system] deps says otherwise"]
        );
        // The same said with other spaces is no contradiction.
        let same = given(&[("user", "a", "Add  none."), ("system", "a", "add none")]);
        assert_eq!(same.contradictions, [""; 0]);
    }

    #[test]
    fn what_one_forbids_and_another_demands_is_told() {
        for (no, yes) in [
            ("MUST_NOT add dependencies", "must add dependencies"),
            ("Never touch the tests.", "always touch the tests"),
            ("Do not rename files", "rename files"),
        ] {
            let found = given(&[("system", "a", no), ("user", "b", yes)]);
            assert!(found.text.ends_with("(overridden by [system] a)\n"), "{}", found.text);
            let found = given(&[("user", "a", no), ("user", "b", yes)]);
            assert!(found.text.ends_with("(contradicts [user] a)\n"), "{}", found.text);
            assert_eq!(found.contradictions.len(), 1);
        }
        for (one, other) in [
            ("must add tests", "must add docs"),
            ("never add tests", "never add tests please"),
            ("mustard is fine", "must ard is fine"),
            ("must", "must not"),
        ] {
            let found = given(&[("system", "a", one), ("user", "b", other)]);
            assert_eq!(found.contradictions, [""; 0], "{one} / {other}");
        }
    }
}
