//! A document in parts that each stand alone: every part has the whole frame, says which of how many it is, what the
//! task is and how to read it, and is within a limit of its own.
//!
//! Blocks are not torn but where one is larger than a part; that one is cut between lines (a line that is too long,
//! between characters), and both sides say where it goes on.

mod torn;

use crate::candidate::Name;
use crate::capsule::Capsule;
use crate::count::{Counter, counter};
use crate::decide::{Decision, Fate, Loaded, Outcome};
use crate::render::{Displayed, Head, Renderer, renderer};
use crate::vocab::{Level, Origin};
use torn::Torn;

/// More parts than anybody pastes; the room for their numbers is kept.
const MOST_PARTS: usize = 9_999;
/// Of the task so many characters are repeated in every part.
const LONGEST_TASK: usize = 300;

/// A part cannot be that small.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooSmall {
    /// What a part has to have at least, as far as it is known.
    pub needed: u64,
}

/// Splits a decision's document into parts of at most `most` each, by the counter of its limit. `task` is what every
/// part says the document is for. A refusal has no parts.
pub fn split(
    capsule: &Capsule,
    decision: &Decision,
    task: &str,
    most: u64,
) -> Result<Vec<String>, TooSmall> {
    let (Outcome::Loaded(loaded), Some(counter)) =
        (&decision.outcome, counter(&capsule.limit.counter))
    else {
        return Ok(Vec::new());
    };
    let renderer = renderer(capsule.format);
    let pieces = pieces(loaded, renderer);
    let (rules, pieces) =
        pieces.split_at(pieces.iter().take_while(|one| one.is_rule(capsule)).count());
    let rules: String = rules.iter().map(Piece::text).collect();
    let frame = Frame::new(renderer, counter, task, rules);
    let room = most.checked_sub(frame.weight).ok_or(TooSmall { needed: frame.weight + 1 })?;
    let mut filling = Filling { frame: &frame, room, parts: vec![String::new()], left: room };
    for piece in pieces {
        match *piece {
            Piece::Block { candidate, text } if counter.count(text) > room => {
                filling.tear(capsule, decision, candidate)?;
            }
            Piece::Block { text, .. } | Piece::Between(text) => filling.add(text)?,
        }
    }
    let of = filling.parts.len();
    Ok((1..).zip(&filling.parts).map(|(part, inside)| frame.around(part, of, inside)).collect())
}

/// What a document is made of, in order.
enum Piece<'a> {
    Block {
        candidate: usize,
        text: &'a str,
    },
    /// What stands between blocks, such as the notice of what was cut.
    Between(&'a str),
}

impl Piece<'_> {
    fn text(&self) -> &str {
        match self {
            Self::Block { text, .. } | Self::Between(text) => text,
        }
    }

    /// What plimsoll itself says, at the beginning, about how the rest is to be read.
    fn is_rule(&self, capsule: &Capsule) -> bool {
        let Self::Block { candidate, .. } = self else { return false };
        capsule.candidates[*candidate].origin == Origin::Plimsoll
    }
}

fn pieces<'a>(loaded: &'a Loaded, renderer: &dyn Renderer) -> Vec<Piece<'a>> {
    let document = &*loaded.document;
    let mut at = renderer.open_document().len();
    let mut pieces = Vec::new();
    for block in &loaded.blocks {
        pieces.push(Piece::Between(&document[at..block.start]));
        let text = &document[block.start..block.end];
        pieces.push(Piece::Block { candidate: block.candidate, text });
        at = block.end;
    }
    let end = document.len() - renderer.close_document().len();
    pieces.push(Piece::Between(&document[at..end]));
    pieces.retain(|piece| !matches!(piece, Piece::Between("")));
    pieces
}

/// What every part has.
struct Frame<'a> {
    renderer: &'static dyn Renderer,
    counter: &'a dyn Counter,
    task: String,
    rules: String,
    weight: u64,
}

