//! Seed A's constraints: what must be in, must be out, comes first, and what a lane must have.

use crate::glob::{Glob, InvalidGlob};
use crate::vocab::{ArtifactKind, Lane};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Names artifacts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ArtifactMatcher {
    Id {
        id: String,
    },
    Kind {
        kind: ArtifactKind,
    },
    Lane {
        lane: Lane,
    },
    /// A glob over the internal relative path.
    Pattern {
        pattern: String,
    },
}

/// A matcher with the reason that explanations show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Constraint {
    #[serde(rename = "match")]
    pub matcher: ArtifactMatcher,
    pub reason: String,
}

/// A lane must have at least so many tokens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LaneRequirement {
    pub lane: Lane,
    pub min_tokens: u64,
    pub reason: String,
}

/// All constraints of a composition.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Constraints {
    pub must_include: Vec<Constraint>,
    pub must_exclude: Vec<Constraint>,
    pub pinned: Vec<Constraint>,
    pub lane_requirements: Vec<LaneRequirement>,
}

impl Constraints {
    /// Joins others to these. Nothing can be taken away.
    pub fn join(&mut self, others: Self) {
        self.must_include.extend(others.must_include);
        self.must_exclude.extend(others.must_exclude);
        self.pinned.extend(others.pinned);
        self.lane_requirements.extend(others.lane_requirements);
    }

    /// Whether any of them means one artifact by its id.
    pub fn name_ids(&self) -> bool {
        let all = [&self.must_include, &self.must_exclude, &self.pinned];
        let is_id = |one: &Constraint| matches!(one.matcher, ArtifactMatcher::Id { .. });
        all.into_iter().flatten().any(is_id)
    }

    pub fn compile(&self) -> Result<Compiled<'_>, InvalidGlob> {
        Ok(Compiled {
            must_include: compile(&self.must_include)?,
            must_exclude: compile(&self.must_exclude)?,
            pinned: compile(&self.pinned)?,
        })
    }
}

fn compile(constraints: &[Constraint]) -> Result<Vec<CompiledConstraint<'_>>, InvalidGlob> {
    constraints.iter().map(CompiledConstraint::new).collect()
}

/// Constraints with their globs compiled.
#[derive(Debug)]
pub struct Compiled<'a> {
    must_include: Vec<CompiledConstraint<'a>>,
    must_exclude: Vec<CompiledConstraint<'a>>,
    pinned: Vec<CompiledConstraint<'a>>,
}

#[derive(Debug)]
struct CompiledConstraint<'a> {
    constraint: &'a Constraint,
    glob: Option<Glob>,
    matched: bool,
}

/// What of a candidate a matcher may look at.
#[derive(Debug, Clone, Copy)]
pub struct Matchable<'a> {
    pub id: &'a str,
    pub kind: &'a str,
    pub lane: &'a str,
    /// Only what comes from a file has one.
    pub path: Option<&'a str>,
}

/// What the constraints say of one candidate. Exclusion beats pinning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    Excluded { reason: String },
    Pinned,
    MustInclude,
    Open,
}

impl Compiled<'_> {
    /// Looks at a candidate, and remembers which constraints have matched something.
    pub fn standing(&mut self, candidate: Matchable<'_>) -> Standing {
        let matching = |constraints: &mut Vec<CompiledConstraint<'_>>| {
            let mut first = None;
            for compiled in constraints.iter_mut().filter(|c| c.matches(candidate)) {
                compiled.matched = true;
                first.get_or_insert_with(|| compiled.constraint.reason.clone());
            }
            first
        };
        // Every list is walked, so that "matched nothing" is judged before exclusion.
        let excluded = matching(&mut self.must_exclude);
        let pinned = matching(&mut self.pinned);
        let must_include = matching(&mut self.must_include);
        match (excluded, pinned, must_include) {
            (Some(reason), _, _) => Standing::Excluded { reason },
            (None, Some(_), _) => Standing::Pinned,
            (None, None, Some(_)) => Standing::MustInclude,
            (None, None, None) => Standing::Open,
        }
    }

    /// The constraints that have matched nothing so far, as `mustInclude[0]`.
    pub fn unmatched(&self) -> Vec<String> {
        let lists = [
            ("mustInclude", &self.must_include),
            ("mustExclude", &self.must_exclude),
            ("pinned", &self.pinned),
        ];
        let unmatched = |(name, list): (&str, &Vec<CompiledConstraint<'_>>)| -> Vec<String> {
            let numbered = list.iter().enumerate();
            numbered.filter(|(_, c)| !c.matched).map(|(i, _)| format!("{name}[{i}]")).collect()
        };
        lists.into_iter().flat_map(unmatched).collect()
    }
}

impl<'a> CompiledConstraint<'a> {
    fn new(constraint: &'a Constraint) -> Result<Self, InvalidGlob> {
        let glob = match &constraint.matcher {
            ArtifactMatcher::Pattern { pattern } => Some(Glob::new(pattern)?),
            _ => None,
        };
        Ok(Self { constraint, glob, matched: false })
    }

    fn matches(&self, candidate: Matchable<'_>) -> bool {
        match &self.constraint.matcher {
            ArtifactMatcher::Id { id } => id == candidate.id,
            ArtifactMatcher::Kind { kind } => kind.name() == candidate.kind,
            ArtifactMatcher::Lane { lane } => lane.name() == candidate.lane,
            ArtifactMatcher::Pattern { .. } => self
                .glob
                .as_ref()
                .zip(candidate.path)
                .is_some_and(|(glob, path)| glob.matches(path)),
        }
    }
}
