//! `plimsoll compose`.

use super::{as_of, document_format, json_line, notices, refuse};
use crate::args::{ComposeArgs, DocumentFormat, Global};
use crate::exit::{Exit, Failure};
use crate::home;
use crate::input;
use crate::opening::{Memory, Opening};
use crate::output::{check_place, put};
use crate::paths::from_root;
use crate::ui::Ui;
use crate::wording::{folded, wrapped};
use plimsoll::core::composition::LaneShortfall;
use plimsoll::core::decide::OutReason;
use plimsoll::core::escape::{reveal_line, reveal_message};
use plimsoll::core::limit::Grouped;
use plimsoll::{
    ComposeRequest, Composition, Outcome, Passage, constraints_from_json, screen_message,
};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// So many rejections are listed, unless more is asked for.
const FIRST: usize = 3;

pub(crate) fn run(global: &Global, args: &ComposeArgs) -> Result<Exit, Failure> {
    let ui = Ui::of(global);
    check_place(global, args.output.as_deref())?;
    let as_json = args.format == Some(DocumentFormat::Json);
    let mut request = asked(global, args)?;
    request.format = document_format(args.format.unwrap_or(DocumentFormat::Markdown));

    let memory = if args.dry_run { Memory::Reads } else { Memory::Keeps };
    let opened =
        Opening::of(global, memory).with(&args.settings).confined(args.output.as_deref())?;
    let composition = match opened.run(|workspace| workspace.compose(&request))? {
        Outcome::Refused(refused) => return refuse(&refused, as_json, ui),
        Outcome::Loaded(composition) => composition,
    };
    let result = match args.format {
        None => summary(&composition, global.verbose),
        Some(DocumentFormat::Json) => json_line(&composition.to_json()),
        Some(_) => composition.document().to_owned(),
    };
    let exit = put(&result, args.output.as_deref())?;
    if args.format.is_some() {
        ui.say(&composition.explanation().summary);
    } else {
        ui.say("`--format markdown` prints the document itself; `plimsoll explain` says why");
    }
    notices(composition.passage(), ui);
    for name in composition.unmatched() {
        ui.say(&format!("note: nothing that could be shown matches `{name}` of the constraints"));
    }
    if !args.dry_run {
        super::purge::tidy(global, &opened);
    }
    Ok(exit)
}

/// What is asked, by flags or as JSON.
fn asked(global: &Global, args: &ComposeArgs) -> Result<ComposeRequest, Failure> {
    if let Some(file) = &args.request {
        let mut request = ComposeRequest::from_json(&input::json(file)?, as_of(global))?;
        // What a flag says holds.
        request.as_of_ms = global.as_of.unwrap_or(request.as_of_ms);
        request.budget.take_if(|_| !args.settings.given().is_empty());
        return Ok(request);
    }
    let mut request = ComposeRequest::new(args.trigger.clone(), as_of(global));
    request.keywords.clone_from(&args.keywords);
    let root = home::root(global)?;
    for file in &args.files {
        // What holds a secret is left to be refused as it was written.
        let is_plain = screen_message(file) == *file;
        let named = if is_plain { from_root(Path::new(file), &root)? } else { file.clone() };
        request.files.push(named);
    }
    if let Some(file) = &args.constraints {
        request.constraints = constraints_from_json(&input::json(file)?)?;
    }
    Ok(request)
}

/// A summary line, a bar for each lane, and the first rejections; with `verbose` everything.
fn summary(composition: &Composition, verbose: bool) -> String {
    let explanation = composition.explanation();
    // The seed's words.
    let hit = if explanation.performance.cache_hit { "   (cache hit)\n" } else { "" };
    let mut out = format!("{}\n{hit}\n", explanation.summary);
    for line in &explanation.lane_breakdown {
        let _ = writeln!(
            out,
            "  {:<10} {} {:>3} {:<9}  {:>6} of {:>6} tokens",
            line.lane,
            bar(line.budget_used, line.budget_max),
            line.selected_count,
            if line.selected_count == 1 { "artifact" } else { "artifacts" },
            Grouped(line.budget_used),
            Grouped(line.budget_max)
        );
    }
    if verbose {
        write_shortfalls(&mut out, composition);
        let _ = writeln!(out, "\nselected:");
        for (kind, lane, tokens, name) in composition.shown() {
            let (tokens, name) = (Grouped(tokens), reveal_line(&name));
            let line = format!("  {kind:<16} {lane:<10} {tokens:>6} tokens  {name}");
            let _ = writeln!(out, "{}", folded(&line, 6));
        }
        write_rejections(&mut out, composition.passage());
    } else {
        write_first_rejections(&mut out, composition.passage());
    }
    out
}

