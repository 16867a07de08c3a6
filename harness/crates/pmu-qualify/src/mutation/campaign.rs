//! A campaign: from the RTL of a PMU to what became of each of its mutants.

use super::equivalence::{Prover, Verdict};
use super::error::MutationError;
use super::execution::MutantStatus;
use super::execution::{MutantBench, ProgramOnMutant};
use super::model::Chunk;
use super::mutant::Mutant;
use super::netlist::Netlist;
use super::tally::count;
use golden_model::Pmu;
use pmu_program::Program;
use pmu_results::Divergence;
use pmu_results::MutationReport;
use pmu_rtl::{find_yosys, rtl_hash, Workspace, Yosys};
use pmu_verify::jobs::{parallel_map, Interrupted};
use pmu_verify::stimulus::{Generator, Profile};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Mutants in one model. More make fewer builds, but every clock of every mutant slower.
const CHUNK: usize = 250;
/// Random programs that run before the directed ones: they find most mutants in their first clocks.
const FIRST: usize = 8;
/// Clocks of random programs.
const CYCLES: u64 = 200_000;
/// Mutants that were found and that the prover has to refute.
const REFUTED: usize = 6;

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
    /// The `rtl.toml`.
    pub manifest: &'a Path,
    /// Where netlists and scripts are kept.
    pub folder: &'a Path,
    /// Number of mutants; none for as many as fit the size of the design.
    pub mutants: Option<usize>,
    /// Clocks of random programs that a mutant has to live through; none for as many as fit the design.
    pub cycles: Option<u64>,
    /// Seed of the mutants and of the random programs.
    pub seed: u64,
    /// Whether to try to prove that what no program finds behaves like the RTL.
    pub proofs: bool,
    /// Threads.
    pub jobs: usize,
    /// Hears what is being done.
    pub notice: &'a (dyn Fn(&str) + Sync),
}

/// What became of one mutant.
pub struct CampaignOutcome {
    /// The mutant.
    pub mutant: Mutant,
    /// What became of it.
    pub status: MutantStatus,
    /// How it was found.
    pub divergence: Option<Box<Divergence>>,
}

/// A campaign whose models are built and checked.
struct PreparedCampaign<'a> {
    campaign: &'a Campaign<'a>,
    yosys: &'a Yosys,
    survey: &'a Netlist,
    chunks: Vec<Chunk>,
    /// Programs that run before the proofs, and those that run behind them.
    programs: [Vec<Program>; 2],
    stop: &'a AtomicBool,
}

