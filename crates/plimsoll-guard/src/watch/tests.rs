//! Orders on real-looking files. No value here is a credential of anything.

use super::lines::FAR;
use super::*;
use proptest::prelude::*;
use std::sync::LazyLock;

static GUARD: LazyLock<Guard> = LazyLock::new(Guard::builtin);

const CONFIGURATION: &str = r#"
title = "ours"

[extend]
useDefault = true
disabledRules = ["assigned-secret"]

[[rules]]
id = "Acme_Badge"
description = "A badge of Acme."
regex = '''badge-([0-9a-f]{12})'''
keywords = ["badge"]

[[rules.allowlists]]
regexes = ['''^0+$''']

[[rules]]
id = "random-only"
regex = '''seed=(\S+)'''
entropy = 3.0

[[rules]]
id = "broken"
regex = '''(?<!x)y'''

[[rules]]
id = "vault-folder"
path = '''(^|/)vault/'''

[[allowlists]]
paths = ['''^fixtures/''']

[[allowlists]]
condition = "AND"
paths = ['''\.md$''']
stopwords = ["sample"]
"#;

fn watch(orders: &Orders) -> Watch {
    Watch::new(&GUARD, orders)
}

fn ours() -> Watch {
    let configurations = vec![(".gitleaks.toml".to_owned(), CONFIGURATION.to_owned())];
    watch(&Orders { configurations, ..Orders::default() })
}

fn shown(watched: &Watched) -> &str {
    match &watched.screening {
        Screening::Shown(screened) => screened.text(),
        Screening::Withheld(_) => "(withheld)",
    }
}

/// A token whose form leaves no doubt, put together here so that no file holds it.
fn certain() -> String {
    ["gh", "p_", "wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO", "0pINUx"].concat()
}

#[test]
fn a_teams_own_rules_find_and_their_lists_allow() {
    let watch = ours();
    let text =
        "id: badge-0123456789ab\nid: badge-000000000000\nseed=aaaaaaaaaaaa\nseed=k3x9q2v7m1z8\n";
    let watched = watch.screen("src/a.txt", text);
    assert_eq!(
        shown(&watched),
        "id: badge-<redacted:own-acme-badge:1>\nid: badge-000000000000\nseed=aaaaaaaaaaaa\n\
         seed=<redacted:own-random-only:2>\n"
    );
    assert!(
        watch.rules().iter().any(|rule| rule.id == "own-acme-badge" && rule.grade == Grade::Likely)
    );
}

#[test]
fn an_expression_that_cannot_be_used_is_told() {
    let watch = ours();
    assert_eq!(watch.notices().len(), 1);
    assert!(watch.notices()[0].contains("rule `broken`"), "{:?}", watch.notices());
    let configurations = vec![("x.toml".to_owned(), "rules = 3".to_owned())];
    let notices = self::watch(&Orders { configurations, ..Orders::default() }).notices().to_vec();
    assert!(notices[0].starts_with("`x.toml` cannot be read"), "{notices:?}");
}

#[test]
fn secrets_in_rules_are_not_told() {
    let token = format!("ghp_{}", "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1zzzzzz");
    let text = format!(
        "[[rules]]\nid = 'token = 5c2d8e7a91b04f63'\ndescription = '{token}'\nregex = 'needle'\n\
         [[rules]]\nid = 'b'\nregex = '({token}'\n"
    );
    let configurations = vec![(".gitleaks.toml".to_owned(), text)];
    let watch = watch(&Orders { configurations, ..Orders::default() });
    let rules = watch.rules().into_iter().filter(|rule| rule.id.starts_with(OWN));
    let told = format!("{:?} {:?}", rules.collect::<Vec<_>>(), watch.notices());
    assert!(told.contains("own-token----redacted-assigned-secret-1-"), "{told}");
    assert!(!told.contains(&token[..12]) && !told.contains("5c2d8e7a91b04f63"), "{told}");
}

#[test]
fn a_rule_about_paths_withholds_the_file() {
    let watched = ours().screen("a/vault/readme", "nothing");
    assert!(matches!(watched.screening, Screening::Withheld(_)));
    assert_eq!(shown(&ours().screen("a/vaults", "nothing")), "nothing");
}

