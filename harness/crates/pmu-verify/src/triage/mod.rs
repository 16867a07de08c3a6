//! Triage of the divergences of a run: triggers, repros, the shortest program of each trigger, waves.

mod divide;
mod elements;

use crate::jobs::Interrupted;
use crate::known::Known;
use crate::lockstep::{agreeing_options, excerpt};
use crate::regression::{FailedProgram, Stop};
use crate::shrink::{shrink, ShrinkLimits, ShrunkProgram};
use golden_model_core::Pmu;
use pmu_dut::{Dut, DutError};
use pmu_program::Program;
use pmu_results::{
    write_atomically, Bucket, Divergence, Driver, ProgramFindings, ResultsError, SimulationEnd, WaveformExcerpt,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// Seeds of initial values that are tested in addition to that of the run: a bug in a register without reset appears with
/// some of them only.
const OTHER_SEEDS: [u32; 3] = [1, 2, 3];

/// The shortest program with a divergence, and the seed of initial values with which it diverges.
type Shortest = Option<(u32, ShrunkProgram)>;

/// The functions that triage needs from its caller.
pub trait Rig {
    /// The error that ends triage.
    type Error: From<DutError> + From<ResultsError> + From<Interrupted>;

    /// Makes a DUT; the registers of a model start with values of `seed`.
    fn dut(&self, seed: u32) -> Result<Box<dyn Dut>, DutError>;

    /// The seeds among `wanted` that give different initial values.
    fn seeds(&self, wanted: &[u32]) -> Vec<u32> {
        wanted.to_vec()
    }

    /// Writes the waves around the divergence of `program` to `file`. Returns the name of the file, or `None` without waves.
    fn waves(
        &mut self,
        program: &Program,
        divergence: &Divergence,
        seed: u32,
        file: &Path,
    ) -> Result<Option<String>, Self::Error>;

    /// Where the RTL drives a value, of which `bit` differs.
    fn driver(&self, value: &str, bit: Option<u32>) -> Result<Driver, Self::Error>;

    /// The command that runs the program in `file` with initial values of `seed`.
    fn command(&self, file: &str, seed: u32) -> String;

    /// The name of a file in messages and documents.
    fn display_path(&self, file: &Path) -> String {
        file.display().to_string()
    }

    /// Reports a divergence that does not repeat.
    fn notice(&self, text: &str);
}

/// A PMU with divergences, and the folder for the documents.
pub struct Triage<'a, R> {
    /// The PMU.
    pub pmu: &'a Pmu,
    /// Its known divergences.
    pub known: &'a Known,
    /// The functions of the caller.
    pub rig: R,
    /// The folder of the documents.
    pub out: &'a Path,
    /// The seed of initial values of the run.
    pub seed: u32,
    /// Number of buckets whose waves are written.
    pub waves: usize,
    /// Stops triage early.
    pub stop: &'a Stop,
}

