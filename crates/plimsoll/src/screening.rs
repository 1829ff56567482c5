//! The guard at the gate: whatever a request or a source brings is screened before anything else sees it.

use crate::error::Error;
use crate::facts::{keep_value, known_value, screen_all, screen_known};
use crate::known::Unseen;
use crate::workspace::{GUARD, Workspace};
use plimsoll_core::candidate::{Candidate, Draft, Name};
use plimsoll_core::capsule::PassedOver;
use plimsoll_core::refusal::{Refusal, RefusalCode};
use plimsoll_core::screened::{Screened, ScreenedValue, Screening};
use plimsoll_core::store::Facts;
use plimsoll_guard::{WITHHELD, Withheld};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A required text whose secret has no clear bounds refuses the call.
pub(crate) fn refusal_for(withheld: &Withheld) -> Refusal {
    let rules: Vec<&str> = withheld.findings.iter().map(|finding| finding.rule.as_str()).collect();
    Refusal {
        code: RefusalCode::SecretRisk,
        message: format!(
            "`{}` holds a secret that cannot be cut out safely ({})",
            withheld.place,
            rules.join(", ")
        ),
        advice: vec![
            "remove the secret from the request and ask again".to_owned(),
            "keep secrets out of the project, or name their files in `[paths] deny`".to_owned(),
        ],
        details: json!({"place": withheld.place, "findings": withheld.findings}),
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
    let (screened, _) = GUARD.screen_value(value.take(), "");
    *value = screened.value().clone();
}

/// Whether a name holds no secret.
pub(crate) fn is_nameable(name: &str) -> bool {
    GUARD.is_nameable(name)
}

/// A request as it may be kept and used, and the refusal if a text of it had to go altogether.
pub(crate) fn screen_request(value: Value) -> (ScreenedValue, Result<(), Refusal>) {
    let (screened, withheld) = GUARD.screen_value(value, "request");
    (screened, withheld.map_or(Ok(()), |withheld| Err(refusal_for(&withheld))))
}

/// The same for what is asked again and again: what was found to hold nothing is known by its content, and the guard need
/// not be made ready for it. Ids that are the workspace's own pass.
pub(crate) fn screen_request_again(
    facts: &dyn Facts,
    value: &Value,
    own_ids: &BTreeSet<String>,
) -> (ScreenedValue, Result<(), Refusal>) {
    if own_ids.is_empty()
        && let Some(screened) = known_value(facts, value)
    {
        return (screened, Ok(()));
    }
    let is_own = |text: &str| own_ids.contains(text);
    let (screened, withheld) = GUARD.screen_value_around(value.clone(), "request", &is_own);
    if own_ids.is_empty() && withheld.is_none() {
        keep_value(facts, value, &screened);
    }
    (screened, withheld.map_or(Ok(()), |withheld| Err(refusal_for(&withheld))))
}

impl Workspace {
    /// Screens a text that was put together from screened parts and our own words.
    pub(crate) fn screen_text(&self, text: &str, place: &str) -> Result<Screened, Refusal> {
        match self.watch().screen(place, text).screening {
            Screening::Shown(screened) => Ok(screened),
            Screening::Withheld(findings) => {
                Err(refusal_for(&Withheld { place: place.to_owned(), findings }))
            }
        }
    }

    /// Screens what a source has gathered. What may not be shown is left out, with the reason.
    pub(crate) fn screen_drafts(
        &self,
        facts: &dyn Facts,
        drafts: Vec<Draft>,
        left_out: &mut Vec<PassedOver>,
    ) -> Result<Vec<Candidate>, Error> {
        let names = drafts.iter().flat_map(|draft| {
            [draft.name.as_str().to_owned(), draft.part.clone().unwrap_or_default()]
        });
        let mut screened_names = screen_all(facts, names.collect()).into_iter();
        let mut named = Vec::with_capacity(drafts.len());
        for mut draft in drafts {
            let mut screened = || screened_names.next().expect("each has two names");
            let (name, part) = (screened(), screened());
            draft.part = draft.part.map(|_| part);
            // A path that may not be named is none that is shown; a title is a text like any other.
            draft.name = match draft.name {
                Name::Title(_) => Name::Title(name),
                other if other.as_str() == name || is_nameable(other.as_str()) => other,
                other => {
                    let why = Unseen::secret_name(other.as_str());
                    left_out.push(why.passed_over(&name));
                    continue;
                }
            };
            draft.position.key = draft.name.as_str().to_owned();
            named.push(draft);
        }
        let texts: Vec<_> = named.iter().map(|one| (one.name.as_str(), &*one.text)).collect();
        let screened = screen_known(self, facts, &texts);
        let mut candidates = Vec::with_capacity(named.len());
        for (draft, screening) in named.into_iter().zip(screened) {
            self.progress().check()?;
            match screening {
                Screening::Shown(screened) => candidates.push(draft.with_text(screened)),
                Screening::Withheld(_) => left_out.push(PassedOver {
                    path: draft.name.as_str().to_owned(),
                    reason: "secret_risk".to_owned(),
                    detail: "it holds a secret whose bounds are in doubt".to_owned(),
                }),
            }
        }
        Ok(candidates)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_core::seal::artifact_id;
    use plimsoll_store::MemoryStore;

    /// An id that looks like a token to the guard: of a few hundred there is one.
    fn unlucky() -> String {
        let ids =
            (0..).map(|chunk| artifact_id("local_diff", "local", "src/a.rs", chunk, "secret"));
        let is_redacted = |id: &String| {
            let asked = json!({"match": {"type": "id", "id": id}});
            GUARD.screen_value(asked.clone(), "").0.value() != &asked
        };
        ids.take(20_000).find(is_redacted).expect("there is one")
    }

    #[test]
    fn an_id_of_the_workspace_s_own_survives_and_no_other_text_does() {
        let id = unlucky();
        let asked = json!({"constraints": {"pinned": [{"match": {"type": "id", "id": &id}}]}});
        let store = MemoryStore::default();
        let screened = |own: &[&String]| {
            let own = own.iter().map(|id| (*id).clone()).collect();
            screen_request_again(&store, &asked, &own).0.value().clone()
        };
        assert_eq!(screened(&[&id]), asked);
        assert_ne!(screened(&[]), asked, "nobody vouches for it");
        assert_ne!(screened(&[&id[1..].to_owned()]), asked, "another id is no excuse");
        assert_ne!(screened(&[]), asked, "and nothing was learned from the first time");
    }

    #[test]
    fn a_value_in_which_nothing_is_found_is_known_the_next_time() {
        let store = MemoryStore::default();
        let (clean, secret) = (json!({"event": "manual"}), json!({"event": unlucky()}));
        for _ in 0..2 {
            let ask = |value: &Value| screen_request_again(&store, value, &BTreeSet::new());
            assert_eq!(ask(&clean).0.value(), &clean);
            assert_ne!(ask(&secret).0.value(), &secret);
        }
        assert_eq!(known_value(&store, &clean).expect("it was kept").value(), &clean);
        assert_eq!(known_value(&store, &secret), None);
    }
}
