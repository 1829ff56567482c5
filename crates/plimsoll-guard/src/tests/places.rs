//! Where a name and its value stand, and what that says about the bounds of the value.

use super::exactly;
use crate::assigned::PASSWORD_RULE as PASSWORD;

#[test]
fn a_setting_goes_to_the_end_of_its_line_and_a_statement_does_not() {
    exactly(
        PASSWORD,
        &[
            "password: ⟦w3h,bznq7fd⟧",
            "  password: ⟦w3h,bznq7fd⟧\n  next: 1",
            "admin_password = ⟦Harbor12345⟧",
            "admin_password : ⟦Harbor12345⟧\nnext",
            "password = userPass12",
            "password = tokens[0]",
            "DB_PASSWORD=⟦x7Qk(n)V2mLp9Rt4z)⟧",
            "DB_PASSWORD=⟦x7Qk(nV2mLp9Rt4z)⟧ # the new one",
            "DB_PASSWORD=⟦x7Qk!nV2mLp9Rt4z⟧) other",
            "DB_PASSWORD=⟦harbour88⟧;",
            "DB_PASSWORD=⟦harbour88⟧ # not ours",
            "connect(password=⟦x7Qk!nV2mLp9Rt4z⟧)",
            "MYSQL_USER=app;MYSQL_PASSWORD=⟦x7Qk!nV2mLp9Rt4z⟧;",
            "MYSQL_USER=app;MYSQL_PASSWORD=⟦harbour88⟧;MYSQL_PORT=1",
            "https://host/login?user[password]=⟦Harb0ur!8⟧&remember=1",
            "https://host/login?password=⟦harbour88⟧&remember=1",
        ],
    );
}

#[test]
fn a_short_word_in_the_name_of_a_call_says_less() {
    exactly(
        PASSWORD,
        &[
            "pwd: \"⟦harbour88⟧\"",
            "RABBITMQ_PASS=⟦harbour88⟧",
            "setSenha(\"⟦harbour88⟧\")",
            "setPwd(\"harbour88\")",
        ],
    );
}

#[test]
fn only_space_between_a_name_and_its_value_needs_a_flag_or_a_digit() {
    exactly(
        PASSWORD,
        &[
            "tool --password ⟦Kx!wq_zT⟧",
            "tool -password ⟦Kx!wq_zT⟧",
            "#define password \"⟦harbour88⟧\"",
            "the password Kx!wq_zT",
            "tool --user --password ⟦harbour88⟧ out7",
        ],
    );
}

#[test]
fn among_the_fields_of_a_connection_any_word_is_a_password() {
    exactly(
        PASSWORD,
        &[
            "Server=db.corp;User Id=app;Password=⟦sesame⟧;Database=x;",
            "Server=db.corp;User Id=app;Token=sesame;Database=x;",
            "connect(host=name, user=name, password=sesame, dbname=name)",
            "Server=db.corp;User Id=app;Password=$(word);Database=x;",
            "Password=sesame;",
        ],
    );
}

#[test]
fn of_two_values_the_second_is_the_password() {
    exactly(
        PASSWORD,
        &[
            "ID/PW: admin / ⟦w3hbznq7fd⟧",
            "ID PW master ⟦w3hbznq7fd⟧",
            "User/Password master/⟦w3hbznq7fd⟧",
            "id/pwd(master/⟦w3hbznq7fd⟧)",
            "id/pw: admin, ⟦w3hbznq7fd⟧; then",
            "id/pw: admin / nothing",
            "user password: /run/secrets/db1",
            "id/pw: admin / 20261116",
            "id/some_long_password: admin / 1secret",
        ],
    );
}
