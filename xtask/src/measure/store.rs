//! The store: what it costs, beside what a sync costs here, and whether it keeps what it reported when processes are
//! killed.

use super::ground::Ground;
use super::line::{Amount, Asked, Line, Lines};
use super::said::{after, duration};
use super::{bench, bench_says};
use crate::command::{Failure, overhear, program};
use std::time::Duration;

const APPEND: Asked = Asked::below(2.0, "append under 2 ms p95 with sync on commit");
const GROWS: Asked = Asked::at_most(
    1.2,
    "with 100,000 decisions, `log -n 20`, `show` and append within 20 % of their cost at 100",
);
const WRITE: Asked = Asked::below(1.0, "facts of 20,000 files: under 1 s to write");
const OPEN: Asked = Asked::below(100.0, "under 100 ms to open and find what is needed");
const SIZE: Asked = Asked::said("vacuum and size stated");
const KILLS: Asked =
    Asked::at_least(500.0, "at least 500 random kills, counting reported and found decisions");
const LOST: Asked = Asked::at_most(0.0, "no decision lost that was reported as logged");
const AT_ONCE: Asked = Asked::at_least(
    8000.0,
    "8 processes appending 1,000 decisions each: all there, chain verifies",
);

pub(super) fn run(ground: &Ground, lines: &mut Lines) -> Result<(), Failure> {
    let said = bench_says(&ground.root, "store", &[])?;
    for line in costs(&said) {
        lines.push(line);
    }
    Ok(())
}

/// How long something took.
struct Times {
    half: Duration,
    most: Duration,
}

/// From the line that begins with these words and nothing else.
fn times(said: &str, what: &str) -> Result<Times, String> {
    let figures = said.lines().find_map(|line| {
        let (name, figures) = line.split_once(" p50 ")?;
        (name.trim() == what).then_some(figures)
    });
    let read = figures.and_then(|figures| {
        let (half, most) = figures.split_once(" p95 ")?;
        Some(Times { half: duration(half.trim())?, most: duration(most.trim())? })
    });
    read.ok_or_else(|| format!("the benchmark did not say `{what}`"))
}

fn costs(said: &str) -> Vec<Line> {
    let sync = times(said, "this disk: write 12 kB and sync");
    let sync = sync
        .map(|sync| format!("a bare write of 12 kB and sync: {}", Amount::milliseconds(sync.most)));
    let append = times(said, "append, 20 artifacts, no capsule");
    let append = append.map(|append| Amount::milliseconds(append.most));
    let mut lines = vec![Line::new("append, p95", APPEND, append).beside(sync.unwrap_or_default())];
    for what in ["log -n 20", "show", "append"] {
        let with = |decisions: &str| {
            times(said, &format!("{what} with {decisions} decisions")).map(|times| times.half)
        };
        let both = with("100").and_then(|few| Ok((few, with("100,000")?)));
        let told = both.as_ref().map(|(few, many)| format!("{few:.1?} and {many:.1?}, medians"));
        let told = told.unwrap_or_default();
        let growth = both.map(|(few, many)| Amount::ratio(many.as_secs_f64(), few.as_secs_f64()));
        let figure = format!("`{what}` at 100,000 decisions to that at 100");
        lines.push(Line::new(figure, GROWS, growth).with(told));
    }
    let keep = times(said, "keep 20,000 facts of 2.5 kB").map(|keep| Amount::seconds(keep.most));
    lines.push(Line::new("20,000 facts written", WRITE, keep));
    for what in [
        "open, and tell which of 20,000 facts are known",
        "open, tell which are known, and read 200 of them",
    ] {
        let open = times(said, what).map(|open| Amount::milliseconds(open.most));
        lines.push(Line::new(what, OPEN, open).with("p95"));
    }
    lines.extend(sizes(said));
    lines
}

fn sizes(said: &str) -> [Line; 2] {
    let decisions = said.lines().find(|line| line.contains("size with ")).unwrap_or_default();
    let size = after(decisions, "artifacts:").map(Amount::megabytes);
    let vacuum = said.lines().find(|line| line.contains("vacuum: ")).unwrap_or_default();
    let took = vacuum.split_once("vacuum: ").and_then(|(_, rest)| rest.split(',').next());
    let time = took.and_then(duration).map(Amount::milliseconds);
    let vacuum = time.ok_or_else(|| "the benchmark did not say how long".to_owned());
    [
        Line::new("size with 100,000 decisions of 8 artifacts", SIZE, size),
        Line::new("vacuum after removing half of 101 capsules of 4.5 MB", SIZE, vacuum),
    ]
}

