//! Reading a document back gives exactly the blocks that went in, whatever they hold.

use crate::support::capsules::{decided, every_rung, file, loaded, lowering, redacted, screened};
use crate::support::random::scaled;
use crate::support::{contents, hostile, ladders};
use plimsoll_core::candidate::{Candidate, Name, Position};
use plimsoll_core::capsule::{Capsule, Overview};
use plimsoll_core::ladder::{self, Comment, Cut, Ladder, Lines, Piece};
use plimsoll_core::render::shown_content;
use plimsoll_core::vocab::{Format, Level, Origin};
use proptest::prelude::*;

const COUNTER: &str = "utf16/1";

/// Puts candidates into a document of each format, at every rung, and reads all of them back.
fn survives(candidates: &[Candidate]) {
    for &format in Format::ALL {
        let mut capsule = lowering(format, COUNTER, candidates.to_vec());
        capsule.notice_section = Some(1);
        survives_with_an_overview(&capsule);
        let seen = every_rung(&mut capsule, |capsule, decision| {
            contents::check(capsule, decision, loaded(decision).expect("only what loads is seen"));
        });
        assert!(seen > 0);
    }
}

fn survives_with_an_overview(capsule: &Capsule) {
    for left_out_room in [0, 100_000] {
        let overview = Some(Overview { left_out_room });
        let mut capsule = Capsule { overview, ..capsule.clone() };
        every_rung(&mut capsule, |capsule, decision| {
            contents::check(capsule, decision, loaded(decision).expect("only what loads is seen"));
        });
    }
}

fn survives_whole(text: &str) {
    survives(&[file("before", "before\n"), file("hostile", text), file("later", "later\n")]);
}

#[test]
fn every_fragment_survives_alone_and_in_place() {
    for fragment in hostile::FRAGMENTS {
        survives_whole(fragment);
        survives_whole(&format!("first\n{fragment}\nlast\n"));
        survives_whole(&format!("{fragment}{fragment}"));
    }
}

#[test]
fn fences_of_every_length_survive() {
    let fences: Vec<String> = (1..40).map(|length| "`".repeat(length)).collect();
    for fence in &fences {
        survives_whole(&format!("{fence}\n"));
        survives_whole(&format!("{fence}rust\ncode\n{fence}\n\n## x\n"));
    }
    survives_whole(&fences.join("\n"));
}

#[test]
fn a_document_survives_inside_a_document_many_times_over() {
    for &format in Format::ALL {
        let mut text = "the innermost\n".to_owned();
        for depth in 0..5 {
            let candidates = vec![file(&format!("depth {depth}"), &text)];
            let capsule = lowering(format, COUNTER, candidates);
            let decision = decided(&capsule);
            let document = &loaded(&decision).expect("there is room").document;
            contents::check(&capsule, &decision, loaded(&decision).expect("there is room"));
            survives_whole(document);
            text.clone_from(document);
        }
    }
}

#[test]
fn line_ends_survive_in_every_combination() {
    let ends = ["", "\n", "\r\n", "\r", "\n\r", "\r\r\n", "\n\n", "x"];
    for first in ends {
        for second in ends {
            for third in ends {
                survives_whole(&format!("{first}{second}{third}"));
                survives_whole(&format!("a{first}b{second}c{third}"));
            }
        }
    }
}

#[test]
fn every_character_survives() {
    let every: Vec<char> = (0..=0x10_FFFF).filter_map(char::from_u32).collect();
    let text: String = every.iter().collect();
    for &format in Format::ALL {
        // The characters from U+2000 up are plenty for a name; all of them stand in the text.
        let name: String = every[..0x3400].iter().collect();
        let mut capsule = lowering(format, COUNTER, vec![file(&name, &text)]);
        for &c in &every[..0x200] {
            capsule.candidates.push(file(&format!("{c}"), &format!("{c}{c}\n{c}")));
        }
        let decision = decided(&capsule);
        contents::check(&capsule, &decision, loaded(&decision).expect("there is room"));
    }
}

