//! Seed C's limits (C08): hard, soft, and what they say of an estimate.

use crate::vocab::names;

names! {
    LimitDecision {
        Ok = "ok",
        WarnSoftLimit = "warn_soft_limit",
        RefuseHardLimit = "refuse_hard_limit",
    }
}

/// The two limits of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuildLimits {
    pub hard: u64,
    pub soft: u64,
}

impl BuildLimits {
    /// hard = input − reserve; soft = floor(hard × percent / 100).
    pub fn new(max_input: u64, reserve: u64, soft_percent: u64) -> Self {
        let hard = max_input.saturating_sub(reserve);
        let soft = u128::from(hard) * u128::from(soft_percent) / 100;
        Self { hard, soft: u64::try_from(soft).unwrap_or(u64::MAX) }
    }

    pub fn decision(&self, estimated: u64) -> LimitDecision {
        if estimated > self.hard {
            LimitDecision::RefuseHardLimit
        } else if estimated > self.soft {
            LimitDecision::WarnSoftLimit
        } else {
            LimitDecision::Ok
        }
    }
}
