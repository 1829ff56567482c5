//! Compose: files that moved or went, and what is around a change where there is more of it than room.

use crate::compose::composed;
use crate::support::{Place, texts};
use serde_json::Value;

#[test]
fn a_long_rule_document_is_admitted_in_parts() {
    let place = Place::empty();
    let rules =
        "Rules are never shortened, so this one is whole or it is not there.\n\n".repeat(30);
    let parts = format!("# House\n\n## Code\n{rules}### Tests\n{rules}### Names\n{rules}{rules}");
    place.write("AGENTS.md", &parts);
    place.write("docs/architecture.md", "# Made of parts\nOne thing in one place.\n");
    place.write("src/a.rs", "fn a() {}\n");
    place.commit_all();
    place.write("src/a.rs", "fn a() { b() }\n");
    let result = composed(&place, &["--budget", "6000"]);
    let document = result["document"].as_str().expect("it is a text");
    for head in ["House › Code (1 of ", "House › Code › Tests (2 of "] {
        assert!(document.contains(&format!(" · section: {head}")), "{head}: {document}");
    }
    // Not all of it fits, and what is out has its reason.
    let out = texts(&result["explanation"]["topRejections"], "reason");
    assert!(out.contains(&"lane_max_reached"), "{out:?}");
    assert!(result["allocation"]["rules"].as_u64() > Some(1_000), "{result}");
    assert!(document.contains("One thing in one place."), "what people wrote holds for all of it");
    // With room for all of it the parts are the document again.
    let result = composed(&place, &["--budget", "60000"]);
    let document = result["document"].as_str().expect("it is a text");
    assert_eq!(document.matches("Rules are never shortened").count(), 120);
    let listed = place.run(["compose", "--budget", "6000", "-v"]).ok();
    let longest = listed.stdout().lines().map(|line| line.chars().count()).max();
    assert!(longest <= Some(80), "{}", listed.stdout());
}
