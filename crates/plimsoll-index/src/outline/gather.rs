//! From the matches of a query to an outline.

use super::alike::without_bulk;
use super::capture::Role;
use super::docs::Above;
use super::headings::reach;
use super::hide::frame_of;
use super::imports::{Imports, distinct};
use super::languages::Language;
use super::matched::Matched;
use super::names::{References, bare, one_line};
use super::nest::{Draft, Hidden, Nest, Place, drop_replaced, prune};
use super::parse::problems;
use super::patterns::tree::Nodes;
use super::skim::Skim;
use super::{Definition, Outline, Scope};
use plimsoll_core::ladder::{LineStarts, Lines};
use std::collections::BTreeMap;
use std::ops::Range;

/// Real source takes up to some six a byte.
const STEPS_PER_BYTE: usize = 50;
const STEPS_AT_LEAST: usize = 1_000_000;

/// The outline of a tree; nothing where finding it takes too many steps.
pub(crate) fn gather(
    language: &Language,
    nodes: &Nodes,
    text: &str,
    skim: &Skim,
) -> Option<Outline> {
    let mut found = Found { text, starts: LineStarts::of(text), ..Found::default() };
    for (range, kind) in &skim.references {
        found.references.add(range.start, *kind, &text[range.clone()]);
    }
    let roles = language.roles.as_slice();
    let steps = text.len() * STEPS_PER_BYTE + STEPS_AT_LEAST;
    let is_done = language.patterns.search(nodes, text, steps, |matched| {
        found.take(&Matched { matched, roles, nodes, text });
    });
    let problems = problems(language, nodes, &found.starts);
    is_done.then(|| Outline { problems, ..found.finish() })
}

#[derive(Default)]
struct Found<'t> {
    text: &'t str,
    starts: LineStarts,
    /// By where the name begins.
    drafts: BTreeMap<usize, Draft>,
    imports: Imports,
    references: References<'t>,
    above: Above,
    /// By where they begin and end.
    scopes: BTreeMap<(usize, usize), Scope>,
    /// What is needed of the file.
    kept: Vec<Range<usize>>,
    hidden: Hidden,
    opaque: Hidden,
}

impl<'t> Found<'t> {
    fn take(&mut self, matched: &Matched<'_>) {
        self.take_definition(matched);
        let mut keeps = matched.all(Role::Keep).peekable();
        let mut encloses = false;
        for (role, range) in matched.captures() {
            match role {
                Role::Import { part } => self.take_import(matched, range, part),
                Role::Reference(kind) => {
                    self.references.add(range.start, kind, &self.text[range]);
                }
                Role::Comment => self.above.comment(range),
                Role::Attribute => self.above.attribute(range),
                Role::Opaque => self.opaque.add(range),
                Role::Inner => self.hidden.add(range),
                Role::Scope { closes } => {
                    encloses = true;
                    self.take_scope(matched, &range, closes);
                }
                Role::Definition(_) | Role::Name | Role::NameInstead | Role::Whole => {}
                Role::Body { .. } | Role::Base | Role::Doc | Role::Head | Role::Tail => {}
                Role::Level(_) | Role::Keep => {}
                Role::Path | Role::Imported | Role::Private => {}
            }
        }
        if !encloses && keeps.peek().is_some() {
            self.kept.extend(keeps);
        }
    }

    fn take_definition(&mut self, matched: &Matched<'_>) {
        let instead = matched.first(Role::NameInstead);
        let Some(at) = instead.clone().or_else(|| matched.first(Role::Name)) else { return };
        let (kind, whole) = match matched.definition() {
            Some((kind, range)) => (Some(kind), range),
            None => (None, matched.first(Role::Whole).unwrap_or_else(|| at.clone())),
        };
        let level = matched.level();
        let body = matched.body(&whole);
        // Some grammars put the body beside what it is the body of.
        let end = body.as_ref().map_or(whole.end, |body| body.range.end.max(whole.end));
        let called = one_line(self.text, at.clone());
        let name = match kind {
            Some(kind) if level.is_none() => bare(called, kind),
            _ => called,
        };
        if name.is_empty() {
            return;
        }
        let draft = Draft {
            name,
            instead: instead.is_some(),
            kind: kind.map(|kind| (matched.pattern(), kind)),
            range: whole.start..end,
            body,
            doc: matched.first(Role::Doc),
            bases: self.named(matched, Role::Base),
            level,
        };
        match self.drafts.get_mut(&at.start) {
            Some(known) => known.merge(draft),
            None => {
                self.drafts.insert(at.start, draft);
            }
        }
    }

