//! Deep campaign: draws conditions for faults that the directed programs detect, and runs the programs on each.

use super::activity::Activity;
use super::candidates::Kind;
use super::draw::Draw;
use super::event::WriteTarget;
use super::programs::{MutantProgress, Planted, Programs};
use super::tally::report;
use crate::campaign::{CampaignError, FaultCampaign, FaultStatus, ModelUse};
use crate::mutation::campaign::Campaign;
use crate::mutation::model::Chunk;
use crate::mutation::netlist::Netlist;
use crate::mutation::Mutant;
use pmu_program::Program;
use pmu_results::{ConditionKind, DetectionReport};
use pmu_rtl::rtl_hash;
use pmu_verify::stimulus::Generator;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Default number of mutants.
const MUTANTS: usize = 960;
/// Default cycles of random programs.
const CYCLES: u64 = 2_000_000;
/// Faults in the netlist, of which the directed programs detect most.
const FAULTS: usize = 250;
/// Programs for which the cycles of the conditions are in memory at the same time.
const ROUND: usize = 32;

/// A drawn mutant.
pub(super) struct DrawnMutant<'n> {
    pub kind: ConditionKind,
    /// See [`ConditionKind::levels`].
    pub level: u32,
    pub fault: &'n Mutant,
}

impl Campaign<'_> {
    /// Runs a deep campaign: `mutants` is the number of mutants that act while a condition holds, and `cycles` are the cycles of
    /// random programs. `proofs` has no effect.
    ///
    /// # Errors
    /// As for [`Campaign::run`].
    pub fn run_deep(&self, stop: &AtomicBool) -> Result<DetectionReport, CampaignError> {
        let start = Instant::now();
        let (yosys, survey) = self.survey(Some(FAULTS))?;
        (self.notice)(&format!("a model with {} faults", survey.mutants.len()));
        let description = &self.pmu.description;
        let chunk = Chunk::build(self.workspace, &yosys, description, &survey, &survey.mutants, 0)?;
        let faults = FaultCampaign { pmu: self.pmu, models: ModelUse::Shared, threads: self.jobs, stop };
        let programs = Programs { faults, chunk: &chunk };
        let directed = self.runnable(&chunk);

        (self.notice)(&format!("running {} directed programs on each fault", directed.len()));
        let seen = programs.seen_bits(&directed)?;
        check_extremes(&programs, &survey, &directed)?;
        let detected = detectable(&programs, &survey, &directed)?;
        let groups = seen.groups(self.pmu);
        if groups.iter().all(|group| group.kind == Kind::Hardware) {
            return Err(CampaignError::Invalid(
                "no input and no register field changes in the directed programs".into(),
            ));
        }

        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let targets = WriteTarget::all(self.pmu);
        let (mut drawn, mut planted) = (Vec::new(), Vec::new());
        for position in 0..self.mutants.unwrap_or(MUTANTS) {
            let kind = ConditionKind::ALL[position % ConditionKind::ALL.len()];
            let levels = kind.levels();
            let level = levels[position / ConditionKind::ALL.len() % levels.len()];
            let fault = detected[rng.gen_range(0..detected.len())];
            let condition = Draw::new(&groups, &targets, &mut rng).condition(kind, level);
            drawn.push(DrawnMutant { kind, level, fault: &survey.mutants[fault] });
            planted.push(Planted { select: fault as u32 + 1, condition });
        }

        let generator = Generator::new(self.pmu, self.profile);
        let count = self.profile.programs_for(self.seed, self.cycles.unwrap_or(CYCLES));
        (self.notice)(&format!("running {count} random programs on {} mutants", planted.len()));
        let mut progress = vec![MutantProgress::new(); planted.len()];
        for first in (0..count).step_by(ROUND) {
            let round = first..count.min(first + ROUND as u64);
            let round: Vec<Program> = round.map(|index| generator.program(self.seed, index)).collect();
            programs.run(&planted, &mut progress, &round)?;
        }
        let random = progress.clone();
        (self.notice)("running the directed programs on the other mutants");
        for round in directed.chunks(ROUND) {
            programs.run(&planted, &mut progress, round)?;
        }

        let counted = report(&drawn, &planted, &random, progress);
        Ok(DetectionReport {
            pmu: description.id.clone(),
            verilator: chunk.built.verilator.to_string(),
            compiler: chunk.built.compiler.version.clone(),
            yosys: yosys.to_string(),
            rtl_hash: rtl_hash(self.workspace, description, self.rtl.clone())?,
            seed: self.seed,
            cycles: self.cycles.unwrap_or(CYCLES),
            directed_programs: directed.len() as u64,
            faults: detected.len() as u64,
            seconds: (start.elapsed().as_secs_f64() * 10.0).round() / 10.0,
            ..counted
        })
    }
}

/// Checks the mutant that programs must detect under the two extreme conditions: if it always acts they detect it, and if it never
/// acts they do not.
fn check_extremes(programs: &Programs, survey: &Netlist, directed: &[Program]) -> Result<(), CampaignError> {
    let killer = [programs.chunk.killer];
    let is_detected = |activity: &Activity| -> Result<bool, CampaignError> {
        let status = programs.detect_all(&killer, activity, directed)?.pop();
        Ok(matches!(status, Some(FaultStatus::Detected(_))))
    };
    if !is_detected(&Activity::always())? {
        return Err(CampaignError::killer_survives(&survey.killer));
    }
    match is_detected(&Activity::never())? {
        true => Err(CampaignError::Invalid("a mutant that never acts is detected".to_owned())),
        false => Ok(()),
    }
}

/// The positions of the faults that directed programs detect if they always act. Random programs do not decide, so that the
/// mutants do not depend on the generator.
fn detectable(programs: &Programs, survey: &Netlist, directed: &[Program]) -> Result<Vec<usize>, CampaignError> {
    let selects: Vec<u32> = (1..=survey.mutants.len() as u32).collect();
    let statuses = programs.detect_all(&selects, &Activity::always(), directed)?;
    let is_detected = |status: &FaultStatus| matches!(status, FaultStatus::Detected(_));
    let detected: Vec<usize> = (0..selects.len()).filter(|&position| is_detected(&statuses[position])).collect();
    match detected.is_empty() {
        true => Err(CampaignError::Invalid("the directed programs detect no fault".to_owned())),
        false => Ok(detected),
    }
}
