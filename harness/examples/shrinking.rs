//! Evaluates shrinking on random seeded bugs or mutants: prints one table row for each diverging program.
//!
//!     cargo run --release --package pmu-cosim --example shrinking -- bugs|mutants [COUNT [SEED]]

#[path = "../tests/failing/case.rs"]
mod case;
#[path = "../tests/failing/reading.rs"]
mod reading;

use case::{bugs, root, Case};
use golden_model_all as _;
use golden_model_core::Pmu;
use harness::lockstep::Divergence;
use harness::mutation::Campaign;
use harness::program::Program;
use harness::regression::{find_directed, programs_folder};
use harness::rtl::{RtlSource, ToolChoice, Workspace};
use harness::stimulus::Profile;
use rand::seq::SliceRandom;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::error::Error;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Cycles of random programs for each bug.
const CYCLES: u64 = 400_000;

/// Name of a bug or mutant, and the DUT with it.
type Named = (String, Case);

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let kind = arguments.next().unwrap_or_else(|| "bugs".to_owned());
    let count = arguments.next().map_or(Ok(20), |text| text.parse())?;
    let seed = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let folder = tempfile::tempdir()?;
    let make = |pmu: &str, many: usize| -> Result<Vec<Named>, Box<dyn Error>> {
        match kind.as_str() {
            "bugs" => broken(pmu, many, seed),
            "mutants" => mutated(pmu, many, seed, folder.path()),
            other => Err(format!("{other}: neither bugs nor mutants").into()),
        }
    };
    let mut operations = Vec::new();
    println!("| bug | program | operations | shrunk | runs | cycles | seconds | replays | waves |");
    println!("|---|---|---|---|---|---|---|---|---|");
    let pmus: Vec<&str> = Pmu::ids().collect();
    for (turn, id) in pmus.iter().enumerate() {
        // Distribute the count evenly over the PMUs.
        let many = (count * (turn + 1)) / pmus.len() - (count * turn) / pmus.len();
        for (name, case) in make(id, many)? {
            let failed = case.failed(CYCLES)?;
            if failed.is_empty() {
                println!("| {id} {name} | not detected in {CYCLES} cycles | | | | | | | |");
            }
            for (divergence, program) in failed {
                println!(
                    "| {id} {name} | {} |{}",
                    divergence.program,
                    row(&case, &divergence, &program, &mut operations)?
                );
            }
        }
    }
    operations.sort_unstable();
    println!("\nmedian of the shrunk programs: {:?} operations", operations.get(operations.len() / 2));
    Ok(())
}

/// Builds cases with one seeded bug each, chosen at random.
fn broken(pmu: &str, many: usize, seed: u64) -> Result<Vec<Named>, Box<dyn Error>> {
    let found = || Pmu::find(pmu).ok_or("no such PMU");
    let mut list = bugs(&found()?)?;
    list.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
    list.iter().take(many).map(|bug| Ok((bug.name.clone(), Case::new(found()?, bug)?))).collect()
}

/// Builds cases with one mutant each; all mutants are in one model.
fn mutated(pmu: &str, many: usize, seed: u64, place: &Path) -> Result<Vec<Named>, Box<dyn Error>> {
    let found = || Pmu::find(pmu).ok_or("no such PMU");
    let tested = found()?;
    let workspace = Workspace::new(&root(), &place.join("build"), ToolChoice::from_env())?;
    let folder = place.join(pmu);
    let rtl = RtlSource::Manifest(root().join("rtl").join(Pmu::folder(pmu)).join("rtl.toml").canonicalize()?);
    let profile = Profile::read(&root().join("testbenches").join(Pmu::folder(pmu)).join("stimulus.toml"), &tested)?;
    let directed = find_directed(&programs_folder(&root(), pmu), &tested)?;
    let campaign = Campaign {
        workspace: &workspace,
        pmu: &tested,
        profile: &profile,
        directed: &directed,
        rtl: &rtl,
        folder: &folder,
        mutants: Some(many),
        cycles: None,
        seed,
        proofs: true,
        jobs: 1,
        notice: &|text| eprintln!("{pmu}: {text}"),
    };
    let mutants = campaign.models(&AtomicBool::new(false))?;
    mutants
        .into_iter()
        .map(|(mutant, manifest, number)| {
            let workspace = Workspace::new(&root(), &place.join("build"), ToolChoice::from_env())?;
            let name = format!("{} {}", mutant.line, mutant.change());
            Ok((name, Case { pmu: found()?, workspace, manifest, selected: Some(number), place: tempfile::tempdir()? }))
        })
        .collect()
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
        (again.cycle, &again.signature) == (shortest.divergence.cycle, &shortest.divergence.signature)
            && again.signature.value == divergence.signature.value
            && again.signature.field == divergence.signature.field
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
        shortest.cycles,
        if same { "yes" } else { "NO" },
    ))
}
