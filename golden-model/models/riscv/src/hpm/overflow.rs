//! OF, the overflow interrupt request and LCOFIP (5.11, 5.14).

use super::parameters::{LcofipWrite, OfSw, OfWrite, Parameters};
use super::state::State;

/// The rules of overflows.
#[derive(Clone)]
pub(super) struct OverflowRules {
    of_write: OfWrite,
    of_sw: OfSw,
    lcofip_write: LcofipWrite,
    delay: bool,
}

/// The overflows of a cycle, and the writes that reach OF or LCOFIP. Sets have bit i for counter i.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OverflowCycle {
    /// The hpm counters that overflow.
    pub overflowing: u32,
    /// The hpm counters whose OF is written.
    pub of_written: u32,
    /// The written OF, 0 for all others.
    pub of_value: u32,
    /// The written LCOFIP, if a write reaches it.
    pub lcofip: Option<bool>,
}

impl OverflowRules {
    /// The rules of an instance.
    pub fn new(parameters: &Parameters) -> Self {
        let &Parameters { of_write, of_sw, lcofip_write, lcofi_delay: delay, .. } = parameters;
        Self { of_write, of_sw, lcofip_write, delay }
    }

    /// The hpm counters that request an interrupt (RVHPM-R93, R94, R97, R139).
    pub fn requesting(&self, overflowed: u32, cycle: OverflowCycle) -> u32 {
        let OverflowCycle { overflowing, of_written, of_value, .. } = cycle;
        let by_overflow = match self.of_write {
            OfWrite::Write => overflowing & !overflowed,
            OfWrite::Set => overflowing & !after_write(overflowed, cycle),
        };
        let by_software = match self.of_sw {
            OfSw::Silent => 0,
            OfSw::Request => of_written & of_value & !overflowed,
        };
        by_overflow | by_software
    }

    /// Whether a request reaches LCOFIP in this cycle (RVHPM-R142).
    pub fn arrives(&self, state: &State, requesting: u32) -> bool {
        if self.delay {
            state.lcofi_request
        } else {
            requesting != 0
        }
    }

    /// Updates OF, LCOFIP and the request under way at the end of a cycle.
    pub fn step(&self, state: &mut State, cycle: OverflowCycle) {
        let requesting = self.requesting(state.overflowed, cycle);
        let arrives = self.arrives(state, requesting);
        state.overflowed = match self.of_write {
            OfWrite::Write => after_write(state.overflowed | cycle.overflowing, cycle),
            OfWrite::Set => after_write(state.overflowed, cycle) | cycle.overflowing,
        };
        state.lcofip = match (cycle.lcofip, self.lcofip_write) {
            (Some(written), LcofipWrite::Write) => written,
            (written, _) => written.unwrap_or(state.lcofip) || arrives,
        };
        state.lcofi_request = self.delay && requesting != 0;
    }
}

/// OF bits after the write of a cycle.
fn after_write(overflowed: u32, cycle: OverflowCycle) -> u32 {
    (overflowed & !cycle.of_written) | cycle.of_value
}
