//! Mutation campaigns with a few mutants of the U-Box: of the project's RTL and of a SystemVerilog block with other ports.

use golden_model_all as _;
use golden_model_core::Pmu;
use harness::mutation::{
    Campaign, CampaignError, ConditionKind, DetectionReport, DetectionStatus, Mutant, MutantStatus, MutationReport,
};
use harness::regression::{find_with_collisions, programs_folder};
use harness::rtl::{RtlSource, Workspace};
use harness::stimulus::Profile;
use rstest::rstest;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

const MUTANTS: usize = 12;
const DEEP_MUTANTS: usize = 105;

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
        fs::create_dir_all(&to).expect("a folder");
        for entry in fs::read_dir(root().join("rtl").join(folder)).expect("the RTL").flatten() {
            let text = fs::read_to_string(entry.path()).expect("a source");
            let broken = text.replace("assign fresh = set & ~kept;", "assign fresh = set;");
            fs::write(to.join(entry.file_name()), broken).expect("a copy");
        }
    }
    let rtl = RtlSource::Manifest(directory.path().join("intel_ivt/ubox/rtl.toml"));
    with_campaign(&rtl, "broken", |campaign| {
        let stop = AtomicBool::new(false);
        let plain = campaign.run(&stop).expect_err("it got a score");
        let deep = campaign.run_deep(&stop).expect_err("it got figures");
        for error in [plain, deep] {
            assert!(matches!(error, CampaignError::Invalid(_)), "{error}");
            assert!(error.to_string().contains("diverges without any mutant"), "{error}");
        }
    });
}

