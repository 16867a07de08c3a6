//! Lowering of operations to frames, one frame for each cycle.

use super::drive::Drive;
use super::op::{Access, Expected, Op, OpKind, Target};
use crate::tied::TiedInputs;
use crate::timing::PortTiming;
use golden_model_core::Pmu;

/// A value that an expectation of the program demands of an observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    /// Cycle of the program, from 0.
    pub cycle: u64,
    /// Position of the operation that demands the value.
    pub op: usize,
    /// Compared bits.
    pub target: Target,
    /// Expected value.
    pub value: u64,
}

/// Frames of consecutive cycles with the checks in these cycles.
#[derive(Default)]
pub struct Batch {
    /// Cycle of the first frame.
    pub start: u64,
    /// The frames, concatenated.
    pub frames: Vec<u64>,
    /// Checks, in the order of their cycles.
    pub checks: Vec<Check>,
    /// For each cycle, the position of the operation that ended it.
    pub ops: Vec<u32>,
    /// The next frames, [`PortTiming::ahead`] of them. After the end of the program they have no access.
    pub ahead: Vec<u64>,
}

impl Batch {
    fn clear(&mut self) {
        self.frames.clear();
        self.checks.clear();
        self.ops.clear();
        self.ahead.clear();
    }
}

/// Lowers a program to frames, batch by batch.
pub struct Lowering<'p> {
    ops: &'p [Op],
    next_op: usize,
    /// Remaining cycles of the current wait.
    waiting: u64,
    cycle: u64,
    drive: Drive<'p>,
    response_error: usize,
    response_data: usize,
    tied: TiedInputs,
    timing: PortTiming,
    /// First cycle in which an access may start.
    free: u64,
    /// Remaining cycles without activity before that.
    idle: u64,
    /// Whether no operation of the current cycle has been lowered.
    begins: bool,
    /// Expectations of state before this operation are in the batch.
    checked: usize,
    /// Position of the first state word in an observation.
    first_state: usize,
    /// Cycles that are lowered but not yet in a batch.
    pending: Batch,
}

impl<'p> Lowering<'p> {
    /// Starts at the first operation with all inputs at their initial values.
    pub fn new(pmu: &'p Pmu, ops: &'p [Op]) -> Self {
        let response =
            |name: &str| pmu.observation.slots().iter().position(|slot| slot.name == name).unwrap_or_default();
        Self {
            ops,
            next_op: 0,
            waiting: 0,
            cycle: 0,
            drive: Drive::new(pmu),
            response_error: response("bus_error"),
            response_data: response("bus_rdata"),
            tied: TiedInputs::default(),
            timing: PortTiming::default(),
            free: 0,
            idle: 0,
            begins: true,
            checked: 0,
            first_state: pmu.observation.slots().len() - pmu.description.states.len(),
            pending: Batch::default(),
        }
    }

    /// Gives these inputs their values in every frame.
    pub fn tied(self, tied: &TiedInputs) -> Self {
        Self { tied: tied.clone(), ..self }
    }

    /// Starts accesses and resets as far apart as the register port of a DUT needs: without activity in the cycles between, and with
    /// the expectations of state that precede the later one in the first of them. The access of a reset is skipped, because its
    /// answer would be lost.
    pub fn timed(self, timing: PortTiming) -> Self {
        let free = if timing.is_one_cycle() { 0 } else { timing.spacing };
        Self { timing, free, ..self }
    }

    /// Fills `batch` with at most `most` of the next cycles. Returns false at the end of the program.
    pub fn next_batch(&mut self, batch: &mut Batch, most: usize) -> bool {
        if self.timing.ahead > 0 {
            return self.next_batch_ahead(batch, most);
        }
        batch.clear();
        batch.start = self.cycle;
        while batch.ops.len() < most && self.step(batch) {}
        !batch.ops.is_empty()
    }

