//! From finished programs to the results of a PMU.

use super::tally::Finished;
use super::Plan;
use crate::coverage::Hits;
use crate::generate::name;
use crate::lockstep::Divergence;
use crate::program::Program;
use crate::results::{
    Bucket, CollisionResults, CounterEvents, Coverage, EventRowResult, Events, Figures, JudgedRtl, PmuResults,
    ProgramKind, ProgramResult, RequirementResult, Requirements, Verdict,
};
use golden_model::description::Counter;
use golden_model::{Collisions, CountedRows, Description, Pmu};

/// Everything that came of a plan.
pub struct Run {
    pub(super) finished: Vec<Finished>,
    pub(super) seconds: f64,
    pub(super) values_from_dut: u64,
}

/// A program that diverged.
pub struct Red<'r> {
    /// Position of its entry in the results.
    pub entry: usize,
    /// Its divergence.
    pub divergence: &'r Divergence,
    /// The program up to its diverging clock.
    pub program: &'r Program,
}

impl Run {
    /// Whether the run was asked to stop.
    pub fn interrupted(&self, plan: &Plan) -> bool {
        let jobs = (0..plan.jobs()).filter(|&job| plan.has(job)).count() as u64;
        let diverged = self.finished.iter().any(|finished| finished.outcome.divergence.is_some());
        let cut = self.finished.iter().any(|finished| finished.outcome.interrupted);
        cut || (self.finished.iter().map(|finished| finished.programs).sum::<u64>() < jobs && !diverged)
    }

