//! Who set a value, what can be wrong with it, and why it was left aside.

use super::value::Value;
use plimsoll_core::escape::reveal_line;
use plimsoll_core::limit::Grouped;
use std::fmt;
use thiserror::Error;

/// Who set a value. The order is that of the layers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum SetBy {
    BuiltIn,
    /// A built-in number that followed what somebody set: a lane's share of another total.
    Derived,
    UserFile {
        name: String,
        line: usize,
    },
    RepositoryFile {
        name: String,
        line: usize,
    },
    Environment {
        variable: String,
    },
    Flag {
        name: String,
    },
}

impl SetBy {
    /// Whether a person or a repository wrote it, rather than plimsoll.
    pub(super) fn is_somebody(&self) -> bool {
        !matches!(self, Self::BuiltIn | Self::Derived)
    }
}

impl fmt::Display for SetBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuiltIn => f.write_str("built in"),
            Self::Derived => f.write_str("built in, fitted to what was set"),
            Self::UserFile { name, line } => write!(f, "user file {}:{line}", Shown::short(name)),
            Self::RepositoryFile { name, line } => {
                write!(f, "repository file {}:{line}", Shown::short(name))
            }
            Self::Environment { variable } => write!(f, "environment {}", Shown::short(variable)),
            Self::Flag { name } => write!(f, "flag {}", Shown::short(name)),
        }
    }
}

/// A foreign string as it may be shown on one line.
pub(super) struct Shown;

impl Shown {
    const SHORT: usize = 80;

    pub(super) fn whole(text: &str) -> String {
        reveal_line(text).into_owned()
    }

    pub(super) fn short(text: &str) -> String {
        match text.char_indices().nth(Self::SHORT) {
            Some((end, _)) => format!("{}…", reveal_line(&text[..end])),
            None => Self::whole(text),
        }
    }
}

/// One thing that is wrong with the settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub set_by: SetBy,
    /// Dotted; empty where the whole file is meant.
    pub key: String,
    pub wrong: Wrong,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.key.is_empty() {
            write!(f, "{}: {}", self.set_by, self.wrong)
        } else {
            write!(f, "{}: `{}` {}", self.set_by, Shown::short(&self.key), self.wrong)
        }
    }
}

/// What is wrong. The texts follow the name of the key.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Wrong {
    #[error("this is not valid TOML: {}; correct the line", Shown::short(&.0.replace('`', "'")))]
    Syntax(String),
    #[error("the file has {} bytes; settings may have at most {}", Grouped(*bytes), Grouped(*most))]
    FileTooLarge { bytes: u64, most: u64 },
    #[error("is not a setting{}; remove it or correct its name", did_you_mean(near))]
    UnknownKey { near: Vec<String> },
    #[error(
        "has a window of {} tokens, of which {} are for the answer; give it a `window` that leaves room",
        Grouped(*window),
        Grouped(*output)
    )]
    NoRoom { window: u64, output: u64 },
    #[error("is a section; write the settings below it")]
    Section,
    #[error("is {found}; it must be {expected}")]
    Type { found: String, expected: &'static str },
    #[error(
        "is {}; it must be from {} to {}",
        Shown::short(found), Grouped(*least), Grouped(*most)
    )]
    Bounds { found: String, least: u64, most: u64 },
    #[error("is empty; write a text or remove it")]
    Empty,
    #[error("has a text of {length} characters; at most {most} are allowed")]
    TooLong { length: usize, most: usize },
    #[error("has {count} entries; at most {most} are allowed")]
    TooMany { count: usize, most: usize },
    #[error("has the pattern `{}`, which cannot work: {why}", Shown::short(pattern))]
    Glob { pattern: String, why: WhyBadGlob },
    #[error(
        "has the entry \"{}\", which is not known; it takes {}",
        Shown::short(found), known.join(", ")
    )]
    Word { found: String, known: &'static [&'static str] },
    #[error(
        "has a name that cannot be used; take 1 to 64 of the characters A-Z, a-z, 0-9, `_`, `-`"
    )]
    Name,
    #[error(
        "is {min}, above the lane's maximum of {max} ({max_by}); lower it or raise the maximum"
    )]
    MinimumAboveMaximum { min: u64, max: u64, max_by: SetBy },
    #[error(
        "is {min}, and with it the lanes' minimums add up to {sum}, above the total of {total} \
         ({total_by}); lower a minimum or raise `budget.total`"
    )]
    MinimumsAboveTotal { min: u64, sum: u64, total: u64, total_by: SetBy },
    #[error("is {priority}, as `{other}` is ({other_by}); give each lane a priority of its own")]
    SamePriority { priority: u64, other: String, other_by: SetBy },
}

/// Why a pattern can match nothing.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WhyBadGlob {
    #[error("it is empty")]
    Empty,
    #[error("paths begin at the root without `/`, and all of a folder is `folder/**`")]
    OuterSlash,
    #[error("a pattern cannot take another one back; a name that begins with `!` is `\\!name`")]
    Negated,
    #[error("`.` and `..` do not occur in paths from the root")]
    Dots,
    #[error("{}", Shown::short(.0))]
    Syntax(String),
}

fn did_you_mean(names: &[String]) -> String {
    if names.is_empty() {
        return String::new();
    }
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    format!(" (did you mean {}?)", quoted.join(" or "))
}

/// Everything that is wrong with the settings, in the order of the layers and lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingsProblems(pub Vec<Problem>);

impl std::error::Error for SettingsProblems {}

impl SettingsProblems {
    /// How many are spelled out; a hostile file must not flood a terminal.
    const MOST_SHOWN: usize = 30;
}

impl fmt::Display for SettingsProblems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().take(Self::MOST_SHOWN).enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{problem}")?;
        }
        match self.0.len().saturating_sub(Self::MOST_SHOWN) {
            0 => Ok(()),
            more => write!(f, "\nand {more} more"),
        }
    }
}

/// Something in a repository's file that a repository may not do. Not an error: the rest still holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ignored {
    pub key: String,
    pub value: Value,
    pub set_by: SetBy,
    pub why: WhyIgnored,
}

impl fmt::Display for Ignored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { key, value, set_by, why } = self;
        let value = Shown::short(&value.to_string());
        write!(f, "{set_by}: `{}` = {value} is ignored: {why}", Shown::short(key))
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WhyIgnored {
    #[error("a repository may not set it; set it in your own file if you want it")]
    NotForRepositories,
    #[error("a repository may only lower it, and it is {current}")]
    MayOnlyLower { current: Value },
    #[error("a repository may only raise it, and it is {current}")]
    MayOnlyRaise { current: Value },
    #[error("a repository may only switch it on")]
    MayOnlySwitchOn,
    #[error("it is already defined ({by}), and a repository may only add new ones")]
    AlreadyDefined { by: SetBy },
}
