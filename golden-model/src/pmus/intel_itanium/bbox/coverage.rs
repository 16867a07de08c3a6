//! Which row of the event catalogue a counter counts.

use super::registers::{Ctl1, Ctl2, COUNTERS};
use crate::pmus::common::counter_set::{has, CounterSet};
use crate::{EventCoverage, Pmu};

/// Codes, and what CTL2 can select of each.
const CODES: usize = 64;
const SELECTIONS: usize = 64;

/// The rows by code and selection.
#[derive(Clone)]
pub(super) struct Rows {
    rows: Vec<Option<u16>>,
}

/// What of CTL2 tells the rows of a code apart.
fn selection(code: u64, ctl2: Ctl2) -> u64 {
    match code {
        0x08..=0x0C => ctl2.arbq_sel0(),
        0x10 | 0x11 => ctl2.arbq_sel1(),
        0x17..=0x1A => ctl2.iob_selection(),
        0x24 => ctl2.wmark_ge().into(),
        _ => 0,
    }
}

impl Rows {
    /// The rows of the catalogue.
    pub fn new(pmu: &Pmu) -> Self {
        let mut rows = vec![None; CODES * SELECTIONS];
        for (position, row) in pmu.description.events.rows.iter().enumerate() {
            let selects = |selection: &usize| match row.umask {
                None => true,
                Some(umask) => (*selection as u32 ^ umask) & !row.dont_care == 0,
            };
            for selection in (0..SELECTIONS).filter(selects) {
                rows[row.code as usize * SELECTIONS + selection] = Some(position as u16);
            }
        }
        Self { rows }
    }

    /// Notes what counters counted in a clock, given the registers at its start: each selects one row at the most.
    pub fn record(&self, ctl1: Ctl1, ctl2: Ctl2, counted: CounterSet, into: &mut EventCoverage) {
        for counter in (0..COUNTERS).filter(|&counter| has(counted, counter)) {
            let code = ctl1.code(counter);
            let position = code as usize * SELECTIONS + selection(code, ctl2) as usize;
            if let Some(row) = self.rows[position] {
                into.record_counted(counter, row.into());
            }
        }
    }
}
