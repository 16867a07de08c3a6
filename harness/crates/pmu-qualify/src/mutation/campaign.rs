//! Mutation campaign: builds the mutants of a PMU and determines the status of each.

use super::equivalence::{Prover, Verdict};
use super::model::Chunk;
use super::mutant::Mutant;
use super::netlist::Netlist;
use super::status::MutantStatus;
use super::tally::count;
use crate::campaign::{CampaignError, FaultCampaign, FaultStatus, ModelFault, ModelUse};
use golden_model_core::Pmu;
use pmu_program::Program;
use pmu_results::{Detection, Divergence, MutationReport};
use pmu_rtl::{find_yosys, rtl_hash, AdaptedRtl, RtlSource, Workspace, Yosys};
use pmu_verify::jobs::{parallel_map, Interrupted};
use pmu_verify::regression::skip_unrunnable;
use pmu_verify::stimulus::{Generator, Profile};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Mutants in one model. More mutants need fewer builds, but each cycle takes longer.
const CHUNK: usize = 250;
/// Random programs that run before the directed ones: they find most mutants in their first cycles.
const FIRST: usize = 8;
/// Cycles of random programs.
const CYCLES: u64 = 200_000;
/// Number of killed mutants that the prover must refute.
const REFUTED: usize = 6;

/// Inputs of a campaign.
pub struct Campaign<'a> {
    /// Workspace with the tools; its build folder belongs to this campaign alone.
    pub workspace: &'a Workspace,
    /// The PMU.
    pub pmu: &'a Pmu,
    /// Stimulus profile of the random programs.
    pub profile: &'a Profile,
    /// Directed programs.
    pub directed: &'a [Program],
    /// The RTL.
    pub rtl: &'a RtlSource,
    /// Folder for netlists and scripts.
    pub folder: &'a Path,
    /// Number of mutants; by default it depends on the size of the design.
    pub mutants: Option<usize>,
    /// Cycles of random programs that a mutant must survive; by default they depend on the design.
    pub cycles: Option<u64>,
    /// Seed of the mutants and of the random programs.
    pub seed: u64,
    /// Whether to attempt equivalence proofs of mutants that no program kills.
    pub proofs: bool,
    /// Threads.
    pub jobs: usize,
    /// Receives progress messages.
    pub notice: &'a (dyn Fn(&str) + Sync),
}

/// Result of one mutant.
pub struct CampaignOutcome {
    /// The mutant.
    pub mutant: Mutant,
    /// Its status.
    pub status: MutantStatus,
    /// The divergence that killed it.
    pub divergence: Option<Box<Divergence>>,
}

/// A campaign whose models are built and checked.
struct PreparedCampaign<'a> {
    campaign: &'a Campaign<'a>,
    yosys: &'a Yosys,
    survey: &'a Netlist,
    chunks: Vec<Chunk>,
    /// Programs that run before the proofs, and programs that run after them.
    programs: [Vec<Program>; 2],
    stop: &'a AtomicBool,
}

