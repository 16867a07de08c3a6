//! The interface that every device under test implements, whether it is a simulated model or a board. Inputs that a
//! device lacks are described here, and so are devices with falsified answers, which show that a check can fail.

mod fault_injection;
mod tied;

use std::path::Path;

pub use fault_injection::{Fault, FaultInjectedDut};
pub use tied::TiedInputs;

/// A device that cannot go on. Never a verdict about the PMU.
#[derive(Debug, thiserror::Error)]
#[error("the device stopped: {0}")]
pub struct DutError(pub String);

/// Makes devices, one for each thread.
pub type DutFactory<'d> = dyn Fn() -> Result<Box<dyn Dut>, DutError> + Sync + 'd;

/// A device under test.
///
/// Frames and observations are in the layouts of the PMU ([`golden_model::Pmu::frame`], [`golden_model::Pmu::observation`]).
/// An implementation that cannot answer returns an error; it never makes up an observation.
pub trait Dut: Send {
    /// Brings the PMU into its reset state.
    fn reset(&mut self) -> Result<(), DutError>;

    /// One clock for each frame; `observations` receives as many observations. Slots that the device cannot show stay 0.
    fn step(&mut self, frames: &[u64], observations: &mut [u64]) -> Result<(), DutError>;

    /// As [`Dut::step`], for a caller that holds each observation against `expected`, which something else than the device
    /// has worked out before. A device behind a narrow link may then return what is expected for clocks of which it has
    /// proof that it showed just that, such as an equal signature over its own observations; of all others it returns what
    /// it showed.
    fn step_checked(&mut self, frames: &[u64], _expected: &[u64], observations: &mut [u64]) -> Result<(), DutError> {
        self.step(frames, observations)
    }

    /// For each slot of the observation, whether the device shows it. What it does not show is not compared.
    fn observable(&self) -> &[bool];

    /// The inputs that the device lacks. Both sides see the values at which they are held.
    fn tied_inputs(&self) -> &TiedInputs;
}

/// A device that can write waves of all its signals.
pub trait TracingDut: Dut {
    /// Nanoseconds of a clock in its waves.
    const CYCLE_NS: u64;

    /// Writes waves of everything from now on to a file.
    fn trace(&mut self, file: &Path) -> Result<(), DutError>;

    /// Completes the waves.
    fn end_trace(&mut self) -> Result<(), DutError>;

    /// Simulated time in nanoseconds.
    fn time(&self) -> u64;
}

impl<D: Dut + ?Sized> Dut for Box<D> {
    fn reset(&mut self) -> Result<(), DutError> {
        (**self).reset()
    }

    fn step(&mut self, frames: &[u64], observations: &mut [u64]) -> Result<(), DutError> {
        (**self).step(frames, observations)
    }

    fn step_checked(&mut self, frames: &[u64], expected: &[u64], observations: &mut [u64]) -> Result<(), DutError> {
        (**self).step_checked(frames, expected, observations)
    }

    fn observable(&self) -> &[bool] {
        (**self).observable()
    }

    fn tied_inputs(&self) -> &TiedInputs {
        (**self).tied_inputs()
    }
}
