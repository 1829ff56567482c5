//! From the matches of a query to an outline.

use super::capture::Role;
use super::docs::Above;
use super::languages::Language;
use super::nest::{Draft, Nest, Place, prune};
use super::parse::problems;
use super::{Definition, Import, Outline, Reference, ReferenceKind, Scope};
use plimsoll_core::ladder::{LineStarts, Lines};
use std::collections::BTreeMap;
use std::ops::Range;
use tree_sitter::{Node, QueryCursor, QueryMatch, StreamingIterator, Tree};

/// What is longer is no name.
const LONGEST_NAME: usize = 256;
/// How many words may stand before the bracket of a body.
const MOST_BEFORE_BODY: usize = 4;
/// A pattern that is open in more places than this at once is given up by the engine.
const MOST_OPEN_MATCHES: u32 = 65_536;

pub(crate) fn gather(language: &Language, tree: &Tree, text: &str) -> Outline {
    let mut found = Found { text, starts: LineStarts::of(text), ..Found::default() };
    let mut cursor = QueryCursor::new();
    cursor.set_match_limit(MOST_OPEN_MATCHES);
    let mut matches = cursor.matches(&language.query, tree.root_node(), text.as_bytes());
    while let Some(matched) = matches.next() {
        found.take(matched, &language.roles);
    }
    let mut outline = found.finish();
    outline.problems = problems(tree);
    outline
}

#[derive(Default)]
struct Found<'t> {
    text: &'t str,
    starts: LineStarts,
    /// By where the name begins.
    drafts: BTreeMap<usize, Draft>,
    imports: BTreeMap<(usize, usize), Import>,
    references: BTreeMap<usize, (ReferenceKind, &'t str)>,
    above: Above,
    /// By where they begin and end.
    scopes: BTreeMap<(usize, usize), Scope>,
}

