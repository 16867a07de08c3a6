//! Coverage and campaign figures of both runs, with the items that were covered in one of them only.

use super::change::Change;
use crate::coverage::Coverage;
use crate::document::PmuResults;
use crate::figure::{Figure, FigureResult};
use crate::figures::{measured, missing};
use serde::Serialize;
use std::collections::BTreeMap;

/// A figure that is not the same in both runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FigureChange {
    /// Its name, such as `coverage` or `seeded bugs`.
    pub figure: String,
    /// Covered items and their total; null if the run did not measure the figure.
    #[serde(flatten)]
    pub change: Change<Option<Share>>,
    /// The threshold of the run; null if the figure has none.
    pub threshold: Change<Option<f64>>,
    /// Whether the figure reached its threshold; null if the figure has none.
    pub reached: Change<Option<bool>>,
    /// Items that B covers and A did not, if their names have the same meaning in both runs.
    pub gained: Vec<String>,
    /// Items that A covered and that exist in B, which does not cover them.
    pub lost: Vec<String>,
    /// Items that A covered and that do not exist in B.
    pub removed: Vec<String>,
    /// Whether B lost coverage: items, or a part of the figure if items cannot be compared by name.
    pub is_lower: bool,
}

/// Covered items and their total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Share {
    /// Covered items.
    pub covered: u64,
    /// All items.
    pub total: u64,
}

impl Share {
    /// Whether this is a smaller fraction than another.
    fn is_below(self, other: Self) -> bool {
        u128::from(self.covered) * u128::from(other.total) < u128::from(other.covered) * u128::from(self.total)
    }
}

/// Name of the figure of seeded bugs, which has no threshold.
const SEEDED_BUGS: &str = "seeded bugs";

/// Items by name, each with whether it is covered.
type Items = BTreeMap<String, bool>;

/// The figures that differ. Those that depend on the selected programs are not compared unless `is_selection_same`.
pub(super) fn figures(pmus: &Change<&PmuResults>, is_selection_same: bool) -> Vec<FigureChange> {
    let is_compared = |figure: &Figure| is_selection_same || *figure == Figure::Mutation;
    let each = Figure::ALL.into_iter().filter(is_compared).map(|figure| {
        let share = |pmu: &&PmuResults| measured(pmu, figure).map(|(covered, total)| Share { covered, total });
        let result = |pmu: &&PmuResults| pmu.figures.each.iter().find(|one| one.figure == figure).cloned();
        FigureChange::new(&figure.to_string(), pmus.map(share), items(pmus, figure), pmus.map(result))
    });
    let bugs = pmus.map(|pmu| {
        let valid = pmu.seeded_bugs.as_ref().filter(|bugs| bugs.valid);
        valid.map(|bugs| Share { covered: bugs.caught, total: bugs.ran })
    });
    let bugs = FigureChange::new(SEEDED_BUGS, bugs, bug_items(pmus), Change { a: None, b: None });
    each.chain([bugs]).filter(FigureChange::is_change).collect()
}

impl FigureChange {
    fn new(
        figure: &str,
        change: Change<Option<Share>>,
        items: Option<Change<Items>>,
        result: Change<Option<FigureResult>>,
    ) -> Self {
        let of = |wanted: fn(Option<&bool>) -> bool, one: &Items, other: &Items| -> Vec<String> {
            let covered = one.iter().filter(|(_, covered)| **covered).map(|(name, _)| name);
            covered.filter(|name| wanted(other.get(*name))).cloned().collect()
        };
        let (gained, lost, removed) = match &items {
            Some(Change { a, b }) => (
                of(|before| before != Some(&true), b, a),
                of(|now| now == Some(&false), a, b),
                of(|now| now.is_none(), a, b),
            ),
            None => Default::default(),
        };
        let is_lower = match (&items, change.a, change.b) {
            (Some(_), Some(_), Some(_)) => !lost.is_empty(),
            (None, Some(a), Some(b)) => b.is_below(a),
            _ => false,
        };
        Self {
            figure: figure.to_owned(),
            threshold: result.map(|result| result.as_ref().map(|one| one.threshold)),
            reached: result.map(|result| result.as_ref().map(|one| one.reached)),
            change,
            gained,
            lost,
            removed,
            is_lower,
        }
    }

    fn is_change(&self) -> bool {
        let has_items = [&self.gained, &self.lost, &self.removed].iter().any(|items| !items.is_empty());
        // A figure that only one of the runs measured has a threshold in that run only.
        has_items || self.change.is_change() || self.threshold.is_change() || self.reached.is_change()
    }

