//! What a repository says about its secrets: its own rules, and what it declares to be none.

use plimsoll_core::escape::quoted;
use plimsoll_guard::{Baseline, Orders, extended_file};
use plimsoll_workspace::settings::GuardOrders;
use plimsoll_workspace::{Ground, LeftOutReason, RelPath, decode};

const RULES_FILE: &str = ".gitleaks.toml";
const IGNORE_FILE: &str = ".gitleaksignore";
/// So many files may stand behind one another.
const MOST_FILES: usize = 4;
const LARGEST: u64 = 1_000_000;

/// Reads what a repository and the settings say, like any other file of the project. `secret` is that of
/// the workspace, with which ids of findings are made.
pub(crate) fn read(ground: &dyn Ground, settings: &GuardOrders, secret: Option<String>) -> Orders {
    let mut orders = Orders {
        ignored: text(ground, IGNORE_FILE).ok().flatten(),
        accepted: settings.accept.clone(),
        secret,
        ..Orders::default()
    };
    read_rules(ground, RULES_FILE, false, &mut orders);
    for name in &settings.rules {
        read_rules(ground, name, true, &mut orders);
    }
    if let Some(name) = &settings.baseline {
        match baseline(ground, name) {
            Ok(baseline) => orders.baseline = Some(baseline),
            Err(why) => orders.problems.push(unused(name, &why)),
        }
    }
    orders
}

/// A file with rules, and what it extends. That something is missing is told where somebody has named it.
fn read_rules(ground: &dyn Ground, name: &str, is_named: bool, orders: &mut Orders) {
    let (mut next, mut is_named) = (Some(name.to_owned()), is_named);
    for _ in 0..MOST_FILES {
        let Some(name) = next.take() else { return };
        if orders.configurations.iter().any(|(known, _)| *known == name) {
            return;
        }
        match text(ground, &name) {
            Ok(Some(text)) => {
                next = extended_file(&text);
                orders.configurations.push((name, text));
            }
            Ok(None) if is_named => orders.problems.push(unused(&name, "it does not exist")),
            Ok(None) => {}
            Err(why) => orders.problems.push(unused(&name, &why)),
        }
        is_named = true;
    }
}

fn baseline(ground: &dyn Ground, name: &str) -> Result<Baseline, String> {
    let text = text(ground, name)?.ok_or("it does not exist")?;
    Baseline::parse(&text).map_err(|error| error.to_string())
}

fn unused(name: &str, why: &str) -> String {
    format!("{} is not used: {why}", quoted(name))
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
