//! Whether a document holds exactly the blocks that went in.

use super::capsules::aboard_by_position;
use super::ladders::{line_count, lines_of};
use super::parser::{self, Block, count, is_within_a_line, parse};
use plimsoll_core::candidate::Candidate;
use plimsoll_core::capsule::Capsule;
use plimsoll_core::decide::{Decision, Fate, Loaded};
use plimsoll_core::ladder::{Lines, Shown, View};
use plimsoll_core::limit::Grouped;
use plimsoll_core::vocab::{Format, Origin};

/// Reads the document back and compares it with what was to stand in it.
pub(crate) fn check(capsule: &Capsule, decision: &Decision, loaded: &Loaded) {
    let mut parsed = parse(capsule.format, &loaded.document);
    if capsule.format == Format::Xml {
        assert_eq!(parsed, parser::xml::parse_with_a_real_parser(&loaded.document));
    }
    let aboard = aboard_by_position(capsule, decision);
    check_overview(capsule, decision, loaded, &mut parsed);
    let placed: Vec<usize> = loaded.blocks.iter().map(|block| block.candidate).collect();
    assert_eq!(placed, aboard, "blocks stand by position");
    assert_eq!(parsed.blocks.len(), aboard.len(), "nothing more and nothing less");
    for (&index, block) in aboard.iter().zip(&parsed.blocks) {
        let Fate::Aboard { rung, level, .. } = decision.verdicts[index].fate else {
            panic!("only what is aboard is looked at");
        };
        assert_eq!(block.level, level);
        check_block(&capsule.candidates[index], rung, block);
    }
    check_notice(capsule, decision, loaded, parsed.notice.as_ref());
}

fn check_block(candidate: &Candidate, rung: usize, block: &Block) {
    assert_eq!((&block.name, &block.part), (&candidate.name, &candidate.part));
    assert_eq!(block.kind, candidate.kind);
    assert_eq!(block.origin, candidate.origin);
    assert_eq!(block.language, candidate.language);
    let text = candidate.text.text();
    let is_whole = candidate.ladder.view(rung, line_count(text)).shown == Shown::Whole;
    assert_eq!(is_whole, block.lines.is_none(), "what is not whole says so");
    let view = candidate.ladder.view(rung, line_count(text));
    let expected: Vec<&str> = match &block.lines {
        None => lines_of(text),
        Some((lines, of)) => {
            assert_eq!(*of, line_count(text), "how many lines there are");
            check_cut(&view, block, lines, *of);
            lines.iter().flat_map(|range| slice(text, *range)).collect()
        }
    };
    let shortened = match view.shown {
        Shown::Narrow { width, .. } => check_narrow(block, &expected, width as usize),
        _ => {
            assert_eq!(block.content, expected.concat(), "of {:?}", candidate.name);
            false
        }
    };
    assert_eq!(numbers(&block.redacted), shown_findings(candidate, block));
    let crlf = text.contains("\r\n") && text.matches('\n').count() == text.matches("\r\n").count();
    let unended = !text.is_empty() && !text.ends_with('\n');
    assert_eq!(block.notes.contains(&"CRLF line ends".to_owned()), crlf);
    assert_eq!(block.notes.contains(&"no newline at the end".to_owned()), unended);
    let marks = candidate.marks.iter().map(|mark| mark.said().to_owned());
    let marks: Vec<String> = marks.collect();
    assert!(block.notes.starts_with(&marks), "{:?} begins with {marks:?}", block.notes);
    assert_eq!(block.notes.contains(&"long lines shortened".to_owned()), shortened);
    let others = [crlf, unended, shortened].map(usize::from).iter().sum::<usize>();
    assert_eq!(block.notes.len(), marks.len() + others);
}

/// Each line is there, or its beginning and its end are. Says whether there was one without its middle.
fn check_narrow(block: &Block, expected: &[&str], width: usize) -> bool {
    let bare = |line: &str| line.trim_end_matches(['\r', '\n']).to_owned();
    let mut kept = block.content.split_inclusive('\n').map(bare);
    let mut torn = 0;
    for line in expected.iter().map(|line| bare(line)) {
        let start = kept.next().expect("as many lines as there should be");
        if start != line {
            let end = kept.next().unwrap_or_default();
            let is_within = start.chars().count() <= width / 2 && end.chars().count() <= width / 2;
            assert!(is_within && line.starts_with(&start) && line.ends_with(&end), "{line:?}");
            torn += 1;
        }
    }
    assert_eq!(kept.next(), None);
    assert_eq!(torn, block.markers.iter().filter(|marker| is_within_a_line(marker)).count());
    torn > 0
}

/// A cut shows what its rung shows, and its markers account for every line that is not there.
fn check_cut(view: &View, block: &Block, lines: &[Lines], of: u32) {
    assert_eq!(block.level, view.level);
    assert_eq!(Some(lines), view.shown.lines().as_deref());
    let missing = u64::from(of) - count(lines);
    match &view.shown {
        Shown::Summary { summary, .. } => {
            assert_eq!(block.markers.len(), 1);
            let marker = plimsoll_core::escape::conceal(&block.markers[0]);
            assert_eq!(marker, format!("⋯ {} ⋯", summary.replace('\n', " ")));
        }
        _ => {
            let of_lines = block.markers.iter().filter(|marker| !is_within_a_line(marker));
            let left_out = of_lines.map(|marker| lines_left_out(marker));
            assert_eq!(left_out.sum::<u64>(), missing, "{:?}", block.markers);
        }
    }
}

/// `⋯ 5 lines left out ⋯` and `⋯ 2 hunks left out, 5 lines ⋯` both say 5.
fn lines_left_out(marker: &str) -> u64 {
    let words: Vec<&str> = marker.split(' ').collect();
    let number = words.iter().rev().find_map(|word| word.parse().ok()).expect("a number of lines");
    assert!(words.contains(&if number == 1 { "line" } else { "lines" }), "{marker:?}");
    number
}

