//! An index that was brought up to date is the one that is made afresh, whatever has happened in between.

use crate::catalogue::Catalogue;
use crate::facts::{Wanted, outline_key, words_key};
use crate::found::Finder;
use crate::known::KnownFile;
use crate::snapshot::Snapshot;
use crate::{Logging, MemoryStore, Options, UserKey, Workspace};
use plimsoll_core::capsule::PassedOver;
use plimsoll_core::store::{FactKey, NoFacts};
use plimsoll_index::outline::outlined_languages;
use plimsoll_workspace::settings::OutlinedLanguages;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

const ALL: Wanted = Wanted::ALL;

fn open(root: &Path, logging: Logging) -> Workspace {
    let key = Some(UserKey::from_bytes([7; 32]));
    Workspace::open_with(root, Options { key, logging, ..Options::default() }).unwrap()
}

/// Everything that an index answers.
#[derive(Debug, PartialEq, Eq)]
struct Answers {
    fingerprint: String,
    files: Vec<KnownFile>,
    left_out: Vec<PassedOver>,
    /// Words and outline of each file, to the byte.
    facts: Vec<Option<Vec<u8>>>,
}

fn answers(snapshot: Snapshot<'_>) -> Answers {
    let workspace = snapshot.workspace();
    let outlines = snapshot.files.iter().filter_map(|file| Some(outline_key(workspace, file)?.0));
    let words = snapshot.files.iter().map(|file| words_key(workspace, file));
    let keys: Vec<FactKey> = words.chain(outlines).collect();
    let fingerprint = snapshot.fingerprint().to_owned();
    let Snapshot { files, left_out, facts, .. } = snapshot;
    Answers { fingerprint, files, left_out, facts: facts.lookup(&keys) }
}

/// How many files were read, after it was made sure that nothing else differs from a fresh look.
#[track_caller]
fn refresh(root: &Path) -> usize {
    // Times of files go in steps, and what has just been written is read again.
    std::thread::sleep(Duration::from_millis(80));
    let (kept, fresh) = (open(root, Logging::On), open(root, Logging::Off));
    let updated = kept.snapshot(ALL).unwrap();
    let read = updated.fresh;
    let afresh = fresh.snapshot(ALL).unwrap();
    assert_eq!(afresh.fresh, afresh.survey.tree.files.len());
    assert_eq!(answers(updated), answers(afresh));
    read
}

#[expect(clippy::disallowed_types, reason = "git itself is the one that switches branches")]
fn git(root: &Path, arguments: &[&str]) {
    let mut command = std::process::Command::new("git");
    command.current_dir(root).args(["-c", "user.name=x", "-c", "user.email=x@example.org"]);
    let done = command.args(arguments).output().unwrap();
    assert!(done.status.success(), "{done:?}");
}

fn source(name: &str) -> String {
    format!(
        "use std::fmt;\n\n/// Says {name}.\npub fn {name}() -> u32 {{\n    helper({name})\n}}\n"
    )
}

#[test]
fn tidying_leaves_the_facts_of_every_language() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    for (name, text) in [
        ("a.rs", "fn a() {}\n"),
        ("b.py", "def b():\n    pass\n"),
        ("c.go", "package c\n\nfunc C() {}\n"),
        ("d.c", "int d(void) { return 0; }\n"),
    ] {
        fs::write(root.join(name), text).unwrap();
    }
    let workspace = open(root, Logging::On);
    let snapshot = workspace.snapshot(ALL).unwrap();
    let keys = snapshot.files.iter().map(|file| outline_key(&workspace, file).unwrap().0);
    let keys: Vec<FactKey> = keys.collect();
    assert_eq!(snapshot.facts.known(&keys), [true; 4]);
    workspace.tidy(0).unwrap();
    assert_eq!(snapshot.facts.known(&keys), [true; 4]);
}

#[test]
fn only_what_has_changed_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    fs::create_dir_all(root.join("src/deep")).unwrap();
    for name in ["a", "b", "c"] {
        fs::write(root.join(format!("src/{name}.rs")), source(name)).unwrap();
    }
    fs::write(root.join("src/deep/d.toml"), "key = 1\n").unwrap();
    fs::write(root.join("picture"), b"\x89PNG\r\n\x1a\n\0\0\0").unwrap();
    assert_eq!(refresh(root), 5);
    assert_eq!(refresh(root), 0);
    // Of the same length, with its time put back.
    let times = fs::metadata(root.join("src/a.rs")).unwrap().modified().unwrap();
    fs::write(root.join("src/a.rs"), source("z")).unwrap();
    let file = fs::File::options().append(true).open(root.join("src/a.rs")).unwrap();
    file.set_modified(times).unwrap();
    assert_eq!(refresh(root), 1);
    fs::rename(root.join("src/b.rs"), root.join("src/deep/b.rs")).unwrap();
    assert_eq!(refresh(root), 1);
    fs::remove_file(root.join("src/c.rs")).unwrap();
    assert_eq!(refresh(root), 0);
    fs::set_permissions(root.join("src/a.rs"), fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(refresh(root), 1);
    // What is a link today may not be what it was.
    fs::remove_file(root.join("src/a.rs")).unwrap();
    std::os::unix::fs::symlink("deep/b.rs", root.join("src/a.rs")).unwrap();
    assert_eq!(refresh(root), 0);
    // Attributes decide what every file is.
    fs::write(root.join(".gitattributes"), "*.rs linguist-generated\n").unwrap();
    assert_eq!(refresh(root), 4);
    fs::write(root.join(".gitignore"), "deep/\n").unwrap();
    assert_eq!(refresh(root), 1);
}

