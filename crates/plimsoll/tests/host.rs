//! What a host of the library decides: the key, the state folder, and the moment before anything is read; and
//! what it brings and hears itself: sources, vitals, decisions.

use plimsoll::core::budget::Budget;
use plimsoll::core::candidate::{Candidate, Draft, Name};
use plimsoll::core::decide::OutReason;
use plimsoll::core::ladder;
use plimsoll::core::progress::Progress;
use plimsoll::core::score::{Scoring, Signals};
use plimsoll::core::seal::candidate_digest;
use plimsoll::core::source::{Ask, Gathered, Source, SourceError};
use plimsoll::core::store::Which;
use plimsoll::core::vocab::{Lane, Origin};
use plimsoll::{
    ComposeRequest, Composition, Contract, DecisionEvent, Error, Issue, KnownVitals, Logging,
    Options, Outcome, PackRequest, Previous, Reach, ScanRequest, Task, UserKey, Workspace,
};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};

fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("there is room");
    fs::write(folder.path().join("a.txt"), "the needle\n").expect("it is ours");
    folder
}

/// Packs once; gives why it was not logged.
fn pack(workspace: &Workspace) -> Result<Option<String>, Error> {
    let request = PackRequest::new(Task::sentence("needle"));
    let Outcome::Loaded(pack) = workspace.pack(&request)? else { panic!("it fits") };
    assert!(pack.document().contains("the needle"));
    Ok(pack.passage().log_trouble().map(str::to_owned))
}

fn is_logged(workspace: &Workspace) -> bool {
    workspace.explain(&Which::Newest).is_ok_and(|found| found.is_some())
}

#[test]
fn without_a_key_a_root_is_not_written_to_and_the_call_says_so() {
    let root = project();
    let workspace = Workspace::open(root.path()).unwrap();
    assert!(pack(&workspace).unwrap().is_some_and(|why| why.contains("without a key")));
    assert!(!root.path().join(".plimsoll").exists());
    let options = Options { logging: Logging::Required, ..Options::default() };
    let required = Workspace::open_with(root.path(), options).unwrap();
    assert!(matches!(pack(&required), Err(Error::NotLogged(_))));

    let state = tempfile::tempdir().unwrap();
    let folder = Some(state.path().join("state"));
    let named = Options { state: folder, logging: Logging::Required, ..Options::default() };
    let named = Workspace::open_with(root.path(), named).unwrap();
    assert!(pack(&named).unwrap().is_none() && is_logged(&named));
}

#[test]
fn the_host_is_told_once_what_will_be_touched_before_it_is() {
    let root = project();
    let told: Arc<Mutex<Vec<Reach>>> = Arc::default();
    let (tell, hidden) = (Arc::clone(&told), root.path().join("late.txt"));
    let before_reading = move |reach: &Reach| {
        // What appears at this moment is still found: nothing has been read yet.
        fs::write(&hidden, "a late needle\n").unwrap();
        tell.lock().unwrap().push(reach.clone());
    };
    let options = Options {
        key: Some(UserKey::from_bytes([3; 32])),
        before_reading: Some(Arc::new(before_reading)),
        ..Options::default()
    };
    let workspace = Workspace::open_with(root.path(), options).unwrap();
    assert!(told.lock().unwrap().is_empty());
    let request = PackRequest::new(Task::sentence("needle"));
    let Outcome::Loaded(first) = workspace.pack(&request).unwrap() else { panic!("it fits") };
    assert!(first.document().contains("a late needle"));
    assert!(pack(&workspace).unwrap().is_none() && is_logged(&workspace));
    let told = told.lock().unwrap();
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].reads, [root.path()]);
    let is_state = |path: &Path| path.starts_with(root.path().join(".plimsoll")) && path.is_dir();
    assert!(told[0].writes.len() == 1 && is_state(&told[0].writes[0]), "{:?}", told[0]);
}

/// A source of the host's own: learnings by title, text and what they are said to count.
struct Learnings<'a>(&'a [(&'a str, &'a str, Option<u64>)]);

