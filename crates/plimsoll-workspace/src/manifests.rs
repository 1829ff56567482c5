//! Workspace manifests of package managers: where they say that their members are.
//!
//! Read leniently: only the few keys that matter are looked at, and a file that is no such manifest
//! declares nothing.

use serde_json::Value;

/// Where members are, or are not, relative to the manifest's folder.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Member {
    pub(crate) pattern: String,
    pub(crate) excludes: bool,
}

pub(crate) struct Kind {
    pub(crate) file: &'static str,
    /// The file that every member has.
    pub(crate) marker: &'static str,
    pub(crate) members: fn(&str) -> Option<Vec<Member>>,
}

/// The manifests that are known. Adding one is adding a line and its reader.
pub(crate) const MANIFESTS: &[Kind] = &[
    Kind { file: "package.json", marker: "package.json", members: npm },
    Kind { file: "pnpm-workspace.yaml", marker: "package.json", members: pnpm },
    Kind { file: "lerna.json", marker: "package.json", members: lerna },
    Kind { file: "Cargo.toml", marker: "Cargo.toml", members: cargo },
    Kind { file: "composer.json", marker: "composer.json", members: composer },
    Kind { file: "go.work", marker: "go.mod", members: go_work },
];

/// `"workspaces": […]`, or `{"packages": […]}` in it. A `!` takes out what came before.
fn npm(text: &str) -> Option<Vec<Member>> {
    let manifest: Value = serde_json::from_str(text).ok()?;
    let workspaces = &manifest["workspaces"];
    Some(signed(workspaces.get("packages").unwrap_or(workspaces)))
}

/// Exclusions hold wherever they stand.
fn pnpm(text: &str) -> Option<Vec<Member>> {
    let manifest: Value = serde_saphyr::from_str(text).ok()?;
    let mut members = signed(&manifest["packages"]);
    members.sort_by_key(|member| member.excludes);
    Some(members)
}

/// Without a list, `packages/*` is meant.
fn lerna(text: &str) -> Option<Vec<Member>> {
    let manifest: Value = serde_json::from_str(text).ok()?;
    match manifest.as_object()?.get("packages") {
        Some(packages) => Some(signed(packages)),
        None => Some(vec![member("packages/*")]),
    }
}

/// `exclude` holds against wildcards; a member that is spelled out stays one.
fn cargo(text: &str) -> Option<Vec<Member>> {
    let manifest: toml::Table = text.parse().ok()?;
    let workspace = manifest.get("workspace")?;
    let list = |key: &str| {
        let items = workspace.get(key).and_then(toml::Value::as_array).into_iter().flatten();
        items.filter_map(toml::Value::as_str).map(str::to_owned).collect::<Vec<String>>()
    };
    let (loose, spelled_out): (Vec<String>, Vec<String>) =
        list("members").into_iter().partition(|path| path.contains(['*', '?', '[']));
    let excluded = list("exclude");
    let below = excluded.iter().map(|path| format!("{}/**", path.trim_end_matches('/')));
    let excluded = excluded.iter().cloned().chain(below);
    let members = loose.iter().map(|path| member(path));
    let members = members.chain(excluded.map(|pattern| Member { pattern, excludes: true }));
    Some(members.chain(spelled_out.iter().map(|path| member(path))).collect())
}

/// `"repositories"` of type `path`, as a list or by name.
fn composer(text: &str) -> Option<Vec<Member>> {
    let manifest: Value = serde_json::from_str(text).ok()?;
    let repositories: Vec<&Value> = match &manifest["repositories"] {
        Value::Array(list) => list.iter().collect(),
        Value::Object(by_name) => by_name.values().collect(),
        _ => return None,
    };
    let paths = repositories.into_iter().filter(|repository| repository["type"] == "path");
    Some(paths.filter_map(|repository| repository["url"].as_str()).map(member).collect())
}

