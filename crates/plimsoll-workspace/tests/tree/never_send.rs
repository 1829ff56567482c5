//! Never-send paths, deny globs and bulk folders, as the walk sees them.

use crate::site::{Site, files, path, reason};
use plimsoll_workspace::{DenyGlobs, LeftOutReason, Lifted, LiftedBy, Tracking, WalkRules};

#[test]
fn never_send_beats_everything() {
    let site = Site::with(&[
        ".env",
        ".env.example",
        "deep/er/.Env.Local",
        "certs/x.PEM",
        ".aws/credentials",
        ".aws/config",
        ".plimsoll/store",
        "src/main.rs",
        "id_rsa",
        "id_rsa.pub",
    ]);
    site.write(".gitignore", "!.env\n!*\n");
    site.write(".cursorignore", "!**/*.pem\n");
    let tree = site.walk();
    assert_eq!(
        files(&tree),
        [".aws/config", ".cursorignore", ".env.example", ".gitignore", "id_rsa.pub", "src/main.rs"]
    );
    let never = |pattern: &str| LeftOutReason::NeverSend { pattern: pattern.into() };
    assert_eq!(reason(&tree, ".plimsoll/"), &never(".plimsoll"));
    assert_eq!(reason(&tree, "deep/er/.Env.Local"), &never(".env.*"));
    assert_eq!(reason(&tree, "certs/x.PEM"), &never("*.pem"));
}

#[test]
fn deny_globs_of_the_settings_hold_and_say_whose_they_are() {
    let site = Site::with(&["a/x.sql", "b/x.sql", "dumps/d", "a/dumps/e"]);
    let deny = [("**/*.sql", "user file"), ("dumps", "plimsoll.toml")];
    let deny = DenyGlobs::new(deny.map(|(glob, origin)| (glob.to_owned(), origin.to_owned())));
    let tree = site.walk_by(&WalkRules { deny: deny.unwrap(), ..WalkRules::default() });
    assert_eq!(files(&tree), ["a/dumps/e"]);
    let denied = |pattern: &str, origin: &str| LeftOutReason::Denied {
        pattern: pattern.into(),
        origin: origin.into(),
    };
    assert_eq!(reason(&tree, "a/x.sql"), &denied("**/*.sql", "user file"));
    assert_eq!(reason(&tree, "dumps/"), &denied("dumps", "plimsoll.toml"));
}

#[test]
fn bulk_folders_yield_to_what_git_tracks() {
    let site = Site::with(&[
        "src/bin/tool.rs",
        "src/bin/scratch.rs",
        "src/bin/out/x",
        "app/obj/x.o",
        "app/Bin/y.dll",
        "packages/core/src/a.js",
        "packages/core/node_modules/m/i.js",
        "packages/core/dist/d.js",
        "node_modules/m/i.js",
        "bin.rs",
    ]);
    let bulk = |folder: &str| LeftOutReason::Bulk { folder: folder.into() };
    let tree = site.walk();
    assert_eq!(files(&tree), ["bin.rs"]);
    for folder in ["src/bin/", "app/obj/", "app/Bin/", "packages/", "node_modules/"] {
        assert_eq!(reason(&tree, folder), &bulk(folder));
    }

    let tracked = [
        "src/bin/tool.rs",
        "packages/core/src/a.js",
        "node_modules/m/i.js",
        "bin.rs",
        "packages/core/node_modules/m/i.js",
    ];
    let tracked = Tracking::Index(tracked.into_iter().collect());
    let tree = site.walk_by(&WalkRules { tracked, ..WalkRules::default() });
    assert_eq!(files(&tree), ["bin.rs", "packages/core/src/a.js", "src/bin/tool.rs"]);
    let by_git = |folder: &str| Lifted { folder: path(folder), by: LiftedBy::Tracked };
    assert_eq!(tree.lifted, [by_git("packages"), by_git("src/bin")]);
    assert_eq!(reason(&tree, "src/bin/scratch.rs"), &bulk("src/bin/"));
    assert_eq!(reason(&tree, "src/bin/out/"), &bulk("src/bin/"));
    assert_eq!(reason(&tree, "packages/core/dist/"), &bulk("packages/"));
    assert_eq!(reason(&tree, "node_modules/"), &bulk("node_modules/"));
    assert_eq!(reason(&tree, "packages/core/node_modules/"), &bulk("packages/core/node_modules/"));
}
