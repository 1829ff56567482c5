//! Values given to names that say what they are: from a keyword to a verdict.

use crate::connect::{self, Join};
use crate::connection;
use crate::drawn::is_drawn_bare;
use crate::judge::{self, Place};
use crate::lexicon::{self, Class};
use crate::misread;
use crate::name::{self, Name};
use crate::placeholder;
use crate::shape;
use crate::value::{self, Form, Value};
use std::ops::Range;

/// How far back from a name its line is looked at.
const BACK: usize = 96;
/// More than any password that was drawn, and than what may follow it on its line.
const LONGEST_DRAWN: usize = 256;

pub(crate) const PASSWORD_RULE: &str = "assigned-password";
pub(crate) const SECRET_RULE: &str = "assigned-secret";
pub(crate) const WEAK_RULE: &str = "assigned-key";

/// The secret that a name with this keyword is given, and the rule that says so.
pub(crate) fn find(
    text: &str,
    keyword: Range<usize>,
    class: Class,
    is_service: bool,
    marks: &[Range<usize>],
) -> Option<(Range<usize>, &'static str)> {
    // What costs least is asked first: a keyword stands everywhere, a value rarely follows.
    let name = name::read(text, &keyword, class)?;
    let (join, at) = connect::join(text, name.span.start, name.span.end)?;
    let before = line_before(text, name.span.start);
    let join = if join == Join::Space && sets_variable(before) { Join::Assign } else { join };
    let is_flag = text[name.span.clone()].starts_with('-');
    if join == Join::Space && !is_flag && !has_digit_near(text, at) {
        return None;
    }
    if !is_flag
        && (misread::is_verb(text, &name, join) || misread::is_label(text, &name, join, before))
        || misread::is_no_name(text, &name, before)
        || misread::is_closed_here(text, &name, at, before)
    {
        return None;
    }
    let class = name.class(text, class)?;
    let (value, class) = match pair(text, &name, class, at, before) {
        Some(second) => (second, class),
        // `I915_PW("PW_3", …)`: a call with a short word in its name need not take a password.
        None if join == Join::Call && keyword.len() < 5 => {
            (value::read(text, at, join)?, class.max(Class::Secret))
        }
        None => (value::read(text, at, join)?, class),
    };
    let place = Place {
        join,
        is_setting: is_setting(text, &name, join, before),
        is_flag,
        is_in_path: before.ends_with('/'),
        is_service,
    };
    let value = match whole_setting(text, &value, &place, before, marks) {
        Some(whole) => whole,
        None => cut(text, value, &place, before),
    };
    let said = match placeholder::touch(marks, &value.span) {
        false => value.said.clone(),
        true => placeholder::without_marks(text, value.span.clone(), marks),
    };
    let rule = match class {
        Class::Password => PASSWORD_RULE,
        Class::Secret => SECRET_RULE,
        Class::Weak => WEAK_RULE,
    };
    let in_connection = || {
        class == Class::Password
            && join == Join::Assign
            && !misread::is_argument(text, &value)
            && connection::is_literal(&said)
            && connection::surrounds(text, name.span.start)
    };
    let is_value = !misread::says_its_name(&text[name.span.clone()], &said);
    if is_value && (judge::is_secret(class, &place, &value, &said) || in_connection()) {
        return Some((value.span, rule));
    }
    let default = value::default(text, &value)
        .filter(|_| value.is_wrapped && join != Join::Space || join == Join::Call)?;
    judge::is_secret(class, &place, &default, &default.said).then_some((default.span, rule))
}

/// Words that follow a word are many; few of them have a digit.
fn has_digit_near(text: &str, at: usize) -> bool {
    text.as_bytes()[at..].iter().take(64).any(u8::is_ascii_digit)
}

/// `ENV NAME value`: only space is between.
fn sets_variable(before: &str) -> bool {
    matches!(before.trim(), "ENV" | "setenv" | "SetEnv" | "fastcgi_param" | "export")
}

/// The part of the line before a name.
fn line_before(text: &str, start: usize) -> &str {
    let from = text.ceil_char_boundary(start.saturating_sub(BACK));
    let line = text[from..start].rsplit('\n').next().unwrap_or_default();
    // In a literal, line breaks are written. One byte is looked for faster than two.
    let parts = line.contains('\\').then(|| line.rsplit("\\n"));
    parts.and_then(|mut parts| parts.next()).unwrap_or(line)
}

