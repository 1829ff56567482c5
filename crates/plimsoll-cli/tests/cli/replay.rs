//! Replay: of the log, and of a capsule that travelled.

use crate::log::{decided, ids, lines};
use crate::support::Place;
use std::fs;

#[test]
fn every_decision_is_the_same_to_the_byte() {
    let place = decided(2);
    let _ = place.run(["compose"]).ok();
    let _ = place.run(["pack", "list", "--budget", "3"]).ends_with(1);
    place.write("src/list.rs", "all is different now\n");
    let replayed = lines(place.run(["replay", "--all", "--json"]).ok().stdout());
    assert_eq!(replayed.len(), 4);
    assert!(replayed.iter().all(|one| one["passed"] == true), "{replayed:?}");
    let last = place.run(["replay"]).ok();
    assert!(last.stdout().contains(&ids(&place)[0]) && last.stdout().contains("the same"));
}

#[test]
fn a_capsule_replays_and_is_explained_without_the_repository() {
    let place = decided(1);
    let file = place.beside("capsule.json").to_str().expect("it is plain").to_owned();
    let _ = place.run(["capsule", "export", "-o", &file]).ok();
    let explained = place.run(["explain"]).ok();

    let other = Place::empty();
    let travelled = other.put_beside("capsule.json", fs::read(&file).expect("it was written"));
    let replayed = other.run(["replay", &travelled, "--json"]).ok().json();
    assert_eq!(replayed["passed"], true);
    assert!(!other.has_state(), "replaying keeps nothing");
    let _ = other.run(["capsule", "import", &travelled]).ok();
    assert_eq!(other.run(["explain"]).ok().stdout(), explained.stdout());
    let imported = lines(other.run(["log", "--json"]).ok().stdout());
    assert_eq!(imported[0]["record"]["imported"], true, "the log says where it is from");
    // Where the decision is known, only its capsule comes back.
    let id = &ids(&place)[0];
    let _ = place.run(["purge", id]).ok();
    let _ = place.run(["capsule", "export"]).ends_with(2);
    let _ = place.run(["capsule", "import", &file]).ok();
    let _ = place.run(["replay", id]).ok();
    assert_eq!(ids(&place).len(), 1);
}

#[test]
fn a_capsule_that_was_changed_is_not_the_same() {
    let place = decided(1);
    let file = place.beside("capsule.json").to_str().expect("it is plain").to_owned();
    let _ = place.run(["capsule", "export", "-o", &file]).ok();
    let text = fs::read_to_string(&file).expect("it was written");
    assert!(text.contains("fn list()"));
    let changed = place.put_beside("changed.json", text.replace("fn list()", "fn lost()"));
    let ran = place.run(["replay", &changed]).ends_with(1);
    assert!(ran.stdout().contains("document: was"), "{}", ran.stdout());
    let ran = place.run(["capsule", "import", &changed]).ends_with(2);
    assert!(ran.stderr().contains("does not give the decision that it names"));
    for wrong in ["", "{}", "[1]", &text[..text.len() / 2], &text.replace("capsule.1", "capsule.9")]
    {
        let wrong = place.put_beside("wrong.json", wrong);
        let ran = place.run(["replay", &wrong]).ends_with(2);
        assert!(ran.stderr().contains("capsule file"), "{}", ran.stderr());
    }
}

#[test]
fn a_capsule_file_of_somebody_else_can_say_nothing_on_the_terminal() {
    let place = decided(1);
    let file = place.beside("capsule.json").to_str().expect("it is plain").to_owned();
    let _ = place.run(["capsule", "export", "-o", &file]).ok();
    let good = fs::read_to_string(&file).expect("it was written");
    let read = || serde_json::from_str::<serde_json::Value>(&good).expect("it is JSON");

    let mut moving = read();
    moving["capsule"]["limit"]["counter"] = "\u{1b}[31m\u{202e}x\n## forged".into();
    let moving = place.put_beside("moving.json", moving.to_string());
    let mut telling = read();
    let secret = plimsoll_guard::samples(1).remove(0);
    telling["record"]["engine"] = secret.text.clone().into();
    let telling = place.put_beside("telling.json", telling.to_string());
    for file in [&moving, &telling] {
        for call in
            [&["replay", file][..], &["replay", file, "--json"], &["capsule", "import", file]]
        {
            let ran = place.run(call).ends_with(2);
            let said = [ran.stdout(), ran.stderr()].concat();
            assert!(!said.contains(['\u{1b}', '\u{202e}']), "{said:?}");
            assert!(!said.contains(&secret.secret) && !said.contains("\n## forged"), "{said:?}");
        }
    }
}

/// Ids are drawn at random, so some of them look like tokens; a decision of many artifacts nearly always has one.
#[test]
fn an_id_that_looks_like_a_token_is_no_secret_and_a_token_elsewhere_is() {
    let place = decided(1);
    let file = place.beside("capsule.json").to_str().expect("it is plain").to_owned();
    let _ = place.run(["capsule", "export", "-o", &file]).ok();
    let text = fs::read_to_string(&file).expect("it was written");
    let capsule: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let id = capsule["record"]["artifacts"][0]["id"].as_str().expect("a text");
    let token = "uj0_ciyOl1QzNjgQscDtwPlE";
    let scanned = place.call().args(["scan", "-"]).stdin(format!("{token}\n")).run().ends_with(1);
    assert!(scanned.stdout().contains("prefixed-token"), "{}", scanned.stdout());
    let lucky = place.put_beside("lucky.json", text.replace(id, token));
    let _ = place.run(["replay", &lucky]).ok();
    let _ = place.run(["capsule", "import", &lucky]).ok();
    for (place_of_it, with_it) in
        [("\"kind\":\"goal\"", format!("\"kind\":\"{token}\"")), (id, token.repeat(2))]
    {
        assert!(text.contains(place_of_it));
        let telling = place.put_beside("telling.json", text.replace(place_of_it, &with_it));
        let ran = place.run(["replay", &telling]).ends_with(2);
        assert!(ran.stderr().contains("holds a secret"), "{}", ran.stderr());
    }
}
