//! What a repository says about its secrets: its own rules, and what it declares to be none.

use plimsoll_core::escape::reveal_line;
use plimsoll_guard::{Orders, extended_file};
use plimsoll_workspace::{Ground, LeftOutReason, RelPath, decode};

const RULES_FILE: &str = ".gitleaks.toml";
const IGNORE_FILE: &str = ".gitleaksignore";
/// So many files may stand behind one another.
const MOST_FILES: usize = 4;
const LARGEST: u64 = 1_000_000;

/// Reads a repository's orders like any other file of it.
pub(crate) fn read(ground: &dyn Ground) -> Orders {
    let mut orders =
        Orders { ignored: text(ground, IGNORE_FILE).ok().flatten(), ..Orders::default() };
    let mut next = Some(RULES_FILE.to_owned());
    while let Some(name) = next.take().filter(|_| orders.configurations.len() < MOST_FILES) {
        let known = orders.configurations.iter().any(|(seen, _)| *seen == name);
        let is_first = orders.configurations.is_empty();
        match text(ground, &name) {
            Ok(Some(text)) if !known => {
                next = extended_file(&text);
                orders.configurations.push((name, text));
            }
            Ok(None) if !is_first => {
                orders
                    .problems
                    .push(format!("`{}` is extended and does not exist", reveal_line(&name)));
            }
            Ok(_) => {}
            Err(why) => {
                orders.problems.push(format!("`{}` is not used: {why}", reveal_line(&name)));
            }
        }
    }
    orders
}

/// A file's text; nothing where there is none.
fn text(ground: &dyn Ground, name: &str) -> Result<Option<String>, String> {
    let path = RelPath::parse(name).map_err(|error| error.to_string())?;
    match ground.read(&path, LARGEST).and_then(decode) {
        Ok(text) => Ok(Some(text.text)),
        Err(LeftOutReason::Missing) => Ok(None),
        Err(reason) => Err(reason.describe()),
    }
}
