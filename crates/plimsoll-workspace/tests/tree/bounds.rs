//! Depth, width, and the bounds on both.

use crate::site::{Site, files, path, reason};
use plimsoll_core::progress::{Progress, Quiet};
use plimsoll_workspace::{LeftOutReason, WalkError, WalkRules, read_text, walk};
use std::fs;
use std::path::PathBuf;

#[test]
fn a_thousand_folders_deep() {
    let site = Site::new();
    // Built step by step, since the whole is longer than one path may be.
    let name = "folder";
    let depth = 1_000;
    let jail =
        cap_std::fs::Dir::open_ambient_dir(site.root(), cap_std::ambient_authority()).unwrap();
    let mut folder = jail;
    for _ in 0..depth {
        folder.create_dir(name).unwrap();
        folder.write("beside.txt", "x").unwrap();
        folder = folder.open_dir(name).unwrap();
    }
    folder.write("deep.txt", "down here").unwrap();
    let tree = site.walk();
    assert_eq!(tree.files.len(), depth + 1);
    let deep = tree.files.iter().find(|file| file.path.file_name() == "deep.txt").unwrap();
    assert_eq!(read_text(&site.jail(), deep, 100).unwrap().text, "down here");

    let rules = WalkRules { max_depth: 3, ..WalkRules::default() };
    let tree = site.walk_by(&rules);
    assert_eq!(tree.files.len(), 4);
    assert_eq!(reason(&tree, "folder/folder/folder/folder/"), &LeftOutReason::TooDeep);
}

#[test]
fn a_hundred_thousand_entries_in_a_folder() {
    let site = Site::new();
    fs::create_dir(site.at("wide")).unwrap();
    for n in 0..100_000 {
        fs::write(site.at("wide").join(format!("{n}.txt")), "").unwrap();
    }
    site.write(".gitignore", "wide/*7.txt\n");
    let tree = site.walk();
    assert_eq!(tree.files.len(), 90_001);
    assert!(tree.files.is_sorted_by(|a, b| a.path < b.path));
    assert!(tree.left_out.is_sorted());

    let small = WalkRules { max_folder_entries: 1_000, ..WalkRules::default() };
    let error = walk(&site.jail(), &small, &Quiet).unwrap_err();
    assert!(error.to_string().contains("`wide/` has more than 1,000 entries"), "{error}");
    let small = WalkRules { max_entries: 1_000, ..WalkRules::default() };
    let error = walk(&site.jail(), &small, &Quiet).unwrap_err();
    assert!(matches!(error, WalkError::TreeTooLarge { limit: 1_000 }));
}

#[test]
fn many_folders_side_by_side_below_a_deep_one() {
    let site = Site::new();
    let deep: PathBuf = std::iter::repeat_n("d", 100).collect();
    for n in 0..50 {
        fs::create_dir_all(site.root().join(&deep).join(format!("{n}/x"))).unwrap();
        fs::write(site.root().join(&deep).join(format!("{n}/x/f")), "").unwrap();
    }
    for (n, folder) in deep.ancestors().enumerate() {
        fs::create_dir_all(site.root().join(folder).join("z")).unwrap();
        fs::write(site.root().join(folder).join(format!("z/{n}")), "").unwrap();
    }
    assert_eq!(site.walk().files.len(), 50 + 101);
}

