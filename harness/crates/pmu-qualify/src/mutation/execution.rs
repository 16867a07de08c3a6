//! Running programs on a mutant until one of them finds it.

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

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MutantStatus {
    /// A program found it.
    Killed {
        /// The program.
        program: String,
        /// The first clock of the program in which device and model differ.
        cycle: u64,
    },
    /// Proven to behave like the RTL.
    Equivalent(Proof),
    /// The model does not settle or ends: it has no behaviour that could be compared.
    Unstable(String),
    /// Not found, and not proven.
    Survived,
}

/// What one run came to.
pub(super) enum ProgramOnMutant {
    Found(Box<Divergence>),
    NotFound,
    Unstable(String),
}

/// The models of one thread, opened when they are needed.
pub(super) struct MutantBench<'a> {
    pmu: &'a Pmu,
    open: Option<(usize, Lockstep<'a, SimulatedDut>)>,
    stop: &'a AtomicBool,
}

impl<'a> MutantBench<'a> {
    pub fn new(pmu: &'a Pmu, stop: &'a AtomicBool) -> Self {
        Self { pmu, open: None, stop }
    }

    /// Runs `programs` on behaviour `number` of model `position` until one diverges.
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
            // A model that has stopped cannot be used again, so it is not put back.
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