#[test]
fn likely_findings_are_silenced_and_told() {
    let likely = "password = \"w3hbznq7fd!\"";
    let cases = [
        ("fixtures/a.py", likely.to_owned(), true, "allow-list 1"),
        ("src/a.py", format!("{likely} # gitleaks:allow"), true, "gitleaks:allow"),
        ("src/a.py", format!("# pragma: allowlist nextline secret\n{likely}"), true, "nextline"),
        ("src/a.py", format!("# gitleaks:allow\n{likely}"), false, ""),
        ("a.md", likely.to_owned(), false, ""),
        ("a.md", "password = \"w3hbsample7fd!\"".to_owned(), true, "allow-list 2"),
        ("a.txt", "password = \"w3hbsample7fd!\"".to_owned(), false, ""),
    ];
    for (path, text, silent, by) in cases {
        let watched = ours().screen(path, &text);
        assert_eq!(watched.silenced.len(), usize::from(silent), "{path}: {text}");
        assert_eq!(shown(&watched) == text, silent, "{path}: {text}");
        if let Some(silenced) = watched.silenced.first() {
            assert!(silenced.by.contains(by), "{}", silenced.by);
        }
    }
}

#[test]
fn what_is_certain_is_silenced_by_no_file_of_the_repository() {
    let text = format!("t = '{}' # gitleaks:allow", certain());
    let mut baseline = Baseline::new("salt".to_owned());
    ours().note(&mut baseline, "fixtures/a.py", &text).unwrap();
    assert!(baseline.is_empty());
    baseline.add("fixtures/a.py", "github-token", &certain());
    let orders = Orders {
        configurations: vec![(".gitleaks.toml".to_owned(), CONFIGURATION.to_owned())],
        ignored: Some("fixtures/a.py:github-pat:1\n".to_owned()),
        baseline: Some(baseline),
        ..Orders::default()
    };
    let watched = watch(&orders).screen("fixtures/a.py", &text);
    assert!(!shown(&watched).contains(&certain()));
    assert_eq!(watched.silenced, []);
}

#[test]
fn the_user_accepts_a_finding_by_its_id() {
    let text = format!("t = '{}'\n", certain());
    let mut orders = Orders { secret: Some("secret".to_owned()), ..Orders::default() };
    let ids = watch(&orders).ids("a.py", &text).unwrap();
    assert_eq!(ids.len(), 1);
    orders.accepted = vec![ids[0].2.clone()];
    assert_eq!(shown(&watch(&orders).screen("a.py", &text)), text);
    assert_ne!(shown(&watch(&orders).screen("b.py", &text)), text);
    orders.secret = Some("another".to_owned());
    assert_ne!(shown(&watch(&orders).screen("a.py", &text)), text);
}

#[test]
fn a_baseline_knows_a_finding_wherever_it_stands_in_its_file() {
    let text = "password = \"w3hbznq7fd!\"\n";
    let mut baseline = Baseline::new("salt".to_owned());
    watch(&Orders::default()).note(&mut baseline, "a.py", text).unwrap();
    let baseline = Baseline::parse(&baseline.to_text()).unwrap();
    assert_eq!(baseline.len(), 1);
    assert!(!baseline.to_text().contains("w3hbznq7fd"));
    let orders = Orders { baseline: Some(baseline), ..Orders::default() };
    let moved = format!("\n\n{text}");
    assert_eq!(shown(&watch(&orders).screen("a.py", &moved)), moved);
    assert_ne!(shown(&watch(&orders).screen("b.py", &moved)), moved);
    assert_ne!(
        shown(&watch(&orders).screen("a.py", &text.replace('7', "8"))),
        text.replace('7', "8")
    );
}

#[test]
fn ignored_lines_are_read_with_and_without_a_commit() {
    let ignored =
        "# known\nsrc/a.py:generic-api-key:2\n0123456789abcdef:src/b.py:x:1\n\nnonsense\n";
    let orders = Orders { ignored: Some(ignored.to_owned()), ..Orders::default() };
    let text = "\npassword = \"w3hbznq7fd!\"\n";
    assert_eq!(shown(&watch(&orders).screen("src/a.py", text)), text);
    assert_eq!(shown(&watch(&orders).screen("src/b.py", text.trim_start())), text.trim_start());
    assert_ne!(shown(&watch(&orders).screen("src/b.py", text)), text);
}

#[test]
fn orders_move_the_digest_and_the_secret_does_not() {
    let none = watch(&Orders::default()).digest().to_owned();
    assert_eq!(none, crate::builtin_digest());
    let secret = Orders { secret: Some("s".to_owned()), ..Orders::default() };
    assert_eq!(watch(&secret).digest(), none);
    let ignored = Orders { ignored: Some("a:b:1".to_owned()), ..Orders::default() };
    assert_ne!(watch(&ignored).digest(), none);
    assert_ne!(ours().digest(), none);
}

