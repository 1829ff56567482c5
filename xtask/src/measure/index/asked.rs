//! What was asked for: of every tree, and of those by which the index is judged.

use super::table::Amount;
use std::time::Duration;

const HALF: u32 = 2;
pub(super) const EDIT: Amount = Amount::of_milliseconds(20.0);

pub(super) struct Asked {
    pub(super) index_cpu: Option<Amount>,
    pub(super) memory: Option<Amount>,
    pub(super) pack_cpu: Option<Amount>,
    pub(super) pack_wall: Option<Amount>,
}

impl Asked {
    /// Half of what code2prompt takes, where it can be had; Linux is too large for it, and in a small tree it is only
    /// about how fast a program starts.
    pub(super) fn of(tree: &str, code2prompt: Option<Duration>) -> Self {
        let half = code2prompt.map(|cpu| Amount::seconds(cpu / HALF));
        let usual = Self {
            index_cpu: None,
            memory: Some(Amount::megabytes(500_000_000)),
            pack_cpu: None,
            pack_wall: None,
        };
        match tree {
            "django" => Self { index_cpu: half, pack_cpu: Some(Amount::of_seconds(2.5)), ..usual },
            "golang" => Self { index_cpu: half, ..usual },
            "linux" => Self {
                index_cpu: Some(Amount::of_seconds(200.0)),
                memory: Some(Amount::megabytes(1_000_000_000)),
                pack_wall: Some(Amount::of_seconds(60.0)),
                ..usual
            },
            _ => usual,
        }
    }
}

/// A look at every file is what `git status` takes; the rest is for what we know of them.
pub(super) fn refresh(of_git: Duration) -> Amount {
    Amount::milliseconds(of_git * 3 / 2 + Duration::from_millis(10))
}
