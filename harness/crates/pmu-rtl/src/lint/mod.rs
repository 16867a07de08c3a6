//! Lints the RTL with three tools that read Verilog differently. Any warning or error is a finding.

mod verilator;
mod yosys;

use super::error::BuildError;
use super::workspace::Workspace;
use crate::design::files::RtlFiles;
use crate::design::language::Language;
use crate::design::source::RtlSource;
use crate::staged::original;
use crate::tools::process::run;
use crate::tools::verilator_messages::messages;
use golden_model_core::Description;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A tool that reads the RTL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linter {
    /// `verilator --lint-only -Wall`, without warnings about style for RTL without a manifest.
    Verilator,
    /// `iverilog -Wall` with `-g2005`, or `-g2012` for RTL without a manifest.
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
    /// The tool cannot read this RTL, for this reason.
    NotApplicable(&'static str),
}

impl Linter {
    /// All tools.
    pub const ALL: [Self; 3] = [Self::Verilator, Self::Icarus, Self::Yosys];

    /// Name of the tool, with the options that determine what it finds in RTL of that language.
    pub fn name(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::Verilator, Language::Verilog) => "Verilator -Wall",
            (Self::Verilator, Language::SystemVerilog) => "Verilator -Wall -Wno-style",
            (Self::Icarus, Language::Verilog) => "Icarus -g2005 -Wall",
            (Self::Icarus, Language::SystemVerilog) => "Icarus -g2012 -Wall",
            (Self::Yosys, Language::Verilog) => "Yosys synth",
            (Self::Yosys, Language::SystemVerilog) => "Yosys read_slang, synth",
        }
    }

    /// Runs the tool on the RTL. `notice` receives a message about an installation before it begins.
    ///
    /// # Errors
    /// [`BuildError::Tool`] if a tool cannot be installed or started, [`BuildError::Io`] if a file cannot be written.
    pub fn run(
        self,
        workspace: &Workspace,
        rtl: &RtlFiles,
        notice: &mut dyn FnMut(&str),
    ) -> Result<Finding, BuildError> {
        let on_path = |program: &str| workspace.tools().which(program);
        let called = |mut command: Command| run(&mut command).map_err(BuildError::Tool);
        let output = match (self, rtl.language) {
            (Self::Verilator, Language::Verilog) => {
                called(verilator::command(workspace, rtl, &["--language", "1364-2005"], notice)?)?
            }
            (Self::Verilator, Language::SystemVerilog) => called(verilator::command(workspace, rtl, &[], notice)?)?,
            (Self::Icarus, _) if rtl.verilog().any(|file| is_system_verilog(file)) => {
                return Ok(Finding::NotApplicable("it reads only a part of SystemVerilog"));
            }
            (Self::Icarus, _) => match on_path("iverilog") {
                Some(program) => called(icarus(workspace, program, rtl))?,
                None => return Ok(Finding::Missing),
            },
            (Self::Yosys, Language::Verilog) => match on_path("yosys") {
                Some(program) => called(yosys::of_verilog(workspace, program, rtl))?,
                None => return Ok(Finding::Missing),
            },
            (Self::Yosys, Language::SystemVerilog) => yosys::of_system_verilog(workspace, rtl, notice)?,
        };
        let said = original(&String::from_utf8_lossy(&[output.stdout, output.stderr].concat()));
        // Newer versions of Verilator print lines about themselves, which start with a dash.
        let said = said.lines().filter(|line| !line.starts_with("- ")).collect::<Vec<_>>().join("\n").trim().to_owned();
        Ok(match output.status.success() && said.is_empty() {
            true => Finding::Clean,
            false if said.is_empty() => {
                Finding::Findings(format!("{} ended with {}", self.name(rtl.language), output.status))
            }
            false => Finding::Findings(said),
        })
    }
}

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
    let mut command = verilator::command(workspace, &files, &[], notice)?;
    let output = run(&mut command).map_err(BuildError::Tool)?;
    Ok(messages(&output.stderr, "%Warning-"))
}

/// Whether the name of a file says that it is SystemVerilog.
fn is_system_verilog(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "sv")
}

fn icarus(workspace: &Workspace, program: PathBuf, rtl: &RtlFiles) -> Command {
    let mut command = Command::new(program);
    let generation = if rtl.language == Language::Verilog { "-g2005" } else { "-g2012" };
    command.current_dir(workspace.root()).args([generation, "-Wall", "-t", "null", "-s", &rtl.top]);
    command.args(rtl.include.iter().map(|folder| format!("-I{}", folder.display())));
    command.args(rtl.macro_options());
    command.args(rtl.parameters.iter().map(|(name, value)| format!("-P{}.{name}={value}", rtl.top)));
    command.args(rtl.verilog());
    command
}