#[test]
fn branches_share_what_they_have_in_common() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    git(root, &["init", "-q", "-b", "one"]);
    for name in ["a", "b", "c", "d"] {
        fs::write(root.join(format!("{name}.rs")), source(name)).unwrap();
    }
    git(root, &["add", "."]);
    git(root, &["commit", "-qm", "one"]);
    assert_eq!(refresh(root), 4);
    git(root, &["checkout", "-qb", "two"]);
    fs::write(root.join("a.rs"), source("other")).unwrap();
    git(root, &["commit", "-qam", "two"]);
    assert_eq!(refresh(root), 1);
    git(root, &["checkout", "-q", "one"]);
    assert_eq!(refresh(root), 1);
}

/// A token for tests, with its checksum.
const TOKEN: &str = "ghp_ByReQMsm9Wcz7uW9XFOGOeMVNen5n1Ae6pWz";

#[test]
fn a_secret_name_is_remembered_and_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let secret = root.join(format!("{TOKEN}.txt"));
    fs::write(&secret, "a\n").unwrap();
    fs::hard_link(&secret, root.join("plain.txt")).unwrap();
    assert_eq!(refresh(root), 2);
    assert_eq!(refresh(root), 0);
    let workspace = open(root, Logging::On);
    let snapshot = workspace.snapshot(ALL).unwrap();
    let [left_out] = snapshot.left_out.as_slice() else { panic!("{:?}", snapshot.left_out) };
    assert_eq!((left_out.reason.as_str(), left_out.path.contains(TOKEN)), ("secret_risk", false));
    for file in fs::read_dir(workspace.state().unwrap().folder()).unwrap() {
        let bytes = fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(TOKEN.len()).any(|some| some == TOKEN.as_bytes()));
    }
    fs::rename(&secret, root.join("other.txt")).unwrap();
    assert_eq!(refresh(root), 2);
    assert_eq!(refresh(root), 0);
}

/// A few steps of every kind, in an order that looks random and is the same each time.
#[test]
fn random_edits_leave_the_index_as_a_fresh_one() {
    let mut random = 20_261_116_u64;
    let mut next = |below: usize| {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(random >> 33).unwrap() % below
    };
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    for step in 0..25 {
        for _ in 0..=next(3) {
            let name = |n: usize| root.join(["", "x/", "x/y/"][n % 3]).join(format!("f{n}.rs"));
            let (one, other) = (name(next(9)), name(next(9)));
            fs::create_dir_all(root.join("x/y")).unwrap();
            match next(6) {
                0 | 1 => fs::write(&one, source(&format!("f{step}"))).unwrap(),
                2 if one.exists() => fs::rename(&one, &other).unwrap(),
                3 if one.exists() => fs::remove_file(&one).unwrap(),
                4 if one.exists() => {
                    let mode = [0o600, 0o644, 0o755][next(3)];
                    fs::set_permissions(&one, fs::Permissions::from_mode(mode)).unwrap();
                }
                _ => fs::write(&one, [0, 159, 146, 150]).unwrap(),
            }
        }
        refresh(root);
    }
}

#[test]
fn broken_facts_are_made_again_with_a_notice() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    fs::write(root.join("a.rs"), source("a")).unwrap();
    assert_eq!(refresh(root), 1);
    let workspace = open(root, Logging::On);
    let snapshot = workspace.snapshot(ALL).unwrap();
    assert_eq!((snapshot.fresh, snapshot.last_notices()), (0, Vec::new()));
    let (outline, _) = outline_key(&workspace, &snapshot.files[0]).unwrap();
    let facts = workspace.facts();
    facts.keep(&[(outline, vec![9, 9, 9])]);
    let outlines = snapshot.outlines(&[&snapshot.files[0]]).unwrap();
    assert_eq!(outlines[0].as_ref().unwrap().definitions[0].name, "a");
    assert!(snapshot.last_notices()[0].contains("1 fact was"));
    let (catalogue, _) = Catalogue::open(&snapshot.survey, facts.as_ref(), ALL).unwrap();
    facts.keep(&[(catalogue.key(""), vec![1, 2, 3])]);
    let again = workspace.snapshot(ALL).unwrap();
    assert_eq!(again.fresh, 1);
    assert_eq!(again.last_notices().len(), 1);
    assert_eq!(refresh(root), 0);
}

