//! Counts instructions with callgrind: unlike times, they are repeatable. The benchmark runs itself under Valgrind for
//! that; only the function [`counted`] is counted.

use crate::meter::{counted, timed, Outcome};
use crate::other_tools::succeed;
use crate::setup::{Part, Setup};
use golden_model_core::Pmu;
use harness::rtl::Workspace;
use std::path::Path;
use std::process::Command;

/// The argument, before a PMU, that selects the counted process.
pub const FLAG: &str = "--count";
/// The counted parts, in this order.
pub const PARTS: [Part; 7] =
    [Part::Bare, Part::Device, Part::Model, Part::Noting, Part::Generator, Part::Lowering, Part::Covering];
/// Few cycles, because Valgrind is fifty times slower.
const PROGRAMS: u64 = 2;
/// Name of the counted function. Before each call of it callgrind writes the counts since the previous call.
const FUNCTION: &str = "speed::meter::counted";
/// glibc moves growing memory of at least this size without copying it: whether it can grow in place differs from run
/// to run.
const MEMORY: (&str, &str) = ("GLIBC_TUNABLES", "glibc.malloc.mmap_threshold=1024");
/// Maximum number of comparisons of a count with the previous one.
const TRIES: usize = 3;
/// Allowed relative difference of two counts.
const TOLERANCE: f64 = 0.001;
/// Difference in instructions per cycle that is always allowed: what the allocator does depends on addresses.
const ALLOCATOR: f64 = 0.5;

/// Runs each part once without counting, for one-time work, and once with it. Prints the number of cycles.
pub fn run(workspace: &Workspace, id: &str) -> Outcome {
    let pmu = Pmu::find(id).ok_or_else(|| format!("there is no PMU {id}"))?;
    let mut setup = Setup::new(workspace, pmu, PROGRAMS)?;
    for part in PARTS {
        setup.measure(part, timed)?;
        setup.measure(part, counted)?;
    }
    println!("{}", setup.cycles);
    Ok(())
}

/// Instructions per cycle of each part, when two consecutive counts agree.
pub fn instructions(workspace: &Workspace, id: &str) -> Outcome<Vec<f64>> {
    let mut before = once(workspace, id)?;
    for _ in 0..TRIES {
        let counts = once(workspace, id)?;
        let agree = |count: f64, before: f64| (count - before).abs() <= (TOLERANCE * before).max(ALLOCATOR);
        if counts.iter().zip(&before).all(|(&count, &before)| agree(count, before)) {
            return Ok(counts);
        }
        before = counts;
    }
    Err(format!("none of {} counts differs by less than {} % from the previous one", TRIES + 1, 100.0 * TOLERANCE)
        .into())
}

fn once(workspace: &Workspace, id: &str) -> Outcome<Vec<f64>> {
    let folder = workspace.build_dir().join("bench/callgrind");
    std::fs::create_dir_all(&folder)?;
    let file = folder.join(id);
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--quiet", "--tool=callgrind", "--collect-atstart=no"]);
    valgrind.arg(format!("--toggle-collect={FUNCTION}")).arg(format!("--dump-before={FUNCTION}"));
    valgrind.arg(format!("--callgrind-out-file={}", file.display()));
    valgrind.env(MEMORY.0, MEMORY.1);
    let said = succeed(valgrind.arg(std::env::current_exe()?).args([FLAG, id]))?;
    let cycles: f64 = said.trim().parse().map_err(|_| format!("bad answer {said:?} from the counted process"))?;
    // The first file is written before anything was counted, and the last at the end.
    let between = (2..=PARTS.len()).map(|number| file.with_extension(number.to_string()));
    let counts = between.chain([file.clone()]).map(|file| total(&file));
    counts.map(|count| Ok(count? / cycles)).collect()
}

/// The number of instructions in one of callgrind's files.
fn total(file: &Path) -> Outcome<f64> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let total = text.lines().find_map(|line| line.strip_prefix("totals: ")?.trim().parse().ok());
    Ok(total.ok_or_else(|| format!("{}: no total", file.display()))?)
}