impl Campaign<'_> {
    /// Runs the campaign.
    ///
    /// # Errors
    /// [`CampaignError`]; no report is returned when one of the campaign's own checks fails.
    pub fn run(&self, stop: &AtomicBool) -> Result<MutationReport, CampaignError> {
        let (yosys, survey) = self.survey(self.mutants)?;
        let prepared = self.prepare(&yosys, &survey, stop)?;
        let mutants: Vec<&Mutant> = survey.mutants.iter().collect();
        let mut outcomes = prepared.run_mutants(&mutants, 0)?;
        let mut refuted = Vec::new();
        if self.proofs {
            let prover = Prover::new(&yosys, &survey, &self.pmu.description)?;
            refuted = prepared.check_prover(&prover, &outcomes)?;
            prepared.prove(&prover, &mut outcomes)?;
        }
        prepared.classify_survivors(&mut outcomes)?;
        let outcomes = outcomes.iter().map(|outcome| (&outcome.mutant, &outcome.status));
        Ok(MutationReport {
            pmu: self.pmu.description.id.clone(),
            verilator: prepared.chunks[0].built.verilator.to_string(),
            compiler: prepared.chunks[0].built.compiler.version.clone(),
            yosys: yosys.to_string(),
            rtl_hash: rtl_hash(self.workspace, &self.pmu.description, self.rtl.clone())?,
            seed: self.seed,
            cycles: self.cycles(),
            refuted,
            ..count(outcomes)
        })
    }

    /// Runs one mutant.
    ///
    /// # Errors
    /// As for [`Campaign::run`], and [`CampaignError::Unknown`] if there is no mutant of that number.
    pub fn run_one(&self, number: u32, stop: &AtomicBool) -> Result<CampaignOutcome, CampaignError> {
        let (yosys, mut survey) = self.survey(self.mutants)?;
        let last = survey.mutants.len();
        survey.mutants.retain(|mutant| mutant.number == number);
        if survey.mutants.is_empty() {
            return Err(CampaignError::Unknown { number, last });
        }
        let prepared = self.prepare(&yosys, &survey, stop)?;
        let mut outcomes = prepared.run_mutants(&survey.mutants.iter().collect::<Vec<_>>(), 0)?;
        if self.proofs {
            prepared.prove(&Prover::new(&yosys, &survey, &self.pmu.description)?, &mut outcomes)?;
        }
        prepared.classify_survivors(&mut outcomes)?;
        outcomes.pop().ok_or(Interrupted.into())
    }

    /// Builds the models and returns each mutant with the `rtl.toml` of its model and its select value.
    ///
    /// The models have passed without a mutant and failed with the killer.
    ///
    /// # Errors
    /// As for [`Campaign::run`].
    pub fn models(&self, stop: &AtomicBool) -> Result<Vec<(Mutant, PathBuf, u32)>, CampaignError> {
        let (yosys, survey) = self.survey(self.mutants)?;
        self.prepare(&yosys, &survey, stop)?;
        let placed = survey.mutants.iter().enumerate().map(|(position, mutant)| {
            let number = (position % CHUNK) as u32 + 1;
            (mutant.clone(), Chunk::manifest(self.folder, position / CHUNK), number)
        });
        Ok(placed.collect())
    }

    /// The directed programs that the RTL can run, the shortest first: many short ones find more in the same time than one long
    /// one.
    pub(super) fn runnable(&self, chunk: &Chunk) -> Vec<Program> {
        let built = &chunk.built;
        let (mut directed, _) = skip_unrunnable(self.pmu, self.directed.to_vec(), &built.tied, built.timing);
        directed.sort_by_key(|program| program.cycles());
        directed
    }

    fn cycles(&self) -> u64 {
        self.cycles.unwrap_or(CYCLES)
    }

    /// Finds the Yosys that the RTL needs, and surveys the RTL with it, for this number of mutants.
    pub(super) fn survey(&self, mutants: Option<usize>) -> Result<(Yosys, Netlist), CampaignError> {
        let description = &self.pmu.description;
        let mut notice = |text: &str| (self.notice)(text);
        let folder = self.workspace.root().join(self.folder);
        let adapted = AdaptedRtl::make(self.workspace, description, self.rtl, &folder, &mut notice)?;
        let yosys = find_yosys(self.workspace, self.rtl.language(), &mut notice)?;
        let options = (mutants, self.seed);
        let survey = Netlist::make(self.workspace, &yosys, description, (self.rtl, adapted), self.folder, options)?;
        if let (true, Some(register)) = (self.proofs, survey.base.foreign.first()) {
            return Err(CampaignError::Unsupported(format!(
                "{register} is a latch, or a register that does not load at the rising edge of `clk`, so equivalence cannot be proven; \
                 add --no-proofs"
            )));
        }
        Ok((yosys, survey))
    }

    /// Builds the models and checks them without a mutant and with the killer.
    fn prepare<'a>(
        &'a self,
        yosys: &'a Yosys,
        survey: &'a Netlist,
        stop: &'a AtomicBool,
    ) -> Result<PreparedCampaign<'a>, CampaignError> {
        let parts: Vec<(usize, &[Mutant])> = survey.mutants.chunks(CHUNK).enumerate().collect();
        (self.notice)(&format!("{} mutants in {} models", survey.mutants.len(), parts.len()));
        let build = |(position, mutants): &(usize, &[Mutant])| {
            Chunk::build(self.workspace, yosys, &self.pmu.description, survey, mutants, *position)
        };
        let chunks = parallel_map(&parts, self.jobs, stop, || build)?;
        let generator = Generator::new(self.pmu, self.profile);
        let count = self.profile.programs_for(self.seed, self.cycles());
        let mut first: Vec<Program> = (0..count).map(|index| generator.program(self.seed, index)).collect();
        let mut after = first.split_off(first.len().min(FIRST));
        first.extend(self.runnable(&chunks[0]));
        if survey.huge {
            first.append(&mut after);
        }
        let prepared = PreparedCampaign { campaign: self, yosys, survey, chunks, programs: [first, after], stop };
        prepared.check_models()?;
        Ok(prepared)
    }
}

impl CampaignError {
    /// The netlist without a mutant diverges.
    pub(super) fn without_mutant(divergence: &Divergence) -> Self {
        let (program, what) = (&divergence.program, divergence.headline());
        Self::Invalid(format!("the netlist diverges without any mutant ({program}: {what}); does `make sim` pass?"))
    }

    /// The programs do not detect the mutant that they must detect.
    pub(super) fn killer_survives(killer: &Mutant) -> Self {
        let (change, module) = (killer.change(), &killer.module);
        Self::Invalid(format!("no program kills the killer mutant, {change} in {module}"))
    }
}

