//! Random capsules for the program of each door.

use super::capsules::{limit, lowering, screened};
use super::tally::EXACT;
use super::weights::{overhead, rungs};
use super::{hostile, ladders};
use plimsoll_core::budget::Budget;
use plimsoll_core::candidate::{Candidate, Name, Position};
use plimsoll_core::capsule::{AdmissionRules, Capsule, Overview};
use plimsoll_core::constraints::{ArtifactMatcher, Constraint, Constraints, LaneRequirement};
use plimsoll_core::fit::{Group, Program, programs};
use plimsoll_core::lanes;
use plimsoll_core::score::{Role, ScoreLine, Scoring, Signals};
use plimsoll_core::vocab::{ArtifactKind, Door, Format, Lane, Mark, Origin};
use proptest::prelude::*;

/// So many cases as a rule; `cargo xtask measure properties` asks for more through proptest's own variable.
pub(crate) fn scaled(cases: u32) -> u32 {
    cases * ProptestConfig::default().cases / 256
}

/// A program, and with it what candidates look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Voyage {
    Compose,
    Build,
    PackTask,
    PackSentence,
}

impl Voyage {
    fn program(self) -> (Door, Program) {
        match self {
            Self::Compose => (Door::Compose, programs::compose()),
            Self::Build => (Door::Build, programs::build()),
            Self::PackTask => (Door::Pack, programs::pack_task()),
            Self::PackSentence => (Door::Pack, programs::pack_sentence()),
        }
    }

    fn groups(self, numbers: &Numbers) -> Vec<Group> {
        match self {
            Self::Compose => {
                let mut groups =
                    lanes::groups(&numbers.budget, &numbers.constraints.lane_requirements);
                groups.iter_mut().for_each(|group| group.floor = numbers.floor);
                groups
            }
            Self::Build => ["P0", "P1", "P2", "P3"].map(Group::named).to_vec(),
            Self::PackTask | Self::PackSentence => {
                ["always", "high", "medium", "low"].map(Group::named).to_vec()
            }
        }
    }

    /// The group, kind and requiredness of a candidate, by two numbers.
    fn place(self, group: usize, kind: usize) -> (&'static str, &'static str, bool) {
        match self {
            Self::Compose => {
                let kind = ArtifactKind::ALL[kind % ArtifactKind::ALL.len()];
                (kind.lane().name(), kind.name(), group.is_multiple_of(8))
            }
            Self::Build => {
                let group = ["P0", "P1", "P1", "P2", "P3"][group % 5];
                (group, ["target", "file", "symbol"][kind % 3], group == "P0")
            }
            Self::PackTask | Self::PackSentence => {
                let group = ["always", "high", "medium", "medium", "low"][group % 5];
                (group, ["file", "doc", "diff", "error"][kind % 4], group == "always")
            }
        }
    }
}

/// Budget and constraints of compose.
#[derive(Debug, Clone)]
struct Numbers {
    budget: Budget,
    constraints: Constraints,
    floor: u64,
}

/// A random capsule of one voyage. Its limit lies between nothing and somewhat more than everything.
pub(crate) fn capsule(voyage: Voyage) -> impl Strategy<Value = Capsule> {
    let candidates = prop::collection::vec(candidate(voyage), 1..=60);
    // Small capsules meet their limits in more interesting ways.
    let few = prop::collection::vec(candidate(voyage), 1..10);
    let candidates = prop_oneof![1 => candidates, 3 => few];
    let format = prop::sample::select(Format::ALL);
    let counter = prop::sample::select(&EXACT[..]);
    let notice = prop::option::of(0u16..4);
    (candidates, format, counter, notice, numbers(), 0u64..1100).prop_map(
        move |(mut candidates, format, counter, notice, numbers, permille)| {
            for (number, candidate) in candidates.iter_mut().enumerate() {
                candidate.id = format!("id-{number:02}");
            }
            let (door, program) = voyage.program();
            let mut capsule = lowering(format, counter, candidates);
            capsule.door = door;
            capsule.groups = voyage.groups(&numbers);
            capsule.program = program;
            capsule.notice_section = notice;
            if voyage == Voyage::Compose {
                let Numbers { budget, constraints, .. } = numbers;
                capsule.admission = Some(AdmissionRules { budget, constraints });
            }
            capsule.limit = limit(counter, share_of_everything(&capsule, permille));
            capsule
        },
    )
}

/// A random capsule of pack whose document tells about itself, if there is room for that.
pub(crate) fn with_overview() -> impl Strategy<Value = Capsule> {
    let capsule = prop_oneof![capsule(Voyage::PackTask), capsule(Voyage::PackSentence)];
    (capsule, 0..4_u16, prop_oneof![Just(0), 0..400_u64], any::<bool>()).prop_map(
        |(mut capsule, section, left_out_room, is_marked)| {
            capsule.notice_section = Some(section);
            capsule.overview = Some(Overview { left_out_room });
            capsule.candidates[0].marks.extend(is_marked.then_some(Mark::ReadOnly));
            // Room for it, most of the time.
            capsule.limit.value += u64::from(section) * 100;
            capsule
        },
    )
}

