//! From the matches of a query to an outline.

use super::capture::Role;
use super::docs::Above;
use super::draft::{Body, Draft, Drafts};
use super::languages::Language;
use super::parse::problems;
use super::{Definition, Import, Outline, Reference, ReferenceKind, Scope};
use plimsoll_core::ladder::{LineStarts, Lines};
use plimsoll_core::vocab::SymbolKind;
use std::collections::BTreeMap;
use std::ops::Range;
use tree_sitter::{QueryCursor, QueryMatch, StreamingIterator, Tree};

/// What is longer is no name.
const LONGEST_NAME: usize = 256;
/// A pattern that is open in more places than this at once is given up by the engine. Real source has some
/// hundreds; each costs time at every node.
const MOST_OPEN_MATCHES: u32 = 2_048;

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
    /// By where the path begins.
    imports: BTreeMap<usize, (Range<usize>, Import)>,
    references: BTreeMap<usize, (ReferenceKind, &'t str)>,
    above: Above,
    /// What hides what is in it.
    hidden: Vec<Range<usize>>,
    scopes: Vec<(Range<usize>, Scope)>,
    kept: Vec<Range<usize>>,
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
        let pattern = matched.pattern_index;
        let body = || {
            let body = |code| all(Role::Body { code }).reduce(|one, next| one.start..next.end);
            let (range, code) =
                body(false).map(|range| (range, false)).or_else(|| Some((body(true)?, true)))?;
            Some(Body { pattern, range, code })
        };
        let mut kind = None;
        let mut range = all(Role::Whole).next();
        for capture in captures {
            if let Role::Definition(found) = roles[capture.index as usize] {
                kind = Some((pattern, found));
                range = Some(capture.node.byte_range());
            }
        }
        if let Some(name) = all(Role::Name).next() {
            let draft = Draft {
                name: self.name(name.clone()),
                kind,
                range: range.unwrap_or_else(|| name.clone()),
                body: body(),
                doc: all(Role::Doc).next(),
                bases: all(Role::Base).map(|base| self.name(base)).collect(),
            };
            self.add(name.start, draft);
        }
        for capture in captures {
            let range = capture.node.byte_range();
            match roles[capture.index as usize] {
                Role::Import => {
                    let Some(path) = all(Role::Path).reduce(|one, next| one.start..next.end) else {
                        continue;
                    };
                    let names = all(Role::Imported).map(|name| self.name(name)).collect();
                    self.add_import(range, path, names);
                }
                Role::Reference(kind) => {
                    let name = &self.text[range.clone()];
                    if !name.is_empty() && name.len() <= LONGEST_NAME {
                        // What is called may have the form of a type.
                        let known = self.references.entry(range.start).or_insert((kind, name));
                        known.0 = known.0.min(kind);
                    }
                }
                Role::Comment => self.above.comment(range),
                Role::Attribute => self.above.attribute(range),
                Role::Inner => self.hidden.push(range),
                Role::Kept => self.kept.push(range),
                Role::Scope { closes } => {
                    let lines = self.lines(&range);
                    let head =
                        body().map_or(lines.first, |body| self.starts.line_at(body.range.start));
                    let scope = Scope { lines, head, closes };
                    if scope.lines.first < scope.lines.last {
                        self.scopes.push((range, scope));
                    }
                }
                Role::Definition(_) | Role::Name | Role::Whole => {}
                Role::Body { .. } | Role::Base | Role::Doc => {}
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

    /// Several matches with the same path are one import: the widest of them, with the names of all.
    fn add_import(&mut self, range: Range<usize>, path: Range<usize>, new: Vec<String>) {
        let known = self.imports.remove(&path.start);
        let (known_range, mut names) = known
            .map_or_else(|| (range.clone(), Vec::new()), |(range, import)| (range, import.names));
        let range = known_range.start.min(range.start)..known_range.end.max(range.end);
        for name in new {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let written = self.name(path.clone());
        let written = written.trim_matches(['"', '\'', '`']);
        // Where names are selected of a path, a sign may stand between.
        let bare = written.strip_suffix('.').filter(|bare| bare.ends_with(char::is_alphanumeric));
        let written = bare.unwrap_or(written).to_owned();
        let import = Import { path: written, names, lines: self.lines(&range), inner: false };
        self.imports.insert(path.start, (range, import));
    }

    /// A name on one line, however it is written.
    fn name(&self, range: Range<usize>) -> String {
        let words: Vec<&str> = self.text[range].split_whitespace().collect();
        let mut name = words.join(" ");
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
        let mut drafts = std::mem::take(&mut self.drafts);
        drafts.retain(|_, draft| draft.kind.is_some());
        let names: Vec<usize> = drafts.keys().copied().collect();
        let references = self.references_but(&names);
        let mut ordered: Vec<(usize, Draft)> = drafts.into_iter().collect();
        ordered.sort_by_key(|(at, draft)| {
            (draft.range.start, std::cmp::Reverse(draft.range.end), *at)
        });
        self.above.settle(self.text);
        self.hidden.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
        self.hidden.dedup_by(|later, kept| later.end <= kept.end);
        let mut definitions: Vec<Definition> = Vec::with_capacity(ordered.len());
        // What is open around the current definition: its place and where it ends.
        let mut open: Vec<(u32, usize)> = Vec::new();
        for (place, (at, draft)) in (0_u32..).zip(&ordered) {
            open.retain(|&(_, end)| end >= draft.range.end);
            // What is defined by the same statement stands beside each other.
            let beside =
                |&(place, _): &(u32, usize)| ordered[place as usize].1.range == draft.range;
            let parent = open.iter().rev().find(|one| !beside(one)).map(|&(place, _)| place);
            let in_parent = parent.is_some_and(|parent| {
                let outer = &ordered[parent as usize].1;
                definitions[parent as usize].inner || outer.hides(draft.range.start)
            });
            let inner = in_parent || self.is_hidden(draft.range.start);
            let mut definition = self.definition(*at, draft, parent, inner);
            if parent.is_some_and(|parent| ordered[parent as usize].1.has_methods()) {
                definition.kind = as_method(definition.kind);
            }
            definitions.push(definition);
            open.push((place, draft.range.end));
        }
        Outline {
            definitions,
            imports: self.settled_imports(&ordered),
            references,
            problems: Vec::new(),
            scopes: self.settled_scopes(&ordered),
            kept: self.settled_kept(&ordered),
        }
    }

    /// An import in the middle of a line, or in the body of a function, is an inner one.
    fn settled_imports(&mut self, ordered: &Drafts) -> Vec<Import> {
        let imports = std::mem::take(&mut self.imports);
        let settled = imports.into_values().map(|(range, mut import)| {
            let (before, after) = (&self.text[..range.start], &self.text[range.end..]);
            let before = before.rsplit('\n').next().unwrap_or_default();
            let after = after.split('\n').next().unwrap_or_default();
            let in_a_line =
                !before.trim().is_empty() || !after.trim_matches([' ', '\t', '\r', ';']).is_empty();
            import.inner = in_a_line
                || self.is_hidden(range.start)
                || ordered.iter().any(|(_, draft)| draft.hides(range.start));
            import
        });
        settled.collect()
    }

    /// What is always kept is so where its surroundings are.
    fn settled_kept(&self, ordered: &Drafts) -> Vec<Lines> {
        let is_seen = |range: &&Range<usize>| {
            !self.is_hidden(range.start)
                && !ordered.iter().any(|(_, draft)| draft.hides(range.start))
        };
        self.kept.iter().filter(is_seen).map(|range| self.lines(range)).collect()
    }

    fn is_hidden(&self, at: usize) -> bool {
        let after = self.hidden.partition_point(|range| range.start <= at);
        after.checked_sub(1).is_some_and(|last| at < self.hidden[last].end)
    }

    /// Brackets are everywhere: only those around a definition are worth keeping.
    fn settled_scopes(&mut self, ordered: &Drafts) -> Vec<Scope> {
        let mut scopes = std::mem::take(&mut self.scopes);
        scopes.retain(|(scope, _)| {
            let after = ordered.partition_point(|(_, draft)| draft.range.start < scope.start);
            let inside = ordered[after..].iter().take_while(|(at, _)| *at < scope.end);
            inside.map(|(_, draft)| draft.range.end).any(|end| end <= scope.end)
        });
        let mut scopes: Vec<Scope> = scopes.into_iter().map(|(_, scope)| scope).collect();
        scopes.dedup();
        scopes
    }

    fn definition(
        &self,
        name_at: usize,
        draft: &Draft,
        parent: Option<u32>,
        inner: bool,
    ) -> Definition {
        let mut lines = self.lines(&draft.range);
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
        let body = draft.body.as_ref().map(|body| body.range.clone());
        let signature_end = draft.signature_end(self.text);
        let signature = self.text[draft.range.start..signature_end].trim_end().len();
        Definition {
            name: draft.name.clone(),
            kind: draft.kind(),
            parent,
            line: self.starts.line_at(name_at),
            lines,
            signature: narrow(&(draft.range.start..draft.range.start + signature)),
            body: body.as_ref().map(narrow),
            doc,
            inner,
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

/// What a function is called in a type.
fn as_method(kind: SymbolKind) -> SymbolKind {
    if kind == SymbolKind::Function { SymbolKind::Method } else { kind }
}

/// Texts with outlines are far smaller than what a `u32` counts.
fn narrow(range: &Range<usize>) -> Range<u32> {
    let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    narrow(range.start)..narrow(range.end)
}
