//! A third party verifies an exported log: with the public key and the head, without the project.

use crate::log::{decided, ids};
use crate::support::{Place, Ran};
use std::fs;

struct Handed {
    place: Place,
    export: String,
    public: String,
    head: String,
}

/// A log of four decisions, exported and signed, and its head noted.
fn handed() -> Handed {
    let place = decided(4);
    let path = |name: &str| place.beside(name).to_str().expect("it is plain").to_owned();
    let (key, export) = (path("key"), path("log.jsonl"));
    let _ = place.run(["keygen", &key]).ok();
    let _ = place.run(["log", "export", "--sign", &key, "-o", &export]).ok();
    let head = place.run(["log", "head"]).ok().stdout().trim().to_owned();
    Handed { export, public: format!("{key}.pub"), head, place }
}

impl Handed {
    fn verify(&self, args: &[&str]) -> Ran {
        // Anywhere: the project is not needed.
        let elsewhere = self.place.home();
        self.place.call().folder(elsewhere).args(["log", "verify", &self.export]).args(args).run()
    }

    fn change(&self, change: impl FnOnce(&mut Vec<String>)) {
        let text = fs::read_to_string(&self.export).expect("it was written");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        change(&mut lines);
        fs::write(&self.export, lines.join("\n") + "\n").expect("it is ours");
    }
}

#[test]
fn an_export_is_verified_with_key_and_head() {
    let handed = handed();
    let ran =
        handed.verify(&["--key", &handed.public, "--head", &handed.head, "--json"]).ok().json();
    assert_eq!(ran["good"], true);
    assert_eq!(ran["entries"], 4);
    let signed = handed.place.beside("head.json");
    let key = handed.public.strip_suffix(".pub").expect("it ends so").to_owned();
    let head = handed.place.run(["log", "head", "--sign", &key]).ok();
    fs::write(&signed, head.stdout()).expect("it is ours");
    let _ =
        handed.verify(&["--key", &handed.public, "--head", signed.to_str().expect("plain")]).ok();
    // The export itself has no path in it.
    assert!(!fs::read_to_string(&handed.export).expect("it is there").contains("list.rs"));
}

/// Tampers with a fresh export and looks for what is said about it.
fn is_found(tamper: impl FnOnce(&mut Vec<String>), said: &str) {
    let handed = handed();
    handed.change(tamper);
    let ran = handed.verify(&["--key", &handed.public, "--head", &handed.head]).ends_with(1);
    assert!(ran.stdout().contains(said), "{}", ran.stdout());
}

#[test]
fn each_tampering_is_found() {
    let altered = |lines: &mut Vec<String>| lines[2] = lines[2].replace("\"used\":", "\"used\":1");
    is_found(altered, "decision 2 is not what was logged");
    is_found(|lines| drop(lines.remove(2)), "decision 2 is missing");
    is_found(|lines| lines.swap(2, 3), "decision 2 is missing");
    is_found(|lines| drop(lines.drain(4..)), "the log ends at decision 3");
}

#[test]
fn a_tail_that_is_cut_with_its_end_rewritten_is_found_by_head_or_key() {
    let handed = handed();
    handed.change(|lines| {
        drop(lines.drain(4..));
        let last: serde_json::Value = serde_json::from_str(&lines[3]).expect("it is JSON");
        lines.push(format!("{{\"head\":{{\"count\":3,\"hash\":{}}}}}", last["hash"]));
    });
    let _ = handed.verify(&[]).ok();
    let ran = handed.verify(&["--head", &handed.head]).ends_with(1);
    assert!(ran.stdout().contains("the log ends at decision 3"), "{}", ran.stdout());
    let ran = handed.verify(&["--key", &handed.public]).ends_with(1);
    assert!(ran.stdout().contains("not signed"), "{}", ran.stdout());
}

#[test]
fn what_is_no_export_no_head_or_no_key_is_said() {
    let handed = handed();
    let other = handed.place.put_beside("other", "{\"form\":\"x\"}\n");
    for args in [
        &["log", "verify", &other][..],
        &["log", "verify", "no-such-file"],
        &["log", "verify", "--head", "7:abc"],
        &["log", "verify", "--key", &other],
        &["log", "export", "--sign", &handed.public],
    ] {
        let ran = handed.place.run(args).ends_with(2);
        assert!(!ran.stderr().is_empty() && ran.stdout.is_empty(), "{args:?}");
    }
    handed.change(|lines| lines[1] = lines[1].replacen('{', "{ ", 1));
    let ran = handed.verify(&[]).ends_with(2);
    assert!(ran.stderr().contains("line 2 of the export is not as plimsoll writes it"));
    let again = handed.place.run(["keygen", handed.public.strip_suffix(".pub").expect("so")]);
    assert!(again.ends_with(2).stderr().contains("is there already"));
}

#[cfg(unix)]
#[test]
fn a_secret_key_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let handed = handed();
    let key = handed.public.strip_suffix(".pub").expect("it ends so");
    let mode = |file: &str| fs::metadata(file).expect("it is there").permissions().mode() & 0o777;
    assert_eq!(mode(key), 0o600);
    fs::set_permissions(key, fs::Permissions::from_mode(0o644)).expect("it is ours");
    let ran = handed.place.run(["log", "head", "--sign", key]).ends_with(2);
    assert!(ran.stderr().contains("chmod 600"), "{}", ran.stderr());
    assert_eq!(ids(&handed.place).len(), 4);
}

#[test]
fn a_key_is_made_whole_or_not_at_all() {
    let place = Place::empty();
    let (key, public) = (place.beside("key"), place.put_beside("key.pub", "theirs"));
    let _ = place.call().arg("keygen").arg(key.as_os_str()).run().ends_with(2);
    assert!(!key.exists());
    assert_eq!(std::fs::read_to_string(public).expect("it is there"), "theirs");
}
