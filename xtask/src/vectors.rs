//! `cargo xtask vectors FILE`: checks a file of vectors against the real functions of core.
//!
//! This file only translates: JSON into core's types, core's answers into JSON. Whatever it computes
//! itself would prove nothing.

use plimsoll_core::admit::{self, Boarding, Offer};
use plimsoll_core::budget::{Budget, BudgetProblem};
use plimsoll_core::build_limits::BuildLimits;
use plimsoll_core::candidate::{Candidate, Name};
use plimsoll_core::constraints::Constraints;
use plimsoll_core::count::count_utf16;
use plimsoll_core::fit::{Action, Fit, Group, Item, TooLarge, programs};
use plimsoll_core::glob::Glob;
use plimsoll_core::rank::rank;
use plimsoll_core::score::{Role, Scoring, Signals, Vitals, quantize, recency_bucket};
use plimsoll_core::vocab::{ArtifactKind, BlockType, Lane, Origin, Priority, ShrinkStrategy};
use plimsoll_core::{block_order, lanes, seal};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::process::ExitCode;

/// One line for each vector that does not hold, and how many do.
pub(crate) struct Report {
    pub(crate) passed: usize,
    pub(crate) failures: Vec<String>,
}

/// Checks a file and says how it went.
pub(crate) fn run(file: &str) -> ExitCode {
    let checked = std::fs::read_to_string(file)
        .map_err(|error| format!("cannot be read: {error}"))
        .and_then(|text| check(&text));
    match checked {
        Ok(report) => {
            for failure in &report.failures {
                println!("{failure}");
            }
            println!("{} passed, {} failed", report.passed, report.failures.len());
            if report.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(problem) => {
            eprintln!("`{file}` is no file of vectors: {problem}");
            ExitCode::from(2)
        }
    }
}

/// Checks every case of a vector file.
pub(crate) fn check(file: &str) -> Result<Report, String> {
    let file: Value = serde_json::from_str(file).map_err(|error| format!("not JSON: {error}"))?;
    let cases = file["cases"].as_array().ok_or("it has no list `cases`")?;
    let mut report = Report { passed: 0, failures: Vec::new() };
    for case in cases {
        let got = answer(case["op"].as_str().unwrap_or(""), &case["input"]);
        if got.as_ref() == Ok(&case["expect"]) {
            report.passed += 1;
        } else {
            let got = got.map_or_else(|problem| problem, |value| value.to_string());
            report
                .failures
                .push(format!("{}: expected {}, got {got}", case["name"], case["expect"]));
        }
    }
    Ok(report)
}

fn answer(op: &str, input: &Value) -> Result<Value, String> {
    Ok(match op {
        "quantize" => json!({"thousandths": quantize(number(&input["value"])?)}),
        "recencyBucket" => json!({"bucket": recency_bucket(integer(&input["ageMs"])?)}),
        "score" => json!({"thousandths": candidate(input)?.scoring.score().total}),
        "rank" => {
            let candidates = candidates(&input["candidates"])?;
            let ranking = rank(&candidates, &lanes::groups(&Budget::default(), &[]));
            let row = |&i: &usize| json!([candidates[i].id, ranking.scores[i].total]);
            json!({"order": ranking.order.iter().map(row).collect::<Vec<_>>()})
        }
        "matchPattern" => {
            let glob = Glob::new(text(&input["pattern"])?).map_err(|error| error.to_string())?;
            json!({"matches": glob.matches(text(&input["path"])?)})
        }
        "validateBudget" => {
            let problems = Budget::from_json(input).err().unwrap_or_default();
            json!({"problems": problems.iter().map(BudgetProblem::code).collect::<Vec<_>>()})
        }
        "scaleBudget" => to_json(&Budget::scaled(natural(&input["totalTokens"])?))?,
        "select" => select(input)?,
        "fitCompose" => fit_compose(input)?,
        "fitBuild" => fit_build(input)?,
        "buildRank" => build_rank(input)?,
        "buildBudget" => {
            let limits = BuildLimits::new(
                natural(&input["maxInputTokens"])?,
                natural(&input["reserve"])?,
                natural(&input["softPct"])?,
            );
            let decision = limits.decision(natural(&input["estimated"])?);
            json!({"hard": limits.hard, "soft": limits.soft, "decision": decision})
        }
        "orderBlocks" => order_blocks(input)?,
        "artifactId" => {
            // As in the seed: none is the first.
            let chunk = input["chunkIndex"].as_u64().unwrap_or(0);
            let chunk = u32::try_from(chunk).map_err(|error| error.to_string())?;
            let [kind, lane, path, secret] =
                ["kind", "lane", "relativePath", "secret"].map(|key| text(&input[key]));
            json!({"id": seal::artifact_id(kind?, lane?, path?, chunk, secret?)})
        }
        "candidateDigest" => {
            let candidates = candidates(&input["candidates"])?;
            let rows = candidates.iter().map(|c| {
                (c.id.as_str(), c.group.as_str(), c.kind.as_str(), c.estimate.unwrap_or(0))
            });
            json!({"digest": seal::candidate_digest(rows)})
        }
        "cacheKey" => json!({"key": seal::cache_key(input)}),
        "vitals" => vitals(input)?,
        "countChars" => json!({"chars": count_utf16(text(&input["text"])?)}),
        other => return Err(format!("there is no operation `{other}`")),
    })
}

fn select(input: &Value) -> Result<Value, String> {
    let candidates = candidates(&input["candidates"])?;
    let budget: Budget = from_json(&input["budget"])?;
    let constraints: Constraints = from_json(&input["constraints"])?;
    let mut compiled = constraints.compile().map_err(|error| error.to_string())?;
    let groups = lanes::groups(&budget, &constraints.lane_requirements);
    let order = rank(&candidates, &groups).order;
    let mut offers = Vec::new();
    for &index in &order {
        let Candidate { group, estimate, .. } = &candidates[index];
        let standing = compiled.standing(candidates[index].matchable());
        let group = groups.iter().position(|g| &g.name == group).ok_or("no such lane")?;
        offers.push(Offer { group, estimate: estimate.unwrap_or(0), standing });
    }
    let admission = admit::admit(&offers, &groups, budget.total_tokens);
    let id = |offer: usize| candidates[order[offer]].id.clone();
    let rejected: BTreeMap<String, &str> = admission
        .boarding
        .iter()
        .enumerate()
        .filter_map(|(offer, boarding)| Some((id(offer), rejection(boarding)?)))
        .collect();
    let allocation: BTreeMap<&str, u64> =
        groups.iter().map(|g| g.name.as_str()).zip(admission.used.iter().copied()).collect();
    let shortfalls: Vec<Value> = admission
        .shortfalls
        .iter()
        .map(|s| json!({"lane": groups[s.group].name, "requested": s.requested, "available": s.available}))
        .collect();
    Ok(json!({
        "selected": admission.admitted.iter().map(|&offer| id(offer)).collect::<Vec<_>>(),
        "allocation": allocation,
        "rejected": rejected,
        "shortfalls": shortfalls,
        "unmatchedConstraints": compiled.unmatched(),
        "overCommitted": admission.over_committed,
    }))
}

fn rejection(boarding: &Boarding) -> Option<&'static str> {
    match boarding {
        Boarding::Required | Boarding::Admitted => None,
        Boarding::Rejected(rejection) => Some(rejection.reason().name()),
    }
}

