//! `plimsoll config`.

use super::{json_line, open};
use crate::args::{ConfigCommand, Global};
use crate::exit::{Exit, Failure};
use crate::ui::put;
use plimsoll::core::escape::{reveal_line, reveal_message};
use plimsoll::settings::{Settings, Value as SettingValue};
use plimsoll::{screen_message, screen_value};
use serde_json::{Value, json};
use std::fmt::Write;

pub(crate) fn run(global: &Global, command: &ConfigCommand) -> Result<Exit, Failure> {
    let opened = open(global, true)?;
    let settings = opened.workspace.settings();
    let text = match command {
        ConfigCommand::Show { json: true } => as_json(settings),
        ConfigCommand::Show { json: false } => as_text(settings),
        ConfigCommand::Check => "the settings are in order\n".to_owned(),
    };
    put(&text, None)
}

fn as_json(settings: &Settings) -> String {
    let rows: Vec<_> = settings
        .rows()
        .iter()
        .map(|row| {
            json!({
                "key": screen_message(&row.key),
                "value": shown(&row.value),
                "origin": row.set_by.to_string(),
                "overridden": row
                    .overridden
                    .iter()
                    .map(|old| json!({"value": shown(&old.value), "origin": old.set_by.to_string()}))
                    .collect::<Vec<_>>(),
            })
        })
        .collect();
    let ignored: Vec<String> =
        settings.ignored().iter().map(|i| screen_message(&i.to_string())).collect();
    json_line(&json!({"settings": rows, "ignored": ignored}))
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
    if !settings.ignored().is_empty() {
        let _ = writeln!(out, "\nignored:");
        for ignored in settings.ignored() {
            let _ = writeln!(out, "  {}", reveal_message(&screen_message(&ignored.to_string())));
        }
    }
    out
}