#[test]
fn facts_that_cannot_be_kept_are_known_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    fs::write(root.join("a.rs"), source("harbour")).unwrap();
    let workspace = open(root, Logging::On);
    let mut snapshot = workspace.snapshot(Wanted::NOTHING).unwrap();
    snapshot.facts = Box::new(NoFacts);
    let outlines = snapshot.outlines(&[&snapshot.files[0]]).unwrap();
    assert_eq!(outlines[0].as_ref().unwrap().definitions[0].name, "harbour");
    let found = Finder::new(&snapshot, "the harbour").unwrap().best(1_000, |_| true).unwrap();
    assert_eq!(found.files.len(), 1);
}

#[test]
fn a_file_that_changes_under_the_hand_is_not_shown_as_something_else() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    fs::write(root.join("a.rs"), source("a")).unwrap();
    let workspace = open(root, Logging::On);
    let snapshot = workspace.snapshot(ALL).unwrap();
    fs::write(root.join("a.rs"), source("b")).unwrap();
    let opened = snapshot.open(&snapshot.files[0]);
    assert_eq!(opened.unwrap_err(), crate::known::CHANGED);
}

#[test]
fn settings_know_every_language_that_has_outlines() {
    let known: Vec<&str> = OutlinedLanguages::known().collect();
    assert_eq!(known, outlined_languages().collect::<Vec<_>>());
}

#[test]
fn languages_that_are_switched_on_later_are_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    fs::write(root.join("a.rs"), source("a")).unwrap();
    fs::write(root.join("b.py"), "def b():\n    pass\n").unwrap();
    std::thread::sleep(Duration::from_millis(80));
    let open = |languages: &str| {
        let key = Some(UserKey::from_bytes([7; 32]));
        let flags = vec![("--index.languages".to_owned(), languages.to_owned())];
        Workspace::open_with(root, Options { key, flags, ..Options::default() }).unwrap()
    };
    let index = |languages: &str| {
        let report = open(languages).index().unwrap();
        (
            report.read,
            report.outlined.into_keys().collect(),
            report.switched_off.into_keys().collect(),
        )
    };
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    assert_eq!(index("rust"), (2, names(&["rust"]), names(&["python"])));
    assert_eq!(index("rust").0, 0);
    assert_eq!(index("all"), (2, names(&["python", "rust"]), names(&[])));
    let workspace = open("all");
    let snapshot = workspace.snapshot(ALL).unwrap();
    assert_eq!(snapshot.fresh, 0);
    let keys = snapshot.files.iter().map(|file| outline_key(&workspace, file).unwrap().0);
    let keys: Vec<FactKey> = keys.collect();
    assert!(snapshot.facts.known(&keys).iter().all(|known| *known));
    assert_eq!(open("all").symbols("b").unwrap()[0].path, "b.py");
    assert!(open("rust").symbols("b").is_err() && open("rust").outline("b.py").is_err());
}

/// What a revision reads, after it was made sure that it looks like one that nothing is known of.
fn read_of_revision(root: &Path, rev: &str, facts: &Arc<MemoryStore>) -> usize {
    let open = |facts: Option<Arc<MemoryStore>>| {
        let options = Options {
            rev: Some(rev.to_owned()),
            logging: Logging::Off,
            facts: facts.map(|facts| facts as _),
            ..Options::default()
        };
        Workspace::open_with(root, options).unwrap()
    };
    let (sharing, alone) = (open(Some(Arc::clone(facts))), open(None));
    let shared = sharing.snapshot(ALL).unwrap();
    let read = shared.fresh;
    assert_eq!(answers(shared), answers(alone.snapshot(ALL).unwrap()));
    read
}

#[test]
fn a_second_revision_reads_only_what_differs() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    fs::create_dir_all(root.join("src/deep")).unwrap();
    for name in ["a", "b", "deep/c"] {
        fs::write(root.join(format!("src/{name}.rs")), source("f")).unwrap();
    }
    git(root, &["init", "-q"]);
    git(root, &["add", "-A"]);
    git(root, &["commit", "-qm", "one"]);
    fs::write(root.join("src/b.rs"), source("other")).unwrap();
    fs::write(root.join("d.rs"), source("d")).unwrap();
    git(root, &["add", "-A"]);
    git(root, &["commit", "-qm", "two"]);
    let facts = Arc::new(MemoryStore::new());
    assert_eq!(read_of_revision(root, "HEAD~1", &facts), 3);
    assert_eq!(read_of_revision(root, "HEAD~1", &facts), 0);
    assert_eq!(read_of_revision(root, "HEAD", &facts), 2);
    assert_eq!(read_of_revision(root, "HEAD~1", &facts), 1);
}
