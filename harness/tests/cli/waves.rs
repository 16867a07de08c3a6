//! Waves and the files that open them in viewers.

use crate::support::{pmu_cosim, run};
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use vcd::{Command, IdCode, Parser, ScopeItem};

/// A VCD file with the files of viewers next to it.
pub struct Viewed {
    /// For each path the declared range, such as `[47:0]`, and the identifier code.
    signals: HashMap<String, (String, IdCode)>,
    /// Changes of each signal: time and value, as text or in binary digits.
    changes: HashMap<IdCode, Vec<(u64, String)>>,
    gtkwave: String,
    surfer: String,
}

impl Viewed {
    pub fn read(file: &Path) -> Self {
        let text = fs::read(file).expect("waves");
        let mut parser = Parser::new(text.as_slice());
        let header = parser.parse_header().expect("a header");
        let mut signals = HashMap::new();
        declared("", &header.items, &mut signals);
        let (mut time, mut changes) = (0, HashMap::<_, Vec<_>>::new());
        for command in parser {
            let (id, value) = match command.expect("a change") {
                Command::Timestamp(next) => {
                    time = next;
                    continue;
                }
                Command::ChangeScalar(id, value) => (id, value.to_string()),
                Command::ChangeVector(id, value) => (id, value.iter().map(|bit| bit.to_string()).collect()),
                Command::ChangeString(id, value) => (id, value),
                _ => continue,
            };
            changes.entry(id).or_default().push((time, value));
        }
        let read = |ending: &str| fs::read_to_string(file.with_extension(ending)).expect("a file of a viewer");
        let (gtkwave, surfer) = (read("gtkw"), read("sucl"));
        let name =
            |ending: &str| file.with_extension(ending).file_name().expect("a name").to_string_lossy().into_owned();
        for line in [format!("[dumpfile] \"{}\"", name("vcd")), format!("[savefile] \"{}\"", name("gtkw"))] {
            assert!(gtkwave.lines().any(|one| one == line), "{line} in {gtkwave}");
        }
        Self { signals, changes, gtkwave, surfer }
    }

    /// The value of a signal at a time.
    pub fn at(&self, path: &str, time: u64) -> &str {
        let (_, id) = self.signals.get(path).unwrap_or_else(|| panic!("{path} is declared"));
        let before = self.changes[id].iter().rev().find(|(changed, _)| *changed <= time);
        &before.unwrap_or_else(|| panic!("{path} has a value at {time}")).1
    }

    /// The paths in both viewers. Checks that the file declares all of them, and that both cursors are at `cursor`.
    pub fn displayed(&self, cursor: u64) -> Vec<&str> {
        let rows = self.gtkwave.lines().filter_map(|line| line.strip_prefix("+{")?.split_once("} "));
        let rows: Vec<&str> = rows.map(|(_, row)| row).collect();
        let paths: Vec<&str> = self.surfer.lines().filter_map(|line| line.strip_prefix("variable_add ")).collect();
        assert_eq!(rows.len(), paths.len(), "{} {}", self.gtkwave, self.surfer);
        for (row, path) in rows.into_iter().zip(&paths) {
            let declared = self.signals.get(*path).map(|(range, _)| format!("{path}{range}"));
            assert_eq!(declared.as_deref(), Some(row), "declared, and in GTKWave");
        }
        let marker = self.gtkwave.lines().find_map(|line| line.strip_prefix('*')).expect("a marker");
        assert_eq!(marker.split(' ').nth(1), Some(cursor.to_string().as_str()), "{marker}");
        assert!(self.surfer.ends_with(&format!("\ncursor_set {cursor}\n")), "{}", self.surfer);
        paths
    }
}

fn declared(scopes: &str, items: &[ScopeItem], signals: &mut HashMap<String, (String, IdCode)>) {
    for item in items {
        match item {
            ScopeItem::Scope(scope) => declared(&format!("{scopes}{}.", scope.identifier), &scope.items, signals),
            ScopeItem::Var(var) => {
                let range = var.index.map(|index| index.to_string()).unwrap_or_default();
                signals.insert(format!("{scopes}{}", var.reference), (range, var.code));
            }
            _ => {}
        }
    }
}

