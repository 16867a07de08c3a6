//! Calls of Verilator for one design.

use super::input_registers;
use super::verilator_output::VerilatorOutput;
use crate::design::parameters::refused as refused_parameters;
use crate::design::rtl_design::{macro_options, Design};
use crate::error::BuildError;
use crate::model::variant::Variant;
use crate::tools::process::{last_lines, run};
use crate::tools::toolchain::Verilator;
use crate::tools::verilator_messages::messages;
use crate::workspace::Workspace;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Flags of every build. Warnings are for the lint; here they must not stop a build. The complete design becomes one
/// C++ class, so that every register has one location and a name that follows from its path. Variables without an
/// initial value get a random one, so that a missing reset is detected. All waves use nanoseconds, regardless of any
/// `timescale in the RTL.
pub(crate) const FLAGS: [&str; 13] = [
    "--cc",
    "--flatten",
    "--no-timing",
    "--assert",
    "--x-assign",
    "unique",
    "--x-initial",
    "unique",
    "--timescale-override",
    "1ns/1ns",
    "-Wno-fatal",
    "-Wno-lint",
    // A latch and logic look alike in the generated C++: the warning distinguishes them.
    "-Wwarn-LATCH",
];

/// Number of Verilator's errors in a message.
const MAX_ERRORS: usize = 6;

/// Common parameters of all calls of Verilator for a design.
pub(crate) struct Invocation<'a> {
    /// The workspace of the design.
    pub workspace: &'a Workspace,
    /// The Verilator to call.
    pub verilator: &'a Verilator,
    /// The design to Verilate.
    pub design: &'a Design,
    /// The kind of library.
    pub variant: Variant,
    /// Verilator's `--prefix`.
    pub prefix: &'a str,
}

impl Invocation<'_> {
    /// Verilates the design into `directory`.
    pub fn plain(&self, directory: &Path) -> Result<VerilatorOutput, BuildError> {
        self.with_parameters(directory, Vec::new())
    }

    /// Verilates the design, with all signals public, into `directory`.
    pub fn public(&self, directory: &Path) -> Result<VerilatorOutput, BuildError> {
        self.with_parameters(directory, vec!["--public-flat-rw".into()])
    }

    fn with_parameters(&self, directory: &Path, mut arguments: Vec<OsString>) -> Result<VerilatorOutput, BuildError> {
        arguments.extend(["--top-module".into(), self.design.top.as_str().into()]);
        let parameters = self.design.parameters.iter();
        arguments.extend(parameters.map(|(name, value)| format!("-G{name}={}", value.0).into()));
        self.run(directory, arguments)
    }

    /// Verilates the module with this text, which wraps the design in registers, into `directory`.
    pub fn registered(&self, directory: &Path, text: &str) -> Result<VerilatorOutput, BuildError> {
        self.wrapped(directory, input_registers::TOP, text)
    }

    /// Verilates the module `top` of a text, which contains the design, into `directory`.
    pub fn wrapped(&self, directory: &Path, top: &str, text: &str) -> Result<VerilatorOutput, BuildError> {
        let file = directory.with_extension("v");
        fs::write(&file, text).map_err(BuildError::io("write", &file))?;
        self.run(directory, vec!["--top-module".into(), top.into(), file.into()])
    }

    fn run(&self, directory: &Path, arguments: Vec<OsString>) -> Result<VerilatorOutput, BuildError> {
        let Self { workspace, verilator, design, variant, prefix } = *self;
        fs::create_dir(directory).map_err(BuildError::io("create", directory))?;
        let public = directory.join("public.vlt");
        fs::write(&public, configuration(design, variant)).map_err(BuildError::io("write", &public))?;
        let mut command = Command::new(&verilator.program);
        command.current_dir(&workspace.root).env("VERILATOR_ROOT", &verilator.root);
        command.args(FLAGS).args(variant.verilator_flags());
        command.args(["--prefix", prefix]).arg("--Mdir").arg(directory);
        command.arg(&public).args(files_and_macros(design)).args(arguments);
        let output = run(&mut command).map_err(BuildError::Tool)?;
        if !output.status.success() {
            return Err(failure(workspace, design, &output));
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let warns = |code: &str| said.contains(&format!("%Warning-{code}"));
        VerilatorOutput::new(directory, prefix, warns("LATCH") || warns("UNOPTFLAT"))
    }

    /// The text of the design's sources, with macros expanded and without comments.
    pub fn preprocessed(&self) -> Result<String, BuildError> {
        let Self { workspace, verilator, design, .. } = *self;
        let mut command = Command::new(&verilator.program);
        command.current_dir(&workspace.root).env("VERILATOR_ROOT", &verilator.root).args(["-E", "-P", "-Wno-fatal"]);
        command.args(files_and_macros(design));
        let output = run(&mut command).map_err(BuildError::Tool)?;
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            false => Err(failure(workspace, design, &output)),
        }
    }

    /// Whether files that Verilator read contain latches without a warning: declared latches, and those whose warning
    /// is off.
    pub fn declares_latches(&self, read: &[PathBuf]) -> Result<bool, BuildError> {
        let Verilator { root, program, .. } = self.verilator;
        let own = |file: &Path| file.starts_with(root) || file.file_name() == program.file_name();
        for source in read.iter().filter(|file| !own(file)) {
            let source = self.workspace.root.join(source);
            let text = fs::read(&source).map_err(BuildError::io("read", &source))?;
            let text = String::from_utf8_lossy(&text);
            if ["always_latch", "LATCH"].iter().any(|word| text.contains(word)) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The include folders, macros and sources of a design as arguments.
fn files_and_macros(design: &Design) -> impl Iterator<Item = OsString> + '_ {
    let include = design.include.iter().map(|folder| format!("-I{}", folder.display()));
    let options = include.chain(macro_options(&design.define)).map(OsString::from);
    options.chain(design.sources.iter().map(OsString::from))
}

/// The error of a failed call: of the RTL, or of Verilator itself.
fn failure(workspace: &Workspace, design: &Design, output: &Output) -> BuildError {
    let faults = refused_parameters(workspace, design, &output.stderr);
    if !faults.is_empty() {
        return BuildError::Mismatch { design: design.name.clone(), top: design.top.clone(), faults };
    }
    let lines = match messages(&output.stderr, "%Error") {
        none if none.is_empty() => last_lines(&output.stderr, MAX_ERRORS),
        errors => errors.into_iter().take(MAX_ERRORS).collect::<Vec<_>>().join("\n"),
    };
    let own_fault = ["Can't write", "Cannot write", "Internal Error"].iter().any(|mark| lines.contains(mark));
    match output.status.code() {
        Some(_) if !own_fault => BuildError::Rejected { design: design.name.clone(), lines },
        _ => BuildError::Tool(format!("Verilator failed with {}:\n{lines}", output.status)),
    }
}

/// Verilator configuration that makes the state words readable and limits code coverage to the design's own files.
fn configuration(design: &Design, variant: Variant) -> String {
    let mut lines: Vec<String> = design
        .states
        .iter()
        .flatten()
        .map(|place| format!("public_flat_rd -module \"{}\" -var \"{}\"", place.module, place.signal))
        .collect();
    if variant == Variant::Coverage {
        let elsewhere = design.elsewhere.iter();
        lines.extend(elsewhere.map(|file| format!("coverage_off -file \"{}\"", file.display())));
    }
    lines.sort();
    lines.dedup();
    lines.insert(0, "`verilator_config".to_owned());
    lines.join("\n") + "\n"
}
