//! `plimsoll build`.

use super::{as_of, document_format, json_line, next_step, notices, refuse, used_of_limit};
use crate::args::{BuildArgs, DocumentFormat, Global};
use crate::exit::{Exit, Failure};
use crate::input;
use crate::opening::{Memory, Opening};
use crate::output::{check_place, put};
use crate::time;
use crate::ui::Ui;
use crate::wording::counted;
use plimsoll::{BuildRequest, Bundle, Outcome};
use serde_json::Value;

pub(crate) fn run(global: &Global, args: &BuildArgs) -> Result<Exit, Failure> {
    let ui = Ui::of(global);
    check_place(global, args.output.as_deref())?;
    let as_json = args.format == DocumentFormat::Json;
    let format = document_format(args.format);
    let value = input::json(&args.request)?;
    let mut request = BuildRequest::from_json(&value)?;
    let as_of = as_of(global);
    // When nobody says when, it is now; it is in no fingerprint.
    request.created_at.get_or_insert_with(|| time::format(as_of));

    let opened = Opening::of(global, Memory::Keeps).confined(args.output.as_deref())?;
    let bundle = match opened.run(|workspace| workspace.build(&request, format, as_of))? {
        Outcome::Refused(refused) => return refuse(&refused, as_json, ui),
        Outcome::Loaded(bundle) => bundle,
    };
    let result =
        if as_json { json_line(&as_value(&bundle, args)) } else { bundle.document().to_owned() };
    let exit = put(&result, args.output.as_deref())?;
    ui.say(&used_of_limit(bundle.passage()));
    let (shown, removed) = bundle.block_counts();
    let next = next_step(global, bundle.passage());
    ui.say(&format!("{} in, {} removed{next}", counted(shown as u64, "block"), removed));
    if args.explain && !as_json {
        ui.say(super::explain::of_passage(bundle.passage()).trim_end());
    }
    notices(bundle.passage(), ui);
    super::purge::tidy(global, &opened);
    Ok(exit)
}

fn as_value(bundle: &Bundle, args: &BuildArgs) -> Value {
    let mut value = bundle.to_json();
    if args.explain {
        value["meta"]["ranking"] = bundle.ranking().into();
    }
    value
}
