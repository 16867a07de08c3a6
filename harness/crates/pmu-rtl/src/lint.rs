//! Lints the RTL with three tools that read Verilog differently. Any warning or error is a finding.

use super::error::BuildError;
use super::workspace::Workspace;
use crate::design::files::RtlFiles;
use crate::design::source::RtlSource;
use crate::tools::process::run;
use crate::tools::toolchain::find_verilator;
use crate::tools::verilator_messages::messages;
use golden_model::Description;
use std::path::PathBuf;
use std::process::Command;

/// A tool that reads the RTL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linter {
    /// `verilator --lint-only -Wall`.
    Verilator,
    /// `iverilog -g2005 -Wall`.
    Icarus,
    /// `synth` and `check -assert` of Yosys.
    Yosys,
}

/// The result of a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// No findings.
    Clean,
    /// Its warnings and errors.
    Findings(String),
    /// The tool is not on PATH.
    Missing,
}

impl Linter {
    /// All tools.
    pub const ALL: [Self; 3] = [Self::Verilator, Self::Icarus, Self::Yosys];

    /// Name of the tool.
    pub fn name(self) -> &'static str {
        match self {
            Self::Verilator => "Verilator -Wall",
            Self::Icarus => "Icarus -g2005 -Wall",
            Self::Yosys => "Yosys synth",
        }
    }

    /// Runs the tool on the RTL.
    pub fn run(
        self,
        workspace: &Workspace,
        rtl: &RtlFiles,
        notice: &mut dyn FnMut(&str),
    ) -> Result<Finding, BuildError> {
        let mut command = match self {
            Self::Verilator => verilator(workspace, rtl, &STRICT, notice)?,
            Self::Icarus => match workspace.tools().which("iverilog") {
                Some(program) => icarus(program, rtl),
                None => return Ok(Finding::Missing),
            },
            Self::Yosys => match workspace.tools().which("yosys") {
                Some(program) => yosys(program, rtl),
                None => return Ok(Finding::Missing),
            },
        };
        command.current_dir(workspace.root());
        let output = command.output().map_err(|error| BuildError::Tool(format!("{}: {error}", self.name())))?;
        let said = [output.stdout, output.stderr].concat();
        // Newer versions of Verilator print lines about themselves, which start with a dash.
        let said = String::from_utf8_lossy(&said);
        let said = said.lines().filter(|line| !line.starts_with("- ")).collect::<Vec<_>>().join("\n").trim().to_owned();
        Ok(match output.status.success() && said.is_empty() {
            true => Finding::Clean,
            false if said.is_empty() => Finding::Findings(format!("{} ended with {}", self.name(), output.status)),
            false => Finding::Findings(said),
        })
    }
}

/// Flags for RTL in the style of the project.
const STRICT: [&str; 3] = ["-Wall", "--language", "1364-2005"];
/// Flags for RTL of other projects: no warnings about style, except those that can explain a wrong value.
const LENIENT: [&str; 4] = ["-Wall", "-Wno-style", "-Wwarn-UNDRIVEN", "-Wwarn-PINCONNECTEMPTY"];

/// Warnings of Verilator about an RTL, each with its source line; for RTL without a manifest, no warnings about style. The version
/// of the language is that of a build, so that RTL which builds, with assertions for example, has warnings and no errors.
///
/// # Errors
/// [`BuildError`] if the RTL cannot be read, or there is no Verilator.
pub fn warnings(
    workspace: &Workspace,
    description: &Description,
    rtl: &RtlSource,
    notice: &mut dyn FnMut(&str),
) -> Result<Vec<String>, BuildError> {
    let files = RtlFiles::read(workspace, description, rtl.clone())?;
    let flags: &[&str] = match rtl {
        RtlSource::Manifest(_) => &STRICT[..1],
        RtlSource::Folder { .. } => &LENIENT,
    };
    let mut command = verilator(workspace, &files, flags, notice)?;
    let output = run(command.current_dir(workspace.root())).map_err(BuildError::Tool)?;
    Ok(messages(&output.stderr, "%Warning-"))
}

fn verilator(
    workspace: &Workspace,
    rtl: &RtlFiles,
    flags: &[&str],
    notice: &mut dyn FnMut(&str),
) -> Result<Command, BuildError> {
    let verilator = find_verilator(workspace, notice)?;
    let mut command = Command::new(&verilator.program);
    command.env("VERILATOR_ROOT", &verilator.root);
    command.arg("--lint-only").args(flags).args(["--top-module", &rtl.top]);
    command.args(rtl.include.iter().map(|folder| format!("-I{}", folder.display())));
    command.args(rtl.macro_options());
    if !rtl.own.is_empty() {
        command.arg(waiver_file(workspace, rtl)?);
    }
    command.args(&rtl.sources);
    Ok(command)
}

/// A sub-block may leave sources of its top unused; a top may not.
fn waiver_file(workspace: &Workspace, rtl: &RtlFiles) -> Result<PathBuf, BuildError> {
    let others = rtl.sources.iter().filter(|source| !rtl.own.contains(source));
    let rule = |source: &PathBuf| format!("lint_off -rule UNUSEDSIGNAL -file \"{}\"\n", source.display());
    let text = format!("`verilator_config\n{}", others.map(rule).collect::<String>());
    let folder = workspace.build_dir().join("lint");
    let file = folder.join(format!("{}.vlt", rtl.top));
    let wrong = |source| BuildError::Io { action: "write", path: file.clone(), source };
    std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&file, text)).map_err(wrong)?;
    Ok(file)
}

fn icarus(program: PathBuf, rtl: &RtlFiles) -> Command {
    let mut command = Command::new(program);
    command.args(["-g2005", "-Wall", "-t", "null", "-s", &rtl.top]);
    command.args(rtl.include.iter().map(|folder| format!("-I{}", folder.display())));
    command.args(rtl.macro_options());
    command.args(&rtl.sources);
    command
}

/// Prints warnings only; a latch or a problem that `check` finds is an error.
fn yosys(program: PathBuf, rtl: &RtlFiles) -> Command {
    let include: String = rtl.include.iter().map(|folder| format!(" -I{}", folder.display())).collect();
    let define: String = rtl.macro_options().map(|option| format!(" {option}")).collect();
    let sources: String = rtl.sources.iter().map(|source| format!(" {}", source.display())).collect();
    let script = format!(
        "read_verilog{include}{define}{sources}; synth -top {}; check -assert; select -assert-none t:$_DLATCH_* t:$dlatch t:$_DLATCHSR_*",
        rtl.top
    );
    let mut command = Command::new(program);
    command.args(["-q", "-p", &script]);
    command
}
