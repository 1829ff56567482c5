//! Lays one layer on the ones before it, and keeps what a repository may not do out of it.

use super::document::Given;
use super::keys::{Key, Repository};
use super::problem::{Ignored, SetBy, WhyIgnored};
use super::value::Value;
use std::collections::BTreeMap;

/// A value on its way through the layers.
#[derive(Debug, Clone)]
pub(super) struct Slot {
    pub(super) key: &'static Key,
    pub(super) value: Value,
    pub(super) set_by: SetBy,
    pub(super) overridden: Vec<Overridden>,
}

/// What a value was before a later layer changed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overridden {
    pub value: Value,
    pub set_by: SetBy,
    /// Whether it still holds: the later layer only added to it.
    pub kept: bool,
}

impl Slot {
    /// Puts another value in place, and remembers the one that was there.
    pub(super) fn replace(&mut self, value: Value, set_by: SetBy) {
        self.change(value, set_by, false);
    }

    fn extend(&mut self, value: Value, set_by: SetBy) {
        self.change(value, set_by, true);
    }

    fn change(&mut self, value: Value, set_by: SetBy, kept: bool) {
        let value = std::mem::replace(&mut self.value, value);
        let set_by = std::mem::replace(&mut self.set_by, set_by);
        self.overridden.push(Overridden { value, set_by, kept });
    }
}

/// All values by their dotted name.
pub(super) type Slots = BTreeMap<String, Slot>;

/// A layer of the user's: what it says replaces what was there.
pub(super) fn trusted(slots: &mut Slots, layer: Vec<Given>) {
    for Given { name, key, value, set_by } in layer {
        match slots.get_mut(&name) {
            Some(slot) => slot.replace(value, set_by),
            None => insert(slots, name, key, value, set_by),
        }
    }
}

/// The repository's layer: it may do what each key lets it do; the rest is set aside with the reason.
pub(super) fn repository(slots: &mut Slots, layer: Vec<Given>) -> Vec<Ignored> {
    let mut ignored = Vec::new();
    for Given { name, key, value, set_by } in layer {
        let Some(slot) = slots.get_mut(&name) else {
            // Names of one's own have no built-in value that would stand in the way.
            if key.repository == Repository::Never {
                ignored.push(Ignored {
                    key: name,
                    value,
                    set_by,
                    why: WhyIgnored::NotForRepositories,
                });
            } else {
                insert(slots, name, key, value, set_by);
            }
            continue;
        };
        match permitted(key.repository, slot, &value) {
            Ok(None) => slot.replace(value, set_by),
            Ok(Some(joined)) => slot.extend(joined, set_by),
            Err(why) => ignored.push(Ignored { key: name, value, set_by, why }),
        }
    }
    ignored
}

fn insert(slots: &mut Slots, name: String, key: &'static Key, value: Value, set_by: SetBy) {
    slots.insert(name, Slot { key, value, set_by, overridden: Vec::new() });
}

/// Whether a repository's value may stand in place of what is there, or join it (then the joined value).
fn permitted(allowed: Repository, slot: &Slot, value: &Value) -> Result<Option<Value>, WhyIgnored> {
    let current = || slot.value.clone();
    match (allowed, &slot.value, value) {
        (Repository::Free, _, _) => Ok(None),
        (Repository::OnlyAdd, Value::List(there), Value::List(more)) => {
            Ok(Some(Value::list([there.as_slice(), more].concat())))
        }
        (Repository::OnlyAdd, _, _) => Err(WhyIgnored::AlreadyDefined { by: slot.set_by.clone() }),
        (Repository::OnlyLower, Value::Number(there), Value::Number(new)) if new <= there => {
            Ok(None)
        }
        (Repository::OnlyLower, _, _) => Err(WhyIgnored::MayOnlyLower { current: current() }),
        (Repository::OnlyRaise, Value::Number(there), Value::Number(new)) if new >= there => {
            Ok(None)
        }
        (Repository::OnlyRaise, _, _) => Err(WhyIgnored::MayOnlyRaise { current: current() }),
        (Repository::OnlySwitchOn, _, Value::Switch(true)) => Ok(None),
        (Repository::OnlySwitchOn, there, new) if there == new => Ok(None),
        (Repository::OnlySwitchOn, _, _) => Err(WhyIgnored::MayOnlySwitchOn),
        (Repository::Never, _, _) => Err(WhyIgnored::NotForRepositories),
    }
}
