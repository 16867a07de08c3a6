//! Lifting of frames to operations, so that stimulus from other sources can be printed, shrunk and stored as a program.

use super::lower::{Batch, Lowering};
use super::op::{Access, Activity, Assignment, Expected, Lines, Op, OpKind};
use golden_model::Pmu;

/// Lifts frames to operations that lower to exactly these frames.
///
/// Returns `None` if no program does, for example if the request changes in a cycle without an access.
pub fn lift(pmu: &Pmu, frames: &[u64]) -> Option<Vec<Op>> {
    let words = pmu.frame.words();
    let mut held = pmu.description.initial_frame();
    let mut ops: Vec<Op> = Vec::new();
    for frame in frames.chunks_exact(words) {
        changes(pmu, frame, &mut held, &mut ops);
        let access = access(pmu, frame);
        let cycle = match (pmu.frame.slot("rst").get(frame) == 1, access) {
            (true, access) => OpKind::Reset(access),
            (false, Some(access)) => OpKind::Access(access),
            (false, None) => match ops.last_mut() {
                Some(Op { kind: OpKind::Wait(cycles), .. }) => {
                    *cycles += 1;
                    continue;
                }
                _ => OpKind::Wait(1),
            },
        };
        ops.push(Op { line: 0, kind: cycle });
    }
    lowers_to(pmu, &ops, frames).then_some(ops)
}

/// Appends the changes of inputs and event lines.
fn changes(pmu: &Pmu, frame: &[u64], held: &mut [u64], ops: &mut Vec<Op>) {
    let mut put = |kind: OpKind| ops.push(Op { line: 0, kind });
    let description = &pmu.description;
    for (line, of) in description.events.lines.iter().enumerate() {
        for (unit, at) in of.slots.iter().enumerate().filter_map(|(unit, at)| Some((unit, (*at)?))) {
            let place = pmu.in_frame(at);
            let count = place.get(frame);
            if count != place.get(held) && count <= of.max {
                place.set(held, count);
                put(OpKind::Hold(Activity { unit, lines: Lines::One(line), count }));
            }
        }
    }
    for (input, of) in description.inputs.iter().enumerate() {
        let place = pmu.in_frame(of.at);
        let value = place.get(frame);
        if value != place.get(held) {
            place.set(held, value);
            put(OpKind::Set(Assignment { input, low: 0, width: of.at.width, value }));
        }
    }
}

fn access(pmu: &Pmu, frame: &[u64]) -> Option<Access> {
    let value = |name: &str| pmu.frame.slot(name).get(frame);
    (value("bus_valid") == 1).then(|| Access {
        space: value("bus_space") as u32,
        unit: value("bus_unit") as u32,
        address: value("bus_addr") as u32,
        write: (value("bus_write") == 1).then(|| value("bus_wdata")),
        expected: Expected::Anything,
    })
}

fn lowers_to(pmu: &Pmu, ops: &[Op], frames: &[u64]) -> bool {
    let mut lowering = Lowering::new(pmu, ops);
    let mut batch = Batch::default();
    let mut rest = frames;
    while lowering.next_batch(&mut batch, 1024) {
        match rest.split_at_checked(batch.frames.len()) {
            Some((made, remaining)) if made == batch.frames => rest = remaining,
            _ => return false,
        }
    }
    rest.is_empty()
}
