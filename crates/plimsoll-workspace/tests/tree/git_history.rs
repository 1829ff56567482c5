//! History against what git itself tells, on histories made at random.

use crate::git::{changes_at, open};
use crate::site::{Site, path};
use plimsoll_core::progress::Quiet;
use plimsoll_workspace::{
    Age, Commit, EditedBy, FileStep, History, HistoryBounds, HistoryError, PathChangeKind, Reach,
    recent_edits,
};
use proptest::prelude::*;
use std::io::Write;
use std::process::Stdio;

pub(crate) fn history(site: &Site) -> History {
    open(&site.root()).history(HistoryBounds::default(), &Quiet).unwrap()
}

/// Feeds a stream to `git fast-import`, which makes commits much faster than git's commands do.
pub(crate) fn import(site: &Site, stream: &[u8]) {
    let mut git = site.git_command(&["fast-import", "--quiet", "--force"]);
    let mut child = git.stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(stream).unwrap();
    assert!(child.wait().unwrap().success());
}

/// A commit in the language of fast-import.
pub(crate) fn commit(branch: &str, time: i64, message: &str, rest: &str) -> String {
    let bytes = message.len();
    format!(
        "commit refs/heads/{branch}\ncommitter A <a@example.org> {time} +0100\n\
         data {bytes}\n{message}\n{rest}\n"
    )
}

const PATHS: &[&str] = &["a", "a/b", "a/b/c", "a.x", "d", "d/e", "e/f", "e/g", "é", "sub"];
const MODES: &[&str] = &["100644", "100755", "120000", "160000"];

#[derive(Debug, Clone)]
struct Step {
    edits: Vec<(usize, usize, u8)>,
    is_merge: bool,
}

fn step() -> impl Strategy<Value = Step> {
    let edit = (0..PATHS.len(), 0..MODES.len() + 2, 0..3_u8);
    (prop::collection::vec(edit, 0..4), prop::bool::weighted(0.2))
        .prop_map(|(edits, is_merge)| Step { edits, is_merge })
}

/// The edits of a step: a mode to write with, or a deletion.
fn edits(step: &Step, id_bytes: usize) -> String {
    let line = |&(file, mode, text): &(usize, usize, u8)| {
        let name = PATHS[file];
        match MODES.get(mode) {
            Some(&"160000") => format!("M 160000 {} {name}\n", format!("{text}1").repeat(id_bytes)),
            Some(mode) => format!("M {mode} inline {name}\ndata 1\n{text}\n"),
            None => format!("D {name}\n"),
        }
    };
    step.edits.iter().map(line).collect()
}

/// `A`, `M`, `D` and path for each file that git says a commit changed, without submodules.
fn told_by_git(site: &Site, commit: &Commit) -> Vec<(PathChangeKind, String)> {
    let empty = site.git(&["hash-object", "-t", "tree", "/dev/null"]);
    let parent = site.git(&["rev-list", "--parents", "-1", &commit.id]);
    let parent = parent.split_whitespace().nth(1).unwrap_or(empty.trim()).to_owned();
    let raw = site.git(&["diff-tree", "-r", "-z", "--no-renames", "--raw", &parent, &commit.id]);
    let mut fields = raw.split('\0');
    let mut told = Vec::new();
    while let (Some(about), Some(name)) = (fields.next().filter(|f| !f.is_empty()), fields.next()) {
        let modes: Vec<&str> = about.trim_start_matches(':').split(' ').take(2).collect();
        let is_file = |mode: &str| mode.starts_with("10") || mode.starts_with("12");
        let kind = match (is_file(modes[0]), is_file(modes[1])) {
            (true, true) => PathChangeKind::Modified,
            (true, false) => PathChangeKind::Deleted,
            (false, true) => PathChangeKind::Added,
            (false, false) => continue,
        };
        told.push((kind, name.to_owned()));
    }
    told.sort_by(|(_, a), (_, b)| a.cmp(b));
    told
}

