//! The programs of the doors, side by side (DESIGN 1.4). Values: a capsule carries the one it was made with.

use super::program::{Order, Program, Scope, Selector, Step};
use crate::candidate::kind;
use crate::vocab::{PackClass, Priority};

/// compose (seed A): each lane within its maximum, then the total; what is required gives way last.
pub fn compose() -> Program {
    let optional = || Selector::everything().required(false);
    let required = || Selector::everything().required(true);
    let order = Order::LastGroupFirst;
    Program {
        ashore: None,
        steps: vec![
            lower(optional(), Order::ReverseRank, Scope::EachGroup, true),
            shed(optional(), Order::ReverseRank, Scope::EachGroup, false),
            lower(optional(), order, Scope::Total, true),
            shed(optional(), order, Scope::Total, true),
            lower(required(), order, Scope::Total, false),
            shed(optional(), order, Scope::Total, false),
            Step::Refuse,
            raise(Selector::everything(), Order::Rank),
        ],
    }
}

/// build (seed C): the seed's order, to the letter; then P1 goes too, since only P0 may refuse.
pub fn build() -> Program {
    let order = Order::ReverseRank;
    let of = |priority: Priority| Selector::groups([priority.name()]);
    Program {
        ashore: None,
        steps: vec![
            Step::Drop { what: of(Priority::P3) },
            shed(of(Priority::P2), order, Scope::Total, false),
            lower(of(Priority::P1), order, Scope::Total, false),
            lower(of(Priority::P0).kinds([kind::TARGET]), order, Scope::Total, false),
            shed(of(Priority::P1), order, Scope::Total, false),
            Step::Refuse,
        ],
    }
}

/// pack with a task (seed B): sacrificed in reverse order of need. Outputs are whole while anything else can be made
/// smaller. When they cannot be, none takes the room of what it is about: the regions that issues name get to their
/// floor first, and nothing is left out for what an output has beyond its own.
pub fn pack_task() -> Program {
    let order = Order::ReverseRank;
    let context = || pack_class(PackClass::Medium);
    let high = || pack_class(PackClass::High);
    let outputs = || Selector::everything().kinds([kind::ERROR]);
    let step = |what: Selector, act: fn(Selector, Order, Scope, bool) -> Step| {
        act(what, order, Scope::Total, false)
    };
    Program {
        ashore: None,
        steps: vec![
            step(pack_class(PackClass::Low), lower),
            step(pack_class(PackClass::Low), shed),
            step(Selector::everything().kinds([kind::DIFF]), lower),
            step(context().kinds([kind::DOC]), lower),
            step(context().kinds([kind::FILE]), lower),
            step(high(), lower),
            Step::Lower {
                what: outputs(),
                order,
                within: Scope::Total,
                keep_floor: true,
                at_once: true,
            },
            step(context().kinds([kind::DOC]), shed),
            step(context().kinds([kind::FILE]), shed),
            shed(high(), order, Scope::Total, true),
            step(outputs(), lower),
            step(high(), shed),
            Step::Refuse,
            Step::Raise { what: high(), order: Order::Rank, to_floor: true },
            raise(Selector::everything(), Order::Rank),
        ],
    }
}

/// pack with a sentence: the room that the fixed parts leave is filled by value per unit.
pub fn pack_sentence() -> Program {
    Program {
        ashore: Some(pack_class(PackClass::Low)),
        steps: vec![
            lower(pack_class(PackClass::High), Order::ReverseRank, Scope::Total, false),
            shed(pack_class(PackClass::High), Order::ReverseRank, Scope::Total, false),
            Step::Refuse,
            raise(pack_class(PackClass::High), Order::Rank),
            raise(pack_class(PackClass::Low), Order::Value),
        ],
    }
}

fn pack_class(class: PackClass) -> Selector {
    Selector::groups([class.name()])
}

fn lower(what: Selector, order: Order, within: Scope, keep_floor: bool) -> Step {
    Step::Lower { what, order, within, keep_floor, at_once: false }
}

fn raise(what: Selector, order: Order) -> Step {
    Step::Raise { what, order, to_floor: false }
}

fn shed(what: Selector, order: Order, within: Scope, keep_minimum: bool) -> Step {
    Step::Shed { what, order, within, keep_minimum }
}