impl Source for Learnings<'_> {
    fn name(&self) -> &str {
        "learnings"
    }

    fn gather(&self, _: &Ask, _: &dyn Progress) -> Result<Gathered, SourceError> {
        let signals = Signals { recency_bucket: 3, relevance: 500, specificity: 700, risk: 500 };
        let draft = |&(title, text, estimate): &(&str, &str, Option<u64>)| -> Draft {
            let (name, text) = (Name::Title(title.to_owned()), text.to_owned());
            let draft = Candidate::new("learning", "history", Origin::Recorded, name, text);
            Candidate { scoring: Scoring::Signals(signals), estimate, ..draft }
        };
        Ok(Gathered { drafts: self.0.iter().map(draft).collect(), ..Gathered::default() })
    }
}

fn composed(
    workspace: &Workspace,
    request: &ComposeRequest,
    learnings: &[(&str, &str, Option<u64>)],
) -> Result<Composition, Error> {
    match workspace.compose_with(request, &[&Learnings(learnings)])? {
        Outcome::Loaded(composition) => Ok(composition),
        Outcome::Refused(refused) => panic!("{}", refused.message()),
    }
}

#[test]
fn one_id_twice_counts_once_or_is_an_input_error() {
    let root = project();
    let workspace = Workspace::open(root.path()).unwrap();
    let request = ComposeRequest::new("manual", 1000);
    let twice = |text| {
        let learnings = [("tests first", "run them\n", None), ("tests first", text, None)];
        composed(&workspace, &request, &learnings)
    };
    let once = twice("run them\n").unwrap();
    assert_eq!(once.explanation().performance.candidate_count, 1);
    assert_eq!(once.document().matches("run them").count(), 1);
    let Err(Error::Invalid(problems)) = twice("skip them\n") else {
        panic!("nobody can say which of the two is meant")
    };
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].contains("tests first"), "{problems:?}");
}

#[test]
fn what_was_estimated_too_low_is_shed_with_its_reason() {
    let root = project();
    let workspace = Workspace::open(root.path()).unwrap();
    let mut request = ComposeRequest::new("manual", 1000);
    let text = "so many words\n".repeat(100);
    let learnings = [("long", text.as_str(), Some(1)), ("short", "few words\n", None)];
    request.budget = Some(Budget::scaled(80_000));
    let all = composed(&workspace, &request, &learnings).unwrap().to_json();
    let counts = all["rendered"].as_array().unwrap().iter().map(|a| &a["exactTokenCount"]);
    let exact = counts.max_by_key(|count| count.as_u64()).unwrap();
    request.budget = Some(Budget::scaled(1000));
    let composition = composed(&workspace, &request, &learnings).unwrap();
    assert!(composition.passage().used() <= 1000);
    assert!(!composition.document().contains("so many words"));
    let [rejected] = &composition.rejections()[..] else { panic!("one has to go") };
    assert_eq!(rejected.reason, OutReason::LowerPriority);
    assert_eq!(rejected.artifact.token_estimate, 1);
    assert!(rejected.detail.contains(&exact.to_string()), "{} of {exact}", rejected.detail);
}

#[test]
fn a_budget_that_does_not_add_up_is_told_with_all_its_problems() {
    let root = project();
    let workspace = Workspace::open(root.path()).unwrap();
    let mut budget = Budget::scaled(1000);
    budget.lanes.remove(&Lane::History);
    budget.lanes.get_mut(&Lane::Rules).unwrap().min = 5000;
    let mut request = ComposeRequest::new("manual", 1000);
    request.budget = Some(budget);
    let Err(Error::Invalid(problems)) = composed(&workspace, &request, &[]) else {
        panic!("lanes of such a budget would be served anyhow")
    };
    let said = problems.join("\n");
    assert_eq!(problems.len(), 3, "{said}");
    for what in ["lane rules is above its maximum", "lane history is missing", "above the total"] {
        assert!(said.contains(what), "{said}");
    }
}

#[test]
fn vitals_move_the_scores_of_what_they_are_about() {
    let root = project();
    fs::write(root.path().join("AGENTS.md"), "# Rules\nBe kind.\n").unwrap();
    let workspace = Workspace::open(root.path()).unwrap();
    let scores = |vitals| {
        let request = ComposeRequest { vitals, ..ComposeRequest::new("manual", 1000) };
        let explanation = composed(&workspace, &request, &[("a", "b\n", None)]).unwrap();
        let lanes = explanation.explanation().lane_breakdown;
        let tops = lanes.iter().flat_map(|lane| &lane.top_artifacts);
        tops.map(|artifact| artifact.score.0).collect::<Vec<_>>()
    };
    let calm = KnownVitals::default();
    let low = KnownVitals { oxygen_low: Some(true), ..calm };
    assert_eq!(scores(calm), [320, 570]);
    assert_eq!(scores(low), [355, 570], "a tenth more relevance for rules, none for history");
}

