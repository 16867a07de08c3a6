//! Runs programs on a mutant until one of them kills it.

use super::error::MutationError;
use golden_model::Pmu;
use pmu_program::Program;
use pmu_results::Divergence;
use pmu_results::Proof;
use pmu_rtl::BuiltModel;
use pmu_rtl::SimulatedDut;
use pmu_verify::jobs::Interrupted;
use pmu_verify::lockstep::Lockstep;
use std::sync::atomic::AtomicBool;

/// Status of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MutantStatus {
    /// A program killed it.
    Killed {
        /// The program.
        program: String,
        /// The first cycle of the program in which DUT and model differ.
        cycle: u64,
    },
    /// Proven to behave like the RTL.
    Equivalent(Proof),
    /// The model does not settle or stops, so there is no behavior to compare.
    Unstable(String),
    /// Neither killed nor proven equivalent.
    Survived,
}

/// Result of the programs on one mutant.
pub(super) enum ProgramOnMutant {
    Found(Box<Divergence>),
    NotFound,
    Unstable(String),
}

/// The models of one thread, opened on demand.
pub(super) struct MutantBench<'a> {
    pmu: &'a Pmu,
    open: Option<(usize, Lockstep<'a, SimulatedDut>)>,
    stop: &'a AtomicBool,
}

impl<'a> MutantBench<'a> {
    pub fn new(pmu: &'a Pmu, stop: &'a AtomicBool) -> Self {
        Self { pmu, open: None, stop }
    }

    /// Runs `programs` on select value `number` of model `position` until one diverges.
    pub fn try_on(
        &mut self,
        (position, built): (usize, &BuiltModel),
        number: u32,
        programs: &[Program],
    ) -> Result<ProgramOnMutant, MutationError> {
        let mut lockstep = match self.open.take() {
            Some((open, lockstep)) if open == position => lockstep,
            _ => Lockstep::new(self.pmu, SimulatedDut::new(built, 1)?),
        };
        lockstep.dut().select(number)?;
        for program in programs {
            // A stopped model cannot be used again, so it is not kept.
            let outcome = match lockstep.run(program, self.stop) {
                Ok(outcome) => outcome,
                Err(error) => return Ok(ProgramOnMutant::Unstable(error.0)),
            };
            if outcome.interrupted {
                return Err(Interrupted.into());
            }
            if let Some(divergence) = outcome.divergence {
                self.open = Some((position, lockstep));
                return Ok(ProgramOnMutant::Found(divergence));
            }
        }
        self.open = Some((position, lockstep));
        Ok(ProgramOnMutant::NotFound)
    }
}
