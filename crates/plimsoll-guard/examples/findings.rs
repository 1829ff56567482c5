//! Reads records (`{"id", "text"}` per line) from standard input and writes, per record, where the guard
//! finds something: `{"id", "findings": [{"start", "end", "grade", "rule"}]}`, in bytes.

use serde_json::{Value, json};
use std::io::{BufRead, Write};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let guard = plimsoll_guard::Guard::builtin();
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let record: Value = serde_json::from_str(&line?)?;
        let text = record["text"].as_str().unwrap_or_default();
        let findings: Vec<Value> = guard
            .locate(text)?
            .into_iter()
            .map(|spot| {
                let range = spot.range;
                json!({"start": range.start, "end": range.end, "grade": spot.grade, "rule": spot.rule})
            })
            .collect();
        writeln!(out, "{}", json!({"id": record["id"], "findings": findings}))?;
    }
    Ok(())
}
