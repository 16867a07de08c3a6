//! A run of a driver: its requests become cycles of DUT and golden model, and the operations of a program.

mod outcome;
mod record;
#[cfg(test)]
mod tests;

pub use outcome::{Expectations, FailedExpectation, Outcome};
pub use record::RecordError;

use crate::counts::TrafficCounts;
use crate::protocol::{Fired, Reply, Request, VERSION};
use crate::watches::Watches;
use golden_model_core::Pmu;
use pmu_dut::{Dut, DutError};
use pmu_program::{Access, Assignment, Drive, Expected, Names, Op, OpKind, MOST_OPERATIONS};
use pmu_verify::lockstep::{LiveLockstep, Lockstep, Step};
use pmu_verify::stimulus::{Generator, Traffic};
use record::{Ran, Record};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Largest number of requests without a cycle in between. A driver with more would never end.
const MOST_IDLE: u32 = 100_000;

/// Largest number of failed expectations whose messages are kept.
const MOST_KEPT: usize = 10;

/// Widest value of `bus_space`.
const MOST_SPACE: u8 = 15;

/// The random part of the stimulus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrafficKind {
    /// Occurrences of events, and transactions.
    Events,
    /// These, and changes of every other input that the driver has not set.
    All,
    /// Nothing: only the driver acts.
    None,
}

/// Events and inputs of a run.
#[derive(Clone, Copy)]
pub struct Stimulus<'s> {
    /// The generator of the PMU.
    pub generator: &'s Generator<'s>,
    /// Its seed.
    pub seed: u64,
    /// Its random part.
    pub kind: TrafficKind,
}

/// Limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Largest number of cycles.
    pub cycles: u64,
}

/// Why a run ended before the driver did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// DUT and golden model differ, or the RTL ended the simulation.
    Diverged,
    /// The limit of cycles is reached.
    CycleLimit(u64),
    /// The record has as many operations as a program may have.
    RecordFull,
    /// A stop was requested.
    Interrupted,
}

impl End {
    /// The text for the driver.
    pub(crate) fn text(&self, cycles: u64) -> String {
        match self {
            Self::Diverged => format!("DUT and golden model differ in cycle {}", cycles - 1),
            Self::CycleLimit(limit) => format!("the limit of {limit} cycles is reached"),
            Self::RecordFull => format!("the record has {MOST_OPERATIONS} operations, which is the limit of a program"),
            Self::Interrupted => "the run was interrupted".to_owned(),
        }
    }
}

/// How a request was handled.
pub(crate) enum Handled {
    /// The answer.
    Reply(Reply),
    /// The driver has ended with this status.
    Bye(u8),
    /// The request is wrong.
    Wrong(String),
    /// The run has ended.
    Ended(End),
}

/// A driver's run on DUT and golden model.
pub struct Session<'s> {
    pmu: &'s Pmu,
    names: Names<'s>,
    live: LiveLockstep<'s, Box<dyn Dut>>,
    drive: Drive<'s>,
    traffic: Option<Traffic<'s, 's>>,
    kind: TrafficKind,
    /// For each input whether the driver has set it.
    is_set: Vec<bool>,
    counts: TrafficCounts,
    watches: Watches,
    record: Record,
    limits: Limits,
    diverged: Option<u64>,
    accesses: u64,
    /// Requests since the last cycle.
    idle: u32,
    expectations: Expectations,
}

impl<'s> Session<'s> {
    /// Resets DUT and golden model.
    ///
    /// # Errors
    /// Those of [`LiveLockstep::begin`].
    pub fn new(
        pmu: &'s Pmu,
        lockstep: Lockstep<'s, Box<dyn Dut>>,
        stimulus: Stimulus<'s>,
        limits: Limits,
    ) -> Result<Self, DutError> {
        let mut traffic = stimulus.generator.traffic(stimulus.seed);
        let power_on = traffic.power_on();
        Ok(Self {
            pmu,
            names: Names::new(pmu),
            live: LiveLockstep::begin(lockstep, power_on)?,
            drive: Drive::new(pmu),
            traffic: (stimulus.kind != TrafficKind::None).then_some(traffic),
            kind: stimulus.kind,
            is_set: vec![false; pmu.description.inputs.len()],
            counts: TrafficCounts::new(pmu),
            watches: Watches::default(),
            record: Record::new(pmu, power_on),
            limits,
            diverged: None,
            accesses: 0,
            idle: 0,
            expectations: Expectations::default(),
        })
    }

