//! Reading what benchmarks print.

use crate::command::Failure;
use std::str::FromStr;
use std::time::Duration;

/// The first number that stands directly behind some words.
pub(super) fn after<T: FromStr>(said: &str, words: &str) -> Result<T, String> {
    let numbers = said.match_indices(words).filter_map(|(at, _)| {
        let rest = said[at + words.len()..].trim_start();
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        rest[..end].trim_end_matches('.').parse().ok()
    });
    numbers.into_iter().next().ok_or_else(|| format!("the benchmark did not say `{words}`"))
}

/// The columns of the line that begins with this word.
pub(super) fn columns<'s>(said: &'s str, first: &str) -> Option<Vec<&'s str>> {
    let lines = said.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    lines.into_iter().find(|columns| columns.first() == Some(&first))
}

/// As Rust prints a duration: `1.25ms`.
pub(super) fn duration(text: &str) -> Option<Duration> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let (number, unit) = text.split_at(end);
    let seconds = match unit {
        "ns" => 1e-9,
        "µs" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        _ => return None,
    };
    Duration::try_from_secs_f64(number.parse::<f64>().ok()? * seconds).ok()
}

/// A failure as a reason why something was not measured; of paths, which are this machine's, the last name.
pub(super) fn why(failure: &Failure) -> String {
    let said = failure.to_string();
    let word = |word: &str| {
        let (tick, path) = word.split_at(usize::from(word.starts_with('`')));
        let name = path.rsplit('/').next().filter(|_| path.starts_with('/'));
        format!("{tick}{}", name.unwrap_or(path))
    };
    let words: Vec<String> = said.trim_end_matches('.').split(' ').map(word).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_behind_their_words() {
        let said = "500 kills: 3622 reported, 3620 found, 2 lost\npeak: of 27.5 MB.";
        assert_eq!(after::<u64>(said, "kills:"), Ok(3622));
        assert_eq!(after::<f64>(said, "of"), Ok(27.5));
        assert!(after::<u64>(said, "reported, found").is_err());
        assert!(after::<u64>("lost: many, lost", "lost").is_err());
        assert_eq!(after::<u64>("no words: words: 7.", "words:"), Ok(7));
    }

    #[test]
    fn columns_are_those_of_the_line() {
        let said = "go  x\n   100  1.5  2\n  1000  3 4\n";
        assert_eq!(columns(said, "100"), Some(vec!["100", "1.5", "2"]));
        assert_eq!(columns(said, "10"), None);
    }

    #[test]
    fn durations_are_read_as_they_are_printed() {
        for nanos in [999, 1_250, 256_340, 12_000_000, 1_500_000_000] {
            let time = Duration::from_nanos(nanos);
            assert_eq!(duration(&format!("{time:?}")), Some(time));
        }
        assert_eq!(duration("1.25"), None);
        assert_eq!(duration("1.25h"), None);
    }

    #[test]
    fn a_reason_names_no_folder_of_this_machine() {
        let command = "scan /somewhere/else/django a/b".to_owned();
        let failure = Failure::Ended { command, how: "a signal".to_owned() };
        assert_eq!(why(&failure), "`scan django a/b` ended with a signal");
        let error = std::io::Error::other("gone");
        let failure = Failure::File { path: "/somewhere/corpus".into(), error };
        assert_eq!(why(&failure), "`corpus` cannot be used: gone");
    }
}
