//! Runs the same PMU with other tools: cocotb with a model in Python, and packages in Rust without a model. They are built and
//! run as separate programs if what they need is available; otherwise the reason is recorded. Their rounds are interleaved with
//! rounds of the corresponding part of the harness.

mod cocotb;
mod rust;
mod verilator;

use crate::median;
use crate::meter::{timed, Outcome};
use crate::setup::{Part, Setup};
use golden_model_core::Pmu;
use harness::results::write_atomically;
use harness::rtl::{RtlFiles, Workspace};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The PMU that they run.
pub const PMU: &str = "k8";
const ROUNDS: usize = 3;
/// Inputs of the PMU in the order in which all of them read them, each starting at a 64-bit word.
const INPUTS: [&str; 13] = [
    "rst",
    "bus_valid",
    "bus_write",
    "bus_space",
    "bus_unit",
    "bus_addr",
    "bus_wdata",
    "core0.halted",
    "core0.cpl",
    "core0.ev",
    "core1.halted",
    "core1.cpl",
    "core1.ev",
];
/// The result of one tool.
#[derive(Serialize)]
pub struct Other {
    pub name: &'static str,
    pub version: &'static str,
    pub pmu: &'static str,
    /// Cycles per second: the median of its rounds.
    pub cycles_per_second: Option<f64>,
    /// The corresponding part of the harness.
    pub component: &'static str,
    /// Cycles per second of that part in the interleaved rounds.
    pub part_cycles_per_second: Option<f64>,
    /// The reason why there is no speed.
    pub reason: Option<String>,
}

/// The output of a tool.
#[derive(Deserialize)]
struct Said {
    cycles: usize,
    seconds: f64,
}

/// All tools, with the stimulus of the measured PMU.
pub fn all(workspace: &Workspace, setup: &mut Setup) -> Vec<Other> {
    let verilator = verilator::environment(workspace, setup);
    let environment = || verilator.as_ref().map_err(|error| error.to_string().into());
    let mut tools = Vec::new();
    for tool in cocotb::VERSIONS {
        let round = environment().and_then(|verilator| cocotb::round(workspace, setup, &tool, verilator));
        tools.push(Other::new("cocotb", tool.version(), Part::Covering).measured(setup, round));
    }
    for tool in rust::PACKAGES {
        let round = environment().and_then(|verilator| rust::round(workspace, setup, &tool, verilator));
        tools.push(Other::new(tool.name, tool.version(), Part::Device).measured(setup, round));
    }
    tools
}

/// The text between the marker at the beginning of a line and the next quotation mark, in a file that pins a version.
fn pinned(text: &'static str, mark: &str) -> &'static str {
    let found = text.lines().find_map(|line| line.strip_prefix(mark));
    found.and_then(|rest| rest.split('"').next()).unwrap_or_default()
}

/// Runs one round and returns its duration.
type Round = Box<dyn Fn() -> Outcome<Said>>;

impl Other {
    fn new(name: &'static str, version: &'static str, part: Part) -> Self {
        let (cycles_per_second, part_cycles_per_second, reason) = (None, None, None);
        Self { name, version, pmu: PMU, cycles_per_second, component: part.name(), part_cycles_per_second, reason }
    }

    fn measured(mut self, setup: &mut Setup, round: Outcome<Round>) -> Self {
        let part = Part::ALL.into_iter().find(|part| part.name() == self.component);
        let rounds = || -> Outcome<(f64, f64)> {
            let (round, part) = (round?, part.ok_or("there is no such part")?);
            let (mut theirs, mut own) = (Vec::new(), Vec::new());
            for _ in 0..ROUNDS {
                let Said { cycles, seconds } = round()?;
                theirs.push(cycles as f64 / seconds);
                own.push(setup.cycles as f64 / setup.measure(part, timed)?);
            }
            Ok((median(&mut theirs), median(&mut own)))
        };
        match rounds() {
            Ok((theirs, own)) => (self.cycles_per_second, self.part_cycles_per_second) = (Some(theirs), Some(own)),
            Err(error) => self.reason = Some(error.to_string()),
        }
        self
    }
}

fn rtl(workspace: &Workspace, pmu: &Pmu) -> Outcome<RtlFiles> {
    let manifest = workspace.root().join("rtl").join(Pmu::folder(PMU)).join("rtl.toml");
    Ok(RtlFiles::read(workspace, &pmu.description, &manifest)?)
}

/// The first cycles of the programs in a file.
fn write_stimulus(setup: &Setup, folder: &Path, cycles: usize) -> Outcome<PathBuf> {
    let layout = &setup.pmu.frame;
    let slot = |name| layout.find(name).ok_or_else(|| format!("{PMU} has no input {name}"));
    let slots = INPUTS.into_iter().map(slot).collect::<Result<Vec<_>, _>>()?;
    let mut content = Vec::new();
    for frame in setup.frames().take(cycles) {
        for slot in &slots {
            for low in (0..slot.width).step_by(64) {
                let part = slot.part(low, (slot.width - low).min(64));
                content.extend(part.get(frame).to_le_bytes());
            }
        }
    }
    let file = folder.join("stimulus.bin");
    write_atomically(&file, &content)?;
    Ok(file)
}

/// Standard output of a command that must succeed. The error is the last line that reports one.
pub fn succeed(command: &mut Command) -> Outcome<String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("cannot run {program}: {error}"))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(said);
    }
    let complained = String::from_utf8_lossy(&output.stderr);
    let lines = || said.lines().chain(complained.lines()).map(str::trim).filter(|line| !line.is_empty());
    let telling = lines().rfind(|line| line.contains("rror")).or_else(|| lines().next_back());
    Err(telling.map_or_else(|| format!("{program} failed with {}", output.status), str::to_owned).into())
}
