//! Speed of the parts of a lockstep run, interleaved round by round so that a noisy machine disturbs all alike. The medians
//! of the rounds are printed as ratios; absolute speeds say more about the machine than about the code.

mod bare;
mod subject;

use golden_model::Pmu;
use harness::build::Workspace;
use harness::results::write_whole;
use serde_json::{json, Map, Value};
use std::path::Path;
use subject::{Part, Subject};

const ROUNDS: usize = 9;
/// The PMUs that are measured: two alone, and the one with others inside.
const PMUS: [&str; 3] = ["k8", "knc", "ivt_socket"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let workspace = Workspace::find(Path::new(env!("CARGO_MANIFEST_DIR")))?;
    let mut entries = Vec::new();
    let mut lowest = Map::new();
    for pmu in PMUS.into_iter().filter_map(Pmu::find) {
        let mut subject = Subject::new(&workspace, pmu)?;
        let speeds = speeds(&mut subject)?;
        let speed = |part: Part| speeds[Part::ALL.iter().position(|known| *known == part).unwrap_or_default()];
        let id = &subject.pmu.description.id;
        println!("{id}: medians of {ROUNDS} interleaved rounds of {} clocks", subject.clocks);
        for part in Part::ALL {
            let (speed, relative) = (speed(part), speed(part) / speed(Part::Bare));
            println!("  {:<26} {:>8.2} Mcycles/s  {relative:>6.2} of the bare loop", part.name(), speed / 1e6);
        }
        let ratios = [
            ("lockstep_1_thread_vs_bare", speed(Part::Covering) / speed(Part::Bare)),
            ("lockstep_2_threads_vs_bare", speed(Part::CoveringTwice) / speed(Part::Bare)),
            ("model_vs_device", speed(Part::Model) / speed(Part::Device)),
        ];
        for (name, ratio) in ratios {
            let least = lowest.get(name).and_then(Value::as_f64).map_or(ratio, |least| least.min(ratio));
            lowest.insert(name.to_owned(), json!(least));
        }
        entries.push(json!({
            "pmu": id,
            "clocks": subject.clocks,
            "cycles_per_second": named(Part::ALL.iter().map(|part| (part.name(), speed(*part)))),
            "ratios": named(ratios),
        }));
    }
    println!("lowest ratios:");
    lowest.iter().for_each(|(name, ratio)| println!("  {name:<26} {:>8.2}", ratio.as_f64().unwrap_or_default()));
    let file = workspace.build_dir().join("bench/bench.json");
    let content = json!({ "rounds": ROUNDS, "ratios": lowest, "pmus": entries });
    write_whole(&file, serde_json::to_string_pretty(&content)?.as_bytes())?;
    println!("{}", file.display());
    Ok(())
}

/// Clocks in a second of each part: the median of the rounds.
fn speeds(subject: &mut Subject) -> Result<Vec<f64>, Box<dyn std::error::Error>> {
    let mut seconds = vec![Vec::new(); Part::ALL.len()];
    for _ in 0..ROUNDS {
        for (part, all) in Part::ALL.into_iter().zip(&mut seconds) {
            all.push(subject.measure(part)?);
        }
    }
    Ok(seconds.iter_mut().map(|all| subject.clocks as f64 / median(all)).collect())
}

fn named<'a>(values: impl IntoIterator<Item = (&'a str, f64)>) -> Map<String, Value> {
    values.into_iter().map(|(name, value)| (name.to_owned(), json!(value))).collect()
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
