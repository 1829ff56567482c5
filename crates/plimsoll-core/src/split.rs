//! A document in parts that each stand alone: every part has the whole frame, says which of how many it is, what the
//! task is and how to read it, and is within a limit of its own.
//!
//! Blocks are not torn but where one is larger than a part; that one is cut between lines (a line that is too long,
//! between characters), and both sides say where it goes on.

use crate::candidate::{Candidate, Name};
use crate::capsule::Capsule;
use crate::count::{Counter, counter};
use crate::decide::{Decision, Fate, Loaded, Outcome};
use crate::ladder::{Lines, join};
use crate::render::{Displayed, Head, Part, Renderer, marker, renderer, without_markers};
use crate::vocab::{Level, Origin};
use std::borrow::Cow;
use std::ops::Range;

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
    if of > MOST_PARTS {
        return Err(TooSmall { needed: most.saturating_add(1) });
    }
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
            self.turn_over();
        }
        self.left -= weight;
        self.last().push_str(text);
        Ok(())
    }

    fn last(&mut self) -> &mut String {
        self.parts.last_mut().expect("there is one from the beginning")
    }

    fn turn_over(&mut self) {
        self.parts.push(String::new());
        self.left = self.room;
    }

    /// A block that is larger than a part, from a new part on.
    fn tear(
        &mut self,
        capsule: &Capsule,
        decision: &Decision,
        candidate: usize,
    ) -> Result<(), TooSmall> {
        let Fate::Aboard { rung, .. } = decision.verdicts[candidate].fate else { return Ok(()) };
        let candidate = &capsule.candidates[candidate];
        let displayed = Displayed::of(candidate);
        let mut block = Torn::new(&displayed, candidate, rung);
        if !self.last().is_empty() {
            self.turn_over();
        }
        let (mut at, mut line) = (0, 0);
        while at < block.text.len() {
            if at > 0 {
                self.turn_over();
            }
            let (frame, room, here) = (self.frame, self.room, self.parts.len());
            let rest = &block.text[at..];
            let written = |cut: Cut| {
                let before = if at == 0 { String::new() } else { continued("from", here - 1) };
                let after = if cut.at == rest.len() { String::new() } else { cut.says(here + 1) };
                let shown = &rest[..cut.at];
                let ends = line + shown.matches('\n').count() + usize::from(cut.in_line);
                frame.block(&block.head(line..ends), &format!("{before}{shown}{after}"))
            };
            let weigh = |cut: Cut| frame.counter.count(&written(cut));
            let cut = largest(rest, |cut| weigh(cut) <= room).ok_or_else(|| {
                let first = rest.chars().next().map_or(0, char::len_utf8);
                TooSmall { needed: frame.weight + weigh(Cut { at: first, in_line: true }) }
            })?;
            self.add(&written(cut))?;
            line += rest[..cut.at].matches('\n').count();
            at += cut.at;
            if cut.in_line {
                block.begin_line(at);
            }
        }
        Ok(())
    }
}

/// A block that is larger than a part.
struct Torn<'a> {
    text: String,
    head: Head<'a>,
    /// For each line of the text the line of the candidate that it is, unless it is a marker.
    numbers: Vec<Option<u32>>,
    /// How many lines the candidate has.
    of: u32,
}

impl<'a> Torn<'a> {
    fn new(displayed: &Displayed, candidate: &'a Candidate, rung: usize) -> Self {
        let of = displayed.line_count();
        let view = candidate.ladder.view(rung, of);
        let all = || vec![Lines { first: 1, last: of }];
        let shown = view.shown.lines().unwrap_or_else(all);
        let mut shown = shown.iter().flat_map(|lines| lines.first..=lines.last);
        let (mut text, mut numbers) = (String::new(), Vec::new());
        for part in displayed.parts(&view) {
            let is_text = matches!(part, Part::Text(_));
            let lines = part.as_str().split_inclusive('\n');
            numbers.extend(lines.map(|_| if is_text { shown.next() } else { None }));
            text.push_str(part.as_str());
        }
        Self { text, head: displayed.head(candidate, &view), numbers, of }
    }

    /// What stood further on in its line now stands at the beginning of one, and must not pass for a marker there.
    fn begin_line(&mut self, at: usize) {
        let end = self.text[at..].find('\n').map_or(self.text.len(), |length| at + length);
        let line = without_markers(Cow::Borrowed(&self.text[at..end])).into_owned();
        self.text.replace_range(at..end, &line);
    }

    /// What stands above some of its lines.
    fn head(&self, lines: Range<usize>) -> Head<'a> {
        let shown = self.numbers[lines].iter().flatten();
        let shown: Vec<Lines> = shown.map(|&line| Lines { first: line, last: line }).collect();
        let is_shown = |line: &u32| shown.binary_search_by_key(line, |lines| lines.first).is_ok();
        let redacted = self.head.redacted.iter().copied().filter(is_shown).collect();
        Head { lines: Some((join(shown.iter()), self.of)), redacted, ..self.head.clone() }
    }
}

fn continued(way: &str, part: usize) -> String {
    marker(&format!("continued {way} part {part}"))
}

/// Where a text is cut.
#[derive(Clone, Copy)]
struct Cut {
    at: usize,
    in_line: bool,
}

impl Cut {
    fn says(self, next: usize) -> String {
        if self.in_line {
            format!("\n{}", marker(&format!("this line goes on in part {next}")))
        } else {
            continued("in", next)
        }
    }
}

/// The last place of a text to which it fits: an end of a line where there is one, else between two characters.
fn largest(text: &str, fits: impl Fn(Cut) -> bool) -> Option<Cut> {
    let ends = text.split_inclusive('\n').scan(0, |at, line| {
        *at += line.len();
        Some(*at)
    });
    let ends: Vec<usize> = ends.collect();
    let in_lines = |in_line| move |at: &usize| Cut { at: *at, in_line };
    if let Some(last) = last_that_fits(&ends, |at| fits(in_lines(false)(at))) {
        return Some(in_lines(false)(last));
    }
    let line = &text[..*ends.first()?];
    // A character that is spelled out stays in one piece.
    let mut is_spelled = false;
    let places = line.char_indices().filter_map(|(at, c)| {
        let may_cut = at > 0 && !is_spelled;
        is_spelled = c == '⟨' || (is_spelled && c != '⟩');
        may_cut.then_some(at)
    });
    let places: Vec<usize> = places.collect();
    last_that_fits(&places, |at| fits(in_lines(true)(at))).map(in_lines(true))
}

/// Looks near the beginning first, since a part is small beside a text that has to be torn. Counts of tokens grow with the
/// text but for a token or two, so what is found is tried, and may be one place too early.
fn last_that_fits(places: &[usize], fits: impl Fn(&usize) -> bool) -> Option<&usize> {
    let mut high = 1;
    while high < places.len() && fits(&places[high]) {
        high *= 2;
    }
    let within = &places[..places.len().min(high + 1)];
    let fitting = within.partition_point(&fits);
    within[..fitting].iter().rev().find(|at| fits(at))
}
