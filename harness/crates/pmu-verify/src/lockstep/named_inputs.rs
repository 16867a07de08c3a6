//! The inputs and event lines of a PMU by the names of its description.

use super::stimulus_text;
use golden_model_core::{Bits, Pmu};

/// An input, or the line of an event in one unit.
pub struct NamedInput<'p> {
    /// The unit of an event line; `None` for an input, whose name contains its unit.
    pub unit: Option<&'p str>,
    /// The name of the input or event.
    pub name: &'p str,
    /// Its bits in a frame.
    pub bits: Bits,
}

/// Returns the inputs that carry no event lines, and then the event lines of all units.
pub fn named_inputs(pmu: &Pmu) -> impl Iterator<Item = NamedInput<'_>> {
    let events = &pmu.description.events;
    let inputs = stimulus_text::plain_inputs(&pmu.description).map(|input| NamedInput {
        unit: None,
        name: &input.name,
        bits: pmu.in_frame(input.at),
    });
    let lines = pmu.description.units.iter().enumerate().flat_map(move |(unit, of)| {
        (0..events.lines.len()).filter_map(move |line| {
            let bits = pmu.in_frame(events.line_bits(line, unit)?);
            Some(NamedInput { unit: Some(&of.name), name: &events.lines[line].name, bits })
        })
    });
    inputs.chain(lines)
}
