//! Confines the process to what a call needs, once everything is known that it will touch: files by
//! Landlock, and what a process can do besides by seccomp. As far as the kernel allows: less than all is
//! recorded and told, and never stops a call. The library never does this; it would confine its host.
//!
//! A command that starts a program or listens has its program started or its socket bound before this.

#[cfg(target_os = "linux")]
mod files;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod system_calls;
#[cfg(all(test, target_os = "linux"))]
mod tests;

use crate::output::{folder_of, is_device, place_of};
use plimsoll::Reach;
use std::fmt;
use std::path::PathBuf;
use std::sync::OnceLock;

/// What came of it.
static STATUS: OnceLock<Status> = OnceLock::new();

/// How far a restriction holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Holds {
    Fully,
    /// An older kernel knows less.
    Partly(String),
    No(String),
}

impl fmt::Display for Holds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fully => f.write_str("in force"),
            Self::Partly(how) => write!(f, "partly in force ({how})"),
            Self::No(why) => write!(f, "not in force ({why})"),
        }
    }
}

/// What holds for this process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Status {
    /// Nothing but the folders of the call is read or written; no TCP.
    pub(crate) files: Holds,
    /// The kernel's Landlock version, where it has one.
    pub(crate) landlock_abi: Option<i32>,
    /// No sockets, no programs, no other processes, no mounts.
    pub(crate) system_calls: Holds,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Landlock {}, seccomp {}", self.files, self.system_calls)
    }
}

/// What the process may touch from now on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Allowed {
    /// Folders that are read.
    pub(crate) reads: Vec<PathBuf>,
    /// Folders that are read and written, with everything in them.
    pub(crate) writes: Vec<PathBuf>,
    /// Folders in which files are made, replaced and removed.
    pub(crate) results: Vec<PathBuf>,
    /// Files that are written to as they are: devices and pipes.
    pub(crate) devices: Vec<PathBuf>,
}

impl Allowed {
    /// What a call touches, and where its results go.
    pub(crate) fn of(reach: &Reach, outputs: &[PathBuf]) -> Self {
        let Reach { reads, writes } = reach.clone();
        let mut allowed = Self { reads, writes, ..Self::default() };
        for file in outputs {
            let file = place_of(file);
            if is_device(&file) {
                allowed.devices.push(file);
            } else {
                allowed.results.push(folder_of(&file).to_owned());
            }
        }
        allowed
    }
}

/// Confines this process for the rest of its life. Only the first call does something.
pub(crate) fn to(allowed: &Allowed) -> &'static Status {
    STATUS.get_or_init(|| restrict(allowed))
}

/// What came of it, if it has been done.
pub(crate) fn status() -> Option<&'static Status> {
    STATUS.get()
}

#[cfg(target_os = "linux")]
fn restrict(allowed: &Allowed) -> Status {
    let (files, landlock_abi) = files::restrict(allowed);
    // Last, since it takes away what Landlock is set up with.
    Status { files, landlock_abi, system_calls: restrict_system_calls() }
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
fn restrict_system_calls() -> Holds {
    system_calls::restrict()
}

#[cfg(all(target_os = "linux", not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
fn restrict_system_calls() -> Holds {
    Holds::No("only on x86_64 and aarch64".to_owned())
}

#[cfg(not(target_os = "linux"))]
fn restrict(_allowed: &Allowed) -> Status {
    let only_linux = || Holds::No("only on Linux".to_owned());
    Status { files: only_linux(), landlock_abi: None, system_calls: only_linux() }
}
