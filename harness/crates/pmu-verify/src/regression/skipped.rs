//! Skips directed programs that a DUT with tied inputs or with a slow register port cannot run.

use golden_model_core::description::BUS_REQUEST;
use golden_model_core::{Pmu, Slot};
use pmu_dut::{PortTiming, TiedInputs};
use pmu_program::{input_value, Batch, Check, Lowering, Op, OpKind, Program};
use pmu_results::SkippedProgram;

/// Number of cycles that are checked at a time.
const BATCH: usize = 1024;

/// Separates the programs that can run from those that need a tied input at another value: their expectations would test the DUT
/// with an input that it does not have.
pub fn skip_unrunnable(
    pmu: &Pmu,
    programs: Vec<Program>,
    tied: &TiedInputs,
    timing: PortTiming,
) -> (Vec<Program>, Vec<SkippedProgram>) {
    let (mut kept, mut skipped) = (Vec::new(), Vec::new());
    for program in programs {
        match required_input(pmu, &program, tied).or_else(|| required_timing(pmu, &program, tied, timing)) {
            None => kept.push(program),
            Some(needs) => skipped.push(SkippedProgram { program: program.name, needs, is_option: false }),
        }
    }
    (kept, skipped)
}

/// The input value that keeps a program from running with tied inputs, such as `ubox.evt_racu = 0x1`: a value that the program sets
/// and that differs from the tied one, or the value at the start of a program if what the program expects depends on it.
pub fn required_input(pmu: &Pmu, program: &Program, tied: &TiedInputs) -> Option<String> {
    if tied.is_empty() {
        return None;
    }
    let words = pmu.frame.words();
    let start = pmu.description.initial_frame();
    let mut relied_on = None;
    let mut expected = vec![false; pmu.observation.slots().len()];
    let mut lowering = Lowering::new(pmu, &program.ops);
    let mut batch = Batch::default();
    while lowering.next_batch(&mut batch, BATCH) {
        batch.checks.iter().for_each(|check| expected[check.target.slot] = true);
        let forced = forced(&batch, tied, words);
        let frames = batch.frames.chunks_exact(words).zip(forced.chunks_exact(words));
        for (slot, (wanted, forced)) in frames.flat_map(|pair| tied.inputs().iter().map(move |(slot, _)| (slot, pair)))
        {
            let Some(needs) = difference(pmu, slot, wanted, forced) else { continue };
            let is_request = BUS_REQUEST.iter().any(|(name, _)| *name == slot.name);
            if is_request || slot.value(wanted) != slot.value(&start) {
                return Some(needs);
            }
            relied_on.get_or_insert(needs);
        }
    }
    relied_on.filter(|_| depends(pmu, program, tied, &pmu.observation.mask(&expected)))
}

/// What a program needs of the register port if that takes more than one cycle: an access in a reset, two writes of a register in
/// successive cycles, or accesses closer together, if expectations fail on the golden model without. The first two are lost with
/// such a port, and the program would pass without them.
pub fn required_timing(pmu: &Pmu, program: &Program, tied: &TiedInputs, timing: PortTiming) -> Option<String> {
    if timing.is_one_cycle() {
        return None;
    }
    if program.ops.iter().any(|op| matches!(op.kind, OpKind::Reset(Some(_)))) {
        return Some("an access in a reset".to_owned());
    }
    if has_successive_writes(&program.ops) {
        return Some("two writes of a register in successive cycles".to_owned());
    }
    let (inputs, outputs) = (pmu.frame.words(), pmu.observation.words());
    let mut model = pmu.model();
    model.reset();
    let mut lowering = Lowering::new(pmu, &program.ops).tied(tied).timed(timing);
    let mut batch = Batch::default();
    let mut observed = Vec::new();
    while lowering.next_batch(&mut batch, BATCH) {
        observed.resize(batch.ops.len() * outputs, 0);
        model.step_batch(&batch.frames, inputs, &mut observed, outputs);
        let fails = |check: &Check| {
            let start = (check.cycle - batch.start) as usize * outputs;
            let slot = &pmu.observation.slots()[check.target.slot];
            check.target.of(slot.get(&observed[start..start + outputs])) != check.value
        };
        if batch.checks.iter().any(fails) {
            return Some(format!("accesses less than {} cycles apart", timing.spacing));
        }
    }
    None
}

/// Whether an address is written in two successive cycles.
fn has_successive_writes(ops: &[Op]) -> bool {
    let mut last = None;
    for op in ops {
        let written = match &op.kind {
            OpKind::Access(access) if access.write.is_some() => Some((access.space, access.unit, access.address)),
            OpKind::Access(_) | OpKind::Reset(_) => None,
            OpKind::Wait(cycles) if *cycles > 0 => None,
            _ => continue,
        };
        if written.is_some() && written == last {
            return true;
        }
        last = written;
    }
    false
}

/// Whether tied inputs change, in any cycle on the golden model, one of the values that a program has expectations of. If they do
/// not, the program tests the same with them. `expected` is a mask of these values in an observation.
fn depends(pmu: &Pmu, program: &Program, tied: &TiedInputs, expected: &[u64]) -> bool {
    let (inputs, outputs) = (pmu.frame.words(), pmu.observation.words());
    let mut models = [pmu.model(), pmu.model()];
    models.iter_mut().for_each(|model| model.reset());
    let mut lowering = Lowering::new(pmu, &program.ops);
    let mut batch = Batch::default();
    while lowering.next_batch(&mut batch, BATCH) {
        let frames = [&batch.frames, &forced(&batch, tied, inputs)];
        let mut observed = [Vec::new(), Vec::new()];
        for ((model, frames), observed) in models.iter_mut().zip(frames).zip(&mut observed) {
            observed.resize(batch.ops.len() * outputs, 0);
            model.step_batch(frames, inputs, observed, outputs);
        }
        let mut cycles = observed[0].chunks_exact(outputs).zip(observed[1].chunks_exact(outputs));
        let differ = |(one, other): (&[u64], &[u64])| (0..outputs).any(|at| (one[at] ^ other[at]) & expected[at] != 0);
        if cycles.any(differ) {
            return true;
        }
    }
    false
}

/// The frames of a batch with the tied values.
fn forced(batch: &Batch, tied: &TiedInputs, words: usize) -> Vec<u64> {
    let mut frames = batch.frames.clone();
    tied.apply(&mut frames, words);
    frames
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
