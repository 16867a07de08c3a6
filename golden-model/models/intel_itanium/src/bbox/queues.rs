//! The queues of the arbiter.

use super::accumulator::Accumulator;

/// Widths of the two accumulators in bits.
pub const SUM0: u32 = 10;
pub const SUM1: u32 = 11;

/// Modulus of the sum of several live counts.
const TOTAL: u64 = 1 << 11;

/// The conflict queues; RIAQ, WIAQ, BRAQ and CLM; one bit for each queue.
const CONFLICT: u64 = 0xFFFF_FFFF;
const STARTING: u64 = 1 << 33 | 1 << 34 | 1 << 35 | 1 << 39;

/// Meaning of a value of arbq_sel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selected {
    /// One conflict queue.
    Conflict(usize),
    /// One of the other queues.
    Queue(usize),
    /// All conflict queues (32).
    AnyConflict,
    /// RIAQ, WIAQ, BRAQ and CLM together (40).
    Starting,
    /// The conflict queues that are not empty (41).
    NotEmptyConflict,
    Nothing,
}

impl Selected {
    /// Decodes a value of six bits.
    pub fn of(value: u64) -> Self {
        match value {
            0..=31 => Self::Conflict(value as usize),
            32 => Self::AnyConflict,
            33..=37 | 39 => Self::Queue(value as usize),
            40 => Self::Starting,
            41 => Self::NotEmptyConflict,
            _ => Self::Nothing,
        }
    }

    /// Whether event 0x08 counts the carries of the accumulator (IBBOX-A18).
    pub fn overflows(self) -> bool {
        matches!(self, Self::Queue(_) | Self::NotEmptyConflict)
    }

    /// Returns the queues, one bit each, that the remove and not-empty events observe.
    fn queues(self) -> u64 {
        match self {
            Self::Conflict(queue) | Self::Queue(queue) => 1 << queue,
            Self::AnyConflict | Self::NotEmptyConflict => CONFLICT,
            Self::Starting => STARTING,
            Self::Nothing => 0,
        }
    }
}

/// Occupancies by queue number as in arbq_sel, and the accumulators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Queues {
    pub entries: [u64; 40],
    pub sums: [Accumulator; 2],
    /// Stored reserved bits of the two registers, above the sum.
    pub reserved: [u64; 2],
}

impl Default for Queues {
    fn default() -> Self {
        Self { entries: [0; 40], sums: Default::default(), reserved: [0; 2] }
    }
}

/// Returns the width in bits of the occupancy of a queue, or 0 for an unused number.
fn width(queue: usize) -> u32 {
    match queue {
        0..=31 => 7,
        33..=35 | 39 => 6,
        36 | 37 => 10,
        _ => 0,
    }
}

/// Returns the number of entries of a queue that is not a conflict queue.
fn depth(queue: usize) -> u64 {
    match queue {
        36 | 37 => 512,
        _ => 32,
    }
}

impl Queues {
    /// Returns the value of register 0, with the selected occupancy.
    pub fn read0(&self, selected: Selected) -> u64 {
        self.live(selected) << 12 | self.reserved[0] << 10 | self.sums[0].sum
    }

    /// Returns the value of register 1.
    pub fn read1(&self) -> u64 {
        self.live(Selected::AnyConflict) << 12 | self.reserved[1] << 11 | self.sums[1].sum
    }

    /// Returns the live count of a selection.
    pub fn live(&self, selected: Selected) -> u64 {
        match selected {
            Selected::NotEmptyConflict => (self.not_empty() & CONFLICT).count_ones().into(),
            _ => self.of(selected.queues()).sum::<u64>() % TOTAL,
        }
    }

    fn of(&self, queues: u64) -> impl Iterator<Item = u64> + '_ {
        self.entries.iter().enumerate().filter(move |(queue, _)| queues >> queue & 1 == 1).map(|(_, entries)| *entries)
    }

    /// Returns the queues that have entries, one bit each.
    fn not_empty(&self) -> u64 {
        self.entries.iter().enumerate().fold(0, |set, (queue, &entries)| set | u64::from(entries != 0) << queue)
    }

    /// Whether an entry is inserted into one of the selected queues.
    pub fn inserts(&self, selected: Selected, inserted: u64) -> bool {
        match selected {
            // IBBOX-A19.
            Selected::NotEmptyConflict => inserted & CONFLICT & !self.not_empty() != 0,
            _ => inserted & selected.queues() != 0,
        }
    }

    /// Whether an entry is removed from one of the selected queues.
    pub fn removes(selected: Selected, removed: u64) -> bool {
        removed & selected.queues() != 0
    }

    /// Whether one of the selected queues has entries.
    pub fn is_not_empty(&self, selected: Selected) -> bool {
        self.not_empty() & selected.queues() != 0
    }

    /// Whether one of the selected queues is full; for 41, whether a queue receives its first entry.
    pub fn is_full(&self, selected: Selected, inserted: u64) -> bool {
        let full = |queue: usize| self.entries[queue] >= depth(queue);
        match selected {
            Selected::Queue(queue) => full(queue),
            Selected::Starting => (33..40).any(|queue| STARTING >> queue & 1 == 1 && full(queue)),
            Selected::NotEmptyConflict => self.inserts(selected, inserted),
            Selected::Conflict(_) | Selected::AnyConflict | Selected::Nothing => false,
        }
    }

    /// Updates the occupancies at the end of a cycle.
    pub fn follow(&mut self, inserted: u64, removed: u64) {
        let mut changed = inserted ^ removed;
        while changed != 0 {
            let queue = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            let Some(entries) = self.entries.get_mut(queue) else { return };
            let step = if inserted >> queue & 1 == 1 { 1 } else { u64::MAX };
            *entries = entries.wrapping_add(step) & ((1 << width(queue)) - 1);
        }
    }

    /// Applies a write of a register.
    pub fn write(&mut self, register: usize, data: u64) {
        let width = [SUM0, SUM1][register];
        self.sums[register] = Accumulator::of(data & ((1 << width) - 1));
        self.reserved[register] = (data & 0xFFF) >> width;
    }
}
