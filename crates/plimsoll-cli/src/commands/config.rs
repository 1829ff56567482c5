//! `plimsoll config`.

use super::{json_line, open};
use crate::args::{ConfigCommand, Global};
use crate::exit::{Exit, Failure};
use crate::ui::put;
use plimsoll::core::escape::reveal_line;
use plimsoll::settings::Settings;
use serde_json::json;
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
                "key": row.key,
                "value": row.value.to_json(),
                "origin": row.set_by.to_string(),
                "overridden": row
                    .overridden
                    .iter()
                    .map(|old| json!({"value": old.value.to_json(), "origin": old.set_by.to_string()}))
                    .collect::<Vec<_>>(),
            })
        })
        .collect();
    let ignored: Vec<String> = settings.ignored().iter().map(ToString::to_string).collect();
    json_line(&json!({"settings": rows, "ignored": ignored}))
}

fn as_text(settings: &Settings) -> String {
    let mut out = String::new();
    for row in settings.rows() {
        let value = reveal_line(&row.value.to_json().to_string()).into_owned();
        let _ = writeln!(out, "{:<32} {value:<24} {}", row.key, row.set_by);
    }
    if !settings.ignored().is_empty() {
        let _ = writeln!(out, "\nignored:");
        for ignored in settings.ignored() {
            let _ = writeln!(out, "  {}", reveal_line(&ignored.to_string()));
        }
    }
    out
}
