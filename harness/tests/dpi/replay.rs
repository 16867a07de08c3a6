//! The bound checker finds seeded bugs in the cycle, register and field in which the command finds them.

use super::simulation::{mismatch, tools, Bench, Build, Simulated, Tools};
use golden_model_core::Pmu;
use harness::program::Program;
use harness::regression::{find_directed, programs_folder};
use harness::rtl::{RtlFiles, RtlSource};
use harness::seeded_bugs::SeededBugs;
use harness::stimulus::{Generator, Profile};
use pmu_support::copy_tree;
use rstest::rstest;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A PMU in the RTL of a folder, with a place for files.
struct Case<'c> {
    tools: &'c Tools,
    pmu: &'c Pmu,
    /// Options of the command that select the RTL.
    options: Vec<String>,
    rtl: RtlSource,
    place: TempDir,
}

impl Case<'_> {
    fn of_manifest<'c>(tools: &'c Tools, pmu: &'c Pmu, folder: &Path) -> Case<'c> {
        let options = vec!["--rtl".to_owned(), folder.display().to_string()];
        let place = tempfile::tempdir().expect("a folder");
        Case { tools, pmu, options, rtl: RtlSource::Manifest(folder.join("rtl.toml")), place }
    }

    /// Writes a program to a file.
    fn program(&self, program: &Program) -> PathBuf {
        let file = self.place.path().join("program.pmu");
        fs::write(&file, program.to_text(self.pmu)).expect("a program");
        file
    }

    /// What the command says about a program on this RTL.
    fn command(&self, program: &Path) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pmu-cosim"));
        command.arg("replay").arg(program).args(&self.options).current_dir(self.tools.workspace.root());
        String::from_utf8(command.output().expect("the command starts").stdout).expect("text")
    }

    /// Binds the checker, and replays a program in a simulation.
    fn simulated(&self, program: &Path) -> Simulated {
        let checker = self.place.path().join("checker");
        let id = &self.pmu.description.id;
        let mut bind = Command::new(env!("CARGO_BIN_EXE_pmu-cosim"));
        bind.args(["bind", "--pmu", id, "--program"]).arg(program).arg("--out").arg(&checker).args(&self.options);
        let bound = bind.current_dir(self.tools.workspace.root()).output().expect("the command starts");
        assert!(bound.status.success(), "{}", String::from_utf8_lossy(&bound.stderr));
        let files = RtlFiles::read(&self.tools.workspace, &self.pmu.description, self.rtl.clone()).expect("the RTL");
        let place = |file: &PathBuf| self.tools.workspace.root().join(file);
        let bench = Bench {
            rtl: files.sources.iter().map(place).collect(),
            include: files.include.iter().map(place).collect(),
            name: format!("pmu_checker_{id}"),
            testbench: checker.join(format!("pmu_replay_{id}.sv")),
            checker: &checker,
        };
        Simulated::run(&bench.build(self.tools, &Build::CHECKED), self.place.path(), &[])
    }

    /// The results that the checker has written.
    fn results(&self) -> serde_json::Value {
        let folder = fs::read_dir(self.place.path().join("pmu_results")).expect("results");
        let instance = folder.flatten().next().expect("an instance").path();
        let text = fs::read_to_string(instance.join("results.json")).expect("results");
        serde_json::from_str(&text).expect("results")
    }

    /// The program that the checker has written.
    fn repro(&self) -> PathBuf {
        let folder = fs::read_dir(self.place.path().join("pmu_results")).expect("results");
        folder.flatten().next().expect("an instance").path().join("repro.pmu")
    }

    /// Checks that command and simulation find the same mismatch.
    #[track_caller]
    fn agree(&self, program: &Path) {
        let simulated = self.simulated(program);
        let expected = self.command(program);
        assert_eq!(simulated.mismatch(), mismatch(&expected));
        assert!(!simulated.success, "{}", simulated.text);
        assert_eq!(mismatch(&self.command(&self.repro())), mismatch(&expected), "the repro");
        let results = self.results();
        assert_eq!((&results["verdict"], &results["pmus"][0]["divergences"]), (&"fail".into(), &1.into()));
        let differences = &results["pmus"][0]["programs"][0]["divergence"]["differences"];
        assert!(mismatch(&expected).contains(differences[0]["name"].as_str().expect("a name")), "{differences}");
    }
}