/// Which lanes are below their minimum, and what there was for them.
fn write_shortfalls(out: &mut String, composition: &Composition) {
    let shortfalls = composition.shortfalls();
    if !shortfalls.is_empty() {
        let _ = writeln!(out, "\nunder-filled:");
    }
    let used = composition.explanation().lane_breakdown;
    for LaneShortfall { lane, requested, available } in shortfalls {
        let used = used.iter().find(|line| line.lane == lane).map_or(0, |line| line.budget_used);
        let _ = writeln!(
            out,
            "  {lane:<10} {:>6} of at least {:>6} tokens; {} were on offer",
            Grouped(used),
            Grouped(requested),
            Grouped(available)
        );
    }
}

/// What is not taken, best first: the reason, the candidate and the numbers. Names are for the terminal of whoever asked.
fn rejections(passage: &Passage) -> Vec<(OutReason, String, String)> {
    let (capsule, decision) = (passage.capsule(), passage.decision());
    let mut times: BTreeMap<(&str, Cow<'_, str>), usize> = BTreeMap::new();
    for candidate in &capsule.candidates {
        *times.entry((&candidate.kind, candidate.said())).or_default() += 1;
    }
    let told = decision.ranking.iter().filter_map(|&index| {
        let (candidate, fate) = (&capsule.candidates[index], &decision.verdicts[index].fate);
        let reason = fate.reason()?;
        let said = candidate.said();
        // Its number says something only beside others of the same name.
        let is_alone = times.get(&(&*candidate.kind, said.clone())) == Some(&1);
        let chunk = if is_alone { String::new() } else { format!(", chunk {}", candidate.chunk) };
        let what = format!("{} {}{chunk}", candidate.kind, reveal_line(&said));
        Some((reason, what, reveal_message(&fate.detail()).into_owned()))
    });
    told.collect()
}

/// The first few, as the seed has them.
fn write_first_rejections(out: &mut String, passage: &Passage) {
    let rejections = rejections(passage);
    if rejections.is_empty() {
        return;
    }
    let _ = writeln!(out, "\nnot taken:");
    for (reason, what, detail) in rejections.iter().take(FIRST) {
        let _ = writeln!(out, "  {}", wrapped(&format!("{what}: {reason} ({detail})"), 4));
    }
    if rejections.len() > FIRST {
        let _ = writeln!(out, "  and {} more (-v lists them)", rejections.len() - FIRST);
    }
}

/// All of them by reason.
fn write_rejections(out: &mut String, passage: &Passage) {
    let mut by_reason: BTreeMap<OutReason, Vec<String>> = BTreeMap::new();
    for (reason, what, detail) in rejections(passage) {
        by_reason.entry(reason).or_default().push(format!("{what}: {detail}"));
    }
    if !by_reason.is_empty() {
        let _ = writeln!(out, "\nnot taken:");
    }
    for (reason, lines) in by_reason {
        let _ = writeln!(out, "  {reason}: {}", Grouped(lines.len() as u64));
        for line in lines {
            let _ = writeln!(out, "    {}", wrapped(&line, 6));
        }
    }
}

/// Ten cells.
fn bar(used: u64, max: u64) -> String {
    // Rounded to the nearest cell, as the seed has it.
    let filled = if max == 0 { 0 } else { ((used * 20 + max) / (2 * max)).min(10) };
    let filled = usize::try_from(filled).unwrap_or(10);
    "█".repeat(filled) + &"░".repeat(10 - filled)
}
