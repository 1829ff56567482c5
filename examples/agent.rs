//! How an agent prepares an edit: it asks for what the model should see, and where that is refused it does what the
//! refusal advises.
//!
//! ```text
//! cargo run --example agent -- path/to/project Cache.get "respect the TTL"
//! ```

use plimsoll::core::refusal::RefusalCode;
use plimsoll::core::vocab::Format;
use plimsoll::{
    BuildRequest, Bundle, Error, Logging, Options, Outcome, RefusedCall, SelectedTarget, Workspace,
};
use serde_json::{Value, json};
use std::path::Path;

/// More rounds than this would mean that the advice does not help.
const MOST_ROUNDS: usize = 5;

#[expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program reads its arguments and prints"
)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [root, symbol, wish] = &arguments[..] else {
        return Err("usage: agent ROOT SYMBOL WISH".into());
    };
    let (bundle, said) = prepare(Path::new(root), symbol, wish, 20_000)?;
    for line in said {
        eprintln!("{line}");
    }
    println!("{}", bundle.document());
    Ok(())
}

/// The bundle for a wish about a symbol, and what had to be changed on the way to it.
pub fn prepare(
    root: &Path,
    symbol: &str,
    wish: &str,
    max_input_tokens: u64,
) -> Result<(Bundle, Vec<String>), Box<dyn std::error::Error>> {
    let options = Options { logging: Logging::Off, ..Options::default() };
    let workspace = Workspace::open_with(root, options)?;
    let mut request = request(symbol, wish, max_input_tokens)?;
    let mut said = Vec::new();
    for _ in 0..MOST_ROUNDS {
        match workspace.build(&request, Format::Markdown, 0)? {
            Outcome::Loaded(bundle) => return Ok((bundle, said)),
            Outcome::Refused(refused) => said.push(follow(&refused, &mut request)?),
        }
    }
    Err("five rounds of advice did not help".into())
}

fn request(symbol: &str, wish: &str, max_input_tokens: u64) -> Result<BuildRequest, Error> {
    BuildRequest::from_json(&json!({
        "purpose": "diff",
        "plan_step": {"id": "1", "text": wish, "target_symbols": [symbol]},
        "token_budget": {"max_input_tokens": max_input_tokens, "response_token_reserve": 500},
    }))
}

/// Changes the request as a refusal advises, and says what was changed; or gives up, in its words.
fn follow(refused: &RefusedCall, request: &mut BuildRequest) -> Result<String, String> {
    let answer = refused.to_json();
    let details = &answer["refusal"]["details"];
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    match refused.code() {
        // A person would be asked here which one is meant; this takes the first.
        RefusalCode::AmbiguousTarget => {
            let first = &details["matches"][0];
            let (path, line) = (text(&first["path"]), first["line"].as_u64().unwrap_or(1));
            let said = format!("{}: took {path}:{line}", refused.message());
            let line = u32::try_from(line).ok();
            let symbol = Some(text(&first["name"]));
            request.user_selected_targets.push(SelectedTarget { path, symbol, line });
            Ok(said)
        }
        RefusalCode::TargetNotFound if details["nearMisses"][0].is_string() => {
            let near = text(&details["nearMisses"][0]);
            let said = format!("{}: tried `{near}`", refused.message());
            if let Some(step) = &mut request.plan_step {
                step.target_symbols = vec![near];
            }
            Ok(said)
        }
        RefusalCode::ContextTooLarge => {
            let needed = details["needed"].as_u64().unwrap_or_default();
            let budget = &mut request.token_budget;
            budget.max_input_tokens = needed + budget.response_token_reserve;
            Ok(format!("{}: asked for as much", refused.message()))
        }
        _ => Err(format!("{} ({})", refused.message(), refused.advice().join("; "))),
    }
}