    /// Number of cycles that have run.
    pub fn cycles(&self) -> u64 {
        self.live.cycles()
    }

    /// The greeting for a driver of this protocol and PMU.
    pub(crate) fn welcome(&self, version: u16, pmu: &str) -> Result<Reply, String> {
        let own = &self.pmu.description.id;
        if version != VERSION {
            return Err(format!(
                "the driver speaks version {version} of the protocol, this command version {VERSION}; compile it with pmu_driver.c of this command"
            ));
        }
        if !pmu.is_empty() && pmu != own {
            return Err(format!("the driver is for {pmu}, not for {own}"));
        }
        Ok(Reply::Welcome { version: VERSION, pmu: own.clone() })
    }

    /// Handles a request after the first.
    ///
    /// # Errors
    /// If the DUT stops with an error.
    pub(crate) fn handle(&mut self, request: Request, stop: &AtomicBool) -> Result<Handled, DutError> {
        let answered = |answer: Result<Reply, String>| Ok(answer.map_or_else(Handled::Wrong, Handled::Reply));
        self.idle += 1;
        if self.idle > MOST_IDLE {
            return answered(Err(format!("{MOST_IDLE} calls without a cycle, so the driver would never end")));
        }
        match request {
            Request::Hello { .. } => answered(Err("HELLO is only the first message".to_owned())),
            Request::Read { space, unit, address } => self.access(space, unit, address, None, stop),
            Request::Write { space, unit, address, data } => self.access(space, unit, address, Some(data), stop),
            Request::Advance { cycles } => self.advance(cycles, stop),
            Request::Reset => self.one_cycle(&OpKind::Reset(None), stop),
            Request::Input { name, value } => answered(self.set_input(&name, value).map(|()| Reply::Accepted)),
            Request::Watch { when, output } => {
                let added = self.watches.add(self.pmu, &self.names, self.live.observable(), &output, when);
                answered(added.map(|number| Reply::Value(number.into())))
            }
            Request::Count { unit, event } => answered(self.count(&unit, &event).map(Reply::Value)),
            Request::Sum { input } => answered(self.sum(&input).map(Reply::Value)),
            Request::Expect { holds, message } => {
                let cycle = self.cycles();
                self.expectations.add(holds, FailedExpectation { cycle, message });
                answered(Ok(Reply::Accepted))
            }
            Request::Bye { status } => Ok(Handled::Bye(status)),
        }
    }

    fn access(
        &mut self,
        space: u8,
        unit: u8,
        address: u32,
        write: Option<u64>,
        stop: &AtomicBool,
    ) -> Result<Handled, DutError> {
        if space > MOST_SPACE {
            return Ok(Handled::Wrong(format!("space {space}: the spaces are 0 to {MOST_SPACE}")));
        }
        let access = Access { space: space.into(), unit: unit.into(), address, write, expected: Expected::Anything };
        self.accesses += 1;
        let handled = self.one_cycle(&OpKind::Access(access.clone()), stop)?;
        if let (Some(traffic), Handled::Reply(Reply::Done { refused: false, .. })) = (&mut self.traffic, &handled) {
            traffic.observe(&access);
        }
        Ok(handled)
    }

    fn one_cycle(&mut self, kind: &OpKind, stop: &AtomicBool) -> Result<Handled, DutError> {
        Ok(match self.cycle(kind, stop)? {
            Ok(fired) => Handled::Reply(self.done(1, fired)),
            Err(end) => Handled::Ended(end),
        })
    }

    fn advance(&mut self, cycles: u64, stop: &AtomicBool) -> Result<Handled, DutError> {
        if cycles == 0 {
            return Ok(Handled::Wrong("ADVANCE by 0 cycles; the least is 1".to_owned()));
        }
        let mut advanced = 0;
        let mut fired = Vec::new();
        while advanced < cycles && fired.is_empty() {
            match self.cycle(&OpKind::Wait(1), stop)? {
                Ok(now) => fired = now,
                Err(end) => return Ok(Handled::Ended(end)),
            }
            advanced += 1;
        }
        Ok(Handled::Reply(self.done(advanced, fired)))
    }

