//! Number of occurrences of each event in a cycle (5.7.7).

use super::subcontrol::SubControl;

/// Values of the inputs that belong to one event code, by code; 0 for a code without an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SingleEventInputs(pub [u64; 64]);

impl Default for SingleEventInputs {
    fn default() -> Self {
        Self([0; 64])
    }
}

/// Inputs of a cycle for the events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Occurrences {
    /// Values of the inputs that belong to one event code.
    pub own: SingleEventInputs,
    /// Thermal trip points, bit 4 * DIMM + condition.
    pub up: u64,
    pub down: u64,
    /// Type of a frame.
    pub frame: Option<u64>,
    /// A DRAM command.
    pub dram: Option<u64>,
    /// Whether its address matches.
    pub address_matches: bool,
    /// The scheduling mode.
    pub mode: u64,
    /// FVID of a retry.
    pub retry: Option<u64>,
    /// FVC lines by code, without commands and responses.
    pub fvc: [bool; 8],
    /// A command of the B-Box.
    pub command: Option<u64>,
    /// A response to the B-Box.
    pub response: Option<u64>,
    /// Open-page mode.
    pub open: bool,
    /// A command enters a dispatch queue; whether it is a write.
    pub insert: Option<bool>,
    pub opened_to_closed: bool,
    pub closed_to_opened: bool,
    /// Rank of a conflict with thermal throttling.
    pub conflict: Option<u64>,
    /// The dispatch queue is empty.
    pub empty: bool,
}

/// Number of scheduling modes, static and adaptive; other codes match nothing.
const MODES: u64 = 4;

/// Whether a code is a B-Box command (Table 5-58).
fn is_command(code: u64) -> bool {
    !matches!(code, 9 | 11 | 13 | 14)
}

/// Whether a code is a frame type (Table 5-50).
fn is_frame(code: u64) -> bool {
    matches!(code, 0..=3 | 8 | 12)
}

impl Occurrences {
    /// Returns the increment for an event code.
    pub fn of(&self, code: usize, sub: &SubControl) -> u64 {
        let happens = match code {
            0x04 => trips(self.up, sub.up(), sub.dimm()),
            0x05 => trips(self.down, sub.down(), sub.dimm()),
            0x09 => self.frame == Some(sub.frame()) && is_frame(sub.frame()),
            0x0A => self.dram == Some(sub.dram_command()) && self.passes(sub),
            0x0B => self.retry.is_some_and(|fvid| sub.fvid().is_none_or(|one| one == fvid)),
            0x0D..=0x10 => self.slot(sub.slot(code as u32 - 0x0D), sub),
            0x11 => self.open == sub.open_time(),
            0x12 => self.insert.is_some_and(|write| match sub.inserts() {
                0 => true,
                1 => write,
                2 => !write,
                _ => false,
            }),
            0x14 => self.own.0[0x14] == 1 && self.open,
            0x16 if sub.closed_to_open() => self.closed_to_opened,
            0x16 => self.opened_to_closed,
            0x19 => self.conflict.is_some_and(|rank| sub.rank().is_none_or(|one| one == rank)),
            0x1A => self.command.is_some(),
            0x1B => true,
            0x20 => self.empty == sub.empty_queue(),
            0x24 => self.mode == sub.mode() && sub.mode() < MODES,
            // A separate line or amount; 0 for a code without an event.
            _ => return self.own.0[code],
        };
        happens.into()
    }

    /// Whether a DRAM command passes the filters other than its code.
    fn passes(&self, sub: &SubControl) -> bool {
        let in_mode = self.mode == sub.command_mode() && sub.command_mode() < MODES;
        (!sub.in_mode() || in_mode) && (!sub.address() || self.address_matches)
    }

    fn slot(&self, kind: u64, sub: &SubControl) -> bool {
        match kind {
            5 => self.command == Some(sub.command()) && is_command(sub.command()),
            // Code 6 is reserved.
            6 => self.response == Some(sub.response()) && sub.response() != 6,
            line => self.fvc[line as usize],
        }
    }
}

/// Whether a DIMM, or with `None` any DIMM, crosses the trip point of a condition.
fn trips(crossed: u64, condition: u64, dimm: Option<u64>) -> bool {
    let of = |dimm: u64| crossed >> (4 * dimm + condition) & 1 == 1;
    dimm.map_or_else(|| (0..8).any(of), of)
}
