//! How counts and long sentences are put.

use plimsoll::core::limit::Grouped;

/// Lines of a terminal are no longer, where words allow.
pub(crate) const COLUMNS: usize = 80;

/// `1 file`, `12,345 files`.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", Grouped(count), if count == 1 { "" } else { "s" })
}

/// Broken between words, for a place that has `indent` columns before it; further lines begin with as many.
pub(crate) fn wrapped(text: &str, indent: usize) -> String {
    let (mut out, mut used) = (String::new(), 0);
    for word in text.split(' ') {
        let width = word.chars().count();
        if used > 0 && used + 1 + width > COLUMNS - indent {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            used = 0;
        } else if used > 0 {
            out.push(' ');
            used += 1;
        }
        out.push_str(word);
        used += width;
    }
    out
}

/// A line that ends with the name of an artifact. A path is to be copied, so it is not broken; where the line is too long
/// the section stands below it, behind `indent` columns.
pub(crate) fn folded(line: &str, indent: usize) -> String {
    match line.split_once(", section ") {
        Some((file, section)) if line.chars().count() > COLUMNS => {
            let section = wrapped(&format!("section {section}"), indent);
            format!("{file},\n{}{section}", " ".repeat(indent))
        }
        _ => line.to_owned(),
    }
}

/// A whole number, or one with so many decimals.
pub(crate) fn points(points: i64, decimals: u32) -> String {
    let one = 10_u64.pow(decimals);
    let sign = if points < 0 { "-" } else { "" };
    let (whole, rest) = (points.unsigned_abs() / one, points.unsigned_abs() % one);
    let width = usize::try_from(decimals).unwrap_or(0);
    if decimals == 0 {
        format!("{sign}{}", Grouped(whole))
    } else {
        format!("{sign}{whole}.{rest:0width$}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_one_and_everything_else_is_many() {
        assert_eq!(counted(1, "file"), "1 file");
        assert_eq!(counted(0, "file"), "0 files");
        assert_eq!(counted(12_345, "file"), "12,345 files");
    }

    #[test]
    fn points_have_their_decimals_and_their_sign() {
        assert_eq!(points(-12_345, 0), "-12,345");
        assert_eq!(points(320, 3), "0.320");
        assert_eq!(points(-6_000, 5), "-0.06000");
        assert_eq!(points(100_050, 5), "1.00050");
    }

    #[test]
    fn a_long_section_stands_below_its_file() {
        assert_eq!(folded("  5 AGENTS.md, section Tests", 6), "  5 AGENTS.md, section Tests");
        let path = "a".repeat(90);
        assert_eq!(folded(&path, 6), path);
        let long = format!("  5 {path}, section {}", "word ".repeat(20).trim_end());
        let lines: Vec<String> = folded(&long, 6).lines().map(str::to_owned).collect();
        assert_eq!(lines[0], format!("  5 {path},"));
        assert_eq!(lines[1], format!("      section {}", ["word"; 13].join(" ")));
        assert_eq!(lines[2], format!("      {}", ["word"; 7].join(" ")));
    }

    #[test]
    fn lines_are_full_and_not_longer_unless_a_word_is() {
        let text = "word ".repeat(40) + &"x".repeat(90) + " a  b";
        let lines: Vec<String> =
            format!("  {}", wrapped(&text, 2)).lines().map(str::to_owned).collect();
        assert_eq!(lines[0], format!("  {}", ["word"; 15].join(" ")));
        assert!(lines.iter().all(|line| line.starts_with("  ") && !line.starts_with("   ")));
        assert!(lines.iter().all(|line| line.len() <= 80 || !line.trim().contains(' ')));
        assert_eq!(lines.last().unwrap(), "  a  b", "two spaces of a name stay two");
        let joined: Vec<&str> = lines.iter().flat_map(|line| line.split_whitespace()).collect();
        assert_eq!(joined, text.split_whitespace().collect::<Vec<_>>());
    }
}
