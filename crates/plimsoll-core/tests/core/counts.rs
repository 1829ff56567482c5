//! The counts of blocks and framing add up to the count of the document, at every rung, for every counter
//! that claims to be exact; and strangers count the same.

use crate::support::capsules::{decided, every_rung, file, loaded, lowering};
use crate::support::dependencies::{SourceFile, sources};
use crate::support::random::scaled;
use crate::support::tally::EXACT;
use crate::support::{hostile, ladders, tally};
use plimsoll_core::candidate::Candidate;
use plimsoll_core::capsule::{Capsule, Overview};
use plimsoll_core::ladder::{Ladder, Lines, Piece};
use plimsoll_core::render::shown_content;
use plimsoll_core::vocab::Format;
use proptest::prelude::*;

fn documents_a_rung() -> usize {
    Format::ALL.len() * EXACT.len()
}

/// Counts at every rung, in all formats, by every exact counter. Says how many documents that were.
fn adds_up(candidates: &[Candidate]) -> usize {
    let mut seen = 0;
    for &format in Format::ALL {
        for counter in EXACT {
            let mut capsule = lowering(format, counter, candidates.to_vec());
            capsule.notice_section = Some(1);
            let overview = Some(Overview { left_out_room: 100 });
            every_rung(&mut Capsule { overview, ..capsule.clone() }, |capsule, decision| {
                tally::check(capsule, decision, loaded(decision).expect("only what loads is seen"));
            });
            seen += every_rung(&mut capsule, |capsule, decision| {
                tally::check(capsule, decision, loaded(decision).expect("only what loads is seen"));
            });
        }
    }
    seen
}

fn with_ladder(source: &SourceFile, ladder: Ladder) -> Candidate {
    Candidate { ladder, ..file(&source.name, &source.text) }
}

/// Pieces that begin at items, as a source would make them.
fn item_pieces(text: &str, summary: Option<&str>) -> Ladder {
    let is_item = |line: &str| line.starts_with(|c: char| c.is_ascii_lowercase() || c == '#');
    let numbered = (1u32..).zip(text.lines());
    let starts: Vec<u32> =
        numbered.filter(|(_, line)| is_item(line)).map(|(number, _)| number).collect();
    let every = starts.len() / 8 + 1;
    let starts: Vec<u32> = starts.into_iter().step_by(every).collect();
    let ends = starts.iter().skip(1).map(|next| next - 1).chain([ladders::line_count(text)]);
    let pieces = starts.iter().zip(ends).map(|(&first, last)| Lines { first, last }).collect();
    Ladder::Pieces {
        piece: Piece::Section,
        pieces,
        order: Vec::new(),
        summary: summary.map(str::to_owned),
    }
}

#[test]
fn numbered_lines_add_up_at_every_rung_and_are_those_of_the_file() {
    let sources = sources(&["globset"], 16_000);
    let source = sources.iter().find(|source| source.text.len() > 4_000).expect("there is one");
    let mut forms = ladders::all(ladders::line_count(&source.text));
    // The end of a line that lost its middle has no number.
    forms.retain(|ladder| *ladder != ladders::narrow());
    for ladder in forms.into_iter().chain([item_pieces(&source.text, None)]) {
        let candidate = Candidate { numbered: true, ..with_ladder(source, ladder) };
        assert!(adds_up(&[file("a", "a\n"), candidate.clone()]) >= documents_a_rung());
        let lines: Vec<&str> = source.text.lines().collect();
        for rung in 0..candidate.ladder.rungs() {
            for shown in shown_content(&candidate, rung).lines().filter(|line| !line.contains('⋯'))
            {
                let (number, line) = shown.split_once('\t').expect("every line has its number");
                assert_eq!(line, lines[number.parse::<usize>().expect("a number") - 1]);
            }
        }
    }
}

