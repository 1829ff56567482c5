//! Files that the user names.

use crate::site::{Site, ignored, path};
use plimsoll_workspace::{DenyGlobs, LeftOutReason, WalkRules, examine};

fn named(site: &Site, rules: &WalkRules, name: &str) -> Result<String, LeftOutReason> {
    examine(&site.jail(), rules, &path(name)).map(|entry| entry.path.to_string())
}

#[test]
fn git_and_bulk_give_way_to_the_user_but_nothing_else_does() {
    let site = Site::with(&[
        "build/out.txt",
        "bin/tool",
        "node_modules/m/i.js",
        ".env",
        "sub/.ENV",
        "private/key.txt",
        "private/deep/x",
        "db/dump.sql",
        "plain",
    ]);
    site.write(".gitignore", "build/\n");
    site.write(".ignore", "plain\n");
    site.write(".cursorignore", "private/\n!private/deep/x\n");
    let deny = DenyGlobs::new([("db".to_owned(), "user".to_owned())]).unwrap();
    let rules = WalkRules { deny, ..WalkRules::default() };
    for name in ["build/out.txt", "bin/tool", "plain", "sub/../plain"] {
        assert_eq!(named(&site, &rules, name), Ok(path(name).to_string()));
    }
    let never = |pattern: &str| Err(LeftOutReason::NeverSend { pattern: pattern.into() });
    assert_eq!(named(&site, &rules, ".env"), never("*.env"));
    assert_eq!(named(&site, &rules, "sub/../.env"), never("*.env"));
    assert_eq!(named(&site, &rules, "sub/.ENV"), never("*.env"));
    assert_eq!(named(&site, &rules, ".git/config"), never(".git"));
    let bulk = |folder: &str| Err(LeftOutReason::Bulk { folder: folder.into() });
    assert_eq!(named(&site, &rules, "node_modules/m/i.js"), bulk("node_modules/"));
    let strict = WalkRules { lift_bulk: false, ..rules.clone() };
    assert_eq!(named(&site, &strict, "bin/tool"), bulk("bin/"));
    let private = Err(ignored(".cursorignore", 1, "private/"));
    assert_eq!(named(&site, &rules, "private/key.txt"), private);
    assert_eq!(named(&site, &rules, "private/deep/x"), private);
    let denied = LeftOutReason::Denied { pattern: "db".into(), origin: "user".into() };
    assert_eq!(named(&site, &rules, "db/dump.sql"), Err(denied));
}

#[test]
fn a_named_file_is_refused_for_the_reason_that_the_walk_has() {
    let names = [
        "db/.env",
        "db/node_modules/a.js",
        "node_modules/m/.env",
        "node_modules/private/b.js",
        "private/db/x.key",
        "private/.git/config",
        ".ssh/private/c",
        ".plimsoll/db/d",
    ];
    let site = Site::with(&names);
    site.write(".cursorignore", "private/\n");
    let deny = DenyGlobs::new([("**/db".to_owned(), "user".to_owned())]).unwrap();
    let rules = WalkRules { deny, ..WalkRules::default() };
    let tree = site.walk_by(&rules);
    for name in names {
        let left = tree.left_out.iter().find(|left| name.starts_with(&left.path)).unwrap();
        assert_eq!(named(&site, &rules, name), Err(left.reason.clone()), "{name}");
    }
}

#[test]
fn a_link_is_judged_by_its_name_and_by_what_it_leads_to() {
    let site = Site::with(&["real/a.txt", ".env", "private/x"]);
    site.write(".cursorignore", "private/\n");
    site.link("alias", "real/a.txt");
    site.link("folder", "real");
    site.link("to-env", ".env");
    site.link("to-private", "private");
    site.link("x.key", "real/a.txt");
    site.link("out", "../outside");
    site.link("dangling", "nowhere");
    let rules = WalkRules::default();
    assert_eq!(named(&site, &rules, "alias"), Ok("real/a.txt".into()));
    assert_eq!(named(&site, &rules, "folder/a.txt"), Ok("real/a.txt".into()));
    assert!(matches!(named(&site, &rules, "to-env"), Err(LeftOutReason::NeverSend { .. })));
    assert!(matches!(named(&site, &rules, "to-private/x"), Err(LeftOutReason::Ignored { .. })));
    assert!(matches!(named(&site, &rules, "x.key"), Err(LeftOutReason::NeverSend { .. })));
    assert_eq!(named(&site, &rules, "out/secret.txt"), Err(LeftOutReason::OutsideRoot));
    assert_eq!(named(&site, &rules, "dangling"), Err(LeftOutReason::DanglingLink));
}

#[test]
fn what_is_not_there_is_missing_and_a_folder_is_no_file() {
    let site = Site::with(&["Src/Main.rs"]);
    let rules = WalkRules::default();
    for missing in ["nowhere", "src/main.rs", "SRC/Main.rs", "Src/nowhere/x"] {
        assert_eq!(named(&site, &rules, missing), Err(LeftOutReason::Missing), "{missing}");
    }
    assert!(matches!(named(&site, &rules, "Src"), Err(LeftOutReason::Unreadable { .. })));
    assert!(named(&site, &rules, "Src/Main.rs/x").is_err());
}
