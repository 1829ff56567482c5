//! What may not stand anywhere under the engine: crates that talk to a network or start programs.
//!
//! It looks at the tree that is built into `plimsoll` on any platform, with all its features. Tests and
//! the servers above the engine may use such crates, so this is no matter for deny.toml, which judges
//! the workspace as a whole.

use super::Problem;

pub(super) const TREE: &[&str] = &[
    "tree",
    "--package",
    "plimsoll",
    "--edges",
    "normal,build",
    "--target",
    "all",
    "--all-features",
    "--locked",
    "--offline",
    "--prefix",
    "depth",
    "--format",
    "{p}|{f}",
];

const CRATES: &[&str] = &[
    "async-std",
    "attohttpc",
    "curl",
    "curl-sys",
    "duct",
    "git2",
    "h2",
    "hyper",
    "isahc",
    "libgit2-sys",
    "mio",
    "minreq",
    "native-tls",
    "openssl",
    "openssl-sys",
    "quinn",
    "reqwest",
    "rustls",
    "smol",
    "socket2",
    "subprocess",
    "surf",
    "tokio",
    "tungstenite",
    "ureq",
    "xshell",
];

/// gix always brings the vocabulary of git's protocol along; it talks, or starts the programs that a
/// repository's configuration names, only with one of these.
const FEATURES: &[(&str, &str)] = &[
    ("gix", "async-network-client"),
    ("gix", "blocking-network-client"),
    ("gix", "command"),
    ("gix", "credentials"),
    ("gix-transport", "async-client"),
    ("gix-transport", "blocking-client"),
];

/// `tree` has one crate per line: its depth, name, version and features.
pub(super) fn problems(tree: &str) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut path: Vec<&str> = Vec::new();
    for (at, line) in tree.lines().enumerate() {
        let Some(entry) = Entry::parse(line) else {
            let what = format!("line {} is not what `cargo tree` was asked for: {line:?}", at + 1);
            problems.push(Problem::in_file("plimsoll", what));
            continue;
        };
        path.truncate(entry.depth);
        path.push(entry.name);
        for forbidden in entry.forbidden() {
            let way = path.join(" -> ");
            let what = format!(
                "{forbidden} stands under the engine, which has no network and starts no program ({way})"
            );
            problems.push(Problem::in_file("plimsoll", what));
        }
    }
    if path.first() != Some(&"plimsoll") {
        problems.push(Problem::in_file("plimsoll", "`cargo tree` did not show the engine"));
    }
    problems
}

struct Entry<'a> {
    depth: usize,
    name: &'a str,
    features: &'a str,
}

impl<'a> Entry<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let digits = line.find(|c: char| !c.is_ascii_digit())?;
        let depth = line[..digits].parse().ok()?;
        let (name, rest) = line[digits..].split_once(" v")?;
        // Cargo marks what it has shown before; its dependencies are not repeated.
        let (_version, features) = rest.trim_end_matches(" (*)").rsplit_once('|')?;
        Some(Self { depth, name, features })
    }

    fn forbidden(&self) -> Vec<String> {
        let mut found = Vec::new();
        if CRATES.contains(&self.name) {
            found.push(self.name.to_owned());
        }
        for feature in self.features.split(',') {
            if FEATURES.contains(&(self.name, feature)) {
                found.push(format!("{} with feature {feature}", self.name));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forbidden_crate_is_found_at_any_depth_with_the_way_to_it() {
        let lines = [
            "0plimsoll v0.1.0 (x)|",
            "1gix v0.90.0|index,sha1",
            "2bstr v1.0.0|",
            "2gix-x v0.1.0|",
            "3reqwest v0.12.0|default (*)",
            "1serde v1.0.0|",
        ];
        let found = problems(&lines.join("\n"));
        assert_eq!(found.len(), 1);
        assert!(
            found[0].to_string().ends_with("(plimsoll -> gix -> gix-x -> reqwest)"),
            "{found:?}"
        );
        assert_eq!(problems("0plimsoll v0.1.0|\n1tokio v0.1.0 (x)|\n").len(), 1);
    }

    #[test]
    fn a_crate_may_be_allowed_and_one_of_its_features_not() {
        let quiet = "0plimsoll v0.1.0|\n1gix-transport v0.62.0|serde\n";
        assert_eq!(problems(quiet), []);
        let talking = "0plimsoll v0.1.0|\n1gix-transport v0.62.0|blocking-client,serde\n";
        assert_eq!(problems(talking).len(), 1);
    }

    #[test]
    fn names_are_compared_whole() {
        assert_eq!(problems("0plimsoll v0.1.0|\n1curly v1.0.0|\n1mini-hyper v1.0.0|\n"), []);
    }

    #[test]
    fn a_tree_that_cannot_be_read_is_not_an_innocent_one() {
        assert_eq!(problems("").len(), 1);
        assert_eq!(problems("0plimsoll v0.1.0|\n├── hyper v1.0.0|\n").len(), 1);
        assert_eq!(problems("0plimsoll v0.1.0|\n1hyper v1.0.0\n").len(), 1);
    }
}
