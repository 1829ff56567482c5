//! Where a symbolic link leads, by name only.
//!
//! Nothing is opened through a link. Its target is spelled out into a real path below the root, which is
//! then an entry of its own. Absolute targets count as outside even if they point back in, and so do
//! targets that climb above the root: what they mean depends on where the root lies.

use crate::ground::{Folder, Ground, Kind};
use crate::left_out::{LeftOutReason, display_name};
use crate::path::RelPath;
use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};

/// As many as Linux follows.
const MOST_LINKS: u32 = 40;

/// What a path really is once every link in it is followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Real {
    /// Relative to the root; empty for the root itself.
    pub(crate) path: PathBuf,
    pub(crate) is_folder: bool,
}

impl Real {
    /// As a path of the tree, which the root is not.
    pub(crate) fn path_in_tree(&self) -> Result<RelPath, LeftOutReason> {
        self.path.to_str().and_then(RelPath::exact).ok_or(LeftOutReason::NameNotUtf8)
    }

    /// With `/` between components and at the end of a folder.
    pub(crate) fn display(&self) -> String {
        let names: Vec<String> = self.path.iter().map(display_name).collect();
        let path = if names.is_empty() { ".".to_owned() } else { names.join("/") };
        if self.is_folder { path + "/" } else { path }
    }
}

/// Follows every link in `path`, which is relative to the root.
pub(crate) fn resolve(ground: &dyn Ground, path: &Path) -> Result<Real, LeftOutReason> {
    let mut real = Real { path: PathBuf::new(), is_folder: true };
    let mut here: Option<Box<dyn Folder>> = None;
    let mut links = 0;
    let mut todo: VecDeque<OsString> = components(path)?;
    while let Some(name) = todo.pop_front() {
        if !real.is_folder {
            return Err(LeftOutReason::DanglingLink);
        }
        if name == OsStr::new("..") {
            if !real.path.pop() {
                return Err(LeftOutReason::OutsideRoot);
            }
            here = None;
            continue;
        }
        let folder = match here.take() {
            Some(folder) => folder,
            None => ground.folder(&real.path).map_err(|e| dangling(&e))?,
        };
        match folder.look(&name).map_err(|e| dangling(&e))?.kind {
            Kind::Link => {
                links += 1;
                if links > MOST_LINKS {
                    return Err(LeftOutReason::LinkLoop);
                }
                let target = folder.link_target(&name).map_err(|e| dangling(&e))?;
                let mut front = components(&target)?;
                front.append(&mut todo);
                todo = front;
                here = Some(folder);
            }
            Kind::Special => return Err(LeftOutReason::SpecialFile),
            Kind::Submodule if !todo.is_empty() => return Err(LeftOutReason::Submodule),
            kind => {
                if kind == Kind::Folder && !todo.is_empty() {
                    here = Some(folder.child(&name).map_err(|e| dangling(&e))?);
                }
                real.is_folder = kind != Kind::File;
                real.path.push(name);
            }
        }
    }
    Ok(real)
}

/// Why a link of the walk is left out: there is always a reason, since what it leads to is known under
/// its own path.
pub(crate) fn why_left_out(ground: &dyn Ground, link: &Path) -> LeftOutReason {
    match resolve(ground, link) {
        Ok(real) if real.is_folder && link.starts_with(&real.path) => LeftOutReason::LinkLoop,
        Ok(real) => LeftOutReason::Duplicate { of: real.display() },
        Err(reason) => reason,
    }
}

fn components(path: &Path) -> Result<VecDeque<OsString>, LeftOutReason> {
    let mut names = VecDeque::new();
    for component in path.components() {
        match component {
            Component::Normal(name) => names.push_back(name.to_owned()),
            Component::ParentDir => names.push_back("..".into()),
            Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) => return Err(LeftOutReason::OutsideRoot),
        }
    }
    Ok(names)
}

fn dangling(error: &std::io::Error) -> LeftOutReason {
    match LeftOutReason::from_io(error) {
        LeftOutReason::Missing => LeftOutReason::DanglingLink,
        other => other,
    }
}
