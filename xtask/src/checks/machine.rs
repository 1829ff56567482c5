//! Nothing in the repository tells on whose machine it was made, or where packages came from.

use super::Problem;
use crate::tree::Files;

/// Folders that lie on somebody's machine. In two pieces, so that this file does not accuse itself.
const PLACES: &[Place] = &[
    Place { start: ("/ho", "me/"), harmless: INVENTED },
    Place { start: ("/Us", "ers/"), harmless: INVENTED },
    Place { start: (":\\Us", "ers\\"), harmless: INVENTED },
    // A folder that attacks aim at, so tests of the jail may name it.
    Place { start: ("/ro", "ot/"), harmless: &[".ssh"] },
    Place { start: ("/wo", "rk/"), harmless: &[] },
];

struct Place {
    start: (&'static str, &'static str),
    /// What may come next.
    harmless: &'static [&'static str],
}

/// Names that examples and tests may give to people.
const INVENTED: &[&str] = &["alice", "bob", "eve", "me", "name", "user", "you"];

/// Where packages come from; a lock file may say it, nothing else.
const REGISTRIES: &[(&str, &str)] = &[
    ("crates", ".io"),
    ("npmjs", ".org"),
    ("npmjs", ".com"),
    ("yarnpkg", ".com"),
    ("pypi", ".org"),
    ("python", "hosted.org"),
    ("ruby", "gems.org"),
    ("maven", ".org"),
    ("nuget", ".org"),
    ("packagist", ".org"),
    ("proxy.go", "lang.org"),
    ("/arti", "factory/"),
    ("//arti", "factory."),
];

const SKIPPED: &[&str] = &["Cargo.lock"];

pub(super) fn problems(files: &Files) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (path, content) in files.iter().filter(|(path, _)| !SKIPPED.contains(&path.as_str())) {
        for (at, line) in content.lines().enumerate() {
            if let Some(found) = PLACES.iter().find_map(|place| place.found_in(line)) {
                let what =
                    format!("{found:?} is a path of somebody's machine; write a relative one");
                problems.push(Problem::at_line(path, at + 1, what));
            }
            if let Some(host) = registry_in(line) {
                let what = format!("{host:?} is the host of a package registry; leave it out");
                problems.push(Problem::at_line(path, at + 1, what));
            }
        }
    }
    problems
}

impl Place {
    fn found_in<'l>(&self, line: &'l str) -> Option<&'l str> {
        let start = format!("{}{}", self.start.0, self.start.1);
        line.match_indices(&start).find_map(|(at, _)| {
            let after = at + start.len();
            let name = word_at_start(&line[after..]);
            // In the middle of a longer path it is any folder of that name.
            let begins = !line[..at].ends_with(continues_path) || self.start.0.starts_with(':');
            let harmless = name.is_empty() || self.harmless.contains(&name);
            (begins && !harmless).then(|| &line[at..after + name.len()])
        })
    }
}

fn continues_path(c: char) -> bool {
    c.is_alphanumeric() || "_-.*}])~\\".contains(c)
}

fn word_at_start(text: &str) -> &str {
    let end = text.find(|c: char| !(c.is_alphanumeric() || "_-.".contains(c)));
    &text[..end.unwrap_or(text.len())]
}

fn registry_in(line: &str) -> Option<String> {
    let lower = line.to_ascii_lowercase();
    REGISTRIES.iter().map(|(first, second)| format!("{first}{second}")).find(|host| {
        let inside_word = |at: usize| lower[..at].ends_with(char::is_alphanumeric);
        let begins = |at: usize| host.starts_with('/') || !inside_word(at);
        lower.match_indices(host.as_str()).any(|(at, _)| begins(at))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree;

    fn count(content: &str) -> usize {
        problems(&tree::of(&[("docs/x.md", content)])).len()
    }

    #[test]
    fn machine_paths_are_found() {
        for (place, tail) in [
            ("/ho", "me/jdoe/src"),
            ("see `/ho", "me/runner/x`"),
            ("file:///Us", "ers/jdoe/x"),
            ("\"C:\\Us", "ers\\jdoe\\x"),
            ("/ro", "ot/.cargo/bin"),
            ("dir=/wo", "rk/main/x"),
        ] {
            let line = format!("{place}{tail}");
            assert_eq!(count(&line), 1, "{line}");
            assert_eq!(
                count(&format!("src{line}")),
                usize::from(!place.starts_with('/')),
                "{line}"
            );
        }
        // An invented name does not hide a real one.
        assert_eq!(count(&format!("/ho{} and /ho{}", "me/alice/x", "me/jdoe/x")), 1);
    }

    #[test]
    fn ordinary_paths_are_left_alone() {
        for line in ["src/home/mod.rs", "../../root/x", "/etc/passwd"] {
            assert_eq!(count(line), 0, "{line}");
        }
        assert_eq!(count(&format!("frame/wo{} or **/wo{}", "rk/x", "rk/x")), 0);
        assert_eq!(count(&format!("/ro{}", "ot/.ssh/id_rsa")), 0);
        assert_eq!(count(&format!("/ho{}", "me/alice/x")), 0);
        assert_eq!(count(&format!("at /ho{} everything", "me/")), 0);
    }

    #[test]
    fn registries_are_found_but_not_in_the_lock_file() {
        let line = format!("https://index.CRATES{}/x", ".io");
        assert_eq!(count(&line), 1);
        assert_eq!(count(&format!("https://x.example/arti{}/y", "factory")), 1);
        assert_eq!(count(&format!("an arti{} of words, crates in a row", "factory")), 0);
        assert_eq!(problems(&tree::of(&[("Cargo.lock", &line)])), []);
    }

    #[test]
    fn the_line_is_named() {
        let content = format!("a\nb\n/ho{}", "me/jdoe");
        let found = problems(&tree::of(&[("docs/x.md", &content)]));
        assert!(found[0].to_string().starts_with("docs/x.md:3: "), "{found:?}");
    }
}
