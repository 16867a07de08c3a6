//! The check of an access (5.4, 5.5, 5.12, equations of 5.15): the state that it reaches, or the refusal.

use super::csrs::{Csr, CsrMap};
use super::inputs::Inputs;
use super::location::{Level, Location};
use super::mode::Mode;
use super::parameters::Parameters;
use super::state::State;
use super::window::Window;
use golden_model_core::register_port::Request;

/// Highest space: 0 writes, 1 sets, 2 clears.
const LAST_SPACE: u32 = 2;

/// The exception of a refused access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// Illegal-instruction exception.
    Illegal,
    /// Virtual-instruction exception.
    Virtual,
}

/// An access with the mode and the inputs that decide whether it is accepted.
#[derive(Clone, Copy)]
pub(super) struct Attempt<'a> {
    pub request: Request,
    pub mode: Mode,
    pub inputs: &'a Inputs,
    /// State at the start of the cycle (RVHPM-R133).
    pub state: &'a State,
}

/// Checks accesses.
#[derive(Clone)]
pub(super) struct AccessCheck {
    csrs: CsrMap,
    window: Window,
    has_supervisor: bool,
}

impl AccessCheck {
    /// The checks of an instance.
    pub fn new(parameters: &Parameters) -> Self {
        Self { csrs: CsrMap::new(parameters), window: Window::new(parameters), has_supervisor: parameters.s }
    }

    /// The state that an access reaches.
    pub fn check(&self, attempt: Attempt) -> Result<Location, Refusal> {
        let Attempt { request, mode, inputs, state } = attempt;
        if request.space > LAST_SPACE || request.unit != 0 {
            return Err(Refusal::Illegal);
        }
        let csr = self.csrs.at(request.addr).ok_or(Refusal::Illegal)?;
        let (is_read_only, level) = (request.addr >> 10 & 3 == 3, request.addr >> 8 & 3);
        let is_too_high = level == 3 && mode != Mode::Machine || level != 0 && mode == Mode::User;
        if request.write && is_read_only || is_too_high {
            return Err(Refusal::Illegal);
        }
        match csr {
            Csr::Register(location) => match level {
                2 if mode.is_virtual() => Err(Refusal::Virtual),
                1 if mode == Mode::Vu => Err(Refusal::Virtual),
                _ => Ok(seen_from(mode, location)),
            },
            Csr::Shadow { counter, part } => {
                self.check_enables(counter, mode, state)?;
                Ok(Location::Counter { counter, part })
            }
            Csr::CountOverflow => match mode {
                Mode::Vu => Err(Refusal::Virtual),
                // `cde` is 0 without delegation.
                Mode::Vs if inputs.cde => Err(Refusal::Virtual),
                _ => Ok(Location::CountOverflow { visible: visible_overflows(mode, state) }),
            },
            Csr::DelegatedInhibit if !inputs.cde => Err(Refusal::Illegal),
            Csr::DelegatedInhibit if mode.is_virtual() => Err(Refusal::Virtual),
            Csr::DelegatedInhibit => Ok(Location::DelegatedInhibit),
            Csr::Select | Csr::Window(_) | Csr::VirtualSelect | Csr::VirtualWindow => self.window.check(csr, attempt),
        }
    }

    /// The counter that a number or its shadow reaches.
    pub fn counter_at(&self, number: u32) -> Option<usize> {
        match self.csrs.at(number)? {
            Csr::Register(Location::Counter { counter, .. }) | Csr::Shadow { counter, .. } => Some(counter),
            _ => None,
        }
    }

    /// Checks the counter enables for a shadow (RVHPM-R35 to R37, R40 to R44).
    fn check_enables(&self, counter: usize, mode: Mode, state: &State) -> Result<(), Refusal> {
        let disabled = |enable: u32| enable >> counter & 1 == 0;
        if mode != Mode::Machine && disabled(state.mcounteren) {
            return Err(Refusal::Illegal);
        }
        match mode {
            Mode::Vs | Mode::Vu if disabled(state.hcounteren) => Err(Refusal::Virtual),
            Mode::Vu if disabled(state.scounteren) => Err(Refusal::Virtual),
            Mode::User if self.has_supervisor && disabled(state.scounteren) => Err(Refusal::Illegal),
            _ => Ok(()),
        }
    }
}

/// The register that a number reaches: in VS those of S-level interrupts reach the VS-level registers (RVHPM-R50).
fn seen_from(mode: Mode, location: Location) -> Location {
    match location {
        Location::Interrupt(interrupt, Level::Supervisor) if mode == Mode::Vs => {
            Location::Interrupt(interrupt, Level::VirtualSupervisor)
        }
        _ => location,
    }
}

/// The counters whose OF is visible through `scountovf` (RVHPM-R100 to R102).
fn visible_overflows(mode: Mode, state: &State) -> u32 {
    match mode {
        Mode::Machine => u32::MAX,
        Mode::Vs | Mode::Vu => state.mcounteren & state.hcounteren,
        Mode::Supervisor | Mode::User => state.mcounteren,
    }
}