    /// The programs that diverged, in their order.
    pub fn red(&self) -> impl Iterator<Item = Red<'_>> {
        // Each of those that have finished has its entry.
        self.finished.iter().enumerate().filter_map(|(entry, finished)| {
            let divergence = finished.outcome.divergence.as_deref()?;
            Some(Red { entry, divergence, program: finished.repro.as_ref()? })
        })
    }

    /// The coverage bins that the passing programs hit.
    pub fn hits(&self) -> Hits {
        let mut hits = Hits::default();
        self.finished.iter().for_each(|finished| hits.join(&finished.outcome.covered));
        hits
    }

    /// The results, all but what only the caller knows: the RTL, the command, the coverage with its figures.
    pub fn results(&self, plan: &Plan, shows: &[bool]) -> PmuResults {
        let description = &plan.pmu.description;
        let programs = self.programs(plan);
        let mut counted = CountedRows::new(description.counters().len(), description.events.rows.len());
        self.finished.iter().for_each(|finished| counted.merge(&finished.counted));
        let slots = plan.pmu.observation.slots();
        let cycles = self.finished.iter().map(|finished| finished.outcome.cycles).sum();
        let mut results = PmuResults {
            pmu: description.id.clone(),
            verdict: Verdict::Fail,
            rtl: JudgedRtl::default(),
            rtl_hash: String::new(),
            part: plan.part(),
            cycles,
            comparisons: self.finished.iter().map(|finished| finished.outcome.comparisons).sum(),
            expectations: programs.iter().map(|program| program.expectations).sum(),
            divergences: programs.iter().filter(|program| program.divergence.is_some()).count() as u64,
            values_from_dut: self.values_from_dut,
            not_compared: slots
                .iter()
                .zip(shows)
                .filter(|(_, &shown)| !shown)
                .map(|(slot, _)| slot.name.clone())
                .collect(),
            left_out: plan.left_out.to_vec(),
            requirements: requirements(description, &programs),
            events: events(description, &counted),
            oracles: Vec::new(),
            coverage: Coverage::default(),
            code_coverage: None,
            figures: Figures::default(),
            description_hash: description.digest.clone(),
            collisions: self.collisions(plan.pmu),
            mutation: None,
            zoo: None,
            seeds: if plan.random_programs() > 0 { vec![plan.seed] } else { Vec::new() },
            cycles_per_second: cycles as f64 / self.seconds.max(1e-9),
            command: String::new(),
            buckets: Bucket::sort(self.finished.iter().filter_map(|finished| finished.outcome.divergence.as_deref())),
            programs,
        };
        results.verdict = results.judge();
        results
    }

    /// The collisions of programs without divergence.
    fn collisions(&self, pmu: &Pmu) -> CollisionResults {
        let mut met = Collisions::new(&pmu.collisions);
        let each = self.finished.iter().filter_map(|finished| finished.collisions.as_ref());
        each.for_each(|collisions| met.merge(collisions));
        CollisionResults::of(&pmu.collisions, &met)
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

fn result(name: &str, kind: ProgramKind, covers: &[String], finished: &Finished) -> ProgramResult {
    let outcome = &finished.outcome;
    ProgramResult {
        name: name.to_owned(),
        kind,
        count: finished.programs,
        stimulus_hash: format!("{:032x}", finished.stimulus),
        cycles: outcome.cycles,
        expectations: outcome.expectations,
        unseen: outcome.unseen,
        verdict: if outcome.divergence.is_none() { Verdict::Pass } else { Verdict::Fail },
        covers: covers.to_vec(),
        divergence: outcome.divergence.as_deref().cloned(),
    }
}

/// A requirement is covered when a directed program that names it passed and none that names it failed. What a program
/// expects of a value that the RTL does not show proves nothing about the RTL, nor does one that expects nothing.
pub fn requirements(description: &Description, programs: &[ProgramResult]) -> Requirements {
    let one = |id: &str| {
        let naming: Vec<_> =
            programs.iter().filter(|program| program.covers.iter().any(|covered| covered == id)).collect();
        RequirementResult {
            id: id.to_owned(),
            covered: naming.iter().any(|program| program.expectations > 0 && program.unseen == 0)
                && naming.iter().all(|program| program.verdict == Verdict::Pass),
            programs: naming.iter().map(|program| program.name.clone()).collect(),
            bins: Vec::new(),
        }
    };
    let each: Vec<_> = description.requirements.iter().map(|requirement| one(&requirement.id)).collect();
    Requirements { total: each.len() as u64, covered: each.iter().filter(|one| one.covered).count() as u64, each }
}

/// Which rows of the description every counter has counted or refused.
pub fn events(description: &Description, counted: &CountedRows) -> Events {
    let rows = &description.events.rows;
    let counters = description.counters();
    let may = |counter: &Counter, row: usize| description.may_count(counter, &rows[row]);
    let by_counter = counters.iter().enumerate().map(|(number, counter)| {
        let (allowed, forbidden): (Vec<_>, Vec<_>) = (0..rows.len())
            .filter(|&row| may(counter, row).is_some())
            .partition(|&row| may(counter, row) == Some(true));
        let seen = |wanted: &[usize], is_seen: &dyn Fn(usize) -> bool| -> (u64, Vec<String>) {
            let (done, missing): (Vec<usize>, Vec<usize>) = wanted.iter().partition(|&&row| is_seen(row));
            (done.len() as u64, missing.iter().map(|&row| rows[row].label()).collect())
        };
        let (counted_rows, missing) = seen(&allowed, &|row| counted.contains(number, row));
        let (refused, not_refused) = seen(&forbidden, &|row| counted.refused(number, row));
        CounterEvents {
            counter: description.counter_name(counter),
            counted: counted_rows,
            missing,
            refused,
            not_refused,
        }
    });
    let by_counter: Vec<_> = by_counter.collect();
    let state = |(number, counter): (usize, &Counter), row: usize| match may(counter, row) {
        Some(true) if counted.contains(number, row) => 'c',
        Some(true) => 'm',
        Some(false) if counted.refused(number, row) => 'r',
        Some(false) => 'u',
        None => '-',
    };
    let of_row = |row: usize| EventRowResult {
        row: rows[row].label(),
        name: rows[row].name(),
        counters: counters.iter().enumerate().map(|counter| state(counter, row)).collect(),
    };
    let each: Vec<_> = (0..rows.len()).map(of_row).collect();
    // A row of the manual that stands for no event is nobody's.
    let events = || each.iter().filter(|row: &&EventRowResult| row.counters.contains(|state| state != '-'));
    let everywhere = events().filter(|row| !row.counters.contains(['m', 'u'])).count() as u64;
    Events { total: events().count() as u64, counted: everywhere, by_counter, rows: each }
}
