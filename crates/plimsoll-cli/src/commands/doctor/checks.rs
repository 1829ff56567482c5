//! Each thing that the doctor looks at, in a sentence.

use super::{Check, Grade};
use crate::args::Global;
use crate::confine::{self, Holds};
use crate::home;
use crate::paths;
use crate::wording::counted;
use plimsoll::core::escape::quoted;
use plimsoll::core::limit::Grouped;
use plimsoll::settings::{SetBy, Settings};
use plimsoll::{CounterHealth, Error, GitHealth, GitNature, StateHealth, StoreHealth, UserKey};
use std::collections::BTreeSet;
use std::io::{IsTerminal, stdout};
use std::net::UdpSocket;

/// Which files and variables are in force, and each thing that a project's file may not do.
pub(super) fn settings(settings: &Settings) -> Vec<Check> {
    let mut sources = BTreeSet::new();
    for row in settings.rows() {
        match &row.set_by {
            SetBy::UserFile { name, .. } => sources.insert(format!("your file {}", quoted(name))),
            SetBy::RepositoryFile { name, .. } => {
                sources.insert(format!("the project's {}", quoted(name)))
            }
            SetBy::Environment { variable } => sources.insert(quoted(variable)),
            SetBy::BuiltIn | SetBy::Derived | SetBy::Flag { .. } => false,
        };
    }
    let says = if sources.is_empty() {
        let place = home::user_settings_file()
            .map(|file| format!("; yours would be {}", paths::quoted(&file)));
        format!("built in, nothing else sets any{}", place.unwrap_or_default())
    } else {
        format!("built in, and {}", sources.into_iter().collect::<Vec<_>>().join(", "))
    };
    let mut checks = vec![Check::new("settings", Grade::Ok, says)];
    let ignored = settings.ignored().iter();
    checks.extend(ignored.map(|it| Check::new("settings", Grade::Note, it.to_string())));
    checks
}

/// The key that seals state folders.
pub(super) fn key(global: &Global) -> Check {
    let needed = global.state.is_none();
    let Some(folder) = home::key_folder() else {
        let says = "there is no place for your key, since HOME is not set; decisions are logged only \
                    with --state DIR";
        return Check::new("key", if needed { Grade::Problem } else { Grade::Note }, says);
    };
    match UserKey::read(&folder) {
        Ok(Some(_)) => Check::new("key", Grade::Ok, format!("in {}", paths::quoted(&folder))),
        Ok(None) => {
            let says =
                format!("not made yet; the first decision makes it in {}", paths::quoted(&folder));
            Check::new("key", Grade::Ok, says)
        }
        Err(error) => Check::new("key", Grade::Problem, error.to_string()),
    }
}

pub(super) fn state(state: &Result<StateHealth, Error>) -> Check {
    let check = |grade, says| Check::new("state", grade, says);
    match state {
        Ok(StateHealth::Sealed { folder, writable: true, set_aside: 0 }) => {
            check(Grade::Ok, format!("{}, yours alone, its seal verifies", paths::quoted(folder)))
        }
        Ok(StateHealth::Sealed { folder, writable: true, set_aside }) => check(
            Grade::Note,
            format!(
                "{}, yours alone, its seal verifies; set aside unread beside it: {set_aside} \
                 (`set-aside-…`), remove what you do not miss",
                paths::quoted(folder)
            ),
        ),
        Ok(StateHealth::NotYet { writable: true }) => {
            check(Grade::Ok, "nothing is kept yet; the first decision makes it".to_owned())
        }
        Ok(StateHealth::Sealed { writable: false, .. } | StateHealth::NotYet { .. }) => check(
            Grade::Note,
            "it cannot be written here, so decisions are not logged; name a state folder with --state"
                .to_owned(),
        ),
        Err(error) => check(Grade::Note, error.to_string()),
    }
}

