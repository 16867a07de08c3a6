//! A box in configuration space, clock by clock.

use super::registers::Register;
use super::Events;
use crate::pmus::ivt_common::{has, Acts, Bank, Before, BoxSites, Broadcasts, CounterSet, FreezeLatch, Growth, Terms};
use crate::Collisions;

/// Fields of a write to the box control.
const RST_CTRL: u64 = 1 << 0;
const RST_CTRS: u64 = 1 << 1;
const FRZ: u64 = 1 << 8;

/// The state of a box.
#[derive(Clone)]
pub(super) struct PciBox<E: Events, const N: usize, const W: u32> {
    bank: Bank<N, W>,
    /// What the control registers select.
    events: [E::Event; N],
    /// The counters that may not count what they select.
    refused: CounterSet,
    /// The box freeze.
    frz: bool,
    latch: FreezeLatch,
}

impl<E: Events, const N: usize, const W: u32> PciBox<E, N, W> {
    /// The state after reset.
    pub fn new() -> Self {
        let bank = Bank::new();
        let mut new = Self {
            events: std::array::from_fn(|counter| E::event(bank.control(counter))),
            bank,
            refused: 0,
            frz: false,
            latch: FreezeLatch::default(),
        };
        (0..N).for_each(|counter| new.select(counter));
        new
    }

    /// Counters, control registers and status.
    #[inline]
    pub fn bank(&self) -> &Bank<N, W> {
        &self.bank
    }

    /// The box freeze.
    #[inline]
    pub fn frz(&self) -> bool {
        self.frz
    }

    /// The global freeze.
    #[inline]
    pub fn latch(&self) -> FreezeLatch {
        self.latch
    }

    /// The overflow message to the U-Box.
    #[inline]
    pub fn ovf_msg(&self) -> bool {
        self.bank.status().message()
    }

    /// What software reads.
    pub fn read(&self, register: Register) -> u64 {
        match register {
            Register::BoxCtl | Register::Nothing => 0,
            Register::Bank(register) => self.bank.read(register),
        }
    }

    /// One clock, in which software may write a register. Coverage wants to know of the refused counters in `asked`.
    #[inline]
    pub fn clock(
        &mut self,
        (events, frame): (&E, &[u64]),
        broadcasts: Broadcasts,
        written: Option<(Register, u64)>,
        asked: CounterSet,
    ) -> Growth {
        let terms = Terms {
            frozen: self.frz || self.latch.frozen(),
            reports: true,
            written: match written {
                Some((Register::Bank(register), data)) => Some((register, data)),
                _ => None,
            },
            reset: matches!(written, Some((Register::BoxCtl, data)) if data & RST_CTRS != 0),
            refused: self.refused,
            asked,
        };
        self.latch.clock(self.ovf_msg(), broadcasts);
        let selected = self.events;
        let mut growth = self.bank.clock(terms, |counter| events.raw(selected[counter], frame));
        // Only now: the clock of a write still counts as configured before (IVT-R04).
        if let Some((register, data)) = written {
            growth.selected = self.write(register, data);
            (0..N).filter(|&counter| has(growth.selected, counter)).for_each(|counter| self.select(counter));
        }
        growth
    }

    /// Notes what collides in a clock, before it happens.
    pub fn note(&self, (events, frame): (&E, &[u64]), acts: Acts, sites: &BoxSites, met: &mut Collisions) {
        if !(acts.is_rare() || self.ovf_msg()) {
            return;
        }
        let (bank, frz, latch) = (&self.bank, self.frz, self.latch.frozen());
        let before = Before { bank, frz, latch, stored: E::STORED, status_bit: 0 };
        let raw = |counter: usize| (!has(self.refused, counter)).then(|| events.raw(self.events[counter], frame));
        sites.note(&before, acts, raw, met);
    }

    /// Stores what software writes; the counters that have a new control register.
    fn write(&mut self, register: Register, data: u64) -> CounterSet {
        match register {
            Register::Nothing => 0,
            Register::BoxCtl => {
                self.frz = data & FRZ != 0;
                if data & RST_CTRS != 0 {
                    self.bank.reset_counters();
                }
                match data & RST_CTRL {
                    0 => 0,
                    _ => {
                        self.bank.reset_controls();
                        (1 << N) - 1
                    }
                }
            }
            Register::Bank(register) => {
                self.bank.write(register, data, E::STORED);
                register.selected()
            }
        }
    }

    /// Takes over what a control register selects.
    fn select(&mut self, counter: usize) {
        let control = self.bank.control(counter);
        self.events[counter] = E::event(control);
        let refused = !has(E::counters(control.ev_sel()), counter);
        self.refused = self.refused & !(1 << counter) | CounterSet::from(refused) << counter;
    }
}
