//! The guard at the gate: whatever a request or a source brings is screened before anything else sees it.

use crate::error::Error;
use crate::workspace::Workspace;
use plimsoll_core::candidate::{Candidate, Draft, DraftText};
use plimsoll_core::capsule::PassedOver;
use plimsoll_core::refusal::{Refusal, RefusalCode};
use plimsoll_core::screened::{Finding, Screened, Screening};
use serde_json::{Value, json};

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

impl Workspace {
    /// Screens every text of a request, in place.
    pub(crate) fn screen_request(&self, value: &mut Value) -> Result<(), Withheld> {
        self.screen_at(value, "request")
    }

    fn screen_at(&self, value: &mut Value, place: &str) -> Result<(), Withheld> {
        match value {
            Value::String(text) => match self.guard().screen(text) {
                Screening::Shown(screened) => {
                    if !screened.findings().is_empty() {
                        screened.text().clone_into(text);
                    }
                    Ok(())
                }
                Screening::Withheld(findings) => {
                    Err(Withheld { place: place.to_owned(), findings })
                }
            },
            Value::Array(list) => list
                .iter_mut()
                .enumerate()
                .try_for_each(|(index, value)| self.screen_at(value, &format!("{place}[{index}]"))),
            Value::Object(object) => object
                .iter_mut()
                .try_for_each(|(key, value)| self.screen_at(value, &format!("{place}.{key}"))),
            _ => Ok(()),
        }
    }

    /// Screens a text that was put together from screened parts and our own words.
    pub(crate) fn screen_text(&self, text: &str, place: &str) -> Result<Screened, Withheld> {
        match self.guard().screen(text) {
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
        for mut draft in drafts {
            self.progress().check()?;
            let raw = std::mem::replace(&mut draft.text, DraftText::Raw(String::new()));
            match raw {
                DraftText::Screened(screened) => candidates.push(draft.with_text(screened)),
                DraftText::Raw(raw) => match self.screen_text(&raw, draft.name.as_str()) {
                    Ok(screened) => candidates.push(draft.with_text(screened)),
                    Err(withheld) => left_out.push(PassedOver {
                        path: withheld.place,
                        reason: "secret_risk".to_owned(),
                        detail: "it holds a secret whose bounds are in doubt".to_owned(),
                    }),
                },
            }
        }
        Ok(candidates)
    }
}
