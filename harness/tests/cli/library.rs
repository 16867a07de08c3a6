//! A run as a library function, as `examples/regress.rs` uses it.

use super::results::copy_rtl;
use super::support::root;
use golden_model_all as _;
use harness::regression::Progress;
use harness::results::{read, Results, Verdict};
use harness::rtl::Workspace;
use harness::run::{run, FinishedRun, Monitor, RunSettings};
use harness::{Error, RtlSelection};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Mutex;

/// Keeps what a run says.
#[derive(Default)]
struct Recorder {
    notices: Mutex<Vec<String>>,
    expected: AtomicU64,
    cycles: AtomicU64,
    failed: AtomicU64,
    ends: AtomicU64,
}

impl Monitor for Recorder {
    fn notice(&self, text: &str) {
        self.notices.lock().expect("no panic").push(text.to_owned());
    }

    fn begin(&self, cycles: u64) {
        self.expected.store(cycles, Ordering::Relaxed);
    }

    fn progress(&self, pmu: &str, progress: Progress) {
        assert_eq!(pmu, "k8");
        match progress {
            Progress::Program { cycles, divergence } => {
                assert_eq!(self.ends.load(Ordering::Relaxed), 0, "a program after the end");
                self.cycles.fetch_add(cycles, Ordering::Relaxed);
                self.failed.fetch_add(u64::from(divergence.is_some()), Ordering::Relaxed);
            }
            Progress::End => drop(self.ends.fetch_add(1, Ordering::Relaxed)),
        }
    }
}

/// K8-R38: an edge is a change from 0 to 1, not any change.
#[test]
fn run_of_a_library_user_finds_triages_and_records_a_bug() {
    let folder = tempfile::tempdir().expect("a folder");
    copy_rtl(folder.path(), "common/pmu_edge.v", "level & ~history_q", "level ^ history_q");
    let workspace = Workspace::find(&root()).expect("the workspace");
    let rtl = RtlSelection { folder: Some(folder.path().join("amd_k8/core")), ..RtlSelection::default() };
    let out = folder.path().join("out");
    let settings = RunSettings {
        pmus: vec!["k8".to_owned()],
        rtl,
        cycles: 20_000,
        out: Some(out.clone()),
        // Another thread could run random programs after the first that diverges, which do not count.
        jobs: 1,
        ..RunSettings::default()
    };
    let recorder = Recorder::default();
    let FinishedRun { results, .. } = run(&workspace, &settings, &recorder, &Default::default()).expect("a run");

    assert_eq!(results.verdict, Verdict::Fail);
    let written = read(&out.join("results.json")).expect("results");
    let text = |results: &Results| -> Vec<String> {
        results.divergences().map(|(pmu, divergence)| format!("{}: {divergence}", pmu.pmu)).collect()
    };
    assert_eq!((written.verdict, text(&written)), (results.verdict, text(&results)));
    let (_, divergence) = results.divergences().find(|(_, one)| one.shrunk.is_some()).expect("a shrunk divergence");
    for file in [&divergence.repro, &divergence.waves] {
        let file = file.as_ref().expect("a file");
        assert!(Path::new(file).is_file(), "{file}");
    }
    let notices = recorder.notices.into_inner().expect("no panic");
    // Later notices announce builds; a model in the cache is not built again.
    assert!(notices[0].starts_with("using Verilator"), "{notices:?}");
    let (expected, cycles) = (recorder.expected.into_inner(), recorder.cycles.into_inner());
    assert!(expected > settings.cycles && cycles > 0 && cycles <= expected, "{cycles} of {expected} cycles");
    assert_eq!(results.pmus[0].cycles, cycles, "each program is announced once");
    assert_eq!(results.pmus[0].divergences, recorder.failed.into_inner());
    assert_eq!(recorder.ends.into_inner(), 1);
}

#[test]
fn wrong_settings_are_errors() {
    let workspace = Workspace::find(&root()).expect("the workspace");
    let out = tempfile::tempdir().expect("a folder");
    let failure = |pmus: &[&str], folder: Option<&str>| {
        let rtl = RtlSelection { folder: folder.map(Into::into), ..RtlSelection::default() };
        let pmus = pmus.iter().map(|&pmu| pmu.to_owned()).collect();
        let settings = RunSettings { pmus, rtl, out: Some(out.path().join("out")), ..RunSettings::default() };
        run(&workspace, &settings, &|_: &str| {}, &Default::default()).expect_err("an error")
    };
    let unknown = failure(&["ivt_uboxx"], None);
    assert!(matches!(&unknown, Error::Input(what) if what.contains("`ivt_ubox`")), "{unknown}");
    let several = failure(&["k8", "knc"], Some("rtl/amd_k8/core"));
    assert!(matches!(&several, Error::Input(what) if what.contains("exactly one")), "{several}");
}