#[test]
fn the_event_of_a_composition_has_the_seed_s_fields_with_its_values() {
    let root = project();
    let heard: Arc<Mutex<Vec<DecisionEvent>>> = Arc::default();
    let ears = Arc::clone(&heard);
    let on_decision = move |event: &DecisionEvent| ears.lock().unwrap().push(event.clone());
    let options = Options { on_decision: Some(Arc::new(on_decision)), ..Options::default() };
    let workspace = Workspace::open_with(root.path(), options).unwrap();
    let mut request = ComposeRequest::new("file_saved", 1000);
    request.budget = Some(Budget::scaled(1000));
    let text = "so many words\n".repeat(100);
    let learnings = [("long", text.as_str(), None), ("short", "few words\n", None)];
    let result = composed(&workspace, &request, &learnings).unwrap().to_json();
    let events = heard.lock().unwrap();
    let log = json!(events[0].composition.as_ref().unwrap());
    for (field, value) in [
        ("id", &result["meta"]["decisionId"]),
        ("timestamp", &json!(1000)),
        ("composerVersion", &json!(events[0].record.engine)),
        ("workspaceFingerprint", &result["meta"]["fingerprints"]["projectIndex"]),
        ("triggerEvent", &json!("file_saved")),
        ("commitish", &json!("HEAD")),
        ("candidateCount", &json!(2)),
        ("selectedArtifacts", &result["selected"]),
        ("budgetAllocation", &result["allocation"]),
        ("totalTokensUsed", &result["actualTokens"]),
        ("cacheKey", &result["cacheKey"]),
        ("cacheHit", &json!(false)),
    ] {
        assert_eq!(&log[field], value, "{field}");
    }
    let refs = [&result["selected"][0], &result["explanation"]["topRejections"][0]["artifact"]];
    let rows = refs.map(|r| ["id", "lane", "kind", "tokenEstimate"].map(|key| r[key].clone()));
    let rows = rows.iter().map(|[id, lane, kind, estimate]| {
        let text = |value: &'_ Value| value.as_str().unwrap().to_owned();
        (text(id), text(lane), text(kind), estimate.as_u64().unwrap())
    });
    let rows: Vec<_> = rows.collect();
    let digest =
        candidate_digest(rows.iter().map(|(id, lane, kind, n)| (&**id, &**lane, &**kind, *n)));
    assert_eq!(log["candidateDigest"], digest);
    for digest in ["constraintsDigest", "budgetConfigDigest"] {
        assert_eq!(log[digest].as_str().map(str::len), Some(64), "{digest}");
    }
    let ranking = |artifact: &Value| {
        log["rankings"]
            .as_array()
            .unwrap()
            .iter()
            .find(|row| row["artifact"] == *artifact)
            .cloned()
            .unwrap()
    };
    assert_eq!(log["rankings"].as_array().unwrap().len(), 2, "also what was not taken");
    let [taken, left] = refs.map(ranking);
    assert_eq!((&taken["score"], &taken["selected"]), (&json!(0.57), &json!(true)));
    assert!(taken["rejectionReason"].is_null());
    assert_eq!((&left["score"], &left["selected"]), (&json!(0.57), &json!(false)));
    assert_eq!(left["rejectionReason"], "lane_max_reached");
}

/// A key over several lines, the same each time.
fn private_key(line_end: &str) -> String {
    let body = "MIIEowIBAAKCAQEAx7Vq2bWm0nXk3o9sZrT4cYpLhJ8uFdEaGi5QwRt6yUvBnMzX";
    let lines =
        ["-----BEGIN RSA PRIVATE KEY-----", body, body, "-----END RSA PRIVATE KEY-----", ""];
    lines.join(line_end)
}

