//! Records which causes act on which state of a box in a cycle, for the tables that all boxes share.

use super::control::PlainCompare;
use super::{Bank, BankRegister, BoxCtl, Broadcasts, Compares, Control, StatusSource};
use crate::collisions::{CollisionCoverage, CollisionSite, CollisionTable};

/// The fields of the tables.
#[derive(Clone)]
pub(crate) struct BoxSites {
    ctr: CollisionSite<12>,
    ctl: CollisionSite<6>,
    frz: CollisionSite<6>,
    cond_q: CollisionSite<9>,
    /// The sites of a box that reports its overflows.
    report: Option<StatusSites>,
}

#[derive(Clone)]
struct StatusSites {
    freeze: FreezeSites,
    box_status: CollisionSite<8>,
}

/// Sites of the global freeze of a box.
#[derive(Clone)]
enum FreezeSites {
    /// The box is also frozen by its own overflow message.
    Message { frz_lat: CollisionSite<6>, ovf_msg: CollisionSite<7> },
    /// The box is frozen by broadcasts only; it sends no message.
    Broadcast { frz_lat: CollisionSite<5> },
}

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

    /// Whether the box control is written with data that satisfies `what`.
    fn asks(&self, what: fn(BoxCtl) -> bool) -> bool {
        self.box_ctl.is_some_and(what)
    }

    fn release(&self) -> bool {
        self.asks(|data| !data.freezes())
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
    pub frz: bool,
    pub latch: bool,
    /// The bits of a control register that are stored.
    pub stored: u32,
    /// Position of the status bit of counter 0.
    pub status_bit: u32,
    /// The overflows that set their status bit.
    pub source: StatusSource,
}

impl BoxSites {
    /// Looks up the fields by name.
    ///
    /// # Panics
    /// Panics if the table has other fields.
    pub fn new(table: &CollisionTable) -> Self {
        let ctr = ["reset", "rst_ctrs", "rst", "write", "unfreeze", "release", "enable", "freeze", "stop"];
        let [a, b, c, d, e, f, g, h, i] = ctr;
        let cond_q = ["reset", "rst_ctrs", "rst_ctrl", "rst", "select", "write", "freeze", "unfreeze", "condition"];
        let reports = table.fields.iter().any(|field| field.name == "BOX_STATUS");
        Self {
            ctr: table.site("CTR", [a, b, c, d, e, f, g, h, i, "rst_ctrl", "select", "increment"]),
            ctl: table.site("CTL", ["reset", "rst_ctrl", "write", "rst_ctrs", "stop", "freeze"]),
            frz: table.site("frz", ["reset", "stop", "release", "rst_ctrs", "freeze", "unfreeze"]),
            cond_q: table.site("cond_q", cond_q),
            report: reports.then(|| StatusSites::new(table)),
        }
    }

    /// Records the collisions of a cycle. `raw` returns the increment of a counter's event,
    /// `None` if it may not count it.
    pub fn record<const N: usize, const W: u32, C: Compares>(
        &self,
        before: &StartState<N, W, C>,
        acts: ActiveCauses,
        raw: impl Fn(usize) -> Option<u32>,
        collisions: &mut CollisionCoverage,
    ) {
        let Broadcasts { freeze, unfreeze } = acts.broadcasts;
        let (rst_ctrs, stop, release) =
            (acts.asks(BoxCtl::resets_counters), acts.asks(BoxCtl::freezes), acts.release());
        collisions.record(&self.frz, [acts.rst, stop, release, rst_ctrs, freeze, unfreeze], before.frz.into());
        let increments: [u32; N] = std::array::from_fn(|counter| self.counter(counter, before, acts, &raw, collisions));
        if let Some(report) = &self.report {
            report.record(before, acts, increments, collisions);
        }
    }

    /// Records the collisions at a counter, its control and its comparison, given
    /// the increment of its event.
    fn counter<const N: usize, const W: u32, C: Compares>(
        &self,
        counter: usize,
        before: &StartState<N, W, C>,
        acts: ActiveCauses,
        raw: &impl Fn(usize) -> Option<u32>,
        collisions: &mut CollisionCoverage,
    ) -> u32 {
        let StartState { bank, frz, latch, stored, .. } = *before;
        let Broadcasts { freeze, .. } = acts.broadcasts;
        let (rst_ctrs, rst_ctrl, stop) =
            (acts.asks(BoxCtl::resets_counters), acts.asks(BoxCtl::resets_controls), acts.asks(BoxCtl::freezes));
        let (unfreeze, release) = (latch && acts.broadcasts.unfreeze, frz && acts.release());
        let control = bank.control(counter);
        let data = acts.to(BankRegister::Control(counter));
        let new = data.map(|data| Control::new(data as u32 & stored));
        let rst = data.is_some_and(|data| data & Control::RST != 0);
        let written = |of: fn(usize) -> BankRegister| acts.to(of(counter)).is_some();
        let write = written(BankRegister::Counter) || written(BankRegister::Low);
        let enable = !control.en() && new.is_some_and(Control::en);
        let select = control.en() && new.is_some_and(|new| new != control);
        let alive = (control.en() || enable) && (!latch || unfreeze) && (!frz || release);
        let raw = raw(counter);
        let increment = raw.map_or(0, |raw| bank.increment(counter, raw));
        let counts = alive && increment != 0;
        let causes =
            [acts.rst, rst_ctrs, rst, write, unfreeze, release, enable, freeze, stop, rst_ctrl, select, counts];
        collisions.record(&self.ctr, causes, bank.count(counter));
        let event = control.ev_sel().into();
        collisions.record(&self.ctl, [acts.rst, rst_ctrl, data.is_some(), rst_ctrs, stop, freeze], event);
        let condition = raw.is_some_and(|raw| bank.reaches(counter, raw));
        let causes = [acts.rst, rst_ctrs, rst_ctrl, rst, select, write, freeze, unfreeze, condition];
        collisions.record(&self.cond_q, causes, bank.cond_q(counter).into());
        increment
    }
}

