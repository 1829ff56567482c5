//! Drives the target that `PLIMSOLL_FUZZ` names with libFuzzer; without a name it lists the targets, each with the folders of
//! its seeds.

#![no_main]
#![expect(clippy::print_stdout, clippy::exit, reason = "this is a program")]

use libfuzzer_sys::fuzz_target;
use plimsoll_fuzz::{Target, targets};
use std::env;
use std::path::Path;
use std::process::exit;
use std::sync::LazyLock;

static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let name = env::var("PLIMSOLL_FUZZ").unwrap_or_default();
    let named = targets().into_iter().find(|target| target.name() == name);
    named.unwrap_or_else(|| {
        list();
        exit(0)
    })
});

fn list() {
    for target in targets() {
        let folders = target.seeds(Path::new(""));
        let folders: Vec<String> = folders.iter().map(|f| f.display().to_string()).collect();
        println!("{} {}", target.name(), folders.join(" "));
    }
}

fuzz_target!(
    init: { LazyLock::force(&TARGET); },
    |bytes: &[u8]| TARGET.run(bytes)
);
