//! What a value looks like: drawn at random, a word, a reference to something else, code.

use crate::words;

/// Whether the value is made of next to no different characters, like `xxxx-xxxx`.
pub(crate) fn is_filler(value: &str) -> bool {
    if is_count(value) || is_alphabet(value) {
        return true;
    }
    let longest_run = longest_run(value);
    let tail = value.rsplit(['-', '_']).next().unwrap_or(value);
    distinct(value) <= 3
        || 2 * longest_run >= value.len()
        || (tail.len() >= 6 && distinct(tail) <= 2)
}

/// Whether no character comes twice in a long value, and many stand beside their neighbours: it is an alphabet, and
/// nothing drawn from one. Longer ones may be in any order.
fn is_alphabet(value: &str) -> bool {
    let is_step = |pair: &&[u8]| pair[0].abs_diff(pair[1]) == 1;
    let steps = value.as_bytes().windows(2).filter(is_step).count();
    value.len() >= 32
        && distinct(value) == value.len()
        && (4 * steps >= value.len() || value.len() >= 58)
}

/// Whether letters and digits only count on: `A1B2C3D4`, `abcdef123456`.
fn is_count(value: &str) -> bool {
    let counts = |class: fn(&u8) -> bool| {
        let of: Vec<u8> = value.bytes().map(|b| b.to_ascii_lowercase()).filter(class).collect();
        let next = |a: u8, b: u8| b == a + 1 || a == b'9' && b == b'0' || a == b'z' && b == b'a';
        of.windows(2).all(|pair| next(pair[0], pair[1]))
    };
    let bytes = value.as_bytes();
    let pair = |at: usize| value.get(at..at + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
    let is_bytes = bytes.len() >= 16
        && bytes.len().is_multiple_of(2)
        && (2..bytes.len())
            .step_by(2)
            .all(|at| pair(at).is_some() && pair(at) == pair(at - 2).map(|b| b.wrapping_add(1)));
    is_bytes || value.len() >= 8 && counts(u8::is_ascii_alphabetic) && counts(u8::is_ascii_digit)
}

/// Whether most characters are followed by the next one in their alphabet.
pub(crate) fn is_scale(value: &str) -> bool {
    let is_step = |pair: &&[u8]| pair[0].checked_add(1) == Some(pair[1]);
    3 * value.as_bytes().windows(2).filter(is_step).count() >= 2 * value.len()
}

/// Whether the value is the hash of something public and says so.
pub(crate) fn is_fingerprint(value: &str) -> bool {
    const SIGNS: &[&str] =
        &["sha256:", "sha512:", "sha1:", "md5:", "sha256-", "sha384-", "sha512-", "sha1-", "h1:"];
    let last = value.rsplit_once('/').map_or("", |(_, last)| last);
    let is_commit = last.len() == 40 && last.bytes().all(|b| b.is_ascii_hexdigit());
    is_commit
        || SIGNS.iter().any(|sign| value.starts_with(sign) || value.contains(&format!("@{sign}")))
}

/// Whether the value is a place: a path, a URL.
pub(crate) fn is_location(value: &str) -> bool {
    const STARTS: &[&str] = &["/", "./", "../", "~/", "file:", "http:", "https:", "\\\\"];
    value.contains("://") || value.contains(":\\") || STARTS.iter().any(|s| value.starts_with(s))
}

/// Whether some part of the value looks drawn at random: letters and digits that change places often, or
/// a long part that has both.
pub(crate) fn is_random(value: &str) -> bool {
    let drawn = |part: &str| {
        let changes = changes(part);
        part.len() >= 8 && changes >= 3 || part.len() >= 20 && changes >= 2
    };
    value.split(|c: char| !c.is_ascii_alphanumeric()).any(drawn) && !is_filler(value)
}

/// Whether the value is a call: `read(path)`, `$(cat file)`.
pub(crate) fn is_code_call(value: &str) -> bool {
    value.ends_with(')') && value.contains('(')
}

/// Whether bare text is an expression and not a value: a call, an index, a path of names, a type.
pub(crate) fn is_code(value: &str) -> bool {
    let structural = value.contains(['(', ')', '[', ']', '{', '}', '<', '>', '|', '\\', '"', '\''])
        || value.contains("::")
        || value.contains("->")
        || ["?.", "+=", "&&", "!=", "++", "=>"].iter().any(|sign| value.contains(sign))
        || value.starts_with(['&', '*', '!', '=', '+', '~', '@', '#', ':', '-']);
    let dotted = value.contains('.') && value.split('.').all(is_identifier);
    structural || dotted || is_number(value) || words::is_code_word(value)
}

/// Whether the value is a number as programs write them: `2108u32`, `0xC000_007C`, `2.5e3`, `80L`.
pub(crate) fn is_number(value: &str) -> bool {
    const SUFFIXES: &[&str] =
        &["u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "isize", "f32", "f64"];
    let hex = value.strip_prefix("0x").or_else(|| value.strip_prefix("0X"));
    let plain = |c: char| c.is_ascii_digit() || "._eE".contains(c);
    let digits = SUFFIXES.iter().find_map(|suffix| value.strip_suffix(suffix)).unwrap_or(value);
    let digits = digits.trim_end_matches(['u', 'U', 'l', 'L', 'f', 'F', '_']);
    let is_hex = hex.is_some_and(|h| {
        let h = SUFFIXES.iter().find_map(|suffix| h.strip_suffix(suffix)).unwrap_or(h);
        h.len() <= 20
            && h.trim_end_matches(['u', 'U', 'l', 'L'])
                .chars()
                .all(|c| c.is_ascii_hexdigit() || c == '_')
    });
    is_hex || (value.starts_with(|c: char| c.is_ascii_digit()) && digits.chars().all(plain))
}

/// Whether the value could be the name of something in a program.
pub(crate) fn is_identifier(value: &str) -> bool {
    let mut bytes = value.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// How often letters and digits, or small and large letters inside a word that has digits, change places.
pub(crate) fn changes(part: &str) -> usize {
    let has_digit = part.bytes().any(|b| b.is_ascii_digit());
    if !has_digit {
        return 0;
    }
    part.as_bytes()
        .windows(2)
        .filter(|pair| {
            let (a, b) = (pair[0], pair[1]);
            a.is_ascii_digit() != b.is_ascii_digit()
                || (a.is_ascii_lowercase() && b.is_ascii_uppercase())
        })
        .count()
}

/// How often the most frequent character comes.
pub(crate) fn most_frequent(value: &str) -> usize {
    let mut counts = [0; 256];
    for byte in value.bytes() {
        counts[usize::from(byte)] += 1;
    }
    counts.into_iter().max().unwrap_or(0)
}

fn distinct(value: &str) -> usize {
    let mut seen = [false; 256];
    for byte in value.bytes() {
        seen[usize::from(byte)] = true;
    }
    seen.iter().filter(|&&seen| seen).count()
}

pub(crate) fn longest_run(value: &str) -> usize {
    let mut longest = 0;
    let mut run = 0;
    let mut previous = None;
    for byte in value.bytes() {
        run = if previous == Some(byte) { run + 1 } else { 1 };
        longest = longest.max(run);
        previous = Some(byte);
    }
    longest
}

/// Whether the value is a UUID: it names something more often than it opens it.
pub(crate) fn is_uuid(value: &str) -> bool {
    let mut parts = value.split('-');
    let fits = [8, 4, 4, 4, 12].iter().all(|&length| {
        parts
            .next()
            .is_some_and(|part| part.len() == length && part.bytes().all(|b| b.is_ascii_hexdigit()))
    });
    fits && parts.next().is_none()
}
