//! What git costs: `cargo xtask measure git` runs it on a repository that it makes, and with folders as
//! arguments it runs on those. Each step is taken a few times, and the fastest is printed; `git status` and
//! `git log` of the same stand beside.

#![expect(clippy::print_stdout, reason = "printing a table is what this program is for")]
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "it measures time, is told what to do by its arguments, and compares with git"
)]

use plimsoll_core::progress::Quiet;
use plimsoll_workspace::{
    Attributes, Git, GitState, HistoryBounds, Jail, Tracking, WalkRules, walk,
};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn main() {
    // `cargo bench` adds flags of its own.
    let arguments = std::env::args().skip(1);
    let folders: Vec<String> = arguments.filter(|given| !given.starts_with("--")).collect();
    if folders.is_empty() {
        let made = tempfile::tempdir().expect("there is room for a folder");
        make(made.path());
        println!("20,000 files, 3,000 commits");
        measure(made.path());
    }
    for folder in folders {
        println!("{folder}");
        measure(Path::new(&folder));
    }
}

fn real_git(folder: &Path, arguments: &[&str]) -> Command {
    let mut git = Command::new("git");
    git.arg("-C").arg(folder).args(["-c", "init.defaultBranch=main"]).args(arguments);
    git.stdout(Stdio::null());
    git
}

/// One commit with all files, and then many that change a few of them.
fn make(folder: &Path) {
    let run = |arguments: &[&str]| real_git(folder, arguments).status().expect("git is there");
    run(&["init", "-q"]);
    let mut import = real_git(folder, &["fast-import", "--quiet"]);
    let mut child = import.stdin(Stdio::piped()).spawn().expect("git is there");
    let mut stream = child.stdin.take().expect("it is piped");
    let mut commit = |number: usize, files: &mut dyn Iterator<Item = usize>| {
        let mut text = format!(
            "commit refs/heads/main\ncommitter A <a@example.org> {number} +0000\ndata 4\ntext\n"
        );
        for file in files {
            let content = format!("file {file}, commit {number}\n").repeat(50);
            let name = format!("part{}/folder{}/file{file}.txt", file % 40, file % 1_000);
            text += &format!("M 100644 inline {name}\ndata {}\n{content}\n", content.len());
        }
        stream.write_all(text.as_bytes()).expect("git takes it");
    };
    commit(0, &mut (0..20_000));
    for number in 1..3_000 {
        commit(number, &mut (0..5).map(|nth| number * 7_919 * (nth + 1) % 20_000));
    }
    drop(stream);
    child.wait().expect("git ends");
    run(&["reset", "-q", "--hard"]);
}

fn measure(root: &Path) {
    let jail = Jail::open(root).expect("the folder can be opened");
    let open = || match Git::open(&jail, root) {
        GitState::Ready(git) => git,
        other => panic!("{other:?}"),
    };
    let git = fastest("open", open);
    let count = fastest("tracked", || git.tracked().paths().count());
    println!("{count:>26} files");
    let rules = WalkRules { tracked: Tracking::Index(git.tracked()), ..WalkRules::default() };
    let tree = fastest("walk", || walk(&jail, &rules, &Quiet).expect("the tree can be walked"));
    let (attributes, _) = Attributes::read(&jail, &tree);
    let changes = || git.changes(&jail, &rules, &attributes, &tree, 2_000_000, &Quiet);
    let changes = fastest("changes", || changes().expect("they can be told"));
    println!("{:>26} changes", changes.changes.len());
    let history = || git.history(HistoryBounds::default(), &Quiet);
    let history = fastest("history", || history().expect("it can be told"));
    let paths: usize = history.commits.iter().map(|commit| commit.paths.len()).sum();
    let (commits, reach) = (history.commits.len(), history.reach.word());
    println!("{commits:>26} commits ({reach}), {paths} paths");
    let status = &["status", "--porcelain"];
    let log = &["log", "--first-parent", "-m", "--no-renames", "--name-status", "-2000"];
    fastest("git status", || real_git(root, status).status().is_ok());
    fastest("git log", || real_git(root, log).status().is_ok());
}

fn fastest<T>(name: &str, step: impl Fn() -> T) -> T {
    let mut best = (Duration::MAX, Duration::MAX);
    let mut last = None;
    for _ in 0..3 {
        let (start, on_cpu) = (Instant::now(), on_cpu());
        last = Some(step());
        best = best.min((self::on_cpu().saturating_sub(on_cpu), start.elapsed()));
    }
    let ms = |time: Duration| time.as_secs_f64() * 1_000.0;
    let on_processor = if best.0.is_zero() {
        String::new() // another program did the work
    } else {
        format!(", {:.1} ms on the processor", ms(best.0))
    };
    println!("{name:>12} {:>9.1} ms{on_processor}", ms(best.1));
    last.expect("it ran at least once")
}

/// How long this thread has had a processor; Linux tells.
fn on_cpu() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = told.split(' ').next().and_then(|first| first.parse().ok());
    Duration::from_nanos(nanos.unwrap_or(0))
}
