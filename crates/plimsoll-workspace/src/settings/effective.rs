//! The settings as the rest of the program reads them: plain fields, all decided.

use super::lanes;
use super::languages::OutlinedLanguages;
use super::merge::Slots;
use super::models::{self, Models};
use super::problem::SetBy;
use super::value::Value;
use plimsoll_core::budget::{Budget, LaneBudget};
use plimsoll_core::vocab::{Lane, Origin};
use std::collections::BTreeSet;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effective {
    /// All lanes are present; their minimums fit the total and their priorities differ.
    pub budget: Budget,
    pub tiers: Tiers,
    pub paths: Paths,
    pub guard: GuardOrders,
    pub policy: Policy,
    pub sources: Sources,
    pub index: IndexOrders,
    /// In the order of their ids.
    pub constraints: Vec<StandingConstraint>,
    pub models: Models,
    pub store: Retention,
}

/// In characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tiers {
    pub strong: u64,
    pub default: u64,
    pub cheap: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paths {
    /// Valid globs over paths from the root, where `*` does not cross a `/`.
    pub deny: Vec<String>,
    /// Globs as in `deny`.
    pub source: Vec<String>,
    /// Whether folders of build output show what is source in them (`bulk = "tracked"`).
    pub lift_bulk: bool,
    pub max_file_bytes: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GuardOrders {
    /// Files in the root with rules and allow-lists.
    pub rules: Vec<String>,
    /// A file in the root.
    pub baseline: Option<String>,
    /// Ids of findings that the user accepts.
    pub accept: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    pub pin_diff: bool,
    /// Globs as in [`Paths::deny`].
    pub sensitive: Vec<String>,
    pub protected: bool,
    pub rules_min: u64,
    /// So many of the newest violations must be in.
    pub violations: u64,
}

/// The sources of compositions that are switched on, by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sources(BTreeSet<String>);

impl Sources {
    pub fn is_on(&self, name: &str) -> bool {
        self.0.contains(name)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexOrders {
    pub languages: OutlinedLanguages,
    /// Whether past commits count in a search.
    pub history: bool,
}

/// A constraint that stands in the settings. Who wrote it is shown with it, since a repository's text is
/// shown and not trusted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandingConstraint {
    pub id: String,
    pub text: String,
    /// [`Origin::User`] or [`Origin::Repository`].
    pub origin: Origin,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Retention {
    pub capsules: bool,
    /// 0: for good.
    pub keep_days: u64,
    /// 0: as long as the decision.
    pub capsule_days: u64,
    /// 0: no bound.
    pub keep_bytes: u64,
    pub paths_in_log: bool,
    /// The file of the key that signs where the log begins.
    pub signing_key: Option<String>,
}

pub(super) fn from_slots(slots: &Slots) -> Effective {
    let number = |name: &str| lanes::number(slots, name);
    Effective {
        budget: Budget {
            total_tokens: number(lanes::TOTAL),
            lanes: Lane::ALL.iter().map(|lane| (*lane, lane_budget(slots, *lane))).collect(),
        },
        tiers: Tiers {
            strong: number("budget.tiers.strong"),
            default: number("budget.tiers.default"),
            cheap: number("budget.tiers.cheap"),
        },
        paths: Paths {
            deny: list(slots, "paths.deny"),
            source: list(slots, "paths.source"),
            lift_bulk: text(slots, "paths.bulk").as_deref() != Some("deny"),
            max_file_bytes: number("paths.max_file_bytes"),
        },
        guard: GuardOrders {
            rules: list(slots, "guard.rules"),
            baseline: text(slots, "guard.baseline").filter(|file| file != "none"),
            accept: list(slots, "guard.accept"),
        },
        policy: Policy {
            pin_diff: switch(slots, "policy.pin_diff"),
            sensitive: list(slots, "policy.sensitive"),
            protected: switch(slots, "policy.protected"),
            rules_min: number("policy.rules_min"),
            violations: number("policy.violations"),
        },
        sources: sources(slots),
        index: IndexOrders {
            languages: OutlinedLanguages::of(list(slots, "index.languages")),
            history: switch(slots, "index.history"),
        },
        constraints: constraints(slots),
        models: models::from_slots(slots),
        store: Retention {
            capsules: switch(slots, "store.capsules"),
            keep_days: number("store.keep_days"),
            capsule_days: number("store.capsule_days"),
            keep_bytes: number("store.keep_bytes"),
            paths_in_log: switch(slots, "store.paths_in_log"),
            signing_key: text(slots, "store.signing_key").filter(|file| file != "none"),
        },
    }
}

fn lane_budget(slots: &Slots, lane: Lane) -> LaneBudget {
    let number = |field| lanes::number(slots, &lanes::name(lane, field));
    LaneBudget { min: number("min"), max: number("max"), priority: number("priority") }
}

fn sources(slots: &Slots) -> Sources {
    let names = slots.keys().filter_map(|name| name.strip_prefix("sources."));
    let on = names.filter(|name| switch(slots, &format!("sources.{name}")));
    Sources(on.map(str::to_owned).collect())
}

fn switch(slots: &Slots, name: &str) -> bool {
    match slots.get(name).map(|slot| &slot.value) {
        Some(Value::Switch(switch)) => *switch,
        other => unreachable!("{name} is a switch with a built-in value, not {other:?}"),
    }
}

fn text(slots: &Slots, name: &str) -> Option<String> {
    match slots.get(name).map(|slot| &slot.value) {
        Some(Value::Text(text)) => Some(text.clone()),
        _ => None,
    }
}

fn list(slots: &Slots, name: &str) -> Vec<String> {
    match slots.get(name).map(|slot| &slot.value) {
        Some(Value::List(items)) => items.clone(),
        other => unreachable!("{name} is a list with a built-in value, not {other:?}"),
    }
}

fn constraints(slots: &Slots) -> Vec<StandingConstraint> {
    let mut constraints = Vec::new();
    for (name, slot) in slots {
        if let (Some(id), Value::Text(text)) = (name.strip_prefix("constraints."), &slot.value) {
            let origin = match slot.set_by {
                SetBy::RepositoryFile { .. } => Origin::Repository,
                _ => Origin::User,
            };
            constraints.push(StandingConstraint { id: id.to_owned(), text: text.clone(), origin });
        }
    }
    constraints
}