fn slice(text: &str, range: Lines) -> Vec<&str> {
    lines_of(text)[range.first as usize - 1..range.last as usize].to_vec()
}

fn numbers(ranges: &[Lines]) -> Vec<u32> {
    ranges.iter().flat_map(|range| range.first..=range.last).collect()
}

fn shown_findings(candidate: &Candidate, block: &Block) -> Vec<u32> {
    let shown = block.lines.as_ref().map(|(lines, _)| numbers(lines));
    let mut lines: Vec<u32> = candidate.text.findings().iter().map(|f| f.line).collect();
    lines.retain(|line| shown.as_ref().is_none_or(|shown| shown.contains(line)));
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// Takes the overview out of a document, and compares it with what is shown and what is not.
fn check_overview(
    capsule: &Capsule,
    decision: &Decision,
    loaded: &Loaded,
    parsed: &mut parser::Document,
) {
    let Some(overview) = capsule.overview else { return };
    let end = capsule.notice_section.unwrap_or(0);
    let before = loaded
        .blocks
        .iter()
        .map(|block| block.candidate)
        .filter(|&index| capsule.candidates[index].position.section < end);
    let before: Vec<usize> = before.collect();
    let mut take = |at: usize, kind: &str| {
        let found = parsed.blocks.get(at).is_some_and(|block| block.kind == kind);
        found.then(|| parsed.blocks.remove(at))
    };
    let Some(contents) = take(before.len(), "contents") else {
        // Nothing stands before it, or there was no room for it; then there is no list either.
        assert!(take(before.len(), "left_out").is_none_or(|_| before.is_empty()));
        return;
    };
    // What plimsoll itself says is no content.
    let listed =
        before.iter().filter(|&&index| capsule.candidates[index].origin != Origin::Plimsoll);
    let lines: String = listed.map(|&index| shown_line(capsule, decision, index)).collect();
    assert_eq!((&*contents.content, contents.origin), (&*lines, Origin::Plimsoll));
    if let Some(notice) = &mut parsed.notice {
        notice.at -= 1;
    }
    let out: Vec<usize> = decision
        .ranking
        .iter()
        .copied()
        .filter(|&index| !matches!(decision.verdicts[index].fate, Fate::Aboard { .. }))
        .collect();
    let Some(list) = take(before.len(), "left_out") else {
        assert!(out.is_empty(), "what is left out is named");
        return;
    };
    let (rest, named): (Vec<&str>, Vec<&str>) =
        list.content.split_inclusive('\n').partition(|line| line.starts_with("- and "));
    let is_meant = |(line, &index): (&&str, &usize)| {
        let Fate::Shed { smallest } = decision.verdicts[index].fate else { return false };
        let name = capsule.candidates[index].name.as_str();
        let needs = format!("needs {} {} at least", Grouped(smallest), capsule.limit.unit);
        **line == format!("- {name}: {needs}\n")
    };
    assert!(named.len() <= 10 && named.iter().zip(&out).all(is_meant), "{named:?}");
    let more = format!("- and {} more; `plimsoll explain` has them all\n", out.len() - named.len());
    assert_eq!(rest.concat(), if out.len() > named.len() { more } else { String::new() });
    assert!(overview.left_out_room < 10_000 || named.len() == out.len().min(10), "there is room");
}

fn shown_line(capsule: &Capsule, decision: &Decision, index: usize) -> String {
    let candidate = &capsule.candidates[index];
    let Fate::Aboard { rung, level, .. } = decision.verdicts[index].fate else {
        panic!("it is in the document");
    };
    let of = line_count(candidate.text.text());
    let shown = candidate.ladder.view(rung, of).shown.lines();
    let is_file = candidate.kind == "file" || candidate.name.path().is_none();
    let kind = if is_file { String::new() } else { format!("{}, ", candidate.kind) };
    let part = candidate.part.as_ref().map_or(String::new(), |part| format!(", section {part}"));
    let mut line = format!("- {}{part}: {kind}{level}", candidate.name.as_str());
    if let Some(shown) = &shown {
        line.push_str(&format!(", {} of {} lines", Grouped(count(shown)), Grouped(of.into())));
    }
    let is_shown = |line: u32| shown.as_ref().is_none_or(|lines| numbers(lines).contains(&line));
    if candidate.text.findings().iter().any(|finding| is_shown(finding.line)) {
        line.push_str(", values redacted");
    }
    line + "\n"
}

fn check_notice(
    capsule: &Capsule,
    decision: &Decision,
    loaded: &Loaded,
    notice: Option<&parser::Notice>,
) {
    let fates = || decision.verdicts.iter().map(|verdict| &verdict.fate);
    let left_out = fates().filter(|fate| !matches!(fate, Fate::Aboard { .. })).count();
    let shortened = fates().filter(|fate| matches!(fate, Fate::Aboard { rung: 1.., .. })).count();
    assert_eq!(loaded.truncated, left_out + shortened > 0);
    let Some(section) = capsule.notice_section.filter(|_| loaded.truncated) else {
        assert_eq!(notice, None);
        return;
    };
    let notice = notice.expect("what was cut is said");
    let of = capsule.candidates.len();
    let sentence = format!(
        "context truncated: of {of} parts, {left_out} left out and {shortened} shown in part."
    );
    assert_eq!(notice.sentence, sentence);
    let before = |block: &&plimsoll_core::decide::PlacedBlock| {
        capsule.candidates[block.candidate].position.section < section
    };
    assert_eq!(notice.at, loaded.blocks.iter().filter(before).count());
}