    /// Like [`Lowering::next_batch`], with the frames after the batch.
    fn next_batch_ahead(&mut self, batch: &mut Batch, most: usize) -> bool {
        let words = self.drive.held().len();
        let mut pending = std::mem::take(&mut self.pending);
        while pending.ops.len() < most + self.timing.ahead && self.step(&mut pending) {}
        let cycles = pending.ops.len().min(most);
        batch.clear();
        batch.start = self.cycle - pending.ops.len() as u64;
        batch.ops.extend(pending.ops.drain(..cycles));
        batch.frames.extend(pending.frames.drain(..cycles * words));
        let end = batch.start + cycles as u64;
        let checks = pending.checks.partition_point(|check| check.cycle < end);
        batch.checks.extend(pending.checks.drain(..checks));
        let ahead = self.timing.ahead * words;
        batch.ahead.extend_from_slice(&pending.frames[..pending.frames.len().min(ahead)]);
        while batch.ahead.len() < ahead {
            let start = batch.ahead.len();
            batch.ahead.extend_from_slice(self.drive.held());
            self.tied.apply(&mut batch.ahead[start..], words);
        }
        self.pending = pending;
        cycles > 0
    }

    /// Lowers one operation or one cycle of a wait. Returns false at the end of the program.
    fn step(&mut self, batch: &mut Batch) -> bool {
        if self.waiting > 0 {
            self.waiting -= 1;
            self.end_cycle(batch);
            return true;
        }
        if self.idle > 0 {
            self.idle -= 1;
            self.end_cycle(batch);
            return true;
        }
        if self.begins && !self.timing.is_one_cycle() && self.space(batch) {
            return true;
        }
        let Some(op) = self.ops.get(self.next_op) else {
            return false;
        };
        self.next_op += 1;
        match &op.kind {
            OpKind::Expect { target, .. } if self.next_op <= self.checked && target.slot >= self.first_state => {}
            OpKind::Expect { target, value } => self.check(batch, *target, *value, self.next_op - 1),
            OpKind::Wait(cycles) => self.waiting = *cycles,
            OpKind::Access(access) => {
                self.expect_answer(access, batch);
                self.drive.apply(&op.kind);
                self.end_cycle(batch);
            }
            OpKind::Reset(access) => {
                self.free = self.cycle + self.timing.spacing;
                let access = access.clone().filter(|_| self.timing.is_one_cycle());
                access.iter().for_each(|access| self.expect_answer(access, batch));
                self.drive.apply(&OpKind::Reset(access));
                self.end_cycle(batch);
            }
            driven => self.drive.apply(driven),
        }
        true
    }

    /// Delays the next access or reset until the register port is free. Returns false if it is, or if neither is next.
    fn space(&mut self, batch: &mut Batch) -> bool {
        self.begins = false;
        let ends = |op: &Op| matches!(op.kind, OpKind::Access(_) | OpKind::Reset(_) | OpKind::Wait(_));
        let Some(end) = self.ops[self.next_op..].iter().position(ends).map(|count| self.next_op + count) else {
            return false;
        };
        if matches!(self.ops[end].kind, OpKind::Wait(_)) || self.cycle >= self.free {
            return false;
        }
        for (position, op) in self.ops.iter().enumerate().take(end).skip(self.next_op) {
            match op.kind {
                OpKind::Expect { target, value } if target.slot >= self.first_state => {
                    self.check(batch, target, value, position);
                }
                _ => {}
            }
        }
        self.checked = end;
        self.idle = self.free - self.cycle;
        true
    }

    fn check(&mut self, batch: &mut Batch, target: Target, value: u64, op: usize) {
        batch.checks.push(Check { cycle: self.cycle, op, target, value });
    }

    /// Checks the answer that the program expects of an access in the current cycle.
    fn expect_answer(&mut self, access: &Access, batch: &mut Batch) {
        self.free = self.cycle + self.timing.spacing;
        let refused = |refused: bool| (Target { slot: self.response_error, low: 0, width: 1 }, u64::from(refused));
        let data = |low, width| Target { slot: self.response_data, low, width };
        let (answer, value) = match access.expected {
            Expected::Anything => (None, None),
            Expected::Accepted => (Some(refused(false)), None),
            Expected::Refused => (Some(refused(true)), None),
            Expected::Value { low, width, value } => (Some(refused(false)), Some((data(low, width), value))),
        };
        for (target, value) in answer.into_iter().chain(value) {
            self.check(batch, target, value, self.next_op - 1);
        }
    }

    fn end_cycle(&mut self, batch: &mut Batch) {
        let start = batch.frames.len();
        batch.frames.extend_from_slice(self.drive.frame());
        self.tied.apply(&mut batch.frames[start..], self.drive.frame().len());
        batch.ops.push(self.next_op.saturating_sub(1) as u32);
        self.cycle += 1;
        self.begins = true;
        self.drive.end_cycle();
    }
}
