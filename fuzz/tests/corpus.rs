//! Each target over the inputs that are kept, whole and damaged.

use plimsoll_fuzz::targets;
use std::fs;
use std::path::{Path, PathBuf};

/// What is done to an input besides taking it as it is. A fuzzer does more, and takes longer.
const CUTS: usize = 6;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in it").to_owned()
}

fn inputs(folders: &[PathBuf]) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten() {
        let path = entry.expect("the folder can be read").path();
        if path.is_file() {
            found.push((path.clone(), fs::read(path).expect("a seed can be read")));
        }
    }
    found.sort();
    found
}

/// The input, its beginnings, its ends, and the same with a part twice.
fn damaged(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut all = vec![bytes.to_vec()];
    for part in 1..CUTS {
        let at = bytes.len() * part / CUTS;
        let (before, after) = bytes.split_at(at);
        all.extend([before.to_vec(), after.to_vec(), [before, before, after].concat()]);
    }
    all
}

#[test]
fn nothing_foreign_breaks_what_reads_it() {
    for target in targets() {
        let inputs = inputs(&target.seeds(&root()));
        assert!(!inputs.is_empty(), "`{target:?}` has no seeds");
        for (path, bytes) in inputs {
            // Shown only if the test fails.
            println!("{target:?} {}", path.display());
            damaged(&bytes).iter().for_each(|bytes| target.run(bytes));
        }
    }
}
