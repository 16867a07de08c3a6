//! Shrinks a diverging program to the shortest one that diverges in the same value and field.
//!
//! Every candidate runs in the ordinary lockstep on a new DUT, so the result can be reproduced. The search is deterministic
//! and bounded: at [`ShrinkLimits`] it returns the shortest program up to then.

mod lines;
mod remove;
mod repeated;
mod search;
mod simpler;

use crate::known::Known;
use golden_model_core::Pmu;
use pmu_dut::{Dut, DutError};
use pmu_program::Program;
use pmu_results::{Divergence, Signature};
use search::Search;
use std::sync::atomic::AtomicBool;

/// Limits of a search. They are counts rather than times, so every machine finds the same program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShrinkLimits {
    /// Number of candidates.
    pub runs: u64,
    /// Cycles of all candidates together.
    pub cycles: u64,
    /// Number of runs of the complete program whose cycles are allowed in addition: the first candidates are about as long.
    pub complete_runs: u64,
}

impl Default for ShrinkLimits {
    fn default() -> Self {
        Self { runs: 6000, cycles: 1_500_000, complete_runs: 40 }
    }
}

/// The shortest program found.
#[derive(Debug)]
pub struct ShrunkProgram {
    /// The program; it ends with the diverging cycle.
    pub program: Program,
    /// Its divergence.
    pub divergence: Divergence,
    /// Number of candidates that were run.
    pub runs: u64,
    /// Cycles of all candidates together.
    pub cycles: u64,
    /// Whether the search ended because nothing makes the program shorter, rather than at a limit.
    pub complete: bool,
}

/// Searches for the shortest program that diverges like `program`.
///
/// It diverges in the value and field of `signature`; without one, of the first divergence of `program`. A failed expectation
/// also keeps the values of DUT and model; if these are the values after reset, only operations after the failure and other
/// expectations are removed. `known` divergences are accepted. `dut` creates new DUTs.
///
/// Returns `None` if the program does not diverge in this manner on a new DUT, or if `stop` is set before that is
/// established.
///
/// # Errors
/// Errors of the DUT.
pub fn shrink<D: Dut>(
    pmu: &Pmu,
    program: &Program,
    signature: Option<&Signature>,
    known: &Known,
    dut: &dyn Fn() -> Result<D, DutError>,
    limits: ShrinkLimits,
    stop: &AtomicBool,
) -> Result<Option<ShrunkProgram>, DutError> {
    let Some(mut search) = Search::start(pmu, program, signature, known, dut, limits, stop)? else {
        return Ok(None);
    };
    let mut shorter = true;
    search.drop_expectations()?;
    shorter &= !search.fails_after_reset()?;
    if shorter {
        search.remove_coarsely()?;
    }
    while shorter {
        shorter = search.shorten_repetitions()?;
        shorter |= search.remove()?;
        shorter |= search.merge_waits()?;
        shorter |= search.name_lines()?;
        shorter |= search.simplify()?;
        shorter |= search.wait_less()?;
    }
    Ok(Some(search.finish()?))
}
