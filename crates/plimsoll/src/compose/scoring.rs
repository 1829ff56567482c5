//! Seed A's scoring inputs from facts. Every number is stated, with its reason, in `docs/scoring.md`.

use super::around::Bond;
use plimsoll_core::score::{Signals, recency_bucket};
use plimsoll_core::source::Ask;

/// What is known of how much something has to do with the request.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Bearing {
    /// How long ago it was written; unknown counts as long ago.
    pub(super) age_ms: Option<i64>,
    /// The request names its file.
    pub(super) is_named: bool,
    /// How many of the request's keywords it has, in thousandths; nothing without keywords.
    pub(super) keywords: Option<u16>,
}

impl Bearing {
    fn recency(&self) -> u8 {
        self.age_ms.map_or(0, recency_bucket)
    }

    /// From what it is to begin with up to 1: by as much of the way as it has keywords, or all of it when its file is
    /// named.
    fn relevance(&self, base: u16) -> u16 {
        if self.is_named {
            return 1000;
        }
        let share = u32::from(self.keywords.unwrap_or(0));
        let way = u32::from(1000 - base) * share / 1000;
        base + u16::try_from(way).unwrap_or(0)
    }
}

/// How many of the keywords a text has, in thousandths.
pub(super) fn keywords(text: &str, ask: &Ask) -> Option<u16> {
    if ask.keywords.is_empty() {
        return None;
    }
    let text = text.to_lowercase();
    let there = ask.keywords.iter().filter(|word| text.contains(&word.to_lowercase())).count();
    Some(u16::try_from(there * 1000 / ask.keywords.len()).unwrap_or(1000))
}

/// So many points for each thing, up to a bound.
fn for_each(points: u16, count: usize, most: u16) -> u16 {
    u16::try_from(count).map_or(most, |count| count.saturating_mul(points).min(most))
}

/// What is not committed: nobody has seen it, and the more lines it has the more can be wrong with it.
pub(super) fn local_diff(bearing: Bearing, changed_lines: usize) -> Signals {
    Signals {
        recency_bucket: bearing.recency(),
        relevance: bearing.relevance(500),
        specificity: 900,
        risk: 500 + for_each(1, changed_lines, 400),
    }
}

/// What was committed in the last day: somebody let it in. It matters where it lies near to what is being changed.
pub(super) fn recent_edit(bearing: Bearing, changed_lines: usize, is_near: bool) -> Signals {
    Signals {
        recency_bucket: bearing.recency(),
        relevance: bearing.relevance(if is_near { 400 } else { 100 }),
        specificity: 800,
        risk: 300 + for_each(1, changed_lines, 300),
    }
}

/// Code that a change lies in. Longer code says less about the change; code with many callers breaks more.
pub(super) fn touched_symbol(bearing: Bearing, lines: usize, callers: usize) -> Signals {
    Signals {
        recency_bucket: bearing.recency(),
        relevance: bearing.relevance(700),
        specificity: 900 - for_each(2, lines, 400),
        risk: 400 + for_each(50, callers, 500),
    }
}

/// What changed code uses: to know how it is called is enough. Where its name could mean one of several, it is as likely
/// as the others.
pub(super) fn used_symbol(bearing: Bearing, among: u32) -> Signals {
    let base = 600 / u16::try_from(among.max(1)).unwrap_or(600);
    Signals {
        recency_bucket: bearing.recency(),
        relevance: bearing.relevance(base),
        specificity: 700,
        risk: 400,
    }
}

/// Who needs the changed files: the more, the more a change can break.
pub(super) fn dependency_graph(bearing: Bearing, dependents: usize) -> Signals {
    Signals {
        recency_bucket: bearing.recency(),
        relevance: bearing.relevance(600),
        specificity: 500,
        risk: 300 + for_each(20, dependents, 500),
    }
}

/// A test says what code has to do; one that names what was touched says it about that.
pub(super) fn test_context(bearing: Bearing, bond: Bond, names_it: bool) -> Signals {
    let base = match bond {
        Bond::Named => 700,
        Bond::Imports => 600,
        Bond::UsesNames => 500,
    };
    Signals {
        recency_bucket: bearing.recency(),
        relevance: bearing.relevance(base),
        specificity: if names_it { 700 } else { 500 },
        risk: 500,
    }
}

/// What a search found: as relevant as its points are to those of the best, and never as what is known to belong
/// to the change.
pub(super) fn semantic_match(bearing: Bearing, points: i64, best: i64) -> Signals {
    let share = (i128::from(points.max(0)) * 500).checked_div(i128::from(best)).unwrap_or(0);
    let base = 200 + u16::try_from(share.clamp(0, 500)).unwrap_or(0);
    Signals {
        recency_bucket: bearing.recency(),
        relevance: bearing.relevance(base),
        specificity: 600,
        risk: 200,
    }
}

/// A hard rule: broken, it makes everything else wrong.
pub(super) fn constraint(bearing: Bearing) -> Signals {
    let relevance = bearing.relevance(800);
    Signals { recency_bucket: 0, relevance, specificity: 800, risk: 900 }
}

/// Why a rule document holds for what is being changed.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct RuleBond {
    /// Of all documents of its name it lies nearest to something that is being changed.
    pub(super) is_nearest: bool,
    /// It mentions a file that is being changed, or a definition that is.
    pub(super) mentions: bool,
}