/// Runs a deep campaign with 5 mutants for each level of rarity.
fn deep(campaign: &Campaign, seed: u64, jobs: usize) -> DetectionReport {
    let campaign = Campaign { mutants: Some(DEEP_MUTANTS), cycles: Some(150_000), seed, jobs, ..*campaign };
    campaign.run_deep(&AtomicBool::new(false)).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn deep_campaign_is_the_same_on_any_number_of_threads_and_counts_each_mutant_once() {
    let rtl = RtlSource::Manifest(root().join("rtl/intel_ivt/ubox/rtl.toml"));
    with_campaign(&rtl, "deep", |campaign| {
        let one = deep(campaign, 1, 1);
        let two = DetectionReport { seconds: one.seconds, ..deep(campaign, 1, 2) };
        assert_eq!(serde_json::to_string(&one).expect("JSON"), serde_json::to_string(&two).expect("JSON"));
        assert_ne!(deep(campaign, 2, 2).mutants_hash, one.mutants_hash);

        assert_eq!((one.total.mutants + one.unstable, one.each.len()), (DEEP_MUTANTS as u64, DEEP_MUTANTS));
        let mutants = |kind: Option<ConditionKind>| {
            let levels = one.by_rarity.iter().filter(|level| kind.is_none_or(|kind| level.kind == kind));
            levels.map(|level| level.figures.mutants).sum::<u64>()
        };
        assert_eq!(mutants(None), one.total.mutants);
        for kind in &one.by_kind {
            assert_eq!(kind.figures.mutants, mutants(Some(kind.kind)), "{:?}", kind.kind);
        }
        for figure in [one.total.random, one.total.all] {
            assert!(figure.detected <= figure.reached && figure.reached <= one.total.mutants, "{figure:?}");
        }
        // Frequent conditions are detected, and 30 bits never have their values in so few cycles.
        let conjunctions = one.by_rarity.iter().filter(|level| level.kind == ConditionKind::Conjunction);
        let detected: Vec<u64> = conjunctions.map(|level| level.figures.random.detected).collect();
        assert!(detected[0] > 0 && detected.last() == Some(&0), "{detected:?}");

        for mutant in &one.each {
            assert_eq!(mutant.program.is_some(), mutant.all == DetectionStatus::Detected, "{mutant:?}");
            let by_random = mutant.program.as_deref().is_some_and(|name| name.starts_with("random-"));
            assert_eq!(by_random, mutant.random == DetectionStatus::Detected, "{mutant:?}");
        }
    });
}

/// The U-Box in SystemVerilog: other port names, two absent ports, an asynchronous reset, and counters in an array.
fn sv_ubox(folder: &Path, map: &str) -> RtlSource {
    RtlSource::Folder { folder: folder.to_owned(), top: "sv_ubox".to_owned(), map: Some(folder.join(map)) }
}

#[test]
fn rtl_with_other_ports_and_an_asynchronous_reset_gets_a_score() {
    let rtl = sv_ubox(&root().join("harness/tests/sv_ubox/rtl"), "../ports.toml");
    with_campaign(&rtl, "system_verilog", |campaign| {
        let stop = AtomicBool::new(false);
        let report = campaign.run(&stop).unwrap_or_else(|error| panic!("{error}"));
        let MutationReport { mutants, killed, equivalent, survived, unstable, score, .. } = report;
        assert_eq!((mutants + unstable, killed + equivalent + survived), (MUTANTS as u64, mutants));
        assert!(score > 0.8 && !report.refuted.is_empty(), "{report:?}");

        // All mutants are in the user's modules and have a line of the user's files.
        let found = campaign.models(&stop).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(found.len(), MUTANTS);
        for (mutant, ..) in &found {
            assert!(mutant.line.starts_with("harness/tests/sv_ubox/rtl/sv_ubox"), "{mutant:?}");
            assert!(["sv_ubox", "sv_ubox_counters"].contains(&mutant.module.as_str()), "{mutant:?}");
        }
        // A counter is compared in every cycle, so an inverted bit of it is detected where it is stored.
        let of_counters = |mutant: &&Mutant| mutant.module == "sv_ubox_counters" && mutant.mode == "inv";
        let of_counters = found.iter().map(|(mutant, ..)| mutant).find(of_counters).expect("a mutant of the counters");
        let is_killed = report.killed_by.values().flatten().any(|number| *number == of_counters.number);
        assert!(is_killed, "{of_counters:?} {report:?}");
        let outcome = campaign.run_one(of_counters.number, &stop).unwrap_or_else(|error| panic!("{error}"));
        let divergence = outcome.divergence.expect("a divergence").to_string();
        assert!(divergence.contains("_CTR"), "{divergence}");
    });
}

/// A copy of the SystemVerilog U-Box and its port map, with changes of them.
fn changed_sv_ubox(changes: &[(&str, &str, &str)]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let original = root().join("harness/tests/sv_ubox");
    for name in ["ports.toml", "rtl/sv_ubox_pkg.sv", "rtl/sv_ubox_counters.sv", "rtl/sv_ubox.sv"] {
        let mut text = fs::read_to_string(original.join(name)).expect("a file");
        for (_, old, new) in changes.iter().filter(|(file, ..)| *file == name) {
            assert!(text.contains(old), "{old} is in {name}");
            text = text.replace(old, new);
        }
        let copy = directory.path().join(Path::new(name).file_name().expect("a name"));
        fs::write(copy, text).expect("a copy");
    }
    directory
}

const LATCH: &str = "  logic open; always_latch if (!clk_i) open = rst_ni;\n  always_ff @(posedge (clk_i & open)";
const DERIVED: &str =
    "  logic own_rst_nq; always_ff @(posedge clk_i) own_rst_nq <= rst_ni;\n  sv_ubox_counters u_counters (";

#[rstest]
#[case::bus("bus", &[("ports.toml", "[tie]", "[bus]\nprotocol = \"apb\"\n[tie]")], "ports.toml: [bus]: mutation campaigns and proofs need RTL")]
#[case::gated_clk(
"gated", &[("rtl/sv_ubox_counters.sv", "  always_ff @(posedge clk_i", LATCH)], "add --no-proofs")]
#[case::derived_reset(
"derived",
    &[("rtl/sv_ubox.sv", "  sv_ubox_counters u_counters (", DERIVED), ("rtl/sv_ubox.sv", "      .rst_ni,", "      .rst_ni(own_rst_nq),")],
    "the register own_rst_nq drives asynchronous resets"
)]
#[case::unknown_port(
"unknown_port",&[("ports.toml", "\"cmd_valid_i\"", "\"cmd_vld_i\"")], "did you mean `cmd_valid_i`")]
fn rtl_that_cannot_be_mutated_is_refused(
    #[case] name: &str,
    #[case] changes: &[(&str, &str, &str)],
    #[case] message: &str,
) {
    let directory = changed_sv_ubox(changes);
    with_campaign(&sv_ubox(directory.path(), "ports.toml"), name, |campaign| {
        let error = campaign.run(&AtomicBool::new(false)).expect_err("it got a score").to_string();
        assert!(error.contains(message), "{error}");
    });
}
