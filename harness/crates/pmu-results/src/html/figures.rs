//! Cells of the overview: each figure of a PMU with the state that colours it.

use crate::document::PmuResults;
use crate::programs::{ProgramKind, ProgramResult};
use crate::verdict::Verdict;
use serde::Serialize;

/// Fraction below which a figure is marked as low.
const LOW: f64 = 0.9;

/// Columns of the overview, with the reason for which a PMU may lack the figure.
pub(super) const NAMES: [&str; 9] =
    ["Requirements", "Events", "Coverage", "Collisions", "Lines", "Toggles", "Mutation", "Bugs", "Metamorphic"];

/// A figure of a PMU.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Cell {
    name: &'static str,
    state: State,
    /// Covered items as a fraction; none if the figure does not apply or was not measured.
    fraction: Option<f64>,
    /// Numbers, or the reason for which they are absent.
    title: String,
}

/// State of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum State {
    /// Complete.
    Full,
    /// Incomplete, because programs fail.
    Failed,
    /// Incomplete.
    Some,
    /// Below `LOW`.
    Low,
    /// Incomplete because random programs ended at the first divergence.
    Stopped,
    /// Not applicable or not measured.
    None,
}

/// Covered items and their total, the reason for which they are absent, and the cause for which items are missing.
type Measured<'a> = (Option<(u64, u64)>, &'a str, Option<State>);

/// Whether random programs of the PMU ended at the first divergence. Then its missing items are not holes.
pub(super) fn is_stopped_early(pmu: &PmuResults) -> bool {
    pmu.programs.iter().any(|program| program.kind == ProgramKind::Random && program.verdict == Verdict::Fail)
}

/// The figures of a PMU in the order of `NAMES`. `kept` is the number of metamorphic checks that hold.
pub(super) fn cells(pmu: &PmuResults, kept: usize) -> Vec<Cell> {
    let code = pmu.code_coverage.as_ref();
    let unmeasured = match pmu.divergences {
        0 => "not measured",
        _ => "not measured, because programs diverge",
    };
    let no_campaign = "no campaign on this RTL";
    let stopped = is_stopped_early(pmu).then_some(State::Stopped);
    let is_failed = |program: &ProgramResult| program.kind == ProgramKind::Directed && program.verdict == Verdict::Fail;
    let because_failed = pmu.programs.iter().any(is_failed).then_some(State::Failed);
    let figures: [Measured; 9] = [
        (Some((pmu.requirements.covered, pmu.requirements.total)), "no requirements", because_failed),
        (Some((pmu.events.counted, pmu.events.total)), "no events", stopped),
        (Some((pmu.coverage.hit, pmu.coverage.total)), "no bins", stopped),
        (Some((pmu.collisions.covered, pmu.collisions.pairs)), "no table of collisions", stopped),
        (code.map(|code| (code.line.covered, code.line.total)), unmeasured, None),
        (code.map(|code| (code.toggle.covered, code.toggle.total)), unmeasured, None),
        (pmu.mutation.as_ref().map(|found| (found.killed, found.mutants - found.equivalent)), no_campaign, None),
        (pmu.seeded_bugs.as_ref().map(|bugs| (bugs.caught, bugs.ran)), no_campaign, None),
        (Some((kept as u64, pmu.metamorphic.len() as u64)), "no metamorphic checks", None),
    ];
    let each = NAMES.into_iter().zip(figures);
    each.map(|(name, (figure, missing, cause))| Cell::new(name, figure, missing, cause)).collect()
}

impl Cell {
    /// `cause` is the state of an incomplete figure, if its cause is known.
    fn new(name: &'static str, figure: Option<(u64, u64)>, missing: &str, cause: Option<State>) -> Self {
        let Some((covered, total)) = figure.filter(|(_, total)| *total > 0) else {
            return Self { name, state: State::None, fraction: None, title: missing.to_owned() };
        };
        let fraction = covered as f64 / total as f64;
        let state = match fraction {
            _ if covered >= total => State::Full,
            LOW.. => cause.unwrap_or(State::Some),
            _ => cause.unwrap_or(State::Low),
        };
        let why = if state == State::Stopped { ", stopped early" } else { "" };
        Self { name, state, fraction: Some(fraction), title: format!("{covered} of {total}{why}") }
    }

    /// Whether items of the figure are missing.
    pub fn is_open(&self) -> bool {
        !matches!(self.state, State::Full | State::None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn state_distinguishes_holes_from_stopped_and_unmeasured_figures() {
        let state = |figure, cause| Cell::new("Events", figure, "no events", cause).state;
        let stopped = Some(State::Stopped);
        assert_eq!(state(Some((10, 10)), stopped), State::Full);
        assert_eq!(state(Some((9, 10)), None), State::Some);
        assert_eq!(state(Some((8, 10)), None), State::Low);
        assert_eq!((state(Some((8, 10)), stopped), state(Some((9, 10)), stopped)), (State::Stopped, State::Stopped));
        assert_eq!((state(None, stopped), state(Some((0, 0)), None)), (State::None, State::None));
        let cell = Cell::new("Events", Some((8, 10)), "no events", stopped);
        assert_eq!((cell.title.as_str(), cell.is_open()), ("8 of 10, stopped early", true));
        assert!(!Cell::new("Events", None, "no events", stopped).is_open());
    }
}
