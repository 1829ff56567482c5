//! Characters that show nothing and yet have their place in ordinary writing.

/// A flag is spelled in no more tags; looking further would take long where there are many.
const MOST_TAGS: usize = 7;

/// Whether a character that shows nothing has its place in ordinary writing.
pub(crate) fn is_expected(text: &str, at: usize, c: char) -> bool {
    let before = text[..at].chars().next_back();
    let after = text[at + c.len_utf8()..].chars().next();
    match c {
        // Joiners belong to scripts whose letters join.
        '\u{200C}' | '\u{200D}' => before.is_some_and(joins) || after.is_some_and(joins),
        // A soft hyphen between letters is where a word may be broken.
        '\u{AD}' => before.is_some_and(char::is_alphabetic) && after.is_some_and(char::is_alphabetic),
        // Marks of direction beside letters that run from right to left.
        '\u{200E}' | '\u{200F}' | '\u{61C}' => {
            before.is_some_and(runs_leftwards) || after.is_some_and(runs_leftwards)
        }
        // Variants of ideographs, and of symbols.
        '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' => {
            before.is_some_and(|c| matches!(c, '\u{2000}'..='\u{9FFF}' | '\u{20000}'..='\u{3FFFF}' | '0'..='9' | '#' | '*' | '©' | '®'))
        }
        // The flags of England, Scotland and Wales are spelled in tags behind a black flag.
        '\u{E0020}'..='\u{E007F}' => {
            let mut before = text[..at].chars().rev().take(MOST_TAGS);
            before.find(|c| !matches!(c, '\u{E0020}'..='\u{E007E}')) == Some('\u{1F3F4}')
        }
        _ => false,
    }
}

fn joins(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{8FF}' | '\u{900}'..='\u{109F}' | '\u{1780}'..='\u{18AF}' | '\u{FB50}'..='\u{FEFC}')
}

fn runs_leftwards(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}')
}
