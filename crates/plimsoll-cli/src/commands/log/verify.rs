//! `plimsoll log verify`: the log of the project, or one that was exported, against what somebody knows of it.

use super::logbook;
use crate::args::Global;
use crate::commands::json_line;
use crate::exit::{Exit, Failure};
use crate::input;
use crate::keys;
use crate::log_args::VerifyArgs;
use crate::output::put;
use crate::paths;
use crate::wording::counted;
use plimsoll::core::escape::{quoted, reveal_message};
use plimsoll::core::limit::Grouped;
use plimsoll::core::store::{Head, SignedHead};
use plimsoll::{Expected, Verified, verify_export};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write as _;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

pub(super) fn run(global: &Global, args: &VerifyArgs) -> Result<Exit, Failure> {
    let expected = Expected {
        head: args.head.as_deref().map(stated_head).transpose()?,
        key: args.key.as_deref().map(keys::public).transpose()?,
    };
    let verified = match &args.export {
        Some(file) => {
            let opened = File::open(file).map_err(|error| {
                Failure::input(format!("{} cannot be read: {error}", paths::quoted(file)))
            })?;
            verify_export(&mut BufReader::new(opened), &expected)?
        }
        None => logbook(global)?.verify(&expected)?,
    };
    put(&if args.json { verdict_json(&verified) } else { verdict(&verified, &expected) }, None)?;
    Ok(if verified.problems.is_empty() { Exit::Done } else { Exit::No })
}

/// `COUNT:HASH`, or a file with that or with the JSON form.
fn stated_head(given: &str) -> Result<SignedHead, Failure> {
    if let Some(head) = parse_head(given) {
        return Ok(head);
    }
    let text = input::read(Path::new(given))?;
    parse_head(text.trim()).or_else(|| serde_json::from_str(&text).ok()).ok_or_else(|| {
        let given = quoted(given);
        Failure::input(format!("{given} is no head; `plimsoll log head` prints one"))
    })
}

fn parse_head(text: &str) -> Option<SignedHead> {
    let (count, hash) = text.split_once(':')?;
    let is_hash = hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    let count = count.parse().ok().filter(|_| is_hash)?;
    Some(Head { count, hash: hash.to_ascii_lowercase() }.into())
}

/// What verifying a log found.
#[derive(Serialize, JsonSchema)]
pub(crate) struct VerifyOutput<'a> {
    good: bool,
    #[serde(flatten)]
    verified: &'a Verified,
}

fn verdict_json(verified: &Verified) -> String {
    json_line(&VerifyOutput { good: verified.problems.is_empty(), verified })
}

fn verdict(verified: &Verified, expected: &Expected) -> String {
    let Verified { start, head, entries, removed, problems } = verified;
    let mut out = String::new();
    for problem in problems {
        let _ = writeln!(out, "{}", reveal_message(problem));
    }
    let state = if problems.is_empty() { "holds" } else { "does not hold" };
    let _ = writeln!(
        out,
        "the log {state}: {} up to number {}, head {}",
        counted(*entries, "decision"),
        Grouped(head.count),
        head.hash
    );
    if start + removed > 0 {
        let gone = counted(start + removed, "decision");
        let _ = writeln!(out, "{gone} removed on purpose; the log begins after number {start}");
    }
    if expected.head.is_none() && expected.key.is_none() {
        out.push_str(
            "without a head from elsewhere (--head) nobody can tell whether its end was cut off\n",
        );
    }
    out
}
