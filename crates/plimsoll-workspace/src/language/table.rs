//! The table of languages, read once.

use std::collections::BTreeMap;
use std::sync::LazyLock;

const SOURCE: &str = include_str!("languages.txt");

pub(super) static TABLE: LazyLock<Table> = LazyLock::new(|| Table::read(SOURCE));

type Ids = BTreeMap<String, &'static str>;

#[derive(Debug, Default)]
pub(super) struct Table {
    names: Ids,
    /// How a name begins.
    beginnings: Vec<(&'static str, &'static str)>,
    extensions: Ids,
    interpreters: Ids,
    modes: Ids,
}

impl Table {
    fn read(source: &'static str) -> Self {
        let mut table = Self::default();
        for line in source.lines().filter(|line| !line.starts_with('#')) {
            let mut words = line.split_whitespace();
            let Some(id) = words.next() else { continue };
            table.modes.entry(id.to_owned()).or_insert(id);
            for word in words {
                table.add(id, word);
            }
        }
        table
    }

    fn add(&mut self, id: &'static str, word: &'static str) {
        if let Some(program) = word.strip_prefix("#!") {
            self.interpreters.insert(program.to_owned(), id);
        } else if let Some(mode) = word.strip_prefix('@') {
            self.modes.insert(mode.to_owned(), id);
        } else if let Some(extension) = word.strip_prefix('.') {
            self.extensions.insert(extension.to_owned(), id);
        } else if let Some(beginning) = word.strip_suffix('*') {
            self.beginnings.push((beginning, id));
        } else {
            self.names.insert(word.to_owned(), id);
        }
    }

    pub(super) fn by_name(&self, name: &str) -> Option<&'static str> {
        let begins = || self.beginnings.iter().find(|(beginning, _)| name.starts_with(beginning));
        self.names.get(name).copied().or_else(|| begins().map(|(_, id)| *id))
    }

    /// In lower case, without the dot.
    pub(super) fn by_extension(&self, extension: &str) -> Option<&'static str> {
        self.extensions.get(extension).copied()
    }

    pub(super) fn by_interpreter(&self, program: &str) -> Option<&'static str> {
        self.interpreters.get(program).copied()
    }

    /// What vim or Emacs call it.
    pub(super) fn by_mode(&self, mode: &str) -> Option<&'static str> {
        self.modes.get(mode).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn nothing_in_the_table_is_said_twice() {
        let lines: Vec<&str> = SOURCE.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(lines.len() >= 150 && lines.is_sorted_by_key(|line| line.split(' ').next()));
        let mut seen = BTreeSet::new();
        for word in lines.iter().flat_map(|line| line.split_whitespace().skip(1)) {
            assert!(seen.insert(word), "{word} stands in the table twice");
            let is_extension = word.starts_with('.') || word.starts_with('@');
            assert!(!is_extension || !word.contains(char::is_uppercase), "{word} is never found");
        }
    }
}
