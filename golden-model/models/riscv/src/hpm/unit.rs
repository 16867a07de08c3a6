//! The PMU of a hart: accesses and cycles.

use super::access::{AccessCheck, Attempt, Refusal};
use super::counting::{CounterWrite, Counting, CYCLE, INSTRET};
use super::inputs::Inputs;
use super::lines::Lines;
use super::location::{Enable, Interrupt, Location, Write};
use super::mode::{Inhibits, Modes};
use super::overflow::{OverflowCycle, OverflowRules};
use super::parameters::{Parameters, COUNTERS};
use super::selectors::{Selection, Selectors};
use super::state::{Delegation, State, LCOFI, OF};
use golden_model_core::register_port::{Request, Response};

/// The result of the access of a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// No access.
    None,
    /// A refused access.
    Refused(Refusal),
    /// A read with its value.
    Read(u64),
    /// A write; `old` is the value that a read would have returned.
    Written { old: u64, write: Write },
}

impl Access {
    /// The response of the register port.
    pub fn response(&self) -> Response {
        match *self {
            Access::Refused(_) => Response::REFUSED,
            Access::Read(rdata) => Response { error: false, rdata },
            Access::None | Access::Written { .. } => Response::default(),
        }
    }

    /// `exc_virtual` (RVHPM-R14).
    pub fn is_virtual_exception(&self) -> bool {
        *self == Access::Refused(Refusal::Virtual)
    }

    /// `csr_old` (RVHPM-R12).
    pub fn old(&self) -> u64 {
        match *self {
            Access::Written { old, .. } => old,
            _ => 0,
        }
    }

    /// The accepted write.
    pub fn write(&self) -> Option<Write> {
        match *self {
            Access::Written { write, .. } => Some(write),
            _ => None,
        }
    }

    /// The accepted write of a counter.
    pub fn counter_write(&self) -> Option<CounterWrite> {
        let Write { location, value } = self.write()?;
        match location {
            Location::Counter { counter, part } => Some(CounterWrite { counter, part, value }),
            _ => None,
        }
    }
}

/// The number that each counter adds in a cycle, by the number of the counter.
pub(super) type Increments = [u128; COUNTERS];

/// The PMU with its rules and its state.
#[derive(Clone)]
pub(super) struct Hpm {
    pub parameters: Parameters,
    pub modes: Modes,
    pub lines: Lines,
    pub selectors: Selectors,
    pub counting: Counting,
    pub overflow: OverflowRules,
    check: AccessCheck,
    /// The bits of a register or of an operand: 32 or 64 ones.
    xlen_mask: u64,
    pub state: State,
    /// The selected events of each hpm counter.
    pub selections: [Selection; COUNTERS],
}

impl Hpm {
    /// The PMU in its reset state.
    pub fn new(parameters: Parameters) -> Self {
        let lines = 1 + parameters.ret_ports + parameters.lines.len();
        // So that no write of a selector allocates.
        let selection =
            || Selection { rows: Vec::with_capacity(parameters.events.len()), lines: Vec::with_capacity(lines) };
        let mut hpm = Self {
            modes: Modes::new(&parameters),
            lines: Lines::new(&parameters),
            selectors: Selectors::new(&parameters),
            counting: Counting::new(&parameters),
            overflow: OverflowRules::new(&parameters),
            check: AccessCheck::new(&parameters),
            xlen_mask: u64::MAX >> (64 - parameters.xlen),
            state: State::new(&parameters),
            selections: std::array::from_fn(|_| selection()),
            parameters,
        };
        hpm.reset();
        hpm
    }

    /// Sets the state after reset.
    pub fn reset(&mut self) {
        self.state = State::new(&self.parameters);
        (0..COUNTERS).for_each(|counter| self.select(counter));
    }

    /// Updates the selected events of a counter.
    fn select(&mut self, counter: usize) {
        self.selectors.select(self.state.selectors[counter], &mut self.selections[counter]);
    }

    /// The access of a cycle, from the state at its start (RVHPM-R131, R133).
    pub fn access(&self, inputs: &Inputs) -> Access {
        let Some(request) = inputs.request else { return Access::None };
        let attempt = Attempt { request, mode: inputs.mode(self.modes), inputs, state: &self.state };
        let location = match self.check.check(attempt) {
            Ok(location) => location,
            Err(refusal) => return Access::Refused(refusal),
        };
        let value = self.state.read(location, delegation(inputs)) & self.xlen_mask;
        match request.write {
            false => Access::Read(value),
            true => Access::Written { old: value, write: Write { location, value: self.operate(&request, value) } },
        }
    }

    /// The counter that a number or its shadow reaches.
    pub fn counter_at(&self, number: u32) -> Option<usize> {
        self.check.counter_at(number)
    }

    /// The value that an instruction writes, from the value that it reads (RVHPM-R07 to R09, R11).
    fn operate(&self, request: &Request, old: u64) -> u64 {
        let operand = request.data & self.xlen_mask;
        match request.space {
            0 => operand,
            1 => old | operand,
            _ => old & !operand,
        }
    }

    /// Advances to the next cycle, given the access and the increments of this one; `rst` is 0.
    pub fn advance(&mut self, inputs: &Inputs, access: &Access, increments: &Increments) {
        let write = access.write();
        let overflowing = self.count(increments, access.counter_write());
        let cycle = OverflowCycle { overflowing, ..self.overflow_writes(write, inputs) };
        self.overflow.step(&mut self.state, cycle);
        // Other writes take effect last: the cycle of a write counts with the old configuration (RVHPM-R132).
        if let Some(write) = write {
            self.configure(write, inputs);
        }
    }

