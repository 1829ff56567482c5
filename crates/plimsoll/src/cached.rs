//! The cache of compositions (A13, A14). Its key is made before anything is selected and covers every input,
//! so a stale answer is impossible; what is found is believed only if it is sealed with this very input.

use plimsoll_core::capsule::Capsule;
use plimsoll_core::decide::{self, Decision, Undecidable};
use plimsoll_core::seal;
use plimsoll_core::store::Cache;

/// Five minutes.
const LIVES_MS: u64 = 300_000;

/// Decides, or takes what was decided of the same input a moment ago. Says which it was.
pub(crate) fn decide(
    capsule: &Capsule,
    cache: Option<&dyn Cache>,
    now_ms: u64,
) -> Result<(Decision, bool), Undecidable> {
    // Only compositions are cached: they are asked for again and again.
    let Some(cache) = cache.filter(|_| capsule.admission.is_some()) else {
        return Ok((decide::decide(capsule)?, false));
    };
    let fingerprint = capsule.fingerprint();
    let key = key(capsule, &fingerprint);
    let kept = cache.get(&key, now_ms);
    let kept = kept.and_then(|bytes| serde_json::from_slice::<Decision>(&bytes).ok());
    if let Some(decision) = kept.filter(|decision| decision.belongs_to(capsule, &fingerprint)) {
        return Ok((decision, true));
    }
    let decision = decide::decide(capsule)?;
    if let Ok(bytes) = serde_json::to_vec(&decision) {
        cache.put(&key, &bytes, now_ms, LIVES_MS);
    }
    Ok((decision, false))
}

/// The labels are in no fingerprint, but constraints may name them.
fn key(capsule: &Capsule, fingerprint: &str) -> String {
    let ids: Vec<&str> = capsule.candidates.iter().map(|c| c.id.as_str()).collect();
    seal::cache_key(&(fingerprint, ids))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::GUARD;
    use plimsoll_core::budget::Budget;
    use plimsoll_core::candidate::{Candidate, Name};
    use plimsoll_core::capsule::{AdmissionRules, CAPSULE_VERSION, ENGINE, InputFingerprints};
    use plimsoll_core::constraints::Constraints;
    use plimsoll_core::fit::programs;
    use plimsoll_core::lanes;
    use plimsoll_core::limit::{Limit, Unit};
    use plimsoll_core::screened::Screened;
    use plimsoll_core::vocab::{Door, Format, Origin};
    use plimsoll_store::MemoryStore;

    fn capsule(text: &str) -> Capsule {
        let budget = Budget::scaled(2000);
        let name = Name::Path("AGENTS.md".to_owned());
        let text = Screened::ours(text);
        let candidate = Candidate::new("rule_doc", "rules", Origin::Repository, name, text);
        Capsule {
            version: CAPSULE_VERSION,
            engine: ENGINE.to_owned(),
            door: Door::Compose,
            request: GUARD.screen_value(serde_json::json!({"event": "file_saved"}), "").0,
            limit: Limit { value: 2000, unit: Unit::Tokens, counter: "o200k_base/1".to_owned() },
            format: Format::Markdown,
            groups: lanes::groups(&budget, &[]),
            admission: Some(AdmissionRules { budget, constraints: Constraints::default() }),
            program: programs::compose(),
            candidates: vec![Candidate { id: "a".to_owned(), ..candidate }],
            notice_section: None,
            overview: None,
            left_out: Vec::new(),
            fingerprints: InputFingerprints { project_index: String::new(), config: String::new() },
            screening: plimsoll_core::capsule::Evidence::default(),
            refusal: None,
        }
    }

    #[test]
    fn the_same_input_is_decided_once_in_five_minutes() {
        let store = MemoryStore::new();
        let ask = |text, now| decide(&capsule(text), Some(&store), now).unwrap();
        let (first, hit) = ask("be kind\n", 1000);
        assert!(!hit);
        assert_eq!(ask("be kind\n", 1000 + 299_999), (first.clone(), true));
        assert_eq!(ask("be kind\n", 1000 + 300_000), (first, false), "its time is over");
        assert!(!ask("be quick\n", 1001).1, "another input");
        let mut labelled = capsule("be kind\n");
        labelled.candidates[0].id = "b".to_owned();
        assert!(!decide(&labelled, Some(&store), 1001).unwrap().1, "constraints may name labels");
        assert!(!decide(&capsule("be kind\n"), None, 1001).unwrap().1);
    }

    #[test]
    fn what_does_not_belong_to_the_input_is_a_miss() {
        let (one, other) = (capsule("be kind\n"), capsule("be quick\n"));
        let decision = decide::decide(&one).unwrap();
        let of_other = decide::decide(&other).unwrap();
        let mut beyond = decision.clone();
        beyond.ranking[0] = 7;
        let mut fewer = decision.clone();
        fewer.verdicts.clear();
        for wrong in [of_other, beyond, fewer] {
            let store = MemoryStore::new();
            store.put(&key(&one, &one.fingerprint()), &serde_json::to_vec(&wrong).unwrap(), 5, 100);
            assert_eq!(decide(&one, Some(&store), 6).unwrap(), (decision.clone(), false));
        }
        let store = MemoryStore::new();
        store.put(&key(&one, &one.fingerprint()), b"{\"no\": \"decision\"}", 5, 100);
        assert_eq!(decide(&one, Some(&store), 6).unwrap(), (decision, false));
    }
}
