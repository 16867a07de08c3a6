//! A bit-level UART: the host side of a simulated board's serial line.

use std::collections::VecDeque;

/// Bits of a byte on the line: a start bit, eight data bits with the lowest first, a stop bit.
const BITS: u32 = 10;

/// Serialises bytes to levels of a line. An idle line is at 1.
#[derive(Debug)]
pub struct Sender {
    cycles_per_bit: u32,
    bytes: VecDeque<u8>,
    /// The remaining bits of the byte on the line, the next one lowest.
    bits: u32,
    left: u32,
    /// The remaining cycles of the bit on the line.
    of_bit: u32,
}

impl Sender {
    /// A sender with this number of cycles for each bit.
    pub fn new(cycles: u32) -> Self {
        Self { cycles_per_bit: cycles.max(1), bytes: VecDeque::new(), bits: 1, left: 0, of_bit: 0 }
    }

    /// Adds bytes after those that wait.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend(bytes);
    }

    /// Number of bytes that wait.
    pub fn waiting(&self) -> usize {
        self.bytes.len()
    }

    /// Whether no byte waits or is on the line.
    pub fn is_idle(&self) -> bool {
        self.bytes.is_empty() && self.left == 0
    }

    /// The level in the next cycle.
    pub fn level(&mut self) -> bool {
        if self.left == 0 {
            let Some(byte) = self.bytes.pop_front() else { return true };
            self.bits = u32::from(byte) << 1 | 1 << (BITS - 1);
            (self.left, self.of_bit) = (BITS, self.cycles_per_bit);
        }
        let level = self.bits & 1 == 1;
        self.of_bit -= 1;
        if self.of_bit == 0 {
            self.bits >>= 1;
            self.left -= 1;
            self.of_bit = self.cycles_per_bit;
        }
        level
    }
}

/// Decodes bytes from the levels of a line. A byte without its stop bit is dropped.
#[derive(Debug)]
pub struct Receiver {
    cycles_per_bit: u32,
    /// Cycles until the middle of the next bit; 0 while the line is idle.
    until: u32,
    bits: u32,
    count: u32,
    /// Whether the line was at 1: only a falling edge starts a byte.
    was_high: bool,
}

impl Receiver {
    /// A receiver with this number of cycles for each bit.
    pub fn new(cycles: u32) -> Self {
        Self { cycles_per_bit: cycles.max(1), until: 0, bits: 0, count: 0, was_high: false }
    }

    /// Whether no byte is being received.
    pub fn is_idle(&self) -> bool {
        self.until == 0
    }

    /// Processes the level in a cycle; returns a byte when it is complete.
    pub fn take(&mut self, level: bool) -> Option<u8> {
        let was_high = std::mem::replace(&mut self.was_high, level);
        if self.until == 0 {
            if was_high && !level {
                (self.bits, self.count) = (0, 0);
                self.until = self.cycles_per_bit / 2 + 1;
                return self.sample(level);
            }
            return None;
        }
        self.sample(level)
    }

    fn sample(&mut self, level: bool) -> Option<u8> {
        self.until -= 1;
        if self.until > 0 {
            return None;
        }
        self.bits |= u32::from(level) << self.count;
        self.count += 1;
        self.until = self.cycles_per_bit;
        let is_false_start = self.count == 1 && level;
        if self.count < BITS && !is_false_start {
            return None;
        }
        self.until = 0;
        (level && !is_false_start).then_some((self.bits >> 1) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    fn bytes_are_received_unchanged(#[values(1, 2, 3, 4, 7, 16)] cycles: u32, #[values(0, 1, 5)] pause: u32) {
        let (mut sender, mut receiver) = (Sender::new(cycles), Receiver::new(cycles));
        let all: Vec<u8> = (0..=255).collect();
        let mut arrived = Vec::new();
        let mut cycle = |sender: &mut Sender| arrived.extend(receiver.take(sender.level()));
        cycle(&mut sender);
        for byte in &all {
            sender.push(&[*byte]);
            while !sender.is_idle() {
                cycle(&mut sender);
            }
            (0..pause).for_each(|_| cycle(&mut sender));
        }
        (0..2 * cycles).for_each(|_| cycle(&mut sender));
        assert_eq!(arrived, all);
    }

    #[test]
    fn a_break_is_not_a_byte() {
        let mut receiver = Receiver::new(4);
        let levels = std::iter::repeat_n(true, 3).chain(std::iter::repeat_n(false, 100)).chain([true; 50]);
        assert_eq!(levels.filter_map(|level| receiver.take(level)).count(), 0);
        assert!(receiver.is_idle());
    }
}
