//! Inputs made to be slow or to break something. They have to finish; none of them is timed here.

use super::GUARD;
use plimsoll_core::screened::Screening;

const SIZE: usize = 1 << 20;

fn filled(unit: &str, size: usize) -> String {
    unit.repeat(size / unit.len() + 1)
}

#[test]
fn long_lines_of_anything_finish() {
    for unit in [
        "a",
        "A1b2",
        "password",
        "password=",
        "password='",
        "token=\"",
        "\\\"",
        "\"'`",
        "://",
        "://a:b",
        "eyJ-",
        "eyJ.",
        "sk-",
        "-----BEGIN PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----A1b",
        "-----BEGIN PRIVATE KEY",
        "://é:é@",
        "login é password é",
        "Bearer ",
        "<redacted:",
        "-----END PRIVATE KEY-----",
        "password: ",
        "pass pw pwd ",
        "\u{10FFFF}",
        "Basic abcdef",
        "api_key_secret_token_password_",
        "token=[\"a\",\"a\",",
        "password=\"a\"+",
        "password=f(f(\"",
        "<password>",
        "Server=a;Password=",
        "0f1e2d3c4b5a69788796a5b4c3d2e1f0",
        "slack ",
        "ID/PW: ",
        "${password:-",
        "kind: Secret\ndata:\n",
    ] {
        GUARD.screen(&filled(unit, SIZE));
    }
}

#[test]
fn a_single_line_of_twenty_megabytes_finishes_and_its_secret_is_found() {
    let mut text = filled("let x = foo(bar, \"baz\"); ", 20 << 20);
    text.push_str(" password='w3hbznq7fd' ");
    let Screening::Shown(screened) = GUARD.screen(&text) else { panic!("withheld") };
    assert!(screened.text().ends_with(" password='<redacted:assigned-password:1>' "));
}

#[test]
fn a_value_longer_than_the_window_goes_as_a_whole() {
    let value = filled("a1B2c3D4e5", 100_000);
    for text in
        [format!("token='{value}' x"), format!("API_KEY={value} x"), format!("x ghp_{value} x")]
    {
        let Screening::Shown(screened) = GUARD.screen(&text) else { panic!("withheld") };
        assert!(screened.text().len() < 80, "{}", screened.text().len());
        assert!(screened.text().ends_with(" x"));
    }
}