    /// The answer with the response of the DUT in the last cycle.
    fn done(&self, advanced: u64, fired: Vec<Fired>) -> Reply {
        let observation = self.live.observation();
        let of = |name: &str| self.pmu.observation.slot(name).get(observation);
        Reply::Done { cycles: self.cycles(), advanced, refused: of("bus_error") == 1, data: of("bus_rdata"), fired }
    }

    /// Runs one cycle that `kind` ends. Returns the watched outputs that call their handlers.
    fn cycle(&mut self, kind: &OpKind, stop: &AtomicBool) -> Result<Result<Vec<Fired>, End>, DutError> {
        if stop.load(Ordering::Relaxed) {
            return Ok(Err(End::Interrupted));
        }
        if self.cycles() == self.limits.cycles {
            return Ok(Err(End::CycleLimit(self.limits.cycles)));
        }
        if self.record.is_full() {
            return Ok(Err(End::RecordFull));
        }
        if let Some(traffic) = &mut self.traffic {
            for op in traffic.cycle().filter(|op| is_wanted(op, self.kind, &self.is_set)) {
                self.drive.apply(&op.kind);
                self.record.push(op.kind);
            }
        }
        self.drive.apply(kind);
        self.record.push(kind.clone());
        let step = self.live.step(self.drive.frame())?;
        self.drive.end_cycle();
        self.counts.add(self.live.frame());
        self.record.ran(self.live.frame());
        self.idle = 0;
        if step == Step::Failed {
            self.diverged = Some(self.cycles() - 1);
            return Ok(Err(End::Diverged));
        }
        Ok(Ok(self.watches.fired(self.live.observation())))
    }

    fn set_input(&mut self, name: &str, value: u64) -> Result<(), String> {
        let (input, low, width) = self.names.input_part(name)?;
        if width < 64 && value >> width != 0 {
            return Err(format!("{value:#x} does not fit the {width} bits of the input `{name}`"));
        }
        let kind = OpKind::Set(Assignment { input, low, width, value });
        self.drive.apply(&kind);
        self.record.push(kind);
        self.is_set[input] = true;
        Ok(())
    }

    fn count(&self, unit: &str, event: &str) -> Result<u64, String> {
        let position = self.names.unit(unit)?;
        let line = self.names.line(position, event)?;
        let count = self.counts.of_line(position, line);
        count.ok_or_else(|| format!("`{event}` of {unit} comes on lanes, which are not counted"))
    }

    fn sum(&self, name: &str) -> Result<u64, String> {
        let (input, _, width) = self.names.input_part(name)?;
        match width == self.pmu.description.inputs[input].at.width {
            true => Ok(self.counts.of_input(input)),
            false => Err(format!("`{name}` is a field; sums are those of inputs")),
        }
    }

    /// Ends the run: writes the record to `file`, and runs the written program on DUT and golden model from a reset.
    ///
    /// # Errors
    /// If the file cannot be written, the DUT stops with an error, or the program does not do what the driver did.
    pub fn finish(self, file: &Path, comment: &str) -> Result<Outcome, RecordError> {
        let ran = Ran { cycles: self.live.cycles(), diverged: self.diverged };
        let replayed = self.record.replay(&self.names, self.live.into_lockstep(), file, comment, ran)?;
        Ok(Outcome { accesses: self.accesses, expectations: self.expectations, replayed })
    }

    /// Writes the record of a run that an error ended, without running it.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(self, file: &Path, comment: &str) -> Result<(), RecordError> {
        self.record.write(&self.names, file, comment).map(drop)
    }
}

/// Whether traffic of this kind has the operation, with these inputs set by the driver.
fn is_wanted(op: &Op, kind: TrafficKind, is_set: &[bool]) -> bool {
    match &op.kind {
        OpKind::Set(assignment) | OpKind::Pulse(assignment) => kind == TrafficKind::All && !is_set[assignment.input],
        _ => true,
    }
}