impl<'a> Frame<'a> {
    fn new(
        renderer: &'static dyn Renderer,
        counter: &'a dyn Counter,
        task: &str,
        rules: String,
    ) -> Self {
        let mut frame = Self { renderer, counter, task: in_short(task), rules, weight: 0 };
        let (open, close) = (renderer.open_document(), renderer.close_document());
        frame.weight = counter.count(open)
            + counter.count(&frame.heading(MOST_PARTS, MOST_PARTS))
            + counter.count(&frame.rules)
            + counter.count(close);
        frame
    }

    fn heading(&self, part: usize, of: usize) -> String {
        let name = Name::Title(format!("Part {part} of {of}"));
        let text = format!(
            "This is part {part} of {of} of one document that was split. Read all of them before you answer.\n\
             The task, in short: {}\n",
            self.task
        );
        let displayed = Displayed::new(&text);
        let head = Head {
            part: None,
            name: &name,
            kind: "part",
            origin: Origin::Plimsoll,
            level: Level::Whole,
            language: None,
            lines: None,
            redacted: Vec::new(),
            notes: Vec::new(),
            fence: displayed.fence(),
        };
        self.block(&head, displayed.text())
    }

    fn block(&self, head: &Head<'_>, shown: &str) -> String {
        let Self { renderer, .. } = self;
        let body = renderer.body(shown);
        format!("{}{body}{}", renderer.open_block(head), renderer.close_block(head))
    }

    fn around(&self, part: usize, of: usize, inside: &str) -> String {
        let (open, close) = (self.renderer.open_document(), self.renderer.close_document());
        format!("{open}{}{}{inside}{close}", self.heading(part, of), self.rules)
    }
}

/// The beginning of a task, on one line.
fn in_short(task: &str) -> String {
    let line = task.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST_TASK) {
        Some((end, _)) => format!("{} …", &line[..end]),
        None => line,
    }
}

/// The parts so far.
struct Filling<'a> {
    frame: &'a Frame<'a>,
    /// What the inside of a part may have.
    room: u64,
    parts: Vec<String>,
    /// What is left of it in the last one.
    left: u64,
}

impl Filling<'_> {
    /// Puts something into the last part, or into a new one.
    fn add(&mut self, text: &str) -> Result<(), TooSmall> {
        let weight = self.frame.counter.count(text);
        if weight > self.room {
            return Err(TooSmall { needed: self.frame.weight + weight });
        }
        if weight > self.left {
            self.turn_over()?;
        }
        self.left -= weight;
        self.last().push_str(text);
        Ok(())
    }

    fn last(&mut self) -> &mut String {
        self.parts.last_mut().expect("there is one from the beginning")
    }

    fn turn_over(&mut self) -> Result<(), TooSmall> {
        if self.parts.len() == MOST_PARTS {
            // Twice as large ones would be half as many.
            return Err(TooSmall { needed: 2 * (self.frame.weight + self.room) });
        }
        self.parts.push(String::new());
        self.left = self.room;
        Ok(())
    }

    /// A block that is larger than a part, from a new part on.
    fn tear(
        &mut self,
        capsule: &Capsule,
        decision: &Decision,
        candidate: usize,
    ) -> Result<(), TooSmall> {
        let Fate::Aboard { rung, .. } = decision.verdicts[candidate].fate else { return Ok(()) };
        let mut block = Torn::new(&capsule.candidates[candidate], rung);
        while !block.is_done() {
            if !self.last().is_empty() {
                self.turn_over()?;
            }
            let (frame, room, here) = (self.frame, self.room, self.parts.len());
            let weigh =
                |head: &Head<'_>, shown: &str| frame.counter.count(&frame.block(head, shown));
            let piece = block.next(here, room, weigh);
            let (head, shown) = piece.map_err(|least| TooSmall { needed: frame.weight + least })?;
            self.add(&frame.block(&head, &shown))?;
        }
        Ok(())
    }
}
