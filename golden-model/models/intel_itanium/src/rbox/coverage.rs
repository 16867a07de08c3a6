//! Event coverage: the event rows that the counters count.

use super::iperf::{Iperf, ARB_MSGSEL, EOT_OV, EOT_WR, PACKETS};
use super::match_set::MatchSet;
use super::ports::Traffic;
use super::qlx::{Slot, DEPTH, QUEUE_BID, QUEUE_FAIL, TARGET};
use super::registers::PORTS;
use super::state::{CycleEffects, RBox};
use golden_model_core::{EventCoverage, Pmu};
use std::collections::HashMap;

/// Codes of the event rows: networks of packets, the first QLX type, match events.
const NETWORKS: u32 = 6;
const QLX: u32 = 0x20;
const MATCH: u32 = 0x40;
/// MM_CFG of the derived events of Table 5-36.
const DERIVED: u32 = 0x0021_0000;
/// Bits 51:48 of match and mask that one derived event also compares: state M.
const STATE: (u32, u32) = (0x8_0000, 0xF_0000);
const WITH_STATE: &str = "DRS.DataC_M";

/// Index of the event rows.
#[derive(Clone)]
pub(super) struct Rows {
    /// Event rows by code and mask.
    known: HashMap<(u32, Option<u32>), usize>,
    /// The event row that also compares the state.
    with_state: Option<usize>,
}

/// The event rows of one occurrence: a packet counts for its class and for its network.
type Counted = [Option<usize>; 2];

impl Rows {
    pub fn new(pmu: &Pmu) -> Self {
        let rows = || pmu.description.events.rows.iter().enumerate();
        let with_state = rows().find(|(_, row)| row.umask_name == WITH_STATE).map(|(position, _)| position);
        Self { known: rows().map(|(position, row)| ((row.code, row.umask), position)).collect(), with_state }
    }

    fn row(&self, code: u32, mask: impl Into<Option<u32>>) -> Option<usize> {
        self.known.get(&(code, mask.into())).copied()
    }

    /// Records the event rows that the counters count in a cycle.
    pub fn record(&self, rbox: &RBox, traffic: &[Traffic; PORTS], effects: &CycleEffects, counted: &mut EventCoverage) {
        for (number, counter) in rbox.counters.iter().enumerate() {
            if effects.counting >> number & 1 == 0 {
                continue;
            }
            let Some((port, source)) = counter.points_to(number) else { continue };
            let (of, traffic) = (&rbox.ports[port], &traffic[port]);
            let rows = match source {
                0 | 1 => self.rix(&of.iperf[source], traffic),
                2 | 3 => [self.qlx(of.qlx.slot(source - 2)), None],
                _ => [self.derived(&of.sets[source - 4]), None],
            };
            rows.into_iter().flatten().for_each(|row| counted.record_counted(number, row));
        }
    }

    /// Returns the event rows of a RIX event if exactly one sub-event occurs.
    fn rix(&self, iperf: &Iperf, traffic: &Traffic) -> Counted {
        let occurring = iperf.occurring(traffic, false);
        if occurring.count_ones() != 1 {
            return [None; 2];
        }
        let bit = occurring.trailing_zeros();
        match bit {
            _ if occurring & PACKETS != 0 => [self.row(0, occurring), self.row(NETWORKS, iperf.network())],
            EOT_OV | EOT_WR => [self.row(bit, iperf.eot_class()), None],
            _ if (ARB_MSGSEL..ARB_MSGSEL + 7).contains(&bit) => [self.row(ARB_MSGSEL, occurring >> ARB_MSGSEL), None],
            _ => [self.row(bit, None), None],
        }
    }

    fn qlx(&self, slot: Slot) -> Option<usize> {
        let code = QLX + slot.kind;
        match slot.kind {
            TARGET => self.row(code, slot.class),
            QUEUE_BID | QUEUE_FAIL | DEPTH => self.row(code, slot.class & 7),
            _ => self.row(code, None),
        }
    }

    /// Returns the event row of the derived event that a match set is configured for, if any.
    fn derived(&self, set: &MatchSet) -> Option<usize> {
        if set.control != DERIVED || (set.match_low | set.mask_low) >> 16 != 0 {
            return None;
        }
        let row = self.row(MATCH, set.mask_low << 16 | set.match_low)?;
        let state = if Some(row) == self.with_state { STATE } else { (0, 0) };
        ((set.match_high, set.mask_high) == state).then_some(row)
    }
}