/// `use ./a`, or several in brackets.
fn go_work(text: &str) -> Option<Vec<Member>> {
    let mut members = Vec::new();
    let mut in_block = false;
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or(line).trim();
        let path = match line.strip_prefix("use").filter(|rest| rest.starts_with([' ', '\t', '(']))
        {
            Some(rest) if rest.trim().starts_with('(') => {
                in_block = true;
                rest.trim().trim_start_matches('(').trim()
            }
            Some(rest) => rest.trim(),
            None if in_block => line,
            None => continue,
        };
        let (path, ends) = path.strip_suffix(')').map_or((path, false), |path| (path, true));
        in_block &= !ends;
        let path = path.trim().trim_matches(['"', '`']);
        if !path.is_empty() {
            members.push(member(&literally(path)));
        }
    }
    Some(members)
}

/// Go knows no wildcards here.
fn literally(path: &str) -> String {
    path.chars()
        .flat_map(|c| matches!(c, '*' | '?' | '[' | '{').then_some('\\').into_iter().chain([c]))
        .collect()
}

fn member(pattern: &str) -> Member {
    Member { pattern: pattern.trim().to_owned(), excludes: false }
}

/// A list of patterns where `!` excludes.
fn signed(list: &Value) -> Vec<Member> {
    let patterns = list.as_array().into_iter().flatten().filter_map(Value::as_str);
    let signed = patterns.map(|pattern| match pattern.trim().strip_prefix('!') {
        Some(pattern) => Member { excludes: true, ..member(pattern) },
        None => member(pattern),
    });
    signed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(file: &str, text: &str) -> Vec<String> {
        let kind = MANIFESTS.iter().find(|kind| kind.file == file).unwrap();
        let members = (kind.members)(text).unwrap_or_default();
        let sign = |excludes| if excludes { "!" } else { "" };
        members.iter().map(|m| format!("{}{}", sign(m.excludes), m.pattern)).collect()
    }

    #[test]
    fn every_manifest_says_where_its_members_are() {
        let npm = r#"{"workspaces": ["packages/*", "!packages/old", " apps/web "]}"#;
        assert_eq!(read("package.json", npm), ["packages/*", "!packages/old", "apps/web"]);
        let yarn = r#"{"workspaces": {"packages": ["packages/*"], "nohoist": ["x"]}}"#;
        assert_eq!(read("package.json", yarn), ["packages/*"]);
        let pnpm = "packages:\n  - '!**/test/**'\n  - packages/*   # ours\n  - \"apps/**\"\n";
        assert_eq!(read("pnpm-workspace.yaml", pnpm), ["packages/*", "apps/**", "!**/test/**"]);
        assert_eq!(read("lerna.json", r#"{"packages": ["modules/*"]}"#), ["modules/*"]);
        assert_eq!(read("lerna.json", r#"{"version": "1.0.0"}"#), ["packages/*"]);
        let cargo =
            "[workspace]\nmembers = ['packages/*', 'bin/tool']\nexclude = ['packages/old']\n";
        assert_eq!(
            read("Cargo.toml", cargo),
            ["packages/*", "!packages/old", "!packages/old/**", "bin/tool"]
        );
        let composer = r#"{"repositories": [{"type": "path", "url": "packages/*"}, {"type": "vcs", "url": "x"}]}"#;
        assert_eq!(read("composer.json", composer), ["packages/*"]);
        let named = r#"{"repositories": {"own": {"type": "path", "url": "./packages/a"}}}"#;
        assert_eq!(read("composer.json", named), ["./packages/a"]);
        let go = "go 1.22\nuse ./one // first\nuse (\n\t./packages/two\n\t\"./bin/[x]\"\n)\nreplace a => ./c\nuse(./d)\n";
        assert_eq!(read("go.work", go), ["./one", "./packages/two", "./bin/\\[x]", "./d"]);
    }

    #[test]
    fn what_is_no_manifest_declares_nothing() {
        for kind in MANIFESTS {
            for text in [
                "",
                "{",
                "[]",
                "null",
                "\0",
                "workspaces",
                "{\"workspaces\": 3}",
                "a: [b",
                "[workspace]",
            ] {
                if kind.file != "lerna.json" || !text.starts_with("{\"") {
                    assert_eq!(read(kind.file, text), [""; 0], "{} of {text:?}", kind.file);
                }
            }
        }
    }
}
