//! Signed evidence of what a model was shown: made by `build --sign`, verified by anybody with the public key.

use crate::build::{PROJECT, request};
use crate::support::run::hermetic;
use crate::support::{Place, Ran, entry};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::fs;

/// A result of `build` with its evidence, and the keys.
pub(crate) struct Handed {
    pub(crate) place: Place,
    pub(crate) request: String,
    pub(crate) key: String,
    pub(crate) public: String,
    pub(crate) result: String,
    pub(crate) envelope: String,
}

pub(crate) fn with_key() -> Handed {
    let place = Place::of(PROJECT);
    let request = place.put_beside("request.json", request("src/App.cs").to_string());
    let path = |name: &str| place.beside(name).to_str().expect("it is plain").to_owned();
    let (key, result) = (path("key"), path("result.json"));
    let _ = place.run(["keygen", &key]).ok();
    let (public, envelope) = (format!("{key}.pub"), format!("{result}.dsse.json"));
    Handed { place, request, key, public, result, envelope }
}

fn signed() -> Handed {
    let handed = with_key();
    let _ = handed.build(&["--sign", &handed.key, "-o", &handed.result]).ok();
    handed
}

impl Handed {
    pub(crate) fn build(&self, args: &[&str]) -> Ran {
        self.place.call().args(["build", &self.request]).args(args).run()
    }

    /// Anywhere: the project is not needed.
    pub(crate) fn verify(&self, args: &[&str]) -> Ran {
        let call = self.place.call().folder(self.place.home());
        call.args(["verify", &self.envelope, "--key", &self.public]).args(args).run()
    }

    fn result(&self) -> Value {
        serde_json::from_slice(&fs::read(&self.result).expect("it was written")).expect("JSON")
    }

    fn statement(&self) -> Value {
        let envelope: Value =
            serde_json::from_slice(&fs::read(&self.envelope).expect("it was written"))
                .expect("JSON");
        let payload = STANDARD.decode(envelope["payload"].as_str().expect("a text"));
        serde_json::from_slice(&payload.expect("base64")).expect("JSON")
    }
}

#[test]
fn a_signed_result_is_verified_without_the_project() {
    let handed = signed();
    let ran = handed.verify(&["--result", &handed.result]).ok();
    assert!(ran.stdout().starts_with("the evidence holds"), "{}", ran.stdout());
    assert!(ran.stdout().lines().all(|line| line.chars().count() <= 80), "{}", ran.stdout());
    let answer = handed.verify(&["--result", &handed.result, "--json"]).ok().json();
    assert_eq!((&answer["holds"], &answer["unchecked"]), (&json!(true), &json!([])));
    let result = handed.result();
    let predicate = &answer["statement"]["predicate"];
    assert_eq!(predicate["decisionId"], result["meta"]["decisionId"]);
    assert_eq!(predicate["screening"], result["meta"]["screening"]);
    assert_eq!(predicate["used"], result["budget_report"]["estimated_input_tokens"]);
    // Neither a path nor a content, nor anything of the key.
    let statement = handed.statement().to_string();
    for foreign in ["App.cs", "class App", "rename", "PRIVATE"] {
        assert!(!statement.contains(foreign), "{foreign} is in {statement}");
    }
}

