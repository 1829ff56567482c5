use super::archive::package_version;
use super::*;
use crate::command::{answers, program};
use std::ffi::OsStr;
use tempfile::TempDir as Folder;

/// An archive of one folder, and its sha256.
fn pack(folder: &Path, name: &str) -> String {
    let tree = folder.join("made").join("tree-1");
    fs::create_dir_all(tree.join("src")).unwrap();
    fs::write(tree.join("src/a.py"), "a = 1\n").unwrap();
    fs::write(tree.join(".gitignore"), "*.o\n/*\n!/debian/\n").unwrap();
    fs::write(tree.join("x.o"), "ignored, and committed all the same\n").unwrap();
    let (file, made) = (folder.join(name), folder.join("made"));
    let (file_name, made) = (file.to_string_lossy(), made.to_string_lossy());
    let arguments = ["--create", "--gzip", "--file", &*file_name, "--directory", &*made, "tree-1"];
    assert!(answers(program(OsStr::new("tar"), folder, &arguments)));
    plimsoll_core::seal::hex(&plimsoll_core::seal::sha256(&fs::read(file).unwrap()))
}

fn corpus(sha256: String) -> Corpus {
    let release = Release::Python { version: "1", sha256: sha256.leak() };
    Corpus { name: "small", package: "small", release }
}

#[test]
fn a_corpus_is_made_once_and_its_commit_is_the_same_everywhere() {
    let lines = ["here", "elsewhere"].map(|name| {
        let folder = Folder::with_prefix(name).unwrap();
        let archives = folder.path().join("archives");
        fs::create_dir_all(&archives).unwrap();
        let corpus = corpus(pack(&archives, "small-1.tar.gz"));
        let made = bring(folder.path(), &corpus).unwrap();
        let tree = folder.path().join("small");
        assert_eq!(fs::read_to_string(tree.join(".gitignore")).unwrap(), "*.o\n");
        assert!(capture(git(&tree, &["status", "--porcelain"])).unwrap().is_empty());
        assert!(!folder.path().join("small.making").exists());
        fs::write(tree.join("src/a.py"), "mine\n").unwrap();
        let again = bring(folder.path(), &corpus).unwrap();
        assert_eq!(again, made.replace("made", "was there"));
        assert_eq!(fs::read_to_string(tree.join("src/a.py")).unwrap(), "mine\n");
        made
    });
    assert_eq!(lines[0], lines[1]);
    assert!(lines[0].starts_with("small          3 files  small 1, commit "), "{}", lines[0]);
}

#[test]
fn what_is_not_what_it_has_to_be_is_not_unpacked() {
    let folder = Folder::new().unwrap();
    let archives = folder.path().join("archives");
    fs::create_dir_all(&archives).unwrap();
    pack(&archives, "small-1.tar.gz");
    let failure = bring(folder.path(), &corpus("0".repeat(64))).unwrap_err().to_string();
    assert!(failure.contains("has the sha256 ") && failure.ends_with("remove it."), "{failure}");
    assert!(!folder.path().join("small").exists());
    fs::create_dir(folder.path().join("small")).unwrap();
    let failure = bring(folder.path(), &corpus("0".repeat(64))).unwrap_err().to_string();
    assert!(failure.contains("was not made by this"), "{failure}");
}

#[test]
fn only_the_rules_of_the_packaging_are_taken_away() {
    assert_eq!(without_packaging("*.o\n#\n/*\n!/debian/\nx\n"), "*.o\n#\nx\n");
    assert_eq!(without_packaging("/*\n!/src/"), "/*\n!/src/");
}

#[test]
fn names_of_packages_have_their_version() {
    let version = |name| package_version(name, "linux-source-6.1");
    assert_eq!(version("linux-source-6.1_6.1.190-1_all.deb").as_deref(), Some("6.1.190-1"));
    assert_eq!(version("linux-source-6.1_1%3a2_all.deb").as_deref(), Some("1:2"));
    assert_eq!(version("linux-source-6.10_1_all.deb"), None);
    assert_eq!(version("linux-source-6.1_1_all.deb.part"), None);
}