    /// The increments of a cycle that no counter is stopped in, by the number of the counter.
    pub fn running_increments(&self, inputs: &Inputs) -> Increments {
        let lines = self.lines.of(inputs, self.modes);
        let mut increments = [0; COUNTERS];
        for counter in [CYCLE, INSTRET] {
            increments[counter] = self.counting.fixed_increment(counter, &self.state, &lines);
        }
        for &counter in &self.parameters.counters {
            let selection = &self.selections[counter];
            increments[counter] = self.counting.event_increment(counter, selection, &self.state, &lines);
        }
        increments
    }

    /// The increments of a cycle, by the number of the counter (RVHPM-R128, R129).
    pub fn increments(&self, inputs: &Inputs) -> Increments {
        let mut increments = self.running_increments(inputs);
        if inputs.stopped() {
            let stopped = (0..COUNTERS).filter(|&counter| self.counting.stops(counter));
            stopped.for_each(|counter| increments[counter] = 0);
        }
        increments
    }

    /// Advances the counters by their increments. Returns the hpm counters that overflow.
    fn count(&mut self, increments: &Increments, write: Option<CounterWrite>) -> u32 {
        let mut overflowing = 0;
        for counter in [CYCLE, INSTRET].into_iter().chain(self.parameters.counters.iter().copied()) {
            let (count, increment) = (self.state.counts[counter], increments[counter]);
            let next = match write {
                Some(write) if write.counter == counter => self.counting.written(write, count, increment),
                _ => self.counting.counted(counter, count, increment),
            };
            self.state.counts[counter] = next.count;
            overflowing |= u32::from(next.overflows) << counter;
        }
        // `mcycle` and `minstret` wrap silently (RVHPM-R98), and so do all counters without the extension.
        match self.parameters.sscofpmf {
            true => overflowing & !(1 << CYCLE | 1 << INSTRET),
            false => 0,
        }
    }

    /// The writes of a cycle that reach OF or LCOFIP.
    pub fn overflow_writes(&self, write: Option<Write>, inputs: &Inputs) -> OverflowCycle {
        let mut cycle = OverflowCycle::default();
        let Some(Write { location, value }) = write.filter(|_| self.parameters.sscofpmf) else { return cycle };
        match location {
            Location::Configuration { counter, part, .. }
                if self.parameters.implements(counter) && part.mask() >> OF & 1 != 0 =>
            {
                cycle.of_written = 1 << counter;
                cycle.of_value = ((part.place(value) >> OF) as u32) << counter;
            }
            Location::Interrupt(Interrupt::Pending, level) if delegation(inputs).reaches(level) => {
                cycle.lcofip = Some(value >> LCOFI & 1 != 0);
            }
            _ => {}
        }
        cycle
    }

    /// Applies a write to a register other than counters, OF and LCOFIP.
    fn configure(&mut self, write: Write, inputs: &Inputs) {
        let Write { location, value } = write;
        let parameters = &self.parameters;
        let state = &mut self.state;
        let word = value as u32;
        let replace = |old: u32, mask: u32| (old & !mask) | (word & mask);
        match location {
            Location::Configuration { counter, part, hides_minh } => {
                let value = part.place(value);
                if part.mask() & Inhibits::MINH.to_register() != 0 {
                    self.write_inhibits(counter, Inhibits::from_register(value), hides_minh);
                }
                if part.mask() & 1 != 0 {
                    self.write_selector(counter, value);
                }
            }
            Location::CountInhibit => state.mcountinhibit = replace(state.mcountinhibit, parameters.mcountinhibit_wr),
            Location::DelegatedInhibit => {
                let delegated = state.mcounteren & parameters.mcountinhibit_wr;
                state.mcountinhibit = replace(state.mcountinhibit, delegated);
            }
            Location::CounterEnable(Enable::Mcounteren) => state.mcounteren = word & parameters.mcounteren_wr,
            Location::CounterEnable(Enable::Scounteren) => state.scounteren = word & parameters.scounteren_wr,
            Location::CounterEnable(Enable::Hcounteren) => state.hcounteren = word & parameters.hcounteren_wr,
            Location::Select => state.siselect = value as u16 & 0xFFF,
            Location::VirtualSelect => state.vsiselect = value as u16 & 0xFFF,
            Location::Interrupt(Interrupt::Enable, level) => {
                if parameters.sscofpmf && delegation(inputs).reaches(level) {
                    state.lcofie = value >> LCOFI & 1 != 0;
                }
            }
            // `count` and the rules of overflows have applied the others; `scountovf` is read only.
            Location::Counter { .. } | Location::CountOverflow { .. } | Location::Interrupt(Interrupt::Pending, _) => {}
        }
    }

    /// Writes the xINH bits of a counter, within the implemented modes (RVHPM-R81, R82, R117).
    fn write_inhibits(&mut self, counter: usize, new: Inhibits, hides_minh: bool) {
        let exist = match counter {
            CYCLE | INSTRET => self.parameters.smcntrpmf,
            _ => self.parameters.sscofpmf && self.parameters.implements(counter),
        };
        if exist {
            let hidden = if hides_minh { Inhibits::MINH } else { Inhibits::default() };
            let inhibits = &mut self.state.inhibits[counter];
            *inhibits = inhibits.with(self.modes.inhibits().without(hidden), new);
        }
    }

    /// Writes the selector of an hpm counter, if it can be written (RVHPM-R60 to R67).
    fn write_selector(&mut self, counter: usize, new: u64) {
        if self.parameters.implements(counter) && self.parameters.fixed_selector(counter).is_none() {
            self.state.selectors[counter] = self.selectors.stored(self.state.selectors[counter], new);
            self.select(counter);
        }
    }
}

/// The delegation of the overflow interrupt in a cycle.
fn delegation(inputs: &Inputs) -> Delegation {
    Delegation { mideleg: inputs.mideleg_lcofi, hideleg: inputs.hideleg_lcofi }
}
