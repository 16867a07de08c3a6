//! How good shrinking is: bugs chosen at random, one row for each diverging program.
//!
//!     cargo run --release --package pmu-cosim --example red [-- BUGS [SEED]]

#[path = "../tests/red/case.rs"]
mod case;
#[path = "../tests/red/reading.rs"]
mod reading;

use case::{bugs, Case};
use golden_model::Pmu;
use harness::lockstep::Divergence;
use harness::program::Program;
use harness::zoo::Bug;
use rand::seq::SliceRandom;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::error::Error;

/// Clocks of random programs for each bug.
const CYCLES: u64 = 400_000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let count = arguments.next().map_or(Ok(20), |text| text.parse())?;
    let seed = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let mut operations = Vec::new();
    println!("| bug | program | operations | shortest | runs | clocks | seconds | replays | waves |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for (id, bug) in chosen(count, seed)? {
        let pmu = Pmu::find(&id).ok_or("no such PMU")?;
        let case = Case::new(pmu, &bug)?;
        let red = case.red(CYCLES)?;
        if red.is_empty() {
            println!("| {id} {} | not found in {CYCLES} clocks | | | | | | | |", bug.name);
        }
        for (divergence, program) in red {
            println!(
                "| {id} {} | {} |{}",
                bug.name,
                divergence.program,
                row(&case, &divergence, &program, &mut operations)?
            );
        }
    }
    operations.sort_unstable();
    println!("\nmedian of the shortest: {:?} operations", operations.get(operations.len() / 2));
    Ok(())
}

/// As many of each PMU, in turn.
fn chosen(count: usize, seed: u64) -> Result<Vec<(String, Bug)>, Box<dyn Error>> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut lists = Vec::new();
    for pmu in Pmu::ids().filter_map(Pmu::find) {
        let mut list = bugs(&pmu)?;
        list.shuffle(&mut random);
        lists.push((pmu.description.id.clone(), list));
    }
    let turns = (0..).flat_map(|turn| lists.iter().map(move |(id, list)| (id, list.get(turn))));
    Ok(turns.take(count).filter_map(|(id, bug)| Some((id.clone(), bug?.clone()))).collect())
}

fn row(
    case: &Case,
    divergence: &Divergence,
    program: &Program,
    operations: &mut Vec<usize>,
) -> Result<String, Box<dyn Error>> {
    let Some((shortest, seconds)) = case.shrink(divergence, program)? else {
        return Ok(format!(" {} | does not diverge alone | | | | | |", program.ops.len()));
    };
    operations.push(shortest.program.ops.len());
    let again = case.replay(&shortest.program)?;
    let same = again.is_some_and(|again| {
        (again.cycle, &again.subject) == (shortest.divergence.cycle, &shortest.divergence.subject)
            && again.subject.value == divergence.subject.value
            && again.subject.field == divergence.subject.field
    });
    let manifest = case.manifest()?;
    let top = manifest.parse::<toml::Table>()?.get("top").and_then(|top| top.as_str()).unwrap_or_default().to_owned();
    let waves = match case.waves(&shortest.program, &shortest.divergence) {
        Ok(waves) => match waves.faults(&shortest.divergence, &top, &manifest).as_slice() {
            [] => "right".to_owned(),
            faults => faults.join("; "),
        },
        Err(error) => error.to_string(),
    };
    Ok(format!(
        " {} | {} | {} | {} | {seconds:.2} | {} | {waves} |",
        program.ops.len(),
        shortest.program.ops.len(),
        shortest.runs,
        shortest.clocks,
        if same { "yes" } else { "NO" },
    ))
}
