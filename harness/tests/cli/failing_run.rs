//! Results of a failing run: buckets, shrunk program, waves and annotations.

use crate::results::copy_rtl;
use crate::support::{pmu_cosim, run, CommandOutput};
use crate::waves::Viewed;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A run on RTL with one bug that many programs detect: a counter write does not suppress the increment on the pin.
pub struct FailingRun {
    folder: TempDir,
    output: CommandOutput,
    pub results: Value,
}

impl FailingRun {
    pub fn new(arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        copy_rtl(folder.path(), "common/pmu_counter.v", "load ? {INC_WIDTH{1'b0}} : increment", "increment");
        let mut command = pmu_cosim(&["run", "--pmu", "k8", "--cycles", "20000"]);
        command
            .args(arguments)
            .arg("--rtl")
            .arg(folder.path().join("amd_k8/core"))
            .arg("--out")
            .arg(folder.path().join("out"));
        for variable in ["GITHUB_ACTIONS", "GITLAB_CI"] {
            command.env_remove(variable);
        }
        command.envs(environment.iter().copied());
        let output = run(&mut command);
        assert_eq!(output.status, 1, "{}", output.err);
        let text = fs::read_to_string(folder.path().join("out/results.json")).expect("results");
        Self { results: serde_json::from_str(&text).expect("JSON"), folder, output }
    }

    pub fn out(&self, name: &str) -> PathBuf {
        self.folder.path().join("out").join(name)
    }

