//! Which of our crates may know which: dependencies point one way.

use serde_json::Value;

use super::Problem;
use crate::command::Failure;

pub(super) const METADATA: &[&str] =
    &["metadata", "--no-deps", "--format-version", "1", "--locked", "--offline"];

/// What one crate may know of the others.
struct Room {
    name: &'static str,
    may_know: May,
    tests_may_know: May,
}

enum May {
    Anyone,
    Only(&'static [&'static str]),
}

use May::{Anyone, Only};

const TOKENS: &[&str] = &["plimsoll-tokens"];
const CORE: &[&str] = &["plimsoll-core"];
const LIBRARY: &[&str] = &["plimsoll"];

/// The table. A new crate gets a line here before it gets a dependency.
const ROOMS: &[Room] = &[
    Room { name: "plimsoll-tokens", may_know: Only(&[]), tests_may_know: Only(&[]) },
    // For the counts of tokens.
    Room { name: "plimsoll-core", may_know: Only(TOKENS), tests_may_know: Only(TOKENS) },
    // For the type of screened text.
    Room { name: "plimsoll-guard", may_know: Only(CORE), tests_may_know: Only(CORE) },
    Room { name: "plimsoll-workspace", may_know: Only(CORE), tests_may_know: Anyone },
    Room { name: "plimsoll-store", may_know: Only(CORE), tests_may_know: Anyone },
    Room { name: "plimsoll-index", may_know: Only(CORE), tests_may_know: Anyone },
    Room {
        name: "plimsoll",
        may_know: Only(&[
            "plimsoll-core",
            "plimsoll-guard",
            "plimsoll-workspace",
            "plimsoll-store",
            "plimsoll-index",
        ]),
        tests_may_know: Anyone,
    },
    Room { name: "plimsoll-serve", may_know: Only(LIBRARY), tests_may_know: Anyone },
    Room { name: "plimsoll-cli", may_know: Only(LIBRARY), tests_may_know: Anyone },
    Room { name: "plimsoll-fuzz", may_know: Anyone, tests_may_know: Anyone },
    Room { name: "plimsoll-train", may_know: Anyone, tests_may_know: Anyone },
    Room { name: "xtask", may_know: Anyone, tests_may_know: Anyone },
];

/// A crate of ours and what it says it depends on.
#[derive(Debug)]
pub(super) struct Crate {
    name: String,
    dependencies: Vec<Dependency>,
}

#[derive(Debug)]
struct Dependency {
    name: String,
    only_tests: bool,
}

/// Reads what `cargo metadata` says. The names there are those of the packages, whatever a manifest
/// renames them to.
pub(super) fn crates(metadata: &str) -> Result<Vec<Crate>, Failure> {
    let unexpected = || Failure::Unexpected {
        command: format!("cargo {}", METADATA.join(" ")),
        what: "did not describe the workspace as expected".into(),
    };
    let metadata: Value = serde_json::from_str(metadata).map_err(|_| unexpected())?;
    let packages = metadata["packages"].as_array().ok_or_else(unexpected)?;
    packages.iter().map(|package| package_to_crate(package).ok_or_else(unexpected)).collect()
}

fn package_to_crate(package: &Value) -> Option<Crate> {
    let dependency = |value: &Value| {
        let name = value["name"].as_str()?.to_owned();
        Some(Dependency { name, only_tests: value["kind"].as_str() == Some("dev") })
    };
    let dependencies = package["dependencies"].as_array()?.iter().map(dependency);
    Some(Crate {
        name: package["name"].as_str()?.to_owned(),
        dependencies: dependencies.collect::<Option<Vec<_>>>()?,
    })
}

