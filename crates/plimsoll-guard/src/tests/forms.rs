//! The ways in which people write a secret down, and what looks like one and is none.

use super::{GUARD, shown};
use plimsoll_core::screened::{Grade, Screening};

/// No word. It stands for `S` in the texts.
const SECRET: &str = "tr4nQ8wzEv7k";

#[test]
fn a_secret_is_found_in_every_syntax() {
    let texts = [
        "password = \"S\"",
        "password := 'S'",
        "\"password\": \"S\",",
        "'password' => 'S',",
        ":password => 'S'",
        "const password: string = `S`;",
        "def connect(password: str = \"S\"):",
        "if (password === \"S\") {",
        "password=S",
        "DB_PASSWORD=S",
        "export DB_PASSWORD=S",
        "set DB_PASSWORD=S",
        "ENV DB_PASSWORD S",
        "ENV DB_PASSWORD=S",
        "docker run -e DB_PASSWORD=S image",
        "spring.datasource.password=S",
        "  password: S",
        "  password: |\n    S\n",
        "[db]\npassword = S\n",
        "<password>S</password>",
        "<add key=\"DbPassword\" value=\"S\" />",
        "<entry key=\"password\">S</entry>",
        "<key>password</key>\n<string>S</string>",
        "{\"name\": \"DB_PASSWORD\", \"value\": \"S\"}",
        "user.setPassword(\"S\");",
        "options.put(\"password\", \"S\");",
        "define('DB_PASSWORD', 'S');",
        "password = os.environ.get(\"PASSWORD\") or \"S\"",
        "password = getenv(\"PASSWORD\", \"S\")",
        "password: ${DB_PASSWORD:-S}",
        "passwords = [\"S\", \"other1\"]",
        "tool --password S",
        "tool --password=S",
        "connect -User x -Password S",
        "https://host/path?user=a&password=S&x=1",
        "Server=h;User Id=a;Password=S;Database=x;",
        "Driver={X};Server=h;Uid=a;Pwd={S};",
        "host=h user=a password=S dbname=x",
        "jdbc:mysql://h/x?user=a&password=S",
        "jdbc:oracle:thin:app/S@h:1521:x",
        "postgres://app:S@h:5432/x",
        "machine h login a password S",
        "curl -u admin:S https://h/",
        "CREATE USER a IDENTIFIED BY 'S';",
        "the password is S",
        "my password: S (do not tell)",
        "ID/PW: admin / S",
        "비밀번호: S",
        "密码：S",
        "body = \"{\\\"password\\\": \\\"S\\\"}\"",
        "# password: S",
        "api_key = \"S\"",
        "client_secret: S",
        "AUTH_TOKEN=S",
    ];
    let missed: Vec<&str> =
        texts.into_iter().filter(|text| shown(&with_secret(text)).contains(SECRET)).collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

/// Puts the secret where `S` stands alone.
fn with_secret(text: &str) -> String {
    let alone = |at: usize| {
        let is_word = |b: Option<&u8>| b.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
        let before = at.checked_sub(1).and_then(|before| text.as_bytes().get(before));
        !is_word(before) && !is_word(text.as_bytes().get(at + 1))
    };
    let mut out = String::new();
    for (at, c) in text.char_indices() {
        if c == 'S' && alone(at) { out.push_str(SECRET) } else { out.push(c) }
    }
    out
}

#[test]
fn a_secret_in_several_literals_goes_as_a_whole() {
    for text in [
        "password = \"tr4nQ8\" + \"wzEv7k\"",
        "password = \"tr4nQ8\" \\\n    \"wzEv7k\"",
        "$password = 'tr4nQ8' . 'wzEv7k';",
        "password = (\n    \"tr4nQ8\"\n    \"wzEv7k\"\n)",
        "password = \"tr4nQ8\" &\n  \"wzEv7k\"",
    ] {
        let shown = shown(text);
        assert!(!shown.contains("tr4nQ8") && !shown.contains("wzEv7k"), "{shown}");
        assert_eq!(shown.matches('\n').count(), text.matches('\n').count());
    }
}

#[test]
fn a_literal_that_is_not_closed_ends_with_its_line() {
    for end in ["\n", "\r\n"] {
        let text = format!("password = \"{SECRET}{end}next = 1{end}");
        let expected = format!("password = \"<redacted:assigned-password:1>{end}next = 1{end}");
        assert_eq!(shown(&text), expected);
    }
}

#[test]
fn the_next_entry_of_a_file_stays() {
    let text = "password: \"tr4nQ8wzEv7k\"\n\"next\": \"value1\"\n";
    assert_eq!(shown(text), "password: \"<redacted:assigned-password:1>\"\n\"next\": \"value1\"\n");
}

#[test]
fn what_only_looks_like_a_secret_stays() {
    let texts = [
        "integrity sha512-RgHBCvtjbOK2gXSNBNIkNoEc9qoVEtau3hj8gEqKQuL3HZAibKarWFEI3Lfm6EYKkLalOh8eSrj9b+ch9H/VBA==",
        "uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1",
        "image: grafana:5.3.4@sha256:2aca8aa5716e6e0eed3fcdc88fec256a0a1828c491a8cf240486ae7cc473092d",
        "golang.org/x/oauth2 v0.0.0-20210313182246-cd4f82c27b84/go.mod h1:keo8NaayQZ6wimpNSmW5OPc283g65QNIiLpZnkHRbnc=",
        "\"id\": \"a9eb3c45-784c-3c32-860c-4b406f03961b\"",
        "public_key = \"MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEm1Vb0r1Zbm9uZXNlbnNl\"",
        "token: ${{ secrets.GITHUB_TOKEN }}",
        "password: ((db-password))",
        "\"password\": \"Passwort vergessen?\"",
        "nextToken = \"kJ8sP2mX9qL4vB7nR1tY6wZ3\"",
        "alphabet = 'useandom-26T198340PX75pxJACKVERYMINDBUSHWOLF_GQZbfghjklqvwyzrict'",
        "key = \"000102030405060708090a0b0c0d0e0f\"",
        "http://user:pass@localhost/",
        "password: XmlStringMaxLen256;",
        "self.validate_passwords(\"new_password1\")",
    ];
    let found: Vec<&str> = texts
        .into_iter()
        .filter(|text| !GUARD.locate(text).expect("it can be scanned").is_empty())
        .collect();
    assert!(found.is_empty(), "{found:#?}");
}

fn grades(text: &str) -> Vec<Grade> {
    match GUARD.screen(text) {
        Screening::Shown(screened) => {
            screened.findings().iter().map(|finding| finding.grade).collect()
        }
        Screening::Withheld(findings) => panic!("withheld: {findings:?}"),
    }
}

#[test]
fn a_checksum_makes_certain_and_its_failure_clears_nothing() {
    let body = "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1";
    let sum = crate::checksum::base62_crc(body);
    assert_eq!(grades(&format!("ghp_{body}{sum}")), [Grade::Certain]);
    assert_eq!(grades(&format!("ghp_{body}zzzzzz")), [Grade::Likely]);
    assert_eq!(grades(&format!("npm_{body}{sum}")), [Grade::Certain]);
    // Eight and nine are not in the alphabet of AWS.
    assert_eq!(grades(&format!("AKIA{}", "Q3EGWX5TL2HZ7VNB")), [Grade::Certain]);
    assert_eq!(grades(&format!("AKIA{}", "Q3EGWX5TL8HZ9VNB")), [Grade::Likely]);
    // Only the newer ones of GitLab have one.
    assert_eq!(grades(&format!("glpat-{}", &body[..20])), [Grade::Certain]);
    assert_eq!(grades(&format!("glpat-{body}.01.0zzzzzzzz")), [Grade::Likely]);
}

#[test]
fn a_pair_in_base64_is_certain_and_what_cannot_be_read_is_not() {
    assert_eq!(grades("Authorization: Basic bm9ib2R5OmhhcmJvdXI="), [Grade::Certain]);
    assert_eq!(grades("Authorization: Basic x7Qk9nV2mLp4Rt8zW3bK"), [Grade::Likely]);
}

#[test]
fn a_token_whose_payload_cannot_be_read_is_only_likely() {
    let header = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9";
    let whole =
        format!("{header}.eyJzdWIiOiJub2JvZHkiLCJpYXQiOjF9.RgpMPgxAFQ0FJZlCZBTToOFl9h2wJq5t");
    let cut = format!("{header}.eyJzdWIiOiJub2JvZHkiLCJpYXQ.RgpMPgxAFQ0FJZlCZBTToOFl9h2wJq5t");
    assert_eq!(grades(&whole), [Grade::Certain]);
    assert_eq!(grades(&cut), [Grade::Likely]);
}
