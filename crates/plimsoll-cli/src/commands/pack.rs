//! `plimsoll pack`.

mod check;
mod parts;

use super::{as_of, document_format, json_line, next_step, notices, refuse, used_of_limit};
use crate::args::{DocumentFormat, Global};
use crate::clipboard::Clipboard;
use crate::exit::{Exit, Failure};
use crate::input;
use crate::opening::{Memory, Opening};
use crate::output::{check_place, put};
use crate::pack_args::PackArgs;
use crate::ui::Ui;
use crate::wording::counted;
use plimsoll::core::candidate::Candidate;
use plimsoll::core::count::{Counter, counter};
use plimsoll::core::decide::Fate;
use plimsoll::core::ladder::Lines;
use plimsoll::core::limit::Grouped;
use plimsoll::core::render::shown_lines;
use plimsoll::{Error, Outcome, Pack, PackRequest, Task};
use serde_json::Value;
use std::path::Path;

pub(crate) fn run(global: &Global, args: &PackArgs) -> Result<Exit, Failure> {
    check_usage(global, args)?;
    match (&args.check, args.split) {
        (Some(file), _) => check::run(global, args, file),
        (None, Some(most)) => parts::run(global, args, most),
        (None, None) => whole(global, args),
    }
}

/// Combinations of flags that make no sense, as far as they depend on values.
fn check_usage(global: &Global, args: &PackArgs) -> Result<(), Failure> {
    if !args.unquoted.is_empty() {
        return Err(Failure::input(
            "the sentence has to be in quotes: plimsoll pack \"make the cache respect its TTL\"",
        ));
    }
    if args.split.is_some() && args.format == DocumentFormat::Json {
        return Err(Failure::input(
            "--split makes documents that stand alone, and JSON is one object; choose another --format",
        ));
    }
    if args.check.is_some() && global.require_log {
        return Err(Failure::input("--check keeps nothing, so --require-log cannot be kept to"));
    }
    Ok(())
}

/// The result as one text, wherever it goes.
fn whole(global: &Global, args: &PackArgs) -> Result<Exit, Failure> {
    let output = args.output.as_deref();
    check_place(global, output)?;
    let request = request(global, args)?;
    let clipboard = if args.copy { Some(Clipboard::open()?) } else { None };
    let opening = Opening::of(global, Memory::Keeps);
    decided(global, args, opening, output, &request, |pack| {
        let result = result(pack, args.format);
        let copied = clipboard.map(|clipboard| clipboard.put(&result)).transpose()?;
        // On the clipboard it need not be printed, but a file that was named is written.
        if copied.is_none() || output.is_some() {
            put(&result, output)?;
        }
        Ok((Exit::Done, copied))
    })
}

/// What the flags ask for.
fn request(global: &Global, args: &PackArgs) -> Result<PackRequest, Failure> {
    let task = match (&args.sentence, &args.task) {
        (Some(sentence), _) if sentence == "-" => Task::sentence(input::read(Path::new("-"))?),
        (Some(sentence), _) => Task::sentence(sentence.clone()),
        (None, Some(file)) => Task::from_json(&task(file)?)?,
        (None, None) => {
            return Err(Failure::input(
                "say what you want done: plimsoll pack \"make the cache respect its TTL\", or give --task FILE",
            ));
        }
    };
    let mut request = PackRequest::new(task).limit(args.limit());
    request.counter.clone_from(&args.counter);
    request.model.clone_from(&args.model);
    request.format = document_format(args.format);
    request.diff = args.diff;
    request.line_numbers = args.line_numbers;
    request.as_of_ms = as_of(global);
    Ok(request)
}

/// A task as it is given. A text alone is a sentence in the wrong place.
fn task(file: &Path) -> Result<Value, Failure> {
    let wrong = match input::any_form(file)? {
        Value::String(_) => {
            "the task is a text, but must be an object with a `goal`; a sentence from standard input is `plimsoll pack -`"
        }
        Value::Null => "the task is empty; it needs at least a `goal`: what you want done",
        task => return Ok(task),
    };
    Err(Error::Invalid(vec![wrong.to_owned()]).into())
}

/// Decides, hands the result over, and says what came of both.
fn decided<'p>(
    global: &Global,
    args: &PackArgs,
    opening: Opening<'_>,
    output: impl IntoIterator<Item = &'p Path>,
    request: &PackRequest,
    hand_over: impl FnOnce(&Pack) -> Result<(Exit, Option<String>), Failure>,
) -> Result<Exit, Failure> {
    let ui = Ui::of(global);
    let opened = opening.confined(output)?;
    let pack = match opened.run(|workspace| workspace.pack(request))? {
        Outcome::Refused(refused) => {
            return refuse(&refused, args.format == DocumentFormat::Json, ui);
        }
        Outcome::Loaded(pack) => pack,
    };
    let (exit, said) = hand_over(&pack)?;
    if args.check.is_none() {
        summary(global, &pack);
        super::purge::tidy(global, &opened);
    }
    if let Some(said) = said {
        ui.say(&said);
    }
    Ok(exit)
}

/// As it is handed over.
fn result(pack: &Pack, format: DocumentFormat) -> String {
    match format {
        DocumentFormat::Json => json_line(&pack.to_json()),
        DocumentFormat::Markdown | DocumentFormat::Xml => pack.document().to_owned(),
    }
}

/// What was no part of the choice: `left out` is what the document says of its parts, and the same number.
fn passed_over(files: u64) -> String {
    if files == 0 { String::new() } else { format!(", {} passed over", Grouped(files)) }
}

/// How many values are replaced in what is shown of a part.
fn redacted_in(candidate: &Candidate, rung: usize) -> u64 {
    let findings = candidate.text.findings();
    // Most texts have none, and what is shown of them need not be worked out.
    let lines = if findings.is_empty() { None } else { shown_lines(candidate, rung) };
    let is_shown = |line: u32| {
        let contains = |part: &Lines| (part.first..=part.last).contains(&line);
        lines.as_ref().is_none_or(|lines| lines.iter().any(contains))
    };
    findings.iter().filter(|finding| is_shown(finding.line)).count() as u64
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
            Fate::Aboard { rung, .. } => {
                shown += u64::from(is_file);
                redacted += redacted_in(candidate, rung);
            }
            _ => left_out += 1,
        }
    }
    ui.say(&used_of_limit(passage));
    ui.say(&format!(
        "{} in, {} left out{}, {} redacted{}",
        counted(shown, "file"),
        Grouped(left_out),
        passed_over(passage.capsule().left_out.len() as u64),
        counted(redacted, "value"),
        next_step(global, passage)
    ));
    // A count that is not exact is not passed off as one.
    if let Some(margin) = counter(&passage.capsule().limit.counter).and_then(Counter::margin) {
        ui.say(&format!("note: {margin}"));
    }
    notices(passage, ui);
}
