//! The counters of a box with their control and status registers.

use super::comparator::Comparator;
use super::control::{Compares, Control, PlainCompare};
use super::count::Count;
use super::status::{Overflows, Status};
use golden_model_common::counter_set::{has, CounterSet};
use golden_model_core::Description;
use std::marker::PhantomData;

/// A register of a bank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BankRegister {
    /// The control register of a counter.
    Control(usize),
    /// The data register of a counter.
    Counter(usize),
    /// The lower dword of a counter in configuration space.
    Low(usize),
    /// The higher dword.
    High(usize),
    /// The box status.
    Status,
}

impl BankRegister {
    /// The counters that get a new control register when it is written.
    pub fn selected(self) -> CounterSet {
        match self {
            BankRegister::Control(counter) => 1 << counter,
            BankRegister::Counter(_) | BankRegister::Low(_) | BankRegister::High(_) | BankRegister::Status => 0,
        }
    }
}

/// The `N` counters of a box for selectable events, `W` bits wide, with comparisons decoded by `C`.
#[derive(Clone)]
pub(crate) struct Bank<const N: usize, const W: u32 = 44, C = PlainCompare> {
    slices: [Slice<W>; N],
    /// The counters that are enabled or have a threshold, or did in the last cycle;
    /// the others do not change.
    live: CounterSet,
    status: Status,
    compares: PhantomData<C>,
}

/// One counter.
#[derive(Clone, Copy, Default)]
struct Slice<const W: u32> {
    control: Control,
    count: Count<W>,
    comparator: Comparator,
    /// The comparator as if the counter were allowed to count the event; used by event coverage only.
    refused: Comparator,
}

/// The overflows that set their status bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StatusSource {
    /// None: the box has no status.
    None,
    /// Those of counters with `ov_en`.
    Enabled,
    /// All: there is no `ov_en`, or it enables the message only (IVT-A16).
    All,
}

impl StatusSource {
    /// Those of a box with a status and `ov_en`.
    pub fn new(description: &Description) -> Self {
        if description.chooses("IVT-A16", "unconditional") {
            Self::All
        } else {
            Self::Enabled
        }
    }

    /// Whether an overflow of a counter with this control register sets its status bit.
    #[inline]
    pub fn reports(self, control: Control) -> bool {
        match self {
            Self::None => false,
            Self::Enabled => control.ov_en(),
            Self::All => true,
        }
    }
}

/// What a counter would do in a cycle if it ran.
#[derive(Clone, Copy, Default)]
pub(crate) struct Preview {
    pub increments: bool,
    /// It reaches its threshold.
    pub reached: bool,
    /// The increment wraps the count.
    pub carries: bool,
}

/// Everything other than its registers that determines the next state of a bank.
#[derive(Clone, Copy)]
pub(crate) struct BankInputs {
    /// The counters are frozen.
    pub frozen: bool,
    /// The overflows that are reported.
    pub status_source: StatusSource,
    /// The status bit of counter 0.
    pub first_bit: u32,
    /// Whether a new status bit of a counter with `ov_en` sends the message.
    pub sends: bool,
    /// Additional overflows, such as that of a fixed counter.
    pub others: Overflows,
    /// The register that software writes and the data.
    pub written: Option<(BankRegister, u64)>,
    /// Software resets all counters.
    pub reset: bool,
    /// The counters that may not count the event that they select.
    pub refused: CounterSet,
    /// The refused counters that event coverage asks for.
    pub requested: CounterSet,
}

impl BankInputs {
    /// The counters that software writes or resets: they neither count nor overflow (IVT-R14, IVT-R44).
    #[inline]
    fn written_or_reset(&self) -> CounterSet {
        match self.written {
            _ if self.reset => CounterSet::MAX,
            Some((BankRegister::Counter(counter) | BankRegister::Low(counter) | BankRegister::High(counter), _)) => {
                1 << counter
            }
            Some((BankRegister::Control(counter), data)) if data & Control::RST != 0 => 1 << counter,
            _ => 0,
        }
    }

    /// The status bits that software clears.
    #[inline]
    fn cleared(&self) -> u32 {
        match self.written {
            Some((BankRegister::Status, data)) => data as u32,
            _ => 0,
        }
    }
}

/// The counters in a cycle that are relevant for event coverage.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct CountResult {
    /// The counters that incremented by occurrences of their event.
    pub counted: CounterSet,
    /// The requested counters that would have incremented if they were allowed to count their event.
    pub refused: CounterSet,
    /// The counters that have a new control register from the next cycle on.
    pub selected: CounterSet,
}

