//! Texts of a repository: their encodings, secrets in them, diffs, and orders to the guard.

use plimsoll_core::ladder::{Ladder, LineStarts, diff as diff_ladder, diff_by_file};
use plimsoll_core::screened::{Grade, Screening};
use plimsoll_guard::{Baseline, Guard, Orders, Watch, hidden, samples};
use plimsoll_workspace::{Encoding, decode};
use std::sync::LazyLock;

static GUARD: LazyLock<Guard> = LazyLock::new(Guard::builtin);

/// A secret whose form leaves no doubt, in a text of its own.
static CERTAIN: LazyLock<String> = LazyLock::new(|| {
    let is_certain = |text: &str| {
        GUARD.screen(text).findings().iter().any(|finding| finding.grade == Grade::Certain)
    };
    let mut samples = samples(1).into_iter().map(|sample| sample.text);
    samples.find(|text| is_certain(text)).expect("a rule has a form that leaves no doubt")
});

/// What was decoded is text in the encoding that is named.
pub(crate) fn encoding(bytes: &[u8]) {
    let Ok(read) = decode(bytes.to_vec()) else { return };
    assert_eq!(read.byte_size, bytes.len() as u64);
    if matches!(read.encoding, Encoding::Utf8 | Encoding::Ascii) {
        let bare = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        assert_eq!(read.text.as_bytes(), bare, "text was changed");
    }
}

/// Lines stay, and what is shown is clean.
pub(crate) fn guard(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let lines = |text: &str| text.matches('\n').count();
    for hidden in hidden(text) {
        assert!(hidden.line as usize <= lines(text) + 1, "{hidden:?}");
    }
    let screening = GUARD.screen(text);
    for finding in screening.findings() {
        let last = finding.line + finding.lines - 1;
        assert!(finding.lines > 0 && last as usize <= lines(text) + 1, "{finding:?}");
    }
    let Screening::Shown(shown) = screening else { return };
    assert_eq!(lines(shown.text()), lines(text), "lines were lost");
    match GUARD.screen(shown.text()) {
        Screening::Shown(again) => assert_eq!(again.text(), shown.text(), "it was not clean"),
        Screening::Withheld(found) => panic!("what was shown is withheld: {found:?}"),
    }
}

/// Whatever a repository's `.gitleaks.toml` and `.gitleaksignore` say, a certain secret is found.
pub(crate) fn gitleaks(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let orders = Orders {
        configurations: vec![(".gitleaks.toml".to_owned(), text.to_owned())],
        ignored: Some(text.to_owned()),
        ..Orders::default()
    };
    let watched = Watch::new(&GUARD, &orders).screen("src/main.rs", &CERTAIN);
    let found = watched.screening.findings().iter();
    assert!(found.clone().any(|finding| finding.grade == Grade::Certain), "a secret was silenced");
}

/// What is read is written as it was read.
pub(crate) fn baseline(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Ok(baseline) = Baseline::parse(text) else { return };
    let written = baseline.to_text();
    let again = Baseline::parse(&written).expect("our own text is a baseline");
    assert_eq!(again.to_text(), written);
}

/// A diff falls into the files that it is made of, and none of its rungs leaves the text.
pub(crate) fn diff(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let files = diff_by_file(text);
    let joined: String = files.iter().map(|(_, file)| *file).collect();
    assert!(files.is_empty() || joined == text, "a part of the diff is lost");
    for (_, file) in files {
        within(&diff_ladder(file, &[]), file);
    }
}

/// No rung shows a line that is not there.
pub(crate) fn within(ladder: &Ladder, text: &str) {
    let count = LineStarts::of(text).count();
    for rung in 0..ladder.rungs().min(200) {
        let lines = ladder.view(rung, count).shown.lines().unwrap_or_default();
        assert!(lines.iter().all(|lines| lines.first >= 1 && lines.last <= count), "{lines:?}");
    }
}
