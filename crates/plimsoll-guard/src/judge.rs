//! Is a value a secret, or a word, a path, a reference, a placeholder?

use crate::beside::is_plain_hash;
use crate::chance;
use crate::connect::Join;
use crate::drawn::{is_drawn, is_drawn_bare};
use crate::lexicon::Class;
use crate::name;
use crate::reference;
use crate::shape;
use crate::value::{Form, Value};
use crate::words;

/// Tenths of a bit above which a value was drawn at random: probably, and beyond doubt.
const PROBABLE: i32 = 40;
const BEYOND_DOUBT: i32 = 130;

/// Where an assignment stands.
#[derive(Debug)]
pub(crate) struct Place {
    pub(crate) join: Join,
    /// A line of settings, not a statement in a program.
    pub(crate) is_setting: bool,
    /// The name is a flag on a command line.
    pub(crate) is_flag: bool,
    /// The name is the last part of a path.
    pub(crate) is_in_path: bool,
    /// The name is that of a service.
    pub(crate) is_service: bool,
}

/// `said` is the value without the marks of earlier replacements.
pub(crate) fn is_secret(class: Class, place: &Place, value: &Value, said: &str) -> bool {
    let said = unwrap_default(said);
    // Whether it is code costs less to find out than whether it is a literal.
    if value.form == Form::Bare && !is_bare_value(place, said) || !is_literal(said) {
        return false;
    }
    let quoted = value.form == Form::Quoted;
    let is_printed = place.join == Join::Call && said.ends_with("\\n");
    let is_commit = place.join == Join::Space && place.is_in_path && is_plain_hash(said);
    let is_address = class == Class::Weak && said.starts_with("http");
    if is_printed || is_commit || is_address {
        return false;
    }
    if class == Class::Weak
        && !matches!(place.join, Join::Assign | Join::Colon | Join::Element | Join::ValueField)
        && !place.is_flag
    {
        return false;
    }
    let class = match place.join {
        _ if value.is_wrapped => Class::Weak,
        Join::Assign | Join::Colon | Join::Element | Join::ValueField => class,
        // Bare ones have been passed over: they are expressions.
        Join::Compare | Join::Call => class,
        Join::Argument => class.max(Class::Secret),
        Join::Space if place.is_flag => class,
        Join::Space
            if quoted && class == Class::Password && said.bytes().any(|b| b.is_ascii_digit()) =>
        {
            class
        }
        Join::Prose if said.bytes().any(|b| b.is_ascii_digit()) => class,
        Join::Prose => return false,
        Join::Space => Class::Weak,
    };
    match class {
        Class::Password => is_password(said, quoted),
        Class::Secret => {
            let has = |class: fn(&u8) -> bool| said.as_bytes().iter().any(class);
            let is_mixed = has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase);
            is_token(said)
                || quoted && (is_odd_token(said) || is_chosen_token(said))
                || is_mixed
                    && if quoted { is_drawn(said) } else { place.is_setting && is_drawn_bare(said) }
        }
        Class::Weak => is_opaque(said) || place.is_service && shape::is_uuid(said),
    }
}

/// `${NAME:-value}`, `${NAME:value}`: the value that stands in for a variable.
fn unwrap_default(said: &str) -> &str {
    let inside = said.strip_prefix("${").and_then(|rest| rest.strip_suffix('}'));
    let default = inside.and_then(|inside| inside.split_once(':'));
    match default {
        Some((name, value)) if shape::is_identifier(&name.replace(['.', '-'], "_")) => {
            value.strip_prefix(['-', '=']).unwrap_or(value)
        }
        _ => said,
    }
}

/// Somebody made it up: letters and a few digits, as in `asdf1234`.
fn is_chosen_token(said: &str) -> bool {
    let digits = said.bytes().filter(u8::is_ascii_digit).count();
    let letters = said.bytes().filter(u8::is_ascii_alphabetic).count();
    (6..=40).contains(&said.len()) && digits >= 3 && letters >= 3 && digits + letters == said.len()
}

/// A generator may draw from all signs: few of them, among letters and digits that change places often.
fn is_odd_token(said: &str) -> bool {
    let odd = said.bytes().filter(|b| b"()[]{}<>;,\\\"'`".contains(b)).count();
    (16..=128).contains(&said.len())
        && odd <= 4
        && shape::changes(said) >= 4
        && chance::score(said) > BEYOND_DOUBT / 2
}

/// Something that can be read and has no spaces, and that is not a placeholder, a reference or a place.
fn is_literal(said: &str) -> bool {
    (4..=4096).contains(&said.len())
        && said.chars().all(|c| !c.is_whitespace() && !c.is_control())
        && !shape::is_filler(said)
        && !words::says_nothing(said)
        && !reference::is_reference(said)
        && !shape::is_fingerprint(said)
        && !shape::is_number(said)
        && is_mostly_ascii(said)
        && !is_name_of_secret(said)
        && !is_escape(said)
        && (!shape::is_location(said) || is_no_place(said))
}

