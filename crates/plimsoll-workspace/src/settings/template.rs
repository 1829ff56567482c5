//! The settings file that a project begins with: every setting that a repository may touch, with its
//! built-in value, and all of it commented out, so that it changes nothing.

use super::BUILT_IN;
use super::keys::{self, Found, Repository};

const HEAD: &str = "\
# Settings of this project for plimsoll. Everything below is commented out and shows the built-in value:
# take the `#` away from a line that begins with `#` and no space to set it.
#
# Your own settings come before this file, the environment (PLIMSOLL_BUDGET_TOTAL) and flags after it.
# In brackets after each comment: what a project's file may do with the setting. What it may not do is
# left out here, and ignored with a notice. `plimsoll config check` says what is wrong with this file,
# `plimsoll config show` which values hold and where they come from.
";

/// The text of the file.
pub fn template() -> String {
    let mut draft = Draft { out: HEAD.to_owned(), ..Draft::default() };
    for line in BUILT_IN.lines().skip_while(|line| !line.is_empty()) {
        match line.as_bytes().first() {
            None => draft.end_of_paragraph(),
            Some(b'#') => draft.comment.extend([line, "\n"]),
            Some(b'[') => draft.section(line),
            Some(_) => draft.setting(line),
        }
    }
    draft.end_of_paragraph();
    draft.out
}

#[derive(Default)]
struct Draft {
    out: String,
    section: String,
    /// The section's first lines, until something of it is written.
    head: String,
    /// Comments that belong to what comes next.
    comment: String,
}

impl Draft {
    fn section(&mut self, line: &str) {
        self.section = line.trim_matches(['[', ']']).to_owned();
        self.head = format!("\n{}{line}\n", std::mem::take(&mut self.comment));
    }

    /// A setting goes with its comment; one that a repository may not touch goes nowhere.
    fn setting(&mut self, line: &str) {
        let comment = std::mem::take(&mut self.comment);
        let name = line.split('=').next().unwrap_or("").trim();
        let path: Vec<&str> = self.section.split('.').chain([name]).collect();
        if !matches!(keys::find(&path), Found::Key(key) if key.repository == Repository::Never) {
            self.write(&format!("{comment}#{line}\n"));
        }
    }

    /// A comment that stands by itself is about the section.
    fn end_of_paragraph(&mut self) {
        let comment = std::mem::take(&mut self.comment);
        if !comment.is_empty() && self.may_be_touched() {
            self.write(&comment);
        }
    }

    /// Whether there is anything in this section that a repository may set.
    fn may_be_touched(&self) -> bool {
        let in_section = |key: &&keys::Key| {
            key.name.strip_prefix(&*self.section).is_some_and(|rest| rest.starts_with('.'))
        };
        keys::KEYS.iter().filter(in_section).any(|key| key.repository != Repository::Never)
    }

    fn write(&mut self, text: &str) {
        self.out.push_str(&std::mem::take(&mut self.head));
        self.out.push_str(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Layers, NamedText, Settings};

    fn loaded(repository: Option<String>, user: &str) -> Settings {
        let named = |text: String| NamedText { name: "plimsoll.toml".into(), text };
        let layers = Layers {
            repository: repository.map(named),
            user: Some(named(user.to_owned())),
            ..Layers::default()
        };
        Settings::load(&layers).unwrap()
    }

    #[test]
    fn what_a_project_begins_with_changes_nothing() {
        for user in ["", "budget.total = 9001\npaths.max_file_bytes = 10\nconstraints.a = \"b\""] {
            let with = loaded(Some(template()), user);
            assert_eq!(with.rows(), loaded(None, user).rows());
            assert!(with.ignored().is_empty());
        }
    }

    #[test]
    fn every_line_that_is_uncommented_is_the_built_in_value_and_may_be_set() {
        let uncommented: String = template()
            .lines()
            .map(|line| match line.strip_prefix('#') {
                Some(setting) if !setting.starts_with(' ') && !setting.is_empty() => setting,
                _ => line,
            })
            .flat_map(|line| [line, "\n"])
            .collect();
        let settings = loaded(Some(uncommented.clone()), "");
        assert!(settings.ignored().is_empty(), "{:?}", settings.ignored());
        assert_eq!(settings.values(), loaded(None, "").values());
        assert_eq!(settings.effective(), loaded(None, "").effective());
        for (name, key) in keys::fixed_names() {
            let is_set = settings.rows().iter().any(|row| {
                row.key == name && row.set_by.to_string().starts_with("repository file")
            });
            assert_eq!(is_set, key.repository != Repository::Never, "{name} in {uncommented}");
        }
    }
}
