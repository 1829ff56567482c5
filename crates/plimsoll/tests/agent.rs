//! The example of an agent, on the sources of this project: every refusal is followed, and ends in a bundle.

#[expect(dead_code, unreachable_pub, reason = "its `main` is the example's own")]
#[path = "../../../examples/agent.rs"]
mod agent;

use agent::prepare;
use std::path::{Path, PathBuf};

/// The sources of the engine: a real project, of which nothing is written.
fn core() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../plimsoll-core")
}

#[test]
fn an_agent_prepares_an_edit_of_a_real_project() {
    let (bundle, said) = prepare(&core(), "Displayed.head", "number the lines", 20_000).unwrap();
    assert_eq!(said, [""; 0]);
    let document = bundle.document();
    assert!(document.contains("## `src/render/shown.rs`") && document.contains("pub fn head<'a>"));
    // What it uses, without the code of that.
    assert!(document.contains("## `src/render/mod.rs#Head`"), "{document}");
    assert!(!document.contains("fn sentence(self)"));
}

#[test]
fn an_agent_that_follows_the_advice_gets_there() {
    for (symbol, tokens, word) in [
        ("Displayd.head", 20_000, "tried"),
        ("new", 90_000, "took"),
        ("Displayed.head", 900, "asked"),
    ] {
        let (bundle, said) = prepare(&core(), symbol, "number the lines", tokens).unwrap();
        assert!(said.iter().any(|line| line.contains(word)), "{symbol}: {said:?}");
        assert!(bundle.document().contains("from repository"));
    }
}
