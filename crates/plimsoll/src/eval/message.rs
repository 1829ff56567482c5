//! What a commit message says about the work, without what would give the answer away.

use regex::Regex;
use std::sync::LazyLock;

/// So many characters of a text count.
const LONGEST: usize = 2_000;
const FEWEST_CHARACTERS: usize = 60;
const FEWEST_WORDS: usize = 8;

/// Expressions of our own, which the tests compile.
macro_rules! expression {
    ($name:ident, $($part:expr),+ $(,)?) => {
        static $name: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(concat!("(?i)", $($part),+)).expect("it is ours and tested")
        });
    };
}

macro_rules! closing {
    () => {
        r"(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?|refs?)"
    };
}

/// `#12`, `owner/name#12`, `name#12`.
macro_rules! number {
    () => {
        r"(?:[\w.-]+/[\w.-]+|[\w-]+)?#[0-9]+"
    };
}

macro_rules! named_number {
    () => {
        concat!(r"(?:\b(?:", closing!(), r"|issues?|gh|pr|bug)\s*:?\s*)?", number!())
    };
}

expression!(
    BOT,
    r"\[bot\]|\b(?:dependabot|renovate|greenkeeper|pyup|weblate|snyk)|[\w-]bot\b|\bbot@"
);
expression!(
    NO_TASK,
    r"^\W*(?:",
    // Dependencies, reverts, releases and merges.
    r"(?:build|chore|fix)\((?:deps|deps-dev)\)|bump\b|revert\b|merge\b|back out\b",
    r"|(?:update|upgrade)s? (?:all )?(?:dependenc|deps\b|lockfile|submodule|vendor)",
    r"|(?:update|upgrade) \S+ (?:from \S+ )?to v?[0-9]",
    r"|(?:chore\W+)?(?:release|prepar(?:e|ing) (?:for )?(?:the )?(?:next )?(?:release|version|development))|v?[0-9]+\.[0-9]+",
    r"|\[maven-release-plugin\]|version [0-9]",
    // Looks and words.
    r"|style\W|reformat|formatting\b|format (?:the )?(?:code|files?|sources?)\b|run (?:\w+ )?(?:fmt|format|prettier|black|rustfmt|gofmt)",
    r"|docs?\W|docs?\b|documentation\b|update (?:the )?(?:docs?\b|documentation|readme|changelog)|readme|changelog|update \S+\.(?:md|rst)",
    r"|(?:fix|correct)\w* (?:a |some |more |few |several |minor |small )*(?:typos?|spelling|grammar|whitespace|formatting|indent\w*|docs?\b|comments?\b|javadocs?)",
    r"|typos?\b|spelling\b|whitespace\b)",
    r"|\btypos?\b|\bthis reverts commit\b|\b(?:prettier|gofmt|rustfmt|clang-format) (?:all|the|run)",
);
expression!(
    TRAILER,
    r"^(?:[a-z]+(?:-[a-z]+)+|fix(?:es)?|close[sd]?|refs?|resolve[sd]?|see|link|cc|pr|issue|bug)\s*:\s"
);
expression!(CLOSING, r"^\W*", closing!(), r"\W{1,3}(?:issues?\s+)?(?:", number!(), r"|https?://)");
expression!(MERGE, r"^merge pull request");
expression!(LINK, r"<?\b(?:https?|ftp|git)://[^\s>)\]]+>?|\bwww\.[^\s)]+");
expression!(MAIL, r"<?[\w.+-]+@[\w-]+\.[\w.-]+>?");
expression!(
    NUMBERS_IN_BRACKETS,
    r"[(\[]\s*",
    named_number!(),
    r"(?:\s*,\s*",
    named_number!(),
    r")*\s*[)\]]|\(\s+\)"
);
expression!(NUMBERS, named_number!(), r"|\bgh-[0-9]+");
expression!(
    DANGLING,
    r"^\W*(?:",
    closing!(),
    r"|see(?: also)?|follow-?up (?:to|of)|and|,|\s)*\W*$"
);

/// Whether a commit can be a task, as far as its author and its message tell.
pub(super) fn may_be_a_task(author: &str, message: &str) -> bool {
    let subject = message.lines().next().unwrap_or_default();
    !BOT.is_match(author)
        && !NO_TASK.is_match(subject)
        && !message.contains("This reverts commit")
        && is_long_enough(message)
}

/// The text of a task; nothing where too little is left.
pub(super) fn text_of(message: &str, truth: &[&str]) -> Option<String> {
    let mut lines: Vec<String> = Vec::new();
    for (at, line) in message.lines().map(str::trim).enumerate() {
        let tells_nothing = |rule: &Regex| at > 0 && rule.is_match(line);
        if tells_nothing(&TRAILER) || tells_nothing(&CLOSING) || tells_nothing(&MERGE) {
            continue;
        }
        let line = without_answers(line, truth);
        // Not two empty lines in a row.
        if !line.is_empty() || lines.last().is_some_and(|last| !last.is_empty()) {
            lines.push(line);
        }
    }
    let text = cut(lines.join("\n").trim());
    is_long_enough(&text).then_some(text)
}

fn without_answers(line: &str, truth: &[&str]) -> String {
    let mut kept = line.to_owned();
    for rule in [&LINK, &MAIL, &NUMBERS_IN_BRACKETS, &NUMBERS] {
        kept = rule.replace_all(&kept, " ").into_owned();
    }
    for path in truth {
        kept = kept.replace(path, " ");
        kept = without_name(&kept, path.rsplit('/').next().unwrap_or(path));
    }
    let kept = kept.split_whitespace().collect::<Vec<_>>().join(" ");
    if kept != line && DANGLING.is_match(&kept) { String::new() } else { kept }
}

/// A file's name is one only where it is not a part of another.
fn without_name(line: &str, name: &str) -> String {
    let of_a_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let mut kept = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(name) {
        let (before, behind) = (&rest[..at], &rest[at + name.len()..]);
        let is_part = before.ends_with(|c: char| of_a_name(c) || c == '.')
            || (before.is_empty() && kept.ends_with(|c: char| of_a_name(c) || c == '.'))
            || behind.starts_with(of_a_name);
        kept.push_str(before);
        kept.push_str(if is_part { name } else { " " });
        rest = behind;
    }
    kept + rest
}

/// Whole words of a long text.
fn cut(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(LONGEST) else { return text.to_owned() };
    let text = &text[..end];
    let whole = text.rfind(char::is_whitespace).map_or(text, |at| &text[..at]);
    whole.trim_end().to_owned()
}

fn is_long_enough(text: &str) -> bool {
    text.chars().count() >= FEWEST_CHARACTERS && text.split_whitespace().count() >= FEWEST_WORDS
}

#[cfg(test)]
mod tests;
