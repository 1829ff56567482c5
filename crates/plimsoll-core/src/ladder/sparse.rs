//! A text without what no rung of its ladder shows. The lines stay, empty, so that everything keeps its number; a text
//! of which one function may be shown is then little more than that function to hash, to count and to keep.

use super::{Comment, Cut, Ladder, Lines, ranges};
use crate::candidate::Candidate;
use crate::screened::{Finding, Screened};

impl Candidate {
    /// The same candidate, without what can never be shown of its text. Every rung shows what it showed.
    pub fn without_unshown(mut self) -> Self {
        let Ladder::Cuts { cuts, comment, never_whole: true, .. } = &self.ladder else {
            return self;
        };
        let shown = shown_by_any(cuts);
        let text = emptied(self.text.text(), &shown, comment.as_ref());
        let is_shown = |finding: &&Finding| {
            let last = finding.line.saturating_add(finding.lines.max(1) - 1);
            shown.iter().any(|lines| lines.first <= last && finding.line <= lines.last)
        };
        let findings = self.text.findings().iter().filter(is_shown).cloned().collect();
        self.text = Screened::restored(text, findings);
        self
    }
}

fn shown_by_any(cuts: &[Cut]) -> Vec<Lines> {
    ranges(cuts.iter().flat_map(|cut| cut.keep.iter().copied()).collect())
}

/// The text with nothing on the other lines. Of a gap stays what the comment that stands for it is made by: its first
/// line, and its first line of code. A rung's gap is made of such gaps and of lines that other rungs show, so the first
/// of them all is there still.
fn emptied(text: &str, shown: &[Lines], comment: Option<&Comment>) -> String {
    let mut out = String::new();
    let mut shown = shown.iter().peekable();
    let (mut seen_text, mut seen_code) = (false, false);
    let mut line_end = "\n";
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        while shown.next_if(|lines| lines.last < number).is_some() {}
        if line.ends_with('\n') {
            line_end = if line.ends_with("\r\n") { "\r\n" } else { "\n" };
        }
        if shown.peek().is_some_and(|lines| lines.first <= number) {
            (seen_text, seen_code) = (false, false);
            out.push_str(line);
            continue;
        }
        let is_text = comment.is_some() && !seen_text && !line.trim().is_empty();
        let is_code = !seen_code && comment.is_some_and(|comment| comment.is_code(line));
        (seen_text, seen_code) = (seen_text || is_text, seen_code || is_code);
        // A last line without an end gets one: it has to stay a line, and how it ends is not shown.
        out.push_str(if is_text || is_code { line } else { line_end });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidate::Name;
    use crate::render::Displayed;
    use crate::screened::Grade;
    use crate::vocab::{Level, Origin};
    use proptest::prelude::*;

    fn some_text() -> impl Strategy<Value = String> {
        let line =
            prop::sample::select(vec!["", "  ", "fn a() {", "    # note", "\tx = 1", "```", "⋯ x"]);
        let end = prop::sample::select(vec!["\n", "\r\n"]);
        (prop::collection::vec(line, 1..24), end, any::<bool>()).prop_map(|(lines, end, ends)| {
            let text = lines.join(end);
            if ends { text + end } else { text }
        })
    }

    fn some_cut() -> impl Strategy<Value = Cut> {
        prop::collection::vec((1u32..26, 0u32..4), 0..5).prop_map(|lines| {
            let lines = lines.into_iter().map(|(first, more)| Lines { first, last: first + more });
            Cut { level: Level::Regions, keep: ranges(lines.collect()) }
        })
    }

    fn some_comment() -> impl Strategy<Value = Option<Comment>> {
        let comment = |before: &str| Comment { before: before.to_owned(), after: String::new() };
        prop::sample::select(vec![None, Some(comment("# ")), Some(comment("...  # "))])
    }

    fn candidate(text: &str, ladder: Ladder) -> Candidate {
        let finding = |line| Finding { rule: "a".into(), grade: Grade::Likely, line, lines: 2 };
        let text = Screened::restored(text.to_owned(), [2, 9, 17].map(finding).to_vec());
        let name = Name::Path("a".to_owned());
        let candidate = Candidate::new("file", "a", Origin::Repository, name, text);
        Candidate { ladder, ..candidate }
    }

    proptest! {
        #[test]
        fn every_rung_shows_what_it_showed_of_the_whole_text(
            text in some_text(),
            cuts in prop::collection::vec(some_cut(), 1..4),
            comment in some_comment(),
        ) {
            let ladder = Ladder::cuts(cuts, None, comment).never_whole().expect("there are some");
            let whole = candidate(&text, ladder.clone());
            let sparse = whole.clone().without_unshown();
            let [of_whole, of_sparse] = [&whole, &sparse].map(|one| Displayed::new(one.text.text()));
            prop_assert_eq!(of_whole.line_count(), of_sparse.line_count());
            for rung in 0..ladder.rungs() {
                let view = ladder.view(rung, of_whole.line_count());
                prop_assert_eq!(of_whole.parts(&view), of_sparse.parts(&view), "rung {} of {:?}", rung, text);
                let [a, b] = [of_whole.head(&whole, &view), of_sparse.head(&sparse, &view)];
                prop_assert_eq!((a.lines, a.redacted), (b.lines, b.redacted));
            }
            prop_assert_eq!(sparse.clone().without_unshown(), sparse);
        }
    }

    #[test]
    fn what_no_rung_shows_is_gone_and_what_may_be_whole_is_left_alone() {
        let text = "use a;\n\n// why\nfn secret() {\n    inside();\n}\nfn shown() {}\nlast";
        let keep = vec![Lines { first: 7, last: 7 }];
        let cuts = vec![Cut { level: Level::Regions, keep }];
        let comment = Some(Comment { before: "// ".to_owned(), after: String::new() });
        let ladder = Ladder::cuts(cuts, None, comment);
        let whole = candidate(text, ladder.clone());
        assert_eq!(whole.clone().without_unshown(), whole);
        let sparse = candidate(text, ladder.never_whole().expect("it has a cut")).without_unshown();
        // The first lines of the gaps stay, for their indentation.
        assert_eq!(sparse.text.text(), "use a;\n\n\n\n\n\nfn shown() {}\nlast");
        assert!(sparse.text.findings().is_empty());
    }
}
