//! Pseudo-random numbers for tests.

/// A generator (xorshift).
pub(crate) struct Random(u64);

impl Random {
    /// Creates a generator; each seed has a different sequence.
    pub fn new(seed: u64) -> Self {
        Self((seed + 1) * 0x9E37_79B9)
    }

    /// 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 ^ self.0 >> 29
    }

    /// 0 to `below` - 1.
    pub fn next(&mut self, below: u64) -> u64 {
        (self.bits() >> 11) % below
    }

    /// True once in `cycles` calls on average.
    pub fn once_in(&mut self, cycles: u64) -> bool {
        self.next(cycles) == 0
    }

    /// One of the given values.
    pub fn of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.next(values.len() as u64) as usize]
    }
}