impl Campaign<'_> {
    /// Runs the campaign.
    ///
    /// # Errors
    /// [`MutationError`]; there is no report when one of the campaign's own checks fails.
    pub fn run(&self, stop: &AtomicBool) -> Result<MutationReport, MutationError> {
        let yosys = find_yosys(self.workspace, &mut |text| (self.notice)(text))?;
        let survey = self.survey(&yosys)?;
        let prepared = self.prepare(&yosys, &survey, stop)?;
        let mutants: Vec<&Mutant> = survey.mutants.iter().collect();
        let mut fates = prepared.run_mutant(&mutants, 0)?;
        let mut refuted = Vec::new();
        if self.proofs {
            let prover = Prover::new(&yosys, &survey, &self.pmu.description)?;
            refuted = prepared.check_prover(&prover, &fates)?;
            prepared.prove(&prover, &mut fates)?;
        }
        prepared.classify_survivors(&mut fates)?;
        let fates = fates.iter().map(|outcome| (&outcome.mutant, &outcome.status));
        Ok(MutationReport {
            pmu: self.pmu.description.id.clone(),
            verilator: prepared.chunks[0].built.verilator.to_string(),
            compiler: prepared.chunks[0].built.compiler.version.clone(),
            yosys: yosys.to_string(),
            rtl_hash: rtl_hash(self.workspace, &self.pmu.description, self.manifest)?,
            seed: self.seed,
            cycles: self.cycles(),
            refuted,
            ..count(fates)
        })
    }

    /// Runs one mutant.
    ///
    /// # Errors
    /// As [`Campaign::run`], and [`MutationError::Unknown`] when there is none of that number.
    pub fn run_one(&self, number: u32, stop: &AtomicBool) -> Result<CampaignOutcome, MutationError> {
        let yosys = find_yosys(self.workspace, &mut |text| (self.notice)(text))?;
        let mut survey = self.survey(&yosys)?;
        let last = survey.mutants.len();
        survey.mutants.retain(|mutant| mutant.number == number);
        if survey.mutants.is_empty() {
            return Err(MutationError::Unknown { number, last });
        }
        let prepared = self.prepare(&yosys, &survey, stop)?;
        let mut fates = prepared.run_mutant(&survey.mutants.iter().collect::<Vec<_>>(), 0)?;
        if self.proofs {
            prepared.prove(&Prover::new(&yosys, &survey, &self.pmu.description)?, &mut fates)?;
        }
        prepared.classify_survivors(&mut fates)?;
        fates.pop().ok_or(Interrupted.into())
    }

    /// The mutants for what else there is to do with them, each with the `rtl.toml` of a model that holds it and the number
    /// that selects it there. The models have passed without a mutant and failed with one that must be found.
    ///
    /// # Errors
    /// As [`Campaign::run`].
    pub fn models(&self, stop: &AtomicBool) -> Result<Vec<(Mutant, PathBuf, u32)>, MutationError> {
        let yosys = find_yosys(self.workspace, &mut |text| (self.notice)(text))?;
        let survey = self.survey(&yosys)?;
        self.prepare(&yosys, &survey, stop)?;
        let placed = survey.mutants.iter().enumerate().map(|(position, mutant)| {
            let number = (position % CHUNK) as u32 + 1;
            (mutant.clone(), Chunk::manifest(self.folder, position / CHUNK), number)
        });
        Ok(placed.collect())
    }

    fn cycles(&self) -> u64 {
        self.cycles.unwrap_or(CYCLES)
    }

    fn survey(&self, yosys: &Yosys) -> Result<Netlist, MutationError> {
        let options = (self.mutants, self.seed);
        Netlist::make(self.workspace, yosys, &self.pmu.description, self.manifest, self.folder, options)
    }

    /// Builds the models, and holds them against two mutants whose fate is known.
    fn prepare<'a>(
        &'a self,
        yosys: &'a Yosys,
        survey: &'a Netlist,
        stop: &'a AtomicBool,
    ) -> Result<PreparedCampaign<'a>, MutationError> {
        let parts: Vec<(usize, &[Mutant])> = survey.mutants.chunks(CHUNK).enumerate().collect();
        (self.notice)(&format!("{} mutants in {} models", survey.mutants.len(), parts.len()));
        let build = |(position, mutants): &(usize, &[Mutant])| {
            Chunk::build(self.workspace, yosys, &self.pmu.description, survey, mutants, *position)
        };
        let chunks = parallel_map(&parts, self.jobs, stop, || build)?;
        let generator = Generator::new(self.pmu, self.profile);
        let count = self.cycles().div_ceil(self.profile.cycles);
        let mut first: Vec<Program> = (0..count).map(|index| generator.program(self.seed, index)).collect();
        let mut after = first.split_off(first.len().min(FIRST));
        // The shortest first: many short ones find more in the same time than one long one.
        let mut directed: Vec<&Program> = self.directed.iter().collect();
        directed.sort_by_key(|program| program.cycles());
        first.extend(directed.into_iter().cloned());
        if survey.huge {
            first.append(&mut after);
        }
        let prepared = PreparedCampaign { campaign: self, yosys, survey, chunks, programs: [first, after], stop };
        prepared.check_models()?;
        Ok(prepared)
    }
}

