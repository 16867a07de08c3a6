//! State of the R-Box and its update in a cycle, in the order of the specification.

use super::counters::Counter;
use super::port::Port;
use super::ports::Traffic;
use super::registers::{Register, COUNTERS, PORTS};

/// Bits of GBLCFG.
const FRZ: u32 = 1 << 11;
const CLR: u32 = 1 << 10;
const UNFRZ: u32 = 1 << 9;
const STAT: u32 = 8;
const PMI_EN: u32 = 1 << 7;
/// Bits of GBLCFG that software can write: pmi_en and daf.
const CONFIGURATION: u32 = 0x9F;

/// State of the R-Box.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RBox {
    /// Bits of GBLCFG that software can write.
    pub configuration: u32,
    pub frozen: bool,
    pub counters: [Counter; COUNTERS],
    pub ports: [Port; PORTS],
    /// Outputs of the box in this cycle.
    pub ovf: bool,
    /// `ovf_any` under DBOX-A02=any-overflow.
    pub any_overflow: bool,
    pub pmi: bool,
}

/// Inputs of a cycle.
#[derive(Clone, Debug, Default)]
pub(super) struct Cycle {
    pub traffic: [Traffic; PORTS],
    /// Pulses of the D-Box.
    pub freeze: bool,
    pub unfreeze: bool,
    /// The written register, with bits 31:0 of the data.
    pub write: Option<(Register, u32)>,
}

impl Cycle {
    /// Returns the data of a write to GBLCFG, or 0 without one.
    pub fn command(&self) -> u32 {
        match self.write {
            Some((Register::Global, data)) => data,
            _ => 0,
        }
    }

    /// Whether software clears the counts.
    pub fn clears(&self) -> bool {
        self.command() & CLR != 0
    }

    /// Whether software freezes.
    pub fn commands_freeze(&self) -> bool {
        self.command() & FRZ != 0
    }

    /// Whether software unfreezes.
    pub fn commands_unfreeze(&self) -> bool {
        self.command() & UNFRZ != 0
    }

    /// Whether software writes GBLCFG without pmi_en.
    pub fn disables(&self) -> bool {
        self.writes(Register::Global) && self.command() & PMI_EN == 0
    }

    /// Whether software writes a register.
    pub fn writes(&self, register: Register) -> bool {
        self.write.is_some_and(|(to, _)| to == register)
    }

    /// Whether a write takes priority over an increment of the counter.
    pub fn writes_counter(&self, counter: usize) -> bool {
        matches!(self.write, Some((Register::Count(to) | Register::Control(to), _)) if to == counter)
    }
}

/// Effects of the inputs of a cycle, given the state at its start. Bit n is counter n.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CycleEffects {
    /// Sources of each port with an event.
    pub events: [u8; PORTS],
    /// Enabled counters whose event occurs, whether or not they count it.
    pub reached: u16,
    /// The counters in `reached` that count the event.
    pub counting: u16,
    /// The counters in `counting` that overflow.
    pub overflowing: u16,
    /// The counters in `overflowing` whose overflow freezes the box.
    pub triggering: u16,
}

impl RBox {
    /// Returns GBLCFG as read.
    pub fn global(&self) -> u32 {
        self.configuration | u32::from(self.frozen) << STAT
    }

    /// Returns the value that software reads from a register.
    pub fn read(&self, register: Register) -> u32 {
        match register {
            Register::Global => self.global(),
            Register::Count(counter) => self.counters[counter].low(),
            Register::Control(counter) => self.counters[counter].high(),
            Register::Iperf(port, number) => self.ports[port].iperf[number].select,
            Register::Arb(port) => self.ports[port].qlx.select,
            Register::Set(port, set, part) => self.ports[port].sets[set].part(part),
        }
    }

    /// Whether an overflow that freezes the box requests an interrupt.
    pub fn interrupts(&self) -> bool {
        self.configuration & PMI_EN != 0
    }

    /// Returns the effects of a cycle.
    pub fn cycle_effects(&self, cycle: &Cycle) -> CycleEffects {
        let mut effects = CycleEffects::default();
        for (port, events) in effects.events.iter_mut().enumerate() {
            *events = self.ports[port].events(&cycle.traffic[port], self.frozen);
        }
        for (number, counter) in self.counters.iter().enumerate() {
            let source = counter.points_to(number);
            let occurs = source.is_some_and(|(port, source)| effects.events[port] >> source & 1 == 1);
            if !occurs || !counter.is_enabled() {
                continue;
            }
            let bit = 1 << number;
            effects.reached |= bit;
            if self.frozen || cycle.clears() || cycle.writes_counter(number) {
                continue;
            }
            effects.counting |= bit;
            if counter.is_full() {
                effects.overflowing |= bit;
                effects.triggering |= if counter.freezes() { bit } else { 0 };
            }
        }
        effects
    }

    /// Updates the state at the end of a cycle.
    pub fn step(&mut self, cycle: &Cycle, effects: &CycleEffects) {
        let counters = self.counters.iter_mut().enumerate();
        counters.filter(|(number, _)| effects.counting >> number & 1 == 1).for_each(|(_, counter)| counter.count());
        if !self.frozen {
            self.ports.iter_mut().zip(&cycle.traffic).for_each(|(port, traffic)| port.accumulate(traffic));
        }
        let triggered = effects.triggering != 0;
        self.ovf = triggered;
        self.any_overflow = effects.overflowing != 0;
        self.pmi = triggered && self.interrupts();
        if let Some((register, data)) = cycle.write {
            self.write(register, data);
        }
        // Every freeze takes priority over every unfreeze (RBOX-A06).
        let freezes = triggered || cycle.freeze || cycle.commands_freeze();
        let unfreezes = cycle.unfreeze || cycle.commands_unfreeze();
        self.frozen = freezes || self.frozen && !unfreezes;
    }

    fn write(&mut self, register: Register, data: u32) {
        match register {
            Register::Global => {
                self.configuration = data & CONFIGURATION;
                if data & CLR != 0 {
                    self.counters.iter_mut().for_each(|counter| counter.count = 0);
                    self.ports.iter_mut().for_each(Port::clear);
                }
            }
            Register::Count(counter) => self.counters[counter].write_low(data),
            Register::Control(counter) => self.counters[counter].write_high(data),
            Register::Iperf(port, number) => self.ports[port].iperf[number].write(data),
            Register::Arb(port) => self.ports[port].qlx.write(data),
            Register::Set(port, set, part) => self.ports[port].sets[set].write(part, data),
        }
    }
}
