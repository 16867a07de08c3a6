//! Runs programs on a fault until one of them detects it.

use super::{CampaignError, Fault, FaultCampaign};
use pmu_dut::DutError;
use pmu_program::Program;
use pmu_results::Detection;
use pmu_verify::jobs::Interrupted;
use pmu_verify::lockstep::Lockstep;
use std::borrow::Borrow;

/// The programs that run on one instance of a model.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ModelUse {
    /// All programs of a thread, also on different faults: creating an instance for each would take longer.
    Shared,
    /// One program. The result of a fault in a reset does not depend on the state that an earlier program leaves.
    OneProgram,
}

/// Result of the programs on one fault.
pub(crate) enum FaultStatus {
    /// A program diverges. The cycles include those of the programs before it.
    Detected(Box<Detection>),
    /// No program diverges.
    Undetected,
    /// The model stopped, for example because it does not settle.
    Stopped(DutError),
}

impl FaultStatus {
    /// The detection, if a stopped model is an error.
    pub fn detection(self) -> Result<Option<Detection>, DutError> {
        match self {
            Self::Detected(detection) => Ok(Some(*detection)),
            Self::Undetected => Ok(None),
            Self::Stopped(error) => Err(error),
        }
    }
}

/// Runs the programs of one thread.
pub(crate) struct FaultRunner<'c, F: Fault> {
    campaign: FaultCampaign<'c>,
    /// The last fault and its model, if the next program may use it.
    open: Option<(F, Lockstep<'c, F::Dut>)>,
}

impl<'c, F: Fault> FaultRunner<'c, F> {
    pub fn new(campaign: FaultCampaign<'c>) -> Self {
        Self { campaign, open: None }
    }

    /// Runs `programs` on a fault until one diverges.
    pub fn detect<P: Borrow<Program>>(
        &mut self,
        fault: F,
        programs: impl IntoIterator<Item = P>,
    ) -> Result<FaultStatus, CampaignError> {
        let mut before = 0;
        for program in programs {
            let mut lockstep = self.lockstep(fault)?;
            // A stopped model cannot be used again, so it is not kept.
            let outcome = match lockstep.run(program.borrow(), self.campaign.stop) {
                Ok(outcome) => outcome,
                Err(error) => return Ok(FaultStatus::Stopped(error)),
            };
            if outcome.interrupted {
                return Err(Interrupted.into());
            }
            if self.campaign.models == ModelUse::Shared {
                self.open = Some((fault, lockstep));
            }
            if let Some(divergence) = outcome.divergence {
                if let Some(end) = divergence.simulation_end {
                    return Ok(FaultStatus::Stopped(DutError::unusable(end.to_string())));
                }
                let cycles = before + divergence.cycle + 1;
                return Ok(FaultStatus::Detected(Box::new(Detection { cycles, divergence: *divergence })));
            }
            before += outcome.cycles;
        }
        Ok(FaultStatus::Undetected)
    }

    fn lockstep(&mut self, fault: F) -> Result<Lockstep<'c, F::Dut>, DutError> {
        match self.open.take() {
            Some((last, mut lockstep)) if fault.is_in_model_of(&last) => {
                fault.select(lockstep.dut())?;
                Ok(lockstep)
            }
            _ => Ok(Lockstep::new(self.campaign.pmu, fault.dut()?)),
        }
    }
}
