//! From the text of a query to patterns.

use super::{Capture, Condition, Count, Item, Kind, Pattern, Patterns, Shape};
use regex::Regex;
use std::num::NonZero;
use tree_sitter::Language;

impl Patterns {
    /// What is wrong with a query is said in a sentence; queries are ours, and a test reads them all.
    pub(crate) fn read(grammar: &Language, text: &str) -> Result<Self, String> {
        let mut reader =
            Reader { grammar, rest: text, captures: Vec::new(), conditions: Vec::new() };
        let mut patterns = Vec::new();
        while reader.skip_blank() {
            let pattern = reader
                .pattern()
                .map_err(|what| format!("{what} before `{}`", first_line(reader.rest)))?;
            patterns.push(pattern);
        }
        let captures = reader.captures;
        let mut begin: Vec<Vec<u16>> = vec![Vec::new(); grammar.node_kind_count()];
        for (at, pattern) in (0_u16..).zip(&patterns) {
            for (kind, begin) in (0_u16..).zip(&mut begin) {
                if begins_with(pattern, grammar, kind) {
                    begin.push(at);
                }
            }
        }
        Ok(Self { patterns, captures, begin })
    }
}

fn begins_with(pattern: &Pattern, grammar: &Language, kind: u16) -> bool {
    pattern.first().is_some_and(|item| {
        item.choices.iter().any(|shape| match shape.kind {
            Kind::Is(one) | Kind::Sign(one) => one == kind,
            Kind::Named => grammar.node_kind_is_named(kind),
            Kind::Anything => true,
        })
    })
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

struct Reader<'r> {
    grammar: &'r Language,
    rest: &'r str,
    captures: Vec<String>,
    /// Of the pattern that is being read, with the capture they are about.
    conditions: Vec<(u16, Condition)>,
}

type Read<T> = Result<T, String>;

impl<'r> Reader<'r> {
    /// Whether something follows.
    fn skip_blank(&mut self) -> bool {
        loop {
            self.rest = self.rest.trim_start();
            match self.rest.strip_prefix(';') {
                Some(comment) => self.rest = comment.split_once('\n').map_or("", |(_, rest)| rest),
                None => return !self.rest.is_empty(),
            }
        }
    }

    fn take(&mut self, sign: &str) -> bool {
        self.skip_blank();
        self.rest.strip_prefix(sign).map(|rest| self.rest = rest).is_some()
    }

    fn sees(&mut self, signs: &[char]) -> bool {
        self.skip_blank();
        self.rest.starts_with(signs)
    }