pub(super) fn kills(ground: &Ground, lines: &mut Lines) -> Result<(), Failure> {
    let bench = bench(&ground.root, "kills")?;
    // It ends badly where something is lost, after saying what.
    let (said, _) = overhear(program(bench.as_os_str(), &ground.root, &[]))?;
    for line in kept(&said) {
        lines.push(line);
    }
    Ok(())
}

/// The benchmark says nothing of what it did not see to its end.
fn kept(said: &str) -> [Line; 3] {
    let end = said.lines().find(|line| line.contains(" kills: ")).unwrap_or_default();
    let count = |words: &str| after::<usize>(end, words);
    let number = end.split(' ').next().and_then(|first| first.parse().ok());
    let kills = number.ok_or_else(|| "the benchmark did not get to its end".to_owned());
    let told = count("kills: ").map(|reported| format!("of {reported} reported"));
    let at_once = after::<usize>(said, "decisions each: all ");
    [
        Line::new("processes killed", KILLS, kills.map(|count| Amount::count(count, "kills"))),
        Line::new("decisions lost", LOST, count("found,").map(|lost| Amount::count(lost, "lost")))
            .with(told.unwrap_or_default()),
        Line::new(
            "decisions that are there after 8 processes appended at once",
            AT_ONCE,
            at_once.map(|found| Amount::count(found, "decisions")),
        )
        .with("the chain holds"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: &str = "\
this disk: write 12 kB and sync                            p50  180.00µs  p95  220.00µs
append, 20 artifacts, no capsule                           p50  210.00µs  p95    2.50ms
    remove 50 capsules: 9.34ms
    vacuum: 12.50ms, 4600000 bytes are left
log -n 20 with 100 decisions                               p50   70.00µs  p95   80.00µs
log -n 20 with 100,000 decisions                           p50   77.00µs  p95   90.00µs
show with 100 decisions                                    p50   10.00µs  p95   11.00µs
show with 100,000 decisions                                p50   15.00µs  p95   19.00µs
append with 100 decisions                                  p50  210.00µs  p95  240.00µs
    size with 100600 decisions of 8 artifacts: 144000000 bytes
keep 20,000 facts of 2.5 kB                                p50  280.00ms  p95  280.00ms
open, and tell which of 20,000 facts are known             p50   11.00ms  p95   12.00ms
";

    #[test]
    fn costs_are_read_from_what_the_benchmark_says() {
        let read: Vec<(String, &str)> =
            costs(SAID).into_iter().map(|line| (line.measured.clone(), line.verdict())).collect();
        let lacking = |what: &str| format!("not measured: the benchmark did not say `{what}`");
        let expected = [
            ("2.5 ms".to_owned(), "missed"),
            ("1.10 (70.0µs and 77.0µs, medians)".to_owned(), "held"),
            ("1.50 (10.0µs and 15.0µs, medians)".to_owned(), "missed"),
            (lacking("append with 100,000 decisions"), "–"),
            ("0.28 s".to_owned(), "held"),
            ("12.0 ms (p95)".to_owned(), "held"),
            (lacking("open, tell which are known, and read 200 of them"), "–"),
            ("144.0 MB".to_owned(), "–"),
            ("12.5 ms".to_owned(), "–"),
        ];
        assert_eq!(read, expected);
    }

    #[test]
    fn what_is_lost_is_seen_also_when_the_benchmark_fails() {
        let said = "100 kills, 80 decisions reported\n500 kills: 3622 reported, 3620 found, 2 lost; the chain holds\n";
        let verdicts = kept(said).map(|line| (line.measured.clone(), line.verdict()));
        assert_eq!(verdicts[0], ("500 kills".to_owned(), "held"));
        assert_eq!(verdicts[1], ("2 lost (of 3622 reported)".to_owned(), "missed"));
        assert_eq!(verdicts[2].1, "–");
        let at_once = "8 processes with 1000 decisions each: all 8000 there, the chain holds, 3.0s";
        assert_eq!(kept(at_once)[2].verdict(), "held");
        assert_eq!(kept(at_once)[0].verdict(), "–");
    }
}
