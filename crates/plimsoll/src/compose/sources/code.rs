//! Code around the changes, as the index knows it.

use super::View;
use crate::compose::around::Touched;
use crate::compose::scoring;
use crate::known::OpenFile;
use plimsoll_core::candidate::{Candidate, Name, section};
use plimsoll_core::ladder::{self, Cut, Graph, Ladder, Lines};
use plimsoll_core::score::{Scoring, Signals};
use plimsoll_core::source::{Gathered, SourceError};
use plimsoll_core::vocab::{ArtifactKind, Level, Origin};
use plimsoll_index::outline::Outline;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A definition of more lines is shown around the edits.
const LONG_DEFINITION: usize = 60;
/// So many lines on each side of an edit.
const AROUND_EDIT: u32 = 12;
/// So many on each side of a line of a test that names what was touched, where there is no room for the function.
const AROUND_USE: [u32; 3] = [12, 4, 1];
/// Of a test that does not say where, so many lines of signatures are enough.
const ENOUGH_SIGNATURES: u32 = 40;

/// The definitions that changes lie in, whole or by their signatures; and the signatures of what those use.
pub(super) fn symbols(view: &View<'_>) -> Result<Gathered, SourceError> {
    let ages = view.scene.ages_ms();
    let mut candidates = Vec::new();
    for one in &view.around.touched {
        let Some(code) = Code::open(view, &one.path)? else { continue };
        let edits = view.scene.edits(&one.path);
        let Some((ladder, lines)) = code.definition(one, &edits) else { continue };
        let bearing = view.bearing(&one.path, &one.qualified, ages.get(&*one.path).copied());
        let signals = scoring::touched_symbol(bearing, lines, one.callers);
        candidates.push(code.symbol(&one.qualified, one.line, ladder, signals));
    }
    for one in &view.around.used {
        let Some(code) = Code::open(view, &one.path)? else { continue };
        let Some(ladder) = code.signature(one.line, &one.name) else { continue };
        let bearing = view.bearing(&one.path, &one.qualified, ages.get(&*one.path).copied());
        let signals = scoring::used_symbol(bearing, one.among);
        candidates.push(code.symbol(&one.qualified, one.line, ladder, signals));
    }
    Ok(Gathered { candidates, ..Gathered::default() })
}

/// Who needs the changed files, and whom they need.
pub(super) fn dependencies(view: &View<'_>) -> Result<Gathered, SourceError> {
    let around = view.around;
    let mut gathered = Gathered::default();
    if around.is_part {
        gathered.notices.push(
            "the project is so large that dependencies, callers and tests are looked for in the folders around \
             the changes only"
                .to_owned(),
        );
    }
    if around.edges.is_empty() {
        return Ok(gathered);
    }
    let (text, ladder) = ladder::graph(&Graph { edges: around.edges.clone() });
    let age_ms = view.scene.ages_ms().into_values().min();
    let signals = scoring::dependency_graph(view.bearing_of_text(&text, age_ms), around.dependents);
    let kind = ArtifactKind::DependencyGraph;
    let name = Name::Title("Dependencies of the changed files".to_owned());
    let draft = Candidate::new(kind.name(), kind.lane().name(), Origin::Repository, name, text);
    let draft = Candidate { scoring: Scoring::Signals(signals), ladder, ..draft };
    gathered.drafts.push(draft.at(section::REFERENCE, 0));
    Ok(gathered)
}

/// Tests of what was changed: those of their functions that name what was touched, or signatures.
pub(super) fn tests(view: &View<'_>) -> Result<Gathered, SourceError> {
    let ages = view.scene.ages_ms();
    let mut candidates = Vec::new();
    for test in &view.around.tests {
        let Some(code) = Code::open(view, &test.path)? else { continue };
        let Some(ladder) = code.test(&test.naming) else { continue };
        let bearing = view.bearing(&test.path, &test.path, ages.get(&*test.path).copied());
        let signals = scoring::test_context(bearing, test.bond, !test.naming.is_empty());
        candidates.push(code.file(ArtifactKind::TestContext, ladder, signals));
    }
    Ok(Gathered { candidates, ..Gathered::default() })
}

