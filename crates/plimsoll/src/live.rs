//! A decision's request made once more, on the workspace as it is now: what has drifted since.

use crate::BuildRequest;
use crate::compose;
use crate::error::Error;
use crate::limits::LimitRequest;
use crate::pack::{PackRequest, Task};
use crate::passage::{Outcome, Passage};
use crate::replaying::{Kept, replay_capsule};
use crate::snapshot::shown;
use crate::why::{InTree, Standing, in_tree};
use crate::workspace::{Logging, Options, Workspace};
use plimsoll_core::candidate::Candidate;
use plimsoll_core::capsule::{Capsule, PassedOver};
use plimsoll_core::compare::{Changed, Comparison, Decided, compare};
use plimsoll_core::limit::Unit;
use plimsoll_core::names;
use plimsoll_core::store::{Entry, Which};
use plimsoll_core::vocab::Door;
use plimsoll_guard::WITHHELD;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What begins the mark of a value that was redacted.
const REDACTED: &str = "<redacted:";
/// Differences that say under which circumstances the request was made, and not what came of it. Fingerprints: when
/// only these differ, nothing that the decision had looked at has changed.
const CIRCUMSTANCES: [&str; 4] = ["request", "project", "configuration", "engine"];

/// A decision, and what comes of its request now.
#[derive(Debug)]
pub struct Live {
    pub entry: Entry,
    pub comparison: Comparison,
    /// By path.
    pub files: Vec<FileDrift>,
    /// What the user should know about the run.
    pub notices: Vec<String>,
}

/// A file that is not to the decision what it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FileDrift {
    pub path: String,
    pub change: FileChange,
    /// Why it is left out now, or was.
    pub detail: Option<String>,
}

names! {
    /// What became of a file among the candidates.
    FileChange {
        Content = "content",
        Gone = "gone",
        /// It is there, and no candidate any more.
        Unsought = "unsought",
        /// It is left out now.
        Excluded = "excluded",
        /// It was no candidate before.
        New = "new",
    }
}

impl Live {
    /// Whether anything that the decision looked at, or that came of it, is not as it was.
    pub fn has_drifted(&self) -> bool {
        let Comparison { differences, entered, left, changed, new, gone, scores, .. } =
            &self.comparison;
        let is_result = |what: &str| !CIRCUMSTANCES.contains(&what);
        differences.iter().any(|difference| is_result(&difference.what))
            || !(entered.is_empty() && left.is_empty() && changed.is_empty())
            || !(new.is_empty() && gone.is_empty() && scores.is_empty())
            || !self.files.is_empty()
    }
}

impl Workspace {
    /// Makes the request of a decision once more, with the settings and files of now, and compares. Time is that of
    /// the decision, and so is the limit. Nothing is logged. Nothing where there is no such decision.
    pub fn replay_live(&self, which: &Which) -> Result<Option<Live>, Error> {
        let Some(logbook) = self.logbook()? else { return Ok(None) };
        let Some(entry) = logbook.entry(which)? else { return Ok(None) };
        let Kept::Capsule(capsule) = logbook.capsule(&entry)? else {
            return Err(not_again(&entry, "its capsule was not kept"));
        };
        let was = replay_capsule(*capsule, entry.record.clone())?.as_recorded()?;
        let now = self.once_more()?;
        let passage = now.ask_again(&entry, &was.capsule)?;
        let is = Decided { capsule: &passage.capsule, decision: &passage.decision };
        let comparison = compare(was.decided(), is)?;
        let files = now.file_drift(&was.capsule, &passage.capsule, &comparison)?;
        Ok(Some(Live { entry, comparison, files, notices: passage.notices }))
    }

    /// The same workspace, as one that keeps nothing and tells nobody.
    fn once_more(&self) -> Result<Self, Error> {
        let options = Options {
            logging: Logging::Off,
            on_decision: None,
            before_reading: None,
            ..self.options.clone()
        };
        let now = Self::open_with(self.root(), options)?;
        // Constraints may name artifacts by their ids.
        Ok(now.labelling_as_logged())
    }