pub(super) fn problems(crates: &[Crate]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for one in crates {
        let Some(room) = ROOMS.iter().find(|room| room.name == one.name) else {
            let what = "is not in the table of crates; add it to ROOMS in checks/arrows.rs";
            problems.push(Problem::in_file(&one.name, what));
            continue;
        };
        for dependency in &one.dependencies {
            let ours = crates.iter().any(|other| other.name == dependency.name);
            let may = if dependency.only_tests { &room.tests_may_know } else { &room.may_know };
            if ours && !may.know(&dependency.name) {
                problems.push(Problem::in_file(&one.name, wrong_arrow(dependency, may)));
            }
        }
    }
    problems
}

fn wrong_arrow(dependency: &Dependency, may: &May) -> String {
    let known = match may {
        Anyone => "anyone".to_owned(),
        Only([]) => "none of our crates".to_owned(),
        Only(names) => names.join(", "),
    };
    let kind = if dependency.only_tests { "dev-depends" } else { "depends" };
    format!("{kind} on {}; it may know {known}", dependency.name)
}

impl May {
    fn know(&self, name: &str) -> bool {
        match self {
            Anyone => true,
            Only(names) => names.contains(&name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Crates as cargo describes them; a dependency is written `name` or `dev:name`.
    fn found(workspace: &[(&str, &[&str])]) -> Vec<String> {
        let packages: Vec<Value> = workspace
            .iter()
            .map(|(name, dependencies)| {
                let dependencies: Vec<Value> = dependencies
                    .iter()
                    .map(|written| match written.strip_prefix("dev:") {
                        Some(name) => json!({ "name": name, "kind": "dev" }),
                        None => json!({ "name": written, "kind": null }),
                    })
                    .collect();
                json!({ "name": name, "dependencies": dependencies })
            })
            .collect();
        let crates = crates(&json!({ "packages": packages }).to_string()).unwrap();
        problems(&crates).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_arrows_as_drawn_are_accepted() {
        let workspace: &[(&str, &[&str])] = &[
            ("plimsoll-tokens", &["dev:proptest"]),
            ("plimsoll-core", &["plimsoll-tokens", "serde", "dev:proptest"]),
            ("plimsoll-guard", &["plimsoll-core", "regex"]),
            ("plimsoll-store", &["plimsoll-core", "dev:plimsoll-guard"]),
            ("plimsoll", &["plimsoll-core", "plimsoll-guard", "plimsoll-store"]),
            ("plimsoll-cli", &["plimsoll", "dev:plimsoll-core"]),
            ("xtask", &["plimsoll-cli"]),
        ];
        assert_eq!(found(workspace), Vec::<String>::new());
    }

    #[test]
    fn every_wrong_arrow_is_named() {
        let workspace: &[(&str, &[&str])] = &[
            ("plimsoll-tokens", &["plimsoll-core"]),
            ("plimsoll-core", &["dev:plimsoll-guard"]),
            ("plimsoll-guard", &["dev:plimsoll-store"]),
            ("plimsoll-store", &["plimsoll-guard"]),
            ("plimsoll", &["plimsoll-cli"]),
            ("plimsoll-cli", &["plimsoll-core"]),
        ];
        assert_eq!(
            found(workspace),
            [
                "plimsoll-tokens: depends on plimsoll-core; it may know none of our crates",
                "plimsoll-core: dev-depends on plimsoll-guard; it may know plimsoll-tokens",
                "plimsoll-guard: dev-depends on plimsoll-store; it may know plimsoll-core",
                "plimsoll-store: depends on plimsoll-guard; it may know plimsoll-core",
                "plimsoll: depends on plimsoll-cli; it may know plimsoll-core, plimsoll-guard, \
                 plimsoll-workspace, plimsoll-store, plimsoll-index",
                "plimsoll-cli: depends on plimsoll-core; it may know plimsoll",
            ]
        );
    }

    #[test]
    fn a_crate_without_a_room_is_refused() {
        assert_eq!(found(&[("plimsoll-utils", &[])]).len(), 1);
    }

    #[test]
    fn something_else_than_metadata_is_no_empty_workspace() {
        assert!(crates("{}").is_err());
        assert!(crates(r#"{"packages": [{"name": "plimsoll"}]}"#).is_err());
    }
}
