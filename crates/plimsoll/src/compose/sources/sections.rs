//! A rule document in parts: so that a long one can be admitted in parts, and each says which it is.

/// A part of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Section<'a> {
    /// The headings that it stands under, its own last.
    pub(super) heading: String,
    pub(super) text: &'a str,
}

/// What a document calls a part that stands before its first heading.
const BEGINNING: &str = "the beginning";
/// A heading is said so far.
const LONGEST_HEADING: usize = 60;
/// A section of more bytes is cut further: rules are never shrunk, so what is longer than the room is not in at all. So
/// many are a third of what rules have by default.
const LONGEST_SECTION: usize = 3_000;
/// The deepest level of headings that there is.
const DEEPEST: usize = 6;

/// Cuts a document before each heading of the first two levels; what is still long before its own headings, and then
/// between its paragraphs. The parts are the document again.
pub(super) fn sections(text: &str) -> Vec<Section<'_>> {
    let lines = lines(text);
    let mut sections = Vec::new();
    cut(text, &lines, 2, &[], &mut sections);
    sections.retain(|section| !section.text.trim().is_empty());
    sections
}

/// A line of a document, and where it begins.
#[derive(Debug, Clone, Copy)]
struct DocumentLine<'a> {
    at: usize,
    text: &'a str,
    /// Level and words. In a fenced block nothing is a heading.
    heading: Option<(usize, &'a str)>,
    is_fenced: bool,
}

fn lines(text: &str) -> Vec<DocumentLine<'_>> {
    let (mut at, mut fenced) = (0, false);
    let line = |text| {
        let is_fence = str::trim_start(text).starts_with("```");
        let is_fenced = fenced || is_fence;
        fenced ^= is_fence;
        let heading = if is_fenced { None } else { heading(text) };
        let line = DocumentLine { at, text, heading, is_fenced };
        at += text.len();
        line
    };
    text.split_inclusive('\n').map(line).collect()
}