#[test]
fn one_byte_of_any_part_is_enough() {
    let handed = signed();
    let good = fs::read_to_string(&handed.result).expect("it was written");
    let flips = [
        ("context_bundle", "\"context_bundle\":{\"blocks\":[{\"block_id\":\""),
        ("context_manifest", "\"context_manifest\":{\"bundle_id\":\""),
        ("redaction_report", "\"redaction_report\":{\"bundle_id\":\""),
        ("budget_report", "\"budget_report\":{\"bundle_id\":\""),
        ("document", "\"document\":\""),
        ("meta", "\"decisionId\":\""),
        ("outcome", "\"outcome\":\""),
    ];
    for (part, before) in flips {
        let at =
            good.find(before).unwrap_or_else(|| panic!("{before} is in {good}")) + before.len();
        let mut bytes = good.clone().into_bytes();
        bytes[at] = if bytes[at] == b'0' { b'1' } else { b'0' };
        let changed = handed.place.put_beside("changed.json", bytes);
        let ran = handed.verify(&["--result", &changed]).ends_with(1);
        assert!(ran.stdout().contains(&format!("{part}:\n  was ")), "{part}: {}", ran.stdout());
        let answer = handed.verify(&["--result", &changed, "--json"]).ends_with(1).json();
        let named: Vec<_> = answer["differences"].as_array().expect("a list").iter().collect();
        let others = named
            .iter()
            .filter(|one| one["what"] != part && !one["what"].to_string().contains("meta"));
        assert_eq!(others.count(), 0, "{named:?}");
    }
    let mut more: Value = handed.result();
    more["note"] = json!("x");
    // Keys are sorted, and nothing in it is written in two ways.
    let more = handed.place.put_beside("more.json", more.to_string());
    let ran = handed.verify(&["--result", &more]).ends_with(1);
    assert!(ran.stdout().contains("note:\n  was not there"), "{}", ran.stdout());
}

#[test]
fn what_was_sent_is_verified_by_the_document_alone() {
    let handed = signed();
    let document = handed.result()["document"].as_str().expect("a text").to_owned();
    let sent = handed.place.put_beside("sent.md", &document);
    let ran = handed.verify(&["--document", &sent]).ok();
    assert!(ran.stdout().contains("not looked at:"), "{}", ran.stdout());
    let mut bytes = document.into_bytes();
    let last = bytes.len() - 1;
    bytes[last] = 0xFF;
    let sent = handed.place.put_beside("sent.md", bytes);
    let both = handed.verify(&["--document", &sent, "--result", &handed.result]).ends_with(1);
    assert!(both.stdout().contains("document by itself:\n  was "), "{}", both.stdout());
    for format in ["markdown", "xml"] {
        let path = handed.place.beside(format).to_str().expect("plain").to_owned();
        let _ = handed.build(&["--format", format, "--sign", &handed.key, "-o", &path]).ok();
        let envelope = format!("{path}.dsse.json");
        let verify = ["verify", &envelope, "--key", &handed.public, "--document", &path];
        let ran = handed.place.run(verify).ok();
        assert!(!ran.stdout().contains("not looked at"), "{}", ran.stdout());
    }
}

#[test]
fn evidence_goes_where_it_is_sent_and_is_never_where_the_result_is_not() {
    let handed = with_key();
    let evidence = handed.place.beside("e.json").to_str().expect("plain").to_owned();
    let printed = handed.build(&["--sign", &handed.key, "--evidence", &evidence]).ok();
    let result = handed.place.put_beside("printed.json", printed.stdout());
    let verify = ["verify", &evidence, "--key", &handed.public, "--result", &result];
    let _ = handed.place.run(verify).ok();
    // In the project it is none of the project's files.
    let inside = handed.place.root().join("out.json");
    let _ = handed.build(&["--sign", &handed.key, "-o", inside.to_str().expect("plain")]).ok();
    let packed = handed.place.run(["pack", "payload signatures", "--format", "json"]).ok().json();
    for ours in ["out.json", "out.json.dsse.json"] {
        assert_eq!(entry(&packed["meta"]["leftOut"], "path", ours)["reason"], "own_document");
    }

    let (missing, same) = ("no/such/folder/e.json", handed.result.as_str());
    for (args, code, said) in [
        (vec![], 2, "write the result to a file with -o, or name one with --evidence"),
        (vec!["-o", "/dev/stdout"], 2, "has no place"),
        (vec!["-o", same, "--evidence", same], 2, "is the place of the result"),
        (vec!["-o", same, "--evidence", missing], 3, "cannot be written"),
    ] {
        let ran = handed.build(&[&["--sign", &handed.key][..], &args].concat()).ends_with(code);
        assert!(ran.stderr().contains(said), "{args:?}: {}", ran.stderr());
        assert!(!fs::exists(same).expect("it can be asked"), "{args:?}");
    }
    let mut narrow = request("src/App.cs");
    narrow["token_budget"]["max_input_tokens"] = json!(1_010);
    let narrow = handed.place.put_beside("narrow.json", narrow.to_string());
    let refused = ["build", &narrow, "--sign", &handed.key, "-o", &handed.result];
    let _ = handed.place.run(refused).ends_with(1);
    assert!(!fs::exists(&handed.envelope).expect("it can be asked"), "nothing was shown");
}