#[test]
fn real_files_add_up_at_every_rung() {
    let mut sources = sources(&["globset", "strsim", "serde_json"], 16_000);
    sources.retain(|source| source.text.len() > 2_000);
    assert!(sources.len() >= 8, "there are files to look at");
    for source in sources.iter().step_by(sources.len() / 8) {
        let lines = ladders::line_count(&source.text);
        let middle =
            Ladder::Middle { keep: vec![60, 20, 5, 0], widths: Vec::new(), held: Vec::new() };
        for ladder in [Ladder::Fixed, ladders::cuts(lines), middle] {
            assert!(adds_up(&[with_ladder(source, ladder.clone())]) >= documents_a_rung());
        }
        for summary in [None, Some("some items")] {
            let ladder = item_pieces(&source.text, summary);
            let rungs = ladder.rungs();
            let seen = adds_up(&[with_ladder(source, ladder)]);
            assert!(
                rungs < 3 || seen > 2 * documents_a_rung(),
                "{} has rungs: {seen}",
                source.name
            );
        }
    }
}

#[test]
fn many_real_files_together_add_up() {
    let candidates: Vec<Candidate> = sources(&["globset", "strsim", "serde_json"], 40_000)
        .iter()
        .map(|source| with_ladder(source, Ladder::Fixed))
        .collect();
    for &format in Format::ALL {
        for counter in EXACT {
            let capsule = lowering(format, counter, candidates.clone());
            let decision = decided(&capsule);
            tally::check(&capsule, &decision, loaded(&decision).expect("there is room"));
        }
    }
}

#[test]
fn every_fragment_adds_up_at_the_start_and_at_the_end_of_a_block() {
    for fragments in hostile::FRAGMENTS.chunks(8) {
        let mut candidates = Vec::new();
        for (at, fragment) in fragments.iter().enumerate() {
            candidates.push(file(&format!("{at}"), fragment));
            candidates.push(file(fragment, &format!("x{fragment}\n{fragment}x\n")));
        }
        adds_up(&candidates);
    }
}

/// Where a piece begins with what a pre-tokenizer glues to the newline before it, adding would be wrong.
#[test]
fn pieces_whose_counts_do_not_add_up_are_not_added_up() {
    for start in ["/", "//", "\n", " \n", "\u{3000}", "\u{A0}"] {
        // Whole, and from each of the x.
        rungs_of_pieces(start, 3);
    }
}

/// Indentation is a word of its own, so that the parts of a type can be counted one by one.
#[test]
fn pieces_that_are_indented_add_up() {
    for start in [" ", "\t", "    ", "\t\t", " /", "    //"] {
        rungs_of_pieces(start, 6);
    }
}

/// Counts a text in pieces of which all but two begin with something; so many rungs can be told.
fn rungs_of_pieces(start: &str, rungs: usize) {
    let body = "a = b;\n".repeat(30);
    let pieces = [start, "x", start, start, "x", start].map(|start| format!("{start};\n{body}"));
    let text = format!("head;\n{}", pieces.concat());
    let mut next = 2;
    let pieces = pieces.iter().map(|piece| {
        let first = next;
        next += ladders::line_count(piece);
        Lines { first, last: next - 1 }
    });
    let pieces: Vec<Lines> = pieces.collect();
    for (summary, rungs) in [(None, rungs), (Some("all".to_owned()), rungs + 1)] {
        let ladder = Ladder::Pieces {
            piece: Piece::Hunk,
            pieces: pieces.clone(),
            order: Vec::new(),
            summary,
        };
        let seen = adds_up(&[Candidate { ladder, ..file("x", &text) }]);
        assert_eq!(seen, rungs * documents_a_rung(), "the pieces, and the summary: {start:?}");
    }
}

/// Half a million letters are one word to a pre-tokenizer; no counter may take the square of that.
#[test]
fn a_word_of_half_a_megabyte_is_counted() {
    for counter in EXACT {
        let text = "abcdefgh".repeat(64 * 1024);
        let capsule = lowering(Format::Markdown, counter, vec![file("long", &text)]);
        let decision = decided(&capsule);
        assert!(loaded(&decision).expect("there is room").used > 10_000);
    }
}

fn candidates() -> impl Strategy<Value = Vec<Candidate>> {
    let text = prop_oneof![hostile::text(), hostile::lines()];
    let candidate =
        (hostile::name(), text, any::<prop::sample::Index>()).prop_map(|(name, text, ladder)| {
            let ladders = ladders::all(ladders::line_count(&text));
            Candidate { ladder: ladder.get(&ladders).clone(), ..file(&name, &text) }
        });
    prop::collection::vec(candidate, 1..4)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: scaled(30),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_mixtures_add_up(candidates in candidates()) {
        adds_up(&candidates);
    }
}