fn fit_compose(input: &Value) -> Result<Value, String> {
    let budget: Budget = from_json(&input["budget"])?;
    let groups = lanes::groups(&budget, &[]);
    let mut cargo = Cargo::default();
    for item in array(&input["items"])? {
        let kind = text(&item["kind"])?;
        let artifact = ArtifactKind::from_name(kind).ok_or("no such kind")?;
        let mut ladder = ladder(item)?;
        if artifact.shrink_strategy() == ShrinkStrategy::Never {
            ladder.truncate(1);
        }
        let lane = text(&item["lane"])?;
        let group = groups.iter().position(|g| g.name == lane).ok_or("no such lane")?;
        let required = item["required"].as_bool().unwrap_or(false);
        cargo.add(text(&item["key"])?, Item { group, kind, required }, ladder);
    }
    let fit = cargo.fit(&groups, budget.total_tokens, natural(&input["overhead"])?);
    match fit.run(&programs::compose()) {
        Ok(fitted) => Ok(json!({
            "outcome": "loaded", "rungs": cargo.rungs(&fitted.rungs), "tokens": fitted.total,
        })),
        Err(refused) => Ok(refusal(refused)),
    }
}

fn fit_build(input: &Value) -> Result<Value, String> {
    let groups: Vec<Group> = Priority::ALL.iter().map(|p| Group::named(p.name())).collect();
    let mut cargo = Cargo::default();
    for item in array(&input["items"])? {
        let group =
            Priority::from_name(text(&item["priority"])?).ok_or("no such priority")? as usize;
        let item_of_fit = Item { group, kind: text(&item["type"])?, required: group == 0 };
        cargo.add(text(&item["key"])?, item_of_fit, ladder(item)?);
    }
    let fit = cargo.fit(&groups, natural(&input["hardLimit"])?, natural(&input["overhead"])?);
    match fit.run(&programs::build()) {
        Ok(fitted) => {
            let step = |action: &Action| match *action {
                Action::Drop { item } => json!(["drop", cargo.keys[item]]),
                Action::Shed { item } => json!(["shed", cargo.keys[item]]),
                Action::Lower { item, rung } => json!(["lower", cargo.keys[item], rung]),
                Action::Raise { item, rung } => json!(["raise", cargo.keys[item], rung]),
            };
            Ok(json!({
                "outcome": "loaded",
                "rungs": cargo.rungs(&fitted.rungs),
                "steps": fitted.actions.iter().map(step).collect::<Vec<_>>(),
                "tokens": fitted.total,
            }))
        }
        Err(refused) => Ok(refusal(refused)),
    }
}

