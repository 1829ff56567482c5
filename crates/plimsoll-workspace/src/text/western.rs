//! Windows-1252 (and Latin-1, which it contains), told from everything else that is not UTF-8.
//!
//! Any bytes are valid in it, so validity proves nothing. Two judges have to agree. The first reads the
//! text: every word has to be one that a Western European language could have, and every sign has to stand
//! where such signs stand. The second, where there are such letters, is a detector with models of many
//! languages: what it takes the bytes for has to give the same text. (`ä`, `é` or `ó` are the same in Central
//! European encodings, so it does not matter which of them it was.)

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::WINDOWS_1252;

/// The lower-case letters beyond ASCII of each language, foreign words in it included. Estonian and Faroese
/// are left out: their letters are those of half of Europe, read in the wrong encoding.
const ALPHABETS: &[&str] = &[
    "äöüßéàê",          // German
    "àâæçéèêëîïôœùûüÿ", // French
    "áéíñóúü",          // Spanish
    "àçéèíïóòúü",       // Catalan
    "áâãàçéêíóôõúü",    // Portuguese
    "àèéìíîòóùú",       // Italian
    "áéëïóöüèê",        // Dutch
    "æøåéèêóòâôà",      // Danish, Norwegian
    "åäöéà",            // Swedish, Finnish
    ICELANDIC,
];
/// Special letters in a row, which no word has, and tests and patterns have.
const SAMPLES: &[&str] =
    &["äö", "äöü", "äöüß", "öäü", "öäüß", "äöüäöü", "äöüäöüß", "åäö", "æøå", "üöä"];
const ICELANDIC: &str = "áéíóúýþðæö";
/// Letters that only Icelandic has, and Turkish where it is read wrongly.
const ONLY_ICELANDIC: &str = "ýþð";

/// The text, if it is certain enough to be Western European.
pub(super) fn decode(bytes: &[u8]) -> Option<String> {
    if holds_utf8(bytes) {
        return None;
    }
    let (text, _) = WINDOWS_1252.decode_without_bom_handling(bytes);
    let has_letters = || text.chars().any(|c| !c.is_ascii() && is_letter(c));
    let is_certain = reads_western(&text)
        && if has_letters() { a_detector_agrees(bytes, &text) } else { quotes_are_paired(&text) };
    is_certain.then(|| text.into_owned())
}

/// Whether the detector takes the bytes for something that gives the same text.
fn a_detector_agrees(bytes: &[u8], text: &str) -> bool {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let guess = detector.guess(None, Utf8Detection::Deny);
    guess == WINDOWS_1252 || guess.decode_without_bom_handling(bytes).0 == text
}

/// The detector knows letters and not signs. `«` and `»` are letters elsewhere, and come in pairs here.
fn quotes_are_paired(text: &str) -> bool {
    text.matches('«').count() == text.matches('»').count()
}

/// Whether some of the bytes are UTF-8, so that the file is a mixture. `ß` and a quotation mark after it
/// look like a letter of N'Ko.
fn holds_utf8(bytes: &[u8]) -> bool {
    let mut characters = bytes.utf8_chunks().flat_map(|chunk| chunk.valid().chars());
    characters.any(|c| !c.is_ascii() && !('\u{7C0}'..='\u{7FF}').contains(&c))
}

fn reads_western(text: &str) -> bool {
    let mut has_only_icelandic = false;
    let mut is_icelandic = true;
    for word in text.split(|c: char| !is_letter(c)).filter(|word| !word.is_ascii()) {
        let word: Vec<char> = word.chars().collect();
        if !is_western_word(&word) {
            return false;
        }
        for c in foreign(&word) {
            has_only_icelandic |= ONLY_ICELANDIC.contains(c);
            is_icelandic &= ICELANDIC.contains(c);
        }
    }
    (is_icelandic || !has_only_icelandic) && signs_are_in_place(text)
}

/// Letters as they occur in words; `ª`, `º` and `µ` are signs.
fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic()
        || matches!(c, 'À'..='Ö' | 'Ø'..='ö' | 'ø'..='ÿ' | 'Œ' | 'œ' | 'Ÿ')
        || is_doubtful(c)
}

