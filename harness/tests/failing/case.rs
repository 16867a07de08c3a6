//! RTL with a bug: the regression that finds it, the shrunk program and its waves.

use crate::reading::Waves;
use golden_model_core::Pmu;
use harness::dut::{Dut, DutError, SimulatedDut};
use harness::known::Known;
use harness::lockstep::{Divergence, Lockstep};
use harness::program::{Program, Source};
use harness::regression::{find_directed, programs_folder, NamePatterns, Plan, Shard};
use harness::rtl::{ensure_model, BuiltModel, Variant, Workspace};
use harness::seeded_bugs::{SeededBug, SeededBugs};
use harness::shrink::{shrink, ShrinkLimits, ShrunkProgram};
use harness::stimulus::Profile;
use harness::waves::{CycleRange, Waves as Written};
use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::Arc;
use std::time::Instant;
use tempfile::TempDir;

/// The RTL of a PMU with a bug in it.
pub struct Case {
    pub pmu: Pmu,
    pub workspace: Workspace,
    /// Path of the `rtl.toml`.
    pub manifest: PathBuf,
    /// Number of the mutant, for RTL with several mutants.
    pub selected: Option<u32>,
    /// Folder for temporary files.
    pub place: TempDir,
}

/// Reads the seeded bugs of a PMU.
pub fn bugs(pmu: &Pmu) -> Result<Vec<SeededBug>, Box<dyn Error>> {
    let id = &pmu.description.id;
    let file = root().join("testbenches").join(Pmu::folder(id)).join("seeded_bugs.toml");
    let directed = find_directed(&programs_folder(&root(), id), pmu)?;
    let programs: Vec<&str> = directed.iter().map(|program| program.name.as_str()).collect();
    Ok(SeededBugs::read(&file, &root().join("rtl").join(Pmu::folder(id)), &pmu.description, &programs)?.bugs)
}

impl Case {
    /// Copies the RTL with the bug.
    pub fn new(pmu: Pmu, bug: &SeededBug) -> Result<Self, Box<dyn Error>> {
        let copy = tempfile::tempdir()?;
        pmu_support::copy_tree(&root().join("rtl"), copy.path())?;
        let id = pmu.description.id.clone();
        let folder = copy.path().join(Pmu::folder(&id));
        std::fs::write(folder.join(&bug.file), bug.changed(&root().join("rtl").join(Pmu::folder(&id)))?)?;
        let manifest = folder.join("rtl.toml");
        Ok(Self { workspace: Workspace::find(&root())?, pmu, manifest, selected: None, place: copy })
    }

    /// Builds a model of the RTL.
    pub fn built(&self, variant: Variant) -> Result<BuiltModel, Box<dyn Error>> {
        Ok(ensure_model(&self.workspace, &self.pmu.description, &self.manifest, variant, &mut |_| {})?)
    }

    fn dut(&self, built: &BuiltModel) -> Result<SimulatedDut, DutError> {
        let mut dut = SimulatedDut::new(built, 0)?;
        self.selected.map_or(Ok(()), |number| dut.select(number))?;
        Ok(dut)
    }

    /// Runs a regression and returns the first diverging directed and random programs, up to the divergence.
    pub fn failed(&self, random_cycles: u64) -> Result<Vec<(Divergence, Program)>, Box<dyn Error>> {
        let id = &self.pmu.description.id;
        let profile =
            Profile::read(&root().join("testbenches").join(Pmu::folder(id)).join("stimulus.toml"), &self.pmu)?;
        let directed = find_directed(&programs_folder(&root(), id), &self.pmu)?;
        let built = self.built(Variant::Fast)?;
        let plan = Plan {
            pmu: &self.pmu,
            known: Known::none(),
            profile: &profile,
            directed: &directed,
            skipped: &[],
            seed: 1,
            random_cycles,
            shard: Shard::ALL,
            only: NamePatterns::ALL,
            jobs: 1,
        };
        let dut = || -> Result<Box<dyn Dut>, DutError> { Ok(Box::new(self.dut(&built)?)) };
        let run = plan.run(&dut, &|_| {}, &Arc::default())?;
        let failed: Vec<_> = run.failed_programs().collect();
        let is_random = |entry: usize| entry == directed.len();
        let first = failed.iter().find(|one| !is_random(one.entry));
        let random = failed.iter().find(|one| is_random(one.entry));
        Ok(first.into_iter().chain(random).map(|one| (one.divergence.clone(), one.program.clone())).collect())
    }

    /// Shrinks a program and returns the result with the time in seconds, or `None` if the program does not diverge alone.
    pub fn shrink(
        &self,
        divergence: &Divergence,
        program: &Program,
    ) -> Result<Option<(ShrunkProgram, f64)>, Box<dyn Error>> {
        let built = self.built(Variant::Fast)?;
        let dut = || self.dut(&built);
        let start = Instant::now();
        let signature = Some(&divergence.signature);
        let shortest = shrink(
            &self.pmu,
            program,
            signature,
            Known::none(),
            &dut,
            ShrinkLimits::default(),
            &AtomicBool::new(false),
        )?;
        Ok(shortest.map(|shortest| (shortest, start.elapsed().as_secs_f64())))
    }

    /// Prints a program, parses the text, runs it on a new DUT and returns its divergence.
    pub fn replay(&self, program: &Program) -> Result<Option<Box<Divergence>>, Box<dyn Error>> {
        let source = Source::parse(Path::new("repro.pmu"), &program.to_text(&self.pmu))?;
        let again = source.resolve("repro".to_owned(), &self.pmu)?;
        let dut = self.dut(&self.built(Variant::Fast)?)?;
        Ok(Lockstep::new(&self.pmu, dut).run(&again, &AtomicBool::new(false))?.divergence)
    }

    /// Writes the waves of a program around its divergence and reads them.
    pub fn waves(&self, program: &Program, divergence: &Divergence) -> Result<Waves, Box<dyn Error>> {
        let file = self.place.path().join("waves.vcd");
        let dut = self.dut(&self.built(Variant::Trace)?)?;
        let around = Some((divergence, CycleRange::default()));
        Written { pmu: &self.pmu, program, around, rtl: &BTreeMap::new() }.write(dut, &file)?;
        Waves::read(&file)
    }

    /// Reads the manifest.
    pub fn manifest(&self) -> Result<String, Box<dyn Error>> {
        Ok(std::fs::read_to_string(&self.manifest)?)
    }
}

/// Returns the root of this workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