#[derive(Default)]
struct Cargo<'a> {
    keys: Vec<&'a str>,
    items: Vec<Item<'a>>,
    ladders: Vec<Vec<u64>>,
}

impl<'a> Cargo<'a> {
    fn add(&mut self, key: &'a str, item: Item<'a>, ladder: Vec<u64>) {
        self.keys.push(key);
        self.items.push(item);
        self.ladders.push(ladder);
    }

    fn fit<'b>(&'b self, groups: &'b [Group], limit: u64, overhead: u64) -> Fit<'b> {
        Fit { items: &self.items, weights: &self.ladders, groups, limit, overhead }
    }

    fn rungs(&self, rungs: &[Option<usize>]) -> BTreeMap<&'a str, Option<usize>> {
        self.keys.iter().copied().zip(rungs.iter().copied()).collect()
    }
}

fn refusal(TooLarge { needed, limit, .. }: TooLarge) -> Value {
    json!({"outcome": "refused", "code": "ContextTooLarge", "needed": needed, "limit": limit})
}

fn build_rank(input: &Value) -> Result<Value, String> {
    let mut candidates = Vec::new();
    for given in array(&input["candidates"])? {
        let roles: Vec<Role> = from_json(&given["roles"])?;
        let scoring = Scoring::Roles {
            roles,
            byte_size: natural(&given["byteSize"])?,
            hops: u32::try_from(natural(&given["hops"])?).map_err(|e| e.to_string())?,
            duplicate: given["duplicate"].as_bool().unwrap_or(false),
        };
        candidates.push(bare("", "file", "P0", text(&given["path"])?, scoring));
    }
    let ranking = rank(&candidates, &[]);
    let row = |&i: &usize| json!([candidates[i].name.as_str(), ranking.scores[i].total]);
    Ok(json!({"order": ranking.order.iter().map(row).collect::<Vec<_>>()}))
}

fn order_blocks(input: &Value) -> Result<Value, String> {
    let mut blocks = Vec::new();
    for block in array(&input["blocks"])? {
        let priority = Priority::from_name(text(&block["priority"])?).ok_or("no such priority")?;
        let kind = BlockType::from_name(text(&block["type"])?).ok_or("no such type")?;
        let [path, symbol, title] = ["path", "symbol", "title"].map(|key| block[key].as_str());
        let title = title.unwrap_or("");
        blocks.push((block_order::position(priority, kind, path, symbol, title), title));
    }
    blocks.sort();
    Ok(json!({"order": blocks.into_iter().map(|(_, title)| title).collect::<Vec<_>>()}))
}