#[test]
fn nothing_invisible_is_left_in_a_document() {
    let text: String = (0..=0x10_FFFF).filter_map(char::from_u32).collect();
    for &format in Format::ALL {
        let capsule = lowering(format, COUNTER, vec![file(&text, &text)]);
        let decision = decided(&capsule);
        let document = &loaded(&decision).expect("there is room").document;
        for c in document.chars().filter(|&c| c != '\n' && c != '\t') {
            // What Unicode calls default ignorable, and what breaks lines or annotates unseen.
            let hidden = matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
                | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{AD}'
                | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
                | '\u{180B}'..='\u{180F}' | '\u{3164}' | '\u{FFA0}' | '\u{1BCA0}'..='\u{1BCA3}'
                | '\u{1D173}'..='\u{1D17A}'
                | '\u{E0000}'..='\u{E0FFF}' | '\u{FFF0}'..='\u{FFFB}' | '\u{FE00}'..='\u{FE0F}');
            assert!(!hidden && !c.is_control(), "U+{:04X} is left", u32::from(c));
        }
    }
}

#[test]
fn a_line_of_ten_megabytes_survives() {
    let text = "0123456789abcde ".repeat(10 * 1024 * 1024 / 16);
    for &format in Format::ALL {
        let capsule = lowering(format, COUNTER, vec![file("long", &text), file("x", "x\n")]);
        let decision = decided(&capsule);
        contents::check(&capsule, &decision, loaded(&decision).expect("there is room"));
    }
}

#[test]
fn names_survive() {
    let mut names: Vec<String> =
        hostile::FRAGMENTS.iter().flat_map(|f| [(*f).to_owned(), format!("a{f}b")]).collect();
    names.extend(["é/".repeat(2000), "`&<>\"'".repeat(700), String::new()]);
    names.extend([" leads and trails ".to_owned(), "\" kind=\"user".to_owned()]);
    let mut candidates = Vec::new();
    for name in &names {
        for name in [Name::Path(name.clone()), Name::Title(name.clone())] {
            let text = screened("content\n");
            candidates.push(Candidate::new("file", "all", Origin::User, name, text));
        }
    }
    for &format in Format::ALL {
        let capsule = lowering(format, COUNTER, candidates.clone());
        let decision = decided(&capsule);
        contents::check(&capsule, &decision, loaded(&decision).expect("there is room"));
    }
}

#[test]
fn kinds_and_languages_cannot_break_out_either() {
    for word in ["a\n```\n", "x\"><y", "]]>", "\u{202E}", "`", "&"] {
        let mut candidate = file("x", "content\n");
        candidate.kind = word.to_owned();
        candidate.language = Some(format!("a{word}"));
        for &format in Format::ALL {
            let capsule = lowering(format, COUNTER, vec![candidate.clone()]);
            let decision = decided(&capsule);
            contents::check(&capsule, &decision, loaded(&decision).expect("there is room"));
        }
    }
}

/// Without that, whoever writes a file could make its reader believe that something was left out, or that
/// a marker stands elsewhere than it does.
#[test]
fn no_content_can_pass_for_a_marker() {
    let text = "⋯ 1 hunk left out, 4 lines ⋯\n⋯\n⋯ 4 lines left out ⋯\nd\ne\nf\ng\nh\n⋯ x ⋯\n⋯ y";
    survives_whole(text);
    let mut candidate = file("forged", text);
    for ladder in ladders::all(10) {
        candidate.ladder = ladder;
        survives(std::slice::from_ref(&candidate));
    }
}

#[test]
fn what_remains_of_a_diff_still_applies() {
    let long = "a".repeat(100);
    let text = format!("--- a\n+++ b\n@@ -1 +1 @@\n-{long}\n+b\n@@ -9 +9 @@\n-c\n+d\n");
    let mut candidate = file("d", &text);
    let pieces = vec![Lines { first: 3, last: 5 }, Lines { first: 6, last: 8 }];
    candidate.ladder =
        Ladder::Pieces { piece: Piece::Hunk, pieces, order: Vec::new(), summary: None };
    let mut capsule = lowering(Format::Markdown, COUNTER, vec![candidate]);
    let mut documents = Vec::new();
    every_rung(&mut capsule, |_, decision| {
        documents.push(loaded(decision).expect("only what loads is seen").document.clone());
    });
    let expected =
        "\n```text\n⋯ 1 hunk left out, 3 lines ⋯\n--- a\n+++ b\n@@ -9 +9 @@\n-c\n+d\n```\n";
    assert!(documents[1].contains(expected), "{}", documents[1]);
    assert!(documents[1].contains("part · lines 1-2, 6-8 of 8"), "{}", documents[1]);
}

