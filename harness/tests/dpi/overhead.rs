//! The time of a simulation with the bound checker as a ratio to that without it.

use super::example::k8_bench;
use super::simulation::{tools, Build, Simulated};
use std::time::{Duration, Instant};

/// Simulations of each kind.
const RUNS: usize = 7;

/// Prints the ratio of the medians. It is no check: other load changes it.
#[test]
#[ignore = "a measurement, which takes minutes"]
fn checker_overhead() {
    let Some(tools) = tools() else { return };
    let place = tempfile::tempdir().expect("a folder");
    let checker = place.path().join("checker");
    let bench = k8_bench(tools, &checker);
    let builds = [true, false].map(|checked| bench.build(tools, &Build { checked, optimized: true }));
    let mut times = [Vec::new(), Vec::new()];
    // Alternately, so that other load affects both.
    for _ in 0..RUNS {
        for (simulation, times) in builds.iter().zip(&mut times) {
            let start = Instant::now();
            let run = Simulated::run(simulation, place.path(), &["+cycles=200000".to_owned()]);
            times.push(start.elapsed());
            assert!(run.success, "{}", run.text);
        }
    }
    let median = |times: &mut Vec<Duration>| {
        times.sort();
        times[times.len() / 2].as_secs_f64()
    };
    let [checked, plain] = &mut times;
    let (checked, plain) = (median(checked), median(plain));
    println!(
        "k8_tb, 200000 cycles: {checked:.2} s with the checker, {plain:.2} s without it, ratio {:.1}",
        checked / plain
    );
}
