//! Builds and runs simulations with a bound checker.

use harness::rtl::{find_verilator, Verilator, Workspace};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Compiles coroutines, which Verilator needs for delays in testbenches.
const COROUTINES: &str = "-std=c++20 -fcoroutines";

/// Includes precompiled headers, and names Python: a Verilator that was built on another machine has the options and names of that.
const OF_THIS_MACHINE: &str = "CFG_CXXFLAGS_PCH_I=-include PYTHON3=python3";

/// What a simulation needs from the machine.
pub struct Tools {
    pub workspace: Workspace,
    verilator: Verilator,
    library: PathBuf,
}

/// Returns the tools, or says that the tests are skipped; panics if `REQUIRE_TOOLS` is set.
pub fn tools() -> Option<&'static Tools> {
    static TOOLS: OnceLock<Result<Tools, String>> = OnceLock::new();
    match TOOLS.get_or_init(find) {
        Ok(tools) => Some(tools),
        Err(reason) => {
            let is_required = std::env::var("REQUIRE_TOOLS").is_ok_and(|value| !["", "0"].contains(&value.as_str()));
            assert!(!is_required, "the bound checker is not tested: {reason}");
            writeln!(std::io::stderr(), "SKIPPED: the bound checker: {reason}").expect("standard error");
            None
        }
    }
}

fn find() -> Result<Tools, String> {
    let workspace = Workspace::find(Path::new(env!("CARGO_MANIFEST_DIR"))).map_err(|error| error.to_string())?;
    let verilator = find_verilator(&workspace, &mut |_| {}).map_err(|error| error.to_string())?;
    let place = tempfile::tempdir().map_err(|error| error.to_string())?;
    let source = place.path().join("probe.cpp");
    fs::write(&source, "#include <coroutine>\nint main() { return 0; }\n").map_err(|error| error.to_string())?;
    let mut compiler = Command::new("c++");
    compiler.args(COROUTINES.split(' ')).arg("-fsyntax-only").arg(source);
    let compiled = compiler.output().map_err(|error| format!("c++: {error}"))?;
    if !compiled.status.success() {
        return Err(format!("c++ does not compile with {COROUTINES}; install gcc 11 or later"));
    }
    // Cargo names the command, not the library, which is next to it.
    let command = Path::new(env!("CARGO_BIN_EXE_pmu-cosim"));
    let built = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--release", "--package", "pmu-c"])
        .current_dir(workspace.root())
        .status();
    assert!(built.is_ok_and(|status| status.success()), "the library is built");
    let library = command.with_file_name("libpmu_model.so");
    Ok(Tools { library, workspace, verilator })
}

/// A design with its checker, and a testbench.
pub struct Bench<'b> {
    /// Files of the RTL.
    pub rtl: Vec<PathBuf>,
    /// Include folders of the RTL.
    pub include: Vec<PathBuf>,
    /// Folder that `pmu-cosim bind` wrote.
    pub checker: &'b Path,
    /// Name of the checker.
    pub name: String,
    /// The testbench, whose module has the name of its file.
    pub testbench: PathBuf,
}

/// How a simulation is built.
pub struct Build {
    /// Whether the checker is bound.
    pub checked: bool,
    /// Whether it is optimized, which takes longer.
    pub optimized: bool,
}

impl Build {
    /// With the checker, for a short simulation.
    pub const CHECKED: Self = Self { checked: true, optimized: false };
}

/// A finished simulation.
pub struct Simulated {
    /// Whether it ended without an error.
    pub success: bool,
    /// Everything that it printed.
    pub text: String,
}

impl Bench<'_> {
    /// Builds the simulation in a new folder of the checker's.
    pub fn build(&self, tools: &Tools, build: &Build) -> PathBuf {
        // One build at a time: it is many files, compiled on all processors.
        static BUILDING: Mutex<()> = Mutex::new(());
        let _one = BUILDING.lock().unwrap_or_else(PoisonError::into_inner);
        let library = tools.library.parent().expect("a folder").display().to_string();
        let level = if build.optimized { "-O2" } else { "-O0" };
        let folder = self.checker.join(if build.checked { "simulation" } else { "unchecked" });
        let mut command = Command::new(&tools.verilator.program);
        command
            .env("VERILATOR_ROOT", &tools.verilator.root)
            .args([
                "--binary",
                "--timing",
                "--assert",
                "-Wno-fatal",
                "-Wno-lint",
                "-Wno-TIMESCALEMOD",
                "-j",
                "0",
                "-o",
                "simulation",
            ])
            .args(["-CFLAGS", COROUTINES, "-MAKEFLAGS", OF_THIS_MACHINE])
            .args(["-MAKEFLAGS", &format!("OPT_FAST={level} OPT_SLOW=-O0 OPT_GLOBAL={level}")])
            .args(["-LDFLAGS", &format!("-Wl,-rpath,{library}"), "--Mdir"])
            .arg(&folder)
            .arg("--top-module")
            .arg(self.testbench.file_stem().expect("a name"))
            .args(self.include.iter().map(|folder| format!("-I{}", folder.display())))
            .args(&self.rtl)
            .arg(&self.testbench);
        if build.checked {
            command.arg("-F").arg(self.checker.join(format!("{}.f", self.name))).arg(&tools.library);
        }
        let Simulated { success, text } = Simulated::of(&command.output().expect("Verilator starts"));
        assert!(success, "{text}");
        folder.join("simulation")
    }
}

impl Simulated {
    /// Runs a simulation in a folder.
    pub fn run(simulation: &Path, folder: &Path, arguments: &[String]) -> Self {
        let output = Command::new(simulation).args(arguments).current_dir(folder).output();
        Self::of(&output.expect("the simulation starts"))
    }

    fn of(output: &Output) -> Self {
        let text = [output.stdout.as_slice(), &output.stderr].concat();
        Self { success: output.status.success(), text: String::from_utf8_lossy(&text).into_owned() }
    }

    /// The text of the first mismatch: cycle, values, and everything else before its operations.
    #[track_caller]
    pub fn mismatch(&self) -> &str {
        mismatch(&self.text)
    }
}

/// The first mismatch in a text.
#[track_caller]
pub fn mismatch(text: &str) -> &str {
    let after = text.split_once(" diverges in ").unwrap_or_else(|| panic!("no mismatch in {text}")).1;
    after.split_once("\n  operations:").unwrap_or_else(|| panic!("no operations in {text}")).0
}
