//! Evidence that somebody else made, and signatures by somebody else's program.

use crate::evidence::{Handed, with_key};
use serde_json::{Value, json};
use std::fs;

fn signed() -> Handed {
    let handed = with_key();
    let _ = handed.build(&["--sign", &handed.key, "-o", &handed.result]).ok();
    handed
}

#[test]
fn evidence_of_another_key_does_not_hold() {
    let handed = signed();
    let other = handed.place.beside("other").to_str().expect("plain").to_owned();
    let _ = handed.place.run(["keygen", &other]).ok();
    let other = format!("{other}.pub");
    let verify = ["verify", &handed.envelope, "--key", &other, "--result", &handed.result];
    let ran = handed.place.run(verify).ends_with(1);
    assert!(ran.stdout().contains("no signature in it is of this key"), "{}", ran.stdout());
    let answer = handed.place.run(verify.into_iter().chain(["--json"])).ends_with(1).json();
    assert_eq!((&answer["signed"], &answer["statement"]), (&json!(false), &Value::Null));
    // Both have signed: one is enough.
    let text = fs::read_to_string(&handed.envelope).expect("it was written");
    let mut envelope: Value = serde_json::from_str(&text).expect("it is JSON");
    envelope["signatures"] = json!([{"sig": "AAAA"}, envelope["signatures"][0]]);
    envelope["comment"] = json!([[["unknown"]]]);
    fs::write(&handed.envelope, envelope.to_string()).expect("it is ours");
    let _ = handed.verify(&["--result", &handed.result]).ok();
}

#[test]
fn an_envelope_of_somebody_else_can_say_nothing_on_the_terminal() {
    let handed = signed();
    let good = fs::read_to_string(&handed.envelope).expect("it was written");
    let changed = |name: &str, value: Value| {
        let mut envelope: Value = serde_json::from_str(&good).expect("it is JSON");
        envelope[name] = value;
        envelope.to_string()
    };
    let hostile = [
        (String::new(), "no signed evidence"),
        (good[..good.len() / 2].to_owned(), "no signed evidence"),
        (format!("{{\"payload\":{}", "[".repeat(200_000)), "no signed evidence"),
        (changed("payloadType", json!("\u{1b}[31m\u{202e}x\n## forged")), "something else"),
        (changed("payload", json!("\u{1b}")), "not base64"),
        (changed("payload", json!("A".repeat(2_000_000))), "more than a million bytes"),
        (changed("signatures", Value::Array(vec![json!({"sig": ""}); 101])), "a hundred"),
        (" ".repeat(20_000_001), "more than 20,000,000 bytes"),
    ];
    for (text, said) in hostile {
        fs::write(&handed.envelope, text).expect("it is ours");
        for args in [&["--result", &handed.result][..], &["--result", &handed.result, "--json"]] {
            let ran = handed.verify(args).ends_with(2);
            assert!(ran.stderr().contains(said), "{said}: {}", ran.stderr());
            let all = [ran.stdout(), ran.stderr()].concat();
            assert!(!all.contains(['\u{1b}', '\u{202e}']) && !all.contains("\n##"), "{all:?}");
        }
    }
    fs::write(&handed.envelope, &good).expect("it is ours");
    for (result, said) in [("{", "is not JSON"), ("{\"a\": 1}", "not as plimsoll writes it")] {
        let result = handed.place.put_beside("other.json", result);
        let ran = handed.verify(&["--result", &result]).ends_with(2);
        assert!(ran.stderr().contains("other.json") && ran.stderr().contains(said));
    }
    let _ = handed.verify(&[]).ends_with(2);
}

/// A signer as people write it: openssl wants its input in a file.
#[cfg(unix)]
fn by_openssl(handed: &Handed, last: &str) -> String {
    let text = handed.place.beside("to-sign").to_str().expect("plain").to_owned();
    let key = &handed.key;
    format!("cat >{text} && openssl pkeyutl -sign -inkey {key} -rawin -in {text}{last}")
}

#[cfg(unix)]
#[test]
fn a_program_of_the_user_s_own_signs() {
    let handed = with_key();
    for form in ["", " | openssl base64 -A", " | openssl base64"] {
        let signer = by_openssl(&handed, form);
        let _ = handed
            .build(&["--sign-with", &signer, "--key", &handed.public, "-o", &handed.result])
            .ok();
        let _ = handed.verify(&["--result", &handed.result]).ok();
    }
    let by_key = handed.place.beside("by-key").to_str().expect("plain").to_owned();
    let _ = handed.build(&["--sign", &handed.key, "-o", &by_key]).ok();
    let evidence = |file: &str| fs::read(format!("{file}.dsse.json")).expect("it was written");
    assert_eq!(evidence(&by_key), evidence(&handed.result), "who signs makes no difference");
}

#[cfg(unix)]
#[test]
fn a_program_that_does_not_sign_leaves_nothing_behind() {
    let handed = with_key();
    let marker = handed.place.beside("was-run").to_str().expect("plain").to_owned();
    let other = handed.place.beside("other").to_str().expect("plain").to_owned();
    let _ = handed.place.run(["keygen", &other]).ok();
    let by_another = by_openssl(&handed, "").replace(&handed.key, &other);
    for (signer, said) in [
        ("exit 7", "failed (exit status: 7)"),
        ("no-such-program-anywhere", "failed (exit status: 127)"),
        ("cat", "no signature of the key"),
        ("true", "no signature of the key"),
        ("head -c 100000 /dev/zero", "failed"),
        (&by_another, "no signature of the key"),
    ] {
        let args = ["--sign-with", signer, "--key", &handed.public, "-o", &handed.result];
        let ran = handed.build(&args).ends_with(3);
        assert!(ran.stderr().contains(said), "{signer}: {}", ran.stderr());
        assert!(ran.stderr().contains("nothing was written") && ran.stdout.is_empty());
        for file in [&handed.result, &handed.envelope] {
            assert!(!fs::exists(file).expect("it can be asked"), "{signer}");
        }
    }
    // Where there is nothing to sign, nothing is run.
    let mut nowhere = crate::build::request("src/Nobody.cs");
    nowhere["intent"] = Value::Null;
    let nowhere = handed.place.put_beside("nowhere.json", nowhere.to_string());
    let signer = format!("touch {marker}");
    let args = ["build", &nowhere, "--sign-with", &signer, "--key", &handed.public, "-o", "x"];
    let _ = handed.place.run(args).ends_with(1);
    assert!(!fs::exists(&marker).expect("it can be asked"));
}
