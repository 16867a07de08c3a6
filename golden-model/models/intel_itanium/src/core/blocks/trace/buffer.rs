//! The storage of the trace buffer: entries, index and extension.

use super::super::Write;
use crate::core::registers::Register;

/// An entry of the buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entry {
    /// PMD48 to 63.
    pub value: u64,
    /// Four bits of PMD39.
    pub extension: u64,
}

/// PMD38, PMD39 and PMD48 to 63.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Buffer {
    /// PMD38: the next index in bits 3:0, full in bit 5.
    pub index: u64,
    /// PMD39 as stored.
    pub extension: u64,
    /// PMD48 to 63.
    pub entries: [u64; 16],
}

const FULL: u64 = 1 << 5;

impl Buffer {
    /// Updates the buffer at the end of a cycle. A write takes priority over the update of its register only (IPF-R024).
    pub fn step(&mut self, entries: impl Iterator<Item = Entry>, write: Option<Write>, extension_bits: u64) {
        for Entry { value, extension } in entries {
            let at = self.index & 15;
            self.entries[at as usize] = value;
            let low = nibble(at);
            self.extension = self.extension & !(15 << low) | extension << low;
            let wraps = u64::from(at == 15) * FULL;
            self.index = self.index & FULL | wraps | (at + 1) & 15;
        }
        if let Some(Write { register: Register::Pmd(number), data }) = write {
            match number {
                38 => self.index = data & 0x2F,
                39 => self.extension = data & extension_bits,
                48..=63 => self.entries[usize::from(number) - 48] = data,
                _ => {}
            }
        }
    }
}

/// Returns the lowest bit of an entry's extension in PMD39: its even nibbles belong to PMD48 to 55.
fn nibble(entry: u64) -> u64 {
    4 * if entry < 8 { 2 * entry } else { 2 * (entry - 8) + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_alternate_between_buffer_halves() {
        let positions: Vec<u64> = (0..16).map(|entry| nibble(entry) / 4).collect();
        assert_eq!(positions, [0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15]);
    }

    #[test]
    fn index_wraps_in_each_step() {
        for (from, steps, to) in [(15, 1, FULL), (14, 2, FULL), (15, 2, FULL | 1), (3, 1, 4), (FULL | 3, 2, FULL | 5)] {
            let mut buffer = Buffer { index: from, ..Buffer::default() };
            buffer.step(std::iter::repeat_n(Entry::default(), steps), None, u64::MAX);
            assert_eq!(buffer.index, to);
        }
    }

    #[test]
    fn index_write_does_not_move_an_entry() {
        let mut buffer = Buffer { index: 3, ..Buffer::default() };
        let write = Write { register: Register::Pmd(38), data: u64::MAX };
        buffer.step([Entry { value: 7, extension: 2 }].into_iter(), Some(write), u64::MAX);
        assert_eq!((buffer.index, buffer.entries[3], buffer.extension), (0x2F, 7, 2 << 24));
    }
}
