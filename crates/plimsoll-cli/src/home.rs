//! The user's own folders, and what of the environment and the folders around counts. The only place that
//! looks for them: the library is told.

use crate::args::Global;
use crate::exit::Failure;
use plimsoll::settings::NamedText;
use plimsoll::{SETTINGS_FILE, UserKey};
use std::env;
use std::path::{Path, PathBuf};

/// Variables that are settings.
pub(crate) fn environment() -> Vec<(String, String)> {
    let variables = env::vars_os().filter_map(|(name, value)| {
        let name = name.into_string().ok().filter(|name| name.starts_with("PLIMSOLL_"))?;
        Some((name, value.to_string_lossy().into_owned()))
    });
    let mut variables: Vec<(String, String)> = variables.collect();
    variables.sort();
    variables
}

/// The user's settings file: the one that was named, or the usual one where there is one.
pub(crate) fn user_settings(global: &Global) -> Result<Option<NamedText>, Failure> {
    let file = match &global.config {
        Some(file) => file.clone(),
        None => match user_settings_file() {
            Some(file) if file.is_file() => file,
            _ => return Ok(None),
        },
    };
    let text = crate::input::read(&file)?;
    Ok(Some(NamedText { name: file.display().to_string(), text }))
}

/// Where the user's settings are looked for.
pub(crate) fn user_settings_file() -> Option<PathBuf> {
    Some(folder("XDG_CONFIG_HOME", ".config", "APPDATA")?.join("plimsoll").join("config.toml"))
}

/// Where the user's key is kept.
pub(crate) fn key_folder() -> Option<PathBuf> {
    Some(folder("XDG_DATA_HOME", ".local/share", "LOCALAPPDATA")?.join("plimsoll"))
}

/// Whether there is a key to look with.
pub(crate) fn has_key() -> bool {
    key_folder().is_some_and(|folder| matches!(UserKey::read(&folder), Ok(Some(_))))
}

/// A folder as the system has it. What is not an absolute path is nobody's folder.
fn folder(variable: &str, in_home: &str, on_windows: &str) -> Option<PathBuf> {
    let absolute =
        |name: &str| env::var_os(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    if cfg!(windows) {
        return absolute(on_windows);
    }
    absolute(variable).or_else(|| absolute("HOME").map(|home| home.join(in_home)))
}

/// The project: what was named, else the nearest folder upwards with `.git` or a settings file, else the
/// current one.
pub(crate) fn root(global: &Global) -> Result<PathBuf, Failure> {
    if let Some(root) = &global.root {
        return Ok(root.clone());
    }
    let here = env::current_dir()
        .map_err(|error| Failure::input(format!("the current folder cannot be told: {error}")))?;
    let is_root =
        |folder: &&Path| folder.join(".git").exists() || folder.join(SETTINGS_FILE).is_file();
    Ok(here.ancestors().find(is_root).unwrap_or(&here).to_owned())
}
