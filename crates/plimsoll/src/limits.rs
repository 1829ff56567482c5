//! How a caller says how large the document may be.

use crate::error::Error;
use crate::snapshot::shown;
use plimsoll_core::count::{CHARACTERS, DEFAULT_COUNTER, counter, counter_names};
use plimsoll_core::limit::{Grouped, LARGEST_LIMIT, Limit, Unit};
use plimsoll_core::near::did_you_mean;
use plimsoll_workspace::settings::Tiers;

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
}

impl Default for LimitRequest {
    fn default() -> Self {
        Self::Tier(Tier::Default)
    }
}

impl LimitRequest {
    pub(crate) fn resolve(self, tiers: &Tiers, counter_name: Option<&str>) -> Result<Limit, Error> {
        let (value, unit) = match self {
            Self::Tier(Tier::Strong) => (tiers.strong, Unit::Characters),
            Self::Tier(Tier::Default) => (tiers.default, Unit::Characters),
            Self::Tier(Tier::Cheap) => (tiers.cheap, Unit::Characters),
            Self::Characters(value) => (value, Unit::Characters),
            Self::Tokens(value) => (value, Unit::Tokens),
        };
        token_or_character_limit(value, unit, counter_name)
    }
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
            "the counter {name} counts {}, but the limit is in {unit}",
            counter.unit()
        )));
    }
    Ok(Limit { value, unit, counter: name.to_owned() })
}
