//! Bulk folders that workspace manifests and settings declare as source.

use crate::site::{Site, files, path, reason};
use plimsoll_workspace::{LeftOutReason, Lifted, LiftedBy, Tracking, Tree, WalkRules};

fn bulk(folder: &str) -> LeftOutReason {
    LeftOutReason::Bulk { folder: folder.into() }
}

fn by_manifest(folder: &str, file: &str, pattern: &str) -> Lifted {
    let by = LiftedBy::Manifest { file: file.into(), pattern: pattern.into() };
    Lifted { folder: path(folder), by }
}

/// Files below `packages`, and what the folder itself says.
fn packages(tree: &Tree) -> Vec<&str> {
    files(tree).into_iter().filter(|file| file.starts_with("packages/")).collect()
}

const MONOREPO: &[&str] = &[
    "packages/core/src/a.js",
    "packages/core/bin/tool.js",
    "packages/core/obj/x",
    "packages/core/node_modules/m/i.js",
    "packages/old/b.js",
    "packages/loose.txt",
    "packages/.cache/c",
];

#[test]
fn every_manifest_declares_its_members_without_git() {
    let manifests = [
        ("package.json", r#"{"workspaces": ["packages/*", "!packages/old"]}"#, "packages/*"),
        (
            "pnpm-workspace.yaml",
            "packages:\n  - '!packages/old'\n  - './packages/*'\n",
            "./packages/*",
        ),
        ("lerna.json", r#"{"packages": ["packages/core"]}"#, "packages/core"),
        (
            "Cargo.toml",
            "[workspace]\nmembers = ['packages/*']\nexclude = ['packages/old/']\n",
            "packages/*",
        ),
        (
            "composer.json",
            r#"{"repositories": [{"type": "path", "url": "packages/c*"}]}"#,
            "packages/c*",
        ),
        ("go.work", "go 1.22\n\nuse (\n\t./packages/core // ours\n)\n", "./packages/core"),
    ];
    for (file, text, pattern) in manifests {
        let site = Site::with(MONOREPO);
        site.write(file, text);
        let tree = site.walk();
        assert_eq!(packages(&tree), ["packages/core/src/a.js"], "{file}");
        assert_eq!(tree.lifted, [by_manifest("packages", file, pattern)], "{file}");
        assert_eq!(reason(&tree, "packages/old/"), &bulk("packages/"));
        assert_eq!(reason(&tree, "packages/loose.txt"), &bulk("packages/"));
        assert_eq!(reason(&tree, "packages/.cache/"), &bulk("packages/"));
        for own in ["bin/", "obj/", "node_modules/"] {
            let folder = format!("packages/core/{own}");
            assert_eq!(reason(&tree, &folder), &bulk(&folder), "{file}");
        }
    }
}

#[test]
fn a_wildcard_does_not_take_in_build_output_unless_it_is_a_member() {
    let site = Site::with(&["packages/a/bin/out", "packages/bin/x.js", "packages/a/x.js"]);
    site.write("package.json", r#"{"workspaces": ["packages/**"]}"#);
    assert_eq!(packages(&site.walk()), ["packages/a/x.js"]);
    site.write("packages/bin/package.json", "{}");
    assert_eq!(
        packages(&site.walk()),
        ["packages/a/x.js", "packages/bin/package.json", "packages/bin/x.js"]
    );
}

#[test]
fn manifests_count_below_their_folder_and_not_in_downloaded_code() {
    let site = Site::with(&["web/packages/ui/a.js", "packages/x/packages/y/b.js", "bin/tool/c"]);
    site.write("web/package.json", r#"{"workspaces": ["packages/*"]}"#);
    site.write("packages/x/package.json", r#"{"workspaces": ["packages/*"]}"#);
    site.write("packages/package.json", r#"{"workspaces": ["x"]}"#);
    site.write("bin/Cargo.toml", "[workspace]\nmembers = ['tool']\n");
    let tree = site.walk();
    assert_eq!(files(&tree), ["web/package.json", "web/packages/ui/a.js"]);
    assert_eq!(tree.lifted, [by_manifest("web/packages", "web/package.json", "packages/*")]);
    assert_eq!(reason(&tree, "packages/"), &bulk("packages/"));
}

#[test]
fn settings_declare_folders_and_files() {
    let site =
        Site::with(&["src/bin/a.rs", "tools/bin/b.sh", "bin/c.sh", "bin/d", "node_modules/e"]);
    let source = ["src/bin", "**/bin/*.sh", "node_modules"].map(str::to_owned).into();
    let tree = site.walk_by(&WalkRules { source, ..WalkRules::default() });
    assert_eq!(files(&tree), ["bin/c.sh", "src/bin/a.rs", "tools/bin/b.sh"]);
    let by = |folder: &str, pattern: &str| Lifted {
        folder: path(folder),
        by: LiftedBy::Setting { pattern: pattern.into() },
    };
    assert_eq!(
        tree.lifted,
        [by("bin", "**/bin/*.sh"), by("src/bin", "src/bin"), by("tools/bin", "**/bin/*.sh")]
    );
    assert_eq!(reason(&tree, "node_modules/"), &bulk("node_modules/"));
}

#[test]
fn a_declared_folder_shows_new_files_too_and_deny_denies() {
    let site = Site::with(MONOREPO);
    site.write("package.json", r#"{"workspaces": ["packages/core"]}"#);
    site.write("packages/core/new.js", "");
    let tracked =
        Tracking::Index(["packages/core/src/a.js", "packages/old/b.js"].into_iter().collect());
    let rules = WalkRules { tracked, ..WalkRules::default() };
    let tree = site.walk_by(&rules);
    assert_eq!(
        packages(&tree),
        ["packages/core/new.js", "packages/core/src/a.js", "packages/old/b.js"]
    );
    let tracked = Lifted { folder: path("packages"), by: LiftedBy::Tracked };
    assert_eq!(tree.lifted, [tracked, by_manifest("packages", "package.json", "packages/core")]);

    let source = vec!["packages".to_owned()];
    let tree = site.walk_by(&WalkRules { lift_bulk: false, source, ..rules });
    assert_eq!(files(&tree), ["package.json"]);
    assert_eq!(tree.lifted, []);
    assert_eq!(tree.notices, [""; 0]);
}

#[test]
fn without_git_one_notice_says_what_may_be_missing() {
    let site = Site::with(&["a/bin/x", "b/obj/y", "node_modules/m", "c"]);
    let notices = site.walk().notices;
    assert_eq!(notices.len(), 1, "{notices:?}");
    assert!(notices[0].contains("`a/bin/` and 1 more folder "), "{notices:?}");
    let tracked = Tracking::Index(["c"].into_iter().collect());
    assert_eq!(site.walk_by(&WalkRules { tracked, ..WalkRules::default() }).notices, [""; 0]);
}

#[test]
fn a_manifest_that_is_hostile_declares_nothing() {
    for text in
        ["{", "\0\0", "[[[[[[[[[[[[[[", "{\"workspaces\": [\"../../\", \"/\", \"\", \"[\"]}"]
    {
        let site = Site::with(&["packages/a"]);
        for file in
            ["package.json", "pnpm-workspace.yaml", "Cargo.toml", "composer.json", "go.work"]
        {
            site.write(file, text);
        }
        assert_eq!(packages(&site.walk()), [""; 0], "{text:?}");
    }
    let site = Site::with(&["packages/a"]);
    site.write(
        "package.json",
        format!("{{\"workspaces\": [\"packages/*\"]{}}}", " ".repeat(2_000_000)),
    );
    assert_eq!(packages(&site.walk()), [""; 0]);
    let site = Site::with(&["packages/a", "elsewhere.json"]);
    site.write("elsewhere.json", r#"{"workspaces": ["packages"]}"#);
    site.link("package.json", "elsewhere.json");
    assert_eq!(packages(&site.walk()), [""; 0]);
}
