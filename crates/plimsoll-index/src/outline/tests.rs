//! Golden outlines: for each language a folder `tests/outlines/NAME` with sources that hold its hard parts, and
//! beside each what is found in it and what its signatures look like. A person has read them.

use super::{Outline, has_outline, outline, outlined_languages, parse};
use expect_test::expect_file;
use plimsoll_core::ladder::{LineStarts, Lines};
use plimsoll_core::screened::Screened;
use proptest::prelude::*;
use std::fmt::Write as _;

/// An outline as people read it.
fn report(outline: &Outline, text: &str) -> String {
    let mut out = String::new();
    for one in &outline.definitions {
        let mut depth = 0;
        let mut parent = one.parent;
        while let Some(at) = parent {
            depth += 1;
            parent = outline.definitions[at as usize].parent;
        }
        let Lines { first, last } = one.lines;
        let _ = write!(
            out,
            "{:indent$}{} {} {}-{}",
            "",
            one.kind,
            one.name,
            first,
            last,
            indent = depth * 2
        );
        if one.line != first {
            let _ = write!(out, " at {}", one.line);
        }
        if let Some(doc) = one.doc {
            let _ = write!(out, " doc {}-{}", doc.first, doc.last);
        }
        if one.inner {
            out.push_str(" inner");
        }
        if !one.bases.is_empty() {
            let _ = write!(out, " < {}", one.bases.join(", "));
        }
        let _ = writeln!(out, " | {}", outline.signature(one, text));
    }
    for import in &outline.imports {
        let Lines { first, last } = import.lines;
        let _ =
            writeln!(out, "import {first}-{last} {} [{}]", import.path, import.names.join(", "));
    }
    for reference in &outline.references {
        let lines: Vec<String> = reference.lines.iter().map(ToString::to_string).collect();
        let _ = writeln!(out, "{:?} {} {}", reference.kind, reference.name, lines.join(" "));
    }
    for problem in &outline.problems {
        let _ = writeln!(out, "problem {} {}", problem.line, problem.what);
    }
    out
}

#[test]
#[expect(clippy::disallowed_methods, reason = "tests read their own data")]
fn golden_outlines() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/outlines");
    for language in outlined_languages() {
        let sources: Vec<_> = std::fs::read_dir(format!("{folder}/{language}"))
            .unwrap_or_else(|error| panic!("{language} has a folder of sources: {error}"))
            .map(|entry| entry.unwrap().path())
            .filter(|path| !path.to_str().unwrap().ends_with(".golden"))
            .collect();
        assert!(!sources.is_empty(), "{language}");
        for source in sources {
            let text = std::fs::read_to_string(&source).unwrap();
            let found = outline(language, &Screened::ours(text.clone())).unwrap();
            assert_eq!(Outline::decode(&found.encode()).as_ref(), Some(&found));
            let rung = found.signatures(language, &text).unwrap_or_default();
            let report = format!("{}\n--- signatures\n{rung}", report(&found, &text));
            expect_file![format!("{}.golden", source.display())].assert_eq(&report);
            if found.problems.is_empty() {
                let again = outline(language, &Screened::ours(rung.clone())).unwrap();
                assert_eq!(again.problems, [], "signatures of {} parse:\n{rung}", source.display());
            }
        }
    }
}

#[test]
fn what_is_out_of_bounds_has_no_outline() {
    assert!(outline("rust", &Screened::ours("x".repeat(parse::LARGEST_TEXT + 1))).is_none());
    assert!(outline("no-such-language", &Screened::ours("x")).is_none());
    assert!(!has_outline("no-such-language"));
}

/// Texts that have made parsers slow or deep.
#[test]
fn hostile_texts_end() {
    let texts = [
        "(", "[", "{", "<", "\"", "/*", "a.", "a<", "if a ", "x = ", "- ", "> ", "#", "\\", "`",
        "*a", "- !a ", "- &a ", "? ", "- ? ", "? - ", "? a: ", "<a>", "<a b=\"", "a{", "*/", "--",
        "$$", "a:\n", "- a: ",
    ];
    for language in outlined_languages() {
        for text in texts {
            let _ = outline(language, &Screened::ours(text.repeat(4_000 / text.len())));
        }
    }
}

/// Texts that took minutes before there was a bound on what they took.
#[test]
fn long_hostile_texts_end() {
    for (language, text) in [
        ("elixir", "if a "),
        ("kotlin", "/*"),
        ("swift", "/*"),
        ("scala", "/*"),
        ("javascript", "a("),
        ("typescript", "a<"),
        ("php", "<?php if(a){"),
        ("csharp", "#if a\n"),
    ] {
        let _ = outline(language, &Screened::ours(text.repeat(100_000 / text.len())));
    }
}

/// Nesting that needs lines of its own.
/// From every place in these the lexer reads to the end of the text.
#[test]
fn a_lexer_that_looks_far_ahead_from_everywhere_is_stopped() {
    for (language, unit) in [
        ("bash", "f() {`<<"),
        ("c", "a/*"),
        ("csharp", "{/**"),
        ("css", "a/*"),
        ("java", "@A(/*(a)"),
        ("php", "<?php a/*"),
        ("ruby", "=begin\n"),
        ("sql", "a/*"),
        ("typescript", "<A</**"),
    ] {
        let text = unit.repeat(40_000 / unit.len());
        assert!(outline(language, &Screened::ours(text)).is_none(), "{language}");
    }
    // One that has far to look is not.
    let comment = format!("/*{}*/\na {{ color: red }}\n", " far".repeat(200_000));
    assert!(outline("css", &Screened::ours(comment)).is_some());
}

#[test]
fn deep_texts_end() {
    for language in outlined_languages() {
        for (line, step) in
            [("a:", 1), ("- a:", 2), ("-", 1), ("? a", 2), ("- - - - a:", 10), ("> -", 2)]
        {
            let text: String = (0..600)
                .map(|depth| format!("{:indent$}{line}\n", "", indent = depth * step))
                .collect();
            let _ = outline(language, &Screened::ours(text));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_text_has_an_outline_in_any_language(text in any::<String>(), at in any::<prop::sample::Index>()) {
        let names: Vec<&str> = outlined_languages().collect();
        let language = names[at.index(names.len())];
        let Some(found) = outline(language, &Screened::ours(text.clone())) else {
            prop_assert!(["html", "xml", "yaml"].contains(&language), "only there is nesting bounded");
            return Ok(());
        };
        let count = LineStarts::of(&text).count().max(1);
        for one in &found.definitions {
            prop_assert!(one.lines.first >= 1 && one.lines.first <= one.lines.last && one.lines.last <= count);
            prop_assert!(text.get(one.signature.start as usize..one.signature.end as usize).is_some());
        }
        prop_assert_eq!(Outline::decode(&found.encode()), Some(found));
    }

    #[test]
    fn broken_bytes_are_refused_or_read_but_never_break(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        let _ = Outline::decode(&bytes);
    }
}
