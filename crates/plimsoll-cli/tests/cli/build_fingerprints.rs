//! Build: every input that matters moves the fingerprints that cover it, one at a time; nothing else does.

use crate::build_targets::{SHOP, login};
use crate::support::Place;
use serde_json::{Value, json};

/// Of the decision, the bundle, the project and the configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Prints([String; 4]);

const DECISION: usize = 0;
const BUNDLE: usize = 1;
const PROJECT: usize = 2;
const CONFIG: usize = 3;

fn prints(place: &Place, request: &Value, flags: &[&str]) -> Prints {
    let result =
        place.call().args(["build", "-"]).args(flags).stdin(request.to_string()).run().ok().json();
    let prints = &result["context_manifest"]["fingerprints"];
    let text = |value: &Value| value.as_str().expect("it is a text").to_owned();
    Prints([
        text(&result["meta"]["fingerprint"]),
        text(&prints["bundle_fingerprint"]),
        text(&prints["project_index_fingerprint"]),
        text(&prints["config_fingerprint"]),
    ])
}

impl Prints {
    /// Insists that just these moved.
    #[track_caller]
    fn moved(&self, from: &Self, which: &[usize], what: &str) {
        let moved: Vec<usize> = (0..4).filter(|&at| self.0[at] != from.0[at]).collect();
        assert_eq!(moved, which, "{what}");
    }
}

#[test]
fn every_part_of_a_request_moves_what_covers_it() {
    let place = Place::of(SHOP);
    let mut request = login();
    request["intent"] = json!({"id": "I", "text": "safer logins"});
    request["constraints"] = json!([{"source": "user", "id": "c", "text": "be kind"}]);
    request["last_error"] = json!({"kind": "compile", "message": "no"});
    request["token_budget"] = json!({"provider": "p", "model": "m", "max_input_tokens": 50_000});
    let before = prints(&place, &request, &[]);
    let (shown, told) = (&[DECISION, BUNDLE][..], &[DECISION][..]);
    for (pointer, value, which) in [
        ("/purpose", json!("plan"), shown),
        ("/intent/id", json!("J"), shown),
        ("/intent/text", json!("safe logins"), shown),
        ("/plan_step/id", json!("S2"), shown),
        ("/plan_step/text", json!("lock out after four tries"), shown),
        ("/plan_step/target_files", json!(["Web/Footer.cs"]), shown),
        ("/plan_step/target_symbols", json!(["Logout"]), shown),
        ("/constraints/0/source", json!("session"), shown),
        ("/constraints/0/id", json!("d"), shown),
        ("/constraints/0/text", json!("be brief"), shown),
        ("/last_error/kind", json!("test"), shown),
        ("/last_error/message", json!("yes"), shown),
        ("/last_error/output", json!("line 1"), shown),
        ("/last_error/path", json!("Web/Footer.cs"), shown),
        ("/last_error/diff", json!("@@ -1 +1 @@\n-a\n+b\n"), shown),
        ("/token_budget/provider", json!("q"), shown),
        ("/token_budget/model", json!("n"), shown),
        ("/token_budget/max_input_tokens", json!(50_001), shown),
        ("/token_budget/max_output_tokens", json!(7), shown),
        ("/token_budget/response_token_reserve", json!(4_001), shown),
        ("/token_budget/soft_limit_threshold_pct", json!(79), shown),
        ("/active_file", json!("Web/Footer.cs"), shown),
        ("/user_selected_targets", json!([{"path": "Web/Footer.cs"}]), shown),
        ("/sandbox", json!({"deny": ["Web"]}), shown),
        // Nothing of this is in the bundle.
        ("/sandbox", json!({"deny": ["Nowhere"]}), told),
        ("/options", json!({"allowSummaries": true}), told),
        ("/options", json!({"allowRedactedTargets": true}), told),
    ] {
        let mut changed = request.clone();
        let (parent, key) = pointer.rsplit_once('/').expect("it has a parent");
        let object = changed.pointer_mut(parent).expect("it is there");
        object[key] = value;
        if pointer == "/plan_step/target_files" {
            changed["plan_step"]["target_symbols"] = json!([]);
        }
        prints(&place, &changed, &[]).moved(&before, which, pointer);
    }
    prints(&place, &request, &["--threads", "1"]).moved(&before, &[], "threads");
}

#[test]
fn files_and_settings_move_what_covers_them() {
    let place = Place::of(SHOP);
    let request = login();
    let first = prints(&place, &request, &[]);
    // What is shown, what only belongs to the project, and what may not be shown.
    let text = place.read("Data/TokenStore.cs");
    place.write("Data/TokenStore.cs", text.replace("Issue(string name)", "Issue(string whom)"));
    let edited = prints(&place, &request, &[]);
    edited.moved(&first, &[DECISION, BUNDLE, PROJECT], "a signature that is needed");
    place.write("Data/TokenStore.cs", text);
    prints(&place, &request, &[]).moved(&first, &[], "the same again");
    let footer = place.read("Web/Footer.cs");
    place.write("Web/Footer.cs", footer.replace("nothing to do", "NOTHING to do"));
    prints(&place, &request, &[]).moved(&first, &[DECISION, PROJECT], "a file that is not shown");
    place.write("Web/Footer.cs", footer);
    let settings = place.put_beside("user.toml", "[paths]\nmax_file_bytes = 900000\n");
    let bounded = prints(&place, &request, &["--config", &settings]);
    bounded.moved(&first, &[DECISION, CONFIG], "a setting of the user");
    let settings = place.put_beside("told.toml", "[constraints]\nkind = \"be kind\"\n");
    let told = prints(&place, &request, &["--config", &settings]);
    told.moved(&first, &[DECISION, BUNDLE, CONFIG], "a constraint of the user");
    place.write(".env", "A=1\n");
    prints(&place, &request, &[]).moved(
        &first,
        &[DECISION, PROJECT],
        "a file that may not be sent",
    );
}