fn share_of_everything(capsule: &Capsule, permille: u64) -> u64 {
    let blocks: u64 = capsule.candidates.iter().map(|c| rungs(capsule, c)[0].1).sum();
    overhead(capsule, false) + blocks * permille / 1000
}

fn candidate(voyage: Voyage) -> impl Strategy<Value = Candidate> {
    let place = (any::<usize>(), any::<usize>());
    // Few names and few scores, so that ties are common.
    let name = prop::sample::select(&["a", "b", "src/c.rs", "src/d.rs", "docs/e.md"][..]);
    let position = (0u16..4, 0u32..2, 0u32..2);
    let text = text();
    let ladder = any::<prop::sample::Index>();
    let estimate = prop::option::of(1u64..400);
    (place, name, any::<bool>(), 0u32..2, scoring(voyage), position, text, ladder, estimate)
        .prop_map(
            move |(place, name, is_path, chunk, scoring, position, text, ladder, estimate)| {
                let (group, kind, required) = voyage.place(place.0, place.1);
                let name = if is_path { Name::Path(name.into()) } else { Name::Title(name.into()) };
                let (section, order, position_chunk) = position;
                let key = name.as_str().to_owned();
                let text = screened(&text);
                let ladders = ladders::all(ladders::line_count(text.text()));
                Candidate {
                    chunk,
                    required,
                    scoring,
                    position: Position { section, order, key, chunk: position_chunk },
                    ladder: ladder.get(&ladders).clone(),
                    estimate: estimate.filter(|_| voyage == Voyage::Compose),
                    ..Candidate::new(kind, group, Origin::Repository, name, text)
                }
            },
        )
}

/// Lines that all begin with a letter, so that every piece of them can be counted by itself; the last
/// one may hold anything.
fn text() -> impl Strategy<Value = String> {
    let lines = prop::collection::vec("[a-z][a-z =;]{0,40}\n", 0..30);
    let last = prop_oneof![3 => Just(String::new()), 1 => hostile::name()];
    (lines, last).prop_map(|(lines, last)| {
        let last = last.replace('\n', " ");
        if last.is_empty() { lines.concat() } else { format!("{}x{last}", lines.concat()) }
    })
}

fn scoring(voyage: Voyage) -> BoxedStrategy<Scoring> {
    match voyage {
        Voyage::Compose => (0u8..3, 0u16..3)
            .prop_map(|(recency_bucket, step)| {
                let relevance = step * 400;
                let signals = Signals { recency_bucket, relevance, specificity: 500, risk: 300 };
                Scoring::Signals(signals)
            })
            .boxed(),
        Voyage::Build => (prop::sample::subsequence(Role::ALL.to_vec(), 0..3), 0u64..2, 0u32..3)
            .prop_map(|(roles, size, hops)| {
                let byte_size = size * 300_000;
                Scoring::Roles { roles, byte_size, hops, duplicate: false }
            })
            .boxed(),
        Voyage::PackTask | Voyage::PackSentence => prop_oneof![
            (0u32..3).prop_map(|order| Scoring::Given { order }),
            (-2i64..5).prop_map(|points| {
                Scoring::Search { lines: vec![ScoreLine::new("words", points * 100)] }
            }),
        ]
        .boxed(),
    }
}

fn numbers() -> impl Strategy<Value = Numbers> {
    let floor = prop::sample::select(&[0u64, 20, 100][..]);
    (any::<[bool; 4]>(), 300u64..12_000, floor).prop_map(|(wanted, total, floor)| {
        let [pinned, excluded, included, lane] = wanted;
        let constraint = |matcher| Constraint { matcher, reason: "test".to_owned() };
        let pattern = |pattern: &str| ArtifactMatcher::Pattern { pattern: pattern.to_owned() };
        let kind = ArtifactMatcher::Kind { kind: ArtifactKind::Violation };
        let list = |wanted: bool, matcher| Vec::from_iter(wanted.then(|| constraint(matcher)));
        let requirement =
            LaneRequirement { lane: Lane::Rules, min_tokens: 300, reason: "test".to_owned() };
        let constraints = Constraints {
            pinned: list(pinned, pattern("a")),
            must_exclude: list(excluded, pattern("docs/**")),
            must_include: list(included, kind),
            lane_requirements: Vec::from_iter(lane.then_some(requirement)),
        };
        Numbers { budget: Budget::scaled(total), constraints, floor }
    })
}
