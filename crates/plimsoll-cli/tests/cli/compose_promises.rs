//! Compose: what is promised of every composition (A23), on a real tree with changes, rules and records, at budgets
//! from nothing to everything.

use crate::compose::{LANES, judge};
use crate::log::lines;
use crate::support::{Place, Ran};
use serde_json::{Value, json};

const NOW: &str = "2026-11-10T09:00:00Z";
const BUDGETS: [u64; 9] = [60, 300, 500, 900, 1_600, 2_800, 5_000, 8_000, 40_000];

/// A crate with a day's work in it.
fn worked_on() -> Place {
    let place = Place::copy_of("gix-config");
    let rules = "A rule of a line, as there are many.\n\n".repeat(150);
    place.write("AGENTS.md", format!("# House\n\n{rules}## Tests\n{rules}## Names\n{rules}"));
    place.write("src/AGENTS.md", "# Sources\nNo file is long.\n");
    place.commit_all();
    for path in ["src/lib.rs", "src/value/mod.rs", "src/file/mod.rs", "Cargo.toml"] {
        let text = place.read(path);
        place.write(path, text.replace("pub ", "pub(crate) ").replace("version", "Version"));
    }
    place.write("plimsoll.toml", "[constraints]\nsmall = \"Keep it small.\"\n");
    for args in [
        &["violation", "it is public", "--file", "src/lib.rs"][..],
        &["learning", "run the tests", "--when", "sources change"],
        &["turn", "make it private"],
    ] {
        let _ = place.call().at_time(Some(NOW)).arg("record").args(args).run().ok();
    }
    place
}

/// Requests that have little in common.
fn requests(budget: u64) -> [Value; 3] {
    let pattern = |pattern: &str| json!({"type": "pattern", "pattern": pattern});
    let lanes: serde_json::Map<String, Value> = (0..)
        .zip(LANES)
        .map(|(priority, lane)| {
            let lane_budget =
                json!({"min": budget / 8, "max": budget / 3, "priority": 5 - priority});
            (lane.to_owned(), lane_budget)
        })
        .collect();
    [
        json!({"budget": {"totalTokens": budget}}),
        json!({
            "event": "review",
            "keywords": ["value", "section"],
            "files": ["src/file/mod.rs"],
            "budget": {"totalTokens": budget},
            "constraints": {
                "mustInclude": [{"match": pattern("src/AGENTS.md"), "reason": "near"}],
                "mustExclude": [{"match": pattern("Cargo.toml"), "reason": "not this"}],
                "laneRequirements": [{"lane": "rules", "minTokens": 100, "reason": "rules"}],
            },
        }),
        json!({
            "event": "test_failed",
            "budget": {"totalTokens": budget, "lanes": lanes},
            "vitals": {"pressure": "high", "pulse": 40, "oxygen": 0.1},
            "sources": {"retrieved": false},
        }),
    ]
}

fn compose(place: &Place, request: &Value) -> Ran {
    let call = place.call().at_time(Some(NOW)).args(["compose", "--format", "json"]);
    call.args(["--request", "-"]).stdin(request.to_string()).run()
}

/// Whether a composition has something that was made smaller.
fn judge_loaded(request: &Value, result: &Value, budget: u64) -> bool {
    judge(result);
    assert!(result["actualTokens"].as_u64() <= Some(budget), "{budget}");
    // The diff is pinned, violations and what a request names must be in: these may pass their lane's maximum.
    let mut required = vec!["local", "policy"];
    if !request["constraints"].is_null() {
        required.push("rules");
    }
    for line in result["explanation"]["laneBreakdown"].as_array().expect("it is a list") {
        let is_within = line["budgetUsed"].as_u64() <= line["budgetMax"].as_u64();
        let lane = line["lane"].as_str().expect("it has a name");
        assert!(is_within || required.contains(&lane), "{budget}: {line}");
    }
    let rendered = result["rendered"].as_array().expect("it is a list");
    rendered.iter().any(|artifact| artifact["shrunk"] == true)
}

#[test]
fn every_budget_is_kept_or_refused_and_everything_is_the_same_again() {
    let place = worked_on();
    let (mut loaded, mut shrunk, mut refused) = (0, 0, 0);
    for budget in BUDGETS {
        for mut request in requests(budget) {
            let (first, again) = (compose(&place, &request), compose(&place, &request));
            if first.code == Some(0) {
                let (first, again) = (first.json(), again.json());
                loaded += 1;
                shrunk += usize::from(judge_loaded(&request, &first, budget));
                assert_eq!(first["document"], again["document"]);
                let hits = [&first["cacheHit"], &again["cacheHit"]];
                assert_eq!(hits, [false, true], "nothing has changed");
            } else {
                let (first, again) = (first.ends_with(1).json(), again.ends_with(1).json());
                refused += 1;
                assert_eq!(first["refusal"], again["refusal"]);
                let needed = first["refusal"]["details"]["needed"].as_u64().expect("it is said");
                assert!(needed > budget, "{needed} of {budget}");
                // What is said to be needed is enough, so everything had become as small as it can be.
                if request["budget"]["lanes"].is_null() {
                    request["budget"]["totalTokens"] = needed.into();
                    let result = compose(&place, &request).ok().json();
                    let _ = judge_loaded(&request, &result, needed);
                }
            }
        }
    }
    assert!(loaded > 9 && shrunk > 3 && refused > 3, "{loaded} {shrunk} {refused}");
    let replayed = lines(place.run(["replay", "--all", "--json"]).ok().stdout());
    assert!(replayed.len() >= 2 * (loaded + refused), "{}", replayed.len());
    assert!(replayed.iter().all(|one| one["passed"] == true), "{replayed:?}");
}
