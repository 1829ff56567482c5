//! Which values are secrets, by the name that they are given to.

use super::exactly;
use crate::assigned::{PASSWORD_RULE as PASSWORD, SECRET_RULE as SECRET, WEAK_RULE as KEY};

#[test]
fn a_password_may_be_anything_that_is_no_word() {
    exactly(
        PASSWORD,
        &[
            r#"password = "⟦a1b2⟧""#,
            r#"password = "ab1""#,
            r#"password = "⟦83-20-17⟧""#,
            r#"password = "harbour""#,
            r#"password = "⟦harb?our⟧""#,
            r#"password = "harbour?""#,
            r#"password = "harb_our""#,
            r#"password = "?!..?!..""#,
            r#"password = "⟦dvxwtyrkqfzp⟧""#,
            r#"password = "dvxwtyr""#,
            r#"password = "harb our88""#,
            r#"password = "⟦harböur88⟧""#,
            r#"password = "привет83""#,
            r#"password = "приветqa83x7""#,
            r#"password = "привеq83a""#,
            r#"password = "⟦приq83a⟧""#,
            r#"password = "new_password1""#,
            r#"password = "@DB_PASSWORD1""#,
            r#"password = "%DB_PASSWORD1%""#,
            r#"password = "⟦password-x7Qk9nV2mLp⟧""#,
            r#"password = "⟦this_is_the_longest_password_of_them_all_1⟧""#,
            r#"password = "\xb0""#,
            r#"password = "\u00b0""#,
            r#"password = "⟦\u00b0a1⟧""#,
            r#"password = "/run/secrets/db1""#,
            r#"password = "⟦/8MI3^611_9T!woA⟧""#,
            r#"password = "/var/l1/B!2/tan3""#,
            r#"password = "⟦/var/l1B!2tan3⟧""#,
            r#"password = "⟦/«b60»⟧""#,
            r#"password: "⟦${DB_PASSWORD:-harbour88}⟧""#,
            r#"password: "⟦${db.password:harbour88}⟧""#,
            r#"password: "${{db:harbour88}}""#,
        ],
    );
}

#[test]
fn a_bare_word_is_a_name_unless_it_stands_among_settings_or_was_drawn() {
    exactly(
        PASSWORD,
        &[
            "DB_PASSWORD=a1b2c",
            "DB_PASSWORD=⟦a1b2c3⟧",
            "DB_PASSWORD=⟦har_b!our⟧",
            "DB_PASSWORD=harbour",
            "DB_PASSWORD=83-20-17",
            "DB_PASSWORD=⟦!harbour88⟧",
            "password: ⟦*harbour88⟧",
            "password: *harb!our",
            "call(password: *harbour88)",
            "if password == harb!our88",
            "this.password = harbour88;",
            "this.password = ⟦tR4nQ8wzEv7k⟧;",
            "this.password = ⟦«an32»⟧;",
            "this.password = tR4nQ8w;",
            "this.password = tr4nq8wzev7k;",
            "this.password = TR4NQ8WZEV7K;",
            "this.password = tRxnQvwzEvjk;",
            "this.password = ⟦harb-our88⟧;",
            "tool --password ⟦harbour88⟧",
        ],
    );
}

#[test]
fn what_joins_a_name_and_its_value_says_how_much_the_name_means() {
    exactly(
        PASSWORD,
        &[
            r#"if password == "⟦harbour88⟧""#,
            r#"set_password("⟦harbour88⟧")"#,
            r#"print_password("harbour88\n")"#,
            r#"password = "⟦harbour88\n⟧""#,
            "set_password(harb-our88)",
            r#"options.put("password", "harb!our")"#,
            r#"options.put("password", harb-our88)"#,
            r#"password = decode("harbour88")"#,
            r#"#define password "⟦harbour88⟧""#,
            r#"#define password "harb!our""#,
            "the password is ⟦tR4nQ8wzEv7k⟧",
            "the password is salt+pepper",
            "the password harb-our88 is old",
        ],
    );
    exactly(
        SECRET,
        &[
            r#"api_key = "⟦«hex40»⟧""#,
            "API_TOKEN ⟦«hex32»⟧",
            "service token «uuid»",
            r#"token = "⟦https://host/«an40»⟧""#,
        ],
    );
    exactly(
        KEY,
        &[
            r#"key = "https://host/«an40»""#,
            r#"if key == "«hex32»""#,
            r#"f("key", "«hex32»")"#,
            "tool --key ⟦«hex32»⟧",
            r#"password_hash = "⟦«hex32»⟧""#,
            r#"key = "«uuid»""#,
            r#"sparkpost = "⟦«uuid»⟧""#,
        ],
    );
}

#[test]
fn a_token_looks_drawn_or_made_up() {
    exactly(
        SECRET,
        &[
            r#"secret = "⟦abc123⟧""#,
            r#"secret = "abc12""#,
            r#"secret = "ab1234""#,
            r#"secret = "abcd12""#,
            r#"secret = "abc-123""#,
            r#"secret = "⟦asdf1234⟧""#,
            "secret: asdf1234;",
            r#"secret = "⟦k7wq;93vx[m2=tz5(pd8⟧""#,
            r#"secret = "⟦t7i;m9ar[q2ua=k5el⟧""#,
            r#"secret = "on7;in9[at2=or5to;th""#,
            r#"secret = "k7w;q9[3vx(m2)=t;z5pd8""#,
            r#"secret = "k7wq;93vx[m2""#,
            r#"secret = "first;then[second]=third4""#,
            r#"secret = "⟦xK{7}Q9m,V2z;L4p(T8)⟧""#,
            r#"secret = "xk{7}q9m,v2z;l4p(t8)""#,
            "CLIENT_SECRET=⟦xK7}Q9m,V2z;L4p(T8)x⟧",
            "CLIENT_SECRET=xk7}q9m,v2z;l4p(t8)x",
            "CLIENT_SECRET=⟦xK-qW_zT+vB⟧",
            "CLIENT_SECRET=SomeValue-Here",
            "this.secret = xK-qW_zT+vB;",
            r#"api_token = "⟦«uuid»⟧""#,
            r#"api_token = "⟦«Abc70»⟧""#,
            r#"api_token = "x7q-p2l""#,
            r#"api_token = "⟦x7q-p2lm⟧""#,
            r#"api_token = "version-two.1""#,
            r#"api_token = "sha256:«hex64»""#,
        ],
    );
    exactly(
        KEY,
        &[
            r#"key = "⟦«hex24»⟧""#,
            r#"key = "⟦x7Qp2LmZ9vKt4WbN⟧""#,
            r#"key = "quayharbourwxqzvk""#,
            r#"key = "harbourmasxqvztu""#,
            r#"key = "«hex12»""#,
            r#"key = "⟦«Abc70»⟧""#,
            r#"key = "getElementsByClassName""#,
            r#"key = "«an30»(«an10»)""#,
        ],
    );
}
