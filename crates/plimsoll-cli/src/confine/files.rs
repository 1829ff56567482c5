//! Landlock: which files can be opened from now on, and no TCP.

use super::{Allowed, Holds};
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, LandlockStatus, RestrictionStatus, Ruleset,
    RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, make_bitflags,
    path_beneath_rules,
};

/// The newest version whose rights are asked for; a kernel that knows fewer gives those.
const NEWEST: ABI = ABI::V7;

const READ: BitFlags<AccessFs> = make_bitflags!(AccessFs::{ReadFile | ReadDir});
const WRITE: BitFlags<AccessFs> = make_bitflags!(AccessFs::{
    ReadFile | ReadDir | WriteFile | Truncate | MakeReg | RemoveFile
});
/// A result is written beside its place and renamed; what lies there is not read.
const PUT: BitFlags<AccessFs> = make_bitflags!(AccessFs::{
    WriteFile | Truncate | MakeReg | RemoveFile
});
const WRITE_TO: BitFlags<AccessFs> = make_bitflags!(AccessFs::{WriteFile | Truncate});

/// Restricts this thread and all that it starts, and tells how far, and the kernel's version.
pub(super) fn restrict(allowed: &Allowed) -> (Holds, Option<i32>) {
    match enforce(allowed) {
        Ok(status) => described(&status),
        Err(error) => (Holds::No(error.to_string()), None),
    }
}

fn enforce(allowed: &Allowed) -> Result<RestrictionStatus, RulesetError> {
    Ruleset::default()
        .handle_access(AccessFs::from_all(NEWEST))?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?
        .add_rules(path_beneath_rules(&allowed.reads, READ))?
        .add_rules(path_beneath_rules(&allowed.writes, WRITE))?
        .add_rules(path_beneath_rules(&allowed.results, PUT))?
        .add_rules(path_beneath_rules(&allowed.devices, WRITE_TO))?
        .restrict_self()
}

fn described(status: &RestrictionStatus) -> (Holds, Option<i32>) {
    let abi = match status.landlock {
        LandlockStatus::Available { effective_abi, kernel_abi } => {
            Some(kernel_abi.unwrap_or(effective_abi as i32))
        }
        _ => None,
    };
    let holds = match (&status.ruleset, abi) {
        (RulesetStatus::FullyEnforced, _) => Holds::Fully,
        (RulesetStatus::PartiallyEnforced, Some(abi)) => {
            Holds::Partly(format!("this kernel has version {abi}"))
        }
        (RulesetStatus::PartiallyEnforced, None) => Holds::Partly("an old kernel".to_owned()),
        (RulesetStatus::NotEnforced, _) => Holds::No(match status.landlock {
            LandlockStatus::NotEnabled => "this kernel has it switched off".to_owned(),
            _ => "this kernel does not have it".to_owned(),
        }),
    };
    (holds, abi)
}