/// Begins like a path or an address, and nobody names anything so.
fn is_no_place(said: &str) -> bool {
    let is_path = said.bytes().filter(|b| *b == b'/').count() > 2;
    chance::score(said) > BEYOND_DOUBT || !is_path && is_drawn(said)
}

/// `\f809`, `\xba`: one sign, written as a number.
fn is_escape(said: &str) -> bool {
    said.len() <= 7
        && said.starts_with('\\')
        && said[1..].trim_start_matches(['x', 'u']).bytes().all(|b| b.is_ascii_hexdigit())
}

/// Bare text may be an expression.
fn is_bare_value(place: &Place, said: &str) -> bool {
    if place.join == Join::Compare || place.join == Join::Argument || place.join == Join::Call {
        return false;
    }
    if place.is_setting && is_drawn_bare(said) {
        return true;
    }
    let has_digit = said.bytes().any(|b| b.is_ascii_digit());
    let begun = if place.is_setting && has_digit {
        said.trim_start_matches(['!', '&', '*', '~', '#', '-', '+'])
    } else {
        said
    };
    let is_code = shape::is_code(begun);
    !is_code
        && (place.is_setting
            || place.is_flag
            || !shape::is_identifier(said)
            || is_opaque(said)
            || is_drawn_word(said))
}

/// A name in a program has words in it; this has not.
fn is_drawn_word(said: &str) -> bool {
    let has = |class: fn(&u8) -> bool| said.as_bytes().iter().any(class);
    said.len() >= 8
        && has(u8::is_ascii_digit)
        && has(u8::is_ascii_uppercase)
        && has(u8::is_ascii_lowercase)
        && chance::score(said) > PROBABLE
}

/// People choose passwords: a word with a digit or a sign may be one.
fn is_password(said: &str, quoted: bool) -> bool {
    let has = |class: fn(&u8) -> bool| said.as_bytes().iter().any(class);
    let digit = has(u8::is_ascii_digit);
    let letter = has(u8::is_ascii_alphabetic);
    let sign = said
        .trim_end_matches([':', '?', '!', '.', '*'])
        .bytes()
        .any(|b| b.is_ascii_punctuation() && !b"_-./:".contains(&b));
    let chosen =
        if quoted { digit || letter && sign } else { said.len() >= 6 && letter && (digit || sign) };
    said.len() >= 4 && (chosen || said.len() >= 8 && chance::score(said) > PROBABLE)
}

/// A password on a command line, or in a form that says that one follows.
pub(crate) fn is_word(said: &str) -> bool {
    is_literal(said)
        && !shape::is_code_call(said)
        && !said.starts_with(['$', '%', '-', '<', '['])
        && (is_password(said, true)
            || said.len() >= 8 && !said.bytes().all(|b| b.is_ascii_alphabetic()))
}

/// A word of another script is a word.
fn is_mostly_ascii(said: &str) -> bool {
    let other = said.chars().filter(|c| !c.is_ascii()).count();
    2 * other < said.chars().count()
}

/// `new_password1`, `@DB_PASSWORD`: several words, one of which is for secrets.
pub(crate) fn is_name_of_secret(said: &str) -> bool {
    const WORDS: &[&str] = &[
        "password",
        "passwd",
        "passphrase",
        "secret",
        "token",
        "key",
        "pass",
        "pwd",
        "pw",
        "credentials",
    ];
    let bare = said.trim_start_matches(['@', '$', '%', ':']).trim_end_matches('%');
    let is_name = bare.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-.".contains(&b));
    let mut all = name::words(bare)
        .map(|word| word.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned())
        .peekable();
    is_name
        && bare.len() <= 40
        && bare.contains(['_', '-', '.'])
        && all.any(|word| WORDS.contains(&word.as_str()))
        && chance::score(said) < PROBABLE
}

/// What tokens are made of. Code and regular expressions have more.
fn is_made_of_token_characters(said: &str) -> bool {
    said.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-+/=.:~!@#$%^&*|?".contains(&b))
}

fn is_token(said: &str) -> bool {
    if !is_made_of_token_characters(said) {
        return false;
    }
    let is_mixed = shape::changes(said) >= 2 && chance::score(said) > PROBABLE;
    said.len() >= 8 && (is_mixed || is_opaque(said) || shape::is_uuid(said))
}

/// Drawn at random beyond doubt.
pub(crate) fn is_opaque(said: &str) -> bool {
    if said.len() < 16 || !is_made_of_token_characters(said) || shape::is_uuid(said) {
        return false;
    }
    // Where nothing changes places, or no digit is, a few long words may look drawn.
    let least = if shape::changes(said) >= 3 { BEYOND_DOUBT } else { 2 * BEYOND_DOUBT };
    chance::score(said) > least
}
