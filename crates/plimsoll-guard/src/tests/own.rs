//! Rules of users.

use crate::{Guard, MOST_OWN_RULES, OwnRule};
use plimsoll_core::screened::{Grade, Screening};

fn own(id: &str, regex: &str, keywords: &[&str]) -> OwnRule {
    OwnRule {
        id: id.to_owned(),
        what: "A ticket of ours.".to_owned(),
        grade: Grade::Likely,
        regex: regex.to_owned(),
        group: 1,
        keywords: keywords.iter().map(|&keyword| keyword.to_owned()).collect(),
    }
}

#[test]
fn a_users_rule_finds_anywhere_and_settles() {
    let rules = [own("our-ticket", r"ticket (\d{4})\b", &["TICKET"]), own("our-mark", "(§+)", &[])];
    let guard = Guard::with_own_rules(&rules).expect("the rules compile");
    let text = format!("{}\na ticket 1234 and §§\n", "x ".repeat(5000));
    let Screening::Shown(screened) = guard.screen(&text) else { panic!("withheld") };
    assert!(
        screened.text().ends_with("a ticket <redacted:our-ticket:1> and <redacted:our-mark:2>\n")
    );
    let Screening::Shown(again) = guard.screen(screened.text()) else { panic!("withheld") };
    assert_eq!(again.text(), screened.text());
    assert!(guard.rules().any(|rule| rule.id == "our-ticket"));
}

#[test]
fn a_keyword_that_is_missing_keeps_a_rule_away() {
    let guard = Guard::with_own_rules(&[own("ours", "(a)", &["zebra"])]).expect("it compiles");
    assert_eq!(guard.locate("aaa").expect("it can be scanned"), []);
    assert_eq!(guard.locate("a zebra").expect("it can be scanned").len(), 2);
}

#[test]
fn the_digest_knows_every_part_of_a_users_rule() {
    let rule = own("ours", "(a)b", &["k"]);
    let digest = |rule: &OwnRule| {
        let guard = Guard::with_own_rules(std::slice::from_ref(rule)).expect("it compiles");
        guard.digest().to_owned()
    };
    let mut changed = vec![rule.clone(); 6];
    changed[0].id = "other".to_owned();
    changed[1].what = "Other.".to_owned();
    changed[2].grade = Grade::Certain;
    changed[3].regex = "(a)c".to_owned();
    changed[4].group = 0;
    changed[5].keywords = vec!["l".to_owned()];
    assert!(changed.iter().all(|changed| digest(changed) != digest(&rule)));
    assert_ne!(digest(&rule), Guard::builtin().digest());
}

#[test]
fn bad_rules_of_users_are_refused() {
    let mut no_group = own("ours", "a", &[]);
    no_group.group = 1;
    for bad in [
        own("jwt", "(a)", &[]),
        own("Not an id", "(a)", &[]),
        own("ours", "(a", &[]),
        own("ours", r"((\w{300}){300})", &[]),
        own("ours", "(a)", &[""]),
        no_group,
    ] {
        assert!(Guard::with_own_rules(std::slice::from_ref(&bad)).is_err(), "{bad:?}");
    }
    let many: Vec<OwnRule> =
        (0..=MOST_OWN_RULES).map(|number| own(&format!("own-{number}"), "(a)", &[])).collect();
    assert!(Guard::with_own_rules(&many).is_err());
}
