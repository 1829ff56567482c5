//! How a composition gets a source of one's own: open tickets, which this program reads from a text file, a ticket a
//! line, as `SHOP-7 carts lose their items`.
//!
//! ```text
//! cargo run --example source -- path/to/project tickets.txt
//! ```

use plimsoll::core::candidate::{Candidate, Draft, Name, section};
use plimsoll::core::progress::Progress;
use plimsoll::core::score::{Scoring, Signals};
use plimsoll::core::source::{Ask, Gathered, Source, SourceError};
use plimsoll::core::vocab::{ArtifactKind, Origin};
use plimsoll::{ComposeRequest, Composition, Error, Logging, Options, Outcome, Workspace};
use std::path::Path;

/// What is not yet done.
#[derive(Debug)]
pub struct Tickets<'a>(pub &'a str);

impl Source for Tickets<'_> {
    fn name(&self) -> &str {
        "tickets"
    }

    /// What it hands over is screened, ranked and cut like everything else.
    fn gather(&self, ask: &Ask, _: &dyn Progress) -> Result<Gathered, SourceError> {
        let tickets = self.0.lines().filter_map(|line| line.split_once(' '));
        let drafts = tickets.map(|(id, wish)| draft(id, wish, ask)).collect();
        Ok(Gathered { drafts, ..Gathered::default() })
    }
}

/// A ticket is a learning: something to keep in mind. One that has a keyword of the request matters most.
fn draft(id: &str, wish: &str, ask: &Ask) -> Draft {
    let is_asked_for = ask.keywords.iter().any(|word| wish.contains(word.as_str()));
    let signals = Signals {
        recency_bucket: 3,
        relevance: if is_asked_for { 900 } else { 300 },
        specificity: 700,
        risk: 500,
    };
    let kind = ArtifactKind::Learning;
    let (name, text) = (Name::Title(id.to_owned()), format!("{wish}\n"));
    let draft = Candidate::new(kind.name(), kind.lane().name(), Origin::Request, name, text);
    Candidate { scoring: Scoring::Signals(signals), ..draft }.at(section::CONTEXT, 0)
}

/// A composition of a project with tickets.
pub fn compose(root: &Path, tickets: &str, keywords: &[&str]) -> Result<Composition, Error> {
    let options = Options { logging: Logging::Off, ..Options::default() };
    let workspace = Workspace::open_with(root, options)?;
    let keywords = keywords.iter().map(|&word| word.to_owned()).collect();
    let request = ComposeRequest { keywords, ..ComposeRequest::new("manual", 0) };
    match workspace.compose_with(&request, &[&Tickets(tickets)])? {
        Outcome::Loaded(composition) => Ok(composition),
        Outcome::Refused(refused) => Err(Error::Invalid(vec![refused.message().to_owned()])),
    }
}

#[expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a program reads its arguments and prints"
)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [root, file, keywords @ ..] = &arguments[..] else {
        return Err("usage: source ROOT TICKETS [KEYWORD…]".into());
    };
    let keywords: Vec<&str> = keywords.iter().map(String::as_str).collect();
    let composition = compose(Path::new(root), &std::fs::read_to_string(file)?, &keywords)?;
    println!("{}", composition.document());
    Ok(())
}
