//! No secret leaves: planted in every place a text can come from, searched for in every byte that comes out.

use crate::support::secrets::{Sample, Search, samples, state_bytes};
use crate::support::{Place, Ran};
use serde_json::{Value, json};

const FORMATS: [&str; 3] = ["markdown", "xml", "json"];

const SAMPLES_AT_ONCE: usize = 12;

/// What a test looks for, and everything that came out so far.
struct Watch {
    search: Search,
}

impl Watch {
    fn new(samples: &[Sample]) -> Self {
        Self { search: Search::new(samples.iter().map(|sample| sample.secret.as_str())) }
    }

    #[track_caller]
    fn check(&self, ran: &Ran, what: &str) {
        assert!(matches!(ran.code, Some(0..=2)), "{what}: {:?} {}", ran.code, ran.stderr());
        for (name, bytes) in [("stdout", &ran.stdout), ("stderr", &ran.stderr)] {
            let hits = self.search.hits(bytes);
            assert!(hits.is_empty(), "{what}: {name} holds {hits:#?}");
        }
    }

    #[track_caller]
    fn check_state(&self, place: &Place, what: &str) {
        let hits = self.search.hits(&state_bytes(place.root()));
        assert!(hits.is_empty(), "{what}: the state folder holds {hits:#?}");
    }

    /// Every door in every format, and explain after each door.
    fn through_all_doors(&self, place: &Place, request: &Value, task: &Value, what: &str) {
        let doors: [(&str, &[&str], &Value); 4] = [
            (
                "pack",
                &["pack", "find the needle in what is here", "--diff", "--tier", "strong"],
                &Value::Null,
            ),
            ("task", &["pack", "--task", "-", "--tier", "strong"], task),
            ("build", &["build", "-"], request),
            ("compose", &["compose", "--budget", "60k"], &Value::Null),
        ];
        for (door, args, stdin) in doors {
            for format in FORMATS {
                let call = place.call().args(args).args(["--format", format]);
                let ran = call.stdin(stdin.to_string()).run();
                self.check(&ran, &format!("{what}: {door} as {format}"));
            }
            for explain in [&["explain", "-v"][..], &["explain", "--json"]] {
                self.check(&place.run(explain), &format!("{what}: {explain:?} of {door}"));
            }
        }
        self.check(&place.run(["compose", "-v"]), what);
        self.check(&place.run(["config", "show"]), what);
        let others: [&[&str]; 9] = [
            &["scan", "-v"],
            &["scan", "--format", "json"],
            &["scan", "--format", "sarif"],
            &["log", "--json"],
            &["log", "show", "--json"],
            &["replay", "--json"],
            &["why", "a.txt", "--json"],
            &["doctor", "--json"],
            &["compose", "--format", "json", "--rev", "HEAD"],
        ];
        for args in others {
            self.check(&place.run(args), &format!("{what}: {args:?}"));
        }
        self.check(&place.run(["config", "show", "--json"]), what);
        self.check_state(place, what);
    }
}

fn plain_task() -> Value {
    json!({"goal": "find the needle", "contract": {"allowedGlobs": ["**"]}})
}

fn plain_request() -> Value {
    json!({"purpose": "diff", "plan_step": {"text": "find the needle", "target_files": ["a.txt"]}})
}

/// The sample between other lines, so that it is found like in a real file.
fn file_with(sample: &Sample) -> String {
    format!("the needle\n{}\nafter it\n", sample.text)
}

/// One text with all their texts.
fn together(samples: &[Sample]) -> Sample {
    let join = |part: fn(&Sample) -> &String| {
        samples.iter().map(|sample| part(sample).as_str()).collect::<Vec<_>>().join("\n")
    };
    Sample { rule: join(|s| &s.rule), text: join(|s| &s.text), secret: join(|s| &s.secret) }
}

