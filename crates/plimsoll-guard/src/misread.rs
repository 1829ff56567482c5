//! What looks like the name of a secret and its value, and is something else.

use crate::chance;
use crate::connect::Join;
use crate::lexicon;
use crate::name::{self, Name};
use crate::value::{Form, Value};

/// `suite.pass("x")`, `test_result_pass("x")`, `to pass to x`: what is passed is no password.
pub(crate) fn is_verb(text: &str, name: &Name, join: Join) -> bool {
    let names_no_value = matches!(join, Join::Call | Join::Argument | Join::Space | Join::Prose);
    let last = || name::words(&text[name.span.clone()]).last();
    names_no_value && last().is_some_and(|word| word == "pass")
}

/// `f(user=user, password=password)`: a bare word among the arguments of a call is a name.
pub(crate) fn is_argument(text: &str, value: &Value) -> bool {
    value.form == Form::Bare && text[value.span.end..].starts_with([',', ')'])
}

/// `CPU_PW20: cpu-pw20`: the same once more, written in another way.
pub(crate) fn says_its_name(name: &str, said: &str) -> bool {
    let letters = |of: &str| -> Vec<u8> {
        let bytes = of.bytes().filter(u8::is_ascii_alphanumeric);
        bytes.map(|b| b.to_ascii_lowercase()).collect()
    };
    said.len() <= name.len() + 4 && said.is_ascii() && letters(name) == letters(said)
}

/// Whether the literal that a name stands in ends where its value should begin: `"PWD=" + dir`.
pub(crate) fn is_closed_here(text: &str, name: &Name, at: usize, before: &str) -> bool {
    let quote = text.as_bytes().get(at).copied().filter(|b| b"\"'".contains(b));
    let quotes = |quote: u8| before.bytes().filter(|b| *b == quote).count();
    let joins = |rest: &str| rest.trim_start().starts_with(['+', '.', ',', ')']);
    quote.is_some_and(|quote| {
        quotes(quote) % 2 == 1
            && !text[name.span.end..at].contains(char::from(quote))
            && joins(&text[at + 1..])
    })
}

/// `--- PASS: TestName`, `# pass: mode`: the result of a test, what is handed on. A password stands on a line
/// of settings, or beside its owner.
pub(crate) fn is_label(text: &str, name: &Name, join: Join, before: &str) -> bool {
    let word = &text[name.span.clone()];
    let is_spaced = text[name.span.end..].starts_with(": ");
    let is_owned = || {
        before.trim_end().ends_with([',', ';', '/', '|', '&', '(', '{'])
            || name::words(before).any(|word| lexicon::owns_password(&word))
    };
    word.eq_ignore_ascii_case("pass")
        && join == Join::Colon
        && is_spaced
        && !before.trim().is_empty()
        && !is_owned()
}

/// Whether a name is none, since it stands in something else: in what was drawn at random, in the address of
/// a resource.
pub(crate) fn is_no_name(text: &str, name: &Name, before: &str) -> bool {
    const DRAWN: i32 = 100;
    let is_end = |c: char| c.is_whitespace() || "\"'`(".contains(c);
    let word = before.rsplit(is_end).next().unwrap_or_default();
    word.contains("arn:")
        || name.span.len() >= 20 && chance::score(&text[name.span.clone()]) > DRAWN
}
