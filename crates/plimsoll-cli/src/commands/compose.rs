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
use crate::wording::wrapped;
use plimsoll::core::composition::RejectedArtifact;
use plimsoll::core::decide::OutReason;
use plimsoll::core::escape::{reveal_line, reveal_message};
use plimsoll::core::limit::Grouped;
use plimsoll::{
    ComposeRequest, Composition, Outcome, Passage, constraints_from_json, screen_message,
};
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
    }
    notices(composition.passage(), ui);
    if !args.dry_run {
        super::purge::tidy(global, &opened);
    }
    Ok(exit)
}

/// What is asked, by flags or as JSON.
fn asked(global: &Global, args: &ComposeArgs) -> Result<ComposeRequest, Failure> {
    if let Some(file) = &args.request {
        let mut request = ComposeRequest::from_json(&input::json(file)?, as_of(global))?;
        request.as_of_ms = global.as_of.unwrap_or(request.as_of_ms);
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
        let _ = writeln!(out, "\nselected:");
        for (kind, lane, tokens, name) in composition.shown() {
            let (tokens, name) = (Grouped(tokens), reveal_line(name));
            let _ = writeln!(out, "  {kind:<16} {lane:<10} {tokens:>6} tokens  {name}");
        }
        write_rejections(&mut out, composition.passage());
    } else {
        write_first_rejections(&mut out, &composition.rejections());
    }
    out
}

/// The first few, as the seed has them.
fn write_first_rejections(out: &mut String, rejections: &[RejectedArtifact]) {
    if rejections.is_empty() {
        return;
    }
    let _ = writeln!(out, "\nnot taken:");
    for rejection in rejections.iter().take(FIRST) {
        let (kind, detail) = (rejection.artifact.kind, reveal_message(&rejection.detail));
        let _ = writeln!(out, "  {kind}: {} ({detail})", rejection.reason);
    }
    if rejections.len() > FIRST {
        let _ = writeln!(out, "  and {} more (-v lists them)", rejections.len() - FIRST);
    }
}

/// All of them by reason, best first, with their names: they are for the terminal of whoever asked.
fn write_rejections(out: &mut String, passage: &Passage) {
    let (capsule, decision) = (passage.capsule(), passage.decision());
    let mut by_reason: BTreeMap<OutReason, Vec<String>> = BTreeMap::new();
    for &index in &decision.ranking {
        let (candidate, fate) = (&capsule.candidates[index], &decision.verdicts[index].fate);
        let Some(reason) = fate.reason() else { continue };
        let name = reveal_line(candidate.name.as_str());
        let chunk = match candidate.chunk {
            0 => String::new(),
            chunk => format!(", chunk {chunk}"),
        };
        let (kind, detail) = (&candidate.kind, fate.detail());
        let line = format!("{kind} {name}{chunk}: {}", reveal_message(&detail));
        by_reason.entry(reason).or_default().push(line);
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