impl<'t> Found<'t> {
    fn take(&mut self, matched: &QueryMatch<'_, '_>, roles: &[Role]) {
        let captures = matched.captures();
        let all = |role: Role| {
            let of_role = move |capture: &&tree_sitter::QueryCapture<'_>| {
                roles[capture.index as usize] == role
            };
            captures.iter().filter(of_role).map(|capture| capture.node.byte_range())
        };
        for capture in captures {
            let range = capture.node.byte_range();
            match roles[capture.index as usize] {
                Role::Definition(kind) => {
                    let Some(name) = all(Role::Name).next() else { continue };
                    let body = captures
                        .iter()
                        .find(|capture| roles[capture.index as usize] == Role::Body)
                        .map(|capture| self.body(capture.node));
                    // Some grammars put the body beside what it is the body of.
                    let end = body.as_ref().map_or(range.end, |body| body.end.max(range.end));
                    let draft = Draft {
                        name: self.name(name.clone()),
                        kind,
                        pattern: matched.pattern_index,
                        range: range.start..end,
                        body,
                        doc: all(Role::Doc).next(),
                        bases: all(Role::Base).map(|base| self.name(base)).collect(),
                    };
                    self.add(name.start, draft);
                }
                Role::Import => {
                    let Some(path) = all(Role::Path).next() else { continue };
                    let import = Import {
                        path: self.name(path.clone()).trim_matches(['"', '\'', '`']).to_owned(),
                        names: Vec::new(),
                        lines: self.lines(&range),
                    };
                    let names: Vec<String> =
                        all(Role::Imported).map(|name| self.name(name)).collect();
                    let known = self.imports.entry((range.start, path.start)).or_insert(import);
                    known.names.extend(names);
                }
                Role::Reference(kind) => {
                    let name = &self.text[range.clone()];
                    if !name.is_empty() && name.len() <= LONGEST_NAME {
                        self.references.insert(range.start, (kind, name));
                    }
                }
                Role::Comment => self.above.comment(range),
                Role::Attribute => self.above.attribute(range),
                Role::Scope { closes } => {
                    let heads = all(Role::Head).map(|head| self.lines(&head)).collect();
                    self.add_scope(range, closes, heads);
                }
                Role::Name | Role::Body | Role::Base | Role::Doc | Role::Head => {}
                Role::Path | Role::Imported | Role::Private => {}
            }
        }
    }

    fn add(&mut self, at: usize, draft: Draft) {
        if draft.name.is_empty() {
            return;
        }
        match self.drafts.get_mut(&at) {
            Some(known) => known.merge(draft),
            None => {
                self.drafts.insert(at, draft);
            }
        }
    }

    fn add_scope(&mut self, range: Range<usize>, closes: bool, heads: Vec<Lines>) {
        let lines = self.lines(&range);
        let ends = [lines.first, if closes { lines.last } else { lines.first }];
        let ends = ends.map(|at| Lines { first: at, last: at });
        let new = || Scope { lines, frame: ends.to_vec() };
        let known = self.scopes.entry((range.start, range.end)).or_insert_with(new);
        known.frame.extend(heads);
    }

    /// A body begins where its bracket opens. One that has no signs of its own begins with the space before it.
    fn body(&self, node: Node<'_>) -> Range<usize> {
        let range = node.byte_range();
        let is_bracket = |child: &Node<'_>| {
            child.child_count() == 0 && self.text[child.byte_range()].ends_with(['{', '(', '['])
        };
        let mut cursor = node.walk();
        let bracket = node.children(&mut cursor).take(MOST_BEFORE_BODY).find(is_bracket);
        let closes = self.text[range.clone()].ends_with(['}', ')', ']']);
        match (bracket.filter(|_| closes), node.child(0)) {
            (Some(bracket), _) => bracket.end_byte() - 1..range.end,
            (None, Some(first)) if first.child_count() > 0 => {
                self.text[..range.start].trim_end().len()..range.end
            }
            _ => range,
        }
    }

    /// A name on one line, however it is written.
    fn name(&self, range: Range<usize>) -> String {
        let words: Vec<&str> = self.text[range].split_whitespace().collect();
        // Ruby's symbols are names that are written with a sign.
        let mut name = words.join(" ").trim_start_matches(':').to_owned();
        if let Some((cut, _)) =
            name.char_indices().find(|&(at, c)| at + c.len_utf8() > LONGEST_NAME)
        {
            name.truncate(cut);
        }
        name
    }

    /// The lines of a range, without what is empty at its end: some grammars give a node the newline after it.
    fn lines(&self, range: &Range<usize>) -> Lines {
        let end = range.start + self.text[range.clone()].trim_end().len();
        Lines {
            first: self.starts.line_at(range.start),
            last: self.starts.line_at(end.max(range.start + 1) - 1),
        }
    }

    fn finish(mut self) -> Outline {
        let drafts = std::mem::take(&mut self.drafts);
        let names: Vec<usize> = drafts.keys().copied().collect();
        let references = self.references_but(&names);
        let mut ordered: Vec<(usize, Draft)> = drafts.into_iter().collect();
        ordered.sort_by_key(|(at, draft)| {
            (draft.range.start, std::cmp::Reverse(draft.range.end), *at)
        });
        self.above.settle(self.text);
        let mut definitions: Vec<Definition> = Vec::with_capacity(ordered.len());
        let mut nest = Nest::default();
        for (at, draft) in &ordered {
            let place = nest.place_of(*at, draft);
            if !(place.inner && draft.is_local()) {
                let count = u32::try_from(definitions.len()).unwrap_or(u32::MAX);
                definitions.push(self.definition(*at, draft, &place));
                nest.open(draft, count, place.inner);
            }
        }
        let imports: Vec<Import> = self.imports.into_values().collect();
        let mut scopes: Vec<Scope> = self.scopes.into_values().collect();
        prune(&mut scopes, &definitions, &imports);
        Outline { definitions, imports, references, problems: Vec::new(), scopes }
    }

    fn definition(&self, name_at: usize, draft: &Draft, place: &Place) -> Definition {
        let end = draft.range.start + self.text[draft.range.clone()].trim_end().len();
        let end = self.above.end_with_comment(self.text, end);
        let mut lines = self.lines(&(draft.range.start..end));
        let above = self.above.before(self.text, draft.range.start);
        if let Some(above) = &above {
            lines.first = self.starts.line_at(above.start);
        }
        let doc = match &draft.doc {
            Some(doc) => Some(self.lines(doc)),
            None => {
                above.and_then(|above| self.above.comments_in(&above)).map(|doc| self.lines(&doc))
            }
        };
        let body = draft.body.clone();
        let signature_end =
            body.as_ref().map_or(draft.range.end, |body| body.start.max(draft.range.start));
        let signature = self.text[draft.range.start..signature_end].trim_end().len();
        Definition {
            name: draft.name.clone(),
            kind: draft.kind,
            parent: place.parent,
            line: self.starts.line_at(name_at),
            lines,
            signature: narrow(&(draft.range.start..draft.range.start + signature)),
            body: body.as_ref().map(narrow),
            doc,
            inner: place.inner,
            bases: draft.bases.clone(),
        }
    }

    /// Where names are used that are not being defined there.
    fn references_but(&self, definitions: &[usize]) -> Vec<Reference> {
        let mut lines: BTreeMap<(&str, ReferenceKind), Vec<u32>> = BTreeMap::new();
        for (&at, &(kind, name)) in &self.references {
            if definitions.binary_search(&at).is_err() {
                lines.entry((name, kind)).or_default().push(self.starts.line_at(at));
            }
        }
        let reference = |((name, kind), mut lines): ((&str, _), Vec<u32>)| {
            lines.dedup();
            Reference { name: name.to_owned(), kind, lines }
        };
        lines.into_iter().map(reference).collect()
    }
}

/// Texts with outlines are far smaller than what a `u32` counts.
fn narrow(range: &Range<usize>) -> Range<u32> {
    let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    narrow(range.start)..narrow(range.end)
}
