//! `lint` and `mutate` with user RTL in SystemVerilog: `--top` and `--ports`.

use crate::support::{pmu_cosim, root, run, CommandOutput};
use rstest::rstest;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// A copy of the SystemVerilog U-Box whose top lacks a line.
fn copy_without(line: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["sv_ubox_pkg.sv", "sv_ubox_counters.sv", "sv_ubox.sv"] {
        let text = fs::read_to_string(root().join("harness/tests/sv_ubox/rtl").join(name)).expect("a source");
        assert_eq!(text.contains(line), name == "sv_ubox.sv", "{line}");
        fs::write(folder.path().join(name), text.replace(line, "")).expect("a copy");
    }
    folder
}

fn command(name: &str, rtl: &Path, top: &str, ports: &str) -> Command {
    let mut command = pmu_cosim(&[name, "--pmu", "ivt_ubox", "--top", top, "--ports", ports]);
    command.arg("--rtl").arg(rtl);
    command
}

const PORTS: &str = "harness/tests/sv_ubox/ports.toml";

fn lint(rtl: &Path) -> CommandOutput {
    run(command("lint", rtl, "sv_ubox", PORTS).arg("--all-tools"))
}

#[test]
fn system_verilog_without_defects_is_clean() {
    let output = lint(&root().join("harness/tests/sv_ubox/rtl"));
    assert_eq!(output.status, 0, "{}{}", output.out, output.err);
    let expected = [
        "ivt_ubox: Verilator -Wall -Wno-style: clean",
        "ivt_ubox: Icarus -g2012 -Wall: not run: it reads only a part of SystemVerilog",
        "ivt_ubox: Yosys read_slang, synth: clean",
    ];
    assert_eq!(output.out.lines().collect::<Vec<_>>(), expected, "{}", output.err);
}

/// Both tools find an open input. Yosys finds a signal that keeps its value in combinational logic.
#[rstest]
#[case::open_input(
    "      .data_i (cmd_data_i[CounterWidth-1:0]),\n",
    &["%Warning-PINMISSING: ", "sv_ubox.sv:", "[-Wunconnected-input-port]"]
)]
#[case::incomplete_case(
    "      default:  place = '{KindNone, 3'd0};\n",
    &["Yosys read_slang, synth:\n", "logic loop", "sv_ubox.sv:"]
)]
fn defects_of_system_verilog_are_found(#[case] line: &str, #[case] expected: &[&str]) {
    let folder = copy_without(line);
    let output = lint(folder.path());
    assert_eq!(output.status, 1, "{}{}", output.out, output.err);
    for part in expected {
        assert!(output.out.contains(part), "{part}: {}", output.out);
    }
    assert!(!output.out.contains("synth: clean"), "{}", output.out);
}

#[test]
fn mutant_of_system_verilog_is_killed() {
    let mut command = command("mutate", &root().join("harness/tests/sv_ubox/rtl"), "sv_ubox", PORTS);
    let output = run(command.args(["--mutants", "4", "--cycles", "2000", "--no-proofs", "--only", "1"]));
    assert_eq!(output.status, 0, "{}{}", output.out, output.err);
    assert!(output.out.starts_with("ivt_ubox: mutant 1 at harness/tests/sv_ubox/rtl/sv_ubox"), "{}", output.out);
    assert!(output.out.contains(" diverges in cycle "), "{}", output.out);
}

/// No tool can be found or installed, so the input is checked first.
#[rstest]
fn wrong_input_is_reported_before_a_tool_is_installed(#[values("lint", "mutate")] name: &str) {
    let rtl = root().join("harness/tests/sv_ubox/rtl");
    let folder = tempfile::tempdir().expect("a folder");
    let map = folder.path().join("ports.toml");
    fs::write(&map, "[ports]\nbus_vald = \"cmd_valid_i\"\n").expect("a map");
    let map = map.display().to_string();
    let cases = [
        ("sv_uboxx", PORTS, "there is no module `sv_uboxx`; did you mean `sv_ubox`"),
        ("sv_ubox", map.as_str(), "[ports] there is no port of the description `bus_vald`; did you mean `bus_valid`"),
    ];
    for (top, ports, message) in cases {
        let mut command = command(name, &rtl, top, ports);
        command.env_clear().env("PMU_COSIM_BUILD_DIR", folder.path().join("build"));
        let output = run(&mut command);
        assert_eq!((output.status, output.out.as_str()), (2, ""), "{}", output.err);
        assert!(output.error().contains(message), "{}", output.err);
        assert!(!output.err.contains("installing"), "{}", output.err);
    }
}