#[test]
fn a_long_line_and_a_greedy_expression_end() {
    let configuration = "[[rules]]\nid = 'x'\nregex = '''.*[^A-Z]|[A-Z]'''\n";
    let configurations = vec![("x".to_owned(), configuration.to_owned())];
    let watch = watch(&Orders { configurations, ..Orders::default() });
    let watched = watch.screen("a", &"A".repeat(60_000));
    assert!(!shown(&watched).contains('A'));
}

/// So many rules of which each is costly.
fn costly(count: usize) -> Watch {
    let rule = |number: usize| {
        format!(
            "[[rules]]\nid = 'r{number:04}'\nregex = '''(?i)(a|aa|[a-z])+[a-z]*.{{0,200}}[^x]{{1,300}}z{number}'''\n"
        )
    };
    let text: String = (0..count).map(rule).collect();
    let configurations = vec![(".gitleaks.toml".to_owned(), text)];
    watch(&Orders { configurations, ..Orders::default() })
}

#[test]
fn rules_that_take_too_much_memory_together_are_told_by_name() {
    let watch = costly(1_900);
    let used = watch.own.rules.len();
    assert!((100..1_900).contains(&used), "{used}");
    let first =
        format!("`.gitleaks.toml`, rule `r{used:04}`: an expression comes after too many others");
    assert!(watch.notices()[0].starts_with(&first), "{:?}", &watch.notices()[..2]);
    let more = format!("{} more expressions", 1_900 - used - 50);
    assert!(watch.notices()[50].starts_with(&more), "{:?}", watch.notices().last());
    assert_eq!(watch.notices().len(), 51);
}

#[test]
fn rules_that_take_too_long_on_a_text_are_told_by_name() {
    let watch = costly(40);
    for text in ["a".repeat(380_000), "ab c".repeat(100_000), format!("{}z39", "a".repeat(3_000))] {
        let watched = watch.screen("a.txt", &text);
        assert!(matches!(watched.screening, Screening::Shown(_)));
        let last = watched.silenced.last().expect("the last rule is not tried");
        assert_eq!((last.finding.rule.as_str(), last.by.as_str()), ("own-r0039", UNTRIED));
    }
    // What ordinary rules take is far below the bound.
    let text = "seed=k3x9q2v7m1z8 badge-0123456789ab and words and more words\n".repeat(2_000);
    assert_eq!(ours().screen("a.txt", &text).silenced, []);
}

#[test]
fn expressions_mean_ascii_unless_they_say_otherwise() {
    let configuration = "[[rules]]\nid = 'a'\nregex = '''a-(\\w+)'''\n\
                         [[rules]]\nid = 'b'\nregex = '''b-(\\p{Greek}+)'''\n\
                         [[rules]]\nid = 'c'\nregex = '''c-(..)'''\n";
    let configurations = vec![("x".to_owned(), configuration.to_owned())];
    let watch = watch(&Orders { configurations, ..Orders::default() });
    assert_eq!(watch.notices(), &[] as &[String]);
    let watched = watch.screen("a", "a-xéy b-αβγ. c-xéy");
    assert_eq!(
        shown(&watched),
        "a-<redacted:own-a:1>éy b-<redacted:own-b:2>. c-<redacted:own-c:3>y"
    );
}

#[test]
fn a_mark_above_counts_from_near_only() {
    let marked = |indent: usize| {
        let text = format!(
            "# pragma: allowlist nextline secret\n{}password='w3hbznq7fd'",
            " ".repeat(indent)
        );
        ours().screen("a.py", &text).silenced.len()
    };
    assert_eq!((marked(4), marked(FAR)), (1, 0));
}

proptest! {
    #[test]
    fn what_is_shown_is_found_clean(
        parts in prop::collection::vec(
            prop::sample::select(vec!["badge-0123456789ab", "seed=k3x9q2v7m1z8", "password = \"w3hbznq7fd!\"", " ", "\n", "x", "'", "é"]),
            0..12,
        )
    ) {
        let watch = ours();
        let text = parts.concat();
        let first = watch.screen("src/a.py", &text);
        let again = watch.screen("src/a.py", shown(&first));
        prop_assert_eq!(shown(&again), shown(&first));
        prop_assert!(again.screening.findings().is_empty());
        // A secret that ends the text may leave an empty last line, which `lines` does not count.
        let breaks = |text: &str| text.matches('\n').count();
        prop_assert_eq!(breaks(&text), breaks(shown(&first)));
    }
}
