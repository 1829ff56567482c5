//! `plimsoll scan` and `plimsoll rules`: what is found is told, what is secret is not.

use crate::support::secrets::{Search, samples};
use crate::support::{Place, entry, texts};
use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;

const PASSWORD: &str = "w3hbznq7fd!";

fn place() -> Place {
    Place::of(
        "//- src/a.py\nx = 1\npassword = \"w3hbznq7fd!\"\n\
         //- src/b c.py\npassword = \"w3hbznq7fd!\" # gitleaks:allow\n\
         //- src/clean.py\nx = 2\n",
    )
}

#[test]
fn a_finding_is_told_with_its_line_masked() {
    let ran = place().run(["scan"]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr());
    assert_eq!(
        ran.stdout(),
        "src/a.py:2: likely assigned-password\n    password = \"<redacted:assigned-password:1>\"\n"
    );
    assert!(ran.stderr().contains("1 likely finding in 3 files"), "{}", ran.stderr());
    assert!(ran.stderr().contains("1 silenced"), "{}", ran.stderr());
}

#[test]
fn only_what_is_named_is_scanned() {
    let place = place();
    assert_eq!(place.run(["scan", "src/clean.py"]).code, Some(0));
    assert_eq!(place.run(["scan", "src"]).code, Some(1));
    assert_eq!(place.run(["scan", "./src/../src/a.py"]).code, Some(1));
    let outside = place.run(["scan", "../elsewhere"]);
    assert_eq!(outside.code, Some(2));
    assert!(outside.stderr().contains("outside the project"), "{}", outside.stderr());
    let missing = place.run(["scan", "src/none.py"]);
    assert_eq!(missing.code, Some(2), "{}", missing.stderr());
    let text = place.call().args(["scan", "-"]).stdin("password = \"w3hbznq7fd!\"\n").run();
    assert_eq!(text.code, Some(1));
    assert!(text.stdout().starts_with("(standard input):1: likely assigned-password\n"));
}