const PASSING: &str = "pmu k8
set core1.halted = 1
write core0.PerfEvtSel0 EVENT_SELECT=0xC0 OS=1 USR=1 EN=1
raise core0 RETIRED_INSTRUCTIONS = 2
raise core1 DISPATCHED_FPU_OPERATIONS:ADD_PIPE_OPS = 1
wait 3
expect core0.PerfCtr0 == 2
";

#[test]
fn waves_may_not_replace_a_file_for_a_viewer() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("program.pmu");
    fs::write(&program, PASSING).expect("a program");
    let output = run(pmu_cosim(&["replay"]).arg(&program).args(["--vcd", "no/such/waves.sucl"]));
    assert_eq!(output.status, 2, "{}", output.out);
    assert!(output.error().contains("no/such/waves.sucl is the name of a file for a viewer"), "{}", output.err);
}

#[test]
fn waves_of_a_passing_program_have_both_sides_statements_and_events() {
    let folder = tempfile::tempdir().expect("a folder");
    let [program, file] = ["program.pmu", "passing.vcd"].map(|name| folder.path().join(name));
    fs::write(&program, PASSING).expect("a program");
    let output = run(pmu_cosim(&["replay"]).arg(&program).arg("--vcd").arg(&file));
    assert_eq!(output.status, 0, "{}", output.err);
    let command = format!("  in GTKWave: gtkwave {}\n", file.with_extension("gtkw").display());
    assert!(output.out.contains("no divergence in 5 cycles") && output.out.contains(&command), "{}", output.out);

    let waves = Viewed::read(&file);
    let statements = [
        (
            0,
            r"set\x20core1.halted\x20=\x200x1;\x20write\x20core0.PerfEvtSel0\x20EVENT_SELECT=0xc0\x20USR=0x1\x20OS=0x1\x20EN=0x1",
        ),
        (
            10,
            r"raise\x20core0\x20RETIRED_INSTRUCTIONS\x20=\x202;\x20raise\x20core1\x20DISPATCHED_FPU_OPERATIONS:ADD_PIPE_OPS\x20=\x201;\x20wait\x203",
        ),
    ];
    for (time, text) in statements {
        assert_eq!(waves.at("markers.statement", time), text);
    }
    assert_eq!(waves.at("markers.statement", 35), statements[1].1, "a statement lasts until the next");
    assert_eq!(waves.at("inputs.bus_write", 0), "1");
    let number = |path: &str, time| u64::from_str_radix(waves.at(path, time), 2).expect("binary digits");
    for (event, count) in [("core0.RETIRED_INSTRUCTIONS", 2), ("core1.DISPATCHED_FPU_OPERATIONS/ADD_PIPE_OPS", 1)] {
        let path = format!("events.{event}");
        assert_eq!([0, 10, 20].map(|time| number(&path, time)), [0, count, 0], "{path}");
    }
    let events = waves.signals.keys().filter(|path| path.starts_with("events.")).count();
    assert_eq!(events, 2, "only events that are raised");
    for side in ["model", "dut_observed"] {
        let path = format!("{side}.core0.PerfCtr0");
        assert_eq!([0, 10, 20].map(|time| number(&path, time)), [0, 0, 2], "{path}");
    }
    assert!(!waves.signals.contains_key("markers.divergence"));
    let paths = waves.displayed(0);
    for path in [
        "markers.statement",
        "TOP.k8_pmu.clk",
        "model.core0.PerfCtr0",
        "dut_observed.core0.PerfCtr0",
        "TOP.k8_pmu.u_core0.g_counter[0].u_counter.u_ctr.value_q",
        "inputs.core1.halted",
        "events.core0.RETIRED_INSTRUCTIONS",
    ] {
        assert!(paths.contains(&path), "{path} in {paths:?}");
    }

    // What the user has saved from a viewer under the same name remains, and what the harness wrote is written again.
    let saved = "[*]\n[*] GTKWave Analyzer v3.3.118 (w)1999-2023 BSI\n";
    fs::write(file.with_extension("gtkw"), saved).expect("a save file");
    let command_file = file.with_extension("sucl");
    let written = fs::read_to_string(&command_file).expect("a command file");
    fs::write(&command_file, written.lines().next().expect("a line")).expect("a command file");
    assert_eq!(run(pmu_cosim(&["replay"]).arg(&program).arg("--vcd").arg(&file)).status, 0);
    assert_eq!(fs::read_to_string(file.with_extension("gtkw")).expect("a save file"), saved);
    assert_eq!(fs::read_to_string(command_file).expect("a command file"), written);
}
