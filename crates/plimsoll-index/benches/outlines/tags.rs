//! What universal-ctags finds in the same files.

use super::collect::Source;
use plimsoll_core::vocab::SymbolKind;
use plimsoll_index::outline::{Definition, Outline};
use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// What others call functions, methods, types, and what headings and tables are.
const KINDS: &[&str] = &[
    "annotation",
    "callback",
    "chapter",
    "class",
    "delegate",
    "enum",
    "func",
    "function",
    "generator",
    "getter",
    "interface",
    "l4subsection",
    "l5subsection",
    "method",
    "methodSpec",
    "object",
    "procedure",
    "protocol",
    "record",
    "section",
    "setter",
    "singletonMethod",
    "struct",
    "subsection",
    "subsubsection",
    "table",
    "talias",
    "trait",
    "trigger",
    "type",
    "typealias",
    "typedef",
    "union",
    "view",
];

/// What is a function, method or type in one language and something else in another.
const KINDS_OF: &[(&str, &str)] = &[("python", "member")];

/// Where others list something else: every part of a selector, every element of a list.
const DIFFERENT: &[&str] = &["css", "json", "jsonc"];

/// A name on a line.
pub(crate) struct Tag {
    line: u32,
    kind: String,
    name: String,
}

/// By path.
pub(crate) type Tags = BTreeMap<String, Vec<Tag>>;

/// What both find, and what only one of the two does.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) theirs: usize,
    pub(crate) both: usize,
    pub(crate) ours: usize,
    pub(crate) only_theirs: Vec<String>,
    pub(crate) only_ours: Vec<String>,
}

/// Nothing where it is not installed.
pub(crate) fn of(sources: &[Source]) -> Option<Tags> {
    let format = "--_xformat=%n\t%K\t%F\t%N";
    let arguments = ["--options=/dev/null", "-x", "--sort=no", format, "-L", "-"];
    let mut ctags = Command::new("ctags");
    // It has no parser for elements in TypeScript, and the one for TypeScript does well.
    ctags
        .args(["--map-TypeScript=+.tsx"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut child = ctags.spawn().ok()?;
    let mut stdin = child.stdin.take()?;
    let paths: String = sources.iter().map(|source| format!("{}\n", source.path)).collect();
    let writer = std::thread::spawn(move || stdin.write_all(paths.as_bytes()));
    let output = child.wait_with_output().ok()?;
    writer.join().ok()?.ok()?;
    if !output.status.success() {
        return None;
    }
    let mut tags = Tags::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        if let Some((path, tag)) = tag(line) {
            tags.entry(path.to_owned()).or_default().push(tag);
        }
    }
    Some(tags)
}

fn tag(line: &str) -> Option<(&str, Tag)> {
    let mut parts = line.splitn(4, '\t');
    let (line, kind, path, name) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let tag = Tag {
        line: line.parse().ok()?,
        kind: kind.to_owned(),
        name: name.trim().replace("\\\\", "\\"),
    };
    Some((path, tag))
}

impl Tag {
    fn is_counted(&self, language: &str, lines: &[&str]) -> bool {
        let kind = self.kind.as_str();
        let line = lines.get(self.line as usize - 1).copied().unwrap_or_default();
        // For its JavaScript parser an object with a name is a class.
        let is_object = matches!(language, "javascript" | "jsx")
            && kind == "class"
            && !["class ", "function"].iter().any(|word| line.contains(word));
        (KINDS.contains(&kind) || KINDS_OF.contains(&(language, kind)))
            && !is_object
            && !self.name.starts_with('<')
            && !self.name.to_lowercase().contains("anon")
    }
}

impl Tally {
    pub(crate) fn compare(&mut self, source: &Source, text: &str, outline: &Outline, tags: &Tags) {
        if DIFFERENT.contains(&source.language) {
            return;
        }
        let tags = tags.get(&source.path).map(Vec::as_slice).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        for tag in tags.iter().filter(|tag| tag.is_counted(source.language, &lines)) {
            self.theirs += 1;
            if outline
                .definitions
                .iter()
                .any(|one| one.line == tag.line && same(&one.name, &tag.name))
            {
                self.both += 1;
            } else {
                let Tag { line, kind, name } = tag;
                self.only_theirs.push(format!("{}:{line} {kind} {name}", source.path));
            }
        }
        for one in outline.definitions.iter().filter(|one| is_counted(one)) {
            self.ours += 1;
            let in_both = |tag: &Tag| one.line == tag.line && same(&one.name, &tag.name);
            if !tags.iter().any(in_both) {
                let Definition { line, kind, name, .. } = one;
                self.only_ours.push(format!("{}:{line} {kind} {name}", source.path));
            }
        }
    }
}

fn is_counted(one: &Definition) -> bool {
    use SymbolKind::{Constructor, Function, Heading, Method, Table, View};
    one.kind.is_type()
        || matches!(one.kind, Function | Method | Constructor | Heading | Table | View)
}

/// Whether two names are one, with or without what it belongs to, and however an operator is spaced.
fn same(ours: &str, theirs: &str) -> bool {
    let close = |name: &str| name.replace(' ', "");
    if theirs.starts_with("operator ") && close(ours).starts_with(&close(theirs)) {
        return true;
    }
    let ends = |long: &str, short: &str| {
        long.strip_suffix(short)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with(['.', ':', '#']))
    };
    ends(ours, theirs) || ends(theirs, ours)
}
