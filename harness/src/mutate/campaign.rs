//! Running a regression on each mutant.

use super::list::Mutant;
use crate::build::{ensure_model, BuildError, Variant, Workspace};
use crate::dut::{Dut, DutError, SimulatedDut};
use crate::generate::Profile;
use crate::program::Program;
use crate::regression::{Plan, Stop};
use crate::results::ProgramKind;
use golden_model::Pmu;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// What a campaign needs.
pub struct Campaign<'a> {
    /// Where tools are and where builds go; its build folder is the campaign's own.
    pub workspace: &'a Workspace,
    /// The PMU.
    pub pmu: &'a Pmu,
    /// How its random programs look.
    pub profile: &'a Profile,
    /// Its directed programs.
    pub directed: &'a [Program],
    /// The folder with its `rtl.toml`; the folder above it is copied for each mutant.
    pub folder: &'a Path,
    /// Clocks of random programs at the most.
    pub cycles: u64,
    /// Seed of the random programs.
    pub seed: u64,
}

/// What found a mutant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Killer {
    /// Directed programs that diverged, of those that ran.
    pub directed: Vec<String>,
    /// The first divergence of the random programs: program, cycle and value.
    pub random: Option<String>,
    /// Lockstep clocks of random programs up to that divergence.
    pub random_cycles: u64,
}

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mutated {
    /// Found, and the reports name what the mutant's `shows` asks for.
    Killed(Killer),
    /// Not found within the given cycles, or under other names.
    Survived,
}

/// Why a mutant could not be judged.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// It cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// Its model stopped.
    #[error(transparent)]
    Dut(#[from] DutError),
    /// The copy of the RTL failed.
    #[error("{0}")]
    Copy(String),
}

impl Campaign<'_> {
    /// Runs the regression on one mutant, or without any on the RTL as it is.
    pub fn run(&self, mutant: Option<&Mutant>, stop: &Stop) -> Result<Mutated, CampaignError> {
        let (copy, folder) =
            self.copy().map_err(|error| CampaignError::Copy(format!("cannot copy the RTL: {error}")))?;
        if let Some(mutant) = mutant {
            mutant.apply(self.folder, &folder).map_err(CampaignError::Copy)?;
        }
        let description = &self.pmu.description;
        let built = ensure_model(self.workspace, description, &folder.join("rtl.toml"), Variant::Fast, &mut |_| {})?;
        drop(copy);
        let plan = Plan {
            pmu: self.pmu,
            profile: self.profile,
            directed: self.directed,
            left_out: &[],
            seed: self.seed,
            random_cycles: self.cycles,
            // Mutants are spread over the threads, not the programs of one.
            jobs: 1,
        };
        let device = || -> Result<Box<dyn Dut>, DutError> { Ok(Box::new(SimulatedDut::new(&built, 1)?)) };
        let run = plan.run(&device, &|_| {}, stop)?;
        let results = run.results(&plan, &built.compared);
        let (mut directed, mut random, mut random_cycles) = (Vec::new(), None, 0);
        let mut unnamed: Vec<&String> = mutant.iter().flat_map(|mutant| &mutant.shows).collect();
        for program in &results.programs {
            let Some(divergence) = &program.divergence else { continue };
            unnamed.retain(|value| !divergence.differences.iter().any(|difference| difference.name == **value));
            match program.kind {
                ProgramKind::Directed => directed.push(program.name.clone()),
                ProgramKind::Random => {
                    random = Some(format!("{}, {}", divergence.program, divergence.headline()));
                    random_cycles = program.cycles;
                }
            }
        }
        // A report that leads nowhere has not found the bug.
        Ok(match (directed.is_empty() && random.is_none()) || !unnamed.is_empty() {
            true => Mutated::Survived,
            false => Mutated::Killed(Killer { directed, random, random_cycles }),
        })
    }

    /// A copy of the RTL tree, and the PMU's folder in it.
    fn copy(&self) -> std::io::Result<(tempfile::TempDir, PathBuf)> {
        std::fs::create_dir_all(self.workspace.build_dir())?;
        let copy = tempfile::Builder::new().prefix("rtl-").tempdir_in(self.workspace.build_dir())?;
        let tree = self.folder.parent().unwrap_or(self.folder);
        copy_tree(tree, copy.path())?;
        let folder = copy.path().join(self.folder.file_name().unwrap_or_default());
        Ok((copy, folder))
    }
}

fn copy_tree(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_tree(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}
