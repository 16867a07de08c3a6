//! The event catalogue by event code: the lines that a counter monitors.

use super::occurrences::{Monitored, LINES_PER_WORD};
use golden_model_common::x86::Select;
use golden_model_core::description::{EventCatalogue, EventLine};
use std::ops::Range;

/// The only event whose mask bits are not sub-events: they select the type,
/// target and source of a path.
const CPU_IO_REQUESTS: u8 = 0xE9;

/// Mask bits of CPU_IO_REQUESTS by what they qualify: request type, target node, source node.
const PATH_GROUPS: [u32; 3] = [0x0F, 0x30, 0xC0];

/// Decodes EVENT_SELECT and UNIT_MASK; used when they are written, not in every cycle.
#[derive(Clone)]
pub(super) struct EventTable {
    /// Lines of each of the 256 codes; empty for a reserved code.
    lines_of: Vec<Range<usize>>,
    /// Mask bit or path of each line; `None` for an event without a mask table, and 0 for a line that no counter can count
    /// (K8-A20).
    masks: Vec<Option<u32>>,
}

impl EventTable {
    /// Builds the table from a catalogue.
    ///
    /// # Panics
    /// Panics if a code has more than 8 bits, or if its lines are not adjacent in the event vector.
    pub fn new(events: &EventCatalogue) -> Self {
        let mut lines_of = vec![0..0; 256];
        for (position, line) in events.lines.iter().enumerate() {
            let known: &mut Range<usize> = &mut lines_of[line.code as usize];
            let start = if known.end == 0 { position } else { known.start };
            assert!(
                start == position || known.end == position,
                "line {} is not adjacent to the other lines of its event",
                line.name
            );
            *known = start..position + 1;
        }
        let is_countable = |rows: &[usize]| rows.iter().any(|&row| !events.rows[row].counters.is_empty());
        let mask = |line: &EventLine| if is_countable(&line.rows) { line.mask } else { Some(0) };
        Self { lines_of, masks: events.lines.iter().map(mask).collect() }
    }

    /// Whether the manual lists the event; all other codes are reserved (10.1).
    pub fn is_listed(&self, event_select: u8) -> bool {
        self.lines_of[usize::from(event_select)].end != 0
    }

    /// The lines that are summed to the number of events (10.2, UNIT_MASK).
    pub fn monitored(&self, select: &Select) -> Monitored {
        let (event_select, unit_mask) = (select.event, u32::from(select.unit_mask));
        let selected = |line: &usize| match self.masks[*line] {
            None => true,
            Some(path) if event_select == CPU_IO_REQUESTS => has_path(unit_mask, path),
            Some(bit) => unit_mask & bit != 0,
        };
        let lines = self.lines_of[usize::from(event_select)].clone();
        let vector_words = self.masks.len().div_ceil(LINES_PER_WORD);
        Monitored::new(lines.filter(selected), vector_words)
    }
}

/// Whether a mask selects a path: it must have a bit for its type, one for its target and one
/// for its source (10.2.1.7).
fn has_path(unit_mask: u32, path: u32) -> bool {
    let selected = unit_mask & path;
    PATH_GROUPS.iter().all(|group| selected & group != 0)
}
