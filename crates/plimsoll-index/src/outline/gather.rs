//! From the matches of a query to an outline.

use super::alike::without_bulk;
use super::capture::Role;
use super::docs::Above;
use super::headings::reach;
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

/// A definition while its matches come in.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    pub(super) name: String,
    /// Whether this name takes the place of others.
    instead: bool,
    kind: SymbolKind,
    /// Which pattern said so.
    pattern: usize,
    pub(super) range: Range<usize>,
    pub(super) body: Option<Range<usize>>,
    doc: Option<Range<usize>>,
    bases: Vec<String>,
    /// Of a heading.
    pub(super) level: Option<u8>,
    /// Where a heading ends at the latest.
    pub(super) until: Option<usize>,
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
    opaque: Vec<Range<usize>>,
    scopes: Vec<Scope>,
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
                    let instead = all(Role::NameInstead).next();
                    let Some(name) = instead.clone().or_else(|| all(Role::Name).next()) else {
                        continue;
                    };
                    let level =
                        captures.iter().find_map(|capture| roles[capture.index as usize].level());
                    let called = self.name(name.clone());
                    let draft = Draft {
                        name: if level.is_some() { called } else { unquoted(called) },
                        instead: instead.is_some(),
                        kind,
                        pattern: matched.pattern_index,
                        body: body(&range, all),
                        range,
                        level,
                        until: all(Role::Until).map(|until| until.start).min(),
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
                Role::Opaque => self.opaque.push(range),
                Role::Scope { closes } => {
                    let body = body(&range, all).as_ref().map(narrow);
                    let scope = Scope { lines: self.lines(&range), closes, body };
                    self.scopes.push(scope);
                }
                Role::Name | Role::NameInstead | Role::Body | Role::Base | Role::Doc => {}
                Role::Head | Role::Tail | Role::Level(_) | Role::Until => {}
                Role::Path | Role::Imported | Role::Private => {}
            }
        }
    }

    fn add(&mut self, at: usize, draft: Draft) {
        if draft.name.is_empty() {
            return;
        }
        let Some(known) = self.drafts.get_mut(&at) else {
            self.drafts.insert(at, draft);
            return;
        };
        if draft.pattern >= known.pattern {
            known.kind = draft.kind;
            known.pattern = draft.pattern;
        }
        known.range.start = known.range.start.min(draft.range.start);
        known.range.end = known.range.end.max(draft.range.end);
        known.body = known.body.take().or(draft.body);
        known.doc = known.doc.take().or(draft.doc);
        known.level = known.level.or(draft.level);
        known.until = known.until.into_iter().chain(draft.until).min();
        let new: Vec<String> =
            draft.bases.into_iter().filter(|base| !known.bases.contains(base)).collect();
        known.bases.extend(new);
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
        drop_opaque(&mut drafts, std::mem::take(&mut self.opaque));
        drop_replaced(&mut drafts);
        reach(self.text, drafts.values_mut());
        let names: Vec<usize> = drafts.keys().copied().collect();
        let references = self.references_but(&names);
        let mut ordered: Vec<(usize, Draft)> = drafts.into_iter().collect();
        ordered.sort_by_key(|(at, draft)| {
            (draft.range.start, std::cmp::Reverse(draft.range.end), *at)
        });
        self.above.settle(self.text);
        let mut definitions: Vec<Definition> = Vec::with_capacity(ordered.len());
        // What is open around the current definition: its place and where it ends.
        let mut open: Vec<(u32, usize)> = Vec::new();
        for (place, (at, draft)) in (0_u32..).zip(&ordered) {
            while open.last().is_some_and(|&(_, end)| end < draft.range.end) {
                open.pop();
            }
            let parent = open.last().map(|&(place, _)| place);
            let inner = parent.is_some_and(|parent| {
                let outer = &ordered[parent as usize].1;
                let in_body =
                    outer.body.as_ref().is_some_and(|body| body.contains(&draft.range.start));
                definitions[parent as usize].inner || (outer.kind.hides_its_body() && in_body)
            });
            definitions.push(self.definition(*at, draft, parent, inner));
            open.push((place, draft.range.end));
        }
        Outline {
            definitions: without_bulk(definitions),
            imports: self.imports.into_values().collect(),
            references,
            problems: Vec::new(),
            scopes: self.scopes,
        }
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
        let body = draft.body.clone();
        let signature_end =
            body.as_ref().map_or(draft.range.end, |body| body.start.max(draft.range.start));
        let signature = self.text[draft.range.start..signature_end].trim_end().len();
        Definition {
            name: draft.name.clone(),
            kind: draft.kind,
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

/// What is in an opaque place defines nothing.
fn drop_opaque(drafts: &mut BTreeMap<usize, Draft>, mut opaque: Vec<Range<usize>>) {
    opaque.sort_by_key(|range| range.start);
    // Those inside of others say nothing new: the outermost remain, one after the other.
    opaque.dedup_by(|inner, outer| inner.start < outer.end);
    drafts.retain(|&at, _| {
        let before = opaque.partition_point(|range| range.start <= at);
        !opaque[..before].last().is_some_and(|range| range.contains(&at))
    });
}

/// What is named by a match that knows better is not also what other matches call it; of several such names
/// the first counts.
fn drop_replaced(drafts: &mut BTreeMap<usize, Draft>) {
    let mut better: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for (&at, draft) in drafts.iter().filter(|(_, draft)| draft.instead) {
        better.entry((draft.range.start, draft.range.end)).or_insert(at);
    }
    drafts.retain(|&at, draft| {
        better.get(&(draft.range.start, draft.range.end)).is_none_or(|&best| best == at)
    });
}

/// What is left out of a signature: a node, or what lies between two.
fn body<R: Iterator<Item = Range<usize>>>(
    whole: &Range<usize>,
    all: impl Fn(Role) -> R,
) -> Option<Range<usize>> {
    let head = all(Role::Head).next().map(|head| head.end);
    let tail = all(Role::Tail).next().map_or(whole.end, |tail| tail.start);
    let between = head.filter(|&head| head < tail).map(|head| head..tail);
    all(Role::Body).next().or(between)
}

/// A name without the quotes that stand around all of it.
fn unquoted(name: String) -> String {
    let inside = |quote: char| {
        let inside = name.strip_prefix(quote)?.strip_suffix(quote)?;
        // Where one ends and another begins in between, it is more than one quoted thing.
        let mut ends = inside.rsplit(quote).skip(1);
        (!inside.is_empty() && ends.all(|before| before.ends_with('\\'))).then_some(inside)
    };
    let inside = inside('"').or_else(|| inside('\'')).or_else(|| inside('`'));
    inside.map(str::to_owned).unwrap_or(name)
}

/// Texts with outlines are far smaller than what a `u32` counts.
fn narrow(range: &Range<usize>) -> Range<u32> {
    let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    narrow(range.start)..narrow(range.end)
}
