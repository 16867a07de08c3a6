//! Lifting of frames to operations, so that stimulus from other sources can be printed, shrunk and stored as a program.

use super::lower::{Batch, Lowering};
use super::op::{Access, Activity, Assignment, Expected, Lines, Op, OpKind};
use golden_model_core::{Bits, Pmu};

/// Lifts frames to operations that lower to exactly these frames.
///
/// Returns `None` if no program does, for example if the request changes in a cycle without an access.
pub fn lift(pmu: &Pmu, frames: &[u64]) -> Option<Vec<Op>> {
    let mut lifter = Lifter::new(pmu);
    frames.chunks_exact(pmu.frame.words()).for_each(|frame| lifter.push(frame, 1));
    lowers_to(pmu, &lifter.ops, frames.chunks_exact(pmu.frame.words())).then_some(lifter.ops)
}

/// Lifts frames that arrive in sequence.
pub struct Lifter<'p> {
    pmu: &'p Pmu,
    rst: Bits,
    lines: Vec<EventLine>,
    /// The bits of each input in a frame.
    inputs: Vec<Bits>,
    /// The inputs after the last frame.
    held: Vec<u64>,
    ops: Vec<Op>,
}

/// The line of an event in one unit.
struct EventLine {
    unit: usize,
    line: usize,
    /// Its largest count.
    max: u64,
    /// Its bits in a frame.
    place: Bits,
}

impl<'p> Lifter<'p> {
    /// Starts before the first frame of a program.
    pub fn new(pmu: &'p Pmu) -> Self {
        let description = &pmu.description;
        let lines = description.events.lines.iter().enumerate().flat_map(|(line, of)| {
            let slots = of.slots.iter().enumerate();
            let of_unit = move |(unit, at): (usize, &Option<_>)| {
                Some(EventLine { unit, line, max: of.max, place: pmu.in_frame((*at)?) })
            };
            slots.filter_map(of_unit)
        });
        Self {
            pmu,
            rst: pmu.frame.slot("rst").bits(),
            lines: lines.collect(),
            inputs: description.inputs.iter().map(|input| pmu.in_frame(input.at)).collect(),
            held: description.initial_frame(),
            ops: Vec::new(),
        }
    }

    /// Continues with a frame in `cycles` successive cycles.
    pub fn push(&mut self, frame: &[u64], cycles: u64) {
        self.change(frame);
        let access = access(self.pmu, frame);
        let cycle = match (self.rst.get(frame) == 1, access) {
            (true, access) => OpKind::Reset(access),
            (false, Some(access)) => OpKind::Access(access),
            (false, None) => return self.wait(cycles),
        };
        (0..cycles).for_each(|_| self.ops.push(Op { line: 0, kind: cycle.clone() }));
    }

    /// Continues with cycles in which nothing changes.
    pub fn wait(&mut self, more: u64) {
        match self.ops.last_mut() {
            Some(Op { kind: OpKind::Wait(cycles), .. }) => *cycles += more,
            _ => self.ops.push(Op { line: 0, kind: OpKind::Wait(more) }),
        }
    }

    /// Appends the changes of inputs and event lines.
    fn change(&mut self, frame: &[u64]) {
        let Self { lines, inputs, held, ops, .. } = self;
        let mut put = |kind: OpKind| ops.push(Op { line: 0, kind });
        for &EventLine { unit, line, max, place } in lines.iter() {
            let count = place.get(frame);
            if count != place.get(held) && count <= max {
                place.set(held, count);
                put(OpKind::Hold(Activity { unit, lines: Lines::One(line), count }));
            }
        }
        for (input, &place) in inputs.iter().enumerate() {
            let value = place.get(frame);
            if value != place.get(held) {
                place.set(held, value);
                put(OpKind::Set(Assignment { input, low: 0, width: place.width(), value }));
            }
        }
    }

    /// The operations. They lower to the frames if [`lowers_to`] confirms it.
    pub fn into_ops(self) -> Vec<Op> {
        self.ops
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

/// Whether operations lower to exactly these frames.
pub fn lowers_to<'f>(pmu: &Pmu, ops: &[Op], frames: impl IntoIterator<Item = &'f [u64]>) -> bool {
    let mut lowering = Lowering::new(pmu, ops);
    let mut batch = Batch::default();
    let mut rest = frames.into_iter();
    while lowering.next_batch(&mut batch, 1024) {
        let mut made = batch.frames.chunks_exact(pmu.frame.words());
        if !made.all(|made| rest.next() == Some(made)) {
            return false;
        }
    }
    rest.next().is_none()
}
