//! One archive of a registry: found where it was put, or brought; checked; unpacked.

use crate::command::{Failure, answers, capture, program};
use plimsoll_core::seal::{hex, sha256};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// Where a package comes from, and what of it is the tree.
pub(super) enum Release {
    /// The source distribution for Python, which has one folder.
    Python { version: &'static str, sha256: &'static str },
    /// A package of Debian's: a folder in it, or an archive in it that has one folder.
    Debian { tree: &'static str },
    /// A package for Node, which has one folder.
    Node { version: &'static str, sha256: &'static str },
}

pub(super) struct Archive {
    file: PathBuf,
    pub(super) version: String,
}

impl Archive {
    pub(super) fn find_or_bring(
        folder: &Path,
        package: &str,
        release: &Release,
    ) -> Result<Self, Failure> {
        fs::create_dir_all(folder).map_err(Failure::at(folder))?;
        match release {
            Release::Python { version, sha256 } => python(folder, package, version, sha256),
            Release::Debian { .. } => debian(folder, package),
            Release::Node { version, sha256 } => node(folder, package, version, sha256),
        }
    }

    /// Unpacks into a folder, and says which folder below it is the tree.
    pub(super) fn unpack(&self, release: &Release, into: &Path) -> Result<PathBuf, Failure> {
        match release {
            Release::Python { .. } | Release::Node { .. } => untar(&self.file, into),
            Release::Debian { tree } => {
                let (package, folder) = (self.file.to_string_lossy(), into.to_string_lossy());
                let arguments = ["--extract", &*package, &*folder];
                capture(program(OsStr::new("dpkg-deb"), into, &arguments))?;
                let tree = into.join(tree);
                if tree.is_dir() { Ok(tree) } else { untar(&tree, &subfolder(into, "inner")?) }
            }
        }
    }
}

fn subfolder(folder: &Path, name: &str) -> Result<PathBuf, Failure> {
    let path = folder.join(name);
    fs::create_dir_all(&path).map_err(Failure::at(&path))?;
    Ok(path)
}

/// The one folder of an archive.
fn untar(archive: &Path, into: &Path) -> Result<PathBuf, Failure> {
    let (file, folder) = (archive.to_string_lossy(), into.to_string_lossy());
    // Who owns the files, and who else may read them, is this machine's business.
    let how = ["--extract", "--no-same-owner", "--no-same-permissions"];
    let what = ["--file", &*file, "--directory", &*folder];
    capture(program(OsStr::new("tar"), into, &[&how[..], &what[..]].concat()))?;
    let entries = fs::read_dir(into).map_err(Failure::at(into))?;
    let mut folders = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir());
    match (folders.next(), folders.next()) {
        (Some(only), None) => Ok(only),
        _ => Err(unexpected(&file, "does not hold one folder and nothing else")),
    }
}

fn python(folder: &Path, package: &str, version: &str, pinned: &str) -> Result<Archive, Failure> {
    let file = folder.join(format!("{package}-{version}.tar.gz"));
    if !file.exists() {
        download_for_python(folder, package, version, pinned)?;
    }
    pinned_archive(file, version, pinned)
}

/// None of its scripts are run.
fn node(folder: &Path, package: &str, version: &str, pinned: &str) -> Result<Archive, Failure> {
    let file = folder.join(format!("{package}-{version}.tgz"));
    if !file.exists() {
        let npm = |arguments: &[&str]| program(OsStr::new("npm"), folder, arguments);
        if !answers(npm(&["--version"])) {
            let what = format!("is not here, and {package} comes by it; install Node with npm");
            return Err(unexpected("npm", &what));
        }
        eprintln!("downloading {package} {version} with npm");
        let wanted = format!("{package}@{version}");
        capture(npm(&["pack", "--silent", "--ignore-scripts", &wanted]))?;
    }
    pinned_archive(file, version, pinned)
}

fn pinned_archive(file: PathBuf, version: &str, pinned: &str) -> Result<Archive, Failure> {
    let bytes = fs::read(&file).map_err(Failure::at(&file))?;
    let found = hex(&sha256(&bytes));
    if found == pinned {
        return Ok(Archive { file, version: version.to_owned() });
    }
    let what = format!("has the sha256 {found}, and {pinned} is what it has to be; remove it");
    Err(unexpected(&file.to_string_lossy(), &what))
}

/// Whoever downloads a source distribution with pip runs some of it, to learn what it needs. So pip gets the hash
/// too, and looks at it before.
fn download_for_python(
    folder: &Path,
    package: &str,
    version: &str,
    pinned: &str,
) -> Result<(), Failure> {
    let pip = ["pip3", "pip"].map(OsStr::new);
    let pip = pip.into_iter().find(|pip| answers(program(pip, folder, &["--version"])));
    let Some(pip) = pip else {
        let what = format!("is not here, and {package} comes by it; install Python with pip");
        return Err(unexpected("pip", &what));
    };
    let wanted = folder.join(format!("{package}.txt"));
    let line = format!("{package}=={version} --hash=sha256:{pinned}\n");
    fs::write(&wanted, line).map_err(Failure::at(&wanted))?;
    eprintln!("downloading {package} {version} with pip");
    let list = wanted.to_string_lossy();
    let how = ["download", "--quiet", "--no-deps", "--no-binary", package, "--require-hashes"];
    let done = capture(program(pip, folder, &[&how[..], &["--requirement", &*list]].concat()));
    fs::remove_file(&wanted).map_err(Failure::at(&wanted))?;
    done.map(drop)
}

fn debian(folder: &Path, package: &str) -> Result<Archive, Failure> {
    if let Some(archive) = find_package(folder, package)? {
        return Ok(archive);
    }
    let apt = |arguments: &[&str]| program(OsStr::new("apt-get"), folder, arguments);
    if !answers(apt(&["--version"])) {
        let what = format!("is not here, and {package} comes by it; run this on Debian");
        return Err(unexpected("apt-get", &what));
    }
    eprintln!("downloading {package} with apt-get");
    capture(apt(&["download", "--quiet", package])).map_err(|_| {
        let what = format!("could not download {package}; try again after `apt-get update`");
        unexpected("apt-get", &what)
    })?;
    find_package(folder, package)?
        .ok_or_else(|| unexpected("apt-get download", "left no package behind"))
}

/// Of several versions the one whose name comes last.
fn find_package(folder: &Path, package: &str) -> Result<Option<Archive>, Failure> {
    let entries = fs::read_dir(folder).map_err(Failure::at(folder))?;
    let files = entries.flatten().filter_map(|entry| {
        let version = package_version(&entry.file_name().to_string_lossy(), package)?;
        Some(Archive { file: entry.path(), version })
    });
    Ok(files.max_by(|a, b| a.file.cmp(&b.file)))
}

/// `NAME_VERSION_ARCHITECTURE.deb`
pub(super) fn package_version(file_name: &str, package: &str) -> Option<String> {
    let rest = file_name.strip_suffix(".deb")?.strip_prefix(package)?.strip_prefix('_')?;
    let (version, _) = rest.split_once('_')?;
    Some(version.replace("%3a", ":"))
}

fn unexpected(command: &str, what: &str) -> Failure {
    Failure::Unexpected { command: command.to_owned(), what: what.to_owned() }
}
