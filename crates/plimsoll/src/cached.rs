//! The cache of compositions (A13, A14). Its key is made before anything is selected and covers every input,
//! so a stale answer is impossible; what is found is believed only if it is sealed with this very input.

use crate::counts::Remembering;
use plimsoll_core::capsule::Capsule;
use plimsoll_core::decide::{self, Decision, Undecidable};
use plimsoll_core::seal;
use plimsoll_core::store::Cache;
use std::time::Duration;

/// Five minutes.
const LIVES_MS: u64 = 300_000;

/// A decision and how it came about.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Decided {
    pub(crate) decision: Decision,
    pub(crate) cache_hit: bool,
    /// When its stages ended, by the host's clock.
    pub(crate) recalled_at: Option<Duration>,
    pub(crate) selected_at: Option<Duration>,
    pub(crate) rendered_at: Option<Duration>,
}

/// Decides, or takes what was decided of the same input a moment ago.
pub(crate) fn decide(
    capsule: &Capsule,
    cache: Option<&dyn Cache>,
    now_ms: u64,
    clock: impl Fn() -> Option<Duration>,
) -> Result<Decided, Undecidable> {
    let fingerprint = capsule.fingerprint();
    // Only compositions are cached: they are asked for again and again.
    let cache = cache.filter(|_| capsule.admission.is_some());
    let cache = cache.map(|cache| (cache, key(capsule, &fingerprint)));
    let kept = cache.as_ref().and_then(|(cache, key)| cache.get(key, now_ms));
    let kept = kept.and_then(|bytes| serde_json::from_slice::<Decision>(&bytes).ok());
    let kept = kept.filter(|decision| decision.belongs_to(capsule, &fingerprint));
    let recalled_at = clock();
    if let Some(decision) = kept {
        let (selected_at, rendered_at) = (recalled_at, recalled_at);
        return Ok(Decided { decision, cache_hit: true, recalled_at, selected_at, rendered_at });
    }
    let known = cache.as_ref().map(|(cache, _)| *cache);
    let counter = Remembering::new(decide::counter_of(capsule)?, known, now_ms);
    let selection = decide::select(capsule, &counter)?;
    let selected_at = clock();
    let decision = selection.render(&fingerprint);
    let rendered_at = clock();
    if let Some((cache, key)) = cache {
        if let Ok(bytes) = serde_json::to_vec(&decision) {
            cache.put(&key, &bytes, now_ms, LIVES_MS);
        }
        counter.keep(cache, now_ms);
    }
    Ok(Decided { decision, cache_hit: false, recalled_at, selected_at, rendered_at })
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

    fn asked(capsule: &Capsule, cache: Option<&dyn Cache>, now_ms: u64) -> (Decision, bool) {
        let decided = decide(capsule, cache, now_ms, || None).unwrap();
        (decided.decision, decided.cache_hit)
    }

    #[test]
    fn the_same_input_is_decided_once_in_five_minutes() {
        let store = MemoryStore::new();
        let ask = |text, now| asked(&capsule(text), Some(&store), now);
        let (first, hit) = ask("be kind\n", 1000);
        assert!(!hit);
        assert_eq!(ask("be kind\n", 1000 + 299_999), (first.clone(), true));
        assert_eq!(ask("be kind\n", 1000 + 300_000), (first, false), "its time is over");
        assert!(!ask("be quick\n", 1001).1, "another input");
        let mut labelled = capsule("be kind\n");
        labelled.candidates[0].id = "b".to_owned();
        assert!(!asked(&labelled, Some(&store), 1001).1, "constraints may name labels");
        assert!(!asked(&capsule("be kind\n"), None, 1001).1);
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
            assert_eq!(asked(&one, Some(&store), 6), (decision.clone(), false));
        }
        let store = MemoryStore::new();
        store.put(&key(&one, &one.fingerprint()), b"{\"no\": \"decision\"}", 5, 100);
        assert_eq!(asked(&one, Some(&store), 6), (decision, false));
    }
}
