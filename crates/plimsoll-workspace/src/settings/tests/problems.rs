//! What is told when something is wrong.

use super::*;

#[test]
fn all_problems_are_told_at_once_with_line_value_and_near_misses() {
    let layers = Layers {
        user: file("config.toml", "[budget]\ntotl = 1\ntotal = 0\n[pathz]\nx = 1"),
        repository: file(
            "plimsoll.toml",
            "paths.deny = [\"a{b\", \"/abs\", \"!no\", 3]\nbudget.tiers = 7\nstore.capsules = \"no\"",
        ),
        environment: pairs(&[("PLIMSOLL_BUDGET_TOTL", "5")]),
        flags: pairs(&[("--budget", "many"), ("--sources.dif", "true")]),
    };
    assert_eq!(
        problems(&layers),
        [
            "user file config.toml:2: `budget.totl` is not a setting (did you mean `budget.total`?); \
             remove it or correct its name",
            "user file config.toml:3: `budget.total` is 0; it must be from 1 to 1,000,000,000",
            "user file config.toml:4: `pathz` is not a setting (did you mean `paths`?); \
             remove it or correct its name",
            "repository file plimsoll.toml:1: `paths.deny` has the pattern `a{b`, which cannot work: \
             unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?)",
            "repository file plimsoll.toml:1: `paths.deny` has the pattern `/abs`, which cannot work: \
             paths begin at the root without `/`, and all of a folder is `folder/**`",
            "repository file plimsoll.toml:1: `paths.deny` has the pattern `!no`, which cannot work: \
             a pattern cannot take another one back; a name that begins with `!` is `\\!name`",
            "repository file plimsoll.toml:1: `paths.deny` is the number 3; \
             it must be a list that has only patterns in quotes",
            "repository file plimsoll.toml:2: `budget.tiers` is a section; \
             write the settings below it",
            "repository file plimsoll.toml:3: `store.capsules` is the text \"no\"; \
             it must be true or false",
            "environment PLIMSOLL_BUDGET_TOTL: is not a setting \
             (did you mean `PLIMSOLL_BUDGET_TOTAL`?); remove it or correct its name",
            "flag --budget: `budget.total` is the text \"many\"; it must be a whole number",
            "flag --sources.dif: `sources.dif` is not a setting (did you mean `sources.diff`?); \
             remove it or correct its name",
        ]
    );
}

#[test]
fn syntax_errors_have_their_lines_and_hostile_files_end_quickly() {
    assert!(problems(&user("[budget]\ntotal = = 5\n"))[0].starts_with("user file config.toml:2: "));
    let twice = problems(&user("budget.total = 1\nbudget.total = 2"));
    assert!(twice[0].contains("config.toml:2"), "{twice:?}");
    for hostile in [
        "[".repeat(200_000),
        "a.".repeat(100_000) + "b = 1",
        format!("x = {}", "[".repeat(100_000)),
        "y = 1\n".repeat(40_000),
        (0..20_000).map(|n| format!("k{n} = 1\n")).collect(),
        "\u{0}\u{202E}".repeat(9),
        format!("{} = 1", "k".repeat(200_000)),
        " ".repeat(300_000),
    ] {
        let error = Settings::load(&repository(&hostile)).unwrap_err().to_string();
        assert!(error.len() < 12_000, "{} characters of message", error.len());
        assert!(!error.contains('\u{202E}'));
    }
}

#[test]
fn bounds_hold_for_numbers_texts_lists_and_names() {
    let many = format!("paths.deny = [{}]", "\"x\",".repeat(1001));
    let long = format!("constraints.a = \"{}\"", "é".repeat(2001));
    for (text, part) in [
        ("budget.total = 1_000_000_001", "is 1000000001; it must be from 1 to 1,000,000,000"),
        ("budget.total = -1", "is -1; it must be"),
        ("budget.total = 99999999999999999999999999", "it must be from"),
        ("budget.total = 1.5", "is the number 1.5; it must be a whole number"),
        ("budget.lanes.rules.priority = 100", "from 0 to 99"),
        ("policy.rules_min = 0", "is 0; it must be"),
        ("constraints.a = \" \"", "`constraints.a` is empty"),
        ("constraints.\"a b\" = \"x\"", "has a name that cannot be used"),
        ("constraints.\"a.b\" = \"x\"", "has a name that cannot be used"),
        ("paths.deny = [\"a/../b\"]", "do not occur"),
        (many.as_str(), "has 1001 entries"),
        (long.as_str(), "2001 characters"),
    ] {
        let told = problems(&user(text));
        assert!(told.len() == 1 && told[0].contains(part), "{text}: {told:?}");
    }
    assert_eq!(load(&user("budget.total = 0x10")).values().budget.total_tokens, 16);
}

