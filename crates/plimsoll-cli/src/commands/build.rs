//! `plimsoll build`.

use super::{as_of, document_format, json_line, next_step, notices, refuse, used_of_limit};
use crate::args::{BuildArgs, DocumentFormat, Global};
use crate::exit::{Exit, Failure};
use crate::input;
use crate::opening::{Memory, Opening};
use crate::output::{check_place, put, put_with};
use crate::paths::quoted;
use crate::signer::{Signer, evidence_file};
use crate::time;
use crate::ui::Ui;
use crate::wording::counted;
use plimsoll::{BuildRequest, Bundle, Outcome, Statement};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

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
    let sealing = Sealing::of(global, args)?;

    let evidence = sealing.as_ref().map(|sealing| sealing.file.as_path());
    let outputs = args.output.as_deref().into_iter().chain(evidence);
    let opened = Opening::of(global, Memory::Keeps).confined(outputs)?;
    let bundle = match opened.run(|workspace| workspace.build(&request, format, as_of))? {
        Outcome::Refused(refused) => return refuse(&refused, as_json, ui),
        Outcome::Loaded(bundle) => bundle,
    };
    let exit = hand_over(&bundle, args, sealing, ui)?;
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

/// Who signs, and where the evidence goes.
struct Sealing {
    signer: Signer,
    file: PathBuf,
}

impl Sealing {
    fn of(global: &Global, args: &BuildArgs) -> Result<Option<Self>, Failure> {
        let signing = &args.signing;
        if signing.sign.is_none() && signing.sign_with.is_none() {
            return Ok(None);
        }
        let file = evidence_file(signing, args.output.as_deref())?;
        check_place(global, Some(&file))?;
        Ok(Signer::of(signing)?.map(|signer| Self { signer, file }))
    }
}

/// Writes the result, and the evidence of exactly what is written.
fn hand_over(
    bundle: &Bundle,
    args: &BuildArgs,
    sealing: Option<Sealing>,
    ui: Ui,
) -> Result<Exit, Failure> {
    let output: Option<&Path> = args.output.as_deref();
    let result: Value = match args.format {
        DocumentFormat::Json if args.explain => bundle.to_json_explained(),
        DocumentFormat::Json => bundle.to_json(),
        _ => json!({"document": bundle.document()}),
    };
    let written = match args.format {
        DocumentFormat::Json => json_line(&result),
        _ => bundle.document().to_owned(),
    };
    let Some(Sealing { signer, file }) = sealing else { return put(&written, output) };
    let evidence = signer.seal(&Statement::of(bundle.passage(), &result))?;
    let exit = put_with((&evidence, &file), &written, output)?;
    ui.say(&format!("signed evidence of it is in {}", quoted(&file)));
    Ok(exit)
}
