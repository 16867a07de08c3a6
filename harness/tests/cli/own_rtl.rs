//! User RTL with `--top` and `--ports`: its verdict, and the report of values and programs that it cannot support.

use crate::support::{pmu_cosim, root, run, CommandOutput};
use rstest::rstest;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Folder with the RTL of another U-Box and the map of its ports.
struct Own {
    folder: TempDir,
}

impl Own {
    fn new() -> Self {
        let own = Self { folder: tempfile::tempdir().expect("a folder") };
        let core = own.path("core");
        for name in ["common", "intel_ivt/common", "intel_ivt/ubox"] {
            fs::create_dir_all(core.join(name)).expect("a folder");
            for entry in fs::read_dir(root().join("rtl").join(name)).expect("the RTL") {
                let entry = entry.expect("a file");
                fs::copy(entry.path(), core.join(name).join(entry.file_name())).expect("a copy");
            }
        }
        fs::write(core.join("own_ubox.v"), include_str!("own/own_ubox.v")).expect("the top");
        fs::write(own.path("ports.toml"), include_str!("own/ports.toml")).expect("the map");
        own
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn edit(&self, file: &str, find: &str, replace: &str) {
        let text = fs::read_to_string(self.path(file)).expect("the file");
        assert_eq!(text.matches(find).count(), 1, "{find} occurs once in {file}");
        fs::write(self.path(file), text.replace(find, replace)).expect("the change");
    }

    fn run(&self) -> CommandOutput {
        self.run_with(&[])
    }

    fn run_with(&self, more: &[&str]) -> CommandOutput {
        let path = |name: &str| self.path(name).display().to_string();
        let (core, map, out) = (path("core"), path("ports.toml"), path("out"));
        let pmu = ["run", "--pmu", "ivt_ubox", "--cycles", "40000", "--out", &out];
        let rtl = ["--rtl", &core, "--top", "own_ubox", "--ports", &map];
        run(&mut pmu_cosim(&[pmu.as_slice(), &rtl, more].concat()))
    }

    fn document(&self, name: &str) -> String {
        fs::read_to_string(self.path("out").join(name)).expect("the document")
    }

    fn results(&self) -> Value {
        serde_json::from_str(&self.document("results.json")).expect("JSON")
    }
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().filter_map(Value::as_str).collect()
}

#[test]
fn correct_rtl_passes_and_missing_ports_are_reported() {
    let own = Own::new();
    let output = own.run();
    assert_eq!(output.status, 0, "{}{}", output.out, output.err);
    let results = own.results();
    let schema = fs::read_to_string(root().join("docs/results.schema.json")).expect("the schema");
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    assert!(validator.is_valid(&results));

    let pmu = &results["pmus"][0];
    let core = own.path("core").display().to_string();
    let map = own.path("ports.toml").display().to_string();
    assert_eq!(pmu["rtl"], serde_json::json!({ "folder": core, "top": "own_ubox", "ports": map }));
    let hidden = names(&pmu["not_compared"]);
    assert!(hidden.contains(&"ubox.core_wake") && hidden.contains(&"ubox.U_MSR_PMON_CTR0"), "{hidden:?}");
    assert!(!hidden.contains(&"ubox.pmi") && !hidden.contains(&"ubox.U_MSR_PMON_BOX_STATUS"), "{hidden:?}");

    let skipped = pmu["left_out"].as_array().expect("a list");
    let one = skipped.iter().find(|one| one["program"] == "event_select/by_name").expect("it needs RACU");
    assert_eq!(one["needs"], "ubox.evt_racu = 0x1");
    let ran: Vec<_> = pmu["programs"].as_array().expect("a list").iter().map(|program| &program["name"]).collect();
    assert!(skipped.iter().all(|one| !ran.contains(&&one["program"])));
    let (covered, total) = (&pmu["requirements"]["covered"], &pmu["requirements"]["total"]);
    assert!(covered.as_u64() < total.as_u64(), "{covered} of {total}");

    let hidden = hidden.len();
    assert!(output.out.contains(&format!("not compared, because they are not observable: {hidden} values, ubox.")));
    let programs = skipped.iter().filter(|one| one["is_option"] == false).count();
    let expected = format!("skipped, because the RTL lacks what they need: {programs} programs, ");
    assert!(output.out.contains(&expected) && output.out.contains("(ubox.evt_racu = 0x1)"), "{}", output.out);
    let junit = own.document("junit.xml");
    assert!(junit.contains("<skipped message=\"skipped, because the RTL lacks what it needs: ubox.evt_racu = 0x1\"/>"));
    let all = skipped.len();
    assert!(junit.contains(&format!("disabled=\"{all}\"")) || junit.contains(&format!("skipped=\"{all}\"")));
    let page = own.document("report.html");
    for part in [&core, &map, "own_ubox in ", "event_select/by_name", "Not compared", "Skipped"] {
        assert!(page.contains(part), "{part}");
    }
}

/// The folder also has a file that is no Verilog. The list names the others, and a macro that the top needs.
#[test]
fn port_map_names_the_files_of_the_rtl() {
    let own = Own::new();
    own.edit("core/own_ubox.v", "module own_ubox", "`ifndef OWN\nmodule no_macro (\n`endif\nmodule own_ubox");
    let mut list = "+incdir+intel_ivt/common+common+intel_ivt/ubox\n+define+OWN\n".to_owned();
    for folder in ["common", "intel_ivt/common", "intel_ivt/ubox", ""] {
        let files = fs::read_dir(own.path("core").join(folder)).expect("the RTL").flatten().map(|file| file.path());
        let mut files: Vec<_> =
            files.filter(|file| file.extension().is_some_and(|extension| extension == "v")).collect();
        files.sort();
        files.iter().for_each(|file| list += &format!("{}\n", file.display()));
    }
    fs::write(own.path("core/core.f"), &list).expect("the list");
    fs::write(own.path("core/notes.v"), "no Verilog").expect("a file");
    assert_eq!(own.run().status, 2, "the folder is read without a list");
    let map = fs::read_to_string(own.path("ports.toml")).expect("the map");
    fs::write(own.path("ports.toml"), format!("{map}\n[sources]\nlist = \"core.f\"\n")).expect("the map");
    let passed = own.run();
    assert_eq!(passed.status, 0, "{}{}", passed.out, passed.err);
    // A change of the list is a change of the RTL.
    own.edit("core/core.f", "+define+OWN\n", "");
    assert_eq!(own.run().status, 2);
    own.edit("core/core.f", "+incdir+", "-y ");
    let error = own.run();
    assert!(
        error.error().contains("[sources] ") && error.error().contains("core.f:1: -y has no meaning"),
        "{}",
        error.err
    );
}

#[test]
fn bug_is_reported_by_register_and_field_and_its_repro_reproduces_it() {
    let own = Own::new();
    // The highest bit of the threshold is lost.
    own.edit("core/intel_ivt/ubox/ivt_ubox.v", "32'h1F54_FFFF", "32'h0F54_FFFF");
    let output = own.run();
    assert_eq!(output.status, 1, "{}{}", output.out, output.err);
    let results = own.results();
    let programs = results["pmus"][0]["programs"].as_array().expect("programs").iter();
    let divergences: Vec<_> = programs.map(|program| &program["divergence"]).filter(|one| !one.is_null()).collect();
    let of_read = |one: &&&Value| one["differences"][0]["read"] == "ubox.U_MSR_PMON_CTL0";
    let divergence = divergences.iter().find(of_read).expect("a read of the register differs");
    assert_eq!(divergence["differences"][0]["fields"][0]["name"], "thresh");

    let command = divergence["command"].as_str().expect("a command");
    assert!(command.contains(" --top own_ubox --ports "), "{command}");
    let words: Vec<_> = command.split_whitespace().skip(1).collect();
    let again = run(&mut pmu_cosim(&words));
    assert_eq!(again.status, 1, "{command}: {}", again.err);
    assert!(again.out.contains("bus_rdata of ubox.U_MSR_PMON_CTL0.thresh expected"), "{}", again.out);
}

#[test]
fn run_without_any_directed_program_fails() {
    let own = Own::new();
    // No register is in unit 5.
    own.edit("core/own_ubox.v", "    input  wire [7:0]  bus_unit,\n", "");
    own.edit("core/own_ubox.v", ".bus_unit(bus_unit)", ".bus_unit(8'd5)");
    own.edit("ports.toml", "evt_racu", "bus_unit = { absent = 5 }\nevt_racu");
    let output = own.run_with(&["--only", "event_select/*"]);
    assert_eq!(output.status, 1, "{}{}", output.out, output.err);
    let results = own.results();
    assert_eq!((&results["verdict"], &results["pmus"][0]["divergences"]), (&"fail".into(), &0.into()));
    assert!(output.out.contains("ivt_ubox: FAIL: every directed program is skipped"), "{}", output.out);
}

#[rstest]
#[case(&["--rtl", "rtl/intel_ivt/ubox", "--ports", "ports.toml"], "--top <MODULE>")]
#[case(&["--top", "ivt_ubox"], "--rtl <DIR>")]
#[case(&["--rtl", "no/such", "--top", "ivt_ubox"], "error: --rtl no/such: there is no such folder")]
#[case(&["--rtl", "docs", "--top", "ivt_ubox"], "error: docs: there is no .v and no .sv file in it or below it")]
#[case(&["--rtl", "rtl/amd_k8/core", "--top", "k8_pmu", "--ports", "no.toml"], "error: no.toml: No such file")]
fn invalid_options_are_rejected(#[case] rtl: &[&str], #[case] expected: &str) {
    let out = tempfile::tempdir().expect("a folder");
    let mut command = pmu_cosim(&["run", "--pmu", "ivt_ubox"]);
    let output = run(command.args(rtl).arg("--out").arg(out.path()));
    assert_eq!(output.status, 2, "{}", output.err);
    assert!(output.error().contains("error:") && output.err.contains(expected), "{}", output.err);
    assert!(!Path::new(&out.path().join("results.json")).exists());
}

/// A copy of the example of `docs/your-own-rtl.md`, which its patch breaks.
pub struct Example(TempDir);

impl Example {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let example = folder.path().join("examples/flat_ubox");
        fs::create_dir_all(&example).expect("a folder");
        for entry in fs::read_dir(root().join("examples/flat_ubox")).expect("the example") {
            let entry = entry.expect("a file");
            fs::copy(entry.path(), example.join(entry.file_name())).expect("a copy");
        }
        Self(folder)
    }