/// What a search finds for the words of the changes and of the request.
pub(super) fn retrieved(view: &View<'_>) -> Result<Gathered, SourceError> {
    let found = &view.around.found;
    let best = found.first().map_or(0, |found| found.points);
    let mut candidates = Vec::new();
    for one in found {
        let Some(code) = Code::open(view, &one.path)? else { continue };
        let ladder = one.ladder.clone();
        let bearing = view.bearing(&one.path, code.file.text.text(), None);
        let signals = scoring::semantic_match(bearing, one.points, best);
        candidates.push(code.file(ArtifactKind::SemanticMatch, ladder, signals));
    }
    Ok(Gathered { candidates, ..Gathered::default() })
}

/// By path; nothing where a file is not what it was a moment ago.
pub(in crate::compose) type Opened = RefCell<BTreeMap<String, Option<Rc<Code>>>>;

/// A file with its structure.
pub(in crate::compose) struct Code {
    file: OpenFile,
    outline: Option<Outline>,
    /// What ladders are made of, and where the definitions of the outline begin in it.
    for_ladder: Option<(ladder::Outline, usize)>,
}

impl Code {
    /// Nothing where the file is not what it was a moment ago.
    fn open(view: &View<'_>, path: &str) -> Result<Option<Rc<Self>>, SourceError> {
        if let Some(opened) = view.opened.borrow().get(path) {
            return Ok(opened.clone());
        }
        let opened = Self::read(view, path)?.map(Rc::new);
        view.opened.borrow_mut().insert(path.to_owned(), opened.clone());
        Ok(opened)
    }

    fn read(view: &View<'_>, path: &str) -> Result<Option<Self>, SourceError> {
        let snapshot = view.scene.snapshot;
        let Some(known) = snapshot.file(path) else { return Ok(None) };
        let Ok(file) = snapshot.open(known) else { return Ok(None) };
        let outline = snapshot.outlines(&[known])?.pop().flatten();
        let for_ladder = outline.as_ref().and_then(|outline| {
            let found = outline.for_ladder(file.known.language?, file.text.text());
            let scopes = found.definitions.len() - outline.definitions.len();
            Some((found, scopes))
        });
        Ok(Some(Self { file, outline, for_ladder }))
    }

    fn place(&self, line: u32, name: &str) -> Option<usize> {
        let definitions = &self.outline.as_ref()?.definitions;
        definitions.iter().position(|one| one.line == line && one.name == name)
    }

    /// All of a definition, or of a long one what lies around the edits; then its signature. And how many lines it has.
    fn definition(&self, touched: &Touched, edits: &[Lines]) -> Option<(Ladder, usize)> {
        let (found, scopes) = self.for_ladder.as_ref()?;
        let at = scopes + self.place(touched.line, &touched.name)?;
        let text = self.file.text.text();
        let lines = found.definitions[at].lines;
        let length = (lines.last - lines.first + 1) as usize;
        let near = edits.iter().map(|edit| Lines {
            first: edit.first.saturating_sub(AROUND_EDIT),
            last: edit.last.saturating_add(AROUND_EDIT),
        });
        let is_in = |part: &Lines| part.first <= lines.last && lines.first <= part.last;
        let near: Vec<Lines> = near.filter(is_in).collect();
        let ladder = if touched.is_around {
            ladder::signature(found, at, text)?
        } else if length > LONG_DEFINITION {
            ladder::definition(found, at, text, &near)?
        } else {
            ladder::definition(found, at, text, &[])?
        };
        Some((ladder, length))
    }

    fn signature(&self, line: u32, name: &str) -> Option<Ladder> {
        let (found, scopes) = self.for_ladder.as_ref()?;
        ladder::signature(found, scopes + self.place(line, name)?, self.file.text.text())
    }

