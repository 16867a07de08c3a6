//! Occurrences on the event lines that one counter monitors.

/// Width of one event line in bits: 0 to 3 occurrences in a cycle.
pub(super) const LANE_WIDTH: u32 = 2;

/// Event lines in a 64-bit word of the event vector.
pub(super) const LINES_PER_WORD: usize = (u64::BITS / LANE_WIDTH) as usize;

/// The lower bit of every lane.
const LOW_BITS: u64 = 0x5555_5555_5555_5555;

/// The lower lane of every pair.
const EVEN_LANES: u64 = 0x3333_3333_3333_3333;

/// Event lines of one event, as lanes of two adjacent words of the event vector.
///
/// An event has far fewer lines than a word has lanes. If its lines cross a word boundary, they are
/// the last lanes of the first word and the first lanes of the second, so both words can be combined
/// into one without overlap.
#[derive(Clone, Copy)]
pub(super) struct Monitored {
    word: usize,
    lanes: [u64; 2],
}

impl Monitored {
    /// Selects lines of one event, given an event vector of `words` 64-bit words.
    ///
    /// # Panics
    /// Panics if the lines are not within two adjacent words, or if the vector has fewer than two words.
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

    /// The occurrences on these lines.
    #[inline]
    pub fn of(&self, vector: &[u64]) -> Occurrences {
        let lanes = |position: usize| vector[self.word + position] & self.lanes[position];
        Occurrences(lanes(0) | lanes(1))
    }

    /// The lanes of all monitored lines.
    pub fn lanes(&self) -> u64 {
        self.lanes[0] | self.lanes[1]
    }

    /// The position in the event vector of the line in this lane.
    pub fn line(&self, lane: u64) -> usize {
        let word = self.word + usize::from(self.lanes[0] & lane == 0);
        word * LINES_PER_WORD + (lane.trailing_zeros() / LANE_WIDTH) as usize
    }
}

/// The lanes of the monitored lines in a cycle, all other lanes 0.
#[derive(Clone, Copy)]
pub(super) struct Occurrences(u64);

impl Occurrences {
    /// The sum over all lines.
    #[inline]
    pub fn sum(self) -> u8 {
        // With at most 10 lines, no partial sum overflows its field.
        let in_4_bits = (self.0 & EVEN_LANES) + ((self.0 >> LANE_WIDTH) & EVEN_LANES);
        let in_8_bits = (in_4_bits + (in_4_bits >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
        (in_8_bits.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8
    }

    /// The occurrences outside the given lanes; 0 if there are no others.
    #[inline]
    pub fn outside(self, lanes: u64) -> u64 {
        self.0 & !lanes
    }

    /// The lane of the only line with occurrences; `None` if no line or several lines have occurrences.
    pub fn only_lane(self) -> Option<u64> {
        let occurring = (self.0 | (self.0 >> 1)) & LOW_BITS;
        occurring.is_power_of_two().then_some(occurring * 0b11)
    }
}