    /// Whether only one of the runs measured the figure.
    pub fn is_measured_once(&self) -> bool {
        self.change.a.is_some() != self.change.b.is_some()
    }
}

/// The items of a figure in both runs; none if their names do not have the same meaning in both.
fn items(pmus: &Change<&PmuResults>, figure: Figure) -> Option<Change<Items>> {
    let same = |of: fn(&PmuResults) -> &str| of(pmus.a) == of(pmus.b);
    let is_same_description = same(|pmu| &pmu.description_hash);
    let is_same_rtl = same(|pmu| &pmu.rtl_hash);
    match figure {
        Figure::Requirements => each(pmus, |pmu| pmu.requirements.total, requirements),
        Figure::Coverage => each(pmus, |pmu| pmu.coverage.total, |pmu| bins(&pmu.coverage)),
        Figure::Situations => each(pmus, |pmu| pmu.situations.total, |pmu| bins(&pmu.situations)),
        Figure::Events => each(pmus, |pmu| pmu.events.total, event_rows),
        Figure::Collisions if is_same_description => Some(not_missing(pmus, figure)),
        // Names contain lines of the RTL.
        Figure::Line | Figure::Toggle | Figure::Registers if is_same_rtl => Some(not_missing(pmus, figure)),
        // Another seed selects other mutants.
        Figure::Mutation if is_same_rtl => {
            let campaign = pmus.map(|pmu| pmu.mutation.as_ref().map(|found| (found.seed, found.mutants)));
            (!campaign.is_change()).then(|| not_missing(pmus, figure))
        }
        _ => None,
    }
}

/// Named items of both runs; none if a run has items without their names.
fn each(
    pmus: &Change<&PmuResults>,
    total: fn(&PmuResults) -> u64,
    of: fn(&PmuResults) -> Items,
) -> Option<Change<Items>> {
    let items = pmus.map(|pmu| of(pmu));
    let is_named = |pmu: &PmuResults, items: &Items| total(pmu) == 0 || !items.is_empty();
    (is_named(pmus.a, &items.a) && is_named(pmus.b, &items.b)).then_some(items)
}

/// The items that are missing in one of the runs; the results do not name the others.
fn not_missing(pmus: &Change<&PmuResults>, figure: Figure) -> Change<Items> {
    uncovered(pmus.map(|pmu| missing(pmu, figure)))
}

/// Items of which both runs list those that are not covered.
fn uncovered(missing: Change<Vec<String>>) -> Change<Items> {
    let all: Vec<&String> = missing.a.iter().chain(&missing.b).collect();
    missing.map(|missing| all.iter().map(|name| ((*name).clone(), !missing.contains(name))).collect())
}

fn requirements(pmu: &PmuResults) -> Items {
    pmu.requirements.each.iter().map(|one| (one.id.clone(), one.covered)).collect()
}

fn bins(coverage: &Coverage) -> Items {
    let bins = coverage.groups.iter().flat_map(|group| &group.bins);
    bins.filter(|bin| bin.impossible.is_none()).map(|bin| (bin.name.clone(), bin.hit)).collect()
}

/// Rows of the event tables, once for each counter to which the row applies.
fn event_rows(pmu: &PmuResults) -> Items {
    let counters: Vec<&str> = pmu.events.by_counter.iter().map(|counter| counter.counter.as_str()).collect();
    let of_row = |row: &'_ crate::events::EventRowResult| {
        let states = counters.iter().zip(row.counters.chars()).filter(|(_, state)| *state != '-');
        let items = states.map(|(counter, state)| (format!("{counter} {}", row.row), matches!(state, 'c' | 'r')));
        items.collect::<Vec<_>>()
    };
    pmu.events.rows.iter().flat_map(of_row).collect()
}

/// Seeded bugs by name; none if the runs do not have the same number of bugs.
fn bug_items(pmus: &Change<&PmuResults>) -> Option<Change<Items>> {
    let ran = pmus.map(|pmu| pmu.seeded_bugs.as_ref().map(|bugs| bugs.ran));
    let name = |missed: &String| missed.rsplit_once(" at ").map_or(missed.clone(), |(name, _)| name.to_owned());
    let missed = |pmu: &&PmuResults| pmu.seeded_bugs.iter().flat_map(|bugs| &bugs.missed).map(name).collect();
    (!ran.is_change()).then(|| uncovered(pmus.map(missed)))
}
