//! What a project's `.gitattributes` say about its files: `linguist-generated` and `linguist-vendored`, and whether
//! git converts line ends.
//!
//! A file whose line ends git converts has one text, however it was checked out: that with LF, as git stores it.
//! So a clean working tree and its commit are the same.
//!
//! Patterns are those of `.gitignore` and mean the same, so they are matched by the same code; of the
//! attributes of a path, the last line of the nearest file decides each one by itself.

mod line;

use crate::ground::Ground;
use crate::ignore::{IgnorePatterns, MOST_COST, Segment, TOO_COMPLEX};
use crate::path::RelPath;
use crate::text::Text;
use crate::tree::Tree;
use line::{State, is_text, line_of, state_of};
use plimsoll_core::escape::reveal_line;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};

const FILE_NAME: &str = ".gitattributes";
/// A larger file is not read.
const LARGEST: u64 = 1024 * 1024;
/// The patterns of all files may cost as much as those of so many.
const MOST_COST_IN_ALL: usize = 16 * MOST_COST;
/// What else makes a file another one when it is checked out.
const CONVERSIONS: &[&str] = &["filter", "ident", "working-tree-encoding"];

/// The attributes files of a tree.
#[derive(Debug, Default)]
pub struct Attributes {
    /// By folder; the root is the empty string.
    folders: BTreeMap<String, FolderAttributes>,
    hasher: Sha256,
    cost: usize,
    /// Those of [`CONVERSIONS`] that some line asks for.
    conversions: BTreeSet<&'static str>,
}

#[derive(Debug, Default)]
struct FolderAttributes {
    generated: Lines,
    vendored: Lines,
    text: Lines,
    eol: Lines,
    conversions: Vec<&'static str>,
}

/// The lines that speak of one attribute.
#[derive(Debug, Default)]
struct Lines {
    patterns: IgnorePatterns,
    states: Vec<State>,
}

/// What is said of one file; nothing where nothing is said.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Stated {
    pub(crate) generated: Option<bool>,
    pub(crate) vendored: Option<bool>,
}

impl Attributes {
    /// Reads the attributes files of a tree. What cannot be understood is said in the notices.
    pub fn read(ground: &dyn Ground, tree: &Tree) -> (Self, Vec<String>) {
        let (mut attributes, mut notices) = (Self::default(), Vec::new());
        let is_one =
            |path: &RelPath| path.as_str().ends_with(FILE_NAME) && path.file_name() == FILE_NAME;
        for file in tree.files.iter().filter(|file| is_one(&file.path)) {
            let read = read_one(ground, &file.path, &mut attributes.hasher);
            match read.and_then(|read| attributes.afford(read)) {
                Ok(read) => {
                    attributes.conversions.extend(&read.conversions);
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

    fn afford(&mut self, read: FolderAttributes) -> Result<FolderAttributes, String> {
        let lines = [&read.generated, &read.vendored, &read.text, &read.eol];
        let cost: usize = lines.iter().map(|lines| lines.patterns.cost()).sum();
        if self.cost + cost > MOST_COST_IN_ALL {
            return Err(format!("it {TOO_COMPLEX}"));
        }
        self.cost += cost;
        Ok(read)
    }

    /// Names everything that they say, and how that is understood.
    pub fn digest(&self) -> [u8; 32] {
        self.hasher.clone().chain_update(b"line ends").finalize().into()
    }

    /// Whether a file of a folder may be checked out as something else than what is stored, line ends apart: some line of
    /// the files that speak of it asks for that.
    pub(crate) fn may_convert(&self, folder: &str) -> bool {
        let asks = |folder: &str| {
            self.folders.get(folder).is_some_and(|here| !here.conversions.is_empty())
        };
        let above = |at: usize| asks(&folder[..at]);
        !self.conversions.is_empty()
            && (asks("") || asks(folder) || folder.match_indices('/').any(|(at, _)| above(at)))
    }

    /// A text as git stores it, whose line ends it may have converted when the file was checked out.
    pub fn with_stored_line_ends(&self, path: &str, text: Text) -> Text {
        if !text.text.contains("\r\n") || !self.converts_line_ends(path) {
            return text;
        }
        let stored = text.text.replace("\r\n", "\n");
        let removed = (text.text.len() - stored.len()) as u64;
        Text { byte_size: text.byte_size.saturating_sub(removed), text: stored, ..text }
    }

    fn converts_line_ends(&self, path: &str) -> bool {
        match self.last(path, |here| &here.text) {
            Some(State::Set) => true,
            Some(State::Unset) => false,
            // Where only the line end is said, the file is a text.
            Some(State::Unspecified) | None => {
                self.last(path, |here| &here.eol) == Some(State::Set)
            }
        }
    }

    /// What the reader of a revision should know: it is read as it is stored.
    pub fn conversions_notice(&self) -> Option<String> {
        let words: Vec<String> = self.conversions.iter().map(|word| format!("`{word}`")).collect();
        (!words.is_empty()).then(|| {
            format!(
                "`{FILE_NAME}` has files converted when they are checked out ({}); a revision shows them as \
                 they are stored.",
                words.join(", ")
            )
        })
    }

    pub(crate) fn of(&self, path: &str) -> Stated {
        let told = |state: Option<State>| match state {
            Some(State::Set) => Some(true),
            Some(State::Unset) => Some(false),
            Some(State::Unspecified) | None => None,
        };
        Stated {
            generated: told(self.last(path, |here| &here.generated)),
            vendored: told(self.last(path, |here| &here.vendored)),
        }
    }

    /// What the nearest file that speaks of an attribute says of it.
    fn last(&self, path: &str, lines: impl Fn(&FolderAttributes) -> &Lines) -> Option<State> {
        let mut folder = Some(path);
        while let Some(below) = folder {
            folder = below.rsplit_once('/').map(|(above, _)| above);
            let here = folder.unwrap_or("");
            if let Some(attributes) = self.folders.get(here) {
                let inside = path[here.len()..].trim_start_matches('/');
                let stated = lines(attributes).of(inside);
                if stated.is_some() {
                    return stated;
                }
            }
        }
        None
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
    let lines_of = |state_of: &dyn Fn(&str) -> Option<State>| {
        let lines = text.lines().filter_map(|line| line_of(line, state_of));
        Lines::compile(&lines.collect::<Vec<(String, State)>>())
    };
    let is_asked_for = |conversion: &&&str| {
        let state = |word: &str| state_of(word, conversion);
        text.lines().any(|line| line_of(line, &state).is_some_and(|(_, said)| said == State::Set))
    };
    Ok(FolderAttributes {
        generated: lines_of(&|word| state_of(word, "linguist-generated"))?,
        vendored: lines_of(&|word| state_of(word, "linguist-vendored"))?,
        text: lines_of(&is_text)?,
        eol: lines_of(&|word| state_of(word, "eol").or_else(|| state_of(word, "crlf")))?,
        conversions: CONVERSIONS.iter().filter(is_asked_for).copied().collect(),
    })
}