#[test]
fn a_key_that_is_none_stops_everything_and_shows_nothing() {
    let handed = with_key();
    let secret = fs::read_to_string(&handed.key).expect("it was made");
    let inside = secret.lines().nth(1).expect("it has three lines");
    let broken = handed.place.put_beside("broken", secret.replacen('M', "%", 1));
    for key in [&handed.public, &broken, &handed.result] {
        #[cfg(unix)]
        let _ = fs::set_permissions(key, std::os::unix::fs::PermissionsExt::from_mode(0o600));
        let ran = handed.build(&["--sign", key, "-o", &handed.result]).ends_with(2);
        assert!(!fs::exists(&handed.result).expect("it can be asked"));
        assert!(!ran.stderr().contains(&inside[10..30]), "{}", ran.stderr());
    }
    let _ = handed.build(&["--sign", &handed.key, "-o", &handed.result]).ok();
    let ran = handed.place.run([
        "verify",
        &handed.envelope,
        "--key",
        &handed.key,
        "--result",
        &handed.result,
    ]);
    assert!(!ran.ends_with(2).stderr().contains(&inside[10..30]));
    for args in [
        vec!["--key", handed.public.as_str()],
        vec!["--evidence", "x"],
        vec!["--sign-with", "cat"],
        vec!["--sign", &handed.key, "--sign-with", "cat", "--key", &handed.public],
    ] {
        let _ = handed.build(&args).ends_with(2);
    }
}

/// Python knows nothing of us: it recomputes a digest and what was signed, and openssl verifies that.
#[test]
fn other_programs_come_to_the_same() {
    const SCRIPT: &str = r#"
import base64, hashlib, json, sys
result = json.load(open(sys.argv[1], encoding="utf-8"))
envelope = json.load(open(sys.argv[2], encoding="utf-8"))
payload = base64.b64decode(envelope["payload"])
kind = envelope["payloadType"].encode()
statement = json.loads(payload)
for subject in statement["subject"]:
    value = result.pop(subject["name"])
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    text = value if subject["name"] == "document" else text
    assert hashlib.sha256(text.encode()).hexdigest() == subject["digest"]["sha256"], subject
assert not result, result
assert statement["_type"] == "https://in-toto.io/Statement/v1"
pae = b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(payload), payload)
open(sys.argv[3], "wb").write(pae)
open(sys.argv[4], "wb").write(base64.b64decode(envelope["signatures"][0]["sig"]))
print(envelope["signatures"][0]["keyid"])
"#;
    let handed = signed();
    let home = handed.place.home();
    let path = |name: &str| handed.place.beside(name).to_str().expect("plain").to_owned();
    let (message, signature, der) = (path("message"), path("signature"), path("der"));
    let mut python = hermetic("python3", &home);
    python.args(["-c", SCRIPT, &handed.result, &handed.envelope, &message, &signature]);
    let Ok(python) = python.output() else {
        println!("skipped: there is no python3 here");
        return;
    };
    assert!(python.status.success(), "{}", String::from_utf8_lossy(&python.stderr));
    let mut openssl = hermetic("openssl", &home);
    openssl.args(["pkeyutl", "-verify", "-pubin", "-inkey", &handed.public, "-rawin"]);
    openssl.args(["-in", &message, "-sigfile", &signature]);
    let Ok(openssl) = openssl.output() else {
        println!("skipped: there is no openssl here");
        return;
    };
    assert!(openssl.status.success(), "{}", String::from_utf8_lossy(&openssl.stderr));
    let mut key = hermetic("openssl", &home);
    key.args(["pkey", "-pubin", "-in", &handed.public, "-outform", "DER", "-out", &der]);
    assert!(key.status().is_ok_and(|status| status.success()));
    let id = <sha2::Sha256 as sha2::Digest>::digest(fs::read(der).expect("it was written"));
    let id: String = id.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(String::from_utf8_lossy(&python.stdout).trim(), id);
}
