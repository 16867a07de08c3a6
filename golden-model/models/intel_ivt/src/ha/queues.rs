//! The queue occupancies that the box tracks (2.4.2.4, HA-A04).

use super::events::{Pin, BT_OCCUPANCY, TXR_BL_OCCUPANCY};
use crate::common::pci::Register;
use crate::common::BankRegister;

/// The kinds of entries that BT_OCCUPANCY distinguishes, and the schedulers of the BL egress.
pub(super) const BT: usize = 6;
pub(super) const TXR: usize = 2;

/// The largest occupancies.
const BT_MAX: u16 = 512;
const TXR_MAX: u16 = 20;

/// Bit 16 of a control register: clears the occupancies of the event that the same write selects.
const Q_OCC_RST: u64 = 1 << 16;

/// The tracked occupancies.
#[derive(Clone, Copy, Default)]
pub(crate) struct Queues {
    bt: [u16; BT],
    txr: [u16; TXR],
}

impl Queues {
    /// Entries of the backup tracker, in the order of the umask of BT_OCCUPANCY.
    pub fn bt_occ(&self) -> [u16; BT] {
        self.bt
    }

    /// Entries of each scheduler in the BL egress.
    pub fn txr_occ(&self) -> [u16; TXR] {
        self.txr
    }

    /// The sum of the selected entries of the backup tracker.
    #[inline]
    pub fn bt(&self, kinds: u8) -> u32 {
        selected(&self.bt, kinds)
    }

    /// The sum of the selected entries of the BL egress.
    #[inline]
    pub fn txr(&self, schedulers: u8) -> u32 {
        selected(&self.txr, schedulers)
    }

    /// Executes a cycle; `level` fetches an input.
    ///
    /// A reset of a queue takes priority over entries that enter and leave (HA-A02).
    #[inline]
    pub fn step<O>(&mut self, level: impl Fn(Pin) -> u64, written: Option<(Register<O>, u64)>) {
        let enters = kinds(level(Pin::BtAllocV), level(Pin::BtAllocCls));
        let leaves = kinds(level(Pin::BtDeallocV), level(Pin::BtDeallocCls));
        follow(&mut self.bt, enters, leaves, BT_MAX);
        follow(&mut self.txr, level(Pin::TxrBlAlloc), level(Pin::TxrBlDealloc), TXR_MAX);
        if let Some((Register::Bank(BankRegister::Control(_)), data)) = written {
            match data as u8 {
                BT_OCCUPANCY if data & Q_OCC_RST != 0 => self.bt = [0; BT],
                TXR_BL_OCCUPANCY if data & Q_OCC_RST != 0 => self.txr = [0; TXR],
                _ => {}
            }
        }
    }
}

/// The occupancies that count an entry of this class, one bit for each.
#[inline]
fn kinds(valid: u64, class: u64) -> u64 {
    if valid == 0 {
        return 0;
    }
    let (read, write) = (class >> 1 & 1, class >> 2 & 1);
    // The first of each pair is local, the second remote.
    (1 | read << 2 | write << 4) << (!class & 1)
}

/// Adds entries that enter and subtracts those that leave, limited to 0 and `max` (HA-A28).
#[inline]
fn follow(occupancies: &mut [u16], enters: u64, leaves: u64, max: u16) {
    if enters == leaves {
        return;
    }
    for (index, occupancy) in occupancies.iter_mut().enumerate() {
        match (enters >> index & 1, leaves >> index & 1) {
            (1, 0) => *occupancy = max.min(*occupancy + 1),
            (0, 1) => *occupancy = occupancy.saturating_sub(1),
            _ => {}
        }
    }
}

#[inline]
fn selected(occupancies: &[u16], mask: u8) -> u32 {
    let chosen = occupancies.iter().enumerate().filter(|(index, _)| mask >> index & 1 != 0);
    chosen.map(|(_, &occupancy)| u32::from(occupancy)).sum()
}
