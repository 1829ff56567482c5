//! Two decisions side by side: what moved, and how far the documents are the same.

use crate::support::capsules::{decided, file, limit, lowering, screened};
use plimsoll_core::candidate::Candidate;
use plimsoll_core::capsule::Capsule;
use plimsoll_core::compare::{Changed, Comparison, Decided, LineChange, Prefix, Standing, compare};
use plimsoll_core::count::counter;
use plimsoll_core::decide::{OutReason, Outcome};
use plimsoll_core::ladder::Ladder;
use plimsoll_core::score::Scoring;
use plimsoll_core::vocab::{Door, Format, Level};
use proptest::prelude::*;

fn compared(was: &Capsule, is: &Capsule) -> Comparison {
    let (first, second) = (decided(was), decided(is));
    let was = Decided { capsule: was, decision: &first };
    compare(was, Decided { capsule: is, decision: &second }).expect("the counter is known")
}

/// Files in this order of rank, each in its place by its path.
fn ranked(files: &[(&str, &str)]) -> Capsule {
    let candidates = files.iter().enumerate().map(|(order, (path, text))| Candidate {
        scoring: Scoring::Given { order: u32::try_from(order).expect("they are few") },
        ..file(path, text)
    });
    lowering(Format::Markdown, "utf16/1", candidates.collect())
}

fn document(capsule: &Capsule) -> String {
    match decided(capsule).outcome {
        Outcome::Loaded(loaded) => loaded.document,
        Outcome::Refused(refused) => panic!("it fits: {refused:?}"),
    }
}

const THREE: [(&str, &str); 3] = [("a", "one\n"), ("b", "two\n"), ("c", "three\n")];

#[test]
fn what_is_the_same_is_nothing_to_tell() {
    let mut again = ranked(&THREE);
    for candidate in &mut again.candidates {
        candidate.id = format!("another secret {}", candidate.name.as_str());
    }
    let same = compared(&ranked(&THREE), &again);
    assert!(same.same_door && same.prefix.as_ref().is_some_and(Prefix::is_everything));
    assert_eq!((same.differences.len(), same.unchanged), (0, 3));
    assert!(same.entered.is_empty() && same.left.is_empty() && same.changed.is_empty());
    assert!(same.new.is_empty() && same.gone.is_empty() && same.scores.is_empty());
}

#[test]
fn candidates_that_come_or_go_are_told_in_the_document_or_not_and_scores_line_by_line() {
    let is = ranked(&[("d", "four\n"), ("a", "one\n"), ("b", "2\n")]);
    let told = compared(&ranked(&THREE), &is);
    let names = |list: &[Standing]| list.iter().map(|one| one.name.clone()).collect::<Vec<_>>();
    assert_eq!((names(&told.new), names(&told.gone)), (vec!["d".to_owned()], vec!["c".to_owned()]));
    let scores: Vec<_> =
        told.scores.iter().map(|one| (one.name.as_str(), one.is - one.was)).collect();
    assert_eq!(scores, [("a", -1), ("b", -1)], "each is one place further down");
    let line = &told.scores[0].lines[..];
    assert!(
        matches!(line, [LineChange { signal, was: Some(0), is: Some(-1) }] if signal == "place in its list")
    );
    // At a limit that takes nobody in, they come and go all the same.
    let (mut was, mut is) = (ranked(&THREE), is);
    for capsule in [&mut was, &mut is] {
        capsule.limit.value = 1;
    }
    let told = compared(&was, &is);
    assert!(told.entered.is_empty() && told.left.is_empty());
    assert_eq!((names(&told.new), names(&told.gone)), (vec!["d".to_owned()], vec!["c".to_owned()]));
}

#[test]
fn what_enters_leaves_or_changes_is_told_once() {
    let is = ranked(&[("d", "four\n"), ("a", "one\n"), ("b", "2\n")]);
    let told = compared(&ranked(&THREE), &is);
    assert_eq!(told.entered.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["d"]);
    assert_eq!(told.entered[0].level, Some(Level::Whole));
    let left = &told.left[..];
    assert!(matches!(left, [gone] if gone.name == "c" && gone.reason.is_none()), "{left:?}");
    let changed: Vec<_> =
        told.changed.iter().map(|one| (one.is.name.as_str(), &*one.what)).collect();
    assert_eq!(changed, [("a", &[Changed::Rank][..]), ("b", &[Changed::Content, Changed::Rank])]);
    assert_eq!((told.changed[0].was.rank, told.changed[0].is.rank, told.unchanged), (0, 1, 0));
}