struct Stopped;
impl Progress for Stopped {
    fn begin(&self, _stage: &'static str, _total: Option<u64>) {}
    fn advance(&self, _steps: u64) {}
    fn cancelled(&self) -> bool {
        true
    }
}

#[test]
fn a_walk_can_be_interrupted() {
    let site = Site::with(&["a"]);
    let stopped = walk(&site.jail(), &WalkRules::default(), &Stopped);
    assert!(matches!(stopped, Err(WalkError::Cancelled(_))));
}

#[test]
fn the_root_s_place_and_name_change_nothing() {
    let (one, other) = (Site::with(&["a/b", "c", ".env"]), Site::new());
    for file in ["c", ".env", "a/b"] {
        other.write(file, file);
    }
    fs::rename(other.root(), other.outside().join("elsewhere")).unwrap();
    let jail = plimsoll_workspace::Jail::open(&other.outside().join("elsewhere")).unwrap();
    let moved = walk(&jail, &WalkRules::default(), &Quiet).unwrap();
    let tree = one.walk();
    assert_eq!(files(&tree), files(&moved));
    assert_eq!(tree.left_out, moved.left_out);
    assert!(tree.file("c").is_some() && tree.file(path("a").as_str()).is_none());
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let site = Site::with(&["a", "a-b/x", "a0b", "z", "packages/p/q"]);
    for n in 0..150 {
        for file in ["one", "two.log", "bin/tool", "deep/er/three", ".env", "bin-x", "bin.txt"] {
            site.write(&format!("d{}/e{n}/{file}", n % 3), "x");
        }
        site.link(&format!("d1/e{n}/link"), "../../a");
    }
    site.write(".gitignore", "*.log\n");
    site.write("d2/.ignore", "deep/\n[\n");
    site.write("d0/e3/.gitignore", "!two.log\n[\n");
    let one = site.walk();
    assert!(one.files.is_sorted_by(|a, b| a.path < b.path) && one.left_out.is_sorted());
    assert_eq!(one.notices.len(), 3, "{:?}", one.notices);
    for threads in [2, 3, 16, 1_000] {
        let tree = site.walk_by(&WalkRules { threads, ..WalkRules::default() });
        assert_eq!(tree, one, "{threads}");
    }
    let rules = WalkRules { threads: 4, max_entries: 700, ..WalkRules::default() };
    let error = walk(&site.jail(), &rules, &Quiet).unwrap_err();
    assert!(matches!(error, WalkError::TreeTooLarge { limit: 700 }));
}

/// So many bytes of patterns, each of which becomes a regular expression.
fn costly_patterns(bytes: usize) -> String {
    let lines = (0..).map(|n| format!("{}{n}\n", "*a".repeat(60)));
    lines
        .scan(0, |sum, line| {
            *sum += line.len();
            (*sum <= bytes).then_some(line)
        })
        .collect()
}

#[test]
fn patterns_that_cost_too_much_are_not_taken() {
    let site = Site::with(&["a", "below/b", "other/c"]);
    site.write(".gitignore", costly_patterns(760_000) + "a\n");
    let tree = site.walk();
    assert!(files(&tree).contains(&"a"));
    assert_eq!(tree.notices.len(), 1, "{:?}", tree.notices);
    assert!(tree.notices[0].contains("`.gitignore` has patterns that are too complex together"));

    // What a folder has counts with what lies above it, and not with its neighbours.
    site.write(".gitignore", costly_patterns(40_000) + "a\n");
    for folder in ["below", "other"] {
        site.write(&format!("{folder}/.gitignore"), costly_patterns(20_000) + "?\n");
    }
    assert_eq!(files(&site.walk()), [".gitignore", "below/.gitignore", "other/.gitignore"]);
    site.write("below/.aiignore", costly_patterns(10_000) + "b\n");
    let tree = site.walk();
    assert!(
        matches!(reason(&tree, "below/b"), LeftOutReason::Ignored { file, .. } if file == "below/.aiignore")
    );
    assert!(tree.notices[0].starts_with("`below/.gitignore` has patterns"), "{:?}", tree.notices);
    site.write("below/.aiignore", costly_patterns(30_000));
    for threads in [1, 3] {
        let tree = site.walk_by(&WalkRules { threads, ..WalkRules::default() });
        assert_eq!(files(&tree), [".gitignore", "other/.gitignore"]);
        assert!(
            tree.notices[0].starts_with("`below/.aiignore` has patterns"),
            "{:?}",
            tree.notices
        );
    }
    let named = plimsoll_workspace::examine(&site.jail(), &WalkRules::default(), &path("below/b"));
    assert!(matches!(named, Err(LeftOutReason::Ignored { line: 0, .. })), "{named:?}");
}

/// Long lists of plain names and paths cost little.
#[test]
fn plain_patterns_may_be_very_many() {
    let site = Site::with(&["a", "f77", "d/f78"]);
    let lines: String = (0..30_000).map(|n| format!("f{n}\n/d/f{n}\n")).collect();
    site.write(".gitignore", lines);
    let tree = site.walk();
    assert_eq!(files(&tree), [".gitignore", "a"]);
    assert!(tree.notices.is_empty(), "{:?}", tree.notices);
}
