//! Functional coverage of programs, measured on the golden model alone.

mod hits;
mod plans;
mod situations;

use golden_model_all as _;
use golden_model_core::Pmu;
use harness::coverage::{Points, Sampler};
use harness::program::{Batch, Lowering, Source};
use std::path::Path;

/// Returns the names of the bins that a program of the K8 hits, sampled in batches of `batch_cycles` cycles.
fn bins(program: &str, batch_cycles: usize) -> Vec<String> {
    let pmu = Pmu::find("k8").expect("the K8");
    let points = Points::new(&pmu).unwrap_or_else(|error| panic!("{error}"));
    let mut sampler = Sampler::new(&points);
    run(&pmu, &mut sampler, program, batch_cycles);
    names(&points, &sampler.finish(true))
}

fn run(pmu: &Pmu, sampler: &mut Sampler, program: &str, batch_cycles: usize) {
    let source =
        Source::parse(Path::new("test.pmu"), &format!("pmu {}\n{program}\n", pmu.description.id)).expect("a program");
    let program = source.resolve("test".to_owned(), pmu).unwrap_or_else(|error| panic!("{error}"));
    let mut model = pmu.model();
    let mut lowering = Lowering::new(pmu, &program.ops);
    let (mut batch, mut observations) = (Batch::default(), Vec::new());
    while lowering.next_batch(&mut batch, batch_cycles) {
        observations.resize(batch.ops.len() * pmu.observation.words(), 0);
        model.step_batch(&batch.frames, pmu.frame.words(), &mut observations, pmu.observation.words());
        sampler.sample(&batch.frames, &observations);
    }
}

fn names(points: &Points, hits: &harness::coverage::Hits) -> Vec<String> {
    hit(points.report(hits))
}

/// Returns the names of the bins that were hit.
fn hit(coverage: harness::results::Coverage) -> Vec<String> {
    let bins = coverage.groups.into_iter().flat_map(|group| group.bins);
    bins.filter(|bin| bin.hit).map(|bin| bin.name).collect()
}