/// What git says that a commit made of a file.
fn step_by_git(site: &Site, commit: &str, path: &str) -> Option<FileStep> {
    let text = |revision: &str| {
        let entry = site.git_command(&["ls-tree", revision, path]).output().unwrap().stdout;
        entry.starts_with(b"100").then(|| {
            let name = format!("{revision}:{path}");
            site.git_command(&["cat-file", "blob", &name]).output().unwrap().stdout
        })
    };
    let after = text(commit)?;
    Some(FileStep { before: text(&format!("{commit}^1")).unwrap_or_default(), after })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 12,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_commit_is_told_as_git_tells_it(
        steps in prop::collection::vec(step(), 1..8), packed: bool, sha256: bool,
    ) {
        let site = Site::new();
        site.git(&["init", "-q", if sha256 { "--object-format=sha256" } else { "--object-format=sha1" }]);
        let mut stream = String::new();
        for (number, step) in (0..).zip(&steps) {
            let mut rest = edits(step, if sha256 { 32 } else { 20 });
            if step.is_merge && number > 0 {
                let aside = "from refs/heads/main\nM 100644 inline aside\ndata 1\nx\n";
                stream += &commit("side", 900 + number, "aside", aside);
                rest = format!("merge refs/heads/side\n{rest}");
            }
            stream += &commit("main", 1_000 + number, &format!("step {number}\n\nbody"), &rest);
        }
        import(&site, stream.as_bytes());
        if packed {
            site.git(&["gc", "-q"]);
        }
        let found = history(&site);
        prop_assert_eq!(&found.reach, &Reach::Complete);
        let ids: String = found.commits.iter().map(|commit| format!("{}\n", commit.id)).collect();
        prop_assert_eq!(ids, site.git(&["rev-list", "--first-parent", "HEAD"]));
        let git = open(&site.root());
        let versions = git.versions(u64::MAX);
        for commit in &found.commits {
            let told = told_by_git(&site, commit);
            let paths: Vec<(PathChangeKind, String)> =
                commit.paths.iter().map(|p| (p.kind, p.path.to_string())).collect();
            prop_assert_eq!(paths, told);
            let facts = site.git(&["show", "-s", "--format=%ct %P%n%B", &commit.id]);
            let (line, message) = facts.split_once('\n').unwrap();
            let words: Vec<&str> = line.split_whitespace().collect();
            prop_assert_eq!(commit.committed_ms, Some(words[0].parse::<i64>().unwrap() * 1_000));
            prop_assert_eq!(commit.parents, words.len() - 1);
            prop_assert_eq!(commit.message.as_str(), message.trim_end());
            for change in &commit.paths {
                let path = change.path.as_str();
                let step = versions.step(&commit.id, path);
                prop_assert_eq!(step, step_by_git(&site, &commit.id, path), "{}", path);
            }
        }
        let newest = open(&site.root()).newest_commits(usize::MAX, &Quiet).unwrap();
        let told: String =
            newest.iter().map(|one| format!("{} {} {}\n", one.id, one.parent, one.author)).collect();
        let format = "--format=%H %P %an <%ae>";
        let one_parent = ["log", "--min-parents=1", "--max-parents=1", format];
        prop_assert_eq!(told, site.git(&one_parent));
    }
}

#[test]
fn the_newest_commits_come_from_all_branches_by_time() {
    let site = Site::new();
    site.git(&["init", "-q"]);
    let edit = |name: &str| format!("M 100644 inline {name}\ndata 1\nx");
    let mut stream = commit("main", 1_000, "first", &edit("first"));
    for number in 0..5 {
        let from = if number == 0 { "from refs/heads/main\n" } else { "" };
        stream += &commit(
            "side",
            1_010 + 7 * number,
            "aside",
            &format!("{from}{}", edit(&format!("s{number}"))),
        );
    }
    for number in 0..5 {
        stream += &commit("main", 1_008 + 5 * number, "ahead", &edit(&format!("m{number}")));
    }
    stream += &commit("main", 1_100, "merge", "merge refs/heads/side\n");
    import(&site, stream.as_bytes());
    let newest = open(&site.root()).newest_commits(7, &Quiet).unwrap();
    let ids: String = newest.iter().map(|one| format!("{}\n", one.id)).collect();
    assert_eq!(ids, site.git(&["log", "--no-merges", "-7", "--format=%H"]));
    assert!(newest.iter().any(|one| one.message == "aside"));
    let changed = open(&site.root()).changed_by(&newest[0]).unwrap();
    assert_eq!(changed.len(), 1, "{changed:?}");
    assert_eq!(changed[0].kind, PathChangeKind::Added);
}

#[test]
fn a_step_is_not_told_of_what_is_no_file_or_too_large() {
    let site = Site::new();
    site.git(&["init", "-q"]);
    site.write("folder/file", "one\n");
    site.write("large", "x".repeat(600 * 1024));
    site.commit_all();
    let git = open(&site.root());
    let head = site.git(&["rev-parse", "HEAD"]);
    let step = |path: &str| git.versions(u64::MAX).step(head.trim(), path);
    let file = FileStep { before: Vec::new(), after: b"one\n".to_vec() };
    assert_eq!(step("folder/file"), Some(file));
    for path in ["folder", "folder/file/x", "folder/other", "", "large"] {
        assert_eq!(step(path), None, "{path:?}");
    }
    assert_eq!(git.versions(u64::MAX).step("no id", "large"), None);
    assert_eq!(git.versions(3).step(head.trim(), "folder/file"), None, "the bound");
}

