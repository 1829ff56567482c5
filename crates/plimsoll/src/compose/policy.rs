//! Policy to constraints (A19). All of it is configuration; a request can add to it and take nothing away.

use plimsoll_core::candidate::Candidate;
use plimsoll_core::constraints::{ArtifactMatcher, Constraint, Constraints, LaneRequirement};
use plimsoll_core::glob::Glob;
use plimsoll_core::vocab::{ArtifactKind, Lane};
use plimsoll_workspace::settings::Effective;

/// The policy, as far as it has something to hold for: a rule about what is not there is not a rule without a match.
pub(super) fn constraints(settings: &Effective, candidates: &[Candidate]) -> Constraints {
    let has = |kind: ArtifactKind| candidates.iter().any(|one| one.kind == kind.name());
    let policy = &settings.policy;
    let mut constraints = Constraints::default();
    if policy.pin_diff && has(ArtifactKind::LocalDiff) {
        constraints.pinned.push(Constraint {
            matcher: ArtifactMatcher::Kind { kind: ArtifactKind::LocalDiff },
            reason: "current changes are always included".to_owned(),
        });
    }
    if policy.violations > 0 && has(ArtifactKind::Violation) {
        constraints.must_include.push(Constraint {
            matcher: ArtifactMatcher::Kind { kind: ArtifactKind::Violation },
            reason: "recent violations require attention".to_owned(),
        });
    }
    let is_there = |pattern: &&String| {
        let glob = Glob::new(pattern);
        let mut paths = candidates.iter().filter_map(|one| one.name.path());
        glob.is_ok_and(|glob| paths.any(|path| glob.matches(path)))
    };
    for pattern in policy.sensitive.iter().filter(is_there) {
        constraints.must_exclude.push(Constraint {
            matcher: ArtifactMatcher::Pattern { pattern: pattern.clone() },
            reason: "sensitive file pattern".to_owned(),
        });
    }
    if policy.protected {
        constraints.lane_requirements.push(LaneRequirement {
            lane: Lane::Rules,
            min_tokens: policy.rules_min,
            reason: "a protected workspace requires rules".to_owned(),
        });
    }
    constraints
}

/// Files that policy or request want in no composition: what else is known of them, as where they were moved to, must not
/// bring them in.
pub(super) fn hidden(settings: &Effective, constraints: &Constraints) -> Vec<Glob> {
    let asked = constraints.must_exclude.iter().filter_map(|one| match &one.matcher {
        ArtifactMatcher::Pattern { pattern } => Some(pattern),
        _ => None,
    });
    let patterns = settings.policy.sensitive.iter().chain(asked);
    patterns.filter_map(|pattern| Glob::new(pattern).ok()).collect()
}