impl<const N: usize, const W: u32, C: Compares> Bank<N, W, C> {
    /// The state after reset.
    pub fn new() -> Self {
        Self { slices: [Slice::default(); N], live: 0, status: Status::default(), compares: PhantomData }
    }

    /// A counter's control register.
    #[inline]
    pub fn control(&self, counter: usize) -> Control {
        self.slices[counter].control
    }

    /// A counter's value.
    #[inline]
    pub fn count(&self, counter: usize) -> u64 {
        self.slices[counter].count.value()
    }

    /// What a counter would do in a cycle if it ran and its event had the increment `raw`.
    pub fn preview(&self, counter: usize, raw: C::Raw) -> Preview {
        let Slice { control, count, mut comparator, .. } = self.slices[counter];
        let increment = comparator.add::<C>(control, raw);
        Preview { increments: increment != 0, reached: comparator.reached(), carries: count.carries(increment) }
    }

    /// Whether the condition of a counter was true in the previous cycle.
    #[inline]
    pub fn cond_q(&self, counter: usize) -> bool {
        self.slices[counter].comparator.reached()
    }

    /// The box status.
    #[inline]
    pub fn status(&self) -> Status {
        self.status
    }

    /// The value that software reads.
    pub fn read(&self, register: BankRegister) -> u64 {
        match register {
            BankRegister::Control(counter) => self.control(counter).bits().into(),
            BankRegister::Counter(counter) => self.count(counter),
            BankRegister::Low(counter) => self.slices[counter].count.low(),
            BankRegister::High(counter) => self.slices[counter].count.high(),
            BankRegister::Status => self.status.ov().into(),
        }
    }

    /// Stores a write at the end of a cycle. A control register stores the bits of `stored`.
    pub fn write(&mut self, register: BankRegister, data: u64, stored: u32) {
        match register {
            BankRegister::Control(counter) => {
                self.slices[counter].control = Control::new(data as u32 & stored);
                self.live |= 1 << counter;
                if data & Control::RST != 0 {
                    self.slices[counter].count = Count::default();
                }
            }
            BankRegister::Counter(counter) => self.slices[counter].count.write(data),
            BankRegister::Low(counter) => self.slices[counter].count.write_low(data),
            BankRegister::High(counter) => self.slices[counter].count.write_high(data),
            // The bits were already cleared in `step`.
            BankRegister::Status => {}
        }
    }

    /// Resets all counters.
    pub fn reset_counters(&mut self) {
        self.slices.iter_mut().for_each(|slice| slice.count = Count::default());
    }

    /// Resets all control registers.
    pub fn reset_controls(&mut self) {
        self.slices.iter_mut().for_each(|slice| slice.control = Control::default());
    }

    /// Executes a cycle (IVT 5.0).
    ///
    /// `raw` returns the increment of a counter's event; it is called only if the value has an effect.
    #[inline]
    pub fn step(&mut self, terms: BankInputs, mut raw: impl FnMut(usize) -> C::Raw) -> CountResult {
        let mut result = CountResult::default();
        let (mut overflows, mut idle) = (Overflows::default(), 0);
        let held = terms.written_or_reset();
        let mut live = self.live;
        while live != 0 {
            let counter = live.trailing_zeros() as usize;
            live &= live - 1;
            let slice = &mut self.slices[counter];
            let control = slice.control;
            let counts = control.en() && !terms.frozen && !has(held, counter);
            if !counts && C::never_reached(control) {
                slice.comparator.rest();
                slice.refused.rest();
                idle |= CounterSet::from(!control.en()) << counter;
                continue;
            }
            if has(terms.refused, counter) {
                slice.comparator.rest();
                if !has(terms.requested, counter) {
                    slice.refused.rest();
                } else if slice.refused.add::<C>(control, raw(counter)) != 0 && counts {
                    result.refused |= 1 << counter;
                }
                continue;
            }
            let raw = raw(counter);
            let increment = slice.comparator.add::<C>(control, raw);
            slice.refused = slice.comparator;
            if !counts || increment == 0 {
                continue;
            }
            // An inverted comparison is also true in a cycle without the event.
            result.counted |= CounterSet::from(C::value(raw) != 0) << counter;
            if slice.count.add(increment) && terms.status_source.reports(control) {
                overflows.set |= 1 << counter;
                overflows.sent |= u32::from(terms.sends && control.ov_en()) << counter;
            }
        }
        self.live &= !idle;
        let Overflows { set, sent } = terms.others;
        let new =
            Overflows { set: overflows.set << terms.first_bit | set, sent: overflows.sent << terms.first_bit | sent };
        self.status.step(new, terms.cleared());
        result
    }
}