    pub fn break_it(&self) {
        let patch = "examples/flat_ubox/broken.patch";
        let patched = Command::new("git").args(["apply", patch]).current_dir(&self.0).status().expect("git runs");
        assert!(patched.success());
    }

    /// Runs a command on it. RTL, top module and port map are appended.
    pub fn run(&self, command: &[&str]) -> CommandOutput {
        let path = |name: &str| self.0.path().join(name).display().to_string();
        let (rtl, map) = (path("examples/flat_ubox"), path("examples/flat_ubox/ports.toml"));
        run(&mut pmu_cosim(&[command, &["--rtl", &rtl, "--top", "uncore_pmon_ubox", "--ports", &map]].concat()))
    }
}

#[test]
fn example_passes_and_its_bug_is_found() {
    let (example, out) = (Example::new(), tempfile::tempdir().expect("a folder"));
    let out = out.path().display().to_string();
    let run_example = || example.run(&["run", "--pmu", "ivt_ubox", "--cycles", "40000", "--out", &out]);
    let output = run_example();
    assert_eq!(output.status, 0, "{}{}", output.out, output.err);
    example.break_it();
    let output = run_example();
    assert_eq!(output.status, 1, "{}", output.err);
    assert!(output.out.contains("bus_rdata of ubox.U_MSR_PMON_CTR"), "{}", output.out);
}
