//! Our scores are those of a scorer that was written from the measures' definitions alone.

use plimsoll::eval::{EvalTask, LIMITS, LinesOf, Prediction, score};
use std::io::Write;

/// The definitions, in the words of another language; without intervals, whose draws differ.
const SCORER: &str = r#"
import json, sys
from fractions import Fraction as F
tasks, preds = (([json.loads(l) for l in open(f)]) for f in sys.argv[1:3])
got = {(p["id"], p["budget"]): p for p in preds}
for budget in map(int, sys.argv[3:]):
    repos = {}
    for t in tasks:
        p = got.get((t["id"], budget))
        values = [F(0)] * 4
        if p and p["tokens"] <= budget:
            lines = {}
            for s in p["shown"]:
                for a, z in s["lines"]:
                    lines.setdefault(s["path"], set()).update(range(a, z + 1))
            seen = [f for f in t["truth"] if lines.get(f["path"])]
            ranges = [(f["path"], a, z) for f in t["truth"] for a, z in f["lines"]]
            full = [r for r in ranges if set(range(r[1], r[2] + 1)) <= lines.get(r[0], set())]
            want = [f["path"] for f in t["truth"]]
            ranks = [i for i, f in enumerate(p["ranked_files"][:50], 1) if f in want]
            values = [F(len(seen), len(want)), F(len(seen) == len(want)),
                      F(len(full), len(ranges)), F(1, ranks[0]) if ranks else F(0)]
        repos.setdefault(t["repo"], []).append(values)
    means = [sum(sum(v[k] for v in r) / len(r) for r in repos.values()) / len(repos) for k in range(4)]
    print(*[int(m * 1000 + F(1, 2)) for m in means])
"#;

/// Numbers that look drawn.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, below: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits fit") % below
    }

    fn lines(&mut self) -> Vec<[usize; 2]> {
        let range = |numbers: &mut Self| {
            let first = 1 + numbers.below(60);
            [first, first + numbers.below(25)]
        };
        (0..1 + self.below(4)).map(|_| range(self)).collect()
    }

    fn file(&mut self) -> LinesOf {
        LinesOf { path: format!("src/{}.rs", self.below(6)), lines: self.lines() }
    }
}

fn task(numbers: &mut Numbers, at: usize) -> EvalTask {
    let mut truth: Vec<LinesOf> = (0..1 + numbers.below(3)).map(|_| numbers.file()).collect();
    truth.sort_by(|a, b| a.path.cmp(&b.path));
    truth.dedup_by(|a, b| a.path == b.path);
    EvalTask {
        id: format!("task-{at}"),
        repo: format!("repo-{}", at % 3),
        parent: String::new(),
        commit: String::new(),
        text: String::new(),
        truth,
    }
}

fn prediction(numbers: &mut Numbers, id: &str, budget: u64) -> Prediction {
    let ranked = (0..numbers.below(80)).map(|_| format!("src/{}.rs", numbers.below(400)));
    let ranked_files = ranked.collect();
    let shown = (0..numbers.below(8)).map(|_| numbers.file()).collect();
    let over = u64::from(numbers.below(10) == 0);
    Prediction { id: id.to_owned(), budget, ranked_files, shown, tokens: budget + over }
}

fn file_of(lines: impl Iterator<Item = String>) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().expect("there is room");
    lines.for_each(|line| writeln!(file, "{line}").expect("the file is ours"));
    file
}

#[test]
#[expect(clippy::disallowed_types, reason = "the other scorer is a program")]
fn measures_are_those_of_an_independent_scorer() {
    let mut numbers = Numbers(7);
    let tasks: Vec<EvalTask> = (0..40).map(|at| task(&mut numbers, at)).collect();
    let mut predictions = Vec::new();
    for task in &tasks {
        for &limit in LIMITS {
            // Some are missing.
            if numbers.below(8) > 0 {
                predictions.push(prediction(&mut numbers, &task.id, limit));
            }
        }
    }
    let files = [
        file_of(tasks.iter().map(|task| serde_json::to_string(task).unwrap())),
        file_of(predictions.iter().map(|one| serde_json::to_string(one).unwrap())),
    ];
    let mut python = std::process::Command::new("python3");
    python.args(["-c", SCORER]).args(files.iter().map(tempfile::NamedTempFile::path));
    python.args(LIMITS.iter().map(ToString::to_string));
    let Ok(output) = python.output() else {
        eprintln!("python3 is not there, so the scores were not compared");
        return;
    };
    assert!(output.status.success(), "{output:?}");
    let theirs = String::from_utf8(output.stdout).unwrap();
    let ours = LIMITS.iter().map(|&limit| {
        let score = score(&tasks, &predictions, limit);
        let all = [score.recall, score.all, score.edit, score.mrr];
        assert!(all.iter().all(|one| one.low <= one.mean && one.mean <= one.high), "{score:?}");
        assert!(all.iter().any(|one| one.low < one.high), "{score:?}");
        all.map(|one| one.mean.to_string()).join(" ") + "\n"
    });
    assert_eq!(ours.collect::<String>(), theirs);
}
