//! A wrong invocation keeps the results of earlier runs.

use crate::support::{pmu_cosim, run};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Wrong invocations, each with a part of its error. `{out}` is a folder with results, `{other}` one with wrong files.
const WRONG: &[(&str, &str)] = &[
    ("run --pmu k9 --out {out}", "there is no PMU `k9`"),
    ("run --pmu k9", "there is no PMU `k9`"),
    ("run --pmu zz*", "zz*"),
    ("run --pmu", "a value is required"),
    ("run --pmu k8 --rtl /nope --out {out}", "/nope"),
    ("run --pmu k8 --rtl {other} --out {out}", "rtl.toml"),
    ("run --pmu k8 --rtl {other} --top nothing --out {out}", "{other}"),
    ("run --rtl rtl/amd_k8/core --out {out}", "--rtl"),
    ("run --pmu k8 --ports /nope --rtl rtl/amd_k8/core --top k8_pmu --out {out}", "/nope"),
    ("run --pmu k8 --dut tcp:127.0.0.1:1 --out {out}", "127.0.0.1:1"),
    ("run --pmu k8 --dut serial:/nope --out {out}", "/nope"),
    ("run --pmu k8 --dut usb:7 --out {out}", "usb:7"),
    ("run --dut tcp:127.0.0.1:1 --out {out}", "exactly one --pmu"),
    ("run --pmu k8 --choice K8-A99=pulse --out {out}", "K8-A99"),
    ("run --pmu k8 --choice K8-A15=nothing --out {out}", "nothing"),
    ("run --pmu k8 --choices /nope --out {out}", "/nope"),
    ("run --pmu k8 --choices {other}/wrong.toml --out {out}", "wrong.toml"),
    ("run --cycles 0 --out {out}", "'0' for '--cycles"),
    ("run --cycles 1X --out {out}", "'1X' for '--cycles"),
    ("run --seed -1 --out {out}", "'-1'"),
    ("run --jobs 0 --out {out}", "'0' for '--jobs"),
    ("run --shard 3/2 --out {out}", "'3/2' for '--shard"),
    ("run --shard 1/2 --enforce --out {out}", "cannot be used with"),
    ("run --waves 2 --no-waves --out {out}", "cannot be used with"),
    ("run --cycels 5 --out {out}", "'--cycels'"),
    ("run k8 --out {out}", "'k8'"),
    ("run --pmu k8 --only hlat/* --out {out}", "did you mean `halt/*`"),
    ("run --pmu k8 --only [ --out {out}", "--only"),
    ("run --failed=/nope --out {out}", "/nope"),
    ("run --failed --out {out}", "results.json"),
    ("run --seeds 5..1 --out {out}", "such as 1..5"),
    ("run --time soon --out {out}", "'soon' for '--time"),
    ("rnu --out {out}", "'rnu'"),
    ("merge /nope/results.json {out}/results.json --out {other}", "/nope/results.json"),
    ("merge {other}/wrong.toml {other}/wrong.pmu --out {out}", "wrong.toml"),
    ("merge --out {out}", "required"),
    ("merge {out}/results.json {out}/results.json --out {out}", "overwrite {out}/results.json"),
    ("publish /nope/results.json", "/nope/results.json"),
    ("replay /nope.pmu", "/nope.pmu"),
    ("replay {other}/wrong.pmu", "wrong.pmu"),
    ("replay {other}/right.pmu --vcd {other}/right.pmu", "overwrite {other}/right.pmu"),
    ("replay {other}/right.pmu --fst {other}/./right.pmu", "overwrite {other}/right.pmu"),
    ("replay {other}/right.pmu --vcd {other}/right.gtkw", "right.gtkw"),
    ("replay {other}/right.sucl --vcd {other}/right.vcd", "overwrite {other}/right.sucl"),
    ("shrink {other}/right.pmu --out {other}/right.pmu", "overwrite {other}/right.pmu"),
    ("shrink /nope.pmu", "/nope.pmu"),
    ("metamorphic --pmu k9", "there is no PMU `k9`"),
    ("seeded-bugs --pmu k9", "there is no PMU `k9`"),
    ("mutate --pmu k9", "there is no PMU `k9`"),
    ("coverage /nope/results.json", "/nope/results.json"),
    ("csv figures /nope/results.json", "/nope/results.json"),
    ("csv figure", "'figure'"),
];

/// All files below a folder with their content, and all links with their target.
fn files(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.symlink_metadata().expect("an entry") {
            kind if kind.is_symlink() => {
                let target = fs::read_link(&path).expect("a link");
                found.insert(path, target.display().to_string());
            }
            // An installed Verilator is no result.
            kind if kind.is_dir() && path.ends_with("build/tools") => {}
            kind if kind.is_dir() => found.extend(files(&path)),
            _ => drop(found.insert(path.clone(), fs::read_to_string(&path).expect("a text"))),
        }
    }
    // The lock of the list of runs has no content.
    found.retain(|path, _| !path.ends_with("runs/.lock"));
    found
}

#[test]
fn wrong_invocation_keeps_all_results() {
    let place = tempfile::tempdir().expect("a folder");
    let [build, out, other] = ["build", "out", "other"].map(|name| place.path().join(name));
    for folder in [&build.join("runs/1"), &out] {
        fs::create_dir_all(folder.join("repro")).expect("a folder");
        for file in
            ["results.json", "report.html", "junit.xml", "coverage.info", "coverage.xml", "repro/k8-random-1-0.pmu"]
        {
            fs::write(folder.join(file), format!("{file} of an earlier run")).expect("a file");
        }
    }
    std::os::unix::fs::symlink("runs/1", build.join("sim")).expect("a link");
    fs::create_dir(&other).expect("a folder");
    fs::write(other.join("wrong.toml"), "[choices\n").expect("a file");
    fs::write(other.join("wrong.pmu"), "pmu k8\nraed core0.PerfCtr0\n").expect("a file");
    for name in ["right.pmu", "right.sucl"] {
        fs::write(other.join(name), "pmu k8\nwait 1\n").expect("a file");
    }
    let before = files(place.path());
    for (line, expected) in WRONG {
        let filled = |text: &str| {
            text.replace("{out}", out.to_str().expect("a path")).replace("{other}", other.to_str().expect("a path"))
        };
        let line = filled(line);
        let arguments: Vec<&str> = line.split(' ').collect();
        let mut command: Command = pmu_cosim(&arguments);
        let output = run(command.env("PMU_COSIM_BUILD_DIR", &build));
        assert!([2, 3].contains(&output.status), "`{line}` exits with {}: {}", output.status, output.err);
        assert!(output.err.contains(&filled(expected)), "`{line}`: {}", output.err);
        output.error();
        let after = files(place.path());
        let changed = before.iter().find(|(file, content)| after.get(*file) != Some(content));
        assert_eq!(changed, None, "`{line}` changes results");
        let new = after.keys().find(|file| file.starts_with(&out) && !before.contains_key(*file));
        assert_eq!(new, None, "`{line}` leaves a file");
    }
    assert!(WRONG.len() >= 25);
}
