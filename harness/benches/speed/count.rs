//! Instructions of the parts, counted by callgrind: unlike times, they repeat. The benchmark runs itself below Valgrind for
//! that; what lies outside of the function that [`counted`] is does not count.

use crate::meter::{counted, timed, Outcome};
use crate::other_tools::succeed;
use crate::setup::{Part, Subject};
use golden_model::Pmu;
use harness::rtl::Workspace;
use std::path::Path;
use std::process::Command;

/// The argument, before a PMU, of the process that is counted.
pub const FLAG: &str = "--count";
/// The parts, in this order.
pub const PARTS: [Part; 7] =
    [Part::Bare, Part::Device, Part::Model, Part::Noting, Part::Generator, Part::Lowering, Part::Covering];
/// Few, because Valgrind takes fifty times as long.
const PROGRAMS: u64 = 2;
/// How the function is named. Before each call of it callgrind writes what it has counted since the one before.
const FUNCTION: &str = "speed::meter::counted";
/// glibc moves growing memory from this size on without copying it: whether there is room for it to grow where it lies differs
/// from run to run.
const MEMORY: (&str, &str) = ("GLIBC_TUNABLES", "glibc.malloc.mmap_threshold=1024");
/// How often a count is compared with the one before.
const TRIES: usize = 3;
/// By how much two counts may differ.
const TOLERANCE: f64 = 0.001;

/// Runs each part once without, for what happens only once, and once with counting. Prints the number of clocks.
pub fn run(workspace: &Workspace, id: &str) -> Outcome {
    let pmu = Pmu::find(id).ok_or_else(|| format!("there is no PMU {id}"))?;
    let mut setup = Subject::new(workspace, pmu, PROGRAMS)?;
    for part in PARTS {
        setup.measure(part, timed)?;
        setup.measure(part, counted)?;
    }
    println!("{}", setup.cycles);
    Ok(())
}

/// Instructions in a clock of each part: two counts in a row that agree.
pub fn instructions(workspace: &Workspace, id: &str) -> Outcome<Vec<f64>> {
    let mut before = once(workspace, id)?;
    for _ in 0..TRIES {
        let counts = once(workspace, id)?;
        if counts.iter().zip(&before).all(|(count, before)| (count - before).abs() <= TOLERANCE * before) {
            return Ok(counts);
        }
        before = counts;
    }
    Err(format!("none of {} counts differs by less than {} % from the one before", TRIES + 1, 100.0 * TOLERANCE).into())
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
