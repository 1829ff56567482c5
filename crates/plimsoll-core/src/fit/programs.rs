//! The programs of the doors, side by side (DESIGN 1.4). Values: a capsule carries the one it was made with.

use super::program::{Order, Program, Scope, Selector, Step};

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
            Step::Raise { what: Selector::everything(), order: Order::Rank },
        ],
    }
}

/// build (seed C): the seed's order, to the letter; then P1 goes too, since only P0 may refuse.
pub fn build() -> Program {
    let order = Order::ReverseRank;
    Program {
        ashore: None,
        steps: vec![
            Step::Drop { what: Selector::groups(["P3"]) },
            shed(Selector::groups(["P2"]), order, Scope::Total, false),
            lower(Selector::groups(["P1"]), order, Scope::Total, false),
            lower(Selector::groups(["P0"]).kinds(["target"]), order, Scope::Total, false),
            shed(Selector::groups(["P1"]), order, Scope::Total, false),
            Step::Refuse,
        ],
    }
}

/// pack with a task (seed B): sacrificed in reverse order of need.
pub fn pack_task() -> Program {
    let order = Order::ReverseRank;
    let context = || Selector::groups(["medium"]);
    let step = |what: Selector, act: fn(Selector, Order, Scope, bool) -> Step| {
        act(what, order, Scope::Total, false)
    };
    Program {
        ashore: None,
        steps: vec![
            step(Selector::groups(["low"]), lower),
            step(Selector::groups(["low"]), shed),
            step(Selector::everything().kinds(["diff"]), lower),
            step(context().kinds(["doc"]), lower),
            step(context().kinds(["file"]), lower),
            step(Selector::groups(["high"]), lower),
            step(context().kinds(["doc"]), shed),
            step(context().kinds(["file"]), shed),
            step(Selector::groups(["high"]), shed),
            step(Selector::everything().kinds(["error"]), lower),
            Step::Refuse,
            Step::Raise { what: Selector::everything(), order: Order::Rank },
        ],
    }
}

/// pack with a sentence: the room that the fixed parts leave is filled by value per unit.
pub fn pack_sentence() -> Program {
    Program {
        ashore: Some(Selector::groups(["low"])),
        steps: vec![
            lower(Selector::groups(["high"]), Order::ReverseRank, Scope::Total, false),
            shed(Selector::groups(["high"]), Order::ReverseRank, Scope::Total, false),
            Step::Refuse,
            Step::Raise { what: Selector::groups(["high"]), order: Order::Rank },
            Step::Raise { what: Selector::groups(["low"]), order: Order::Value },
        ],
    }
}

fn lower(what: Selector, order: Order, within: Scope, keep_floor: bool) -> Step {
    Step::Lower { what, order, within, keep_floor }
}

fn shed(what: Selector, order: Order, within: Scope, keep_minimum: bool) -> Step {
    Step::Shed { what, order, within, keep_minimum }
}