    /// What is written in such a place, by where.
    fn named(&self, matched: &Matched<'_>, role: Role) -> BTreeMap<usize, String> {
        matched.all(role).map(|range| (range.start, one_line(self.text, range))).collect()
    }

    fn take_import(&mut self, matched: &Matched<'_>, range: Range<usize>, part: bool) {
        let Some(path) = matched.span(Role::Path) else { return };
        let names = self.named(matched, Role::Imported);
        let written = one_line(self.text, path.clone());
        self.imports.add(range, part, (path.start, &written), names);
    }

    fn take_scope(&mut self, matched: &Matched<'_>, range: &Range<usize>, closes: bool) {
        let lines = self.lines(range);
        let frame = match matched.body(range) {
            Some(body) => frame_of(Some(body.range), lines, self.text, &self.starts, false),
            None => [lines.first, if closes { lines.last } else { lines.first }]
                .map(|at| Lines { first: at, last: at })
                .to_vec(),
        };
        let keep: Vec<Lines> = matched.all(Role::Keep).map(|keep| self.lines(&keep)).collect();
        let new = || Scope { lines, frame: Vec::new() };
        let known = self.scopes.entry((range.start, range.end)).or_insert_with(new);
        known.frame.extend(frame.into_iter().chain(keep));
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
        drafts.retain(|&at, draft| draft.kind.is_some() && !self.opaque.has(at));
        drop_replaced(&mut drafts);
        reach(self.text, drafts.values_mut());
        let names: Vec<usize> = drafts.keys().copied().collect();
        let references = self.references.but(&names, &self.starts);
        let mut ordered: Vec<(usize, Draft)> = drafts.into_iter().collect();
        ordered.sort_by_key(|(at, draft)| {
            (draft.range.start, std::cmp::Reverse(draft.range.end), *at)
        });
        self.above.settle(self.text);
        self.hidden.settle();
        let definitions = without_bulk(self.definitions(&ordered));
        for code in ordered.iter().filter_map(|(_, draft)| draft.code()) {
            self.hidden.add(code.clone());
        }
        self.hidden.settle();
        let imports = std::mem::take(&mut self.imports);
        let imports = imports.settled(&self.hidden, |range| self.lines(range));
        let mut scopes: Vec<Scope> = self.whole().into_iter().collect();
        scopes.extend(std::mem::take(&mut self.scopes).into_values());
        prune(&mut scopes, &definitions, &imports);
        Outline { definitions, imports, references, problems: Vec::new(), scopes }
    }

    fn definitions(&self, ordered: &[(usize, Draft)]) -> Vec<Definition> {
        let mut definitions: Vec<Definition> = Vec::with_capacity(ordered.len());
        let mut nest = Nest::default();
        for (at, draft) in ordered {
            let place = nest.place_of(*at, draft, &self.hidden);
            if !(place.inner && draft.is_local(self.text)) {
                let count = u32::try_from(definitions.len()).unwrap_or(u32::MAX);
                definitions.push(self.definition(*at, draft, &place));
                nest.open(draft, count, place.inner);
            }
        }
        definitions
    }

    /// What is needed of the file, around everything in it.
    fn whole(&self) -> Option<Scope> {
        let seen = self.kept.iter().filter(|kept| !self.hidden.has(kept.start));
        let frame: Vec<Lines> = seen.map(|kept| self.lines(kept)).collect();
        let lines = Lines { first: 1, last: self.starts.count().max(1) };
        (!frame.is_empty()).then_some(Scope { lines, frame })
    }

    fn definition(&self, name_at: usize, draft: &Draft, place: &Place) -> Definition {
        let end = draft.range.start + self.text[draft.range.clone()].trim_end().len();
        let end = self.above.end_without_comments(self.text, &(draft.range.start..end));
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
        let signature_end = draft.signature_end(self.text);
        let signature = self.text[draft.range.start..signature_end].trim_end().len();
        Definition {
            name: draft.name.clone(),
            kind: place.kind,
            parent: place.parent,
            line: self.starts.line_at(name_at),
            lines,
            signature: narrow(&(draft.range.start..draft.range.start + signature)),
            body: draft.body().map(narrow),
            doc,
            inner: place.inner,
            bases: distinct(&draft.bases),
        }
    }
}

/// Texts with outlines are far smaller than what a `u32` counts.
fn narrow(range: &Range<usize>) -> Range<u32> {
    let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    narrow(range.start)..narrow(range.end)
}
