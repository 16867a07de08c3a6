//! What occurs on the event lines that one counter monitors.

/// Bits of one event line: 0 to 3 occurrences in a clock.
pub(super) const LANE_WIDTH: u32 = 2;

/// Event lines in a 64-bit word of the event vector.
pub(super) const LINES_PER_WORD: usize = (u64::BITS / LANE_WIDTH) as usize;

/// The lower bit of every lane.
const LOW_BITS: u64 = 0x5555_5555_5555_5555;

/// Every other lane.
const EVEN_LANES: u64 = 0x3333_3333_3333_3333;

/// Event lines of one event, as lanes of two neighbouring words of the event vector.
///
/// An event has far fewer lines than a word has lanes. Where its lines cross from one word into the
/// next they are the last lanes of the first and the first lanes of the second, so both words fit
/// into one.
#[derive(Clone, Copy)]
pub(super) struct Monitored {
    word: usize,
    lanes: [u64; 2],
}

impl Monitored {
    /// Some lines of one event, out of an event vector of `words` 64-bit words.
    ///
    /// # Panics
    /// When the lines do not lie within two words, or there are no two words.
    pub fn new(lines: impl Iterator<Item = usize>, words: usize) -> Self {
        let mut lines = lines.peekable();
        let first = lines.peek().map_or(0, |line| line / LINES_PER_WORD);
        let word = first.min(words - 2);
        let mut lanes = [0; 2];
        for line in lines {
            let shift = (line % LINES_PER_WORD) as u32 * LANE_WIDTH;
            lanes[line / LINES_PER_WORD - word] |= 0b11 << shift;
        }
        Self { word, lanes }
    }

    /// What occurs on these lines.
    #[inline]
    pub fn of(&self, vector: &[u64]) -> Occurrences {
        let lanes = |position: usize| vector[self.word + position] & self.lanes[position];
        Occurrences(lanes(0) | lanes(1))
    }

    /// The lanes of all lines.
    pub fn lanes(&self) -> u64 {
        self.lanes[0] | self.lanes[1]
    }

    /// The position in the event vector of the line that has this lane.
    pub fn line(&self, lane: u64) -> usize {
        let word = self.word + usize::from(self.lanes[0] & lane == 0);
        word * LINES_PER_WORD + (lane.trailing_zeros() / LANE_WIDTH) as usize
    }
}

/// The lanes of the monitored lines in a clock, all other lanes 0.
#[derive(Clone, Copy)]
pub(super) struct Occurrences(u64);

impl Occurrences {
    /// The sum over the lines.
    #[inline]
    pub fn sum(self) -> u8 {
        // With at most 10 lines no partial sum outgrows its bits.
        let in_4_bits = (self.0 & EVEN_LANES) + ((self.0 >> LANE_WIDTH) & EVEN_LANES);
        let in_8_bits = (in_4_bits + (in_4_bits >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
        (in_8_bits.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8
    }

    /// Occurrences outside of some lanes; 0 when there are none.
    #[inline]
    pub fn outside(self, lanes: u64) -> u64 {
        self.0 & !lanes
    }

    /// The lane of the only line on which something occurs.
    pub fn only_lane(self) -> Option<u64> {
        let occurring = (self.0 | (self.0 >> 1)) & LOW_BITS;
        occurring.is_power_of_two().then_some(occurring * 0b11)
    }
}