    pub fn bucket(&self) -> &Value {
        &self.results["pmus"][0]["buckets"][0]
    }
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

#[test]
fn one_bug_gives_one_bucket_with_a_shrunk_program_and_waves() {
    let failed = FailingRun::new(&[], &[]);
    let buckets = failed.results["pmus"][0]["buckets"].as_array().expect("buckets");
    assert_eq!(buckets.len(), 1, "{buckets:?}");
    let bucket = failed.bucket();
    let signature = &bucket["subject"];
    assert_eq!((text(&signature["check"]), text(&signature["register"])), ("output", "pm"));
    let divergences = failed.results["pmus"][0]["divergences"].as_u64().expect("a number");
    assert_eq!((bucket["count"].as_u64(), divergences > 10), (Some(divergences), true));
    assert_eq!(bucket["programs"].as_array().map(Vec::len), Some(divergences as usize));

    // The bucket names the instance and the block that drive the bit of the output, and where the instance is wired.
    assert_eq!(text(&bucket["instance"]), "k8_pmu.u_core0.g_counter[0].u_counter.u_pin");
    let source = |place: &Value, file: &str| {
        assert!(text(&place["file"]).ends_with(file), "{place}");
        let source = fs::read_to_string(text(&place["file"])).expect("the source");
        let line = place["line"].as_u64().expect("a line") as usize;
        source.lines().nth(line - 1).expect("the line").trim().to_owned()
    };
    assert_eq!(source(bucket, "common/pmu_pin.v"), "always @(posedge clk)");
    assert_eq!(source(&bucket["wired_at"][0], "amd_k8/core/k8_counter.v"), "pmu_pin u_pin (");

    // The shrunk program is short, the full one is in the same folder, and the command reproduces the divergence.
    let repro = text(&bucket["repro"]);
    let full = repro.replace(".pmu", ".full.pmu");
    let operations = |file: &str| fs::read_to_string(file).expect("a program").lines().count() - 2;
    assert!(operations(repro) <= 6 && operations(&full) > 100, "{} of {}", operations(repro), operations(&full));
    let shrunk = failed.results["pmus"][0]["programs"].as_array().expect("programs").iter();
    let shrunk: Vec<_> = shrunk.filter(|program| !program["divergence"]["shrunk"].is_null()).collect();
    let triggers = bucket["triggers"].as_array().expect("triggers");
    assert_eq!(shrunk.len(), triggers.len(), "the first of each trigger");
    let first =
        shrunk.iter().find(|program| program["name"] == bucket["programs"][0]).expect("the first of the bucket");
    let divergence = &first["divergence"];
    assert_eq!(divergence["shrunk"]["operations"].as_u64(), Some(operations(repro) as u64));
    let listed = divergence["operations"].as_array().expect("operations");
    assert_eq!(listed.len(), operations(repro), "{listed:?}");
    let again = crate::results::repeat(text(&bucket["command"]));
    assert_eq!(again.status, 1, "{}", again.err);
    assert!(
        again.out.contains(&format!("cycle {}: core0.pm expected", divergence["shrunk"]["cycle"])),
        "{}",
        again.out
    );

    let waves = fs::read_to_string(text(&bucket["waves"])).expect("waves");
    for scope in ["markers", "model", "dut_observed", "TOP"] {
        assert!(waves.contains(&format!("$scope module {scope} $end")), "{scope}");
    }
    // Viewers open at the divergence and show the value on both sides and in the RTL.
    let viewed = Viewed::read(Path::new(text(&bucket["waves"])));
    let begin = 10 * divergence["shrunk"]["cycle"].as_u64().expect("a cycle");
    let paths = viewed.displayed(begin);
    for path in ["markers.statement", "model.core0.pm", "dut_observed.core0.pm", "TOP.k8_pmu.c0_pm"] {
        assert!(paths.contains(&path), "{path} in {paths:?}");
    }
    assert_eq!([begin - 1, begin, begin + 10].map(|time| viewed.at("markers.divergence", time)), ["0", "1", "0"]);
    // `replay --vcd` writes all cycles.
    let file = failed.out("replay.vcd");
    let command = format!("{} --vcd {}", text(&bucket["command"]), file.display());
    assert_eq!(crate::results::repeat(&command).status, 1);
    assert_eq!(fs::read_to_string(file).expect("waves"), waves, "the program is shorter than the window of waves");
    for part in [
        "shrunk from",
        "  reproduce: ",
        "  waves: ",
        "  in GTKWave: gtkwave ",
        &format!("pm (output): {divergences} programs"),
    ] {
        assert!(failed.output.out.contains(part), "{part}: {}", failed.output.out);
    }
    assert!(!failed.output.out.contains("::error") && !failed.out("gl-code-quality.json").exists());
}

#[test]
fn github_and_gitlab_annotations_name_the_line_of_the_rtl() {
    let failed = FailingRun::new(&["--no-waves"], &[("GITHUB_ACTIONS", "true"), ("GITLAB_CI", "true")]);
    // The driver is in a building block, so the line is that of its instantiation.
    let wired = &failed.bucket()["wired_at"][0];
    let (file, line) = (text(&wired["file"]), wired["line"].as_u64().expect("a line"));
    let commands: Vec<_> = failed.output.out.lines().filter(|line| line.starts_with("::error ")).collect();
    assert_eq!(commands.len(), 1, "{commands:?}");
    let expected = format!("::error file={file},line={line},title=k8%3A pm (output) diverges::");
    assert!(commands[0].starts_with(&expected) && commands[0].contains("; reproduce: "), "{}", commands[0]);

    let report = fs::read_to_string(failed.out("gl-code-quality.json")).expect("a report");
    let report: Value = serde_json::from_str(&report).expect("JSON");
    let entries = report.as_array().expect("a list");
    assert_eq!(entries.len(), 1);
    assert_eq!(entries[0]["location"], serde_json::json!({ "path": file, "lines": { "begin": line } }));
    assert!(text(&entries[0]["description"]).contains("reproduce: ") && text(&entries[0]["fingerprint"]).len() == 64);
    assert_eq!((text(&entries[0]["severity"]), entries[0]["check_name"].is_string()), ("critical", true));

    assert!(failed.bucket()["waves"].is_null(), "--no-waves");
    let is_vcd = |entry: fs::DirEntry| entry.path().extension().is_some_and(|ending| ending == "vcd");
    assert!(!fs::read_dir(failed.out("repro")).expect("repros").any(|entry| is_vcd(entry.expect("a file"))));
}

/// `shrink` on the full repro of a run, and on a program that does not diverge.
#[test]
fn shrink_command_gives_the_program_of_the_run() {
    let failed = FailingRun::new(&["--waves", "0"], &[]);
    let rtl = failed.folder.path().join("amd_k8/core");
    let full = text(&failed.bucket()["repro"]).replace(".pmu", ".full.pmu");
    let out = failed.out("short.pmu");
    let shrink = |file: &Path, rtl: Option<&Path>| {
        let mut command = pmu_cosim(&["shrink"]);
        command.arg(file).arg("-o").arg(&out);
        command.args(rtl.into_iter().flat_map(|rtl| [Path::new("--rtl"), rtl]));
        run(&mut command)
    };
    let output = shrink(Path::new(&full), Some(&rtl));
    assert_eq!(output.status, 1, "{}", output.err);
    let by_run = fs::read_to_string(text(&failed.bucket()["repro"])).expect("a program");
    assert_eq!(fs::read_to_string(&out).expect("a program"), by_run, "the same program as in the run");

    // Without --out, the program is below the build directory, not in the folder of the given one.
    let own = fs::read_dir(failed.out("repro")).expect("repros").count();
    let build = failed.folder.path().join("build of shrink");
    let mut command = pmu_cosim(&["shrink", &full]);
    command.arg("--rtl").arg(&rtl).env("PMU_COSIM_BUILD_DIR", &build);
    assert_eq!(run(&mut command).status, 1);
    let name = Path::new(&full).file_name().expect("a name");
    assert_eq!(fs::read_to_string(build.join("shrunk/k8").join(name)).expect("a program"), by_run);
    assert_eq!(fs::read_dir(failed.out("repro")).expect("repros").count(), own);
    let again = build.join("shrunk/k8").join(name);
    let mut command = pmu_cosim(&["shrink"]);
    let output = run(command.arg(&again).arg("--rtl").arg(&rtl).env("PMU_COSIM_BUILD_DIR", &build));
    assert!(output.status == 2 && output.error().contains("it would overwrite"), "{}", output.err);

    fs::remove_file(&out).expect("the program");
    let output = shrink(Path::new(&full), None);
    assert_eq!(output.status, 2, "{}", output.out);
    assert!(
        output.error().contains("does not diverge on this RTL") && output.error().contains(&full),
        "{}",
        output.err
    );
    assert!(!out.exists());
    assert_eq!(shrink(Path::new("no/such.pmu"), None).status, 2);
}