/// Commits with one file each, `n0` in the first one.
fn line_of_commits(count: i64) -> Site {
    let site = Site::new();
    site.git(&["init", "-q"]);
    let commits = (0..count).map(|n| {
        commit(
            "main",
            1_000 + n,
            &format!("commit {n}"),
            &format!("M 100644 inline n{n}\ndata 1\nx"),
        )
    });
    import(&site, commits.collect::<String>().as_bytes());
    site.git(&["reset", "-q", "--hard"]);
    site
}

#[test]
fn the_window_ends_where_it_is_told_to() {
    let site = line_of_commits(30);
    let git = open(&site.root());
    let of = |bounds| git.history(bounds, &Quiet).unwrap();
    let all = of(HistoryBounds::default());
    assert_eq!((all.commits.len(), &all.reach, all.notice()), (30, &Reach::Complete, None));
    let ten = of(HistoryBounds { commits: 10, ..HistoryBounds::default() });
    assert_eq!((ten.commits.len(), &ten.reach, ten.notice()), (10, &Reach::Window, None));
    assert_eq!(ten.commits, all.commits[..10]);
    let exactly = of(HistoryBounds { commits: 30, ..HistoryBounds::default() });
    assert_eq!(exactly.reach, Reach::Complete);
    for bounds in [
        HistoryBounds { path_bytes: 20, ..HistoryBounds::default() },
        HistoryBounds { object_bytes: 20_000, ..HistoryBounds::default() },
    ] {
        let some = of(bounds);
        assert_eq!(some.reach, Reach::Bounded);
        assert!((1..30).contains(&some.commits.len()), "{}", some.commits.len());
        assert_eq!(some.commits, all.commits[..some.commits.len()]);
        assert!(some.notice().unwrap().contains("too large to be read"));
    }
    // The same without the objects that were packed together.
    site.git(&["gc", "-q"]);
    let bounds = HistoryBounds { object_bytes: 20_000, ..HistoryBounds::default() };
    assert_eq!(open(&site.root()).history(bounds, &Quiet).unwrap(), of(bounds));
}

#[test]
fn a_history_can_start_anywhere() {
    let site = line_of_commits(5);
    let git = open(&site.root());
    let all = history(&site);
    let older = git.history_from(&all.commits[2].id, HistoryBounds::default(), &Quiet).unwrap();
    assert_eq!(older.commits, all.commits[2..]);
    let tree = site.git(&["rev-parse", "HEAD^{tree}"]);
    for wrong in ["HEAD", "", "0", &"0".repeat(40), &"0".repeat(64), tree.trim(), "\u{1b}"] {
        let error = git.history_from(wrong, HistoryBounds::default(), &Quiet).unwrap_err();
        assert!(matches!(&error, HistoryError::NoSuchCommit { id } if id == wrong));
        assert!(!error.to_string().contains('\u{1b}'));
    }
    site.git(&["checkout", "-q", "--detach", "HEAD~2"]);
    assert_eq!(history(&site).commits, all.commits[2..]);
}

#[test]
fn the_digest_is_over_the_commits_and_nothing_else() {
    let site = line_of_commits(4);
    let before = history(&site);
    site.write("n0", "changed");
    site.git(&["gc", "-q"]);
    assert_eq!(history(&site).digest(), before.digest());
    let fewer = HistoryBounds { commits: 3, ..HistoryBounds::default() };
    let fewer = open(&site.root()).history(fewer, &Quiet).unwrap();
    assert_ne!(fewer.digest(), before.digest());
    site.commit_all();
    assert_ne!(history(&site).digest(), before.digest());
}

