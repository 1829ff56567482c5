//! `plimsoll config`.

use super::json_line;
use crate::args::{ConfigCommand, Global};
use crate::exit::{Exit, Failure};
use crate::input;
use crate::opening::{Memory, Opening};
use crate::output::put;
use crate::paths::quoted;
use plimsoll::core::escape::{reveal_line, reveal_message};
use plimsoll::settings::{Layers, NamedText, Settings, Value as SettingValue};
use plimsoll::{SETTINGS_FILE, screen_message, screen_value};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::fmt::Write;
use std::path::Path;

pub(crate) fn run(global: &Global, command: &ConfigCommand) -> Result<Exit, Failure> {
    let text = match command {
        ConfigCommand::Show { settings, json } => {
            let opened = Opening::of(global, Memory::Nothing).with(settings).unconfined()?;
            let settings = opened.workspace.settings();
            if *json { as_json(settings) } else { as_text(settings) }
        }
        ConfigCommand::Check { file: None, answer } => in_order(
            "the settings",
            Opening::of(global, Memory::Nothing).unconfined()?.workspace.settings(),
            answer.json,
        ),
        ConfigCommand::Check { file: Some(file), answer } => {
            in_order(&quoted(file), &check_file(file)?, answer.json)
        }
    };
    put(&text, None)
}

/// A file by itself, with what its name makes it: a project's, or the user's.
fn check_file(file: &Path) -> Result<Settings, Failure> {
    let name = file.display().to_string();
    let named = Some(NamedText { name, text: input::read(file)? });
    let layers = match file.file_name() {
        Some(name) if name == SETTINGS_FILE => Layers { repository: named, ..Layers::default() },
        _ => Layers { user: named, ..Layers::default() },
    };
    Settings::load(&layers).map_err(|problems| plimsoll::Error::from(problems).into())
}

/// Settings that are in order.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ConfigCheckOutput {
    #[schemars(extend("const" = "ok"))]
    outcome: &'static str,
    /// What a project's file says and may not.
    ignored: Vec<String>,
}

/// All is well, but for what a project's file may not do.
fn in_order(what: &str, settings: &Settings, json: bool) -> String {
    let ignored = ignored(settings);
    if json {
        return json_line(&ConfigCheckOutput { outcome: "ok", ignored });
    }
    let verb = if what.starts_with('`') { "is" } else { "are" };
    let mut out = format!("{what} {verb} in order\n");
    write_ignored(&mut out, &ignored);
    out
}

fn ignored(settings: &Settings) -> Vec<String> {
    settings.ignored().iter().map(|ignored| screen_message(&ignored.to_string())).collect()
}

fn write_ignored(out: &mut String, ignored: &[String]) {
    if !ignored.is_empty() {
        let _ = writeln!(out, "\nignored:");
    }
    for line in ignored {
        let _ = writeln!(out, "  {}", reveal_message(line));
    }
}

/// The settings that hold.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ConfigShowOutput {
    settings: Vec<SettingOutput>,
    /// What a project's file says and may not.
    ignored: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct SettingOutput {
    key: String,
    #[serde(flatten)]
    holds: Given,
    overridden: Vec<Given>,
}

/// A value, and whose word it is.
#[derive(Serialize, JsonSchema)]
struct Given {
    value: Value,
    origin: String,
}

fn as_json(settings: &Settings) -> String {
    let rows: Vec<_> = settings
        .rows()
        .iter()
        .map(|row| SettingOutput {
            key: screen_message(&row.key),
            holds: Given { value: shown(&row.value), origin: row.set_by.to_string() },
            overridden: row
                .overridden
                .iter()
                .map(|old| Given { value: shown(&old.value), origin: old.set_by.to_string() })
                .collect(),
        })
        .collect();
    json_line(&ConfigShowOutput { settings: rows, ignored: ignored(settings) })
}

/// A value as it may be shown: a repository can write anything into its settings.
fn shown(value: &SettingValue) -> Value {
    let mut value = value.to_json();
    screen_value(&mut value);
    value
}

fn as_text(settings: &Settings) -> String {
    let mut out = String::new();
    for row in settings.rows() {
        let value = reveal_line(&shown(&row.value).to_string()).into_owned();
        let _ = writeln!(out, "{:<32} {value:<24} {}", screen_message(&row.key), row.set_by);
    }
    write_ignored(&mut out, &ignored(settings));
    out
}
