//! A folder of a test's own: a project, a home, and room beside both.

use super::run::{Call, Ran, hermetic};
use super::sources;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A project in a temporary folder.
#[derive(Debug)]
pub(crate) struct Place {
    temporary: TempDir,
    root: PathBuf,
}

impl Place {
    /// An empty project.
    pub(crate) fn empty() -> Self {
        Self::at("project")
    }

    /// An empty project at this path below the temporary folder.
    pub(crate) fn at(path: &str) -> Self {
        let temporary = tempfile::Builder::new().prefix("e2e").tempdir().expect("there is room");
        let root = temporary.path().join(path);
        fs::create_dir_all(&root).expect("the folder is ours");
        fs::create_dir_all(temporary.path().join("home")).expect("the folder is ours");
        Self { temporary, root }
    }

    /// A project from a text: `//- path` begins a file, what follows is its content.
    pub(crate) fn of(fixture: &str) -> Self {
        let place = Self::empty();
        place.fill(fixture);
        place
    }

    /// The sources of a dependency.
    pub(crate) fn copy_of(package: &str) -> Self {
        let place = Self::empty();
        sources::copy(package, &place.root);
        place
    }

    pub(crate) fn fill(&self, fixture: &str) {
        for (path, content) in sources::files_of(fixture) {
            self.write(path, content);
        }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.temporary.path().join("home")
    }

    /// A path beside the project, for requests and results.
    pub(crate) fn beside(&self, name: impl AsRef<Path>) -> PathBuf {
        self.temporary.path().join(name)
    }

    /// A file beside the project.
    pub(crate) fn put_beside(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.beside(name);
        fs::write(&path, content).expect("the folder is ours");
        path.to_str().expect("temporary folders have plain names").to_owned()
    }

    pub(crate) fn write(&self, path: impl AsRef<Path>, content: impl AsRef<[u8]>) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().expect("it is below the root")).expect("it is ours");
        fs::write(path, content).expect("the folder is ours");
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.root.join(path)).expect("the test knows that it is there")
    }

    pub(crate) fn call(&self) -> Call {
        Call::new(&self.home(), &self.root)
    }

    #[track_caller]
    pub(crate) fn run<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Ran {
        self.call().args(args).run()
    }

    /// Runs git with nothing of this machine's settings, at a fixed time.
    pub(crate) fn git(&self, args: &[&str]) -> Ran {
        let mut git = hermetic("git", &self.home());
        git.current_dir(&self.root).args(args);
        git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
        for who in ["AUTHOR", "COMMITTER"] {
            git.env(format!("GIT_{who}_NAME"), "Nobody");
            git.env(format!("GIT_{who}_EMAIL"), "nobody@example.org");
            git.env(format!("GIT_{who}_DATE"), "2026-11-10T08:00:00Z");
        }
        let output = git.output().expect("git is installed");
        Ran { stdout: output.stdout, stderr: output.stderr, code: output.status.code() }
    }

    /// Makes a repository of what is there.
    pub(crate) fn commit_all(&self) {
        if !self.root.join(".git").exists() {
            let _ = self.git(&["init", "-q", "-b", "main"]).ok();
        }
        let _ = self.git(&["add", "-A"]).ok();
        let _ = self.git(&["commit", "-q", "-m", "all"]).ok();
    }

    /// The folder in which this user's decisions in the project are kept.
    pub(crate) fn state_folder(&self) -> PathBuf {
        let home = fs::read_dir(self.root.join(".plimsoll")).expect("something was kept");
        let mut folders = home.map(|entry| entry.expect("it is ours").path());
        let is_one = |path: &PathBuf| path.join("seal").is_file();
        folders.find(is_one).expect("there is a sealed folder")
    }

    pub(crate) fn has_state(&self) -> bool {
        self.root.join(".plimsoll").symlink_metadata().is_ok()
    }
}

/// Every file below a folder, by path, links not followed.
pub(crate) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be listed") {
        let entry = entry.expect("its entries can be read");
        match entry.file_type().expect("it has a type") {
            kind if kind.is_dir() => files.extend(files_below(&entry.path())),
            kind if kind.is_file() => files.push(entry.path()),
            _ => {}
        }
    }
    files.sort();
    files
}
