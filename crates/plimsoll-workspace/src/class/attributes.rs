//! What a project's `.gitattributes` say about its files: `linguist-generated` and `linguist-vendored`.
//!
//! Patterns are those of `.gitignore` and mean the same, so they are matched by the same code; of the
//! attributes of a path, the last line of the nearest file decides each one by itself.

use crate::ground::Ground;
use crate::ignore_patterns::{IgnorePatterns, Segment};
use crate::path::RelPath;
use crate::tree::Tree;
use plimsoll_core::escape::reveal_line;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

const FILE_NAME: &str = ".gitattributes";
/// A larger file is not read.
const LARGEST: u64 = 1024 * 1024;

/// The attributes files of a tree.
#[derive(Debug, Default)]
pub struct Attributes {
    /// By folder; the root is the empty string.
    folders: BTreeMap<String, FolderAttributes>,
    hasher: Sha256,
}

#[derive(Debug, Default)]
struct FolderAttributes {
    generated: Lines,
    vendored: Lines,
}

/// The lines that speak of one attribute.
#[derive(Debug, Default)]
struct Lines {
    patterns: IgnorePatterns,
    states: Vec<State>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Set,
    Unset,
    Unspecified,
}

/// What is said of one file; nothing where nothing is said.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Stated {
    pub(super) generated: Option<bool>,
    pub(super) vendored: Option<bool>,
}

impl Attributes {
    /// Reads the attributes files of a tree. What cannot be understood is said in the notices.
    pub fn read(ground: &dyn Ground, tree: &Tree) -> (Self, Vec<String>) {
        let (mut attributes, mut notices) = (Self::default(), Vec::new());
        let is_one =
            |path: &RelPath| path.as_str().ends_with(FILE_NAME) && path.file_name() == FILE_NAME;
        for file in tree.files.iter().filter(|file| is_one(&file.path)) {
            match read_one(ground, &file.path, &mut attributes.hasher) {
                Ok(read) => {
                    let folder = file.path.parent().unwrap_or("").to_owned();
                    attributes.folders.insert(folder, read);
                }
                Err(why) => {
                    let path = reveal_line(file.path.as_str());
                    notices.push(format!("`{path}` has no effect: {why}."));
                }
            }
        }
        (attributes, notices)
    }

    /// Names everything that they say.
    pub fn digest(&self) -> [u8; 32] {
        self.hasher.clone().finalize().into()
    }

    pub(super) fn of(&self, path: &str) -> Stated {
        let mut stated = (None, None);
        let mut folder = Some(path);
        while let Some(below) = folder {
            folder = below.rsplit_once('/').map(|(above, _)| above);
            let here = folder.unwrap_or("");
            if let Some(attributes) = self.folders.get(here) {
                let inside = path[here.len()..].trim_start_matches('/');
                stated.0 = stated.0.or_else(|| attributes.generated.of(inside));
                stated.1 = stated.1.or_else(|| attributes.vendored.of(inside));
            }
        }
        let told = |state: Option<State>| match state {
            Some(State::Set) => Some(true),
            Some(State::Unset) => Some(false),
            Some(State::Unspecified) | None => None,
        };
        Stated { generated: told(stated.0), vendored: told(stated.1) }
    }
}

impl Lines {
    fn of(&self, path: &str) -> Option<State> {
        let rule = self.patterns.last_match(path, false)?;
        self.states.get(usize::try_from(rule.line).ok()?.checked_sub(1)?).copied()
    }

    /// Of lines as pairs of pattern and state.
    fn compile(lines: &[(String, State)]) -> Result<Self, String> {
        let text: String = lines.iter().map(|(pattern, _)| format!("{pattern}\n")).collect();
        let (patterns, _) = IgnorePatterns::compile(
            &[Segment { file: None, first: 1, bytes: text.as_bytes() }],
            false,
        )?;
        Ok(Self { patterns, states: lines.iter().map(|(_, state)| *state).collect() })
    }
}

fn read_one(
    ground: &dyn Ground,
    path: &RelPath,
    hasher: &mut Sha256,
) -> Result<FolderAttributes, String> {
    let bytes = ground.read(path, LARGEST).map_err(|reason| reason.describe())?;
    // Lengths come first, so that no two files run together into the same bytes.
    for part in [path.as_str().as_bytes(), &bytes] {
        hasher.update((part.len() as u64).to_be_bytes());
        hasher.update(part);
    }
    let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes));
    let lines_of = |attribute: &str| -> Vec<(String, State)> {
        text.lines().filter_map(|line| line_of(line, attribute)).collect()
    };
    Ok(FolderAttributes {
        generated: Lines::compile(&lines_of("linguist-generated"))?,
        vendored: Lines::compile(&lines_of("linguist-vendored"))?,
    })
}

/// The pattern of a line and what it says of an attribute, if it does.
fn line_of(line: &str, attribute: &str) -> Option<(String, State)> {
    let line = line.trim_start_matches([' ', '\t']);
    if line.starts_with(['#', '!']) || line.starts_with("[attr]") {
        return None;
    }
    let (pattern, rest) = pattern_of(line)?;
    let words = rest.split([' ', '\t', '\r']);
    let state = words.filter_map(|word| state_of(word, attribute)).next_back()?;
    Some((pattern, state))
}

fn state_of(word: &str, attribute: &str) -> Option<State> {
    let (name, value) = word.split_once('=').unwrap_or((word, "true"));
    if name == attribute {
        return Some(if value == "false" { State::Unset } else { State::Set });
    }
    match word.strip_suffix(attribute)? {
        "-" => Some(State::Unset),
        "!" => Some(State::Unspecified),
        _ => None,
    }
}

/// The pattern at the beginning of a line, which may be quoted, and what follows it.
fn pattern_of(line: &str) -> Option<(String, &str)> {
    let Some(quoted) = line.strip_prefix('"') else {
        let (pattern, rest) = line.split_once([' ', '\t'])?;
        return Some((pattern.to_owned(), rest));
    };
    let mut pattern = String::new();
    let mut characters = quoted.char_indices();
    while let Some((at, c)) = characters.next() {
        match c {
            '"' => return Some((pattern, &quoted[at + 1..])),
            '\\' => {
                let (_, escaped) = characters.next().filter(|(_, c)| "\"\\".contains(*c))?;
                pattern.push(escaped);
            }
            c => pattern.push(c),
        }
    }
    None
}
