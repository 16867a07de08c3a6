//! What a run does about its divergences: repros, the shortest program of each bucket, waves.

use super::args::Rtl;
use super::build;
use super::device::Device;
use super::status::Failure;
use super::waves::Tracing;
use crate::board::Address;
use crate::build::{declared, Workspace};
use crate::lockstep::{picture, Divergence, Picture};
use crate::program::Program;
use crate::regression::{Red, Stop};
use crate::results::{write_whole, Bucket, PmuResults};
use crate::shrink::{shrink, Limits, Shortest};
use golden_model::Pmu;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// Seeds of initial values that are tried beside that of the run: a register that reset does not reach shows a bug with
/// some of them only.
const OTHER_SEEDS: [u32; 3] = [1, 2, 3];

/// A PMU that diverged, and where the documents of the run go.
pub(super) struct FollowUp<'a> {
    pub workspace: &'a Workspace,
    pub pmu: &'a Pmu,
    pub device: &'a Device,
    pub rtl: &'a Rtl,
    /// The board, if it is one.
    pub dut: Option<&'a Address>,
    pub out: &'a Path,
    pub seed: u32,
    /// Buckets whose waves are written.
    pub waves: usize,
    pub stop: &'a Stop,
}

impl FollowUp<'_> {
    /// Writes the programs that reproduce the divergences, shrinks the first of each bucket, and notes both in the results.
    pub fn apply(&self, red: &[Red], results: &mut PmuResults) -> Result<(), Failure> {
        let mut tracing = Tracing::new(self.workspace, self.pmu, self.rtl);
        for one in red {
            let mut divergence = one.divergence.clone();
            self.remove_old(&divergence)?;
            let bucket = results.buckets.iter().position(|bucket| bucket.programs.first() == Some(&divergence.program));
            match bucket {
                None => self.write(&mut divergence, &self.file(one.divergence, "pmu"), one.program, 0)?,
                Some(bucket) => {
                    let (seed, shortest) = self.first_of_bucket(&mut divergence, one.program)?;
                    if bucket < self.waves {
                        let file = self.file(&divergence, "vcd");
                        let program = shortest.as_ref().unwrap_or(one.program);
                        divergence.waves = tracing.write(program, &divergence, seed, &file)?;
                    }
                    divergence.picture = self.picture(shortest.as_ref().unwrap_or(one.program), &divergence, seed)?;
                    let bucket = &mut results.buckets[bucket];
                    bucket.update(&divergence);
                    self.locate(bucket)?;
                }
            }
            let entry = &mut results.programs[one.entry].divergence;
            divergence.seed = entry.as_ref().and_then(|shown| shown.seed);
            if let Some(shown) = entry.as_mut().filter(|shown| shown.program == divergence.program) {
                *shown = divergence;
            } else if let Some(bucket) = bucket {
                results.buckets[bucket].divergence = Some(divergence.into());
            }
        }
        Ok(())
    }

    /// The clocks around a divergence.
    fn picture(&self, program: &Program, divergence: &Divergence, seed: u32) -> Result<Option<Picture>, Failure> {
        let device = self.device.dut(seed)?;
        Ok(picture(self.pmu, program, device, divergence)?)
    }

    /// Notes where the RTL declares what a bucket is about.
    fn locate(&self, bucket: &mut Bucket) -> Result<(), Failure> {
        // What a read answers is the port's value, whichever register is read.
        let value = bucket.subject.value.split(' ').next().unwrap_or_default();
        let rtl = build::source(self.workspace, self.pmu, self.rtl)?;
        let place = declared(self.workspace, &self.pmu.description, &rtl, value)?;
        bucket.file = Some(place.file.display().to_string());
        bucket.line = place.line;
        Ok(())
    }

    /// Shrinks a program and writes both; the shorter one, and the seed of initial values with which it diverges.
    fn first_of_bucket(
        &self,
        divergence: &mut Divergence,
        program: &Program,
    ) -> Result<(u32, Option<Program>), Failure> {
        let file = self.file(divergence, "pmu");
        let Some((seed, shortest)) = self.shortest(divergence, program)? else {
            eprintln!(
                "{}: {} does not diverge alone and from the start; does reset reach all that an earlier program may \
                 leave behind?",
                self.pmu.description.id, divergence.program
            );
            self.write(divergence, &file, program, 0)?;
            return Ok((0, None));
        };
        self.write(divergence, &self.file(divergence, "full.pmu"), program, seed)?;
        let operations = |program: &Program| program.ops.len() as u64;
        let Shortest { program: shorter, divergence: shown, complete, .. } = shortest;
        divergence.adopt(&shown, operations(&shorter), operations(program), complete);
        self.write(divergence, &file, &shorter, seed)?;
        Ok((seed, Some(shorter)))
    }

    /// The shortest program with the divergence, and the seed of initial values with which it shows.
    fn shortest(&self, divergence: &Divergence, program: &Program) -> Result<Option<(u32, Shortest)>, Failure> {
        for seed in self.device.seeds([0, self.seed].into_iter().chain(OTHER_SEEDS)) {
            let device = || self.device.dut(seed);
            let subject = Some(&divergence.subject);
            let found = shrink(self.pmu, program, subject, &device, Limits::default(), self.stop)?;
            if self.stop.load(Ordering::Relaxed) {
                return Err(Failure::Interrupted);
            }
            if let Some(shortest) = found {
                return Ok(Some((seed, shortest)));
            }
        }
        Ok(None)
    }

    /// Writes a program and notes it, with the command that runs it, as what reproduces a divergence.
    fn write(&self, divergence: &mut Divergence, file: &Path, program: &Program, seed: u32) -> Result<(), Failure> {
        let headline = divergence.shrunk.as_ref().map_or_else(|| divergence.headline(), |shrunk| shrunk.headline());
        write_program(file, self.pmu, &headline, program)?;
        let shown = build::shown(file);
        let options = build::rtl_options(self.rtl) + &build::dut_option(self.dut);
        let seed = if seed == 0 { String::new() } else { format!(" --seed {seed}") };
        divergence.command = Some(format!("target/release/pmu-cosim replay {shown}{seed}{options}"));
        divergence.repro = Some(shown);
        Ok(())
    }

    /// Removes what an earlier run may have written beside the program and this one need not write.
    fn remove_old(&self, divergence: &Divergence) -> Result<(), Failure> {
        for ending in ["full.pmu", "vcd"] {
            let file = self.file(divergence, ending);
            match std::fs::remove_file(&file) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    return Err(Failure::Environment(format!("{}: cannot be removed: {error}", file.display())));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn file(&self, divergence: &Divergence, ending: &str) -> PathBuf {
        let id = &self.pmu.description.id;
        self.out.join("repro").join(format!("{id}-{}.{ending}", divergence.program.replace('/', "-")))
    }
}

/// Writes a program as text below a line about its divergence.
pub(super) fn write_program(file: &Path, pmu: &Pmu, headline: &str, program: &Program) -> Result<(), Failure> {
    let text = format!("# {}: {headline}\n{}", pmu.description.id, program.to_text(pmu));
    Ok(write_whole(file, text.as_bytes())?)
}
