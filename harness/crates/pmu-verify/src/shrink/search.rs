//! State of a search: the shortest program up to now, and the evaluation of candidates.

use super::{ShrinkLimits, ShrunkProgram};
use crate::lockstep::Lockstep;
use golden_model::Pmu;
use pmu_dut::{Dut, DutError};
use pmu_program::{Op, Program};
use pmu_results::{Divergence, Signature};
use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};

/// A search in progress.
pub(super) struct Search<'a, D> {
    pub pmu: &'a Pmu,
    /// The shortest program up to now. It ends with the diverging cycle.
    pub program: Program,
    /// The program without operations, from which candidates are built.
    frame: Program,
    divergence: Divergence,
    signature: Signature,
    lockstep: Lockstep<'a, D>,
    dut_factory: &'a dyn Fn() -> Result<D, DutError>,
    limits: ShrinkLimits,
    stop: &'a AtomicBool,
    /// Hashes of the candidates that were evaluated.
    tried: HashSet<u64>,
    runs: u64,
    cycles: u64,
}

impl<'a, D: Dut> Search<'a, D> {
    /// Runs the unchanged program and starts a search from its divergence.
    pub fn start(
        pmu: &'a Pmu,
        program: &Program,
        signature: Option<&Signature>,
        dut_factory: &'a dyn Fn() -> Result<D, DutError>,
        limits: ShrinkLimits,
        stop: &'a AtomicBool,
    ) -> Result<Option<Self>, DutError> {
        let mut lockstep = Lockstep::new(pmu, dut_factory()?);
        let outcome = lockstep.run(program, stop)?;
        let Some(divergence) = outcome.divergence else { return Ok(None) };
        let signature = signature.unwrap_or(&divergence.signature).clone();
        if !is_same(&signature, &divergence.signature) {
            return Ok(None);
        }
        let frame = Program {
            file: None,
            covers: Vec::new(),
            requires: program.requires.clone(),
            ops: Vec::new(),
            name: program.name.clone(),
            pmu: program.pmu.clone(),
        };
        Ok(Some(Self {
            pmu,
            program: Program { ops: program.up_to(divergence.last_op, divergence.cycle).ops, ..frame.clone() },
            frame,
            signature,
            divergence: *divergence,
            lockstep,
            dut_factory,
            limits,
            stop,
            tried: HashSet::new(),
            runs: 1,
            cycles: outcome.cycles,
        }))
    }

    /// Whether `ops` diverge with the signature of the search.
    ///
    /// If so, they become the program, up to their diverging cycle. Returns `false` at a limit, and for operations that do
    /// not end a cycle.
    pub fn accepts(&mut self, ops: Vec<Op>) -> Result<bool, DutError> {
        let mut hasher = xxhash_rust::xxh3::Xxh3::new();
        ops.hash(&mut hasher);
        if self.is_over() || ops.last().is_none_or(|op| op.cycles() == 0) || !self.tried.insert(hasher.finish()) {
            return Ok(false);
        }
        // A register that reset does not reach would carry values of one candidate into the next.
        *self.lockstep.dut() = (self.dut_factory)()?;
        let candidate = Program { ops, ..self.frame.clone() };
        let outcome = self.lockstep.run(&candidate, self.stop)?;
        self.runs += 1;
        self.cycles += outcome.cycles;
        match outcome.divergence {
            Some(divergence) if is_same(&self.signature, &divergence.signature) => {
                self.program =
                    Program { ops: candidate.up_to(divergence.last_op, divergence.cycle).ops, ..self.frame.clone() };
                self.divergence = *divergence;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Whether the search has to end: at a limit or when it is stopped.
    pub fn is_over(&self) -> bool {
        self.runs >= self.limits.runs || self.cycles >= self.limits.cycles || self.stop.load(Ordering::Relaxed)
    }

    /// The result.
    ///
    /// The final program runs again, so that the divergence describes it with all shortened waits.
    pub fn finish(mut self) -> Result<ShrunkProgram, DutError> {
        let complete = !self.is_over();
        *self.lockstep.dut() = (self.dut_factory)()?;
        if let Some(divergence) = self.lockstep.run(&self.program, &AtomicBool::new(false))?.divergence {
            self.divergence = *divergence;
        }
        let Self { program, divergence, runs, cycles, .. } = self;
        Ok(ShrunkProgram { program, divergence, runs, cycles, complete })
    }
}

/// Whether two signatures have the same check, value and field.
fn is_same(one: &Signature, other: &Signature) -> bool {
    (one.check, &one.value, &one.field) == (other.check, &other.value, &other.field)
}
