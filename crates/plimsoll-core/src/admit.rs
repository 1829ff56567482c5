//! Who may board, on estimates (DESIGN 1.3). Groups and numbers only; it knows nothing of lanes.

use crate::constraints::Standing;
use crate::fit::Group;
use serde::{Deserialize, Serialize};

/// A candidate as admission sees it. Offers come in rank order.
#[derive(Debug, Clone)]
pub struct Offer {
    /// Index into the groups, which come in the order in which they are served.
    pub group: usize,
    pub estimate: u64,
    pub standing: Standing,
}

/// What became of an offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Boarding {
    /// Aboard because it is pinned or must be included.
    Required,
    Admitted,
    Rejected(Rejection),
}

/// Why an offer may not board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rejection {
    Excluded { reason: String },
    GroupFull { used: u64, max: u64, estimate: u64 },
    NoRoom { used: u64, total: u64, estimate: u64 },
}

/// A group that ends below its minimum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shortfall {
    pub group: usize,
    pub requested: u64,
    /// All that the group was offered and that was not excluded.
    pub available: u64,
}

/// The result of admission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Admission {
    /// Indices of the admitted offers, in the order of admission.
    pub admitted: Vec<usize>,
    /// One for each offer.
    pub boarding: Vec<Boarding>,
    /// Estimates used by each group.
    pub used: Vec<u64>,
    pub shortfalls: Vec<Shortfall>,
    /// What is required is above the total by itself.
    pub over_committed: bool,
    /// The smallest larger total at which anything could turn out differently.
    pub next_total: Option<u64>,
}

/// Admits offers within the total, and within each group's numbers.
pub fn admit(offers: &[Offer], groups: &[Group], total: u64) -> Admission {
    let mut hold = Hold::new(offers, groups, total);
    hold.board_required(&Standing::Pinned);
    hold.board_required(&Standing::MustInclude);
    let over_committed = hold.used_total > total;
    hold.fill_minimums();
    hold.fill_the_rest();
    hold.finish(over_committed)
}

struct Hold<'a> {
    offers: &'a [Offer],
    groups: &'a [Group],
    total: u64,
    used: Vec<u64>,
    used_total: u64,
    admitted: Vec<usize>,
    boarding: Vec<Option<Boarding>>,
    /// Open offers of each group, in rank order.
    open: Vec<Vec<usize>>,
    next_total: Option<u64>,
}

impl<'a> Hold<'a> {
    fn new(offers: &'a [Offer], groups: &'a [Group], total: u64) -> Self {
        let mut open = vec![Vec::new(); groups.len()];
        let mut boarding = vec![None; offers.len()];
        for (index, offer) in offers.iter().enumerate() {
            match &offer.standing {
                Standing::Open => open[offer.group].push(index),
                Standing::Excluded { reason } => {
                    let rejection = Rejection::Excluded { reason: reason.clone() };
                    boarding[index] = Some(Boarding::Rejected(rejection));
                }
                Standing::Pinned | Standing::MustInclude => {}
            }
        }
        let used = vec![0; groups.len()];
        Self {
            offers,
            groups,
            total,
            used,
            used_total: 0,
            admitted: Vec::new(),
            boarding,
            open,
            next_total: None,
        }
    }

    fn board(&mut self, index: usize, boarding: Boarding) {
        let offer = &self.offers[index];
        self.used[offer.group] += offer.estimate;
        self.used_total += offer.estimate;
        self.admitted.push(index);
        self.boarding[index] = Some(boarding);
    }

    fn reject(&mut self, index: usize, rejection: Rejection) {
        self.boarding[index] = Some(Boarding::Rejected(rejection));
    }

    fn board_required(&mut self, standing: &Standing) {
        for index in 0..self.offers.len() {
            if &self.offers[index].standing == standing {
                self.board(index, Boarding::Required);
            }
        }
    }

    /// Whether the total allows for so much; if not, it is remembered what would.
    fn within_total(&mut self, wanted: u64) -> bool {
        if wanted > self.total {
            self.next_total = Some(self.next_total.map_or(wanted, |next| next.min(wanted)));
        }
        wanted <= self.total
    }

    fn max(&self, group: usize) -> u64 {
        self.groups[group].max.unwrap_or(u64::MAX)
    }

    fn within_group(&self, index: usize) -> bool {
        let offer = &self.offers[index];
        self.used[offer.group] + offer.estimate <= self.max(offer.group)
    }

    /// What a group still lacks to its minimum, as far as it could have it at all.
    fn need(&self, group: usize) -> u64 {
        let eligible = self.open[group].iter().filter(|&&index| self.within_group(index));
        let could_have =
            self.used[group] + eligible.map(|&index| self.offers[index].estimate).sum::<u64>();
        self.groups[group].min.min(could_have).saturating_sub(self.used[group])
    }

    fn fill_minimums(&mut self) {
        let needs: Vec<u64> = (0..self.groups.len()).map(|group| self.need(group)).collect();
        let mut kept_for_later: u64 = needs.iter().sum();
        for (group, need) in needs.into_iter().enumerate() {
            kept_for_later -= need;
            for position in 0..self.open[group].len() {
                if self.used[group] >= self.groups[group].min {
                    break;
                }
                let index = self.open[group][position];
                let wanted = self.used_total + self.offers[index].estimate + kept_for_later;
                if self.within_group(index) && self.within_total(wanted) {
                    self.board(index, Boarding::Admitted);
                }
            }
        }
    }

    fn fill_the_rest(&mut self) {
        for index in 0..self.offers.len() {
            if self.boarding[index].is_some() {
                continue;
            }
            let Offer { group, estimate, .. } = self.offers[index];
            if !self.within_group(index) {
                let (used, max) = (self.used[group], self.max(group));
                self.reject(index, Rejection::GroupFull { used, max, estimate });
            } else if !self.within_total(self.used_total + estimate) {
                let (used, total) = (self.used_total, self.total);
                self.reject(index, Rejection::NoRoom { used, total, estimate });
            } else {
                self.board(index, Boarding::Admitted);
            }
        }
    }

    fn finish(self, over_committed: bool) -> Admission {
        let mut offered = vec![0; self.groups.len()];
        for offer in self.offers.iter().filter(|o| !matches!(o.standing, Standing::Excluded { .. }))
        {
            offered[offer.group] += offer.estimate;
        }
        let shortfalls = (0..self.groups.len())
            .filter(|&group| self.used[group] < self.groups[group].min)
            .map(|group| {
                let requested = self.groups[group].min;
                Shortfall { group, requested, available: offered[group] }
            })
            .collect();
        let judged = "every offer was boarded or rejected in the last pass";
        Admission {
            admitted: self.admitted,
            boarding: self.boarding.into_iter().map(|boarding| boarding.expect(judged)).collect(),
            used: self.used,
            shortfalls,
            over_committed,
            next_total: self.next_total,
        }
    }
}