#[test]
fn a_smaller_limit_is_told_with_what_it_costs() {
    let mut was = ranked(&THREE);
    let text = "line of words\n".repeat(60);
    was.candidates[2] = Candidate {
        text: screened(&text),
        ladder: Ladder::Middle { keep: vec![20, 5], widths: Vec::new(), held: Vec::new() },
        ..was.candidates[2].clone()
    };
    let whole = document(&was).len() as u64;
    let mut is = was.clone();
    is.limit = limit("utf16/1", whole - 200);
    let told = compared(&was, &is);
    let changed = &told.changed[..];
    assert!(matches!(changed, [one] if one.what == [Changed::Rung] && one.is.name == "c"));
    assert_ne!(changed[0].is.level, Some(Level::Whole));
    assert!(changed[0].is.count < changed[0].was.count);
    let what: Vec<_> = told.differences.iter().map(|one| one.what.as_str()).collect();
    assert_eq!(what, ["limit", "used", "document"]);

    // Nothing of it can be had for so little.
    is.limit = limit("utf16/1", 1);
    let refused = compared(&was, &is);
    assert!(refused.prefix.is_none() && refused.entered.is_empty());
    assert_eq!(refused.left.len(), 3);
    assert!(refused.left.iter().all(|one| one.reason == Some(OutReason::Undecided)));
    let outcome = &refused.differences[0];
    assert_eq!((&*outcome.was, &*outcome.is), ("loaded", "ContextTooLarge"));
    assert_eq!(compared(&is, &was).entered.len(), 3);
    assert_eq!(compared(&is, &is.clone()).unchanged, 3);
}

#[test]
fn another_door_is_told() {
    let was = ranked(&THREE);
    let is = Capsule { door: Door::Build, ..was.clone() };
    let told = compared(&was, &is);
    assert!(!told.same_door);
    assert_eq!(told.differences[0].what, "door");
}

/// Nobody makes two candidates of one name, but a capsule file can hold them.
#[test]
fn candidates_that_cannot_be_told_apart_are_matched_in_their_order() {
    let was = ranked(&[("a", "one\n"), ("a", "two\n")]);
    let is = ranked(&[("a", "one\n"), ("a", "three\n"), ("a", "four\n")]);
    let told = compared(&was, &is);
    assert_eq!((told.unchanged, told.changed.len(), told.entered.len()), (1, 1, 1));
    assert_eq!(told.changed[0].what, [Changed::Content]);
}

#[test]
fn documents_part_in_the_block_that_was_edited() {
    let was = ranked(&[("a", "one\n"), ("b", "wörds é\n"), ("c", "three\n")]);
    let is = ranked(&[("a", "one\n"), ("b", "wörds è\n"), ("c", "three\n")]);
    let prefix = compared(&was, &is).prefix.expect("there are two documents");
    let (first, second) = (document(&was), document(&is));
    assert_eq!(first[..prefix.bytes], second[..prefix.bytes]);
    assert!(first[prefix.bytes..].starts_with('é') && second[prefix.bytes..].starts_with('è'));
    assert_eq!(prefix.whole_blocks, 1);
    let (was_end, is_end) = (prefix.was_end.expect("a block"), prefix.is_end.expect("a block"));
    assert_eq!((&*was_end.name, &was_end), ("b", &is_end));
    assert!(was_end.start < prefix.bytes);
}

proptest! {
    /// The prefix is the longest, it is counted by the first decision's counter, and its end is where it is said.
    #[test]
    fn the_shared_beginning_is_the_longest_there_is(
        texts in proptest::collection::vec("[aé世😀 \n]{0,12}", 1..4),
        edited in 0_usize..4,
        text in "[aé世😀 \n]{0,12}",
        name in prop_oneof![Just("o200k_base/1"), Just("utf16/1")],
    ) {
        let files = |texts: &[String]| -> Vec<Candidate> {
            texts.iter().enumerate().map(|(n, text)| file(&format!("f{n}"), text)).collect()
        };
        let mut other = texts.clone();
        let edited = edited % other.len();
        other[edited] = text;
        let was = lowering(Format::Markdown, name, files(&texts));
        let is = lowering(Format::Markdown, "claude/1", files(&other));
        let (first, second) = (document(&was), document(&is));
        let prefix = compared(&was, &is).prefix.expect("there are two documents");
        let same = first.chars().zip(second.chars()).take_while(|(a, b)| a == b);
        prop_assert_eq!(prefix.bytes, same.map(|(a, _)| a.len_utf8()).sum::<usize>());
        let counter = counter(name).expect("it is in the table");
        prop_assert_eq!(prefix.count, counter.count(&first[..prefix.bytes]));
        prop_assert_eq!(prefix.is_everything(), first == second);
        if first != second {
            let expected = format!("f{edited}");
            prop_assert_eq!(prefix.was_end.map(|end| end.name), Some(expected));
            prop_assert_eq!(prefix.whole_blocks, edited);
        }
    }
}
