//! `plimsoll replay --golden`: decisions that a project keeps as files, decided again. No state, no settings and no
//! project is read, so the answer is the same in every clone and on every machine.

use super::{Answer, ReplayOutput, WhyNot, said};
use crate::args::Global;
use crate::commands::json_line;
use crate::exit::{Exit, Failure};
use crate::input;
use crate::output::put;
use crate::paths::quoted;
use crate::ui::Ui;
use plimsoll::core::escape::reveal_line;
use plimsoll::core::record::Record;
use plimsoll::{replay_file, screen_message};
use std::fs;
use std::path::{Path, PathBuf};

pub(super) fn run(global: &Global, folder: &Path, as_json: bool) -> Result<Exit, Failure> {
    let files = capsule_files(folder)?;
    let (mut passed, mut failed) = (0_u64, 0_u64);
    for (name, file) in files {
        let line = match read(&file) {
            Ok((record, answer)) => {
                *(if answer.passed() == Some(true) { &mut passed } else { &mut failed }) += 1;
                said(Some(&name), &record, &answer, as_json)
            }
            Err(failure) => {
                failed += 1;
                unreadable(&name, &failure, as_json)
            }
        };
        put(&line, None)?;
    }
    Ui::of(global).say(&format!("{passed} passed, {failed} failed"));
    Ok(if failed == 0 { Exit::Done } else { Exit::No })
}

/// Every `*.json` of the folder itself, by name.
fn capsule_files(folder: &Path) -> Result<Vec<(String, PathBuf)>, Failure> {
    let shown = quoted(folder);
    let unreadable =
        |error: std::io::Error| Failure::input(format!("{shown} cannot be read: {error}"));
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
            files.push((screen_message(&name.unwrap_or_default()), path));
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(Failure::input(format!(
            "{shown} has no capsule file (*.json); `plimsoll capsule export -o FILE` writes one"
        )));
    }
    Ok(files)
}

fn read(file: &Path) -> Result<(Record, Answer), Failure> {
    // A pipe would be waited for.
    if !file.is_file() {
        return Err(Failure::input("this is no file"));
    }
    let replayed = replay_file(&input::read_up_to(file, input::LARGEST_CAPSULE)?)?;
    Ok((replayed.record.clone(), Answer::of(replayed)))
}

fn unreadable(name: &str, failure: &Failure, as_json: bool) -> String {
    let problem = failure.said().join("; ");
    if as_json {
        return json_line(&ReplayOutput {
            file: Some(name),
            decision_id: None,
            passed: Some(false),
            made_by: None,
            differences: None,
            why: Some(WhyNot::Unusable),
            problem: Some(problem),
        });
    }
    format!("{}: {problem}\n", reveal_line(name))
}
