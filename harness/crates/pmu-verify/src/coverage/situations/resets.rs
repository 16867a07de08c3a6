//! Lengths of resets, and resets in a row.

use super::super::hits::Hits;
use super::bins::{BinList, NumberBins};

/// The bins of resets. The reset before the first cycle of a program does not count: it is the same in each program.
#[derive(Clone, Debug, Default)]
pub(super) struct ResetBins {
    length: NumberBins,
    /// Cycles from the end of a reset to the next.
    between: NumberBins,
}

/// The resets of a program so far, by the numbers of their cycles.
#[derive(Clone, Debug, Default)]
pub(super) struct ResetHistory {
    /// The first cycle of the current or last reset.
    start: u64,
    /// The first cycle after the last reset; none before the first.
    end: Option<u64>,
}

impl ResetBins {
    pub const NAME: &str = "resets";
    pub const DOC: &str = "Number of cycles of a reset, and number of cycles between two resets.";

    pub fn new(list: &mut BinList) -> Self {
        Self {
            length: NumberBins::new(list, "length", &[1, 2, 3, 5, 9, 17]),
            between: NumberBins::new(list, "between", &[1, 2, 4, 16]),
        }
    }
}

impl ResetHistory {
    /// A reset begins in this cycle.
    pub fn begin(&mut self, bins: &ResetBins, cycle: u64, hits: &mut Hits) {
        self.start = cycle;
        if let Some(end) = self.end {
            bins.between.mark(cycle - end, hits);
        }
    }

    /// This cycle is the first after a reset. A reset that ends with the program has no such cycle and does not count, because
    /// nothing after it is compared.
    pub fn end(&mut self, bins: &ResetBins, cycle: u64, hits: &mut Hits) {
        bins.length.mark(cycle - self.start, hits);
        self.end = Some(cycle);
    }
}
