//! Trees to work on: written from a text, copied from the packages that this one is built with, or brought.

use super::place::{Place, files_below};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// What cargo knows about the dependencies.
static METADATA: LazyLock<Value> = LazyLock::new(|| {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--offline", "--locked", "--format-version", "1", "--manifest-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .output()
        .expect("cargo runs the tests, so it can be run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON")
});

/// The folder with a dependency's sources.
fn folder_of(package: &str) -> PathBuf {
    let packages = METADATA["packages"].as_array().expect("metadata lists packages");
    let found = packages.iter().find(|entry| entry["name"] == package);
    let found = found.unwrap_or_else(|| panic!("{package} is a dependency"));
    let manifest = found["manifest_path"].as_str().expect("a package has a manifest");
    Path::new(manifest).parent().expect("a manifest is in a folder").to_owned()
}

/// Copies a dependency's sources.
pub(crate) fn copy(package: &str, to: &Path) {
    copy_files(&folder_of(package), to);
}

/// A copy of a tree that `cargo xtask corpus` brings, with all of it committed. None where it is not there.
#[expect(clippy::print_stdout, reason = "what was skipped is said")]
pub(crate) fn corpus(name: &str) -> Option<Place> {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/corpus").join(name);
    if !from.is_dir() {
        println!("skipped: `cargo xtask corpus {name}` brings what this looks at");
        return None;
    }
    let place = Place::empty();
    copy_files(&from, place.root());
    place.commit_all();
    Some(place)
}

/// What a package manager or git keeps beside the sources is none.
fn copy_files(from: &Path, to: &Path) {
    for file in files_below(from) {
        let inside = file.strip_prefix(from).expect("it was found in there");
        let is_kept = |name: &str| name.starts_with(".cargo") || name.starts_with(".git/");
        if inside.to_str().is_some_and(is_kept) {
            continue;
        }
        let target = to.join(inside);
        fs::create_dir_all(target.parent().expect("it is below the root")).expect("it is ours");
        fs::copy(&file, &target).expect("sources can be copied");
    }
}

/// The files of a fixture text.
pub(crate) fn files_of(fixture: &str) -> Vec<(&str, &str)> {
    let files = fixture.split("//- ").skip(1);
    files.map(|file| file.split_once('\n').expect("a file has a name and a content")).collect()
}
