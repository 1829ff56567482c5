//! Where a value begins and ends, in the ways in which values are written.

use super::exactly;
use crate::assigned::{PASSWORD_RULE as PASSWORD, SECRET_RULE as SECRET, WEAK_RULE as KEY};

#[test]
fn a_literal_in_a_call_has_to_look_drawn() {
    exactly(
        PASSWORD,
        &[
            r#"password = decode("⟦«hex32»⟧")"#,
            r#"password = new String(decode("⟦«hex32»⟧"))"#,
            r#"password = decode( "⟦«hex32»⟧" )"#,
            r#"password = decode("harbour88")"#,
            r#"password = a(b(c("«hex32»")))"#,
            r#"password = decode(name, "«hex32»")"#,
            r#"password = ("⟦harbour88⟧")"#,
            r#"password = f"harbour88{x}""#,
        ],
    );
}

#[test]
fn what_stands_in_for_a_variable_is_a_value() {
    exactly(
        PASSWORD,
        &[
            r#"password = getenv("PASSWORD", "⟦harbour88⟧")"#,
            r#"password = getenv('PASSWORD') or '⟦harbour88⟧'"#,
            r#"password = getenv("PASSWORD") || "⟦harbour88⟧""#,
            r#"password = getenv("PASSWORD") ?? "⟦harbour88⟧""#,
            r#"password = getenv("PASSWORD") ?: "⟦harbour88⟧""#,
            r#"password = getenv("PASSWORD") and "harbour88""#,
            r#"password = "PASSWORD", "harbour88""#,
            r#"setPassword("PASSWORD", "⟦harbour88⟧")"#,
        ],
    );
}

#[test]
fn literals_that_are_put_together_are_one_value_and_a_list_is_many() {
    exactly(
        PASSWORD,
        &[
            r#"password = "⟦harb" + "our88⟧""#,
            r#"password = "harb" + name + "our88""#,
            r#"passwords = ["⟦harbour88", "sesame", "other⟧"]"#,
            r#"passwords = ["sesame", "harbour88"]"#,
            "passwords = [ '⟦harbour88',\n  'other⟧' ]",
        ],
    );
}

#[test]
fn a_block_has_its_value_on_the_next_line() {
    exactly(
        PASSWORD,
        &[
            "password: |\n  ⟦harbour88⟧\nnext: 1",
            "password: >-\r\n  ⟦harbour88⟧\r\nnext: 1",
            "password: |+  \n  ⟦harbour88⟧",
            "password: |\n  two words88\n",
            "password: |",
            "password: |-|\n  harbour88\n",
        ],
    );
}

#[test]
fn a_bare_value_ends_with_a_space_however_that_is_written() {
    exactly(
        PASSWORD,
        &[
            "DB_PASSWORD=⟦harbour88⟧ next",
            r#"x = "DB_PASSWORD=⟦harb!our88⟧""#,
            r"DB_PASSWORD=⟦harbour88⟧\nNEXT=1",
            r"DB_PASSWORD=⟦harbour88⟧\tNEXT=1",
            r"DB_PASSWORD=⟦harbour88⟧\u0020NEXT=1",
            r"DB_PASSWORD=⟦harbour88⟧\033[0m",
            r"DB_PASSWORD=har\bour88",
            "DB_PASSWORD=⟦harbour88⟧&quot; next",
            "Driver={X};Uid=a;Pwd={⟦har;bour88⟧};",
            "Driver={X};Uid=a;Pwd={⟦harb!our88⟧};",
            "<Login password={state1.value} />",
            "password: {harbour88}",
            "<b>password: ⟦harb!our88⟧</b>",
        ],
    );
}

#[test]
fn an_element_holds_a_value_on_one_line() {
    exactly(
        PASSWORD,
        &[
            "<password>⟦harbour88⟧</password>",
            "<password> ⟦harbour88⟧ </password>",
            "<password>\n  ⟦harbour88⟧\n</password>",
            "<password><!-- x1 --></password>",
            "<password>⟦!harbour88⟧</password>",
            "<password>\n\n  ⟦harbour88⟧\n</password>",
            "<password></password><x>harbour88</x>",
            "<password>harb\nour88</password>",
            "<password>harbour88",
        ],
    );
}

#[test]
fn a_service_is_named_by_a_whole_word() {
    exactly(KEY, &[r#"sparkpost = "⟦«hex32»⟧""#, r#"mysparkpostal = "«hex32»""#]);
    exactly(SECRET, &["token=⟦«hex32»⟧,\nnext", "f(token=⟦«hex32»⟧)"]);
}
