//! Which causes act on which state of a C-Box in a clock. It only looks; what happens is in [`CBox::clock`].

use super::cbox::{stored, CBox, FRZ, RST_CTRL, RST_CTRS};
use super::inputs::Inputs;
use super::registers::{Register, COUNTERS};
use crate::collisions::{CollisionTable, Collisions, Site};
use crate::pmus::ivt_common::{BankRegister, Broadcasts, Control};

/// The fields of a C-Box's table.
#[derive(Clone)]
pub(crate) struct CollisionSites {
    ctr: Site<12>,
    ctl: Site<6>,
    frz: Site<6>,
    frz_lat: Site<6>,
    box_status: Site<8>,
    ovf_msg: Site<7>,
    filter: Site<4>,
    filter1: Site<4>,
    cond_q: Site<9>,
}

/// A clock as software and the surroundings make it.
#[derive(Clone, Copy)]
pub(crate) struct Clock {
    pub rst: bool,
    /// The strap `cbox_ovf`.
    pub reports: bool,
    pub broadcasts: Broadcasts,
    pub written: Option<(Register, u64)>,
}

impl Clock {
    /// The data, if this register is written.
    fn to(&self, register: Register) -> Option<u64> {
        self.written.filter(|(written, _)| *written == register).map(|(_, data)| data)
    }

    /// Bits of a write to the box control.
    fn box_ctl(&self, mask: u64) -> bool {
        self.to(Register::BoxCtl).is_some_and(|data| data & mask != 0)
    }

    /// Something happens that can meet something else.
    #[inline]
    pub fn is_rare(&self) -> bool {
        self.rst || self.written.is_some() || self.broadcasts.freeze || self.broadcasts.unfreeze
    }
}

impl CollisionSites {
    /// The fields by name.
    ///
    /// # Panics
    /// When the table has others.
    pub fn new(table: &CollisionTable) -> Self {
        let ctr = ["reset", "rst_ctrs", "rst", "write", "unfreeze", "release", "enable", "freeze", "stop"];
        let [a, b, c, d, e, f, g, h, i] = ctr;
        let all = [a, b, c, d, e, f, g, h, i, "rst_ctrl", "select", "increment"];
        let status = ["reset", "write", "rst_ctrs", "rst", "overflow", "clear", "freeze", "rst_ctrl"];
        let filter = ["reset", "write", "rst_ctrl", "rst_ctrs"];
        let cond_q = ["reset", "rst_ctrs", "rst_ctrl", "rst", "select", "write", "freeze", "unfreeze", "condition"];
        Self {
            ctr: table.site("CTR", all),
            ctl: table.site("CTL", ["reset", "rst_ctrl", "write", "rst_ctrs", "stop", "freeze"]),
            frz: table.site("frz", ["reset", "stop", "release", "rst_ctrs", "freeze", "unfreeze"]),
            frz_lat: table.site("frz_lat", ["reset", "own", "freeze", "unfreeze", "release", "stop"]),
            box_status: table.site("BOX_STATUS", status),
            ovf_msg: table.site("ovf_msg", ["reset", "write", "rst_ctrs", "rst", "overflow", "again", "clear"]),
            filter: table.site("FILTER", filter),
            filter1: table.site("FILTER1", filter),
            cond_q: table.site("cond_q", cond_q),
        }
    }

    /// Notes the collisions of a clock, given the state at its start.
    pub fn note(&self, cbox: &CBox, inputs: &impl Inputs, clock: Clock, met: &mut Collisions) {
        let Clock { rst, broadcasts: Broadcasts { freeze, unfreeze }, .. } = clock;
        let (frz, latch) = (cbox.frz(), cbox.latch().frozen());
        let rst_ctrs = clock.box_ctl(RST_CTRS);
        let stop = clock.box_ctl(FRZ);
        let release = clock.to(Register::BoxCtl).is_some_and(|data| data & FRZ == 0);
        met.note(&self.frz, [rst, stop, release, rst_ctrs, freeze, unfreeze], frz.into());
        met.note(&self.frz_lat, [rst, cbox.ovf_msg(), freeze, unfreeze, release, stop], latch.into());
        let rst_ctrl = clock.box_ctl(RST_CTRL);
        let of = |register: Register| [rst, clock.to(register).is_some(), rst_ctrl, rst_ctrs];
        met.note(&self.filter, of(Register::Filter), cbox.filters().state());
        met.note(&self.filter1, of(Register::Filter1), cbox.filters().opc());
        self.counters(cbox, inputs, clock, met);
    }

