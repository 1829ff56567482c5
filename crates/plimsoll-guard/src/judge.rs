//! Is a value a secret, or a word, a path, a reference, a placeholder?

use crate::chance;
use crate::connect::Join;
use crate::lexicon::Class;
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
}

/// `said` is the value without the marks of earlier replacements.
pub(crate) fn is_secret(class: Class, place: &Place, value: &Value, said: &str) -> bool {
    if !is_literal(said) || value.form == Form::Bare && !is_bare_value(place, said) {
        return false;
    }
    let quoted = value.form == Form::Quoted;
    let class = match place.join {
        _ if value.is_wrapped => Class::Weak,
        Join::Assign | Join::Colon | Join::Element | Join::ValueField => class,
        Join::Compare | Join::Call if quoted => class,
        Join::Argument if quoted => class.max(Class::Secret),
        Join::Space if place.is_flag => class,
        Join::Space if quoted && class == Class::Password => class,
        Join::Prose => class,
        Join::Space => Class::Weak,
        Join::Compare | Join::Argument | Join::Call => return false,
    };
    match class {
        Class::Password => is_password(said, quoted),
        Class::Secret => is_token(said),
        Class::Weak => is_opaque(said),
    }
}

/// Something that can be read and has no spaces, and that is not a placeholder, a reference or a place.
fn is_literal(said: &str) -> bool {
    (4..=4096).contains(&said.len())
        && said.chars().all(|c| !c.is_whitespace() && !c.is_control())
        && !shape::is_filler(said)
        && !words::says_nothing(said)
        && !shape::is_reference(said)
        && (!shape::is_location(said) || chance::score(said) > BEYOND_DOUBT)
}

/// Bare text may be an expression.
fn is_bare_value(place: &Place, said: &str) -> bool {
    if place.join == Join::Compare || place.join == Join::Argument || place.join == Join::Call {
        return false;
    }
    !shape::is_code(said) && (place.is_setting || place.is_flag || !shape::is_identifier(said) || is_opaque(said))
}

/// People choose passwords: a word with a digit or a sign may be one.
fn is_password(said: &str, quoted: bool) -> bool {
    let has = |class: fn(&u8) -> bool| said.as_bytes().iter().any(class);
    let digit = has(u8::is_ascii_digit);
    let letter = has(u8::is_ascii_alphabetic);
    let sign = said.trim_end_matches([':', '?', '!', '.', '*']).bytes().any(|b| b.is_ascii_punctuation() && !b"_-./:".contains(&b));
    let chosen = if quoted { digit || letter && sign } else { said.len() >= 6 && letter && (digit || sign) };
    said.len() >= 4 && (chosen || said.len() >= 8 && chance::score(said) > PROBABLE)
}

fn is_token(said: &str) -> bool {
    let digits = said.bytes().filter(u8::is_ascii_digit).count();
    let letters = said.bytes().filter(u8::is_ascii_alphabetic).count();
    said.len() >= 8 && (digits > 0 && letters > 0 && chance::score(said) > PROBABLE || is_opaque(said) || shape::is_uuid(said))
}

/// Drawn at random beyond doubt.
pub(crate) fn is_opaque(said: &str) -> bool {
    said.len() >= 16 && !shape::is_uuid(said) && chance::score(said) > BEYOND_DOUBT
}
