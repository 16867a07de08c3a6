//! The delegation window: `siselect`, `vsiselect` and the registers that they select (5.12).

use super::access::{Attempt, Refusal};
use super::csrs::{Csr, WindowRegister};
use super::location::{Location, Part};
use super::mode::Mode;
use super::parameters::{Parameters, Unimplemented, COUNTERS};

/// The value of `siselect` for counter 0.
const FIRST: u16 = 0x40;

/// The conditions of the window.
#[derive(Clone)]
pub(super) struct Window {
    /// The bits of the low registers: all, or the low half.
    low: Part,
    /// Whether the registers of high halves exist.
    has_high: bool,
    /// For each counter whether it can be reached, and its configuration and the high half of that.
    counters: [Reachable; COUNTERS],
}

/// The state of a counter that the extensions of the instance let the window reach.
#[derive(Clone, Copy, Default)]
struct Reachable {
    counter: bool,
    configuration: bool,
    configuration_high: bool,
}

impl Window {
    /// The window of an instance.
    pub fn new(parameters: &Parameters) -> Self {
        let reachable = |counter: usize| {
            let exists = match counter {
                0 | 2 => parameters.zicntr,
                1 => false,
                _ => {
                    let refused = parameters.unimplemented == Unimplemented::AllIllegal;
                    parameters.zihpm && (parameters.implements(counter) || !refused)
                }
            };
            let (low, high) = match counter {
                0..=2 => (parameters.smcntrpmf, parameters.smcntrpmf),
                _ => (true, parameters.sscofpmf),
            };
            Reachable { counter: exists, configuration: exists && low, configuration_high: exists && high }
        };
        let has_high = parameters.xlen == 32;
        Self { low: if has_high { Part::Low } else { Part::All }, has_high, counters: std::array::from_fn(reachable) }
    }

    /// Checks an access to `siselect`, `sireg*`, `vsiselect` or `vsireg*` in a mode that the number permits.
    pub fn check(&self, csr: Csr, attempt: Attempt) -> Result<Location, Refusal> {
        let Attempt { mode, inputs, .. } = attempt;
        let is_virtual_register = matches!(csr, Csr::VirtualSelect | Csr::VirtualWindow);
        if mode != Mode::Machine && !inputs.mstateen_csrind {
            return Err(Refusal::Illegal);
        }
        if mode == Mode::Vu || mode == Mode::Vs && (is_virtual_register || !inputs.hstateen_csrind) {
            return Err(Refusal::Virtual);
        }
        match csr {
            Csr::Select if mode == Mode::Vs => Ok(Location::VirtualSelect),
            Csr::Select => Ok(Location::Select),
            Csr::VirtualSelect => Ok(Location::VirtualSelect),
            Csr::Window(register) => self.selected(register, attempt),
            _ => Err(Refusal::Illegal),
        }
    }

    /// The state that a register of the window reaches.
    fn selected(&self, register: WindowRegister, attempt: Attempt) -> Result<Location, Refusal> {
        let Attempt { mode, inputs, state, .. } = attempt;
        let select = if mode == Mode::Vs { state.vsiselect } else { state.siselect };
        let counter = usize::from(select.wrapping_sub(FIRST));
        if counter >= COUNTERS || !inputs.cde {
            return Err(Refusal::Illegal);
        }
        if mode == Mode::Vs {
            return Err(Refusal::Virtual);
        }
        if state.mcounteren >> counter & 1 == 0 {
            return Err(Refusal::Illegal);
        }
        let reachable = self.counters[counter];
        // MINH is in the upper half of the configuration: with XLEN = 64 in the only register of it.
        let configuration = |part: Part| Location::Configuration { counter, part, hides_minh: true };
        let (is_reachable, location) = match register {
            WindowRegister::Counter => (reachable.counter, Location::Counter { counter, part: self.low }),
            WindowRegister::Configuration => (reachable.configuration, configuration(self.low)),
            WindowRegister::CounterHigh => {
                (self.has_high && reachable.counter, Location::Counter { counter, part: Part::High })
            }
            WindowRegister::ConfigurationHigh => {
                (self.has_high && reachable.configuration_high, configuration(Part::High))
            }
            WindowRegister::Nothing => return Err(Refusal::Illegal),
        };
        is_reachable.then_some(location).ok_or(Refusal::Illegal)
    }
}
