//! The tools that only some commands and checks use.

use super::check::Check;
use super::probe::{number, output, program, version};
use crate::drive::compiler;
use crate::rtl::ToolChoice;
use std::process::Command;

/// A program that is optional.
struct Optional {
    /// Its name in the list.
    name: &'static str,
    /// The names that it can have.
    programs: &'static [&'static str],
    /// The arguments to which it prints its version.
    arguments: &'static [&'static str],
    /// What is not available without it.
    cost: &'static str,
    /// How to get it.
    remedy: &'static str,
}

const OPTIONAL: [Optional; 6] = [
    Optional {
        name: "iverilog",
        programs: &["iverilog"],
        arguments: &["-V"],
        cost: "make lint, make link skip it",
        remedy: "package iverilog",
    },
    Optional {
        name: "rustfmt",
        programs: &["cargo-fmt"],
        arguments: &["--version"],
        cost: "make lint skips it",
        remedy: "rustup component add rustfmt",
    },
    Optional {
        name: "clippy",
        programs: &["cargo-clippy"],
        arguments: &["--version"],
        cost: "make lint skips it",
        remedy: "rustup component add clippy",
    },
    Optional {
        name: "cargo-deny",
        programs: &["cargo-deny"],
        arguments: &["--version"],
        cost: "no check of licences",
        remedy: "cargo install --locked cargo-deny",
    },
    Optional {
        name: "chromium",
        programs: &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"],
        arguments: &["--version"],
        cost: "report.html is not tested in a browser",
        remedy: "package chromium",
    },
    Optional {
        name: "fusesoc",
        programs: &["fusesoc"],
        arguments: &["--version"],
        cost: "no targets of *.core files",
        remedy: "pip install fusesoc",
    },
];

/// Runs all checks of this module.
pub(super) fn checks(tools: &ToolChoice) -> Vec<Check> {
    let mut checks: Vec<_> = OPTIONAL.iter().map(|tool| check(tools, tool)).collect();
    checks.push(c_compiler(tools));
    checks.push(installed_when_needed(tools, "nextpnr", &["nextpnr-ice40", "nextpnr-ecp5"], "make bitstream"));
    checks.push(installed_when_needed(tools, "mdbook", &["mdbook"], "make docs"));
    checks
}

fn check(tools: &ToolChoice, tool: &Optional) -> Check {
    let Some(program) = program(tools, tool.programs) else {
        return Check::absent(tool.name, tool.cost, tool.remedy);
    };
    match output(Command::new(&program).args(tool.arguments).env("PATH", &tools.path)) {
        Some(said) => Check::ok(tool.name, number(&said).unwrap_or_else(|| "no version number".to_owned())),
        None => Check::absent(tool.name, &format!("{} does not run", program.display()), tool.remedy),
    }
}

/// Checks the compiler of drivers.
fn c_compiler(tools: &ToolChoice) -> Check {
    let compiler = compiler();
    let name = compiler.split_whitespace().next().unwrap_or_default();
    match output(Command::new(name).arg("--version").env("PATH", &tools.path)) {
        Some(said) => Check::ok("cc", number(&said).unwrap_or_else(|| name.to_owned())),
        None => Check::absent("cc", "no pmu-cosim drive, no make driver", "package gcc, or set CC"),
    }
}

/// Checks programs that a command installs below `build/` if none is on PATH.
fn installed_when_needed(tools: &ToolChoice, name: &'static str, programs: &[&str], command: &str) -> Check {
    // Some builds of nextpnr print their version to standard error; these count as found without a number.
    let found = programs.iter().filter(|program| tools.which(program).is_some());
    let described =
        |program: &&str| format!("{program} {}", version(tools, program, &["--version"]).unwrap_or_default());
    let found: Vec<_> = found.map(described).collect();
    match found.is_empty() {
        true => Check::ok(name, format!("none on PATH; {command} installs it below build/")),
        false => Check::ok(name, found.join(", ")),
    }
}
