//! The state of a search: the shortest program so far, and how a candidate is judged.

use super::{ShrinkLimits, ShrunkProgram};
use crate::lockstep::Lockstep;
use golden_model::Pmu;
use pmu_dut::{Dut, DutError};
use pmu_program::{Op, Program};
use pmu_results::{Divergence, Signature};
use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};

/// A search on its way.
pub(super) struct Search<'a, D> {
    pub pmu: &'a Pmu,
    /// The shortest program so far. It ends with the diverging clock.
    pub program: Program,
    /// A program without operations, to put those of candidates into.
    frame: Program,
    divergence: Divergence,
    subject: Signature,
    lockstep: Lockstep<'a, D>,
    device: &'a dyn Fn() -> Result<D, DutError>,
    limits: ShrinkLimits,
    stop: &'a AtomicBool,
    /// Candidates that were judged already, by hash.
    seen: HashSet<u64>,
    runs: u64,
    clocks: u64,
}

impl<'a, D: Dut> Search<'a, D> {
    /// Runs the program as it is.
    pub fn start(
        pmu: &'a Pmu,
        program: &Program,
        subject: Option<&Signature>,
        device: &'a dyn Fn() -> Result<D, DutError>,
        limits: ShrinkLimits,
        stop: &'a AtomicBool,
    ) -> Result<Option<Self>, DutError> {
        let mut lockstep = Lockstep::new(pmu, device()?);
        let outcome = lockstep.run(program, stop)?;
        let Some(divergence) = outcome.divergence else { return Ok(None) };
        let subject = subject.unwrap_or(&divergence.subject).clone();
        if !is_same(&subject, &divergence.subject) {
            return Ok(None);
        }
        let frame = Program {
            file: None,
            covers: Vec::new(),
            ops: Vec::new(),
            name: program.name.clone(),
            pmu: program.pmu.clone(),
        };
        Ok(Some(Self {
            pmu,
            program: Program { ops: program.up_to(divergence.last_op, divergence.cycle).ops, ..frame.clone() },
            frame,
            subject,
            divergence: *divergence,
            lockstep,
            device,
            limits,
            stop,
            seen: HashSet::new(),
            runs: 1,
            clocks: outcome.cycles,
        }))
    }

    /// Whether `ops` diverge in the value and field that the search is about. If so, they are the program from now on, up
    /// to their diverging clock. What the limits no longer allow does not, nor what expects something behind its last clock.
    pub fn accepts(&mut self, ops: Vec<Op>) -> Result<bool, DutError> {
        let mut hasher = xxhash_rust::xxh3::Xxh3::new();
        ops.hash(&mut hasher);
        if self.is_over() || ops.last().is_none_or(|op| op.cycles() == 0) || !self.seen.insert(hasher.finish()) {
            return Ok(false);
        }
        // A register that reset does not reach would carry one candidate's values into the next.
        *self.lockstep.dut() = (self.device)()?;
        let candidate = Program { ops, ..self.frame.clone() };
        let outcome = self.lockstep.run(&candidate, self.stop)?;
        self.runs += 1;
        self.clocks += outcome.cycles;
        match outcome.divergence {
            Some(divergence) if is_same(&self.subject, &divergence.subject) => {
                self.program =
                    Program { ops: candidate.up_to(divergence.last_op, divergence.cycle).ops, ..self.frame.clone() };
                self.divergence = *divergence;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Whether the search has to end.
    pub fn is_over(&self) -> bool {
        self.runs >= self.limits.runs || self.clocks >= self.limits.clocks || self.stop.load(Ordering::Relaxed)
    }

    /// The result. Its divergence is that of the program as it is now, so that a wait that was cut reads as it is.
    pub fn finish(mut self) -> Result<ShrunkProgram, DutError> {
        let complete = !self.is_over();
        *self.lockstep.dut() = (self.device)()?;
        if let Some(divergence) = self.lockstep.run(&self.program, &AtomicBool::new(false))?.divergence {
            self.divergence = *divergence;
        }
        let Self { program, divergence, runs, clocks, .. } = self;
        Ok(ShrunkProgram { program, divergence, runs, clocks, complete })
    }
}

/// Whether two divergences show the same value and field first.
fn is_same(one: &Signature, other: &Signature) -> bool {
    (one.check, &one.value, &one.field) == (other.check, &other.value, &other.field)
}