pub(super) fn store(store: &Result<StoreHealth, Error>) -> Check {
    match store {
        Ok(StoreHealth::NotYet) => Check::new("store", Grade::Ok, "no decisions yet"),
        Ok(StoreHealth::Open { bytes, newest }) => {
            let says = format!(
                "opens; the newest decision is number {}, the file has {} bytes",
                Grouped(*newest),
                Grouped(*bytes)
            );
            Check::new("store", Grade::Ok, says)
        }
        Err(error) => {
            let says = format!(
                "{error}; decisions are not logged until it is mended: restore it from a copy, or \
                 move its folder away and a new one is made"
            );
            Check::new("store", Grade::Problem, says)
        }
    }
}

pub(super) fn git(git: &GitHealth) -> Check {
    match git {
        GitHealth::None => {
            let says = "the project has no `.git`, so there is no diff, and folders called `bin`, `obj` \
                        or `packages` are taken for build output";
            Check::new("git", Grade::Note, says)
        }
        GitHealth::Unusable(notice) => Check::new("git", Grade::Note, notice.as_str()),
        GitHealth::Ready { nature, tracked } => {
            let files = counted(*tracked as u64, "file");
            let says = format!("{}, {files} tracked", nature_of(*nature));
            if !nature.shallow {
                return Check::new("git", Grade::Ok, says);
            }
            let missing = "its older history is not there, `git fetch --unshallow` gets it";
            Check::new("git", Grade::Note, format!("{says}; {missing}"))
        }
    }
}

fn nature_of(nature: GitNature) -> String {
    let GitNature { worktree, shallow, sha256, unborn } = nature;
    let kind = if worktree { "a worktree" } else { "a repository" };
    let mut says = format!("{kind} with {} objects", if sha256 { "sha256" } else { "sha1" });
    for (holds, what) in [(shallow, "shallow"), (unborn, "without a commit")] {
        if holds {
            says.push_str(&format!(", {what}"));
        }
    }
    says
}

pub(super) fn counters(counters: &[CounterHealth]) -> Check {
    let wrong: Vec<String> = counters
        .iter()
        .filter(|counter| counter.counted != counter.expected)
        .map(|counter| {
            let CounterHealth { name, counted, expected, .. } = counter;
            format!("{name} gives {counted} instead of {expected}")
        })
        .collect();
    if wrong.is_empty() {
        let names: Vec<&str> = counters.iter().map(|counter| counter.name).collect();
        return Check::new("counters", Grade::Ok, format!("{} count right", names.join(", ")));
    }
    let says = format!("{}; this binary is damaged, install it again", wrong.join(", "));
    Check::new("counters", Grade::Problem, says)
}

/// What holds for this very process, and whether trying says the same.
pub(super) fn confinement() -> Vec<Check> {
    let Some(status) = confine::status() else { return Vec::new() };
    let abi = status.landlock_abi.map_or(String::new(), |abi| format!(" (Landlock {abi})"));
    vec![
        confined(
            &status.files,
            &format!("nothing outside the project and the state folder can be opened{abi}"),
            std::fs::read_dir("/").is_ok(),
        ),
        confined(
            &status.system_calls,
            "no sockets, no programs, no other processes (seccomp)",
            UdpSocket::bind("127.0.0.1:0").is_ok(),
        ),
    ]
}

fn confined(holds: &Holds, what: &str, but_it_worked: bool) -> Check {
    let check = |grade, says| Check::new("confinement", grade, says);
    match holds {
        Holds::Fully if but_it_worked => {
            check(Grade::Note, format!("{what}: the system says so, but trying it worked"))
        }
        Holds::Fully => check(Grade::Ok, what.to_owned()),
        Holds::Partly(_) | Holds::No(_) => {
            let says = format!(
                "{what}: {holds}; plimsoll keeps to it by itself, a newer kernel sees to it"
            );
            check(Grade::Note, says)
        }
    }
}

pub(super) fn terminal() -> Check {
    let says = match (stdout().is_terminal(), std::env::var_os("NO_COLOR").is_some()) {
        (true, false) => "results go to a terminal",
        (true, true) => "results go to a terminal, without colour (NO_COLOR)",
        (false, _) => "results go to a file or a pipe",
    };
    Check::new("terminal", Grade::Ok, says)
}
