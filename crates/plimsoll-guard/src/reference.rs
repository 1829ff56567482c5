//! Values that stand for others: variables, templates, formats, versions, dates, public keys.

use crate::drawn::is_drawn;
use crate::shape::is_identifier;

/// Whether the value stands for another one: a variable, a template, a lookup.
pub(crate) fn is_reference(value: &str) -> bool {
    const OPENED: &[(&str, &str)] = &[
        ("${", "}"),
        ("{{", "}}"),
        ("#{", "}"),
        ("$(", ")"),
        ("<%", "%>"),
        ("@{", "}"),
        ("%(", ")"),
        ("{", "}"),
        ("((", "))"),
    ];
    let is_filled = |(open, close): &(&str, &str)| {
        let inside = value.split_once(open).and_then(|(_, rest)| rest.split_once(close));
        inside.is_some_and(|(inside, _)| is_name_inside(inside))
    };
    let variable = value.strip_prefix('$').is_some_and(is_identifier);
    let percent = value.len() > 2 && value.starts_with('%') && value.ends_with('%');
    let bracketed = (value.starts_with('<') && value.ends_with('>'))
        || (value.starts_with('[') && value.ends_with(']'));
    let named = is_version(value)
        || is_date(value)
        || is_public_key(value)
        || value.starts_with("arn:")
        || value.starts_with("urn:");
    let encrypted = value.starts_with("ENC(") || is_sealed(value);
    let formatted = is_format(value);
    let expanded =
        value.strip_prefix("${").and_then(|rest| rest.strip_suffix('}')).is_some_and(is_expansion);
    let is_flag = value.starts_with("--") && value.ends_with('=');
    named
        || expanded
        || is_flag
        || encrypted
        || variable
        // A generator of passwords writes braces and percent signs too.
        || (percent || bracketed || formatted || OPENED.iter().any(is_filled)) && !is_drawn(value)
}

/// `NAME//a/b`, `names[i]`: what a shell makes of a variable, but for the value that stands in for it.
fn is_expansion(inside: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let rest = inside.trim_start_matches(is_part);
    rest.len() < inside.len() && rest.starts_with(['/', '[', '#', '%', '^', ',', '@'])
}

/// `%s`, `0x%016llx`, `%-31s`: something is filled in when it is printed. `%2f` is a sign in an address.
fn is_format(value: &str) -> bool {
    value.match_indices('%').any(|(at, _)| {
        let rest = &value[at + 1..];
        let sized = rest.trim_start_matches(|c: char| c.is_ascii_digit() || "-+#.*".contains(c));
        let kind = sized.trim_start_matches(['l', 'h', 'z']);
        let after = kind.strip_prefix(['d', 'i', 'u', 'x', 'X', 's', 'p', 'v', 'q']);
        let digits = rest.as_bytes().iter().take_while(|b| b.is_ascii_hexdigit()).count();
        let is_filled_up = rest.starts_with('0') && rest.len() - sized.len() > 1;
        let is_sign = digits == 2 && sized.len() == kind.len() && !is_filled_up;
        !is_sign
            && after.is_some_and(|after| {
                !after.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
            })
    })
}

/// `1979-05-27T07:32:00Z`
fn is_date(value: &str) -> bool {
    let bytes = value.as_bytes();
    let is_digit = |at: usize| bytes[at].is_ascii_digit();
    (10..=32).contains(&bytes.len())
        && [0, 1, 2, 3, 5, 6, 8, 9].into_iter().all(is_digit)
        && (bytes[4], bytes[7]) == (b'-', b'-')
        && bytes[10..].iter().all(|b| b.is_ascii_digit() || b"TZ:.+-".contains(b))
}

/// `v1.2…`, `13.0.0-next-8`
fn is_version(value: &str) -> bool {
    let number = value.strip_prefix('v').unwrap_or(value);
    let mut parts = number.splitn(3, '.');
    let mut is_short = || {
        parts
            .next()
            .is_some_and(|p| (1..=3).contains(&p.len()) && p.bytes().all(|b| b.is_ascii_digit()))
    };
    if value.starts_with('v') {
        return is_short() && number.contains('.');
    }
    let is_numbered = is_short() && is_short();
    let last = parts.next().unwrap_or_default();
    let rest = last.trim_start_matches(|c: char| c.is_ascii_digit());
    is_numbered && rest.len() < last.len() && (rest.is_empty() || rest.starts_with(['-', '+']))
}

/// Whether base64 begins as public keys do: a sequence of an algorithm and a bit string; or as armour does,
/// which has rules of its own for what is private.
fn is_public_key(value: &str) -> bool {
    const HEADS: &[&str] = &[
        "MCowBQYDK2Vw",
        "MFkwEwYHKoZIzj0CAQ",
        "MHYwEAYHKoZIzj0CAQ",
        "MFwwDQYJKoZIhvcN",
        "MIGfMA0GCSqGSIb3",
        "MIIBIjANBgkqhkiG",
        "MIICIjANBgkqhkiG",
        "AAAAB3NzaC1",
        "AAAAC3NzaC1",
        "AAAAE2VjZHNh",
        "LS0tLS1CRUdJTi",
    ];
    // A point on the curve P-256, without compression.
    let is_point = value.len() == 87 && value.starts_with('B');
    is_point || HEADS.iter().any(|head| value.starts_with(head))
}

/// What stands inside a template: names, points, filters, a call; or nothing.
fn is_name_inside(inside: &str) -> bool {
    inside.len() <= 80
        && inside
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"_.-:?|/ '\"()$,!=+#%@*".contains(&b))
}

/// Whether the value was sealed for a cluster: the length of an RSA block, the block, the ciphertext.
fn is_sealed(value: &str) -> bool {
    value.len() > 300 && (value.starts_with("Ag") || value.starts_with("AQ"))
}