/// Seed A's numbers: old, half specific, little risk; as relevant as the keywords say.
pub(super) fn rule_doc(bearing: Bearing, bond: RuleBond) -> Signals {
    let by_words = bearing.keywords.unwrap_or(500);
    let relevance = if bearing.is_named { 1000 } else { by_words };
    let more = 200 * (u16::from(bond.is_nearest) + u16::from(bond.mentions));
    let relevance = (relevance + more).min(1000);
    Signals { recency_bucket: 0, relevance, specificity: 500, risk: 300 }
}

/// Seed A's numbers.
pub(super) fn violation(age_ms: i64) -> Signals {
    Signals { recency_bucket: recency_bucket(age_ms), relevance: 900, specificity: 800, risk: 900 }
}

/// Seed A's numbers; as relevant as the keywords say, and half where there are none.
pub(super) fn learning(bearing: Bearing) -> Signals {
    let relevance = bearing.keywords.unwrap_or(500);
    Signals { recency_bucket: 3, relevance, specificity: 700, risk: 500 }
}

/// What was said about it: of everything the least specific.
pub(super) fn session_history(bearing: Bearing) -> Signals {
    Signals {
        recency_bucket: bearing.recency(),
        relevance: bearing.relevance(400),
        specificity: 300,
        risk: 200,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: Bearing = Bearing { age_ms: None, is_named: false, keywords: None };

    fn numbers(signals: Signals) -> (u8, u16, u16, u16) {
        (signals.recency_bucket, signals.relevance, signals.specificity, signals.risk)
    }

    #[test]
    fn the_numbers_are_those_of_the_document() {
        assert_eq!(numbers(local_diff(NOTHING, 7)), (0, 500, 900, 507));
        assert_eq!(numbers(local_diff(NOTHING, 70_000)), (0, 500, 900, 900));
        assert_eq!(numbers(recent_edit(NOTHING, 7, true)), (0, 400, 800, 307));
        assert_eq!(numbers(recent_edit(NOTHING, 999, false)), (0, 100, 800, 600));
        assert_eq!(numbers(touched_symbol(NOTHING, 10, 2)), (0, 700, 880, 500));
        assert_eq!(numbers(touched_symbol(NOTHING, 1000, 99)), (0, 700, 500, 900));
        assert_eq!(numbers(used_symbol(NOTHING, 1)), (0, 600, 700, 400));
        assert_eq!(numbers(used_symbol(NOTHING, 3)), (0, 200, 700, 400));
        assert_eq!(numbers(dependency_graph(NOTHING, 3)), (0, 600, 500, 360));
        assert_eq!(numbers(dependency_graph(NOTHING, 300)), (0, 600, 500, 800));
        assert_eq!(numbers(test_context(NOTHING, Bond::Named, true)), (0, 700, 700, 500));
        assert_eq!(numbers(test_context(NOTHING, Bond::Imports, false)), (0, 600, 500, 500));
        assert_eq!(numbers(test_context(NOTHING, Bond::UsesNames, false)), (0, 500, 500, 500));
        assert_eq!(numbers(semantic_match(NOTHING, 50, 100)), (0, 450, 600, 200));
        assert_eq!(numbers(semantic_match(NOTHING, 100, 100)), (0, 700, 600, 200));
        assert_eq!(numbers(semantic_match(NOTHING, 1, 0)), (0, 200, 600, 200));
        assert_eq!(numbers(constraint(NOTHING)), (0, 800, 800, 900));
        assert_eq!(numbers(session_history(NOTHING)), (0, 400, 300, 200));
    }

    #[test]
    fn the_seed_s_numbers_hold() {
        let far = RuleBond::default();
        assert_eq!(numbers(rule_doc(NOTHING, far)), (0, 500, 500, 300));
        let near = RuleBond { is_nearest: true, mentions: false };
        assert_eq!(numbers(rule_doc(NOTHING, near)), (0, 700, 500, 300));
        let both = RuleBond { mentions: true, ..near };
        assert_eq!(numbers(rule_doc(NOTHING, both)), (0, 900, 500, 300));
        assert_eq!(numbers(violation(30_000)), (5, 900, 800, 900));
        assert_eq!(numbers(learning(NOTHING)), (3, 500, 700, 500));
        let found = Bearing { keywords: Some(250), ..NOTHING };
        assert_eq!(numbers(rule_doc(found, far)), (0, 250, 500, 300));
        assert_eq!(numbers(learning(found)), (3, 250, 700, 500));
    }

    #[test]
    fn keywords_names_and_ages_move_what_they_are_about() {
        let ask = Ask { keywords: vec!["Cache".into(), "ttl".into()], ..Ask::default() };
        assert_eq!(keywords("the cache", &ask), Some(500));
        assert_eq!(keywords("TTL of CACHE", &ask), Some(1000));
        assert_eq!(keywords("nothing", &Ask::default()), None);
        let half = Bearing { keywords: Some(500), ..NOTHING };
        assert_eq!(local_diff(half, 0).relevance, 750);
        assert_eq!(local_diff(Bearing { keywords: Some(0), ..NOTHING }, 0).relevance, 500);
        assert_eq!(used_symbol(Bearing { keywords: Some(1000), ..NOTHING }, 1).relevance, 1000);
        assert_eq!(used_symbol(Bearing { is_named: true, ..half }, 1).relevance, 1000);
        assert_eq!(local_diff(Bearing { age_ms: Some(61_000), ..NOTHING }, 0).recency_bucket, 4);
    }
}