#[test]
fn a_scan_reads_a_file_as_the_doors_do() {
    let folder = project();
    let notes = folder.path().join("notes.txt");
    let key = Some(UserKey::from_bytes([7; 32]));
    let options = Options { key, ..Options::default() };
    let ids = || {
        let workspace = Workspace::open_with(folder.path(), options.clone()).expect("it opens");
        workspace.index().expect("the workspace has a secret by which findings are named");
        let scan = workspace.scan(&ScanRequest::default()).expect("it can be scanned");
        scan.findings.into_iter().map(|finding| finding.id).collect::<Vec<_>>()
    };
    fs::write(&notes, private_key("\n")).expect("it is ours");
    let with_plain_ends = ids();
    assert!(matches!(with_plain_ends.as_slice(), [Some(_)]), "{with_plain_ends:?}");
    fs::write(folder.path().join(".gitattributes"), "*.txt text eol=crlf\n").expect("it is ours");
    fs::write(&notes, private_key("\r\n")).expect("it is ours");
    assert_eq!(ids(), with_plain_ends);
}

/// A source that gives a rule document with less to fall back on.
struct ShrinkingRules;

impl Source for ShrinkingRules {
    fn name(&self) -> &str {
        "shrinking rules"
    }

    fn gather(&self, _: &Ask, _: &dyn Progress) -> Result<Gathered, SourceError> {
        let signals = Signals { recency_bucket: 0, relevance: 900, specificity: 500, risk: 300 };
        let text: String = (0..300).map(|line| format!("rule number {line}\n")).collect();
        let name = Name::Path("RULES.md".to_owned());
        let draft = Candidate::new("rule_doc", "rules", Origin::Repository, name, text);
        let ladder = ladder::around(&[10], 300, &[5]);
        let scoring = Scoring::Signals(signals);
        // So little that it is admitted wherever its smaller form would fit.
        let draft = Draft { scoring, ladder, estimate: Some(50), ..draft };
        Ok(Gathered { drafts: vec![draft], ..Gathered::default() })
    }
}

#[test]
fn what_never_shrinks_stays_whole_whatever_its_source_says() {
    let root = project();
    let workspace = Workspace::open(root.path()).unwrap();
    for total in [800, 2_000, 8_000, 80_000] {
        let budget = Some(Budget::scaled(total));
        let request = ComposeRequest { budget, ..ComposeRequest::new("manual", 1000) };
        let outcome = workspace.compose_with(&request, &[&ShrinkingRules]).unwrap();
        let Outcome::Loaded(composition) = outcome else { panic!("nothing is required") };
        let document = composition.document();
        let shown = [0, 10, 299].map(|line| document.contains(&format!("rule number {line}\n")));
        assert!(shown == [true; 3] || shown == [false; 3], "{total}: {shown:?}");
        assert_eq!(shown[0], total >= 8_000, "{total}");
    }
}

#[test]
fn a_contract_that_allows_everything_does_not_make_everything_a_candidate() {
    let root = project();
    for file in 0..620 {
        fs::write(root.path().join(format!("{file}.txt")), format!("text {file}\n")).unwrap();
    }
    let workspace = Workspace::open(root.path()).unwrap();
    let contract = Contract { allowed_globs: vec!["**".to_owned()], ..Contract::default() };
    let task = Task { contract: Some(contract), ..Task::sentence("the needle") };
    let Outcome::Loaded(pack) = workspace.pack(&PackRequest::new(task)).unwrap() else {
        panic!("it fits")
    };
    let left_out = pack.to_json()["meta"]["leftOut"].as_array().unwrap().clone();
    let below = left_out.iter().filter(|out| out["reason"] == "ranked_below");
    assert_eq!(below.count(), 621 - 500);
    assert!(pack.document().contains("the needle"), "what the words find comes first");
}

#[test]
fn a_missing_file_that_several_issues_name_is_told_once() {
    let root = project();
    let issue = |line| Issue { file: Some("gone.txt".to_owned()), line, ..Issue::default() };
    let issues = vec![issue(Some(3)), issue(Some(9)), issue(None)];
    let previous = Some(Previous { issues, ..Previous::default() });
    let task = Task { previous, ..Task::sentence("mend it") };
    let workspace = Workspace::open(root.path()).unwrap();
    let Outcome::Loaded(pack) = workspace.pack(&PackRequest::new(task)).unwrap() else {
        panic!("it fits")
    };
    let notices = pack.passage().notices();
    let told = notices.iter().filter(|notice| notice.contains("gone.txt"));
    assert_eq!(told.count(), 1, "{notices:?}");
}
