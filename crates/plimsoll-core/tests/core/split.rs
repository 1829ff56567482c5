//! Parts of a document stand alone, keep to their limit, and hold everything that the document holds.

use crate::support::capsules::{decided, file, loaded, lowering, redacted};
use crate::support::hostile;
use crate::support::parser::{self, Block, parse};
use plimsoll_core::candidate::{Candidate, Name};
use plimsoll_core::capsule::Capsule;
use plimsoll_core::count::counter;
use plimsoll_core::decide::Decision;
use plimsoll_core::ladder::Ladder;
use plimsoll_core::split::split;
use plimsoll_core::vocab::{Format, Origin};

const COUNTERS: &[&str] = &["utf16/1", "o200k_base/1", "claude/1"];
const TASK: &str = "say what\n`````\nthe <task> is";

/// Splits, and looks at every part: within the limit, readable, headed. The blocks of all of them, in order.
fn parts(capsule: &Capsule, decision: &Decision, most: u64) -> Vec<Vec<Block>> {
    let parts = split(capsule, decision, TASK, most).expect("it is large enough");
    let counter = counter(&capsule.limit.counter).expect("it is known");
    let of = parts.len();
    let read = (1..).zip(&parts).map(|(number, part)| {
        let weight = counter.count(part);
        assert!(weight <= most, "part {number} has {weight} of {most}");
        let mut document = parse(capsule.format, part);
        if capsule.format == Format::Xml {
            assert_eq!(document, parser::xml::parse_with_a_real_parser(part));
        }
        let heading = document.blocks.remove(0);
        assert_eq!(heading.name, Name::Title(format!("Part {number} of {of}")));
        assert!(heading.content.contains("say what ````` the <task> is"), "{}", heading.content);
        assert!(!document.blocks.is_empty(), "a part of nothing but its heading");
        document.blocks
    });
    read.collect()
}

fn capsule(format: Format, counter: &str, candidates: Vec<Candidate>) -> Capsule {
    lowering(format, counter, candidates)
}

#[test]
fn parts_hold_the_blocks_of_the_document_and_none_is_torn_that_fits() {
    let files: Vec<Candidate> = (0..30)
        .map(|n| file(&format!("{n:02}.rs"), &format!("fn f{n}() {{ g() }}\n").repeat(1 + n % 7)))
        .collect();
    for &format in Format::ALL {
        for name in COUNTERS {
            let capsule = capsule(format, name, files.clone());
            let decision = decided(&capsule);
            let whole = parse(format, &loaded(&decision).expect("there is room").document);
            for most in [700, 1_500, 1_000_000] {
                let parts = parts(&capsule, &decision, most);
                assert_eq!(parts.len() == 1, most == 1_000_000, "{name}: {}", parts.len());
                assert_eq!(parts.into_iter().flatten().collect::<Vec<_>>(), whole.blocks);
            }
        }
    }
}