#[test]
fn in_files_targets_and_rule_documents() {
    let samples = samples();
    let watch = Watch::new(&samples);
    let place = Place::of("//- a.txt\nthe needle\n");
    let mut request = plain_request();
    let mut targets = vec!["a.txt".to_owned()];
    for (n, sample) in samples.iter().enumerate() {
        place.write(format!("src/{}-{n}.txt", sample.rule), file_with(sample));
        targets.push(format!("src/{}-{n}.txt", sample.rule));
    }
    let rules: String =
        samples.iter().map(|sample| format!("## Rule\n{}\n", sample.text)).collect();
    place.write("AGENTS.md", rules);
    request["plan_step"]["target_files"] = json!(targets);
    watch.through_all_doors(&place, &request, &plain_task(), "files, refused");
    request["options"] = json!({"allowRedactedTargets": true});
    request["token_budget"] = json!({"max_input_tokens": 1_000_000});
    watch.through_all_doors(&place, &request, &plain_task(), "files, redacted");
    // They were looked at, not left out: the placeholders are there.
    let pack = place.run(["pack", "find the needle", "--tier", "strong"]).ok();
    assert!(pack.stdout().contains("<redacted:github-token:"), "{}", pack.stdout());
}

#[test]
fn in_diffs_of_the_working_tree() {
    let samples = samples();
    let watch = Watch::new(&samples);
    let place = Place::of("//- a.txt\nthe needle\n");
    for (n, sample) in samples.iter().enumerate() {
        place.write(format!("old/{n}.txt"), file_with(sample));
        place.write(format!("new/{n}.txt"), "the needle\nnothing yet\nafter it\n");
    }
    place.commit_all();
    // What a commit says is a text of the repository too.
    let message: Vec<&str> = samples.iter().map(|sample| sample.text.as_str()).collect();
    let _ = place.git(&["commit", "-q", "--allow-empty", "-m", &message.join("\n")]).ok();
    for (n, sample) in samples.iter().enumerate() {
        place.write(format!("old/{n}.txt"), "the needle\nit is gone\nafter it\n");
        place.write(format!("new/{n}.txt"), file_with(sample));
        place.write(format!("added/{n}.txt"), file_with(sample));
    }
    watch.through_all_doors(&place, &plain_request(), &plain_task(), "diffs");
}

#[test]
fn in_the_texts_of_a_request() {
    let place = Place::of("//- a.txt\nthe needle\n");
    // Several at once: each alone would take long.
    for (n, samples) in samples().chunks(SAMPLES_AT_ONCE).enumerate() {
        let watch = Watch::new(samples);
        let sample = &together(samples);
        let text = &sample.text;
        let lines: String = text.lines().map(|line| format!("+{line}\n")).collect();
        let diff = format!("--- a/x.txt\n+++ b/x.txt\n@@ -1,1 +1,9 @@\n one\n{lines}");
        let task = json!({
            "id": text, "title": text, "goal": file_with(sample), "acceptance": [text, {"text": text}],
            "context": {"files": ["a.txt"]},
            "previous": {
                "iteration": 1, "diff": diff,
                "issues": [{"message": text, "output": file_with(sample), "file": "a.txt"}],
            },
            "repairTickets": [{"message": text, "expected": text, "actual": text, "hint": text}],
        });
        let request = json!({
            "purpose": "diff",
            "intent": {"id": text, "text": text},
            "plan_step": {"id": text, "text": text, "target_files": ["a.txt"]},
            "constraints": [{"source": "user", "id": text, "text": text}],
            "token_budget": {"provider": text, "model": text},
            "last_error": {"kind": text, "message": text, "output": file_with(sample), "diff": diff},
            "correlation_id": text,
            "created_at": text,
        });
        // Every format of every sample would take long; each sample meets each format in turn.
        let format = FORMATS[n % FORMATS.len()];
        let what = |door: &str| format!("{} {door} as {format}", sample.rule);
        let call = place.call().args(["pack", "--task", "-", "--format", format]);
        watch.check(&call.stdin(task.to_string()).run(), &what("task"));
        let call = place.call().args(["build", "-", "--format", format]).stdin(request.to_string());
        watch.check(&call.run(), &what("build"));
        let call = place.call().args(["pack", text, "--format", format]);
        watch.check(&call.run(), &what("sentence"));
        let call = place.call().args(["compose", "--format", format, "--trigger", text]);
        watch.check(&call.args(["--keyword", text]).run(), &what("compose"));
        let call = place.call().args(["compose", "--format", format, "--file", text]);
        watch.check(&call.run(), &what("compose a file"));
        let artifact = json!({
            "kind": "learning", "name": text, "content": file_with(sample),
            "relevanceScore": 1, "specificityScore": 1, "riskAlignment": 1,
        });
        let request = json!({
            "event": text, "keywords": [text], "commitish": text, "workspaceFingerprint": text,
            "artifacts": [artifact],
        });
        let call = place.call().args(["compose", "--format", format, "--request", "-"]);
        watch.check(&call.stdin(request.to_string()).run(), &what("compose request"));
        for args in [
            &["violation", text, "--file", "a.txt", "--rule", text][..],
            &["learning", text, "--when", text],
            &["turn", text, "--session", text],
        ] {
            watch.check(&place.call().arg("record").args(args).run(), &what("record"));
        }
        watch.check(&place.run(["record", "list", "--json"]), &what("record list"));
        watch.check(&place.run(["compose", "--format", format]), &what("recorded"));
        watch.check_state(&place, &what("state"));
    }
}