/// Whether this is a line of settings (`NAME=value`, `name: value`, `export NAME=value`) and not a statement
/// in a program.
fn is_setting(text: &str, name: &Name, join: Join, before: &str) -> bool {
    const LEADS: &[&str] = &[
        "export ", "set ", "SET ", "ENV ", "ARG ", "-e ", "env ", ";", "?", "&", "- ", "# ", "--",
        "-D", "/",
    ];
    let lead = before.trim_start();
    if lead.is_empty() && is_whole_line(text, name.span.end, join) {
        return true;
    }
    let leads = matches!(lead, "" | "+" | "#") || LEADS.iter().any(|known| lead.ends_with(known));
    let tight = match join {
        Join::Assign => !text[name.span.end..].starts_with([' ', '\t']),
        // A statement goes on after its value; a setting does not.
        Join::Colon => {
            let near =
                &text[name.span.end..text.floor_char_boundary(name.span.end.saturating_add(BACK))];
            !near.lines().next().unwrap_or_default().trim_end().ends_with([',', ';', '{', '('])
        }
        _ => false,
    };
    let tight = tight || sets_variable(before);
    leads && tight
}

/// `name = value` with nothing after it, and a value that is no name: it has a digit and no word for secrets.
fn is_whole_line(text: &str, end: usize, join: Join) -> bool {
    let near = &text[end..text.floor_char_boundary(end.saturating_add(BACK))];
    let line = near.lines().next().unwrap_or_default();
    let value = line.trim_start_matches([' ', '\t', '=', ':']).trim_end();
    let lower = value.to_ascii_lowercase();
    matches!(join, Join::Assign | Join::Colon)
        && shape::is_identifier(value)
        && value.bytes().any(|b| b.is_ascii_digit())
        && !["pass", "pwd", "pw", "token", "secret", "key", "cred"]
            .iter()
            .any(|word| lower.contains(word))
}

/// A bare value up to the end of its line, whatever signs it has, if it was drawn.
fn whole_setting(
    text: &str,
    value: &Value,
    place: &Place,
    before: &str,
    marks: &[Range<usize>],
) -> Option<Value> {
    let limit = text.floor_char_boundary(value.span.start.saturating_add(LONGEST_DRAWN));
    let near = &text[value.span.start..limit];
    let is_alone = place.is_setting && value.form == Form::Bare && !ends_in_list(before);
    let line = near.lines().next().filter(|_| is_alone)?;
    let end = line.find([' ', '\t']).unwrap_or(line.len());
    let goes_on = line[end..].trim_start();
    let span = value.span.start..value.span.start + end;
    let is_whole = (goes_on.is_empty() || goes_on.starts_with('#'))
        && !placeholder::touch(marks, &span)
        && is_drawn_bare(&line[..end]);
    is_whole.then(|| Value {
        said: text[span.clone()].to_owned(),
        span,
        form: Form::Bare,
        is_wrapped: false,
    })
}

/// Whether a name stands among others on its line: a query, a connection string.
fn ends_in_list(before: &str) -> bool {
    before.trim_end().ends_with([';', '?', '&', '{', ','])
}

/// Ends a bare value where its surroundings go on: a list, a call, a query.
fn cut(text: &str, mut value: Value, place: &Place, before: &str) -> Value {
    if value.form == Form::Quoted || value.said.starts_with("${") {
        return value;
    }
    let in_query = before
        .trim_end_matches(|c: char| c.is_ascii_alphanumeric() || "_.-[]".contains(c))
        .ends_with(['?', '&']);
    let ends = |c: char| ",;)}]|".contains(c) || (c == '&' && in_query);
    let said = &text[value.span.clone()];
    let end = if place.is_setting && !ends_in_list(before) {
        said.trim_end_matches([',', ';', ')', '}', ']']).len()
    } else {
        said.find(ends).unwrap_or(said.len())
    };
    value.said.truncate(end);
    value.span.end = value.span.start + end;
    value
}

/// `ID/PW: name / value`: the second of two values.
fn pair(text: &str, name: &Name, class: Class, at: usize, before: &str) -> Option<Value> {
    if class != Class::Password {
        return None;
    }
    let signs = |c: char| " /|,:&-".contains(c);
    let inside = &text[name.span.clone()];
    let owner = before.trim_end_matches(signs);
    let owner = owner.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let is_flag = inside.starts_with('-');
    let is_pair = !is_flag && inside.len() <= 12 && lexicon::owns_password(&owner.to_lowercase());
    let near = &text[at..text.floor_char_boundary(at.saturating_add(128))];
    let line = near.lines().next().filter(|_| is_pair)?;
    let first = line.find(|c: char| " /|,:".contains(c)).filter(|&end| end > 0)?;
    let second = line[first..].trim_start_matches(|c: char| " /|,:".contains(c));
    let said = second.split_whitespace().next()?.trim_end_matches([')', ',', ';']);
    if !said.bytes().any(|b| b.is_ascii_digit()) || !said.contains(char::is_alphabetic) {
        return None;
    }
    let start = at + line.len() - second.len();
    Some(Value {
        span: start..start + said.len(),
        said: said.to_owned(),
        form: Form::Quoted,
        is_wrapped: false,
    })
}
