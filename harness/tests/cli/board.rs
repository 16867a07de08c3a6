//! Regressions on a simulated board: every byte is transferred by its UART.

use crate::results::copy_rtl;
use crate::support::{pmu_cosim, run, CommandOutput};
use rstest::rstest;
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Process that serves a simulated board at an address.
struct ServedBoard {
    process: Child,
    address: String,
}

impl ServedBoard {
    fn new(arguments: &[&str]) -> Self {
        let mut process =
            pmu_cosim(&["board"]).args(arguments).stdout(Stdio::piped()).spawn().expect("the command starts");
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        let address = line.trim().rsplit(' ').next().expect("an address").to_owned();
        Self { process, address }
    }
}

impl Drop for ServedBoard {
    fn drop(&mut self) {
        // Ignore errors: if the process has exited early, the test has already failed.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn finished(command: &mut Command, out: &Path, status: i32) -> (CommandOutput, Value) {
    let output = run(command.arg("--out").arg(out));
    assert_eq!(output.status, status, "{}", output.err);
    let text = fs::read_to_string(out.join("results.json")).expect("results");
    (output, serde_json::from_str(&text).expect("JSON"))
}

/// Returns the results without times and commands, which depend on the run.
fn content(results: &Value) -> Value {
    let mut pmu = results["pmus"][0].clone();
    for name in ["times", "cycles_per_second", "command"] {
        pmu.as_object_mut().expect("an object").remove(name);
    }
    pmu
}

/// The board is simulated with its UART, in which each byte takes twenty cycles, so not all programs run on each PMU.
const SOME_PROGRAMS: [&str; 8] =
    ["--only", "random-*", "--only", "collision/*", "--only", "overflow/*", "--only", "reset/*"];

#[rstest]
#[case("ivt_cbox", &[])]
#[case("k8", &SOME_PROGRAMS)]
#[case("knc", &SOME_PROGRAMS)]
fn board_and_simulation_give_the_same_results(#[case] id: &str, #[case] programs: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    let board = ServedBoard::new(&[id, "--tcp", "0"]);
    let arguments = [&["run", "--pmu", id, "--cycles", "20000"], programs].concat();
    let mut on_board = pmu_cosim(&arguments);
    let (_, on_board) = finished(on_board.args(["--dut", &board.address]), &folder.path().join("board"), 0);
    let (_, direct) = finished(&mut pmu_cosim(&arguments), &folder.path().join("direct"), 0);
    let (on_board, direct) = (content(&on_board), content(&direct));
    for (name, value) in direct.as_object().expect("an object") {
        assert_eq!(on_board[name], *value, "{name}");
    }
}

/// Copies the RTL with a bug in the counters of a PMU and returns the folder of the PMU.
fn with_bug(folder: &Path, id: &str) -> String {
    copy_rtl(folder, "common/pmu_counter.v", "load ? {INC_WIDTH{1'b0}} : increment", "increment");
    folder.join(golden_model_core::Pmu::folder(id)).display().to_string()
}

#[rstest]
fn board_and_simulation_find_the_same_bug(#[values("k8", "knc", "ivt_cbox")] id: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let rtl = with_bug(folder.path(), id);
    let board = ServedBoard::new(&[id, "--rtl", &rtl, "--pty"]);
    let arguments = ["run", "--pmu", id, "--cycles", "4000", "--no-waves", "--rtl", &rtl];
    let arguments = [&arguments, SOME_PROGRAMS.as_slice()].concat();
    let mut on_board = pmu_cosim(&arguments);
    let (output, on_board) = finished(on_board.args(["--dut", &board.address]), &folder.path().join("board"), 1);
    let (direct_output, direct) = finished(&mut pmu_cosim(&arguments), &folder.path().join("direct"), 1);
    // The output is identical except for the commands.
    let report = |output: &CommandOutput| -> Vec<String> {
        let lines = output.out.lines().take_while(|line| !line.trim_start().starts_with("reproduce:"));
        lines.map(str::to_owned).collect()
    };
    assert!(report(&output).len() > 5);
    assert_eq!(report(&output), report(&direct_output));
    let buckets = |results: &Value| {
        let buckets = results["pmus"][0]["buckets"].as_array().expect("buckets").clone();
        buckets.iter().map(|bucket| (bucket["subject"].clone(), bucket["programs"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(buckets(&on_board), buckets(&direct));

    // The repro diverges again on the board. The RTL of the tree does not match the board and is rejected.
    let repro = fs::read_dir(folder.path().join("board/repro")).expect("repros").flatten();
    let mut programs = repro.map(|entry| entry.path()).filter(|file| {
        let name = file.to_string_lossy();
        name.ends_with(".pmu") && !name.ends_with(".full.pmu")
    });
    let program = programs.next();
    let program = program.expect("a program").display().to_string();
    let replayed = run(&mut pmu_cosim(&["replay", &program, "--rtl", &rtl, "--dut", &board.address]));
    assert_eq!(replayed.status, 1, "{}", replayed.err);
    let refused = run(&mut pmu_cosim(&["replay", &program, "--dut", &board.address]));
    assert_eq!(refused.status, 3, "{}", refused.err);
    assert!(refused.error().contains("is its bitstream stale?"), "{}", refused.err);
}

#[test]
fn soak_finds_a_bug_with_stimulus_generated_on_the_board() {
    let folder = tempfile::tempdir().expect("a folder");
    let rtl = with_bug(folder.path(), "k8");
    let board = ServedBoard::new(&["k8", "--rtl", &rtl, "--tcp", "0"]);
    let soaked = run(&mut pmu_cosim(&["soak", "k8", "--cycles", "200000", "--rtl", &rtl, "--dut", &board.address]));
    assert_eq!(soaked.status, 1, "{}{}", soaked.out, soaked.err);
    // The divergence is reported for a program.
    assert!(soaked.out.contains("soak/1/0 diverges in cycle"), "{}", soaked.out);
}

#[test]
fn board_and_host_generate_the_same_stimulus() {
    let board = ServedBoard::new(&["k8", "--tcp", "0"]);
    let arguments = ["soak", "k8", "--cycles", "60000", "--length", "30000"];
    let on_board = run(pmu_cosim(&arguments).args(["--dut", &board.address]));
    assert_eq!(on_board.status, 0, "{}", on_board.err);
    assert!(on_board.out.contains("no divergence in 60000 cycles of 2 programs"), "{}", on_board.out);
    let there =
        on_board.out.lines().find_map(|line| line.strip_prefix("k8: ")?.strip_suffix(" from it")?.split(' ').next());
    assert!(there.and_then(|bytes| bytes.parse::<f64>().ok()).is_some_and(|bytes| bytes < 3.0), "{}", on_board.out);
}

#[rstest]
#[case(&["run", "--pmu", "k8", "--dut", "nowhere"], "a board is at serial:PATH[@RATE] or tcp:HOST:PORT", 2)]
#[case(&["run", "--pmu", "k8", "--dut", "serial:/dev/x@quick"], "\"quick\" is not a rate", 2)]
#[case(&["run", "--dut", "tcp:localhost:1"], "--dut needs exactly one --pmu", 2)]
#[case(&["run", "--pmu", "k8", "--jobs", "2", "--dut", "tcp:localhost:1"], "cannot be used with", 2)]
#[case(&["run", "--pmu", "k8", "--dut", "tcp:localhost:1"], "tcp:localhost:1 cannot be opened: Connection refused", 3)]
#[case(&["run", "--pmu", "k8", "--dut", "serial:/dev/no-such-port"], "serial:/dev/no-such-port cannot be opened", 3)]
#[case(&["soak", "k8", "--dut", "serial:/dev/null"], "serial:/dev/null cannot be opened", 3)]
#[case(&["board", "k8"], "required arguments were not provided", 2)]
#[case(&["board", "k7", "--pty"], "there is no PMU `k7`", 2)]
fn invalid_board_is_rejected(#[case] arguments: &[&str], #[case] expected: &str, #[case] status: i32) {
    let output = run(&mut pmu_cosim(arguments));
    assert_eq!(output.status, status, "{}", output.err);
    assert!(output.error().contains(expected), "{}", output.err);
}

#[test]
fn port_in_use_is_reported() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("its address").port().to_string();
    let output = run(&mut pmu_cosim(&["board", "k8", "--tcp", &port]));
    assert_eq!(output.status, 3, "{}", output.err);
    assert!(
        output.error().contains(&format!("TCP port {port} cannot be opened: Address already in use")),
        "{}",
        output.err
    );
}