impl PreparedCampaign<'_> {
    /// Every model must pass everything without a mutant, and fail with the killer: otherwise a mutant's death or life would
    /// say nothing.
    fn check_models(&self) -> Result<(), MutationError> {
        (self.campaign.notice)("checking the models without a mutant and with one that must be found");
        let positions: Vec<usize> = (0..self.chunks.len()).collect();
        parallel_map(&positions, self.campaign.jobs, self.stop, || {
            let mut bench = MutantBench::new(self.campaign.pmu, self.stop);
            move |&position: &usize| {
                let Chunk { built, killer } = &self.chunks[position];
                for programs in &self.programs {
                    match bench.try_on((position, built), 0, programs)? {
                        ProgramOnMutant::NotFound => {}
                        ProgramOnMutant::Unstable(what) => return Err(pmu_dut::DutError(what).into()),
                        ProgramOnMutant::Found(divergence) => {
                            let (program, what) = (&divergence.program, divergence.headline());
                            return Err(MutationError::Invalid(format!(
                                "the netlist diverges without any mutant ({program}: {what}); does `make sim` pass?"
                            )));
                        }
                    }
                }
                match bench.try_on((position, built), *killer, &self.programs[0])? {
                    ProgramOnMutant::Found(_) => Ok(()),
                    _ => Err(MutationError::Invalid(format!(
                        "no program finds the planted mutant, {} in {}",
                        self.survey.killer.change(),
                        self.survey.killer.module
                    ))),
                }
            }
        })?;
        Ok(())
    }

    /// Runs the programs of a stage on each of `mutants`.
    fn run_mutant(&self, mutants: &[&Mutant], stage: usize) -> Result<Vec<CampaignOutcome>, MutationError> {
        (self.campaign.notice)(&format!("running programs on {} mutants", mutants.len()));
        let first = self.survey.mutants.first().map_or(1, |mutant| mutant.number);
        parallel_map(mutants, self.campaign.jobs, self.stop, || {
            let mut bench = MutantBench::new(self.campaign.pmu, self.stop);
            move |mutant: &&Mutant| {
                let index = (mutant.number - first) as usize;
                let (position, number) = (index / CHUNK, (index % CHUNK) as u32 + 1);
                let built = &self.chunks[position].built;
                let mutant = (*mutant).clone();
                Ok(match bench.try_on((position, built), number, &self.programs[stage])? {
                    ProgramOnMutant::NotFound => {
                        CampaignOutcome { mutant, status: MutantStatus::Survived, divergence: None }
                    }
                    ProgramOnMutant::Unstable(what) => {
                        CampaignOutcome { mutant, status: MutantStatus::Unstable(what), divergence: None }
                    }
                    ProgramOnMutant::Found(found) => {
                        let status = MutantStatus::Killed { program: found.program.clone(), cycle: found.cycle };
                        CampaignOutcome { mutant, status, divergence: Some(found) }
                    }
                })
            }
        })
    }

    /// Tries the prover on mutants that behave differently, some from everywhere: it must find how for each.
    fn check_prover(&self, prover: &Prover, fates: &[CampaignOutcome]) -> Result<Vec<u32>, MutationError> {
        let killed: Vec<&Mutant> = fates
            .iter()
            .filter(|outcome| matches!(outcome.status, MutantStatus::Killed { .. }))
            .map(|outcome| &outcome.mutant)
            .collect();
        let chosen: Vec<&Mutant> = killed.iter().step_by(killed.len().div_ceil(REFUTED).max(1)).copied().collect();
        if chosen.is_empty() {
            return Err(MutationError::Invalid("no mutant was found on which the prover could be tried".to_owned()));
        }
        (self.campaign.notice)(&format!("trying the prover on {} mutants that were found", chosen.len()));
        let verdicts =
            parallel_map(&chosen, self.campaign.jobs, self.stop, || |mutant: &&Mutant| prover.prove(mutant))?;
        let mut refuted = Vec::new();
        for (mutant, verdict) in chosen.iter().zip(verdicts) {
            match verdict {
                Verdict::Refuted | Verdict::Different => refuted.push(mutant.number),
                Verdict::Open => {}
                Verdict::Proven(_) => {
                    let (number, change) = (mutant.number, mutant.change());
                    return Err(MutationError::Invalid(format!(
                        "the prover takes mutant {number}, {change}, for the RTL, but a program tells them apart"
                    )));
                }
            }
        }
        match refuted.is_empty() {
            true => Err(MutationError::Invalid("the prover decides nothing in its time".to_owned())),
            false => Ok(refuted),
        }
    }

    /// Tries to prove every survivor equivalent.
    fn prove(&self, prover: &Prover, fates: &mut [CampaignOutcome]) -> Result<(), MutationError> {
        let open: Vec<&mut CampaignOutcome> =
            fates.iter_mut().filter(|outcome| outcome.status == MutantStatus::Survived).collect();
        (self.campaign.notice)(&format!("proving {} mutants with {}", open.len(), self.yosys));
        let mutants: Vec<&Mutant> = open.iter().map(|outcome| &outcome.mutant).collect();
        let verdicts =
            parallel_map(&mutants, self.campaign.jobs, self.stop, || |mutant: &&Mutant| prover.prove(mutant))?;
        for (outcome, verdict) in open.into_iter().zip(verdicts) {
            if let Verdict::Proven(proof) = verdict {
                outcome.status = MutantStatus::Equivalent(proof);
            }
        }
        Ok(())
    }

    /// Runs the remaining random programs on what is neither found nor proven.
    fn classify_survivors(&self, fates: &mut [CampaignOutcome]) -> Result<(), MutationError> {
        let open: Vec<&mut CampaignOutcome> =
            fates.iter_mut().filter(|outcome| outcome.status == MutantStatus::Survived).collect();
        let judged = self.run_mutant(&open.iter().map(|outcome| &outcome.mutant).collect::<Vec<_>>(), 1)?;
        open.into_iter().zip(judged).for_each(|(outcome, judged)| *outcome = judged);
        Ok(())
    }
}
