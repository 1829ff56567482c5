//! How fast the guard is, what memory it takes, and whether a text can be made that slows it down.

use crate::command::Failure;
use crate::measure::bench_says;
use crate::measure::ground::Ground;
use crate::measure::line::{Amount, Asked, Line, Lines};
use crate::measure::said::{after, columns};

const RATE: Asked = Asked::at_least(80.0, "throughput, one core, MB per CPU second: 80");
const MEMORY: Asked = Asked::at_most(100.0, "peak memory above the text, MB: 100");
/// A cost that grows with the square would make it ten times as much.
const LINEAR: Asked = Asked::at_most(
    2.0,
    "no input makes it super-linear (taken as: a MB of ten times the text costs at most twice as much)",
);
/// What stands above the texts that were made to be slow.
const HOSTILE: &str = "made to be slow";

pub(super) fn measure(ground: &Ground, lines: &mut Lines) -> Result<(), Failure> {
    let trees = ground.all_but_the_largest();
    let folders: Vec<String> =
        trees.iter().map(|tree| tree.to_string_lossy().into_owned()).collect();
    let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
    let said = bench_says(&ground.root, "scan", &folders)?;
    let sources =
        if trees.is_empty() { "our own sources".to_owned() } else { ground.names_of(&trees) };
    figures(&said, &sources).into_iter().for_each(|line| lines.push(line));
    Ok(())
}

fn figures(said: &str, sources: &str) -> Vec<Line> {
    let (real, hostile) = said.split_once(HOSTILE).unwrap_or((said, ""));
    let rate = |size: &str| {
        let rate = columns(real, size).and_then(|columns| columns.get(1)?.parse().ok());
        let rate = rate.map(|rate| Amount::new(rate, "MB per CPU second", 0));
        let rate = rate.ok_or_else(|| "the benchmark did not say".to_owned());
        Line::new(format!("throughput over {size} MB"), RATE, rate).with(sources)
    };
    let memory = |figure: &str, words: &str| {
        let memory = after(said, words).map(|memory| Amount::new(memory, "MB", 0));
        Line::new(figure, MEMORY, memory)
    };
    let worst = slowed_most(hostile);
    let told = worst.as_ref().map(|(_, name)| format!("{name:?}, the worst of those tried"));
    let told = told.unwrap_or_default();
    let growth = worst.map(|(growth, _)| Amount::ratio(growth, 1.0));
    let figure = "cost of a MB of 50 to that of 5, texts made to be slow";
    vec![
        rate("1"),
        rate("10"),
        rate("100"),
        memory("memory above the texts", "memory above the texts:"),
        memory("memory above one line of 50 MB made to be slow", "made to be slow:"),
        Line::new(figure, LINEAR, growth).with(told),
    ]
}

/// By how much, and its name. A star says that the scan stopped: that is no cost.
fn slowed_most(table: &str) -> Result<(f64, String), String> {
    let growths = table.lines().filter_map(|line| {
        let mut columns = line.split_whitespace().rev();
        let (large, small) = (columns.next()?, columns.next()?);
        let growth = small.parse::<f64>().ok()? / large.parse::<f64>().ok()?;
        let name: Vec<&str> = columns.collect();
        Some((growth, name.into_iter().rev().collect::<Vec<_>>().join(" ")))
    });
    let worst = growths.max_by(|(one, _), (other, _)| one.total_cmp(other));
    worst.ok_or_else(|| "the benchmark did not say".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: &str = "\
2120 files, 110 MB; memory with texts and rules: 140 MB
      MB  MB per CPU second   findings
       1             109.56          0
      10             127.00          3
     100              79.90         40
memory above the texts: 27 MB

made to be slow           at 5 MB   at 50 MB   MB per CPU second
one line of base64        300.00      280.00
brackets                    0.90        0.30
open assignments            9.00*      90.00*

memory above the texts and one of 50 MB that was made to be slow: 106 MB
";

    #[test]
    fn figures_are_read_from_what_the_benchmark_says() {
        let read: Vec<(String, &str)> = figures(SAID, "django")
            .into_iter()
            .map(|line| (line.measured.clone(), line.verdict()))
            .collect();
        let expected = [
            ("110 MB per CPU second (django)", "held"),
            ("127 MB per CPU second (django)", "held"),
            ("80 MB per CPU second (django)", "missed"),
            ("27 MB", "held"),
            ("106 MB", "missed"),
            ("3.00 (\"brackets\", the worst of those tried)", "missed"),
        ];
        assert_eq!(read, expected.map(|(measured, verdict)| (measured.to_owned(), verdict)));
        assert!(figures("", "").iter().all(|line| line.verdict() == "–"));
    }
}
