//! The frequency bands (2.7.3.2, PCU-A09).

/// Number of bands, each with a limit of 8 bits in the filter.
pub(super) const BANDS: u32 = 4;

/// The filter, and for each limit whether the frequency had reached it at the last frequency change.
#[derive(Clone, Copy, Default)]
pub(super) struct Bands {
    filter: u32,
    reached: u32,
}

impl Bands {
    /// PCU_MSR_PMON_BOX_FILTER.
    pub fn filter(&self) -> u32 {
        self.filter
    }

    /// Stores a write.
    pub fn write(&mut self, data: u64) {
        self.filter = data as u32;
    }

    /// Whether the frequency has reached the limit of a band.
    #[inline]
    pub fn is_reached(&self, band: u32) -> bool {
        self.reached >> band & 1 != 0
    }

    /// Compares a new frequency with the current limits at the end of a frequency change.
    pub fn compare(&mut self, ratio: u64) {
        let limit = |band: u32| u64::from(self.filter >> (8 * band) & 0xFF);
        self.reached = (0..BANDS).fold(0, |reached, band| reached | u32::from(ratio >= limit(band)) << band);
    }
}
