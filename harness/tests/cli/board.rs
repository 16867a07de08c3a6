//! The regression through a simulated board: every byte goes over its UART.

use crate::results::copy_rtl;
use crate::support::{pmu_cosim, run, Said};
use rstest::rstest;
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A simulated board that is offered somewhere.
struct Offered {
    process: Child,
    address: String,
}

impl Offered {
    fn new(arguments: &[&str]) -> Self {
        let mut process =
            pmu_cosim(&["board"]).args(arguments).stdout(Stdio::piped()).spawn().expect("the command starts");
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        let address = line.trim().rsplit(' ').next().expect("an address").to_owned();
        Self { process, address }
    }
}

impl Drop for Offered {
    fn drop(&mut self) {
        // One that has ended by itself has failed the test already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn finished(command: &mut Command, out: &Path, status: i32) -> (Said, Value) {
    let said = run(command.arg("--out").arg(out));
    assert_eq!(said.status, status, "{}", said.err);
    let text = fs::read_to_string(out.join("results.json")).expect("results");
    (said, serde_json::from_str(&text).expect("JSON"))
}

/// What does not tell of time, places and the device.
fn content(results: &Value) -> Value {
    let mut pmu = results["pmus"][0].clone();
    for name in ["seconds", "cycles_per_second", "command"] {
        pmu.as_object_mut().expect("an object").remove(name);
    }
    pmu
}

#[rstest]
fn a_board_gives_the_results_of_simulation(#[values("k8", "knc", "ivt_cbox")] id: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let board = Offered::new(&[id, "--tcp", "0"]);
    let arguments = ["run", "--pmu", id, "--cycles", "20000"];
    let mut over = pmu_cosim(&arguments);
    let (_, over) = finished(over.args(["--dut", &board.address]), &folder.path().join("board"), 0);
    let (_, direct) = finished(&mut pmu_cosim(&arguments), &folder.path().join("direct"), 0);
    let (over, direct) = (content(&over), content(&direct));
    for (name, value) in direct.as_object().expect("an object") {
        assert_eq!(over[name], *value, "{name}");
    }
}

/// A copy of the RTL with a bug in the counters of a PMU; its folder.
fn with_bug(folder: &Path, id: &str) -> String {
    copy_rtl(folder, "common/pmu_counter.v", "load ? {INC_WIDTH{1'b0}} : increment", "increment");
    folder.join(golden_model::Pmu::folder(id)).display().to_string()
}

#[rstest]
fn a_bug_on_a_board_is_the_bug_of_simulation(#[values("k8", "knc", "ivt_cbox")] id: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let rtl = with_bug(folder.path(), id);
    let board = Offered::new(&[id, "--rtl", &rtl, "--pty"]);
    let arguments = ["run", "--pmu", id, "--cycles", "4000", "--no-waves", "--rtl", &rtl];
    let mut over = pmu_cosim(&arguments);
    let (said, over) = finished(over.args(["--dut", &board.address]), &folder.path().join("board"), 1);
    let (direct_said, direct) = finished(&mut pmu_cosim(&arguments), &folder.path().join("direct"), 1);
    // But for the commands, the report is the same to the letter.
    let report = |said: &Said| -> Vec<String> {
        let lines = said.out.lines().take_while(|line| !line.trim_start().starts_with("reproduce:"));
        lines.map(str::to_owned).collect()
    };
    assert!(report(&said).len() > 5);
    assert_eq!(report(&said), report(&direct_said));
    let buckets = |results: &Value| {
        let buckets = results["pmus"][0]["buckets"].as_array().expect("buckets").clone();
        buckets.iter().map(|bucket| (bucket["subject"].clone(), bucket["programs"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(buckets(&over), buckets(&direct));

    // The program that it leaves behind does the same again, and the tree's own RTL is another one.
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
fn a_soak_finds_a_bug_in_stimulus_that_the_board_makes() {
    let folder = tempfile::tempdir().expect("a folder");
    let rtl = with_bug(folder.path(), "k8");
    let board = Offered::new(&["k8", "--rtl", &rtl, "--tcp", "0"]);
    let soaked = run(&mut pmu_cosim(&["soak", "k8", "--cycles", "200000", "--rtl", &rtl, "--dut", &board.address]));
    assert_eq!(soaked.status, 1, "{}{}", soaked.out, soaked.err);
    // It tells it as a program.
    assert!(soaked.out.contains("soak/1/0 diverges in cycle"), "{}", soaked.out);
}

#[test]
fn stimulus_that_a_board_makes_is_that_of_its_mirror() {
    let board = Offered::new(&["k8", "--tcp", "0"]);
    let arguments = ["soak", "k8", "--cycles", "60000", "--length", "30000"];
    let over = run(pmu_cosim(&arguments).args(["--dut", &board.address]));
    assert_eq!(over.status, 0, "{}", over.err);
    assert!(over.out.contains("no divergence in 60000 cycles of 2 programs"), "{}", over.out);
    let there =
        over.out.lines().find_map(|line| line.strip_prefix("k8: ")?.strip_suffix(" from it")?.split(' ').next());
    assert!(there.and_then(|bytes| bytes.parse::<f64>().ok()).is_some_and(|bytes| bytes < 3.0), "{}", over.out);
}

#[rstest]
#[case(&["run", "--pmu", "k8", "--dut", "nowhere"], "a board is at serial:PATH[@RATE] or tcp:HOST:PORT", 2)]
#[case(&["run", "--pmu", "k8", "--dut", "serial:/dev/x@quick"], "\"quick\" is not a rate", 2)]
#[case(&["run", "--dut", "tcp:localhost:1"], "--dut needs one --pmu", 2)]
#[case(&["run", "--pmu", "k8", "--jobs", "2", "--dut", "tcp:localhost:1"], "cannot be used with", 2)]
#[case(&["run", "--pmu", "k8", "--dut", "tcp:localhost:1"], "tcp:localhost:1 cannot be opened: Connection refused", 3)]
#[case(&["run", "--pmu", "k8", "--dut", "serial:/dev/no-such-port"], "serial:/dev/no-such-port cannot be opened", 3)]
#[case(&["soak", "k8", "--dut", "serial:/dev/null"], "serial:/dev/null cannot be opened", 3)]
#[case(&["board", "k8"], "required arguments were not provided", 2)]
#[case(&["board", "k7", "--pty"], "there is no PMU `k7`", 2)]
fn wrong_boards(#[case] arguments: &[&str], #[case] expected: &str, #[case] status: i32) {
    let said = run(&mut pmu_cosim(arguments));
    assert_eq!(said.status, status, "{}", said.err);
    assert!(said.error().contains(expected), "{}", said.err);
}

#[test]
fn a_port_that_somebody_has_is_told() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("its address").port().to_string();
    let said = run(&mut pmu_cosim(&["board", "k8", "--tcp", &port]));
    assert_eq!(said.status, 3, "{}", said.err);
    assert!(
        said.error().contains(&format!("TCP port {port} cannot be opened: Address already in use")),
        "{}",
        said.err
    );
}