#[test]
fn in_texts_whose_secret_has_no_end() {
    let key = "MIIEowIBAAKCAQEA7fT3xQ9vZk2LmWb8cRy4uNp6sHd1JgEo5aXiVtMlKw0qBzCf";
    let text = format!("-----BEGIN RSA PRIVATE KEY-----\n{key}\n");
    let sample = Sample { rule: "private-key".to_owned(), text, secret: key.to_owned() };
    let later = samples().into_iter().find(|sample| sample.rule == "github-token");
    let later = later.expect("there is such a rule");
    let watch = Watch::new(&[sample.clone(), later.clone()]);
    let place = Place::of("//- a.txt\nthe needle\n");
    place.write("key.txt", &sample.text);
    place.write("CLAUDE.md", &sample.text);
    place.commit_all();
    place.write("key.txt", format!("changed\n{}", sample.text));
    // Also what comes after the text that refuses the call stays out of the log.
    let task = json!({"title": sample.text, "goal": later.text, "acceptance": [later.text]});
    let request = json!({
        "purpose": "diff",
        "intent": {"text": sample.text},
        "plan_step": {"text": later.text, "target_files": ["key.txt"]},
        "token_budget": {"model": later.text},
    });
    watch.through_all_doors(&place, &request, &task, "no end");
    let call = place.call().args(["pack", "--task", "-", "--format", "json"]);
    let refused = call.stdin(task.to_string()).run().ends_with(1).json();
    assert_eq!(refused["refusal"]["code"], "SecretRisk");
    let ran = place.run(["compose", "--format", "json", &format!("--keyword={}", sample.text)]);
    let ran = ran.ends_with(1);
    watch.check(&ran, "a keyword");
    watch.check_state(&place, "a keyword");
}

#[test]
fn in_the_names_of_files() {
    let samples: Vec<Sample> = samples()
        .into_iter()
        .filter(|sample| !sample.secret.contains(['/', '\n']) && sample.secret.len() < 200)
        // A bare password is no secret without the name that it is given to.
        .filter(|sample| sample.text.len() < 250 && !sample.text.contains(['/', '\n']))
        .collect();
    assert!(samples.len() > 15);
    let watch = Watch::new(&samples);
    let place = Place::of("//- a.txt\nthe needle\n");
    let mut files = vec!["a.txt".to_owned()];
    for sample in &samples {
        place.write(format!("names/{}", sample.text), "the needle\n");
        files.push(format!("names/{}", sample.text));
    }
    place.commit_all();
    for sample in &samples {
        place.write(format!("names/{}", sample.text), "the needle, changed\n");
        place.write(format!("more/{}/AGENTS.md", sample.text), "the needle\n");
    }
    let task = json!({
        "goal": "find the needle",
        "context": {"files": files},
        "contract": {"allowedGlobs": files},
        "previous": {"iteration": 1, "issues": [{"message": "m", "file": files[1]}]},
    });
    let mut request = plain_request();
    request["plan_step"]["target_files"] = json!(files);
    request["active_file"] = json!(files[1]);
    watch.through_all_doors(&place, &request, &task, "names");
}

