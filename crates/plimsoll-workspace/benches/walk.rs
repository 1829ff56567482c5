//! One walk of a tree: every file with its size and time, by all the rules. `cargo xtask measure walk` runs it
//! and compares it with `git status` on the same tree.
//!
//! `ROOT` walks once and prints how many files there are; `ROOT git` asks git first what is tracked, as every
//! door does; `ROOT nothing` only opens the root, for counting what the rest costs; `ROOT one` walks with one thread.

#![expect(clippy::print_stdout, reason = "printing a number is what this program is for")]
#![expect(clippy::disallowed_methods, reason = "it is told what to do by its arguments")]

use plimsoll_core::progress::Quiet;
use plimsoll_workspace::{Git, GitState, Jail, Tracking, WalkRules, walk};
use std::env;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

fn main() {
    // cargo adds `--bench` to what it is given.
    let mut arguments = env::args_os().skip(1).filter(|argument| argument != "--bench");
    let Some(root) = arguments.next().map(PathBuf::from) else { return };
    let jail = Jail::open(&root).expect("because the caller made it");
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let mut rules = WalkRules { threads, ..WalkRules::default() };
    match arguments.next().and_then(|what| what.into_string().ok()).as_deref() {
        Some("nothing") => return,
        Some("one") => rules.threads = 1,
        Some("git") => {
            if let GitState::Ready(git) = Git::open(&jail, &root) {
                rules.tracked = Tracking::Index(git.tracked());
            }
        }
        _ => {}
    }
    let tree = walk(&jail, &rules, &Quiet).expect("because nothing is in the way");
    println!("{}", tree.files.len());
}
