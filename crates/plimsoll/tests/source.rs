//! The example of a source of one's own.

#[expect(dead_code, unreachable_pub, reason = "its `main` is the example's own")]
#[path = "../../../examples/source.rs"]
mod source;

use source::compose;

#[test]
fn tickets_are_composed_with_the_rest_and_screened_like_it() {
    let root = tempfile::tempdir().unwrap();
    std::fs::write(root.path().join("AGENTS.md"), "# Rules\nBe kind.\n").unwrap();
    let token = format!("ghp_{}", "1Qx7Rm2Vt9Lk4Zs8Wd3Yb6Nc5Hj0PfGa2kUe");
    let tickets = format!("SHOP-7 carts lose their items\nSHOP-8 log in with {token}\n");
    let composition = compose(root.path(), &tickets, &["carts"]).unwrap();
    let document = composition.document();
    assert!(document.contains("Be kind.") && document.contains("carts lose their items"));
    assert!(document.contains("log in with <redacted:") && !document.contains(&token));
    let explanation = composition.explanation();
    let history = explanation.lane_breakdown.iter().find(|line| line.lane.name() == "history");
    let scores: Vec<i64> =
        history.unwrap().top_artifacts.iter().map(|artifact| artifact.score.0).collect();
    // 0.30 × 3/5 + 0.35 × (0.9 or 0.3) + 0.20 × 0.7 + 0.15 × 0.5.
    assert_eq!(scores, [710, 500]);
}
