//! The results of a checker.

use golden_model_core::{CollisionCoverage, EventCoverage, Pmu};
use pmu_results::{
    events, requirements, Bucket, Campaigns, CollisionResults, Findings, PmuResults, ProgramFindings, ProgramKind,
    ProgramResult, Results, RtlUnderTest, RunRecord, SelectedOption, TestedRtl, Times, Tool, Verdict,
};
use pmu_support::shell_quoted;
use pmu_verify::coverage::Points;
use pmu_verify::lockstep::ObservedLockstep;
use std::time::UNIX_EPOCH;

/// In place of tools and files: the checker does not know those of the simulation.
const SIMULATION: &str = "simulation of the testbench";

/// What a checker has verified.
pub(crate) struct Verified<'c> {
    pub pmu: &'static Pmu,
    pub points: &'static Points,
    /// Name of the checker.
    pub name: &'c str,
    /// For each slot of the observation whether it is compared.
    pub observable: &'c [bool],
    /// Time since the checker began.
    pub seconds: f64,
    pub lockstep: &'c mut ObservedLockstep<'static>,
}

/// The document of a checker. A testbench is one program.
pub(crate) fn results(verified: Verified) -> Results {
    let finished_at = UNIX_EPOCH.elapsed().map_or(0, |elapsed| elapsed.as_secs());
    let command = std::env::args().map(|argument| shell_quoted(&argument)).collect::<Vec<_>>().join(" ");
    let Verified { pmu, points, name, .. } = verified;
    let (programs, hits) = found(verified, finished_at);
    let description = &pmu.description;
    let selected = description.choices.iter().map(|choice| SelectedOption {
        choice: choice.id.clone(),
        option: choice.selected().name.clone(),
        default: choice.is_default(),
        rtl_option: None,
    });
    let results = PmuResults::new(Findings {
        rtl: TestedRtl {
            pmu: description.id.clone(),
            manual: description.manual.clone(),
            selected: RtlUnderTest { folder: SIMULATION.to_owned(), top: name.to_owned(), ports: None },
            rtl_hash: String::new(),
            description_hash: description.digest.clone(),
            choices: selected.collect(),
            lint_warnings: Vec::new(),
            command: command.clone(),
        },
        programs,
        metamorphic: Vec::new(),
        coverage: points.report(&hits),
        situations: points.situations(&hits),
        campaigns: Campaigns::default(),
    });
    let tool = Tool {
        pmu_cosim: env!("CARGO_PKG_VERSION").to_owned(),
        verilator: format!("none: {SIMULATION}"),
        cxx: "none".to_owned(),
    };
    Results::new(
        RunRecord { tool, commit: None, modified: None, source_url: None, finished_at, command },
        vec![results],
    )
}

/// The findings of the testbench, and the bins that it hit. A failing one has no coverage.
fn found(verified: Verified, finished_at: u64) -> (ProgramFindings, pmu_verify::coverage::Hits) {
    let Verified { pmu, name, observable, seconds, lockstep, .. } = verified;
    let description = &pmu.description;
    let values_from_dut = lockstep.values_from_dut();
    let stimulus_hash = format!("{:032x}", lockstep.stimulus_hash());
    let outcome = lockstep.outcome();
    let (cycles, comparisons, hits) = (outcome.cycles, outcome.comparisons, outcome.covered.clone());
    let divergence = outcome.divergence.as_deref().cloned();
    let mut counted = EventCoverage::new(description.counters().len(), description.events.rows.len());
    let mut collisions = CollisionCoverage::new(&pmu.collisions);
    if divergence.is_none() {
        counted.merge(lockstep.model().event_coverage());
        lockstep.model().collisions().into_iter().for_each(|covered| collisions.merge(covered));
    }
    let program = ProgramResult {
        name: name.to_owned(),
        kind: ProgramKind::Testbench,
        count: 1,
        stimulus_hash,
        cycles,
        expectations: 0,
        unseen: 0,
        verdict: if divergence.is_some() || comparisons == 0 { Verdict::Fail } else { Verdict::Pass },
        covers: Vec::new(),
        divergence,
    };
    let slots = pmu.observation.slots().iter().zip(observable);
    let findings = ProgramFindings {
        shard_set: None,
        only: Vec::new(),
        cycles,
        comparisons,
        values_from_dut,
        not_compared: slots.filter(|(_, &observable)| !observable).map(|(slot, _)| slot.name.clone()).collect(),
        skipped: Vec::new(),
        requirements: requirements(description, &[]),
        events: events(description, &counted),
        collisions: CollisionResults::of(&pmu.collisions, &collisions),
        seeds: Vec::new(),
        cycles_per_second: cycles as f64 / seconds.max(1e-9),
        times: Times {
            began_at: Some(finished_at - (seconds as u64).min(finished_at)),
            programs: [(name.to_owned(), seconds)].into(),
            ..Times::default()
        },
        buckets: Bucket::sort(&program.divergence),
        known: Vec::new(),
        programs: vec![program],
    };
    (findings, hits)
}
