//! A folder made for one test, with something secret beside it.

use plimsoll_core::progress::Quiet;
use plimsoll_workspace::{Jail, LeftOutReason, RelPath, Tree, WalkRules, walk};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

/// What no test may ever get to read.
pub(crate) const OUTSIDE: &str = "outside the root";

pub(crate) struct Site {
    folder: tempfile::TempDir,
}

impl Site {
    /// An empty root, and `outside/secret.txt` next to it.
    pub(crate) fn new() -> Self {
        let site = Self { folder: tempfile::tempdir().unwrap() };
        fs::create_dir(site.root()).unwrap();
        fs::create_dir(site.outside()).unwrap();
        fs::write(site.outside().join("secret.txt"), OUTSIDE).unwrap();
        site
    }

    /// A root with these files, each holding its own path.
    pub(crate) fn with(files: &[&str]) -> Self {
        let site = Self::new();
        for file in files {
            site.write(file, file);
        }
        site
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.folder.path().join("root")
    }

    pub(crate) fn outside(&self) -> PathBuf {
        self.folder.path().join("outside")
    }

    pub(crate) fn at(&self, path: &str) -> PathBuf {
        self.root().join(path)
    }

    pub(crate) fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    pub(crate) fn link(&self, path: &str, target: impl AsRef<Path>) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(target, path).unwrap();
    }

    pub(crate) fn jail(&self) -> Jail {
        Jail::open(&self.root()).unwrap()
    }

    pub(crate) fn walk(&self) -> Tree {
        self.walk_by(&WalkRules::default())
    }

    pub(crate) fn walk_by(&self, rules: &WalkRules) -> Tree {
        walk(&self.jail(), rules, &Quiet).unwrap()
    }

    /// Runs git on the root, with nobody's configuration, and gives back what it prints.
    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        let output = self.git_command(arguments).stderr(Stdio::inherit()).output().unwrap();
        assert!(output.status.success(), "git {arguments:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    pub(crate) fn git_command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("git");
        command
            .current_dir(self.root())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_SYSTEM", "/dev/null")
            .env("GIT_AUTHOR_DATE", "2020-01-01T00:00:00Z")
            .env("GIT_COMMITTER_DATE", "2020-01-01T00:00:00Z")
            .args([
                "-c",
                "user.name=A",
                "-c",
                "user.email=a@example.org",
                "-c",
                "init.defaultBranch=main",
            ])
            .args(["-c", "protocol.file.allow=always"])
            .args(arguments);
        command
    }

    pub(crate) fn commit_all(&self) {
        if !self.at(".git").exists() {
            self.git(&["init", "-q"]);
        }
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "-m", "all"]);
    }
}

/// Tells the other thread to stop when it goes out of scope, also when a test fails: it would wait forever.
pub(crate) struct StopAtEnd<'a>(pub(crate) &'a AtomicBool);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

pub(crate) fn path(text: &str) -> RelPath {
    RelPath::parse(text).unwrap()
}

pub(crate) fn files(tree: &Tree) -> Vec<&str> {
    tree.files.iter().map(|file| file.path.as_str()).collect()
}

pub(crate) fn left_out(tree: &Tree) -> Vec<(&str, &LeftOutReason)> {
    tree.left_out.iter().map(|left| (left.path.as_str(), &left.reason)).collect()
}

pub(crate) fn reason<'a>(tree: &'a Tree, path: &str) -> &'a LeftOutReason {
    let found = tree.left_out.iter().find(|left| left.path == path);
    &found.unwrap_or_else(|| panic!("{path} is not left out: {tree:#?}")).reason
}

/// An ignored reason in short.
pub(crate) fn ignored(file: &str, line: u32, pattern: &str) -> LeftOutReason {
    LeftOutReason::Ignored { file: file.into(), line, pattern: pattern.into() }
}
