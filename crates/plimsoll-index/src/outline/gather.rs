//! From the matches of a query to an outline.

use super::alike::without_bulk;
use super::capture::Role;
use super::docs::Above;
use super::headings::reach;
use super::hide::{body_of, frame_of};
use super::languages::Language;
use super::nest::{Draft, Hidden, Nest, Place, drop_replaced, prune};
use super::parse::problems;
use super::{Definition, Import, Outline, Reference, ReferenceKind, Scope};
use plimsoll_core::ladder::{LineStarts, Lines};
use plimsoll_core::vocab::SymbolKind;
use std::collections::BTreeMap;
use std::ops::Range;
use tree_sitter::{QueryCursor, QueryMatch, StreamingIterator, Tree};

/// What is longer is no name.
const LONGEST_NAME: usize = 256;
/// Patterns that are open in more places than this at once are given up by the engine: each costs time at every
/// node, and no person nests as deep.
const MOST_OPEN_MATCHES: u32 = 4096;

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
    hidden: Hidden,
    opaque: Hidden,
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
        let text = self.text;
        // What is left out of a signature: a node, or what lies between two.
        let body = |whole: &Range<usize>| {
            let is_body = |capture: &&tree_sitter::QueryCapture<'_>| {
                roles[capture.index as usize] == Role::Body
            };
            let node = captures.iter().find(is_body).map(|capture| capture.node);
            let head = all(Role::Head).next().map(|head| head.end);
            let tail = all(Role::Tail).next().map_or(whole.end, |tail| tail.start);
            let between = || head.filter(|&head| head < tail).map(|head| head..tail);
            node.map(|node| body_of(node, text)).or_else(between)
        };
        for capture in captures {
            let range = capture.node.byte_range();
            match roles[capture.index as usize] {
                Role::Definition(kind) => {
                    let instead = all(Role::NameInstead).next();
                    let Some(name) = instead.clone().or_else(|| all(Role::Name).next()) else {
                        continue;
                    };
                    let level =
                        captures.iter().find_map(|capture| roles[capture.index as usize].level());
                    let body = body(&range);
                    // Some grammars put the body beside what it is the body of.
                    let end = body.as_ref().map_or(range.end, |body| body.end.max(range.end));
                    let called = self.name(name.clone());
                    let draft = Draft {
                        name: if level.is_some() { called } else { bare(called, kind) },
                        instead: instead.is_some(),
                        kind,
                        pattern: matched.pattern_index,
                        range: range.start..end,
                        body,
                        doc: all(Role::Doc).next(),
                        bases: all(Role::Base).map(|base| self.name(base)).collect(),
                        level,
                        until: all(Role::Until).map(|until| until.start).min(),
                    };
                    self.add(name.start, draft);
                }
                Role::Import => {
                    let Some(path) = all(Role::Path).next() else { continue };
                    let import = Import {
                        path: self.name(path.clone()).trim_matches(['"', '\'', '`']).to_owned(),
                        names: Vec::new(),
                        lines: self.lines(&range),
                        inner: false,
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
                Role::Opaque => self.opaque.add(range),
                Role::Scope { closes } => {
                    let keep = all(Role::Keep).map(|keep| self.lines(&keep)).collect();
                    let body = body(&range);
                    self.add_scope(&range, closes, body, keep);
                }
                Role::Inner => self.hidden.add(range),
                Role::Name | Role::NameInstead | Role::Body | Role::Base | Role::Doc => {}
                Role::Head | Role::Tail | Role::Level(_) | Role::Until | Role::Keep => {}
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

    fn add_scope(
        &mut self,
        range: &Range<usize>,
        closes: bool,
        body: Option<Range<usize>>,
        keep: Vec<Lines>,
    ) {
        let lines = self.lines(range);
        let frame = match body {
            Some(body) => frame_of(Some(body), lines, self.text, &self.starts, false),
            None => [lines.first, if closes { lines.last } else { lines.first }]
                .map(|at| Lines { first: at, last: at })
                .to_vec(),
        };
        let new = || Scope { lines, frame };
        let known = self.scopes.entry((range.start, range.end)).or_insert_with(new);
        known.frame.extend(keep);
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
        self.opaque.settle();
        drafts.retain(|&at, _| !self.opaque.has(at));
        drop_replaced(&mut drafts);
        reach(self.text, drafts.values_mut());
        let names: Vec<usize> = drafts.keys().copied().collect();
        let references = self.references_but(&names);
        let mut ordered: Vec<(usize, Draft)> = drafts.into_iter().collect();
        ordered.sort_by_key(|(at, draft)| {
            (draft.range.start, std::cmp::Reverse(draft.range.end), *at)
        });
        self.above.settle(self.text);
        self.hidden.settle();
        let mut definitions: Vec<Definition> = Vec::with_capacity(ordered.len());
        let mut nest = Nest::default();
        for (at, draft) in &ordered {
            let place = nest.place_of(*at, draft, &self.hidden);
            if !(place.inner && draft.is_local()) {
                let count = u32::try_from(definitions.len()).unwrap_or(u32::MAX);
                definitions.push(self.definition(*at, draft, &place));
                nest.open(draft, count, place.inner);
            }
        }
        let definitions = without_bulk(definitions);
        let imports = self.placed_imports(ordered.iter().map(|(_, draft)| draft));
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
            kind: place.kind,
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

    /// The imports, with whether they can be seen from outside.
    fn placed_imports<'d>(&mut self, drafts: impl Iterator<Item = &'d Draft>) -> Vec<Import> {
        for draft in drafts {
            if let Some(body) = draft.body.clone().filter(|body| draft.hides(body.start)) {
                self.hidden.add(body);
            }
        }
        self.hidden.settle();
        let imports = std::mem::take(&mut self.imports);
        let place = |((at, _), import)| Import { inner: self.hidden.has(at), ..import };
        imports.into_iter().map(place).collect()
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

/// A name without the quotes that stand around all of it, and without the sign that makes a symbol of it.
fn bare(name: String, kind: SymbolKind) -> String {
    let inside = |quote: char| {
        let inside = name.strip_prefix(quote)?.strip_suffix(quote)?;
        // Where one ends and another begins in between, it is more than one quoted thing.
        let mut ends = inside.rsplit(quote).skip(1);
        (!inside.is_empty() && ends.all(|before| before.ends_with('\\'))).then_some(inside)
    };
    let symbol = || {
        let is_symbol = matches!(kind, SymbolKind::Method | SymbolKind::Property);
        name.strip_prefix(':').filter(|_| is_symbol)
    };
    let bare = inside('"').or_else(|| inside('\'')).or_else(|| inside('`')).or_else(symbol);
    bare.map(str::to_owned).unwrap_or(name)
}

/// Texts with outlines are far smaller than what a `u32` counts.
fn narrow(range: &Range<usize>) -> Range<u32> {
    let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    narrow(range.start)..narrow(range.end)
}