/// The RTL of the tree, in a copy with a seeded bug.
fn broken(tools: &Tools, pmu: &Pmu, bug: &str, place: &Path) -> (PathBuf, String) {
    let root = tools.workspace.root();
    let folder = Path::new(&pmu.description.folder);
    let list = root.join("testbenches").join(folder).join("seeded_bugs.toml");
    let bugs = SeededBugs::load(&list, &pmu.description).expect("seeded bugs");
    let bug = bugs.bugs.iter().find(|known| known.name == bug).expect("the bug");
    copy_tree(&root.join("rtl"), &place.join("rtl")).expect("a copy");
    let own = place.join("rtl").join(folder);
    let changed = bug.changed(&own).expect("the bug applies");
    fs::write(own.join(&bug.file), changed).expect("a source");
    (own, bug.caught_by.as_ref().expect("a program").program.clone())
}

#[rstest]
#[case::k8("k8", "interrupt_early")]
#[case::cbox("ivt_cbox", "counter_write_plus_increment")]
#[case::riscv("riscv_hpm32", "counter_holds_written_value_plus_increment")]
fn seeded_bug_is_found_as_the_command_finds_it(#[case] id: &str, #[case] bug: &str) {
    let Some(tools) = tools() else { return };
    let pmu = Pmu::get(id).expect("a PMU");
    let copy = tempfile::tempdir().expect("a folder");
    let (rtl, caught_by) = broken(tools, pmu, bug, copy.path());
    let all = find_directed(&programs_folder(tools.workspace.root(), id), pmu).expect("programs");
    let program = all.iter().find(|program| program.name == caught_by).expect("the program");
    let case = Case::of_manifest(tools, pmu, &rtl);
    // A testbench has no expectations.
    case.agree(&case.program(&program.without_expectations()));
}

#[rstest]
#[case::k8("k8")]
#[case::cbox("ivt_cbox")]
#[case::riscv("riscv_hpm64")]
fn correct_rtl_passes_with_random_stimulus(#[case] id: &str) {
    let Some(tools) = tools() else { return };
    let pmu = Pmu::get(id).expect("a PMU");
    let root = tools.workspace.root();
    let stimulus = root.join("testbenches").join(&pmu.description.folder).join("stimulus.toml");
    let profile = Profile::read(&stimulus, pmu).expect("a profile");
    let program = Generator::new(pmu, &profile).program(7, 9);
    let case = Case::of_manifest(tools, pmu, &root.join("rtl").join(&pmu.description.folder));
    let simulated = case.simulated(&case.program(&program));
    assert!(simulated.success && simulated.text.contains(": pass: "), "{}", simulated.text);
    let results = case.results();
    let of = &results["pmus"][0];
    assert_eq!((&results["verdict"], &of["cycles"]), (&"pass".into(), &program.cycles().into()));
    assert_eq!((&of["values_from_dut"], &of["not_compared"]), (&0.into(), &serde_json::json!([])));
    let hit = |figure: &str, key: &str| of[figure][key].as_u64().unwrap_or_default();
    let (bins, collisions) = (hit("coverage", "hit"), hit("collisions", "bins_met"));
    assert!(bins > 20 && collisions > 0 && of["comparisons"].as_u64() > Some(10_000), "{bins} {collisions}");
}

#[test]
fn flat_rtl_is_bound_by_its_port_map() {
    let Some(tools) = tools() else { return };
    let pmu = Pmu::get("ivt_ubox").expect("a PMU");
    let root = tools.workspace.root();
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("flat_ubox");
    copy_tree(&root.join("examples/flat_ubox"), &folder).expect("a copy");
    let case = |name: &str| {
        let map = folder.join("ports.toml");
        let selected = [
            "--rtl",
            &folder.display().to_string(),
            "--top",
            "uncore_pmon_ubox",
            "--ports",
            &map.display().to_string(),
        ]
        .map(str::to_owned);
        let rtl = RtlSource::Folder { folder: folder.clone(), top: "uncore_pmon_ubox".to_owned(), map: Some(map) };
        let place = tempfile::Builder::new().prefix(name).tempdir().expect("a folder");
        Case { tools, pmu, options: selected.to_vec(), rtl, place }
    };
    let program = programs_folder(root, "ivt_ubox").join("fixed/second_wrap.pmu");
    let program =
        Program::read(&program, "fixed/second_wrap".to_owned(), pmu).expect("a program").without_expectations();
    let correct = case("correct");
    let simulated = correct.simulated(&correct.program(&program));
    assert!(simulated.success && simulated.text.contains(": pass: "), "{}", simulated.text);
    assert!(simulated.text.contains("not compared: 16 outputs and state words"), "{}", simulated.text);
    let patch = root.join("examples/flat_ubox/broken.patch");
    let mut apply = Command::new("git");
    apply.args(["apply", "-p3"]).arg(patch).current_dir(&folder);
    assert!(apply.status().is_ok_and(|status| status.success()), "the patch applies");
    let broken = case("broken");
    broken.agree(&broken.program(&program));
}