impl<R: Rig> Triage<'_, R> {
    /// Divides the buckets by trigger, writes the repros of the divergences, shrunk for the first of each trigger, and records all of
    /// that in the findings.
    ///
    /// # Errors
    /// When the DUT stops, a document cannot be written, or a stop is requested.
    pub fn apply(&mut self, failed: &[FailedProgram], findings: &mut ProgramFindings) -> Result<(), R::Error> {
        let mut shrunk = BTreeMap::new();
        for bucket in &mut findings.buckets {
            bucket.triggers = self.triggers(failed, bucket, &mut shrunk)?;
        }
        for one in failed {
            let mut divergence = one.divergence.clone();
            let is_first = |programs: &[String]| programs.first() == Some(&one.divergence.program);
            let bucket = findings.buckets.iter().position(|bucket| is_first(&bucket.programs));
            match (shrunk.remove(&one.entry), bucket) {
                (None, _) => self.write(&mut divergence, &self.file(one.divergence, "pmu"), one.program, 0)?,
                (Some(shortest), None) => _ = self.first_of_trigger(&mut divergence, one.program, shortest)?,
                (Some(shortest), Some(bucket)) => {
                    let (seed, shortest) = self.first_of_trigger(&mut divergence, one.program, shortest)?;
                    if bucket < self.waves {
                        let file = self.file(&divergence, "vcd");
                        let program = shortest.as_ref().unwrap_or(one.program);
                        divergence.waves = self.rig.waves(program, &divergence, seed, &file)?;
                    }
                    let shown = shortest.as_ref().unwrap_or(one.program);
                    divergence.agrees_with =
                        agreeing_options(self.pmu, shown, self.known, &|| self.rig.dut(seed), self.stop)?;
                    divergence.excerpt = self.excerpt(shortest.as_ref().unwrap_or(one.program), &divergence, seed)?;
                    let bucket = &mut findings.buckets[bucket];
                    bucket.update(&divergence);
                    self.locate(bucket, &divergence)?;
                }
            }
            let triggers = findings.buckets.iter_mut().flat_map(|bucket| &mut bucket.triggers);
            for trigger in triggers.filter(|trigger| is_first(&trigger.programs)) {
                (trigger.repro, trigger.command) = (divergence.repro.clone(), divergence.command.clone());
            }
            let entry = &mut findings.programs[one.entry].divergence;
            divergence.seed = entry.as_ref().and_then(|shown| shown.seed);
            if let Some(shown) = entry.as_mut().filter(|shown| shown.program == divergence.program) {
                *shown = divergence;
            } else if let Some(bucket) = bucket {
                findings.buckets[bucket].divergence = Some(divergence.into());
            }
        }
        Ok(())
    }

    /// The cycles around a divergence.
    fn excerpt(
        &self,
        program: &Program,
        divergence: &Divergence,
        seed: u32,
    ) -> Result<Option<WaveformExcerpt>, R::Error> {
        let dut = self.rig.dut(seed)?;
        Ok(excerpt(self.pmu, program, dut, divergence)?)
    }

    /// Records where the RTL drives the value of a bucket, or where it ended the simulation.
    fn locate(&self, bucket: &mut Bucket, divergence: &Divergence) -> Result<(), R::Error> {
        bucket.driver = match &divergence.simulation_end {
            Some(SimulationEnd { file, line, instance, .. }) => {
                Driver { file: file.clone(), line: *line, instance: instance.clone(), ..Driver::default() }
            }
            None => {
                // The value of a read is that of the port, independent of the register.
                let value = bucket.signature.value.split(' ').next().unwrap_or_default();
                self.rig.driver(value, divergence.lowest_bit(value))?
            }
        };
        Ok(())
    }

    /// Writes a program and what it was shrunk to. Returns the shorter one, and the seed of initial values with which it diverges.
    fn first_of_trigger(
        &self,
        divergence: &mut Divergence,
        program: &Program,
        shortest: Shortest,
    ) -> Result<(u32, Option<Program>), R::Error> {
        let file = self.file(divergence, "pmu");
        let Some((seed, shortest)) = shortest else {
            self.rig.notice(&format!(
                "{}: {} does not diverge alone and from the start; does the reset clear all state of an earlier program?",
                self.pmu.description.id, divergence.program
            ));
            self.write(divergence, &file, program, 0)?;
            return Ok((0, None));
        };
        self.write(divergence, &self.file(divergence, "full.pmu"), program, seed)?;
        let operations = |program: &Program| program.ops.len() as u64;
        let ShrunkProgram { program: shorter, divergence: shown, complete, .. } = shortest;
        divergence.adopt(&shown, operations(&shorter), operations(program), complete);
        self.write(divergence, &file, &shorter, seed)?;
        Ok((seed, Some(shorter)))
    }

    /// Shrinks a program. None if it does not diverge alone and from the start.
    fn shortest(&self, divergence: &Divergence, program: &Program) -> Result<Shortest, R::Error> {
        for seed in self.rig.seeds(&[&[0, self.seed], OTHER_SEEDS.as_slice()].concat()) {
            let dut = || self.rig.dut(seed);
            let signature = Some(&divergence.signature);
            let found = shrink(self.pmu, program, signature, self.known, &dut, ShrinkLimits::default(), self.stop)?;
            if self.stop.load(Ordering::Relaxed) {
                return Err(Interrupted.into());
            }
            if let Some(shortest) = found {
                return Ok(Some((seed, shortest)));
            }
        }
        Ok(None)
    }

    /// Writes a program and records it as a repro, with the command that runs it.
    fn write(&self, divergence: &mut Divergence, file: &Path, program: &Program, seed: u32) -> Result<(), R::Error> {
        write_program(file, self.pmu, &divergence.shortest_headline(), program)?;
        let shown = self.rig.display_path(file);
        divergence.command = Some(self.rig.command(&shown, seed));
        divergence.repro = Some(shown);
        Ok(())
    }

    fn file(&self, divergence: &Divergence, ending: &str) -> PathBuf {
        let id = &self.pmu.description.id;
        self.out.join("repro").join(format!("{id}-{}.{ending}", divergence.program.replace('/', "-")))
    }
}

/// Writes a program as text, after a line about its divergence.
///
/// # Errors
/// When the file cannot be written.
pub fn write_program(file: &Path, pmu: &Pmu, headline: &str, program: &Program) -> Result<(), ResultsError> {
    let text = format!("# {}: {headline}\n{}", pmu.description.id, program.to_text(pmu));
    write_atomically(file, text.as_bytes())
}