#[test]
fn messages_are_text_whatever_they_were_written_in() {
    let site = Site::new();
    site.git(&["init", "-q"]);
    let mut stream = Vec::new();
    let mut add = |encoding: &str, message: &[u8]| {
        let head = "commit refs/heads/main\ncommitter A <a@example.org> 1000 +0000\n";
        stream.extend_from_slice(head.as_bytes());
        if !encoding.is_empty() {
            stream.extend_from_slice(format!("encoding {encoding}\n").as_bytes());
        }
        stream.extend_from_slice(format!("data {}\n", message.len()).as_bytes());
        stream.extend_from_slice(message);
        stream.push(b'\n');
    };
    add("", "Größe\n\n".as_bytes());
    add("ISO-8859-1", b"Gr\xF6\xDFe");
    add("Shift_JIS", b"\x93\xFA\x96{");
    add("no-such-thing", "Größe".as_bytes());
    add("", b"Gr\xF6\xDFe");
    add("", "x".repeat(9_000).as_bytes());
    add("", "é".repeat(5_000).as_bytes());
    add("", format!("subject\n\n{}", "word ".repeat(3_000)).as_bytes());
    import(&site, &stream);
    let found = history(&site);
    let texts: Vec<&str> = found.commits.iter().rev().map(|c| c.message.as_str()).collect();
    assert_eq!(texts[..5], ["Größe", "Größe", "日本", "Größe", "Gr\u{FFFD}\u{FFFD}e"]);
    assert_eq!(texts[5].len(), 8 * 1024);
    assert!(texts[6].chars().all(|c| c == 'é') && texts[6].len() > 8_000);
    assert_eq!(texts[7], "subject");
    let cut: Vec<bool> = found.commits.iter().rev().map(|c| c.message_is_cut).collect();
    assert_eq!(cut, [false, false, false, false, false, true, true, true]);
}

#[test]
fn a_file_is_as_old_as_the_newest_commit_that_touched_it() {
    let site = line_of_commits(6);
    site.git(&["rm", "-q", "n3"]);
    site.write("n1", "again");
    site.commit_all();
    let newest_ms = 1_577_836_800_000;
    let all = history(&site);
    let ages = all.ages();
    assert_eq!(ages.of("n1"), Age::Committed { at_ms: newest_ms });
    assert_eq!(ages.of("n0"), Age::Committed { at_ms: 1_000_000 });
    assert_eq!(ages.of("n3"), Age::Unknown);
    assert_eq!(ages.of("never"), Age::Unknown);
    let two = HistoryBounds { commits: 2, ..HistoryBounds::default() };
    let two = open(&site.root()).history(two, &Quiet).unwrap();
    assert_eq!(two.ages().of("n0"), Age::Older);
    assert_eq!(two.ages().of("n5"), Age::Committed { at_ms: 1_005_000 });
}

#[test]
fn a_history_ends_where_commits_are_too_old_and_says_what_stood_before() {
    let site = line_of_commits(6);
    let since = |since_ms| {
        let bounds = HistoryBounds { since_ms: Some(since_ms), ..HistoryBounds::default() };
        open(&site.root()).history(bounds, &Quiet).unwrap()
    };
    let all = history(&site);
    let times: Vec<_> = all.commits.iter().map(|commit| commit.committed_ms.unwrap()).collect();
    assert_eq!(times, [1_005_000, 1_004_000, 1_003_000, 1_002_000, 1_001_000, 1_000_000]);
    assert_eq!((&all.reach, &all.before), (&Reach::Complete, &None));
    let new = since(1_004_000);
    assert_eq!(new.commits, all.commits[..2]);
    assert_eq!((&new.reach, new.before.as_ref()), (&Reach::Window, Some(&all.commits[2].id)));
    assert_eq!(since(1_005_001).commits, []);
    assert_eq!(since(0), all);
    let two = HistoryBounds { commits: 2, ..HistoryBounds::default() };
    let two = open(&site.root()).history(two, &Quiet).unwrap();
    assert_eq!(two.before.as_ref(), Some(&all.commits[2].id));
}

#[test]
fn recent_edits_are_what_is_changed_and_then_what_was_committed() {
    let site = line_of_commits(5);
    let set_time = |name: &str, seconds: u64| {
        let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
        let file = std::fs::File::options().write(true).open(site.at(name)).unwrap();
        file.set_modified(time).unwrap();
    };
    site.write("n0", "edited");
    site.write("new", "new");
    set_time("n0", 7_000);
    set_time("new", 8_000);
    std::fs::remove_file(site.at("n4")).unwrap();
    let (tree, changes) = (site.walk(), changes_at(&site.root(), 1_000));
    let edits = recent_edits(&history(&site), &changes, &tree);
    let told: Vec<(&str, Option<i64>, bool)> = edits
        .iter()
        .map(|edit| (edit.path.as_str(), edit.at_ms, edit.by == EditedBy::WorkingTree))
        .collect();
    assert_eq!(
        told,
        [
            ("new", Some(8_000_000), true),
            ("n0", Some(7_000_000), true),
            ("n3", Some(1_003_000), false),
            ("n2", Some(1_002_000), false),
            ("n1", Some(1_001_000), false),
        ]
    );
    let id = history(&site).commits[1].id.clone();
    assert_eq!((&edits[2].path, &edits[2].by), (&path("n3"), &EditedBy::Commit { id }));
}
