//! The counters of both cores with their select registers, pins and interrupt requests.

use super::controls::Controls;
use super::counter_set::{by_core, has, CounterSet, ALL, PER_CORE};
use super::coverage::Coverage;
use super::numbers::Numbers;
use super::occurrences::{Monitored, Occurrences};
use super::ports::CoreInputs;
use super::select::Select;

/// Bits of a counter that exist, 47:0 (10.1).
const CTR: u64 = (1 << 48) - 1;

/// State of all counters; in arrays the position is the counter's number.
#[derive(Clone)]
pub(super) struct CounterBank {
    /// PerfCtr, 48 bits.
    counters: [u64; ALL],
    /// PerfEvtSel as software reads it, 64 bits.
    selects: [u64; ALL],
    /// EVENT_SELECT and UNIT_MASK as event lines.
    monitored: [Monitored; ALL],
    /// The other fields of PerfEvtSel.
    controls: Controls,
    /// The conditions of the last unhalted clock, whether they counted or not.
    history: CounterSet,
    /// Levels of the performance monitor pins.
    pins: CounterSet,
    /// Overflows of the last clock that request an interrupt in this one.
    interrupts: CounterSet,
}

impl CounterBank {
    /// The state after reset; `select` is the reset value of PerfEvtSel.
    pub fn new(select: &Select) -> Self {
        let mut controls = Controls::default();
        (0..ALL).for_each(|counter| controls.set(counter, select));
        Self {
            counters: [0; ALL],
            selects: [select.value; ALL],
            monitored: [select.monitored; ALL],
            controls,
            history: 0,
            pins: 0,
            interrupts: 0,
        }
    }

    /// PerfCtr of a counter, bits 63:48 zero.
    #[inline]
    pub fn counter(&self, counter: usize) -> u64 {
        self.counters[counter]
    }

    /// PerfEvtSel of a counter.
    #[inline]
    pub fn select(&self, counter: usize) -> u64 {
        self.selects[counter]
    }

    /// Writes PerfCtr. Bits 63:48, the sign of a negative preset, have no place in it (10.1).
    pub fn write_counter(&mut self, counter: usize, data: u64) {
        self.counters[counter] = data & CTR;
    }

    /// Writes PerfEvtSel.
    pub fn write_select(&mut self, counter: usize, select: &Select) {
        self.selects[counter] = select.value;
        self.monitored[counter] = select.monitored;
        self.controls.set(counter, select);
    }

    /// The conditions of the last unhalted clock.
    #[inline]
    pub fn history(&self) -> CounterSet {
        self.history
    }

    /// Levels of the performance monitor pins.
    #[inline]
    pub fn pins(&self) -> CounterSet {
        self.pins
    }

    /// The counters that request an interrupt.
    #[inline]
    pub fn interrupts(&self) -> CounterSet {
        self.interrupts
    }

    /// The enabled counters that select a northbridge event.
    #[inline]
    pub fn claims(&self) -> CounterSet {
        self.controls.claims
    }

    /// One clock, in which the counters of `held` do not count.
    #[inline]
    pub fn clock(&mut self, inputs: &[CoreInputs; 2], held: CounterSet, coverage: &mut Coverage) {
        let controls = self.controls;
        let occurrences: [Occurrences; ALL] =
            std::array::from_fn(|counter| self.monitored[counter].of(inputs[counter / PER_CORE].events));
        let outcome = controls.outcome(Numbers::new(&occurrences), self.history);
        let running = by_core([&inputs[0], &inputs[1]].map(|core| if core.halted { 0 } else { !0 }));
        let counting = controls.enabled([inputs[0].cpl, inputs[1].cpl]) & running & !held;
        let increment = outcome.increment.map(|bits| bits & counting);
        let grown = increment[0] | increment[1];

        let mut any_carry = 0;
        let mut uncovered = 0;
        for (counter, value) in self.counters.iter_mut().enumerate() {
            let [ones, twos] = increment.map(|bits| u64::from(has(bits, counter)));
            *value += ones + 2 * twos;
            any_carry |= *value;
            if has(grown, counter) {
                uncovered |= coverage.uncovered(counter, occurrences[counter]);
            }
        }
        let overflows = if any_carry > CTR { self.wrap() } else { 0 };

        // The history samples what does not count as well: an event chosen while its counter is
        // off makes no edge when it is switched on (10.2).
        self.history = (outcome.condition & running) | (self.history & !running);
        let pin_on_overflow = controls.pin_on_overflow;
        self.pins ^= (overflows & pin_on_overflow) | (grown & !pin_on_overflow);
        self.interrupts = overflows & controls.interrupt;
        if uncovered != 0 {
            coverage.note(grown, &occurrences, &self.monitored);
        }
    }

    /// Drops the carries out of bit 47 and tells which counters had one.
    fn wrap(&mut self) -> CounterSet {
        let mut overflows = 0;
        for (counter, value) in self.counters.iter_mut().enumerate() {
            overflows |= CounterSet::from(*value > CTR) << counter;
            *value &= CTR;
        }
        overflows
    }
}