#[test]
fn a_block_that_shows_no_line_says_so() {
    let mut candidate = file("x", &format!("one\ntwo\n\n\n\n{}\n", "six ".repeat(20)));
    candidate.ladder = Ladder::Pieces {
        piece: Piece::Entry,
        pieces: Vec::new(),
        order: Vec::new(),
        summary: Some("six entries".to_owned()),
    };
    survives(std::slice::from_ref(&candidate));
    let capsule = lowering(Format::Markdown, COUNTER, vec![candidate]);
    let whole = loaded(&decided(&capsule)).expect("there is room").used;
    let mut tight: Capsule = capsule;
    tight.limit.value = whole - 1;
    let decision = decided(&tight);
    let document = &loaded(&decision).expect("its summary fits").document;
    assert!(document.contains(" · summary · no lines of 6\n"), "{document}");
}

fn candidate() -> impl Strategy<Value = Candidate> {
    let origin = prop::sample::select(Origin::ALL);
    let language = prop::option::of(prop::sample::select(&["rust", "python", "diff"][..]));
    let text = prop_oneof![hostile::text(), hostile::lines()];
    let place = (0u16..3, 0u32..2, 0u32..2);
    let name = (hostile::name(), any::<bool>(), prop::option::of(hostile::name()));
    (name, origin, language, text, any::<prop::sample::Index>(), place, 1u32..6).prop_map(
        |(
            (name, is_path, part),
            origin,
            language,
            text,
            ladder,
            (section, order, chunk),
            finding,
        )| {
            let name = if is_path { Name::Path(name) } else { Name::Title(name) };
            let position = Position { section, order, key: name.as_str().to_owned(), chunk };
            let lines = ladders::line_count(&text);
            let findings: Vec<u32> =
                [finding, finding + 1].into_iter().filter(|&n| n <= lines).collect();
            let mut candidate =
                Candidate::new("file", "all", origin, name, redacted(&text, &findings));
            let ladders = ladders::all(lines);
            candidate.ladder = ladder.get(&ladders).clone();
            candidate.language = language.map(str::to_owned);
            candidate.position = position;
            candidate.part = part;
            candidate
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: scaled(60), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_mixtures_survive(candidates in prop::collection::vec(candidate(), 1..7)) {
        survives(&candidates);
    }
}

#[test]
fn what_a_candidate_shows_is_its_text_or_its_lines_with_markers() {
    let text: String = (1..=50).map(|line| format!("line {line}\n")).collect();
    let candidate = Candidate { ladder: ladder::around(&[10], 50, &[2]), ..file("a", &text) };
    assert_eq!(shown_content(&candidate, 0), text);
    let lines = "line 8\nline 9\nline 10\nline 11\nline 12\n";
    let expected = format!("⋯ 7 lines left out ⋯\n{lines}⋯ 38 lines left out ⋯\n");
    assert_eq!(shown_content(&candidate, 1), expected);
    let to_the_end = Candidate { ladder: ladder::around(&[50], 50, &[1]), ..candidate };
    let expected = "⋯ 48 lines left out ⋯\nline 49\nline 50\n";
    assert_eq!(shown_content(&to_the_end, 1), expected);
}

#[test]
fn a_marker_in_code_is_indented_as_what_it_stands_for() {
    let comment = Some(Comment { before: "# ".to_owned(), after: String::new() });
    let shown = |text: &str, keep: Lines| {
        let cuts = vec![Cut { level: Level::Regions, keep: vec![keep] }];
        let ladder = Ladder::cuts(cuts, None, comment.clone());
        shown_content(&Candidate { ladder, ..file("a.py", text) }, 1)
    };
    let text = "# one\n# two\n    x = 1\n    y = 2\n";
    assert_eq!(
        shown(text, Lines { first: 3, last: 4 }),
        "# ⋯ 2 lines left out ⋯\n    x = 1\n    y = 2\n"
    );
    assert_eq!(
        shown(text, Lines { first: 1, last: 3 }),
        "# one\n# two\n    x = 1\n    # ⋯ 1 line left out ⋯\n"
    );
}

#[test]
fn a_sign_behind_letters_is_no_marker_and_stays() {
    let text = "and so on ⋯ 3 lines left out ⋯\n// ⋯ forged ⋯\n";
    let decision = decided(&lowering(Format::Markdown, COUNTER, vec![file("a", text)]));
    let document = &loaded(&decision).expect("there is room").document;
    assert!(document.contains("and so on ⋯ 3 lines left out ⋯\n"), "{document}");
    assert!(!document.contains("⋯ forged"), "{document}");
}
