//! From a diverging program to the shortest that diverges in the same value and field.
//!
//! Every candidate runs through the ordinary lockstep on a fresh device, so what is found replays. The search is
//! deterministic and ends: after [`Limits`] it returns the shortest program so far.

mod remove;
mod search;
mod simpler;

use golden_model::Pmu;
use pmu_dut::{Dut, DutError};
use pmu_program::Program;
use pmu_results::{Divergence, Signature};
use search::Search;
use std::sync::atomic::AtomicBool;

/// What a search may cost. It is counted, not timed, so that every machine finds the same program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShrinkLimits {
    /// Candidates that are run.
    pub runs: u64,
    /// Clocks of all candidates together.
    pub cycles: u64,
}

impl Default for ShrinkLimits {
    fn default() -> Self {
        Self { runs: 6000, cycles: 1_500_000 }
    }
}

/// The shortest program found.
#[derive(Debug)]
pub struct ShrunkProgram {
    /// The program; it ends with the diverging clock.
    pub program: Program,
    /// Its divergence.
    pub divergence: Divergence,
    /// Candidates that were run.
    pub runs: u64,
    /// Clocks of all candidates together.
    pub cycles: u64,
    /// Whether the search ended because nothing makes the program shorter, and not at a limit.
    pub complete: bool,
}

/// Looks for the shortest program that diverges like `program`: in the value and field of `subject`, or of its own first
/// divergence where none is given. `device` makes fresh devices.
///
/// None when the program does not diverge so on a fresh device, or when `stop` is set before that is known.
///
/// # Errors
/// Those of the device.
pub fn shrink<D: Dut>(
    pmu: &Pmu,
    program: &Program,
    signature: Option<&Signature>,
    dut: &dyn Fn() -> Result<D, DutError>,
    limits: ShrinkLimits,
    stop: &AtomicBool,
) -> Result<Option<ShrunkProgram>, DutError> {
    let Some(mut search) = Search::start(pmu, program, signature, dut, limits, stop)? else {
        return Ok(None);
    };
    let mut shorter = true;
    search.drop_expectations()?;
    while shorter {
        shorter = search.remove()?;
        shorter |= search.merge_waits()?;
        shorter |= search.simplify()?;
        shorter |= search.wait_less()?;
    }
    Ok(Some(search.finish()?))
}
