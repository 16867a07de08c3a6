//! State of a search: the shortest program up to now, and the evaluation of candidates.

use super::{ShrinkLimits, ShrunkProgram};
use crate::known::Known;
use crate::lockstep::Lockstep;
use golden_model_core::Pmu;
use pmu_dut::{Dut, DutError};
use pmu_program::{Op, OpKind, Program};
use pmu_results::{CheckKind, Divergence, Signature};
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
    /// What the divergence of a candidate must have in common with the first.
    sought: Sought,
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
        known: &'a Known,
        dut_factory: &'a dyn Fn() -> Result<D, DutError>,
        limits: ShrinkLimits,
        stop: &'a AtomicBool,
    ) -> Result<Option<Self>, DutError> {
        let mut lockstep = Lockstep::new(pmu, dut_factory()?).accepting(known);
        let outcome = lockstep.run(program, stop)?;
        let Some(divergence) = outcome.divergence else { return Ok(None) };
        let sought = Sought::new(signature.unwrap_or(&divergence.signature), &divergence);
        if !sought.is_in(&divergence) {
            return Ok(None);
        }
        // Mostly the power-on values do not matter.
        let plain = Program { power_on: 0, ..program.clone() };
        let divergence_of_plain = match program.power_on {
            0 => None,
            _ => lockstep.run(&plain, stop)?.divergence.filter(|divergence| sought.is_in(divergence)),
        };
        let power_on = if divergence_of_plain.is_some() { 0 } else { program.power_on };
        let divergence = divergence_of_plain.unwrap_or(divergence);
        let frame = Program {
            // The operations that remain keep their lines.
            file: program.file.clone(),
            covers: Vec::new(),
            requires: program.requires.clone(),
            power_on,
            ops: Vec::new(),
            name: program.name.clone(),
            pmu: program.pmu.clone(),
        };
        Ok(Some(Self {
            pmu,
            program: Program { ops: program.up_to(divergence.last_op, divergence.cycle).ops, ..frame.clone() },
            frame,
            sought,
            divergence: *divergence,
            lockstep,
            dut_factory,
            limits: ShrinkLimits { cycles: limits.cycles + limits.complete_runs * outcome.cycles, ..limits },
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
        if self.is_over() {
            return Ok(false);
        }
        let mut hasher = xxhash_rust::xxh3::Xxh3::new();
        ops.hash(&mut hasher);
        if ops.last().is_none_or(|op| op.cycles() == 0) || !self.tried.insert(hasher.finish()) {
            return Ok(false);
        }
        let candidate = Program { ops, ..self.frame.clone() };
        let Some(divergence) = self.failure(&candidate)? else { return Ok(false) };
        self.program = Program { ops: candidate.up_to(divergence.last_op, divergence.cycle).ops, ..self.frame.clone() };
        self.divergence = divergence;
        Ok(true)
    }

    /// Whether `ops` diverge with the signature of the search, which does not change the program.
    pub fn diverges(&mut self, ops: Vec<Op>) -> Result<bool, DutError> {
        let candidate = Program { ops, ..self.frame.clone() };
        Ok(self.failure(&candidate)?.is_some())
    }

    /// Whether the expectation fails with the same value directly after reset.
    ///
    /// Then removing operations cannot reveal which of them should have changed the value.
    pub fn fails_after_reset(&mut self) -> Result<bool, DutError> {
        if self.divergence.signature.check != CheckKind::Expectation {
            return Ok(false);
        }
        let ops = &self.program.ops;
        let before = ops.split_last().map_or(&[][..], |(_, before)| before);
        let start = before.iter().rposition(|op| op.cycles() > 0).map_or(0, |end| end + 1);
        let is_check = |op: &&Op| op.cycles() > 0 || matches!(op.kind, OpKind::Expect { .. });
        let candidate = Program { ops: ops[start..].iter().filter(is_check).cloned().collect(), ..self.frame.clone() };
        Ok(self.failure(&candidate)?.is_some())
    }

    /// The failure of a candidate, if it is the one that is sought.
    fn failure(&mut self, candidate: &Program) -> Result<Option<Divergence>, DutError> {
        // A register that reset does not reach would carry values of one candidate into the next.
        *self.lockstep.dut() = (self.dut_factory)()?;
        let outcome = self.lockstep.run(candidate, self.stop)?;
        self.runs += 1;
        self.cycles += outcome.cycles;
        Ok(outcome.divergence.map(|divergence| *divergence).filter(|divergence| self.sought.is_in(divergence)))
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

/// What all candidates of a search must have in common.
struct Sought {
    signature: Signature,
    /// Of a failed expectation: the values of DUT and model. Without them the search would end with an expectation that fails
    /// for another reason, such as because nothing has happened yet.
    values: Option<(Option<String>, String)>,
}

impl Sought {
    fn new(signature: &Signature, divergence: &Divergence) -> Self {
        Self { signature: signature.clone(), values: observed(divergence) }
    }

    /// Whether a divergence has the check, value and field, and a failed expectation the same values.
    fn is_in(&self, divergence: &Divergence) -> bool {
        let (one, other) = (&self.signature, &divergence.signature);
        (one.check, &one.value, &one.field) == (other.check, &other.value, &other.field)
            && (one.check != CheckKind::Expectation || self.values == observed(divergence))
    }
}

/// The values of DUT and model in the first failed expectation.
fn observed(divergence: &Divergence) -> Option<(Option<String>, String)> {
    divergence.failed_expectations.first().map(|failed| (failed.dut.clone(), failed.model.clone()))
}
