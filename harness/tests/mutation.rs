//! Mutation campaigns with a few mutants of the U-Box.

use golden_model::Pmu;
use golden_models as _;
use harness::mutation::{Campaign, CampaignError, MutantStatus, MutationReport};
use harness::regression::{find_with_collisions, programs_folder};
use harness::rtl::{RtlSource, Workspace};
use harness::stimulus::Profile;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

const MUTANTS: usize = 12;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the workspace")
}

/// Calls `check` with a campaign on this RTL.
fn with_campaign<R>(rtl: &RtlSource, name: &str, check: impl Fn(&Campaign) -> R) -> R {
    let root = root();
    let build = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mutation").join(name);
    let workspace = Workspace::find(&root).and_then(|found| found.with_build_dir(&build)).expect("a workspace");
    let pmu = Pmu::find("ivt_ubox").expect("the U-Box");
    let profile = Profile::read(&root.join("testbenches/intel_ivt/ubox/stimulus.toml"), &pmu).expect("a profile");
    let directed = find_with_collisions(&programs_folder(&root, "ivt_ubox"), &pmu).expect("programs").programs;
    check(&Campaign {
        workspace: &workspace,
        pmu: &pmu,
        profile: &profile,
        directed: &directed,
        rtl,
        folder: &build.join("ivt_ubox"),
        mutants: Some(MUTANTS),
        cycles: Some(40_000),
        seed: 1,
        proofs: true,
        jobs: 2,
        notice: &|_| {},
    })
}

#[test]
fn campaign_counts_each_mutant_once_and_a_single_mutant_has_the_same_status() {
    let rtl = RtlSource::Manifest(root().join("rtl/intel_ivt/ubox/rtl.toml"));
    with_campaign(&rtl, "correct", |campaign| {
        let report = campaign.run(&AtomicBool::new(false)).unwrap_or_else(|error| panic!("{error}"));
        let MutationReport { mutants, killed, equivalent, survived, unstable, score, .. } = report;
        assert_eq!((mutants + unstable, killed + equivalent + survived), (MUTANTS as u64, mutants));
        assert!(killed > 0 && score == killed as f64 / (mutants - equivalent) as f64, "{report:?}");
        assert!(!report.refuted.is_empty(), "{report:?}");
        let found = report.killed_by.values().flatten().next().copied().expect("a killed mutant");
        let outcome = campaign.run_one(found, &AtomicBool::new(false)).unwrap_or_else(|error| panic!("{error}"));
        assert!(matches!(outcome.status, MutantStatus::Killed { .. }) && outcome.divergence.is_some());
        let unknown = campaign.run_one(1 + MUTANTS as u32, &AtomicBool::new(false)).err().expect("no such mutant");
        assert!(matches!(unknown, CampaignError::Unknown { .. }), "{unknown}");
    });
}

#[test]
fn rtl_that_fails_without_a_mutation_gets_no_score() {
    let directory = tempfile::tempdir().expect("a directory");
    for folder in ["common", "intel_ivt/common", "intel_ivt/ubox"] {
        let to = directory.path().join(folder);
        std::fs::create_dir_all(&to).expect("a folder");
        for entry in std::fs::read_dir(root().join("rtl").join(folder)).expect("the RTL").flatten() {
            let text = std::fs::read_to_string(entry.path()).expect("a source");
            let broken = text.replace("assign fresh = set & ~kept;", "assign fresh = set;");
            std::fs::write(to.join(entry.file_name()), broken).expect("a copy");
        }
    }
    let rtl = RtlSource::Manifest(directory.path().join("intel_ivt/ubox/rtl.toml"));
    with_campaign(&rtl, "broken", |campaign| {
        let error = campaign.run(&AtomicBool::new(false)).expect_err("it got a score");
        assert!(matches!(error, CampaignError::Invalid(_)), "{error}");
        assert!(error.to_string().contains("diverges without any mutant"), "{error}");
    });
}
