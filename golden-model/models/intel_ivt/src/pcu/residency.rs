//! The counters of cycles with a core in a deep C-state (2.7.2, PCU-A14, PCU-A15).

use super::events::cores;
use super::registers::CState;

/// The residency counters, which wrap at 64 bits.
#[derive(Clone, Copy, Default)]
pub(super) struct Residency {
    c3: u64,
    c6: u64,
}

impl Residency {
    /// The residency count of a state.
    #[inline]
    pub fn count(&self, state: CState) -> u64 {
        match state {
            CState::C3 => self.c3,
            CState::C6 => self.c6,
        }
    }

    /// Executes a cycle with these core states; a written value replaces the count.
    #[inline]
    pub fn step(&mut self, states: u64, written: Option<(CState, u64)>) {
        self.c3 = self.c3.wrapping_add((cores(states, 2) != 0).into());
        self.c6 = self.c6.wrapping_add((cores(states, 3) != 0).into());
        match written {
            Some((CState::C3, data)) => self.c3 = data,
            Some((CState::C6, data)) => self.c6 = data,
            None => {}
        }
    }
}
