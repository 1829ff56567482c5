//! What somebody recorded: violations, turns of conversations, learnings.

use super::View;
use crate::compose::scene::DAY_MS;
use crate::compose::scoring;
use plimsoll_core::candidate::{Candidate, Draft, Name, section};
use plimsoll_core::ladder::{DatedEntry, Lines, entries};
use plimsoll_core::notes::{Note, Noted};
use plimsoll_core::score::{Scoring, Signals};
use plimsoll_core::source::{Gathered, SourceError};
use plimsoll_core::time;
use plimsoll_core::vocab::{ArtifactKind, Origin};

const MOST_SESSIONS: usize = 5;

/// The newest violations of the last day.
pub(super) fn violations(view: &View<'_>) -> Result<Gathered, SourceError> {
    let recent =
        view.recorded.violations.iter().filter(|noted| view.age_ms(noted.made_at_ms) < DAY_MS);
    let drafts = recent.filter_map(|noted| {
        let Note::Violation { file, message, rule } = &noted.note else { return None };
        let rule = rule.as_ref().map_or(String::new(), |rule| format!("{rule}: "));
        let text = format!("{}, {rule}{message}\n", time::format(noted.made_at_ms));
        let signals = scoring::violation(view.age_ms(noted.made_at_ms));
        let name = Name::Path(file.clone());
        let draft = draft(ArtifactKind::Violation, name, noted.id, signals, text);
        Some(draft.at(section::ERRORS, 0))
    });
    Ok(Gathered { drafts: drafts.collect(), ..Gathered::default() })
}

pub(super) fn learnings(view: &View<'_>) -> Result<Gathered, SourceError> {
    let drafts = view.recorded.learnings.iter().filter_map(|noted| {
        let Note::Learning { trigger, action } = &noted.note else { return None };
        let text = format!("When {trigger}: {action}\n");
        let signals = scoring::learning(view.bearing_of_text(&text, None));
        let name = Name::Title(title(trigger));
        let draft = draft(ArtifactKind::Learning, name, noted.id, signals, text);
        Some(draft.at(section::CONTEXT, 0))
    });
    Ok(Gathered { drafts: drafts.collect(), ..Gathered::default() })
}

/// Each conversation is one artifact, which loses its oldest turns first.
pub(super) fn turns(view: &View<'_>) -> Result<Gathered, SourceError> {
    let mut sessions: Vec<(&str, Vec<&Noted>)> = Vec::new();
    for noted in &view.recorded.turns {
        let Note::Turn { session, .. } = &noted.note else { continue };
        match sessions.iter_mut().find(|(known, _)| known == session) {
            Some((_, turns)) => turns.push(noted),
            None => sessions.push((session, vec![noted])),
        }
    }
    let newest = sessions.into_iter().take(MOST_SESSIONS);
    let drafts = newest.map(|(session, mut turns)| {
        turns.reverse();
        session_draft(view, session, &turns)
    });
    Ok(Gathered { drafts: drafts.collect(), ..Gathered::default() })
}

/// The turns of a conversation, oldest first.
fn session_draft(view: &View<'_>, session: &str, turns: &[&Noted]) -> Draft {
    let mut text = String::new();
    let mut dated = Vec::new();
    let mut next = 1;
    for noted in turns {
        let Note::Turn { role, text: said, .. } = &noted.note else { continue };
        let entry = format!("{role}, {}:\n{said}\n", time::format(noted.made_at_ms));
        let count = u32::try_from(entry.lines().count()).unwrap_or(u32::MAX);
        let lines = Lines { first: next, last: next + count - 1 };
        dated.push(DatedEntry { lines, made_at_ms: Some(noted.made_at_ms) });
        next += count;
        text.push_str(&entry);
    }
    let age_ms = turns.iter().map(|noted| view.age_ms(noted.made_at_ms)).min();
    let signals = scoring::session_history(view.bearing_of_text(&text, age_ms));
    let name = Name::Title(format!("conversation {}", title(session)));
    let draft = draft(ArtifactKind::SessionHistory, name, 0, signals, text);
    Candidate { ladder: entries(&dated), ..draft }.at(section::HISTORY, 0)
}

fn draft(kind: ArtifactKind, name: Name, chunk: u32, signals: Signals, text: String) -> Draft {
    let draft = Candidate::new(kind.name(), kind.lane().name(), Origin::Recorded, name, text);
    Candidate { chunk, scoring: Scoring::Signals(signals), ..draft }
}

/// As much of a text as stands in a heading.
fn title(text: &str) -> String {
    text.lines().next().unwrap_or_default().chars().take(80).collect()
}