impl StatusSites {
    fn new(table: &CollisionTable) -> Self {
        let status = ["reset", "write", "rst_ctrs", "rst", "overflow", "clear", "freeze", "rst_ctrl"];
        let causes = ["reset", "write", "rst_ctrs", "rst", "overflow", "again", "clear"];
        let sends = table.fields.iter().any(|field| field.name == "ovf_msg");
        let freeze = if sends {
            FreezeSites::Message {
                frz_lat: table.site("frz_lat", ["reset", "own", "freeze", "unfreeze", "release", "stop"]),
                ovf_msg: table.site("ovf_msg", causes),
            }
        } else {
            FreezeSites::Broadcast {
                frz_lat: table.site("frz_lat", ["reset", "freeze", "unfreeze", "release", "stop"]),
            }
        };
        Self { freeze, box_status: table.site("BOX_STATUS", status) }
    }

    fn record<const N: usize, const W: u32, C: Compares>(
        &self,
        before: &StartState<N, W, C>,
        acts: ActiveCauses,
        increments: [u32; N],
        collisions: &mut CollisionCoverage,
    ) {
        let StartState { bank, frz, latch, status_bit, source: reports, .. } = *before;
        let ActiveCauses { rst: reset, broadcasts: Broadcasts { freeze, unfreeze }, .. } = acts;
        let (rst_ctrs, rst_ctrl) = (acts.asks(BoxCtl::resets_counters), acts.asks(BoxCtl::resets_controls));
        let message = bank.status().message();
        let (release, stop) = (acts.release(), acts.asks(BoxCtl::freezes));
        match &self.freeze {
            FreezeSites::Message { frz_lat, .. } => {
                collisions.record(frz_lat, [reset, message, freeze, unfreeze, release, stop], latch.into());
            }
            FreezeSites::Broadcast { frz_lat } => {
                collisions.record(frz_lat, [reset, freeze, unfreeze, release, stop], latch.into());
            }
        }
        let bit = |word: u64, counter: usize| word >> (counter as u32 + status_bit) & 1 != 0;
        let status = |counter: usize| bit(bank.status().ov().into(), counter);
        let cleared = acts.to(BankRegister::Status).unwrap_or(0);
        let clear = |counter: usize| bit(cleared, counter);
        let write = |counter: usize| {
            [BankRegister::Counter(counter), BankRegister::Low(counter)].iter().any(|&one| acts.to(one).is_some())
        };
        let rst = |counter: usize| acts.to(BankRegister::Control(counter)).is_some_and(|data| data & Control::RST != 0);
        let overflows = |counter: usize| {
            let control = bank.control(counter);
            let reported = match reports {
                StatusSource::All => true,
                StatusSource::Enabled => control.ov_en(),
                StatusSource::None => false,
            };
            let runs = control.en() && !latch && !frz && reported;
            runs && bank.carries(counter, increments[counter])
        };
        for counter in 0..N {
            let (overflow, clear) = (overflows(counter), clear(counter));
            let causes = [reset, write(counter), rst_ctrs, rst(counter), overflow, clear, freeze, rst_ctrl];
            collisions.record(&self.box_status, causes, status(counter).into());
        }
        let FreezeSites::Message { ovf_msg, .. } = &self.freeze else {
            return;
        };
        // The counters share one message: if exactly one of them overflows, only the
        // causes at that counter count.
        let mut which = (0..N).filter(|&counter| overflows(counter));
        let (first, only) = (which.next(), which.next().is_none());
        let causes = match (first, only) {
            (None, _) => {
                let any = |of: &dyn Fn(usize) -> bool| (0..N).any(of);
                [reset, any(&write), rst_ctrs, any(&rst), false, false, any(&clear)]
            }
            (Some(one), true) => [reset, write(one), rst_ctrs, rst(one), !status(one), status(one), clear(one)],
            _ => return,
        };
        collisions.record(ovf_msg, causes, message.into());
    }
}
