//! A C-Box of the socket, which knows its number and has its strap from the socket.

use crate::pmus::ivt_cbox::{PlacedCBox, Register};
use crate::pmus::ivt_common::{BankRegister, Broadcasts, PlacedBox, Rows};
use crate::{Bits, CountedRows, Pmu};

/// A C-Box with what identifies it.
#[derive(Clone)]
pub(super) struct SocketCBox {
    cbox: PlacedCBox,
    number: u32,
    cbox_ovf: Bits,
}

impl SocketCBox {
    /// The C-Box that is the unit at this position.
    pub fn new(pmu: &Pmu, unit: usize) -> Self {
        let number = pmu.description.units[unit].index as u32;
        Self { cbox: PlacedCBox::new(pmu, unit), number, cbox_ovf: pmu.input("cbox_ovf") }
    }

    /// Whether the C-Boxes report overflows.
    #[inline]
    fn reports(&self, frame: &[u64]) -> bool {
        self.cbox_ovf.get(frame) != 0
    }
}

impl PlacedBox for SocketCBox {
    type Register = Register;

    #[inline]
    fn at(&self, address: u32, frame: &[u64]) -> Option<Register> {
        Register::at(address, self.number, self.reports(frame))
    }

    fn is_setting(register: Register) -> bool {
        register.is_setting()
    }

    fn is_status(register: Register) -> bool {
        register == Register::Bank(BankRegister::Status)
    }

    fn read(&self, register: Register, frame: &[u64]) -> u64 {
        self.cbox.cbox().read(register, self.reports(frame))
    }

    #[inline]
    fn ovf_msg(&self) -> bool {
        self.cbox.cbox().ovf_msg()
    }

    #[inline]
    fn is_frozen(&self) -> bool {
        self.cbox.cbox().latch().frozen()
    }

    fn settings(&self, words: &mut [u64]) {
        self.cbox.settings(words);
    }

    #[inline]
    fn observe(&self, words: &mut [u64]) {
        self.cbox.observe(words);
    }

    fn reset(&mut self, _: Option<&[u64]>, marks: &CountedRows, rows: &Rows) {
        self.cbox.reset(marks, rows);
    }

    fn restart_coverage(&mut self, marks: &CountedRows, rows: &Rows) {
        self.cbox.restart_coverage(marks, rows);
    }

    #[inline]
    fn clock(
        &mut self,
        frame: &[u64],
        broadcasts: Broadcasts,
        written: Option<(Register, u64)>,
        covered: (&mut CountedRows, &Rows),
    ) {
        self.cbox.clock(frame, broadcasts, self.reports(frame), written, covered);
    }
}
