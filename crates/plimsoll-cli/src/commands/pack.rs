//! `plimsoll pack`.

use super::{as_of, document_format, json_line, next_step, notices, refuse, used_of_limit};
use crate::args::{DocumentFormat, Global, PackArgs};
use crate::exit::{Exit, Failure};
use crate::input;
use crate::opening::{Memory, Opening};
use crate::output::{check_place, put};
use crate::ui::Ui;
use crate::wording::counted;
use plimsoll::core::decide::Fate;
use plimsoll::core::limit::Grouped;
use plimsoll::{Outcome, Pack, PackRequest, Task};

pub(crate) fn run(global: &Global, args: &PackArgs) -> Result<Exit, Failure> {
    let ui = Ui::of(global);
    check_place(global, args.output.as_deref())?;
    let as_json = args.format == DocumentFormat::Json;
    let task = match (&args.sentence, &args.task) {
        (Some(sentence), _) => Task::sentence(sentence.clone()),
        (None, Some(file)) => Task::from_json(&input::any_form(file)?)?,
        (None, None) => return Err(Failure::input("say what you want done, or give --task FILE")),
    };
    let mut request = PackRequest::new(task).limit(args.limit());
    request.counter.clone_from(&args.counter);
    request.format = document_format(args.format);
    request.diff = args.diff;
    request.as_of_ms = as_of(global);

    let opened = Opening::of(global, Memory::Keeps).confined(args.output.as_deref())?;
    let pack = match opened.run(|workspace| workspace.pack(&request))? {
        Outcome::Refused(refused) => return refuse(&refused, as_json, ui),
        Outcome::Loaded(pack) => pack,
    };
    let result = if as_json { json_line(&pack.to_json()) } else { pack.document().to_owned() };
    let exit = put(&result, args.output.as_deref())?;
    summary(global, &pack);
    super::purge::tidy(global, &opened);
    Ok(exit)
}

/// Two lines: how full it is, and what came of the files; more when more is asked for.
fn summary(global: &Global, pack: &Pack) {
    let ui = Ui::of(global);
    let passage = pack.passage();
    let candidates = passage.capsule().candidates.iter().zip(&passage.decision().verdicts);
    let (mut shown, mut left_out, mut redacted) = (0_u64, 0_u64, 0_u64);
    for (candidate, verdict) in candidates {
        let is_file = candidate.name.path().is_some();
        match verdict.fate {
            Fate::Aboard { .. } => {
                shown += u64::from(is_file);
                redacted += candidate.text.findings().len() as u64;
            }
            _ => left_out += u64::from(is_file),
        }
    }
    left_out += passage.capsule().left_out.len() as u64;
    ui.say(&used_of_limit(passage));
    ui.say(&format!(
        "{} in, {} left out, {} redacted{}",
        counted(shown, "file"),
        Grouped(left_out),
        counted(redacted, "value"),
        next_step(global, passage)
    ));
    notices(passage, ui);
}
