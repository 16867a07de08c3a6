//! Measures the parts of a lockstep run, interleaved round by round so that noise of the machine affects all equally.
//! Results are ratios of the medians; absolute speeds depend more on the machine than on the code.

mod bare_loop;
mod chart;
mod count;
mod document;
mod meter;
mod other_tools;
mod report;
mod setup;
mod table;

use document::{Document, Measured};
use golden_model_all as _;
use golden_model_core::Pmu;
use harness::results::{write_atomically, Tool};
use harness::rtl::Workspace;
use meter::{timed, Outcome};
use other_tools::succeed;
use setup::{Part, Setup};
use std::path::Path;
use std::process::Command;

const ROUNDS: usize = 9;
const PROGRAMS: u64 = 40;
/// The argument with which a figure that cannot be measured is an error.
const STRICT: &str = "--strict";
/// The PMUs that are measured: two individual ones, and one that contains others.
const PMUS: [&str; 3] = ["k8", "knc", "ivt_socket"];

fn main() -> Outcome {
    let workspace = Workspace::find(Path::new(env!("CARGO_MANIFEST_DIR")))?;
    // Cargo adds its own argument.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [flag, id] = arguments.as_slice() {
        if flag == count::FLAG {
            return count::run(&workspace, id);
        }
    }
    let (strict, arguments): (Vec<_>, Vec<_>) = arguments.into_iter().partition(|argument| argument == STRICT);
    let ids = chosen(arguments)?;
    let (mut pmus, mut other_tools, mut tool) = (Vec::new(), Vec::new(), None);
    for pmu in ids.iter().filter_map(|id| Pmu::find(id)) {
        let mut setup = Setup::new(&workspace, pmu, PROGRAMS)?;
        eprintln!("measuring {}", setup.pmu.description.id);
        let speeds = speeds(&mut setup)?;
        eprintln!("counting instructions of {}", setup.pmu.description.id);
        let instructions = count::instructions(&workspace, &setup.pmu.description.id);
        let measured = Measured::new(&setup, &speeds, instructions);
        tool.get_or_insert_with(|| versions(&setup));
        if measured.pmu == other_tools::PMU {
            eprintln!("measuring other tools with {}", other_tools::PMU);
            other_tools.extend(other_tools::all(&workspace, &mut setup));
        }
        pmus.push(measured);
    }
    let git = |arguments: &[&str]| succeed(Command::new("git").arg("-C").arg(workspace.root()).args(arguments)).ok();
    let ratios = document::ratios(&pmus, &other_tools);
    let document = Document {
        tool: tool.ok_or("no PMU was measured")?,
        commit: git(&["rev-parse", "HEAD"]).map(|said| said.trim().to_owned()),
        modified: git(&["status", "--porcelain"]).map(|changes| !changes.is_empty()),
        finished_at: std::time::UNIX_EPOCH.elapsed().map_or(0, |elapsed| elapsed.as_secs()),
        rounds: ROUNDS,
        reasons: document::reasons(&other_tools),
        targets: document::targets(&ratios),
        ratios,
        pmus,
        other_tools,
    };
    let folder = workspace.build_dir().join("bench");
    write_atomically(&folder.join("bench.json"), serde_json::to_string_pretty(&document)?.as_bytes())?;
    let (page, chart) = report::render(&document)?;
    write_atomically(&folder.join("report.html"), page.as_bytes())?;
    write_atomically(&folder.join("speed.svg"), chart.as_bytes())?;
    println!("{}", table::text(&document));
    println!("{}", folder.join("report.html").display());
    match document.missing().len() {
        missing if missing > 0 && !strict.is_empty() => Err(format!("{missing} figures could not be measured").into()),
        _ => Ok(()),
    }
}

/// The PMUs that the arguments name, all with `--scaling`, otherwise the default ones.
fn chosen(given: Vec<String>) -> Outcome<Vec<String>> {
    if given.iter().any(|argument| argument == "--scaling") {
        return Ok(Pmu::ids().map(str::to_owned).collect());
    }
    let known = |id: &&String| Pmu::ids().any(|known| known == id.as_str());
    match given.iter().find(|id| !known(id)) {
        Some(unknown) => Err(format!("there is no PMU {unknown}").into()),
        None if given.is_empty() => Ok(PMUS.map(str::to_owned).to_vec()),
        None => Ok(given),
    }
}

/// Cycles per second of each part: the median of the rounds.
fn speeds(setup: &mut Setup) -> Outcome<Vec<f64>> {
    let mut seconds = vec![Vec::new(); Part::ALL.len()];
    for _ in 0..ROUNDS {
        for (part, all) in Part::ALL.into_iter().zip(&mut seconds) {
            all.push(setup.measure(part, timed)?);
        }
    }
    Ok(seconds.iter_mut().map(|all| setup.cycles as f64 / median(all)).collect())
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn versions(setup: &Setup) -> Tool {
    let (verilator, compiler) = setup.tools();
    Tool {
        pmu_cosim: env!("CARGO_PKG_VERSION").to_owned(),
        verilator: format!("Verilator {}", verilator.release),
        cxx: compiler.version.clone(),
    }
}