    fn counters(&self, cbox: &CBox, inputs: &impl Inputs, clock: Clock, met: &mut Collisions) {
        let Clock { rst, broadcasts: Broadcasts { freeze, .. }, .. } = clock;
        let bank = cbox.bank();
        let (frz, latch) = (cbox.frz(), cbox.latch().frozen());
        let (rst_ctrs, rst_ctrl) = (clock.box_ctl(RST_CTRS), clock.box_ctl(RST_CTRL));
        let unfreeze = latch && clock.broadcasts.unfreeze;
        let release = frz && clock.to(Register::BoxCtl).is_some_and(|data| data & FRZ == 0);
        let stop = clock.box_ctl(FRZ);
        let status = bank.status().ov();
        let cleared = clock.to(Register::Bank(BankRegister::Status)).unwrap_or(0);
        let mut overflowing = [false; COUNTERS];
        let mut write = [false; COUNTERS];
        let mut sets_rst = [false; COUNTERS];
        for counter in 0..COUNTERS {
            let control = bank.control(counter);
            let data = clock.to(Register::Bank(BankRegister::Control(counter)));
            let new = data.map(|data| Control::new(data as u32 & stored(clock.reports)));
            let set_rst = data.is_some_and(|data| data & Control::RST != 0);
            sets_rst[counter] = set_rst;
            write[counter] = clock.to(Register::Bank(BankRegister::Counter(counter))).is_some();
            let enable = !control.en() && new.is_some_and(Control::en);
            let select = control.en() && new.is_some_and(|new| new != control);
            let alive = (control.en() || enable) && (!latch || unfreeze) && (!frz || release);
            let increment = if alive { cbox.increment(counter, inputs) } else { 0 };
            let causes = [
                rst,
                rst_ctrs,
                set_rst,
                write[counter],
                unfreeze,
                release,
                enable,
                freeze,
                stop,
                rst_ctrl,
                select,
                increment != 0,
            ];
            met.note(&self.ctr, causes, bank.count(counter));
            let event = control.ev_sel().into();
            met.note(&self.ctl, [rst, rst_ctrl, data.is_some(), rst_ctrs, stop, freeze], event);

            let condition = cbox.reaches(counter, inputs);
            let causes = [rst, rst_ctrs, rst_ctrl, set_rst, select, write[counter], freeze, unfreeze, condition];
            met.note(&self.cond_q, causes, bank.cond_q(counter).into());

            let runs = control.en() && !latch && !frz && clock.reports && control.ov_en();
            let overflow = runs && bank.carries(counter, increment);
            let clear = cleared >> counter & 1 != 0;
            let causes = [rst, write[counter], rst_ctrs, set_rst, overflow, clear, freeze, rst_ctrl];
            met.note(&self.box_status, causes, u64::from(status >> counter & 1));
            overflowing[counter] = overflow;
        }
        // The message is common: what acts on it is what the only counter that overflows does.
        let mut which = (0..COUNTERS).filter(|&counter| overflowing[counter]);
        let (written, set_rst, again, clear) = match (which.next(), which.next()) {
            (None, _) => (write.contains(&true), sets_rst.contains(&true), false, cleared & 0xF != 0),
            (Some(one), None) => (write[one], sets_rst[one], status >> one & 1 != 0, cleared >> one & 1 != 0),
            _ => return,
        };
        let overflow = overflowing.contains(&true) && !again;
        let causes = [rst, written, rst_ctrs, set_rst, overflow, again, clear];
        met.note(&self.ovf_msg, causes, cbox.ovf_msg().into());
    }
}
