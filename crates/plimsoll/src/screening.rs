//! The guard at the gate: whatever a request or a source brings is screened before anything else sees it.

use crate::error::Error;
use crate::workspace::{GUARD, Workspace};
use plimsoll_core::candidate::{Candidate, Draft};
use plimsoll_core::capsule::PassedOver;
use plimsoll_core::refusal::{Refusal, RefusalCode};
use plimsoll_core::screened::{Finding, Screened, Screening};
use serde_json::{Value, json};

/// Stands for a text of which nothing may be shown.
const WITHHELD: &str = "<withheld: this holds a secret>";

/// A text of the request that may not be shown, and where it stands.
pub(crate) struct Withheld {
    pub(crate) place: String,
    pub(crate) findings: Vec<Finding>,
}

impl Withheld {
    /// A required text whose secret has no clear bounds refuses the call.
    pub(crate) fn refusal(&self) -> Refusal {
        let rules: Vec<&str> = self.findings.iter().map(|finding| finding.rule.as_str()).collect();
        Refusal {
            code: RefusalCode::SecretRisk,
            message: format!(
                "`{}` holds a secret that cannot be cut out safely ({})",
                self.place,
                rules.join(", ")
            ),
            advice: vec![
                "remove the secret from the request and ask again".to_owned(),
                "keep secrets out of the project, or name their files in `[paths] deny`".to_owned(),
            ],
            details: json!({"place": self.place, "findings": self.findings}),
        }
    }
}

/// A text as it may be said to people and programs: messages, names, settings.
pub fn screen_message(text: &str) -> String {
    match GUARD.screen(text) {
        Screening::Shown(screened) => screened.text().to_owned(),
        Screening::Withheld(_) => WITHHELD.to_owned(),
    }
}

/// The same for every text in a value.
pub fn screen_value(value: &mut Value) {
    screen_at(value, "", &mut None);
}

/// Screens texts in place, and remembers the first that had to go altogether.
fn screen_at(value: &mut Value, place: &str, withheld: &mut Option<Withheld>) {
    match value {
        Value::String(text) => match GUARD.screen(text) {
            Screening::Shown(screened) if screened.findings().is_empty() => {}
            Screening::Shown(screened) => screened.text().clone_into(text),
            Screening::Withheld(findings) => {
                WITHHELD.clone_into(text);
                withheld.get_or_insert_with(|| Withheld { place: place.to_owned(), findings });
            }
        },
        Value::Array(list) => {
            for (index, value) in list.iter_mut().enumerate() {
                screen_at(value, &format!("{place}[{index}]"), withheld);
            }
        }
        Value::Object(object) => {
            for (key, value) in object.iter_mut() {
                screen_at(value, &format!("{place}.{key}"), withheld);
            }
        }
        _ => {}
    }
}

impl Workspace {
    /// Screens every text of a request, in place. All of it is clean afterwards, whatever comes back: a
    /// refused request is kept as well.
    pub(crate) fn screen_request(&self, value: &mut Value) -> Result<(), Withheld> {
        let mut withheld = None;
        screen_at(value, "request", &mut withheld);
        withheld.map_or(Ok(()), Err)
    }

    /// Screens a text that was put together from screened parts and our own words.
    pub(crate) fn screen_text(&self, text: &str, place: &str) -> Result<Screened, Withheld> {
        match self.watch().screen(place, text).screening {
            Screening::Shown(screened) => Ok(screened),
            Screening::Withheld(findings) => Err(Withheld { place: place.to_owned(), findings }),
        }
    }

    /// Screens what a source has gathered. What may not be shown is left out, with the reason.
    pub(crate) fn screen_drafts(
        &self,
        drafts: Vec<Draft>,
        left_out: &mut Vec<PassedOver>,
    ) -> Result<Vec<Candidate>, Error> {
        let mut candidates = Vec::with_capacity(drafts.len());
        for draft in drafts {
            self.progress().check()?;
            match self.screen_text(&draft.text, draft.name.as_str()) {
                Ok(screened) => candidates.push(draft.with_text(screened)),
                Err(withheld) => left_out.push(PassedOver {
                    path: withheld.place,
                    reason: "secret_risk".to_owned(),
                    detail: "it holds a secret whose bounds are in doubt".to_owned(),
                }),
            }
        }
        Ok(candidates)
    }
}