#[test]
fn a_baseline_silences_what_it_knows_and_tells_no_value() {
    let place = place();
    let made = place.run(["scan", "--write-baseline", "known.json"]);
    assert_eq!(made.code, Some(1), "{}", made.stderr());
    assert!(!place.read("known.json").contains(PASSWORD));
    assert_eq!(place.run(["scan", "--baseline", "known.json"]).code, Some(0));
    place.write("src/new.py", "password = \"k8vjq2m5xz?\"\n");
    let ran = place.run(["scan", "--baseline", "known.json"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.stdout().starts_with("src/new.py:1:"), "{}", ran.stdout());
    let wrong = place.run(["scan", "--baseline", "src/a.py"]);
    assert_eq!(wrong.code, Some(2));
}

#[test]
fn a_finding_has_its_id_wherever_the_results_go() {
    let place = place();
    let _ = place.run(["pack", "x"]).ok();
    let id = |args: &[&str]| {
        let both = ["scan", "--format", "json", "-o", "found.json"];
        let _ = place.run(both.iter().chain(args)).ends_with(1);
        let found: Value = serde_json::from_str(&place.read("found.json")).expect("it is JSON");
        found["findings"][0]["id"].as_str().map(str::to_owned)
    };
    let alone = id(&[]);
    assert!(alone.is_some());
    assert_eq!(id(&["--write-baseline", "known.json"]), alone);
}

#[test]
fn a_repository_s_own_rules_hold_in_every_door_and_its_silence_is_told() {
    let place = place();
    place.write(
        ".gitleaks.toml",
        "[extend]\npath = \"more.toml\"\n[[rules]]\nid = \"badge\"\nregex = 'badge-([0-9a-f]{12})'\n",
    );
    place.write("more.toml", "[[allowlists]]\npaths = ['^src/a\\.py$']\n");
    place.write("src/badges.txt", "the needle badge-0123456789ab\n");
    let scan = place.run(["scan", "--format", "json"]).json();
    assert_eq!(texts(&scan["findings"], "rule"), ["own-badge"]);
    let silenced = entry(&scan["silenced"], "path", "src/a.py");
    assert_eq!(silenced["by"], "allowed by `more.toml`, allow-list 1");
    let pack = place.run(["pack", "the needle badge", "--format", "json"]).ok();
    assert!(!pack.stdout().contains("0123456789ab"));
    assert!(pack.stderr().contains("2 findings are silenced"), "{}", pack.stderr());
    let meta = &pack.json()["meta"]["screening"];
    assert_eq!((&meta["likely"], &meta["silenced"]), (&Value::from(1), &Value::from(2)));
}

#[test]
fn settings_name_rules_a_baseline_and_what_is_accepted() {
    let place = place();
    let _ = place.run(["pack", "x"]).ok();
    let _ = place.run(["scan", "--write-baseline", "known.json"]);
    place.write("rules.toml", "[[rules]]\nid = \"badge\"\nregex = 'badge-([0-9a-f]{12})'\n");
    place.write("src/badges.txt", "badge-0123456789ab\n");
    place.write("plimsoll.toml", "[guard]\nrules = [\"rules.toml\"]\nbaseline = \"known.json\"\n");
    let scan = place.run(["scan", "--format", "json"]).ends_with(1).json();
    assert_eq!(texts(&scan["findings"], "rule"), ["own-badge"]);
    let id = scan["findings"][0]["id"].as_str().expect("it has an id").to_owned();
    // A repository cannot accept anything; the user can.
    place.write(
        "plimsoll.toml",
        format!("[guard]\naccept = [\"{id}\"]\nrules = [\"rules.toml\"]\n"),
    );
    let ran = place.run(["scan", "src/badges.txt"]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr());
    let ran = place.call().args(["scan", "src/badges.txt"]).env("PLIMSOLL_GUARD_ACCEPT", &id).run();
    assert_eq!(ran.code, Some(0), "{}", ran.stdout());
    let pack = place.call().args(["pack", "badges"]).env("PLIMSOLL_GUARD_ACCEPT", &id).run().ok();
    assert!(pack.stdout().contains("badge-0123456789ab"), "{}", pack.stdout());
    assert!(pack.stderr().contains("silenced"), "{}", pack.stderr());
}

/// Accepted findings are known by a secret that the user's key unlocks; it is there also for calls that keep
/// nothing.
#[test]
fn what_is_accepted_is_shown_also_where_nothing_is_kept() {
    let place = Place::of("//- AGENTS.md\n# Rules\nFor the needle:\npassword = \"w3hbznq7fd!\"\n");
    let _ = place.run(["pack", "needle"]).ok();
    let scan = place.run(["scan", "--format", "json"]).ends_with(1).json();
    let id = scan["findings"][0]["id"].as_str().expect("it has an id");
    let accepting =
        |args: &[&str]| place.call().args(args).env("PLIMSOLL_GUARD_ACCEPT", id).run().ok();
    let pack = accepting(&["pack", "needle"]);
    assert!(pack.stdout().contains(PASSWORD), "{}", pack.stdout());
    assert_eq!(accepting(&["pack", "needle", "--no-log"]).stdout(), pack.stdout());
    assert!(!accepting(&["why", "AGENTS.md"]).stdout().contains("is replaced"));
    let composed = accepting(&["compose", "--format", "markdown"]);
    assert!(composed.stdout().contains(PASSWORD), "{}", composed.stdout());
    let dry = accepting(&["compose", "--format", "markdown", "--dry-run"]);
    assert_eq!(dry.stdout(), composed.stdout());
}

#[test]
fn rules_that_cannot_be_read_are_told_and_weaken_nothing() {
    let place = place();
    place.write(".gitleaks.toml", "[extend]\npath = \"../../outside.toml\"\n");
    let ran = place.run(["scan"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.stderr().contains("outside.toml` is not used"), "{}", ran.stderr());
    place.write(".gitleaks.toml", "[[rules");
    let ran = place.run(["scan"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.stderr().contains("cannot be read"), "{}", ran.stderr());
}

#[test]
fn what_hides_is_told_in_scan_and_in_every_result() {
    let place = Place::of("//- src/h.py\nneedle = 1\nif p\u{430}ss: # \u{202E}\n");
    let ran = place.run(["scan"]).ok();
    assert!(ran.stdout().contains("src/h.py:2:4: hidden lookalike: U+0430"), "{}", ran.stdout());
    assert!(ran.stdout().contains("src/h.py:2:12: hidden bidirectional: U+202E"));
    let pack = place.run(["pack", "needle", "--format", "json"]).ok().json();
    let hidden = entry(&pack["meta"]["hidden"], "kind", "bidirectional");
    assert_eq!((&hidden["path"], &hidden["line"]), (&Value::from("src/h.py"), &Value::from(2)));
    assert!(pack["document"].as_str().unwrap().contains("⟨U+202E⟩"));
}

#[test]
fn sarif_holds_against_the_official_schema() {
    let place = place();
    for (n, sample) in samples().iter().enumerate() {
        place.write(format!("many/{n}.txt"), &sample.text);
    }
    place.write("h.py", "if p\u{430}ss: # \u{202E}\n");
    let ran = place.run(["scan", "--format", "sarif"]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr());
    let log = ran.json();
    let results = log["runs"][0]["results"].as_array().expect("it has results").len();
    assert!(results > 30, "{results}");
    let mut schema = official_schema();
    // One expression of it has a bracket too many; it is about a key that is not written here.
    for part in ["run", "toolComponent"] {
        let language = schema["definitions"][part]["properties"]["language"].as_object_mut();
        language.expect("it is described").remove("pattern");
    }
    let validator = jsonschema::validator_for(&schema).expect("the schema is one");
    let errors: Vec<String> = validator.iter_errors(&log).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let suppressed = log["runs"][0]["results"].as_array().unwrap().iter();
    assert_eq!(suppressed.filter(|result| result["suppressions"].is_array()).count(), 1);
}

/// From the sources of a crate that carries it; cargo knows where they are.
fn official_schema() -> Value {
    let arguments =
        ["metadata", "--format-version", "1", "--locked", "--offline", "--all-features"];
    let said = Command::new(env!("CARGO")).args(arguments).output().expect("cargo runs");
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    let metadata: Value = serde_json::from_slice(&said.stdout).expect("cargo speaks JSON");
    let manifest = entry(&metadata["packages"], "name", "serde-sarif")["manifest_path"].as_str();
    let manifest = PathBuf::from(manifest.expect("a package has a manifest"));
    let schema = manifest.with_file_name("src").join("schema.json");
    serde_json::from_str(&std::fs::read_to_string(schema).expect("it is there"))
        .expect("it is JSON")
}

#[test]
fn no_form_of_a_scan_holds_a_secret() {
    let samples = samples();
    let search = Search::new(samples.iter().map(|sample| sample.secret.as_str()));
    let place = Place::of("//- a.txt\nthe needle\n");
    for (n, sample) in samples.iter().enumerate() {
        place.write(format!("src/{n}.txt"), &sample.text);
    }
    for format in ["text", "json", "sarif"] {
        let ran = place.run(["scan", "-v", "--format", format, "--write-baseline", "known.json"]);
        assert_eq!(ran.code, Some(1), "{format}: {}", ran.stderr());
        for bytes in [&ran.stdout, &ran.stderr, &place.read("known.json").into_bytes()] {
            let hits = search.hits(bytes);
            assert!(hits.is_empty(), "{format}: {hits:#?}");
        }
    }
}

#[test]
fn a_rule_says_what_it_looks_for_and_why() {
    let place = place();
    let all = place.run(["rules", "--json"]).ok().json();
    assert!(texts(&all["rules"], "id").is_sorted());
    let one = place.run(["rules", "assigned-password"]).ok();
    assert!(one.stdout().starts_with("assigned-password (likely)\n"), "{}", one.stdout());
    let near = place.run(["rules", "assigned-pasword"]);
    assert_eq!(near.code, Some(2));
    assert!(near.stderr().contains("did you mean `assigned-password`"), "{}", near.stderr());
}

#[test]
fn what_could_not_be_scanned_is_told_and_opens_no_gate() {
    use std::os::unix::ffi::OsStrExt;
    let place = Place::of("//- a.txt\nnothing\n");
    let name = std::ffi::OsStr::from_bytes(b"\xFFx.txt");
    place.write(std::path::Path::new(name), "nothing");
    place.write("big.csv", "1,2,3\n".repeat(500_000));
    let scan = place.run(["scan", "--format", "json"]).ok().json();
    assert_eq!(scan["unread"].as_array().map(Vec::len), Some(2), "{scan}");
    let gate = place.run(["scan", "a.txt", "big.csv"]).ends_with(2);
    assert!(gate.stderr().contains("`big.csv` was not scanned"), "{}", gate.stderr());
    let _ = place.run(["scan", "a.txt"]).ok();
}
