//! Sums over the frames: the reference for what a driver counts.

use golden_model_core::{Bits, Pmu};

/// Occurrences of events and values of inputs, summed over all cycles.
pub(crate) struct TrafficCounts {
    /// Event lines of units, and the number of occurrences.
    lines: Vec<(usize, usize, Sum)>,
    /// Inputs, in the order of the description.
    inputs: Vec<Sum>,
}

struct Sum {
    place: Bits,
    sum: u64,
}

impl Sum {
    fn add(&mut self, frame: &[u64]) {
        self.sum = self.sum.wrapping_add(self.place.get(frame));
    }
}

impl TrafficCounts {
    /// Counts every event line of every unit, and every input.
    pub fn new(pmu: &Pmu) -> Self {
        let events = &pmu.description.events;
        let units = 0..pmu.description.units.len();
        let lines = units.flat_map(|unit| (0..events.lines.len()).map(move |line| (unit, line)));
        let sum = |place| Sum { place: pmu.in_frame(place), sum: 0 };
        Self {
            lines: lines.filter_map(|(unit, line)| Some((unit, line, sum(events.line_bits(line, unit)?)))).collect(),
            inputs: pmu.description.inputs.iter().map(|input| sum(input.at)).collect(),
        }
    }

    /// Adds a cycle.
    pub fn add(&mut self, frame: &[u64]) {
        self.lines.iter_mut().for_each(|(.., sum)| sum.add(frame));
        self.inputs.iter_mut().for_each(|sum| sum.add(frame));
    }

    /// Occurrences on a line of a unit; none if the unit does not have the line.
    pub fn of_line(&self, unit: usize, line: usize) -> Option<u64> {
        self.lines.iter().find(|(of, its, _)| (*of, *its) == (unit, line)).map(|(.., sum)| sum.sum)
    }

    /// Sum of the values of an input, modulo 2^64.
    pub fn of_input(&self, input: usize) -> u64 {
        self.inputs[input].sum
    }
}
