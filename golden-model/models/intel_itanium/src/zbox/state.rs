//! State of the Z-Box and its update in a cycle, in the order of the specification.

use super::counters::{Counter, CLR_ALL, CNT_LO_WE};
use super::events::Occurrences;
use super::subcontrol::SubControl;

/// Number of counters of a Z-Box.
pub(super) const COUNTERS: usize = 5;

/// Number of counters that have a trigger.
const TRIGGERS: usize = 4;

/// Offsets of status register, control register 0 and counter 0.
const STATUS: u32 = 0xC98;
const CTL_0: u32 = 0xC90;
const CNT_0: u32 = 0xC60;

/// Bits of the status register.
const FRZ: u64 = 1 << 31;
const UNFRZ: u64 = 1 << 30;

/// A register of the Z-Box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Register {
    Status,
    /// Control of a counter.
    Ctl(usize),
    /// Bits 39:8 of a counter.
    Cnt(usize),
    /// The sub-control register at an offset, or no register.
    Sub(u32),
}

impl Register {
    /// Returns the register at an offset. Counters and control registers are at descending addresses.
    pub fn at(offset: u32) -> Self {
        let below = |first: u32| (0..COUNTERS).find(|&index| offset == first - 8 * index as u32);
        match (offset, below(CTL_0), below(CNT_0)) {
            (STATUS, ..) => Self::Status,
            (_, Some(index), _) => Self::Ctl(index),
            (_, _, Some(index)) => Self::Cnt(index),
            _ => Self::Sub(offset),
        }
    }
}

/// A write, by its effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Write {
    /// Bits 39:8 of a counter.
    High(usize, u64),
    /// Bits 7:0 of a counter.
    Low(usize, u64),
    /// Control fields of a counter.
    Control(usize, u64),
    /// Control fields of counter 0, and all counters are cleared.
    ClearAll(u64),
    Status(u64),
    Sub(u32, u64),
}

impl Write {
    /// Returns the effect of a write of data to an offset.
    pub fn of(offset: u32, data: u64) -> Self {
        match Register::at(offset) {
            Register::Status => Self::Status(data),
            Register::Cnt(index) => Self::High(index, data),
            Register::Ctl(index) if data & CNT_LO_WE != 0 => Self::Low(index, data),
            // Bit 22 of the other control registers is ignored.
            Register::Ctl(0) if data & CLR_ALL != 0 => Self::ClearAll(data),
            Register::Ctl(index) => Self::Control(index, data),
            Register::Sub(offset) => Self::Sub(offset, data),
        }
    }

    /// Whether it takes priority over an increment of a counter in the same cycle.
    pub fn replaces(self, counter: usize) -> bool {
        matches!(self, Self::ClearAll(_)) || matches!(self, Self::High(of, _) | Self::Low(of, _) if of == counter)
    }

    /// Whether it clears the overflow flag of a counter.
    pub fn clears(self, counter: usize) -> bool {
        matches!(self, Self::ClearAll(_)) || matches!(self, Self::Status(data) if data >> counter & 1 == 1)
    }

    pub fn freezes(self) -> bool {
        matches!(self, Self::Status(data) if data & FRZ != 0)
    }

    pub fn unfreezes(self) -> bool {
        matches!(self, Self::Status(data) if data & UNFRZ != 0)
    }
}

/// Inputs of a cycle other than events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cycle {
    pub write: Option<Write>,
    /// Pulses of the D-Box.
    pub freeze: bool,
    pub unfreeze: bool,
}

/// Increment of a counter in a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CounterStep {
    /// The number of occurrences of its event.
    pub increment: u64,
    /// It overflows, unless the box is frozen or a write takes priority.
    pub is_due: bool,
    /// The counter counts them: it runs, and no write takes priority.
    pub counts: bool,
    pub overflows: bool,
    /// The overflow freezes the box.
    pub requests: bool,
}

/// The state of a Z-Box.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ZBox {
    pub counters: [Counter; COUNTERS],
    pub sub: SubControl,
    pub frozen: bool,
    /// Overflow output to the D-Box, and interrupt.
    pub pulse: bool,
    /// `ovf_any` under DBOX-A02=any-overflow.
    pub any_overflow: bool,
    /// Bit i: the event of counter i occurred in the previous cycle.
    pub triggers: u64,
}

impl ZBox {
    /// Returns the status register.
    pub fn status(&self) -> u64 {
        let flags = self.counters.iter().enumerate().map(|(index, counter)| u64::from(counter.overflowed) << index);
        if self.frozen {
            FRZ | flags.sum::<u64>()
        } else {
            flags.sum()
        }
    }

    /// Returns the value that software reads at an offset.
    pub fn read(&self, offset: u32) -> u64 {
        match Register::at(offset) {
            Register::Status => self.status(),
            Register::Ctl(index) => self.counters[index].control_register(),
            Register::Cnt(index) => self.counters[index].high(),
            Register::Sub(offset) => self.sub.read(offset),
        }
    }

    /// Returns the increment of each counter in a cycle, given the state at its start.
    pub fn steps(&self, occurrences: &Occurrences, write: Option<Write>) -> [CounterStep; COUNTERS] {
        std::array::from_fn(|index| {
            let counter = &self.counters[index];
            let increment = occurrences.of(counter.selected(), &self.sub);
            let replaced = write.is_some_and(|write| write.replaces(index));
            let counts = increment > 0 && !self.frozen && counter.runs() && !replaced;
            let is_due = counter.runs() && counter.plus(increment).overflows;
            let overflows = counts && is_due;
            // A set flag prevents a freeze by another overflow, unless it is cleared in the same cycle (ZBOX-A06).
            let flagged = counter.overflowed && !write.is_some_and(|write| write.clears(index));
            let requests = overflows && counter.freezes_the_box() && !flagged;
            CounterStep { increment, is_due, counts, overflows, requests }
        })
    }

    /// Updates the state at the end of a cycle with these increments.
    pub fn step(&mut self, steps: &[CounterStep; COUNTERS], cycle: &Cycle) {
        let Cycle { write, freeze, unfreeze } = *cycle;
        self.any_overflow = false;
        for (index, (counter, step)) in self.counters.iter_mut().zip(steps).enumerate() {
            if step.counts {
                counter.count = counter.plus(step.increment).count;
            }
            let cleared = write.is_some_and(|write| write.clears(index));
            self.any_overflow |= step.overflows;
            counter.overflowed = step.overflows || counter.overflowed && !cleared;
        }
        self.pulse = steps.iter().any(|step| step.requests);
        let triggers = steps[..TRIGGERS].iter().enumerate().map(|(index, step)| u64::from(step.increment > 0) << index);
        self.triggers = triggers.sum();
        if self.pulse || freeze || write.is_some_and(Write::freezes) {
            self.frozen = true;
        } else if unfreeze || write.is_some_and(Write::unfreezes) {
            self.frozen = false;
        }
        match write {
            Some(Write::High(index, data)) => self.counters[index].write_high(data),
            Some(Write::Low(index, data)) => self.counters[index].write_low(data),
            Some(Write::Control(index, data)) => self.counters[index].write_control(data),
            Some(Write::ClearAll(data)) => {
                self.counters.iter_mut().for_each(|counter| counter.count = 0);
                self.counters[0].write_control(data);
            }
            Some(Write::Sub(offset, data)) => self.sub.write(offset, data),
            Some(Write::Status(_)) | None => {}
        }
    }
}
