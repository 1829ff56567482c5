//! What a file is to those who look for something: source, or something that only resembles it.
//!
//! The project's own word comes first (`.gitattributes`), then the conventions of names, then what the file
//! says at its top, then how it looks.

mod header;
mod names;
#[cfg(test)]
mod tests;

use crate::attributes::Attributes;
use names::Names;
use plimsoll_core::vocab::FileClass;

/// Lines of more bytes than this are not for people to read.
const LONG_LINE: usize = 500;
/// Languages in which a paragraph may be one line.
const PROSE: &[&str] = &[
    "markdown", "mdx", "rst", "asciidoc", "latex", "org", "html", "troff", "csv", "tsv", "po",
    "log",
];

/// The class of a file: the first that applies, from the least useful on.
pub fn class_of(
    path: &str,
    text: &str,
    language: Option<&str>,
    attributes: &Attributes,
) -> FileClass {
    let lower = path.to_ascii_lowercase();
    let names = Names::of(&lower);
    let stated = attributes.of(path);
    if names.are_a_lock() {
        FileClass::Lock
    } else if stated.vendored.unwrap_or_else(|| names.are_vendored()) {
        FileClass::Vendored
    } else if names.are_minified() || is_minified(text, language) {
        FileClass::Minified
    } else if stated
        .generated
        .unwrap_or_else(|| names.are_generated() || header::says_generated(text))
    {
        FileClass::Generated
    } else if names.are_a_test() {
        FileClass::Test
    } else {
        FileClass::Source
    }
}

/// Whether most of a text is in lines that nobody reads. Plain text and prose may have such lines.
fn is_minified(text: &str, language: Option<&str>) -> bool {
    let is_code = language.is_some_and(|language| !PROSE.contains(&language));
    let in_long_lines =
        || -> usize { text.split('\n').map(str::len).filter(|length| *length > LONG_LINE).sum() };
    is_code && in_long_lines() > text.len() / 2
}
