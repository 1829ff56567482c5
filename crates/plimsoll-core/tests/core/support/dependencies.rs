//! Real source files: those of packages that this one is built with.

use serde_json::Value;
use std::path::{Path, PathBuf};

/// A source file and the name to show it under.
#[derive(Debug)]
pub(crate) struct SourceFile {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// The Rust files of some packages, by name, up to a size.
pub(crate) fn sources(packages: &[&str], largest: usize) -> Vec<SourceFile> {
    let metadata = metadata();
    let mut sources = Vec::new();
    for package in packages {
        let listed = metadata["packages"].as_array().expect("metadata lists packages");
        let found = listed.iter().find(|entry| entry["name"] == *package);
        let manifest = found.unwrap_or_else(|| panic!("{package} is a dependency"));
        let manifest = manifest["manifest_path"].as_str().expect("a package has a manifest");
        let folder = Path::new(manifest).parent().expect("a manifest is in a folder").join("src");
        for path in rust_files(&folder) {
            let inside = path.strip_prefix(&folder).expect("it was found in there").display();
            let name = format!("{package}/{inside}");
            sources.push(SourceFile { name, text: read(&path) });
        }
    }
    sources.retain(|source| source.text.len() <= largest);
    sources
}

#[expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test asks cargo where the sources of its dependencies are; the engine asks nobody"
)]
fn metadata() -> Value {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = std::process::Command::new(cargo)
        .args(["metadata", "--offline", "--locked", "--format-version", "1", "--manifest-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .output()
        .expect("cargo runs the tests, so it can be run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON")
}

#[expect(clippy::disallowed_methods, reason = "a test reads real files")]
fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("Rust sources are UTF-8")
}

#[expect(clippy::disallowed_methods, reason = "a test walks a real folder")]
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a package has sources") {
        let path = entry.expect("its folder can be listed").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}
