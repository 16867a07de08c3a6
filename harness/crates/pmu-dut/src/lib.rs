//! The interface of every device under test (DUT), whether it is a simulated model or a board, and DUTs with falsified
//! observations, which show that a check can fail.

mod fault_injection;
mod signature;

use golden_model_core::Pmu;
use pmu_program::{Lowering, Op};
use std::path::Path;

pub use fault_injection::{Fault, FaultInjectedDut};
pub use pmu_program::{PortTiming, TiedInputs};
pub use signature::CrcSignature;

/// The DUT cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum DutError {
    /// The RTL ended the simulation: a failed assertion, `$error`, `$fatal`, `$stop`, `$finish`, or logic that does not
    /// settle. It is a failure of the program that ran. The next reset starts the DUT again.
    #[error("the RTL ends the simulation: {text}")]
    Ended {
        /// Number of complete cycles of the call, whose observations are valid.
        cycles: usize,
        /// `FILE:LINE: Assertion failed in INSTANCE: MESSAGE`, of which everything except the message may be missing.
        text: String,
    },
    /// The golden model or the harness panicked. Never a verdict about the PMU.
    #[error("{0}")]
    Panicked(String),
    /// The DUT is unusable. Never a verdict about the PMU.
    #[error("the DUT stopped: {0}")]
    Unusable(String),
}

impl DutError {
    /// The error of an unusable DUT.
    pub fn unusable(what: impl Into<String>) -> Self {
        Self::Unusable(what.into())
    }
}

/// Lowers operations to the frames that a DUT can run.
pub fn lowering<'p>(pmu: &'p Pmu, ops: &'p [Op], dut: &(impl Dut + ?Sized)) -> Lowering<'p> {
    Lowering::new(pmu, ops).tied(dut.tied_inputs()).timed(dut.timing())
}

/// Makes DUTs, one for each thread.
pub type DutFactory<'d> = dyn Fn() -> Result<Box<dyn Dut>, DutError> + Sync + 'd;

/// A device under test.
///
/// Frames and observations are in the layouts of the PMU ([`golden_model_core::Pmu::frame`], [`golden_model_core::Pmu::observation`]).
/// A DUT receives stimulus only, never a value of the golden model. An implementation that cannot answer returns an error;
/// it never makes up an observation.
pub trait Dut: Send {
    /// From the next reset, registers that no reset initializes have random values of this seed, if the DUT can give them such values.
    fn power_on(&mut self, _seed: u32) -> Result<(), DutError> {
        Ok(())
    }

    /// Brings the PMU into its reset state.
    fn reset(&mut self) -> Result<(), DutError>;

    /// Runs cycles and writes one observation for each. Slots that are not observable stay 0. There is a frame for each observation, and
    /// after them [`PortTiming::ahead`] frames, which are the first of the next call.
    ///
    /// # Errors
    /// [`DutError::Ended`] with the number of complete cycles; [`DutError::Unusable`].
    fn step(&mut self, frames: &[u64], observations: &mut [u64]) -> Result<(), DutError>;

    /// For each slot of the observation, whether it is observable. Others are not compared.
    fn observable(&self) -> &[bool];

    /// The inputs that the DUT lacks. Every frame has these values.
    fn tied_inputs(&self) -> &TiedInputs;

    /// The timing of its register port.
    fn timing(&self) -> PortTiming {
        PortTiming::default()
    }

    /// This DUT, if it can answer with digests instead of observations.
    fn digests(&mut self) -> Option<&mut dyn DigestDut> {
        None
    }
}

/// A DUT with a narrow link, which sends digests of its observations and repeats cycles whose observations are wanted.
pub trait DigestDut: Dut {
    /// Runs one cycle for each frame. Returns digests in the order of their cycles, at least one, the last of them after all
    /// frames.
    fn step_digests(&mut self, frames: &[u64]) -> Result<Vec<Digest>, DutError>;

    /// Resets the PMU and runs the first `cycles` cycles since the last reset again. The next cycle is the one after them.
    /// Returns the signature after them.
    fn rerun(&mut self, cycles: usize) -> Result<u64, DutError>;

    /// The error for cycles whose signature differs from that of their first run.
    fn not_repeatable(&self) -> DutError;
}

/// The signature over everything that a DUT observed since the reset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest {
    /// Number of frames of the call that have run.
    pub frames: usize,
    /// [`CrcSignature`] over the observable bits of all observations since the reset; other bits are 0.
    pub signature: u64,
}

/// A DUT that can write waves of all its signals.
pub trait TracingDut: Dut {
    /// Nanoseconds of a cycle in its waves.
    const CYCLE_NS: u64;

    /// Writes waves of everything from now on to a file.
    fn trace(&mut self, file: &Path) -> Result<(), DutError>;

    /// Completes the waves.
    fn end_trace(&mut self) -> Result<(), DutError>;

    /// Simulated time in nanoseconds.
    fn time(&self) -> u64;
}

impl<D: Dut + ?Sized> Dut for Box<D> {
    fn power_on(&mut self, seed: u32) -> Result<(), DutError> {
        (**self).power_on(seed)
    }

    fn reset(&mut self) -> Result<(), DutError> {
        (**self).reset()
    }

    fn step(&mut self, frames: &[u64], observations: &mut [u64]) -> Result<(), DutError> {
        (**self).step(frames, observations)
    }

    fn observable(&self) -> &[bool] {
        (**self).observable()
    }

    fn tied_inputs(&self) -> &TiedInputs {
        (**self).tied_inputs()
    }

    fn timing(&self) -> PortTiming {
        (**self).timing()
    }

    fn digests(&mut self) -> Option<&mut dyn DigestDut> {
        (**self).digests()
    }
}
