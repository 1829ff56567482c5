//! Why something is shown or not: what the tree has to say about it, and what a decision did with it.

mod decided;
mod defined;
mod judged;
mod tree;

pub use defined::DefinedIn;
pub use judged::{InDecision, Judged, Out};
pub(crate) use tree::about as in_tree;
pub use tree::{InTree, Rule, Standing};

use crate::error::Error;
use crate::screening::screen_message;
use crate::snapshot::shown;
use crate::survey::Survey;
use crate::workspace::Workspace;
use decided::{Decided, Matches};
use defined::one_file;
use plimsoll_core::near::did_you_mean;
use plimsoll_core::store::Which;
use plimsoll_workspace::RelPath;
use schemars::JsonSchema;
use serde::Serialize;

/// What is known about a path, a symbol, a title or an artifact.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Why {
    /// What was asked for, as it may be shown.
    pub asked: String,
    /// The file or folder that it is, or that it belongs to; null where it is none of the tree.
    pub tree: Option<InTree>,
    /// Where it is defined, where it was asked for by its name and no decision has it as something of its own.
    pub defined: Vec<DefinedIn>,
    /// What a decision did with it, or with the files that define it; null where there is none to ask.
    pub decision: Option<InDecision>,
    /// Why no decision was asked, where there are some.
    pub note: Option<String>,
}

impl Workspace {
    /// Says why something is shown or not. `asked` is a path relative to the root, a symbol (`path#name`), a title
    /// of the document, or an artifact's id or the beginning of one. The newest decision is the newest whose capsule
    /// was kept. What neither the tree nor the decision knows is an error with near misses.
    pub fn why(&self, asked: &str, which: &Which) -> Result<Why, Error> {
        // First, since what is read besides the project has to be announced with it.
        let (decided, note) = match (Decided::of(self, which), which) {
            (Ok(found), _) => found,
            (Err(error), Which::Id(_)) => return Err(error),
            // Whoever asks about the tree gets an answer, whatever is wrong with the log.
            (Err(error), Which::Newest) => (None, Some(error.to_string())),
        };
        self.announce(None);
        let survey = self.survey()?;
        let tree = tree::about(&survey, asked);
        let mut matches = match &decided {
            Some(decided) => decided.matches(asked, tree.is_none())?,
            None => Matches::default(),
        };
        let mut defined = Vec::new();
        if tree.is_none() && matches.is_empty() {
            defined = defined::find(&survey, asked)?;
            if defined.is_empty() {
                return Err(missing(&survey, decided.as_ref(), asked));
            }
            if let Some(decided) = &decided {
                matches = decided.with_definitions(&defined);
            }
        }
        let of_its_file = || {
            let of_candidates = || decided.as_ref()?.one_path(&matches);
            let path = if defined.is_empty() { of_candidates() } else { one_file(&defined) };
            tree::about(&survey, path?)
        };
        let tree = tree.or_else(of_its_file);
        // Of a folder nothing is decided, only of what is in it.
        let is_folder = |tree: &InTree| matches!(tree.standing, Standing::Folder { .. });
        let is_asked = !matches.is_empty() || !tree.as_ref().is_some_and(is_folder);
        let decision = decided.filter(|_| is_asked);
        let decision = decision.map(|decided| decided.judge(&matches)).transpose()?;
        Ok(Why { asked: screen_message(asked), tree, defined, decision, note })
    }
}

fn missing(survey: &Survey<'_>, decided: Option<&Decided>, asked: &str) -> Error {
    if let (None, Err(error)) = (decided, RelPath::parse(asked)) {
        return Error::invalid(error.to_string());
    }
    let files = survey.tree.files.iter().map(|file| file.path.as_str());
    let known = files.chain(survey.tree.left_out.iter().map(|left| left.path.as_str()));
    let names = decided.into_iter().flat_map(Decided::names);
    let near = screen_message(&did_you_mean(asked, known.chain(names)));
    let asked = shown(&screen_message(asked));
    Error::invalid(match decided {
        None => format!("there is no {asked} in the project{near}; give the path from the root"),
        Some(decided) => format!(
            "there is no {asked} in the project, nor in decision {}{near}; `plimsoll explain` lists what it had",
            decided.id()
        ),
    })
}
