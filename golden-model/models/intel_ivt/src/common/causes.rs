//! Causes that can act on the state of a box in a cycle.

use super::control::PlainCompare;
use super::{Bank, BankRegister, BoxCtl, BoxFreeze, Broadcasts, Compares, Control, Preview, StatusSource};

/// Reset, broadcasts and write in one cycle.
#[derive(Clone, Copy)]
pub(crate) struct ActiveCauses {
    pub rst: bool,
    pub broadcasts: Broadcasts,
    /// The data of a write to the box control.
    pub box_ctl: Option<BoxCtl>,
    /// The bank register that is written, and the data.
    pub written: Option<(BankRegister, u64)>,
}

impl ActiveCauses {
    /// The data of a write to this register, if there is one.
    fn to(&self, register: BankRegister) -> Option<u64> {
        self.written.filter(|(written, _)| *written == register).map(|(_, data)| data)
    }

    /// Resets of the controls and of the counters, freeze and release by a write of the box control.
    pub fn box_control(&self) -> [bool; 4] {
        let asks = |data: BoxCtl| [data.resets_controls(), data.resets_counters(), data.freezes(), !data.freezes()];
        self.box_ctl.map_or([false; 4], asks)
    }

    /// Whether the cycle has a cause that can coincide with another.
    #[inline]
    pub fn is_rare(&self) -> bool {
        let Broadcasts { freeze, unfreeze } = self.broadcasts;
        self.rst || self.box_ctl.is_some() || self.written.is_some() || freeze || unfreeze
    }
}

/// A box at the start of a cycle.
pub(crate) struct StartState<'b, const N: usize, const W: u32, C = PlainCompare> {
    pub bank: &'b Bank<N, W, C>,
    pub freeze: BoxFreeze,
    /// The bits of a control register that are stored.
    pub stored: u32,
    /// Position of the status bit of counter 0.
    pub status_bit: u32,
    /// The overflows that set their status bit.
    pub source: StatusSource,
}

/// Causes that act on a counter in a cycle, and its status bit.
pub(crate) struct CounterCauses {
    pub write: bool,
    /// Its control register is written.
    pub control: bool,
    pub rst: bool,
    pub enable: bool,
    /// It is disabled, and its overflows are no longer reported.
    pub disable: bool,
    pub select: bool,
    pub increment: bool,
    pub condition: bool,
    /// It overflows, unless a write prevents it, and sets its status bit.
    pub overflow: bool,
    /// If the status bit is new, this sends the message.
    pub sends: bool,
    pub clear: bool,
    pub status: bool,
}

impl CounterCauses {
    /// The causes at a counter whose event has the increment `raw`, `None` if it may not count it.
    pub fn of<const N: usize, const W: u32, C: Compares>(
        counter: usize,
        before: &StartState<N, W, C>,
        acts: ActiveCauses,
        raw: Option<C::Raw>,
    ) -> Self {
        let StartState { bank, freeze, stored, status_bit, source } = *before;
        let [_, _, _, release] = acts.box_control();
        let control = bank.control(counter);
        let data = acts.to(BankRegister::Control(counter));
        let new = data.map(|data| Control::new(data as u32 & stored));
        let written = |register: BankRegister| acts.to(register).is_some();
        let enable = !control.en() && new.is_some_and(Control::en);
        let held = freeze.latch().frozen() && !acts.broadcasts.unfreeze || freeze.frz() && !release;
        let alive = (control.en() || enable) && !(freeze.can_freeze() && held);
        let preview = raw.map_or_else(Preview::default, |raw| bank.preview(counter, raw));
        let bit = |word: u64| word >> (counter as u32 + status_bit) & 1 != 0;
        let overflow = control.en() && !freeze.is_frozen() && source.reports(control) && preview.carries;
        Self {
            write: written(BankRegister::Counter(counter)) || written(BankRegister::Low(counter)),
            control: data.is_some(),
            rst: data.is_some_and(|data| data & Control::RST != 0),
            enable,
            disable: control.en() && new.is_some_and(|new| !new.en() && !new.ov_en()),
            select: control.en() && new.is_some_and(|new| new != control),
            increment: alive && preview.increments,
            condition: preview.reached,
            overflow,
            sends: overflow && control.ov_en() && freeze.sends(),
            clear: bit(acts.to(BankRegister::Status).unwrap_or(0)),
            status: bit(bank.status().ov().into()),
        }
    }
}