#[test]
fn a_block_larger_than_a_part_is_cut_between_lines_and_says_where_it_goes_on() {
    let text: String = (1..=400).map(|n| format!("line {n} of a long file\n")).collect();
    let long = Candidate { text: redacted(&text, &[7, 390]), ..file("long.txt", "") };
    let ladder = Ladder::Middle { keep: vec![150], widths: Vec::new(), held: Vec::new() };
    let cut = Candidate { ladder, ..file("cut.txt", &text) };
    for &format in Format::ALL {
        for numbered in [false, true] {
            let mut capsule = capsule(
                format,
                "utf16/1",
                vec![
                    file("a.txt", "before\n"),
                    Candidate { numbered, ..long.clone() },
                    Candidate { numbered, ..cut.clone() },
                    file("z.txt", "after\n"),
                ],
            );
            // A little less than everything, so that one of them has to give way.
            capsule.limit.value = loaded(&decided(&capsule)).expect("there is room").used - 500;
            let decision = decided(&capsule);
            assert!(loaded(&decision).expect("there is room").truncated);
            let parts = parts(&capsule, &decision, 3_000);
            let torn = |path: &str| -> Vec<(usize, Block)> {
                let blocks = parts.iter().enumerate();
                let blocks =
                    blocks.flat_map(|(at, part)| part.iter().map(move |one| (at + 1, one)));
                let of = blocks.filter(|(_, block)| block.name == Name::Path(path.to_owned()));
                of.map(|(at, block)| (at, block.clone())).collect()
            };
            for path in ["long.txt", "cut.txt"] {
                let torn = torn(path);
                assert!(torn.len() > 2);
                for pair in torn.windows(2) {
                    let ((from, before), (to, after)) = (&pair[0], &pair[1]);
                    let goes_on = format!("⋯ continued in part {to} ⋯");
                    assert_eq!(before.markers.last(), Some(&goes_on));
                    assert_eq!(after.markers[0], format!("⋯ continued from part {from} ⋯"));
                }
                let content: String = torn.iter().map(|(_, block)| &*block.content).collect();
                let numbers =
                    torn.iter().flat_map(|(_, block)| &block.lines.as_ref().expect("told").0);
                let numbers: Vec<u32> =
                    numbers.flat_map(|lines| lines.first..=lines.last).collect();
                let shown = |n: &u32| {
                    let gutter = if numbered { format!("{n}\t") } else { String::new() };
                    format!("{gutter}line {n} of a long file\n")
                };
                assert_eq!(content, numbers.iter().map(shown).collect::<String>());
                let expected: Vec<u32> = match path {
                    "cut.txt" => (1..=150).chain(251..=400).collect(),
                    _ => (1..=400).collect(),
                };
                assert_eq!(numbers, expected, "every line, once, in order");
            }
            let redacted: Vec<u32> = torn("long.txt")
                .iter()
                .flat_map(|(_, block)| block.redacted.iter().map(|lines| lines.first))
                .collect();
            assert_eq!(redacted, [7, 390], "told once each, where the line is");
        }
    }
}

#[test]
fn lines_longer_than_a_part_and_hostile_texts_stay_within_their_frame() {
    let long = "]]>` ⋯ é世😀\u{202e}".repeat(400);
    let hostile = hostile::FRAGMENTS.concat().repeat(3);
    for &format in Format::ALL {
        for name in COUNTERS {
            let files = vec![file("long", &long), file("hostile", &hostile), file("z", "z\n")];
            let capsule = capsule(format, name, files);
            let decision = decided(&capsule);
            for most in [600, 1_201] {
                let parts = parts(&capsule, &decision, most);
                assert!(parts.len() > 3);
                let of_long = parts.iter().flatten().filter(|block| block.name.as_str() == "long");
                let pieces = of_long.map(|block| block.content.trim_end_matches('\n'));
                assert_eq!(pieces.collect::<String>(), long, "{name} at {most}");
            }
        }
    }
}

#[test]
fn a_part_that_would_be_too_small_says_what_is_needed() {
    for &format in Format::ALL {
        let capsule = capsule(format, "utf16/1", vec![file("a", "some text\n")]);
        let decision = decided(&capsule);
        let mut tried = vec![10];
        while let Err(too_small) = split(&capsule, &decision, TASK, tried[tried.len() - 1]) {
            tried.push(too_small.needed);
        }
        assert!(tried.len() > 2 && tried.len() < 6 && tried.is_sorted(), "{tried:?}");
        let enough = tried[tried.len() - 1];
        assert!(!parts(&capsule, &decision, enough).is_empty());
    }
}

#[test]
fn how_to_read_it_stands_in_every_part() {
    let rules = Candidate { origin: Origin::Plimsoll, ..file("0 rules", "read it like this\n") };
    let later = Candidate { origin: Origin::Plimsoll, ..file("z end", "that was all\n") };
    for &format in Format::ALL {
        let mut files = vec![rules.clone(), later.clone()];
        files.extend((0..9).map(|n| file(&format!("a{n}"), &"a line of it\n".repeat(20))));
        let capsule = capsule(format, "utf16/1", files);
        let decision = decided(&capsule);
        let parts = parts(&capsule, &decision, 1_500);
        assert!(parts.len() > 1);
        assert!(parts.iter().all(|part| part[0].content == "read it like this\n"));
        let is_later = |block: &&Block| block.name.as_str() == "z end";
        assert_eq!(parts.iter().flatten().filter(is_later).count(), 1);
    }
}