    fn word(&mut self) -> Read<&'r str> {
        let is_of_word = |c: char| c.is_alphanumeric() || "_-.?".contains(c);
        let end = self.rest.find(|c| !is_of_word(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        if word.is_empty() { Err("a word is missing".to_owned()) } else { Ok(word) }
    }

    fn string(&mut self) -> Read<String> {
        let mut text = String::new();
        let mut chars = self.rest.char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                '"' => {
                    self.rest = &self.rest[at + 1..];
                    return Ok(text);
                }
                '\\' => text.extend(chars.next().map(|(_, c)| c)),
                _ => text.push(c),
            }
        }
        Err("a string does not end".to_owned())
    }

    fn pattern(&mut self) -> Read<Pattern> {
        let before = self.rest;
        let is_group = self.take("(") && self.sees(&['(', '[', '"']);
        if !is_group {
            self.rest = before;
        }
        let mut pattern = if is_group { self.items(")")?.0 } else { vec![self.item(None)?] };
        let conditions = std::mem::take(&mut self.conditions);
        for (id, condition) in conditions {
            let mut count = 0;
            pattern.iter_mut().for_each(|item| item.add_condition(id, &condition, &mut count));
            if count == 0 {
                return Err("a condition is about nothing".to_owned());
            }
        }
        Ok(pattern)
    }

    /// To the end of what encloses them; and the fields that must not be there.
    fn items(&mut self, end: &str) -> Read<(Vec<Item>, Vec<u16>)> {
        let mut items: Vec<Item> = Vec::new();
        let mut without = Vec::new();
        let mut touches = false;
        while !self.take(end) {
            match () {
                () if self.take("(#") => self.condition()?,
                () if self.take(".") => touches = true,
                () if self.take("!") => without.push(self.field()?),
                () => {
                    let item = self.item(None)?;
                    items.push(Item { touches, ..item });
                    touches = false;
                }
            }
        }
        if let Some(last) = items.last_mut() {
            last.is_last = touches;
        }
        Ok((items, without))
    }

    fn field(&mut self) -> Read<u16> {
        let name = self.word()?;
        let id = self.grammar.field_id_for_name(name).map(NonZero::get);
        id.ok_or_else(|| format!("`{name}` is no field"))
    }

    fn item(&mut self, field: Option<u16>) -> Read<Item> {
        let choices = match () {
            () if self.take("[") => self.choices(field)?,
            () if self.take("(") => vec![self.node(field)?],
            () if self.take("\"") => {
                let sign = self.string()?;
                vec![Shape::bare(Kind::Sign(self.kind(&sign, false)?), field)]
            }
            () if !self.skip_blank() => return Err("something is missing".to_owned()),
            () => match self.word()? {
                "_" => vec![Shape::bare(Kind::Anything, field)],
                name => {
                    let id = self.grammar.field_id_for_name(name).map(NonZero::get);
                    if !self.take(":") || field.is_some() {
                        return Err(format!("`{name}` stands alone"));
                    }
                    return self.item(Some(id.ok_or_else(|| format!("`{name}` is no field"))?));
                }
            },
        };
        let count = match () {
            () if self.take("?") => Count::AtMostOne,
            () if self.take("*") => Count::Any,
            () if self.take("+") => Count::AtLeastOne,
            () => Count::One,
        };
        let captures = self.captures()?;
        let tells_in = |shape: &Shape| {
            !shape.captures.is_empty() || shape.children.iter().any(|child| child.tells)
        };
        let tells = !captures.is_empty() || choices.iter().any(tells_in);
        Ok(Item { choices, captures, count, touches: false, is_last: false, tells })
    }

    /// What is captured of a choice is captured of its shapes.
    fn choices(&mut self, field: Option<u16>) -> Read<Vec<Shape>> {
        let mut choices = Vec::new();
        while !self.take("]") {
            let mut item = self.item(field)?;
            if item.count != Count::One || (item.choices.len() > 1 && !item.captures.is_empty()) {
                return Err("a choice is between nodes".to_owned());
            }
            if let [only] = item.choices.as_mut_slice() {
                only.captures.append(&mut item.captures);
            }
            choices.append(&mut item.choices);
        }
        Ok(choices)
    }

    fn node(&mut self, field: Option<u16>) -> Read<Shape> {
        self.skip_blank();
        let kind = match self.word()? {
            "_" => Kind::Named,
            name => Kind::Is(self.kind(name, true)?),
        };
        let (children, without) = self.items(")")?;
        Ok(Shape { children, without, ..Shape::bare(kind, field) })
    }

    fn kind(&self, name: &str, is_named: bool) -> Read<u16> {
        let id = self.grammar.id_for_node_kind(name, is_named);
        let is_seen = id != 0 && self.grammar.node_kind_is_visible(id);
        if is_seen { Ok(id) } else { Err(format!("`{name}` is no kind of node")) }
    }

    fn captures(&mut self) -> Read<Vec<Capture>> {
        let mut captures = Vec::new();
        while self.take("@") {
            captures.push(Capture { id: self.capture()?, conditions: Vec::new() });
        }
        Ok(captures)
    }

    fn capture(&mut self) -> Read<u16> {
        let name = self.word()?;
        let known = self.captures.iter().position(|one| one == name);
        let at = known.unwrap_or_else(|| {
            self.captures.push(name.to_owned());
            self.captures.len() - 1
        });
        u16::try_from(at).map_err(|_| "there are too many captures".to_owned())
    }

    fn condition(&mut self) -> Read<()> {
        let name = self.word()?;
        if !self.take("@") {
            return Err(format!("`#{name}` is about nothing"));
        }
        let id = self.capture()?;
        let mut texts = Vec::new();
        while self.take("\"") {
            texts.push(self.string()?);
        }
        let holds = !name.starts_with("not-");
        let condition = match (name.strip_prefix("not-").unwrap_or(name), texts.as_slice()) {
            ("eq?", [_]) | ("any-of?", [_, ..]) => Condition::Among { texts, holds },
            ("match?", [shape]) => {
                Condition::Like { shape: Regex::new(shape).map_err(|e| e.to_string())?, holds }
            }
            _ => return Err(format!("`#{name}` is no condition")),
        };
        self.conditions.push((id, condition));
        if self.take(")") { Ok(()) } else { Err(format!("`#{name}` does not end")) }
    }
}

impl Shape {
    fn bare(kind: Kind, field: Option<u16>) -> Self {
        Self { kind, field, without: Vec::new(), children: Vec::new(), captures: Vec::new() }
    }
}

impl Item {
    /// Wherever this capture is made, and counts where.
    fn add_condition(&mut self, id: u16, condition: &Condition, count: &mut usize) {
        let own = self.captures.iter_mut();
        let of_shapes = self.choices.iter_mut().flat_map(|shape| &mut shape.captures);
        for capture in own.chain(of_shapes).filter(|capture| capture.id == id) {
            capture.conditions.push(condition.clone());
            *count += 1;
        }
        for child in self.choices.iter_mut().flat_map(|shape| &mut shape.children) {
            child.add_condition(id, condition, count);
        }
    }
}
