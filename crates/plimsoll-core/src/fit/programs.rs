//! The programs of the doors, side by side (DESIGN 1.4). Values: a capsule carries the one it was made with.

use super::program::{Order, Program, Reach, Scope, Selector, Step};
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

/// pack with a task (seed B): sacrificed in reverse order of need. What is high gives up what no issue is about before the
/// context gives up anything; then it stays as it is until the context is at its lowest. Outputs are whole while anything
/// else can be made smaller. When they cannot be, none takes the room of what it is about: nothing is left out for what an
/// output has beyond its own floor.
///
/// The room that is left goes first to a modest share for each: what issues name, the last changes, context files, the
/// outputs. Then to what is high but for all of a file, to context files, to a share for docs, and to whatever ranks best.
pub fn pack_task() -> Program {
    let order = Order::ReverseRank;
    let context = || pack_class(PackClass::Medium);
    let high = || pack_class(PackClass::High);
    let outputs = || Selector::everything().kinds([kind::ERROR]);
    let diffs = || Selector::everything().kinds([kind::DIFF]);
    let step = |what: Selector, act: fn(Selector, Order, Scope, bool) -> Step| {
        act(what, order, Scope::Total, false)
    };
    let lowered = |what, keep_floor, by_one| {
        let within = Scope::Total;
        Step::Lower { what, order, within, keep_floor, at_once: keep_floor, by_one }
    };
    Program {
        ashore: None,
        steps: vec![
            step(pack_class(PackClass::Low), lower),
            step(pack_class(PackClass::Low), shed),
            step(diffs(), lower),
            step(context().kinds([kind::DOC]), lower),
            lowered(high(), false, true),
            step(context().kinds([kind::FILE]), lower),
            step(high(), lower),
            lowered(outputs(), true, false),
            step(context().kinds([kind::DOC]), shed),
            step(context().kinds([kind::FILE]), shed),
            shed(high(), order, Scope::Total, true),
            step(outputs(), lower),
            step(high(), shed),
            Step::Refuse,
            raise_to(high(), Reach::Floor),
            raise_to(diffs(), Reach::Floor),
            raise_to(context().kinds([kind::FILE]), Reach::Floor),
            raise_to(outputs(), Reach::Share),
            raise_to(high(), Reach::Below),
            raise_to(context().kinds([kind::FILE]), Reach::Largest),
            raise_to(context().kinds([kind::DOC]), Reach::Floor),
            raise(Selector::everything(), Order::Rank),
        ],
    }
}

/// pack with a sentence: what it names comes first, but for all of a file; the room that is left is filled by value per unit.
pub fn pack_sentence() -> Program {
    let high = || pack_class(PackClass::High);
    Program {
        ashore: Some(Selector::groups([PackClass::High.name(), PackClass::Low.name()])),
        steps: vec![
            Step::Refuse,
            raise_to(high().kinds([kind::DIFF]), Reach::Largest),
            raise_to(high(), Reach::Floor),
            raise_to(high(), Reach::Below),
            raise(pack_class(PackClass::Low), Order::Value),
            raise(high(), Order::Rank),
        ],
    }
}

fn pack_class(class: PackClass) -> Selector {
    Selector::groups([class.name()])
}

fn lower(what: Selector, order: Order, within: Scope, keep_floor: bool) -> Step {
    Step::Lower { what, order, within, keep_floor, at_once: false, by_one: false }
}

fn raise(what: Selector, order: Order) -> Step {
    Step::Raise { what, order, to: Reach::Largest }
}

fn raise_to(what: Selector, to: Reach) -> Step {
    Step::Raise { what, order: Order::Rank, to }
}

fn shed(what: Selector, order: Order, within: Scope, keep_minimum: bool) -> Step {
    Step::Shed { what, order, within, keep_minimum }
}
