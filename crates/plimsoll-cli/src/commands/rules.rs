//! `plimsoll rules`: what the guard looks for.

use super::{json_line, scan::word};
use crate::args::{Global, RulesArgs};
use crate::exit::{Exit, Failure};
use crate::opening::{Memory, Opening};
use crate::output::put;
use plimsoll::core::escape::{quoted, reveal_message};
use plimsoll::core::near::did_you_mean;
use plimsoll::core::screened::Grade;
use plimsoll::guard::RuleInfo;
use plimsoll::screen_message;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;

pub(crate) fn run(global: &Global, args: &RulesArgs) -> Result<Exit, Failure> {
    let opened = Opening::of(global, Memory::Nothing).unconfined()?;
    let rules = opened.workspace.rules();
    let chosen: Vec<&RuleInfo<'_>> = match &args.id {
        None => rules.iter().collect(),
        Some(id) => match rules.iter().find(|rule| rule.id == id) {
            Some(rule) => vec![rule],
            None => {
                let near = did_you_mean(id, rules.iter().map(|rule| rule.id));
                return Err(Failure::input(format!(
                    "there is no rule {}{near}; `plimsoll rules` lists them",
                    quoted(id)
                )));
            }
        },
    };
    let text = match (args.json, &args.id) {
        (true, _) => as_json(&chosen),
        (false, None) => as_list(&chosen),
        (false, Some(_)) => chosen.iter().map(|rule| as_text(rule)).collect(),
    };
    put(&text, None)
}

fn as_list(rules: &[&RuleInfo<'_>]) -> String {
    let mut out = String::new();
    for rule in rules {
        let what = screen_message(rule.what);
        let _ = writeln!(out, "{:<32} {:<8} {}", rule.id, word(rule.grade), reveal_message(&what));
    }
    out
}

fn as_text(rule: &RuleInfo<'_>) -> String {
    let (what, why) = (screen_message(rule.what), screen_message(rule.why));
    let (what, why) = (reveal_message(&what), reveal_message(&why));
    format!("{} ({})\n{what}\n{why}\n", rule.id, word(rule.grade))
}

/// What the guard looks for.
#[derive(Serialize, JsonSchema)]
pub(crate) struct RulesOutput<'a> {
    rules: Vec<RuleOutput<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct RuleOutput<'a> {
    id: &'a str,
    grade: Grade,
    what: String,
    why: String,
}

fn as_json(rules: &[&RuleInfo<'_>]) -> String {
    let rules = rules.iter().map(|rule| RuleOutput {
        id: rule.id,
        grade: rule.grade,
        what: screen_message(rule.what),
        why: screen_message(rule.why),
    });
    json_line(&RulesOutput { rules: rules.collect() })
}
