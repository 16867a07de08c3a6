//! The frequency bands (2.7.3.2, PCU-A09).

/// Bands, each with a limit of 8 bits in the filter.
pub(super) const BANDS: u32 = 4;

/// The filter and whether the frequency reached each of its limits when it was set.
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

    /// Takes what software writes.
    pub fn write(&mut self, data: u64) {
        self.filter = data as u32;
    }

    /// Whether the frequency reached the limit of a band.
    #[inline]
    pub fn is_reached(&self, band: u32) -> bool {
        self.reached >> band & 1 != 0
    }

    /// A frequency change is done: compares with the limits as they are.
    pub fn compare(&mut self, ratio: u64) {
        let limit = |band: u32| u64::from(self.filter >> (8 * band) & 0xFF);
        self.reached = (0..BANDS).fold(0, |reached, band| reached | u32::from(ratio >= limit(band)) << band);
    }
}
