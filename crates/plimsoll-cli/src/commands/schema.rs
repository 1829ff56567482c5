//! `plimsoll schema`: what is read and what is printed, as JSON Schemas made from the types themselves.

use super::Invalid;
use super::config::{ConfigCheckOutput, ConfigShowOutput};
use super::diff::DiffOutput;
use super::doctor::DoctorOutput;
use super::explain::ExplainOutput;
use super::index::SymbolsOutput;
use super::init::InitOutput;
use super::log::LogOutput;
use super::log::verify::VerifyOutput;
use super::models::ModelsOutput;
use super::replay::{LiveOutput, ReplayOutput};
use super::rules::RulesOutput;
use super::scan::ScanOutput;
use super::verify::VerifyEvidenceOutput;
use crate::args::SchemaArgs;
use crate::exit::{Exit, Failure};
use crate::output::put;
use plimsoll::core::escape::quoted;
use plimsoll::core::near::did_you_mean;
use plimsoll::core::notes::Noted;
use plimsoll::core::seal::canonical_json;
use plimsoll::core::store::SignedHead;
use plimsoll::eval::EvalReport;
use plimsoll::{ExportLine, FileOutline, IndexReport, NamedSchema, Purged, Why, schemas};
use serde_json::Value;
use std::fmt::Write as _;

pub(crate) fn run(args: &SchemaArgs) -> Result<Exit, Failure> {
    let all = all();
    let Some(name) = &args.name else { return put(&list(&all), None) };
    match all.iter().find(|known| known.name == name) {
        Some(known) => put(&pretty(&known.schema), None),
        None => {
            let near = did_you_mean(name, all.iter().map(|known| known.name));
            Err(Failure::input(format!(
                "there is no schema {}{near}; `plimsoll schema` lists them",
                quoted(name)
            )))
        }
    }
}

/// Those of the doors, and those of the other commands.
fn all() -> Vec<NamedSchema> {
    let mut all = schemas();
    all.extend([
        NamedSchema::of_output::<Invalid>("invalid", "what every command prints for wrong input"),
        NamedSchema::of_output::<Noted>("note", "a line of `record list --json`"),
        NamedSchema::of_output::<ExplainOutput<'_>>("explain", "`explain --json`"),
        NamedSchema::of_output::<LogOutput<'_>>("log", "a line of `log --json`, and `log show`"),
        NamedSchema::of_output::<SignedHead>("log-head", "`log head --json`, signed or not"),
        NamedSchema::of_output::<VerifyOutput<'_>>("log-verify", "`log verify --json`"),
        NamedSchema::of_output::<ExportLine>("log-export", "a line of `log export`"),
        NamedSchema::of_output::<ReplayOutput<'_>>("replay", "a line of `replay --json`"),
        NamedSchema::of_output::<LiveOutput<'_>>("replay-live", "`replay --live --json`"),
        NamedSchema::of_output::<DiffOutput<'_>>("diff", "`diff --json`"),
        NamedSchema::of_output::<VerifyEvidenceOutput<'_>>("verify", "`verify --json`"),
        NamedSchema::of_output::<Purged>("purge", "`purge --json`"),
        NamedSchema::of_output::<ScanOutput<'_>>("scan", "`scan --format json`"),
        NamedSchema::of_output::<RulesOutput<'_>>("rules", "`rules --json`"),
        NamedSchema::of_output::<IndexReport>("index", "`index --json`"),
        NamedSchema::of_output::<FileOutline>("outline", "`outline --json`"),
        NamedSchema::of_output::<SymbolsOutput<'_>>("symbols", "`symbols --json`"),
        NamedSchema::of_output::<Why>("why", "`why --json`"),
        NamedSchema::of_output::<EvalReport>("eval", "`eval --json`"),
        NamedSchema::of_output::<ConfigShowOutput>("config-show", "`config show --json`"),
        NamedSchema::of_output::<ConfigCheckOutput>("config-check", "`config check --json`"),
        NamedSchema::of_output::<ModelsOutput<'_>>("models", "`models --json`"),
        NamedSchema::of_output::<InitOutput>("init", "`init --json`"),
        NamedSchema::of_output::<DoctorOutput>("doctor", "`doctor --json`"),
    ]);
    all
}

fn list(all: &[NamedSchema]) -> String {
    let mut out = String::new();
    for NamedSchema { name, about, .. } in all {
        let _ = writeln!(out, "{name:<14} {about}");
    }
    out
}

/// For people too; the keys in the canonical order, however maps are kept.
fn pretty(schema: &Value) -> String {
    let ordered: Option<Value> = serde_json::from_str(&canonical_json(schema)).ok();
    format!("{:#}\n", ordered.as_ref().unwrap_or(schema))
}
