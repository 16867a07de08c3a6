//! Event coverage: the event rows that each counter counted, and those that it correctly refused.

use super::counters::{CounterRequest, COUNTERS, FIRST};
use super::registers::Register;
use crate::core::blocks::Write;
use golden_model_core::{EventCoverage, Pmu};

/// Event coverage, with an index of the event rows.
#[derive(Clone)]
pub(super) struct Coverage {
    counted: EventCoverage,
    /// For each code and unit mask the event rows that it alone selects.
    selected: Vec<Vec<u16>>,
    /// For each event row whether counters 4 to 9, and whether counters 10 to 15, may count it.
    may: Vec<[bool; 2]>,
}

impl Coverage {
    pub fn new(pmu: &Pmu) -> Self {
        let rows = &pmu.description.events.rows;
        let mut selected = vec![Vec::new(); 256 * 16];
        for (position, row) in rows.iter().enumerate().filter(|(_, row)| !row.counters.is_empty()) {
            let alone = |umask: &u32| match row.umask {
                Some(bit) if row.umask_kind == "bit" => *umask == bit,
                _ => row.umasks() >> umask & 1 == 1,
            };
            for umask in (0..16).filter(alone) {
                selected[(row.code * 16 + umask) as usize].push(position as u16);
            }
        }
        let may = rows.iter().map(|row| [row.may_count(FIRST), row.may_count(10)]).collect();
        Self { counted: EventCoverage::new(pmu.description.counters().len(), rows.len()), selected, may }
    }

    pub fn counted(&self) -> &EventCoverage {
        &self.counted
    }

    pub fn clear(&mut self) {
        self.counted.clear();
    }

    /// Records the requests of the counters of a thread; a counter written in the cycle does not count.
    #[inline]
    pub fn record(&mut self, thread: usize, requests: &[CounterRequest; COUNTERS], write: Option<Write>) {
        for (at, requests) in requests.iter().enumerate() {
            let is_written = || Write::to(write, Register::Pmd((FIRST + at) as u8)).is_some();
            if requests.increment == 0 && requests.refused == 0 || is_written() {
                continue;
            }
            let counter = thread * COUNTERS + at;
            for &row in &self.selected[usize::from(requests.code) * 16 + requests.umask as usize] {
                let row = usize::from(row);
                match self.may[row][usize::from(at >= 6)] {
                    true if requests.increment > 0 => self.counted.record_counted(counter, row),
                    false if requests.refused > 0 => self.counted.record_refused(counter, row),
                    _ => {}
                }
            }
        }
    }
}