/// Cuts some lines before each heading up to a level, and what comes of it further where it is long. `outer` are the
/// headings that they stand under.
fn cut<'a>(
    text: &'a str,
    lines: &[DocumentLine<'a>],
    level: usize,
    outer: &[(usize, &'a str)],
    sections: &mut Vec<Section<'a>>,
) {
    let is_start = |at: &usize| {
        let is_heading = lines[*at].heading.is_some_and(|(found, _)| found <= level);
        *at == 0 || (is_heading && !is_below_bare_heading(lines, *at))
    };
    let starts: Vec<usize> = (0..lines.len()).filter(is_start).chain([lines.len()]).collect();
    let mut outer = outer.to_vec();
    for ends in starts.windows(2) {
        let part = &lines[ends[0]..ends[1]];
        let own = part.iter().take_while(|line| line.heading.is_some() || is_blank(line));
        for heading in own.filter_map(|line| line.heading).filter(|(found, _)| *found <= level) {
            outer.retain(|(known, _)| *known < heading.0);
            outer.push(heading);
        }
        if length(part) <= LONGEST_SECTION {
            sections.push(Section { heading: path(&outer), text: slice(text, part) });
        } else if level < DEEPEST {
            cut(text, part, level + 1, &outer, sections);
        } else {
            cut_between_paragraphs(text, part, &path(&outer), sections);
        }
    }
}

/// Whether nothing stands between a heading and the one above it: that one says what this one is about.
fn is_below_bare_heading(lines: &[DocumentLine<'_>], at: usize) -> bool {
    let above = lines[..at].iter().rev().find(|line| !is_blank(line));
    let above = above.and_then(|line| line.heading).zip(lines[at].heading);
    above.is_some_and(|((above, _), (own, _))| above < own)
}

fn is_blank(line: &DocumentLine<'_>) -> bool {
    line.text.trim().is_empty()
}

/// As many paragraphs together as are not too long; of one that is, as many of its lines, each with what is indented
/// below it. A fenced block stays whole.
fn cut_between_paragraphs<'a>(
    text: &'a str,
    lines: &[DocumentLine<'a>],
    heading: &str,
    sections: &mut Vec<Section<'a>>,
) {
    let is_indented = |line: &DocumentLine<'_>| line.text.starts_with([' ', '\t']);
    let mut start = 0;
    // The last places before here between paragraphs, and between lines.
    let (mut paragraph, mut line) = (0, 0);
    for at in 0..lines.len() {
        let is_inside = at > 0 && lines[at].is_fenced && lines[at - 1].is_fenced;
        if !is_inside && !is_blank(&lines[at]) && !is_indented(&lines[at]) {
            line = at;
            if at == 0 || is_blank(&lines[at - 1]) {
                paragraph = at;
            }
        }
        if length(&lines[start..=at]) > LONGEST_SECTION {
            let end = if paragraph > start { paragraph } else { line };
            if end > start {
                let text = slice(text, &lines[start..end]);
                sections.push(Section { heading: heading.to_owned(), text });
                start = end;
            }
        }
    }
    sections.push(Section { heading: heading.to_owned(), text: slice(text, &lines[start..]) });
}

fn length(lines: &[DocumentLine<'_>]) -> usize {
    let ends = lines.first().zip(lines.last());
    ends.map_or(0, |(first, last)| last.at + last.text.len() - first.at)
}

fn slice<'a>(text: &'a str, lines: &[DocumentLine<'_>]) -> &'a str {
    let start = lines.first().map_or(text.len(), |line| line.at);
    &text[start..start + length(lines)]
}

/// The headings that something stands under.
fn path(headings: &[(usize, &str)]) -> String {
    if headings.is_empty() {
        return BEGINNING.to_owned();
    }
    let words: Vec<String> = headings.iter().map(|(_, words)| shortened(words)).collect();
    words.join(" › ")
}

/// The level and the words of a heading.
fn heading(line: &str) -> Option<(usize, &str)> {
    let words = line.trim_start_matches('#');
    let level = line.len() - words.len();
    let words = words.strip_prefix(' ').filter(|_| (1..=DEEPEST).contains(&level))?;
    Some((level, words.trim().trim_end_matches('#').trim_end()))
}

fn shortened(words: &str) -> String {
    match words.char_indices().nth(LONGEST_HEADING) {
        Some((end, _)) => format!("{}…", words[..end].trim_end()),
        None => words.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headings(text: &str) -> Vec<String> {
        sections(text).into_iter().map(|section| section.heading).collect()
    }

    #[test]
    fn a_document_is_cut_at_its_headings() {
        let text = "intro\n# One\ntext\n```\n# not a heading\n```\n## Two\nmore\n### Three\n";
        let parts = sections(text);
        assert_eq!(parts.iter().map(|part| part.text).collect::<String>(), text);
        assert_eq!(headings(text), ["the beginning", "One", "One › Two"]);
        assert!(parts[2].text.starts_with("## Two"));
        assert!(sections("  \n").is_empty());
        let long = format!("## {} ##\n# {}\nx\n## b", "ä".repeat(60), "ö".repeat(61));
        let (whole, cut) = ("ä".repeat(60), format!("{}…", "ö".repeat(60)));
        assert_eq!(headings(&long), [whole, cut.clone(), format!("{cut} › b")]);
    }

    #[test]
    fn a_heading_without_a_word_of_its_own_stands_with_what_is_below_it() {
        assert_eq!(headings("# A\n\n## B\nb\n## C\nc\n# D\n"), ["A › B", "A › C", "D"]);
        assert_eq!(sections("# A\n\n## B\nb\n")[0].text, "# A\n\n## B\nb\n");
        assert_eq!(headings("# A\n# B\n# A\n"), ["A", "B", "A"]);
    }

    #[test]
    fn a_long_section_is_cut_at_its_own_headings_and_then_between_paragraphs() {
        let words = |count: usize| "So many words.\n".repeat(count);
        let text = format!("# A\n{0}### B\n{0}### C\n{0}#### D\n{0}", words(120));
        assert_eq!(headings(&text), ["A", "A › B", "A › C", "A › C › D"]);
        // What is short enough stays together, with its headings.
        assert_eq!(headings("# A\n## B\nb\n### C\nc\n"), ["A › B"]);
        let paragraphs = format!("# A\n{}", format!("{}\n", words(50)).repeat(9));
        let listed = format!("# A\n{}", format!("- {}  more\n", words(1)).repeat(400));
        let fenced = format!("# A\n{0}```\n{1}```\n{0}", words(150), words(300));
        for text in [text, paragraphs.clone(), listed.clone(), fenced.clone()] {
            let parts = sections(&text);
            assert_eq!(parts.iter().map(|part| part.text).collect::<String>(), text);
            assert!(parts.len() > 1);
        }
        for part in sections(&paragraphs) {
            assert!(part.text.ends_with(".\n\n") && part.text.len() <= LONGEST_SECTION);
            assert_eq!(part.heading, "A");
        }
        for part in sections(&listed) {
            assert!(part.text.ends_with("  more\n") && part.text.len() <= LONGEST_SECTION);
        }
        let is_whole = |part: &Section<'_>| part.text.matches("```").count() != 1;
        assert!(sections(&fenced).iter().all(is_whole), "a fenced block stays whole");
        assert_eq!(sections(&"word ".repeat(1000)).len(), 1, "one line is not cut");
    }
}