    fn ask_again(&self, entry: &Entry, capsule: &Capsule) -> Result<Passage, Error> {
        let request = capsule.request.value();
        let text = request.to_string();
        if text.contains(REDACTED) || text.contains(WITHHELD) {
            return Err(not_again(entry, "a value of its request was redacted"));
        }
        let incomplete = |_| not_again(entry, "its request was not kept as a whole");
        let as_of_ms = i64::try_from(entry.record.recorded_at).unwrap_or(i64::MAX);
        Ok(match capsule.door {
            Door::Pack => {
                let task = Task::deserialize(&request["task"]).map_err(incomplete)?;
                let is_set = |name: &str| bool::deserialize(&request[name]).map_err(incomplete);
                let (diff, line_numbers) = (is_set("diff")?, is_set("lineNumbers")?);
                let limit = match capsule.limit.unit {
                    Unit::Tokens => LimitRequest::Tokens(capsule.limit.value),
                    Unit::Characters => LimitRequest::Characters(capsule.limit.value),
                };
                let counter = Some(capsule.limit.counter.clone());
                let format = capsule.format;
                let request = PackRequest {
                    counter,
                    format,
                    diff,
                    line_numbers,
                    as_of_ms,
                    ..PackRequest::new(task).limit(limit)
                };
                passage(self.pack(&request)?, |pack| pack.passage().clone())
            }
            Door::Build => {
                let request = BuildRequest::deserialize(request).map_err(incomplete)?;
                passage(self.build(&request, capsule.format, as_of_ms)?, |bundle| {
                    bundle.passage().clone()
                })
            }
            Door::Compose => {
                let request =
                    compose::request_of(capsule, as_of_ms).map_err(|why| not_again(entry, &why))?;
                passage(self.compose(&request)?, |composition| composition.passage().clone())
            }
        })
    }

    /// What became of the files that either decision looked at.
    fn file_drift(
        &self,
        was: &Capsule,
        is: &Capsule,
        comparison: &Comparison,
    ) -> Result<Vec<FileDrift>, Error> {
        let (before, after) = (paths(was), paths(is));
        let mut drift = BTreeMap::new();
        let lost: Vec<&str> = before.difference(&after).copied().collect();
        let survey = if lost.is_empty() { None } else { Some(self.survey()?) };
        for path in lost.into_iter().map(str::to_owned) {
            let now = survey.as_ref().and_then(|survey| in_tree(survey, &path));
            let (change, detail) = match (left_out(is, &path), now) {
                (Some(out), _) => (FileChange::Excluded, Some(out.detail.clone())),
                (None, Some(InTree { standing: Standing::LeftOut { detail, .. }, .. })) => {
                    (FileChange::Excluded, Some(detail))
                }
                (None, Some(_)) => (FileChange::Unsought, None),
                (None, None) => (FileChange::Gone, None),
            };
            drift.insert(path.clone(), FileDrift { path, change, detail });
        }
        for path in after.difference(&before).map(|path| (*path).to_owned()) {
            let detail = left_out(was, &path).map(|out| out.detail.clone());
            drift.insert(path.clone(), FileDrift { path, change: FileChange::New, detail });
        }
        for path in changed_paths(is, was, comparison) {
            let changed =
                FileDrift { path: path.clone(), change: FileChange::Content, detail: None };
            drift.entry(path).or_insert(changed);
        }
        Ok(drift.into_values().collect())
    }
}

fn passage<T>(outcome: Outcome<T>, of: impl FnOnce(&T) -> Passage) -> Passage {
    match outcome {
        Outcome::Loaded(loaded) => of(&loaded),
        Outcome::Refused(refused) => refused.passage,
    }
}

fn not_again(entry: &Entry, why: &str) -> Error {
    let id = shown(&entry.record.id);
    Error::invalid(format!("the request of {id} cannot be made once more: {why}"))
}

fn paths(capsule: &Capsule) -> BTreeSet<&str> {
    capsule.candidates.iter().filter_map(|one| one.name.path()).collect()
}

fn left_out<'a>(capsule: &'a Capsule, path: &str) -> Option<&'a PassedOver> {
    capsule.left_out.iter().find(|out| match out.path.strip_suffix('/') {
        Some(folder) => path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')),
        None => out.path == path,
    })
}

/// Files of both of which a text has changed, or some part has come or gone.
fn changed_paths(is: &Capsule, was: &Capsule, comparison: &Comparison) -> BTreeSet<String> {
    let edited = comparison.changed.iter().filter(|one| one.what.contains(&Changed::Content));
    let names = edited.map(|one| &one.is).chain(&comparison.new).chain(&comparison.gone);
    let names: BTreeSet<&str> = names.map(|one| one.name.as_str()).collect();
    let is_named = |one: &&Candidate| names.contains(one.name.as_str());
    let candidates = is.candidates.iter().chain(&was.candidates).filter(is_named);
    candidates.filter_map(|one| one.name.path().map(str::to_owned)).collect()
}
