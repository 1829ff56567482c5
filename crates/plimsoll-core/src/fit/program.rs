//! Fit programs: which items give way, in which order, until what holds.

use serde::{Deserialize, Serialize};

/// A lane or a priority class. Minimum, maximum and floor are numbers, not knowledge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    pub name: String,
    /// Steps that say so keep the group at or above this.
    #[serde(default)]
    pub min: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<u64>,
    /// Steps that say so lower nothing below this.
    #[serde(default)]
    pub floor: u64,
}

impl Group {
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), min: 0, max: None, floor: 0 }
    }
}

/// A list of steps. Groups are meant in the order in which the capsule lists them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// What starts below its lowest rung, so that only `raise` lets it board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ashore: Option<Selector>,
    pub steps: Vec<Step>,
}

/// One step. Every step but `raise` does nothing while its scope holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    /// All that is named goes at once.
    Drop { what: Selector },
    /// One at a time goes, until the scope holds.
    Shed {
        what: Selector,
        order: Order,
        within: Scope,
        /// Only where the item's group stays at or above its minimum.
        #[serde(default)]
        keep_minimum: bool,
    },
    /// The next item goes to its largest rung with which the scope holds, else to its lowest allowed.
    Lower {
        what: Selector,
        order: Order,
        within: Scope,
        /// Nothing goes below its group's floor.
        #[serde(default)]
        keep_floor: bool,
        /// It goes to its lowest allowed at once: what cannot stay whole first makes room for the rest.
        #[serde(default, skip_serializing_if = "is_false")]
        at_once: bool,
        /// It goes no further than to the rung below its largest.
        #[serde(default, skip_serializing_if = "is_false")]
        by_one: bool,
    },
    /// While there is room: items go up, and what was shed may board again.
    Raise {
        what: Selector,
        order: Order,
        #[serde(default)]
        to: Reach,
    },
    /// The call is refused.
    Refuse,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands fields over like this")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// How far up an item may go.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reach {
    /// As far as there is room.
    #[default]
    Largest,
    /// To the rung below the largest, unless what the largest has beyond it is no more than the group's floor.
    Below,
    /// To the lowest rung that is not below its group's floor.
    Floor,
    /// To what its group's minimum is for each of the group's items.
    Share,
}

/// What has to hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// The whole is within the limit.
    Total,
    /// Each group is within its own maximum; groups are taken in their order.
    EachGroup,
}

/// In which order items give way or gain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Best first, required before the rest.
    Rank,
    /// Worst first.
    ReverseRank,
    /// The last group first, worst first inside it.
    LastGroupFirst,
    /// The most value for each unit of room first. Only for `raise`.
    Value,
}

/// Names items: by group, by kind, required or not. What is not said does not matter.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Selector {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub required: Option<bool>,
}

impl Selector {
    pub fn everything() -> Self {
        Self::default()
    }

    pub fn groups<const N: usize>(groups: [&str; N]) -> Self {
        Self { groups: groups.map(str::to_owned).to_vec(), ..Self::default() }
    }

    pub fn kinds<const N: usize>(mut self, kinds: [&str; N]) -> Self {
        self.kinds = kinds.map(str::to_owned).to_vec();
        self
    }

    pub fn required(mut self, required: bool) -> Self {
        self.required = Some(required);
        self
    }

    pub(super) fn names(&self, group: &str, kind: &str, required: bool) -> bool {
        (self.groups.is_empty() || self.groups.iter().any(|name| name == group))
            && (self.kinds.is_empty() || self.kinds.iter().any(|name| name == kind))
            && self.required.is_none_or(|wanted| wanted == required)
    }
}
