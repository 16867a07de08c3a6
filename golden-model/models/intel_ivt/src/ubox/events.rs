//! The events of the U-Box (2.2.5).

use super::ports::Inputs;
use crate::common::Control;

/// Whether the selected event occurs in the cycle. Both counters may count all events.
#[inline]
pub(super) fn occurs(control: Control, inputs: &Inputs) -> bool {
    match control.ev_sel() {
        0x42 => inputs.evt_msg & u64::from(control.umask()) != 0,
        0x44 => inputs.evt_lock,
        0x45 => inputs.evt_phold && control.umask() & 1 != 0,
        0x46 => inputs.evt_racu,
        _ => false,
    }
}