/// What a branch is called is said where it cannot be used.
#[test]
fn in_the_names_of_references() {
    let token = samples().into_iter().find(|sample| sample.rule == "github-token");
    let token = token.expect("there is such a rule");
    let watch = Watch::new(std::slice::from_ref(&token));
    let name = &token.secret;
    for kind in ["junk", "link", "round", "far"] {
        let place = Place::of("//- a.txt\nthe needle\n");
        place.commit_all();
        place.write(".git/HEAD", format!("ref: refs/heads/{name}\n"));
        let reference = place.root().join(".git/refs/heads").join(name);
        match kind {
            "link" => std::os::unix::fs::symlink("main", reference).expect("it is ours"),
            "round" => place.write(reference, format!("ref: refs/heads/{name}\n")),
            "far" => place.write(reference, format!("ref: {name}/x\n")),
            _ => place.write(reference, "junk\n"),
        }
        let pack = place.run(["pack", "find the needle"]).ok();
        assert!(pack.stderr().contains("Git is not used"), "{kind}: {}", pack.stderr());
        watch.through_all_doors(&place, &plain_request(), &plain_task(), kind);
        watch.check(&place.run(["index", "--json"]), kind);
        watch.check(&place.run(["pack", "find", "--rev", "main"]), kind);
    }
    // The nearest name is proposed.
    let place = Place::of("//- a.txt\nthe needle\n");
    place.commit_all();
    let _ = place.git(&["branch", name]).ok();
    watch.check(&place.run(["pack", "find", "--rev", &name[..name.len() - 1]]), "near");
}

#[test]
fn in_the_settings_of_a_repository() {
    let samples = samples();
    let watch = Watch::new(&samples);
    let place = Place::of("//- a.txt\nthe needle\n");
    let constraints: String = samples
        .iter()
        .enumerate()
        .map(|(n, sample)| format!("c{n} = {}\n", toml::Value::String(sample.text.clone())))
        .collect();
    let token = "ghp_ByReQMsm9Wcz7uW9XFOGOeMVNen5n1Ae6pWz";
    let settings =
        format!("[paths]\ndeny = [\"{token}/**\"]\n[policy]\nsensitive = [\"{token}\"]\n");
    let constraints = format!("[constraints]\n{token} = \"as a name\"\n{constraints}");
    place.write("plimsoll.toml", settings + &constraints);
    place.write(format!("{token}/a.txt"), "the needle\n");
    // An ignore file is read too, and quoted as a reason.
    place.write(".gitignore", format!("*.{token}\n"));
    place.write(format!("a.{token}"), "the needle\n");
    let build = place.call().arg("build").stdin(plain_request().to_string()).run();
    watch.check(&build, "constraints");
    watch.through_all_doors(&place, &plain_request(), &plain_task(), "constraints");
}

#[test]
fn in_the_rules_of_other_scanners() {
    let samples = samples();
    let watch = Watch::new(&samples);
    let place = Place::of("//- a.txt\nthe needle, and needle-1\n");
    let rules: String = samples
        .iter()
        .enumerate()
        .map(|(n, sample)| {
            let text = toml::Value::String(sample.text.clone());
            let broken = toml::Value::String(format!(
                "(an expression that was never closed {}",
                sample.text
            ));
            let regex = if n % 2 == 0 { r"'needle-\d'" } else { &broken.to_string() };
            format!(
                "[[rules]]\nid = {text}\ndescription = {text}\nregex = {regex}\n\
                 [[rules.allowlists]]\nstopwords = [{text}]\nregexes = [{broken}]\n"
            )
        })
        .collect();
    place.write(".gitleaks.toml", rules);
    let ignored: String = samples.iter().map(|sample| format!("{}:x:1\n", sample.text)).collect();
    place.write(".gitleaksignore", ignored);
    watch.through_all_doors(&place, &plain_request(), &plain_task(), "rules");
    let baseline: Vec<&str> = samples.iter().map(|sample| sample.text.as_str()).collect();
    place.write("known.json", json!({"version": baseline}).to_string());
    let others: [&[&str]; 4] = [
        &["rules"],
        &["rules", "--json"],
        &["rules", &samples[0].text],
        &["scan", "--baseline", "known.json"],
    ];
    for args in others {
        watch.check(&place.run(args), &format!("rules: {args:?}"));
    }
}

#[test]
fn in_what_is_wrong() {
    let place = Place::of("//- a.txt\nthe needle\n");
    for sample in samples() {
        let watch = Watch::new(std::slice::from_ref(&sample));
        let text = &sample.text;
        for task in [
            json!({"goal": "x", text: 1}),
            json!({"goal": "x", "context": {"files": [format!("../{text}")]}}),
            json!({"goal": "x", "contract": {"allowedGlobs": [format!("{{{text}")]}}),
            json!({"goal": "x", "previous": {"issues": [{"message": "m", "severity": text}]}}),
        ] {
            let call = place.call().args(["pack", "--task", "-", "--format", "json"]);
            watch.check(&call.stdin(task.to_string()).run(), &format!("{}: {task}", sample.rule));
        }
    }
}