#[test]
fn lane_tables_that_do_not_add_up_are_problems() {
    let text = "[budget.lanes]\nrules = { min = 9000, max = 10 }\nhistory.priority = 0";
    assert_eq!(
        problems(&user(text)),
        [
            "user file config.toml:2: `budget.lanes.rules.min` is 9000, above the lane's maximum of \
             10 (user file config.toml:2); lower it or raise the maximum",
            "user file config.toml:2: `budget.lanes.rules.min` is 9000, and with it the lanes' \
             minimums add up to 10200, above the total of 8000 (built in); lower a minimum or raise \
             `budget.total`",
            "user file config.toml:3: `budget.lanes.history.priority` is 0, as \
             `budget.lanes.policy.priority` is (built in); give each lane a priority of its own",
        ]
    );
}

#[test]
fn minimums_may_be_as_much_as_the_total_and_no_more() {
    let of = |min: u64| format!("[budget.lanes]\nrules = {{ min = {min}, max = 8000 }}");
    assert_eq!(load(&user(&of(6800))).values().budget.lanes[&Lane::Rules].min, 6800);
    assert_eq!(problems(&user(&of(6801))).len(), 1);
}

#[test]
fn a_model_without_room_or_with_a_wrong_counter_is_a_problem() {
    let text = "[models.mine]\noutput = 5\n[models.\"gpt-5.2\"]\ncounter = \"gpt2\"\nwindows = 3\n\
                [models.\"a b\"]\nwindow = 3\n";
    assert_eq!(
        problems(&user(text)),
        [
            "user file config.toml:2: `models.mine` has a window of 0 tokens, of which 5 are for the answer; \
             give it a `window` that leaves room",
            "user file config.toml:4: `models.gpt-5.2.counter` is the text \"gpt2\"; it must be a counter of \
             tokens, such as \"o200k_base/1\" or \"other/1\"",
            "user file config.toml:5: `models.gpt-5.2.windows` is not a setting (did you mean \
             `models.gpt-5.2.window`?); remove it or correct its name",
            "user file config.toml:6: `models.a b` is not a setting; remove it or correct its name",
        ]
    );
}

#[test]
fn what_a_model_takes_is_not_a_repository_s_to_say() {
    let repository = file("plimsoll.toml", "[models.\"gpt-5.2\"]\nwindow = 5\n");
    let settings = load(&Layers { repository, ..Layers::default() });
    assert_eq!(settings.ignored().len(), 1);
    assert_eq!(settings.values().models, load(&Layers::default()).values().models);
}

#[test]
fn languages_that_have_no_outlines_are_refused_with_those_that_have() {
    let layers = Layers {
        repository: file("plimsoll.toml", "[index]\nlanguages = [\"golang\", \"go\", 3]\n"),
        environment: pairs(&[("PLIMSOLL_INDEX_LANGUAGES", "[\"cobol\"]")]),
        flags: pairs(&[("--index.languages", "Rust")]),
        ..Layers::default()
    };
    let unknown = "which is not known; it takes all, bash, c, cpp, csharp, ";
    let found = problems(&layers);
    for (problem, begins) in found.iter().zip([
        format!("repository file plimsoll.toml:2: `index.languages` has the entry \"golang\", {unknown}"),
        "repository file plimsoll.toml:2: `index.languages` is the number 3; it must be a list that has \
         only words in quotes"
            .to_owned(),
        format!("environment PLIMSOLL_INDEX_LANGUAGES: `index.languages` has the entry \"cobol\", {unknown}"),
        format!("flag --index.languages: `index.languages` has the entry \"Rust\", {unknown}"),
    ]) {
        assert!(problem.starts_with(&begins), "{problem}");
    }
    assert_eq!(found.len(), 4);
}