/// They are in Windows-1252, but those who write them rarely use it, and they stand for other letters in
/// Central European and Mac encodings.
fn is_doubtful(c: char) -> bool {
    matches!(c, 'Š' | 'š' | 'Ž' | 'ž')
}

/// The letters of a word beyond ASCII, in lower case.
fn foreign(word: &[char]) -> impl Iterator<Item = char> {
    word.iter().filter(|c| !c.is_ascii()).flat_map(|c| c.to_lowercase())
}

fn is_western_word(word: &[char]) -> bool {
    let mut runs = word.split(char::is_ascii).filter(|run| !run.is_empty());
    if runs.all(|run| SAMPLES.contains(&foreign(run).collect::<String>().as_str())) {
        return true;
    }
    let count = foreign(word).count();
    let has_run = word.windows(3).any(|three| three.iter().all(|c| !c.is_ascii()));
    let is_foreign_script = word.len() > 1 && count * 3 > word.len() * 2;
    !has_run
        && !is_foreign_script
        && ALPHABETS.iter().any(|alphabet| foreign(word).all(|c| alphabet.contains(c)))
        && (0..word.len()).all(|at| stands_well(word, at))
}

/// Whether a letter may stand where it does. Each of these is another letter in some other encoding, and
/// stands elsewhere there.
fn stands_well(word: &[char], at: usize) -> bool {
    let c = word[at];
    let before = at.checked_sub(1).map(|before| word[before]);
    let after = word.get(at + 1).and_then(|c| c.to_lowercase().next());
    if c.is_ascii() {
        return true;
    }
    if c.is_uppercase() && before.is_some_and(char::is_lowercase) {
        return false;
    }
    if word.len() == 1 {
        return !"õãþðÿœýï".contains(c);
    }
    let is_before = |letters: &str| after.is_some_and(|after| letters.contains(after));
    match c.to_lowercase().next().unwrap_or(c) {
        'ñ' => is_before("aeiouáéíóúü"),
        'õ' => is_before("e"),
        'ã' => after.is_none() || is_before("oes"),
        'œ' => is_before("uitds"),
        'æ' | 'þ' => after.is_some(),
        'ð' => before.is_some(),
        _ => true,
    }
}

fn signs_are_in_place(text: &str) -> bool {
    let mut before = None;
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let after = characters.peek().copied();
        if !c.is_ascii() && !is_letter(c) && !fits(before, c, after) {
            return false;
        }
        before = Some(c);
    }
    true
}

/// Whether a sign may stand between these two.
fn fits(before: Option<char>, c: char, after: Option<char>) -> bool {
    let follows_letter = before.is_some_and(is_letter);
    let precedes_letter = after.is_some_and(is_letter);
    if !is_punctuation(c)
        && after.is_some_and(|a| !a.is_ascii() && !is_letter(a) && !is_punctuation(a))
    {
        // Two signs in a row are a character of an East Asian encoding, or a frame.
        return after == Some(c) && !matches!(c, '\u{80}'..='\u{9F}');
    }
    match c {
        // Without meaning in Windows-1252; and the currency sign is a euro in Latin-9.
        '\u{80}'..='\u{9F}' | '¤' => false,
        '\u{A0}' | '\u{AD}' | '’' | '–' | '—' | '…' | '´' | '·' => true,
        '¹' | '²' | '³' => {
            let on_something = |c: char| c.is_ascii_alphanumeric() || ")]}".contains(c);
            before.is_some_and(on_something) && !precedes_letter
        }
        '¼' | '½' | '¾' | '€' | '£' | '¢' | '¥' | 'ƒ' => {
            !follows_letter && !precedes_letter
        }
        '¿' | '¡' | '‚' | '„' | 'µ' => !follows_letter,
        '®' | '™' => !precedes_letter,
        '©' => !follows_letter && !after.is_some_and(char::is_lowercase),
        'ª' | 'º' => {
            let numbered = |c: char| c.is_ascii_digit() || ".)nNdDmMaAoO".contains(c);
            before.is_some_and(numbered) && !precedes_letter
        }
        _ => !(follows_letter && precedes_letter),
    }
}

/// What may stand beside other signs.
fn is_punctuation(c: char) -> bool {
    matches!(c, '\u{A0}' | '\u{AD}' | '«' | '»' | '‹' | '›' | '–' | '—' | '…')
        || ('\u{2018}'..='\u{201E}').contains(&c)
}
