//! Skips directed programs that a DUT with tied inputs cannot run.

use golden_model::description::BUS_REQUEST;
use golden_model::{Pmu, Slot};
use pmu_dut::TiedInputs;
use pmu_program::{input_value, Batch, Lowering, Program};
use pmu_results::SkippedProgram;

/// Number of cycles that are checked at a time.
const BATCH: usize = 1024;

/// Separates the programs that can run from those that need a tied input at another value.
///
/// The expectations of the latter would test the DUT with an input that it does not have.
pub fn skip_unrunnable(pmu: &Pmu, programs: Vec<Program>, tied: &TiedInputs) -> (Vec<Program>, Vec<SkippedProgram>) {
    let (mut kept, mut skipped) = (Vec::new(), Vec::new());
    for program in programs {
        match required_input(pmu, &program, tied) {
            None => kept.push(program),
            Some(needs) => skipped.push(SkippedProgram { program: program.name, needs, is_option: false }),
        }
    }
    (kept, skipped)
}

/// The first input value of a program that differs from the tied value, such as `ubox.evt_racu = 0x1`.
pub fn required_input(pmu: &Pmu, program: &Program, tied: &TiedInputs) -> Option<String> {
    if tied.is_empty() {
        return None;
    }
    let words = pmu.frame.words();
    let mut lowering = Lowering::new(pmu, &program.ops);
    let mut batch = Batch::default();
    while lowering.next_batch(&mut batch, BATCH) {
        let mut forced = batch.frames.clone();
        tied.apply(&mut forced, words);
        let frames = batch.frames.chunks_exact(words).zip(forced.chunks_exact(words));
        let needs =
            frames.flat_map(|(wanted, forced)| tied.inputs().iter().map(move |(slot, _)| (slot, wanted, forced)));
        let mut needs = needs.filter_map(|(slot, wanted, forced)| difference(pmu, slot, wanted, forced));
        if let Some(needs) = needs.next() {
            return Some(needs);
        }
    }
    None
}

/// How two frames differ in an input port, as a statement of a program.
///
/// The request counts in cycles with an access only.
fn difference(pmu: &Pmu, slot: &Slot, wanted: &[u64], forced: &[u64]) -> Option<String> {
    let range = slot.word..slot.word + slot.word_count();
    if wanted[range.clone()] == forced[range] {
        return None;
    }
    if BUS_REQUEST.iter().any(|(name, _)| *name == slot.name) {
        let value = (slot.get(wanted) != slot.get(forced) && pmu.frame.slot("bus_valid").get(wanted) == 1)
            .then(|| slot.get(wanted));
        return value.map(|value| format!("{} = {value:#x}", slot.name));
    }
    let description = &pmu.description;
    let in_port = |port: usize| description.in_ports[port].name == slot.name;
    let differs = |at| {
        let bits = pmu.in_frame(at);
        (bits.get(wanted) != bits.get(forced)).then(|| bits.get(wanted))
    };
    let inputs = description.inputs.iter().filter(|input| in_port(input.at.port));
    let mut inputs =
        inputs.filter_map(|input| Some(format!("{}{}", input.name, input_value(differs(input.at)?, input))));
    let lines = description.events.lines.iter().flat_map(|line| {
        let places = line.slots.iter().zip(&description.units);
        places.filter_map(move |(at, unit)| Some((line, unit, (*at)?)))
    });
    let mut lines = lines
        .filter(|(_, _, at)| in_port(at.port))
        .filter_map(|(line, unit, at)| Some(format!("{} {} = {}", unit.name, line.name, differs(at)?)));
    inputs.next().or_else(|| lines.next())
}