    /// The definitions that these lines are in, then ever fewer lines of them; or the signatures of the file, then the
    /// first of them.
    fn test(&self, lines: &[u32]) -> Option<Ladder> {
        let (found, _) = self.for_ladder.as_ref()?;
        let mut cuts = if lines.is_empty() { self.signatures() } else { self.around(lines) };
        cuts.dedup();
        Ladder::cuts(cuts, None, found.comment.clone()).never_whole()
    }

    fn around(&self, lines: &[u32]) -> Vec<Cut> {
        let Some((found, _)) = &self.for_ladder else { return Vec::new() };
        let mut by_place: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        for &line in lines {
            if let Some(place) = found.innermost(line) {
                by_place.entry(place).or_default().push(line);
            }
        }
        let cut = |context: Option<u32>| {
            let near = |line: &u32| {
                let context = context?;
                let (first, last) = (line.saturating_sub(context), line.saturating_add(context));
                Some(Lines { first, last })
            };
            let shown = by_place.iter().filter_map(|(&at, lines)| {
                let near: Vec<Lines> = lines.iter().filter_map(near).collect();
                ladder::definition(found, at, self.file.text.text(), &near)
            });
            let mut keep = shown.flat_map(first_cut).collect::<Vec<Lines>>();
            keep.sort_unstable();
            Cut { level: Level::Regions, keep: ladder::join(keep.iter()) }
        };
        [None].into_iter().chain(AROUND_USE.map(Some)).map(cut).collect()
    }

    fn signatures(&self) -> Vec<Cut> {
        let Some((found, _)) = &self.for_ladder else { return Vec::new() };
        // Which tests there are says more than what they import.
        let bare = ladder::Outline { imports: Vec::new(), ..found.clone() };
        let all = first_cut(ladder::code(&bare, &[], self.file.text.text()));
        let first = first_lines(&all, ENOUGH_SIGNATURES);
        let cut = |keep| Cut { level: Level::Signatures, keep };
        [all, first].into_iter().filter(|keep| !keep.is_empty()).map(cut).collect()
    }

    fn symbol(&self, qualified: &str, line: u32, ladder: Ladder, signals: Signals) -> Candidate {
        let name = Name::Symbol(format!("{}#{qualified}", self.file.path()));
        // Two of one name in one file are told apart by where they stand.
        self.draft(ArtifactKind::SymbolContext, name, line, ladder, signals)
    }

    fn file(&self, kind: ArtifactKind, ladder: Ladder, signals: Signals) -> Candidate {
        let name = Name::Path(self.file.path().to_owned());
        self.draft(kind, name, 0, ladder, signals)
    }

    fn draft(
        &self,
        kind: ArtifactKind,
        name: Name,
        chunk: u32,
        ladder: Ladder,
        signals: Signals,
    ) -> Candidate {
        let text = self.file.text.clone();
        let draft = Candidate::new(kind.name(), kind.lane().name(), Origin::Repository, name, text);
        let language = self.file.known.language.map(str::to_owned);
        let scoring = Scoring::Signals(signals);
        let draft = Candidate { chunk, scoring, language, ladder, ..draft };
        // Many artifacts are a few lines of a long file each.
        draft.without_unshown().at(section::REFERENCE, 1)
    }
}

/// The lines of the largest form of something that is never whole.
fn first_cut(ladder: Ladder) -> Vec<Lines> {
    let Ladder::Cuts { cuts, .. } = ladder else { return Vec::new() };
    cuts.into_iter().next().map_or(Vec::new(), |cut| cut.keep)
}

/// The first so many of these lines.
fn first_lines(lines: &[Lines], count: u32) -> Vec<Lines> {
    let mut first = Vec::new();
    let mut left = count;
    for &Lines { first: from, last } in lines {
        if left == 0 {
            break;
        }
        let last = last.min(from.saturating_add(left - 1));
        first.push(Lines { first: from, last });
        left -= last - from + 1;
    }
    first
}
