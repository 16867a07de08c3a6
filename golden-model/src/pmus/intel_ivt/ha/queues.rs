//! The occupancies of queues that the box follows (2.4.2.4, HA-A04).

use super::events::{Pin, BT_OCCUPANCY, TXR_BL_OCCUPANCY};
use crate::pmus::intel_ivt::common::pci::Register;
use crate::pmus::intel_ivt::common::BankRegister;

/// What BT_OCCUPANCY tells apart, and the schedulers of the BL egress.
pub(super) const BT: usize = 6;
pub(super) const TXR: usize = 2;

/// The largest occupancies.
const BT_MOST: u16 = 512;
const TXR_MOST: u16 = 20;

/// Bit 16 of a control register: clears the occupancies of the event that the same write selects.
const Q_OCC_RST: u64 = 1 << 16;

/// The occupancies.
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

    /// Entries of the BL egress of each scheduler.
    pub fn txr_occ(&self) -> [u16; TXR] {
        self.txr
    }

    /// The selected entries of the backup tracker together.
    #[inline]
    pub fn bt(&self, kinds: u8) -> u32 {
        selected(&self.bt, kinds)
    }

    /// The selected entries of the BL egress together.
    #[inline]
    pub fn txr(&self, schedulers: u8) -> u32 {
        selected(&self.txr, schedulers)
    }

    /// One clock; `level` fetches an input. A reset of a queue wins over what enters and leaves (HA-A02).
    #[inline]
    pub fn cycle<O>(&mut self, level: impl Fn(Pin) -> u64, written: Option<(Register<O>, u64)>) {
        let enters = kinds(level(Pin::BtAllocV), level(Pin::BtAllocCls));
        let leaves = kinds(level(Pin::BtDeallocV), level(Pin::BtDeallocCls));
        follow(&mut self.bt, enters, leaves, BT_MOST);
        follow(&mut self.txr, level(Pin::TxrBlAlloc), level(Pin::TxrBlDealloc), TXR_MOST);
        if let Some((Register::Bank(BankRegister::Control(_)), data)) = written {
            match data as u8 {
                BT_OCCUPANCY if data & Q_OCC_RST != 0 => self.bt = [0; BT],
                TXR_BL_OCCUPANCY if data & Q_OCC_RST != 0 => self.txr = [0; TXR],
                _ => {}
            }
        }
    }
}

/// The occupancies that an entry of that class belongs to, a bit for each.
#[inline]
fn kinds(valid: u64, class: u64) -> u64 {
    if valid == 0 {
        return 0;
    }
    let (read, write) = (class >> 1 & 1, class >> 2 & 1);
    // Of each pair the first is local, the second remote.
    (1 | read << 2 | write << 4) << (!class & 1)
}

/// Adds what enters and takes away what leaves, between 0 and the largest (HA-A28).
#[inline]
fn follow(occupancies: &mut [u16], enters: u64, leaves: u64, most: u16) {
    if enters == leaves {
        return;
    }
    for (index, occupancy) in occupancies.iter_mut().enumerate() {
        match (enters >> index & 1, leaves >> index & 1) {
            (1, 0) => *occupancy = most.min(*occupancy + 1),
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
