//! `plimsoll models`: what `pack --model` knows.

use super::json_line;
use crate::args::{Global, JsonArgs};
use crate::exit::{Exit, Failure};
use crate::opening::{Memory, Opening};
use crate::output::put;
use plimsoll::core::escape::reveal_line;
use plimsoll::core::limit::Grouped;
use plimsoll::settings::Model;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;

/// The models that are known.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ModelsOutput<'a> {
    models: Vec<ModelOutput<'a>>,
}

/// Numbers are tokens.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ModelOutput<'a> {
    name: &'a str,
    /// What a request and its answer may have together.
    window: u64,
    /// What is kept for the answer.
    output: u64,
    /// What is kept for what is sent besides the document.
    kept: u64,
    /// What is left for a document.
    budget: u64,
    counter: &'a str,
    /// Year and month; nothing where your own settings have a word in it.
    as_of: Option<&'a str>,
    source: &'a str,
}

pub(crate) fn run(global: &Global, args: &JsonArgs) -> Result<Exit, Failure> {
    let opened = Opening::of(global, Memory::Nothing).unconfined()?;
    let models = &opened.workspace.settings().values().models;
    let text = if args.json {
        json_line(&ModelsOutput { models: models.iter().map(told).collect() })
    } else {
        table(models.iter())
    };
    put(&text, None)
}

fn told(model: &Model) -> ModelOutput<'_> {
    ModelOutput {
        name: &model.name,
        window: model.window,
        output: model.output,
        kept: model.kept(),
        budget: model.budget(),
        counter: &model.counter,
        as_of: model.as_of.as_deref(),
        source: &model.source,
    }
}

fn table<'a>(models: impl Iterator<Item = &'a Model>) -> String {
    let mut out = format!(
        "{:<22} {:>9} {:>8} {:>9}  {:<19} {}\n",
        "model", "window", "answer", "document", "counter", "as of"
    );
    for model in models {
        let _ = writeln!(
            out,
            "{:<22} {:>9} {:>8} {:>9}  {:<19} {}",
            reveal_line(&model.name),
            Grouped(model.window),
            Grouped(model.output),
            Grouped(model.budget()),
            model.counter,
            model.as_of.as_deref().unwrap_or("yours")
        );
    }
    out
}