fn vitals(input: &Value) -> Result<Value, String> {
    let given = &input["vitals"];
    let vitals = Vitals {
        pressure_high: given["pressure"] == "high",
        pulse_high: number(&given["bpm"])? > 30.0,
        oxygen_low: number(&given["oxygen"])? < 0.5,
    };
    let mut adjusted = BTreeMap::new();
    for candidate in candidates(&input["candidates"])? {
        let Scoring::Signals(signals) = candidate.scoring else { return Err("no signals".into()) };
        let lane = Lane::from_name(&candidate.group).ok_or("no such lane")?;
        adjusted.insert(candidate.id, signals.adjusted(lane, &vitals).relevance);
    }
    Ok(json!({"relevanceThousandths": adjusted}))
}

fn candidates(list: &Value) -> Result<Vec<Candidate<()>>, String> {
    array(list)?.iter().map(candidate).collect()
}

fn candidate(given: &Value) -> Result<Candidate<()>, String> {
    let thousandths =
        |key: &str| quantize(number(&given[key])?).ok_or(format!("{key} is not in 0..1"));
    let signals = Signals {
        recency_bucket: u8::try_from(natural(&given["recencyBucket"])?)
            .map_err(|e| e.to_string())?,
        relevance: thousandths("relevanceScore")?,
        specificity: thousandths("specificityScore")?,
        risk: thousandths("riskAlignment")?,
    };
    let [id, kind, lane, path] = ["id", "kind", "lane", "path"].map(|key| text(&given[key]));
    let mut candidate = bare(id?, kind?, lane?, path?, Scoring::Signals(signals));
    candidate.estimate = Some(natural(&given["tokenEstimate"])?);
    candidate.chunk = u32::try_from(given["chunkIndex"].as_u64().unwrap_or(0)).unwrap_or(u32::MAX);
    Ok(candidate)
}

fn bare(id: &str, kind: &str, group: &str, path: &str, scoring: Scoring) -> Candidate<()> {
    let name = Name::Path(path.to_owned());
    let candidate = Candidate::new(kind, group, Origin::Repository, name, ());
    Candidate { id: id.to_owned(), scoring, ..candidate }
}

fn ladder(item: &Value) -> Result<Vec<u64>, String> {
    array(&item["ladder"])?.iter().map(natural).collect()
}

fn text(value: &Value) -> Result<&str, String> {
    value.as_str().ok_or_else(|| format!("{value} is not a text"))
}

fn number(value: &Value) -> Result<f64, String> {
    value.as_f64().ok_or_else(|| format!("{value} is not a number"))
}

fn integer(value: &Value) -> Result<i64, String> {
    value.as_i64().ok_or_else(|| format!("{value} is not a whole number"))
}

fn natural(value: &Value) -> Result<u64, String> {
    value.as_u64().ok_or_else(|| format!("{value} is not a natural number"))
}

fn array(value: &Value) -> Result<&Vec<Value>, String> {
    value.as_array().ok_or_else(|| format!("{value} is not a list"))
}

fn from_json<T: serde::de::DeserializeOwned>(value: &Value) -> Result<T, String> {
    serde_json::from_value(value.clone()).map_err(|error| error.to_string())
}

fn to_json(value: &impl serde::Serialize) -> Result<Value, String> {
    serde_json::to_value(value).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_vectors_hold() {
        let file = include_str!("../../crates/plimsoll-core/tests/data/composer.json");
        let report = check(file).expect("the file is in the right form");
        assert!(report.failures.is_empty(), "{}", report.failures.join("\n"));
        assert!(report.passed > 300);
    }

    #[test]
    fn a_wrong_expectation_fails() {
        let file = r#"{"cases": [{"name": "n", "op": "countChars", "input": {"text": "ab"}, "expect": {"chars": 3}}]}"#;
        assert_eq!(check(file).expect("the file is in the right form").failures.len(), 1);
    }
}
