//! Event coverage: the event row that a counter counts.

use super::registers::{Ctl1, Ctl2, COUNTERS};
use golden_model_common::counter_set::{has, CounterSet};
use golden_model_core::{EventCoverage, Pmu};

/// Number of event codes, and number of values of the CTL2 selection for each.
const CODES: usize = 64;
const SELECTIONS: usize = 64;

/// Event rows by code and selection.
#[derive(Clone)]
pub(super) struct Rows {
    rows: Vec<Option<u16>>,
}

/// Returns the value of the CTL2 fields that distinguish the event rows of a code.
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
    /// Indexes the event rows of a PMU.
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

    /// Records the event rows counted in a cycle, given the registers at its start. Each counter selects at most one row.
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
