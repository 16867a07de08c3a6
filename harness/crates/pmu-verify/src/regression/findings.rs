//! The findings about a PMU, from the outcomes of its programs.

use super::plan::Plan;
use super::tally::ProgramOutcome;
use crate::coverage::Hits;
use golden_model_core::{CollisionCoverage, EventCoverage, Pmu};
use pmu_program::Program;
use pmu_results::{
    events, name, requirements, Bucket, CollisionResults, Divergence, ProgramFindings, ProgramKind, ProgramResult,
    Times, Verdict,
};
use std::collections::BTreeMap;
use std::time::Duration;

/// All outcomes of a plan.
pub struct RegressionRun {
    pub(super) finished: Vec<ProgramOutcome>,
    pub(super) seconds: f64,
    /// Time of the first program, in seconds since 1970.
    pub(super) began_at: Option<u64>,
    /// Duration of the independence check.
    pub(super) independence: Duration,
    pub(super) values_from_dut: u64,
}

/// A program that diverged.
pub struct FailedProgram<'r> {
    /// Position of its entry in the results.
    pub entry: usize,
    /// Its divergence.
    pub divergence: &'r Divergence,
    /// The program up to its diverging cycle.
    pub program: &'r Program,
}

impl RegressionRun {
    /// Whether a stop was requested.
    pub fn interrupted(&self, plan: &Plan) -> bool {
        let jobs = (0..plan.jobs()).filter(|&job| plan.has(job)).count() as u64;
        let diverged = self.finished.iter().any(|finished| finished.outcome.divergence.is_some());
        let cut = self.finished.iter().any(|finished| finished.outcome.interrupted);
        cut || (self.finished.iter().map(|finished| finished.programs).sum::<u64>() < jobs && !diverged)
    }

    /// The programs that diverged, in order.
    pub fn failed_programs(&self) -> impl Iterator<Item = FailedProgram<'_>> {
        // Each outcome has an entry in the results.
        self.finished.iter().enumerate().filter_map(|(entry, finished)| {
            let divergence = finished.outcome.divergence.as_deref()?;
            Some(FailedProgram { entry, divergence, program: finished.repro.as_ref()? })
        })
    }

    /// Coverage bins hit by passing programs.
    pub fn hits(&self) -> Hits {
        let mut hits = Hits::default();
        self.finished.iter().for_each(|finished| hits.join(&finished.outcome.covered));
        hits
    }

    /// The findings of the programs. `observable` says for each slot of the observation whether the DUT has it.
    pub fn findings(&self, plan: &Plan, observable: &[bool]) -> ProgramFindings {
        let description = &plan.pmu.description;
        let programs = self.programs(plan);
        let mut counted = EventCoverage::new(description.counters().len(), description.events.rows.len());
        self.finished.iter().for_each(|finished| counted.merge(&finished.counted));
        let slots = plan.pmu.observation.slots().iter().zip(observable);
        let cycles = self.finished.iter().map(|finished| finished.outcome.cycles).sum();
        ProgramFindings {
            shard_set: plan.part(),
            only: plan.only.texts().map(str::to_owned).collect(),
            cycles,
            comparisons: self.finished.iter().map(|finished| finished.outcome.comparisons).sum(),
            values_from_dut: self.values_from_dut,
            not_compared: slots.filter(|(_, &observable)| !observable).map(|(slot, _)| slot.name.clone()).collect(),
            skipped: plan.skipped.iter().filter(|skipped| plan.only.has(&skipped.program)).cloned().collect(),
            requirements: requirements(description, &programs),
            events: events(description, &counted),
            collisions: self.collisions(plan.pmu),
            known: plan.known.record(self.finished.iter().map(|finished| finished.outcome.known.as_slice())),
            seeds: if plan.random_programs() > 0 { vec![plan.seed] } else { Vec::new() },
            cycles_per_second: cycles as f64 / self.seconds.max(1e-9),
            times: self.times(&programs),
            buckets: Bucket::sort(self.finished.iter().filter_map(|finished| finished.outcome.divergence.as_deref())),
            programs,
        }
    }

    /// The times of the programs, and of no metamorphic checks.
    fn times(&self, programs: &[ProgramResult]) -> Times {
        // Each outcome has an entry in the results.
        let each = programs.iter().zip(&self.finished);
        Times {
            began_at: self.began_at,
            programs: each.map(|(program, finished)| (program.name.clone(), finished.took.as_secs_f64())).collect(),
            metamorphic: BTreeMap::new(),
            independence: self.independence.as_secs_f64(),
        }
    }

    /// The collisions of programs without divergence.
    fn collisions(&self, pmu: &Pmu) -> CollisionResults {
        let mut covered = CollisionCoverage::new(&pmu.collisions);
        let each = self.finished.iter().filter_map(|finished| finished.collisions.as_ref());
        each.for_each(|collisions| covered.merge(collisions));
        CollisionResults::of(&pmu.collisions, &covered)
    }

    fn programs(&self, plan: &Plan) -> Vec<ProgramResult> {
        let directed = plan.directed.len() as u64;
        let of_directed = self.finished.iter().filter(|finished| finished.job < directed).map(|finished| {
            let program = &plan.directed[finished.job as usize];
            result(&program.name, ProgramKind::Directed, &program.covers, finished)
        });
        let mut programs: Vec<_> = of_directed.collect();
        if let Some(random) = self.finished.iter().find(|finished| finished.job >= directed) {
            let mut entry = result(&name::of_seed(plan.seed), ProgramKind::Random, &[], random);
            if let Some(divergence) = &mut entry.divergence {
                divergence.seed = Some(plan.seed);
            }
            programs.push(entry);
        }
        programs
    }
}

fn result(name: &str, kind: ProgramKind, covers: &[String], finished: &ProgramOutcome) -> ProgramResult {
    let outcome = &finished.outcome;
    ProgramResult {
        name: name.to_owned(),
        kind,
        count: finished.programs,
        stimulus_hash: format!("{:032x}", finished.stimulus),
        cycles: outcome.cycles,
        expectations: outcome.expectations,
        unseen: outcome.unseen,
        verdict: match &outcome.divergence {
            Some(_) => Verdict::Fail,
            None if outcome.known.iter().any(|one| one.programs > 0) => Verdict::PassWithKnownDivergences,
            None => Verdict::Pass,
        },
        covers: covers.to_vec(),
        divergence: outcome.divergence.as_deref().cloned(),
    }
}
