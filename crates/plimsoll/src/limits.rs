//! How a caller says how large the document may be.

use crate::error::Error;
use crate::snapshot::shown;
use plimsoll_core::count::{CHARACTERS, DEFAULT_COUNTER, counter, counter_names};
use plimsoll_core::limit::{Grouped, LARGEST_LIMIT, Limit, Unit};
use plimsoll_core::near::did_you_mean;
use plimsoll_workspace::settings::{Effective, Model, Models};

/// Seed B's model tiers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Tier {
    Strong,
    #[default]
    Default,
    Cheap,
}

/// A limit as asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitRequest {
    /// Characters of a tier.
    Tier(Tier),
    Tokens(u64),
    Characters(u64),
    /// What the window of the request's model leaves.
    Window,
}

impl Default for LimitRequest {
    fn default() -> Self {
        Self::Tier(Tier::Default)
    }
}

impl LimitRequest {
    /// The limit by a named counter.
    pub(crate) fn resolve(
        self,
        settings: &Effective,
        counter_name: Option<&str>,
    ) -> Result<Limit, Error> {
        let (value, unit) = match self {
            Self::Tier(Tier::Strong) => (settings.tiers.strong, Unit::Characters),
            Self::Tier(Tier::Default) => (settings.tiers.default, Unit::Characters),
            Self::Tier(Tier::Cheap) => (settings.tiers.cheap, Unit::Characters),
            Self::Characters(value) => (value, Unit::Characters),
            Self::Tokens(value) => (value, Unit::Tokens),
            Self::Window => {
                return Err(Error::invalid("no model is named whose window could be the limit"));
            }
        };
        token_or_character_limit(value, unit, counter_name)
    }

    /// The limit for a model, by its own counter.
    pub(crate) fn resolve_for(self, model: &Model) -> Result<Limit, Error> {
        let room = model.window.saturating_sub(model.output);
        let value = match self {
            Self::Window => model.budget(),
            Self::Tokens(value) if value <= room => value,
            Self::Tokens(value) => {
                return Err(Error::invalid(format!(
                    "{} tokens are more than {} takes: its window has {}, of which {} are for the answer",
                    Grouped(value),
                    shown(&model.name),
                    Grouped(model.window),
                    Grouped(model.output),
                )));
            }
            Self::Tier(_) | Self::Characters(_) => {
                return Err(Error::invalid(
                    "a model counts tokens; give its limit in tokens, or none for what its window leaves",
                ));
            }
        };
        token_or_character_limit(value, Unit::Tokens, Some(&model.counter))
    }
}

/// The model of that name, or what was probably meant.
pub(crate) fn model<'a>(models: &'a Models, name: &str) -> Result<&'a Model, Error> {
    models.find(name).ok_or_else(|| {
        let hint = did_you_mean(name, models.iter().map(|model| model.name.as_str()));
        Error::invalid(format!(
            "there is no model {}{hint}; `plimsoll models` lists them, and [models] in your settings adds one",
            shown(name)
        ))
    })
}

/// Where a limit comes from that nobody gave as a number.
pub(crate) fn described(model: &Model) -> String {
    let since = model.as_of.as_ref().map_or(String::new(), |date| format!("as of {date}, "));
    format!(
        "{} has a window of {} tokens ({since}{}); {} are kept for the answer, {} for what is sent besides",
        shown(&model.name),
        Grouped(model.window),
        model.source,
        Grouped(model.output),
        Grouped(model.kept()),
    )
}

/// A checked limit in a unit, by a named counter of that unit.
pub(crate) fn token_or_character_limit(
    value: u64,
    unit: Unit,
    counter_name: Option<&str>,
) -> Result<Limit, Error> {
    if value == 0 || value > LARGEST_LIMIT {
        let largest = Grouped(LARGEST_LIMIT);
        return Err(Error::invalid(format!(
            "a limit of {} {unit} makes no sense; give one from 1 to {largest}",
            Grouped(value)
        )));
    }
    let default = match unit {
        Unit::Tokens => DEFAULT_COUNTER,
        Unit::Characters => CHARACTERS,
    };
    let name = counter_name.unwrap_or(default);
    let Some(counter) = counter(name) else {
        let hint = did_you_mean(name, counter_names());
        let known = counter_names().collect::<Vec<_>>().join(", ");
        return Err(Error::invalid(format!(
            "there is no counter {}{hint}; there are: {known}",
            shown(name)
        )));
    };
    if counter.unit() != unit {
        return Err(Error::invalid(format!(
            "the counter {name} counts {}, but the limit is in {unit}; give a limit in {0}",
            counter.unit()
        )));
    }
    Ok(Limit { value, unit, counter: name.to_owned() })
}
