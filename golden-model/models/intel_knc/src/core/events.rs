//! The event catalogue by EVENT and UMASK: the lines that a counter monitors.

use super::counter_set::{PER_THREAD, THREADS};
use super::registers::unit_of;
use golden_model_core::{Bits, Pmu};

/// Width of one event line in bits: 0 to 63 occurrences in a cycle, at most 252 in four threads.
pub(super) const LANE_WIDTH: u32 = 6;

/// Positions of an event's lines in a frame, by the thread that causes it (1.2, 1.4.3.3; KNC-A03).
#[derive(Clone, Copy)]
pub(super) enum Lines {
    /// Caused by a thread: one line for each thread.
    OfThreads([Bits; THREADS]),
    /// Caused by no thread: one line.
    OfNoThread(Bits),
}

/// An event that can be selected.
#[derive(Clone, Copy)]
pub(super) struct Event {
    /// Positions of its lines.
    pub lines: Lines,
    /// Its row in the catalogue.
    pub row: usize,
    /// The counters of a thread that can count it (KNC-A20).
    counters: [bool; PER_THREAD],
}

impl Event {
    fn new(pmu: &Pmu, row: usize) -> Self {
        let events = &pmu.description.events;
        let line = events.lines.iter().position(|line| line.rows == [row]);
        let line = line.unwrap_or_else(|| panic!("no event line for {}", events.rows[row].label()));
        let position = |unit: usize| {
            let position = events.line_bits(line, unit)?;
            assert_eq!(position.width, LANE_WIDTH, "width of line {} in bits", events.lines[line].name);
            Some(pmu.in_frame(position))
        };
        let of_no_thread = pmu.description.unit("core").and_then(position);
        let of_thread = |thread: usize| {
            let position = position(unit_of(&pmu.description, thread));
            position.unwrap_or_else(|| panic!("{} has no line in thread {thread}", events.lines[line].name))
        };
        let lines = match of_no_thread {
            Some(line) => Lines::OfNoThread(line),
            None => Lines::OfThreads(std::array::from_fn(of_thread)),
        };
        let counters = std::array::from_fn(|index| events.rows[row].may_count(index));
        Self { lines, row, counters }
    }

    /// Whether the counter with that index in its thread can count it.
    pub fn counts_on(&self, index: usize) -> bool {
        self.counters[index]
    }

    /// Whether no thread causes it.
    pub fn is_without_thread(&self) -> bool {
        matches!(self.lines, Lines::OfNoThread(_))
    }
}

/// EVENT and UMASK of a catalogue row.
fn selection(pmu: &Pmu, row: usize) -> (u8, u8) {
    let row = &pmu.description.events.rows[row];
    let byte = |number: Option<u32>| number.and_then(|number| u8::try_from(number).ok());
    let (Some(event), Some(umask)) = (byte(Some(row.code)), byte(row.umask)) else {
        panic!("{} is not a pair of EVENT and UMASK", row.label())
    };
    (event, umask)
}

/// The events by EVENT and UMASK; used when a select register is written, not in every cycle.
#[derive(Clone)]
pub(super) struct EventTable {
    /// Sorted by EVENT and UMASK.
    events: Vec<((u8, u8), Event)>,
}

impl EventTable {
    /// Builds the table of a PMU.
    ///
    /// # Panics
    /// Panics if a row of the catalogue has no UMASK or no line, if two rows have the same selection, or
    /// if a line is not [`LANE_WIDTH`] bits wide.
    pub fn new(pmu: &Pmu) -> Self {
        let rows = 0..pmu.description.events.rows.len();
        let mut events: Vec<_> = rows.map(|row| (selection(pmu, row), Event::new(pmu, row))).collect();
        events.sort_by_key(|&(selection, _)| selection);
        let distinct = events.windows(2).all(|pair| pair[0].0 != pair[1].0);
        assert!(distinct, "two events with the same EVENT and UMASK");
        Self { events }
    }

    /// The event of a selection; `None` for an illegal one. UMASK is compared as a number, not used as a set of bits (KNC-A07).
    pub fn find(&self, event: u8, umask: u8) -> Option<&Event> {
        let found = self.events.binary_search_by_key(&(event, umask), |&(selection, _)| selection);
        found.ok().map(|position| &self.events[position].1)
    }
}