impl PreparedCampaign<'_> {
    /// Checks that every model passes all programs without a mutant and fails with the killer.
    ///
    /// Otherwise the status of a mutant would have no meaning.
    fn check_models(&self) -> Result<(), CampaignError> {
        (self.campaign.notice)("checking the models without a mutant and with the killer");
        let chunks: Vec<&Chunk> = self.chunks.iter().collect();
        self.faults().check_each(&chunks, |runner, &chunk| {
            for programs in &self.programs {
                if let Some(Detection { divergence, .. }) = runner.detect(chunk.fault(0), programs)?.detection()? {
                    return Err(CampaignError::without_mutant(&divergence));
                }
            }
            match runner.detect(chunk.fault(chunk.killer), &self.programs[0])? {
                FaultStatus::Detected(_) => Ok(()),
                _ => Err(CampaignError::killer_survives(&self.survey.killer)),
            }
        })?;
        Ok(())
    }

    /// The settings for the mutants.
    fn faults(&self) -> FaultCampaign<'_> {
        let &Campaign { pmu, jobs, .. } = self.campaign;
        FaultCampaign { pmu, models: ModelUse::Shared, threads: jobs, stop: self.stop }
    }

    /// The fault of a mutant.
    fn fault(&self, mutant: &Mutant) -> ModelFault<'_> {
        let first = self.survey.mutants.first().map_or(1, |mutant| mutant.number);
        let index = (mutant.number - first) as usize;
        self.chunks[index / CHUNK].fault((index % CHUNK) as u32 + 1)
    }

    /// Runs the programs of a stage on each of `mutants`.
    fn run_mutants(&self, mutants: &[&Mutant], stage: usize) -> Result<Vec<CampaignOutcome>, CampaignError> {
        (self.campaign.notice)(&format!("running programs on {} mutants", mutants.len()));
        self.faults().check_each(mutants, |runner, &mutant| {
            let (status, divergence) = match runner.detect(self.fault(mutant), &self.programs[stage])? {
                FaultStatus::Undetected => (MutantStatus::Survived, None),
                FaultStatus::Stopped(error) => (MutantStatus::Unstable(error.to_string()), None),
                FaultStatus::Detected(found) => {
                    let Divergence { program, cycle, .. } = &found.divergence;
                    let status = MutantStatus::Killed { program: program.clone(), cycle: *cycle };
                    (status, Some(Box::new(found.divergence)))
                }
            };
            Ok(CampaignOutcome { mutant: mutant.clone(), status, divergence })
        })
    }

    /// Checks that the prover refutes a sample of the killed mutants.
    fn check_prover(&self, prover: &Prover, outcomes: &[CampaignOutcome]) -> Result<Vec<u32>, CampaignError> {
        let killed: Vec<&Mutant> = outcomes
            .iter()
            .filter(|outcome| matches!(outcome.status, MutantStatus::Killed { .. }))
            .map(|outcome| &outcome.mutant)
            .collect();
        let chosen: Vec<&Mutant> = killed.iter().step_by(killed.len().div_ceil(REFUTED).max(1)).copied().collect();
        if chosen.is_empty() {
            return Err(CampaignError::Invalid("no mutant was killed, so the prover cannot be checked".to_owned()));
        }
        (self.campaign.notice)(&format!("checking the prover on {} killed mutants", chosen.len()));
        let verdicts =
            parallel_map(&chosen, self.campaign.jobs, self.stop, || |mutant: &&Mutant| prover.prove(mutant))?;
        let mut refuted = Vec::new();
        for (mutant, verdict) in chosen.iter().zip(verdicts) {
            match verdict {
                Verdict::Refuted | Verdict::Different => refuted.push(mutant.number),
                Verdict::Open => {}
                Verdict::Proven(_) => {
                    let (number, change) = (mutant.number, mutant.change());
                    return Err(CampaignError::Invalid(format!(
                        "the prover proves mutant {number}, {change}, equivalent, but a program kills it"
                    )));
                }
            }
        }
        match refuted.is_empty() {
            true => Err(CampaignError::Invalid("the prover decides no killed mutant within its time limit".to_owned())),
            false => Ok(refuted),
        }
    }

    /// Attempts to prove every surviving mutant equivalent.
    fn prove(&self, prover: &Prover, outcomes: &mut [CampaignOutcome]) -> Result<(), CampaignError> {
        let open: Vec<&mut CampaignOutcome> =
            outcomes.iter_mut().filter(|outcome| outcome.status == MutantStatus::Survived).collect();
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

    /// Runs the remaining random programs on mutants that are neither killed nor proven equivalent.
    fn classify_survivors(&self, outcomes: &mut [CampaignOutcome]) -> Result<(), CampaignError> {
        let open: Vec<&mut CampaignOutcome> =
            outcomes.iter_mut().filter(|outcome| outcome.status == MutantStatus::Survived).collect();
        let results = self.run_mutants(&open.iter().map(|outcome| &outcome.mutant).collect::<Vec<_>>(), 1)?;
        open.into_iter().zip(results).for_each(|(outcome, result)| *outcome = result);
        Ok(())
    }
}
