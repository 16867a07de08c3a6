//! A campaign of seeded bugs fails if a check misses its bug, and is invalid if the RTL diverges without a bug.

use golden_model_all as _;
use golden_model_core::Pmu;
use harness::metamorphic::MetamorphicRules;
use harness::regression::{find_directed, programs_folder};
use harness::rtl::Workspace;
use harness::seeded_bugs::{BugResult, Campaign, HigherOrderKind, SeededBugReport, SeededBugVerdict, SeededBugs};
use harness::stimulus::Profile;
use rstest::rstest;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::Arc;

const PMU: &str = "ivt_ubox";

/// Returns two seeded bugs: one with a correct entry, and one with the given entry.
fn bugs(entry: &str) -> String {
    format!(
        "[[bug]]\nname = \"fits\"\nclass = \"overflow_interrupt\"\nfile = \"ivt_ubox_pmi.v\"\nfind = \"<= pmi_s_q\"\n\
         replace = \"<= pmi_s_d\"\nbreaks = [\"UBOX-R27\"]\nwithin = 3\n\
         caught_by = {{ program = \"pmi/consecutive_messages\", value = \"ubox.pmi\" }}\n\
         [[bug]]\nname = \"given\"\nclass = \"overflow_interrupt\"\nbreaks = [\"UBOX-R27\"]\n{entry}"
    )
}

const EARLY: &str = "file = \"ivt_ubox_pmi.v\"\nfind = \"<= pmi_s_q\"\nreplace = \"<= pmi_s_d\"\n";

fn workspace() -> Workspace {
    Workspace::find(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("a workspace")
}

fn campaign(seeded_bugs: &str, folder: &Path) -> SeededBugReport {
    let (workspace, pmu) = (workspace(), Pmu::find(PMU).expect("the PMU"));
    let seeded_bugs: SeededBugs = golden_model_core::toml_keys::parse(seeded_bugs).expect("seeded bugs");
    let stimulus = workspace.root().join("testbenches").join(Pmu::folder(PMU)).join("stimulus.toml");
    let profile = Profile::read(&stimulus, &pmu).expect("a profile");
    let directed = find_directed(&programs_folder(workspace.root(), PMU), &pmu).expect("programs");
    let (workspace, pmu, profile, directed) = (&workspace, &pmu, &profile, &directed);
    let rules = MetamorphicRules::read(&stimulus.with_file_name("metamorphic.toml"), pmu).expect("rules");
    let campaign =
        Campaign { workspace, pmu, profile, directed, rules: &rules, folder, seeded_bugs: &seeded_bugs, jobs: 2 };
    campaign.run(&[], &Arc::new(AtomicBool::new(false))).expect("a report")
}

fn rtl() -> PathBuf {
    workspace().root().join("rtl").join(Pmu::folder(PMU))
}

#[rstest]
#[case::not_caught(
    "file = \"ivt_ubox_event_select.v\"\nfind = \"evt_phold & umask[0]\"\nreplace = \"umask[0] & evt_phold\"\nwithin = 9\n\
     caught_by = { program = \"event_select/phold\", value = \"ubox.U_MSR_PMON_CTR0\" }\n",
    "ivt_ubox: given (intel_ivt/ubox/ivt_ubox_event_select.v:35): event_select/phold does not catch it; \
     no directed program catches it"
)]
#[case::late(
    &[EARLY, "within = 2\ncaught_by = { program = \"pmi/consecutive_messages\", value = \"ubox.pmi\" }\n"].concat(),
    "pmi/consecutive_messages catches it after 3 cycles, not within 2; caught by "
)]
#[case::other_check(
    &[EARLY, "within = 3\ncaught_by = { program = \"pmi/consecutive_messages\", value = \"ubox.frz_bcast\" }\n"].concat(),
    "pmi/consecutive_messages catches it, but names ubox.pmi and not ubox.frz_bcast"
)]
#[case::not_by_random_programs(
    &[EARLY, "within = 3\ncaught_by = { program = \"pmi/consecutive_messages\", value = \"ubox.pmi\" }\nrandom_within = 1\n"]
        .concat(),
    "random programs do not catch it within 1 cycles"
)]
#[case::of_higher_order_not_at_every_seed(
    &[EARLY, "kind = \"count\"\nrandom_within = 1\n"].concat(),
    "random programs of seeds 1, 2, 3 do not catch it within 1 cycles"
)]
#[case::not_without_a_model(
    &[EARLY, "within = 3\ncaught_by = { program = \"pmi/consecutive_messages\", value = \"ubox.pmi\" }\nmetamorphic = \"reads\"\n"]
        .concat(),
    "the metamorphic check reads does not detect it"
)]
fn bug_that_its_check_misses_fails_the_campaign(#[case] entry: &str, #[case] line: &str) {
    let report = campaign(&bugs(entry), &rtl());
    assert_eq!(report.verdict, SeededBugVerdict::Fail);
    assert_eq!(report.bugs[0].faults, [""; 0], "the bug with an entry that fits");
    let faults = report.faults();
    assert!(faults.len() == 1 && faults[0].contains(line), "{faults:?}");
}

#[test]
fn rtl_that_diverges_without_a_bug_makes_the_campaign_invalid() {
    let (copy, tree) = (tempfile::tempdir().expect("a folder"), workspace().root().join("rtl"));
    for folder in ["common", "intel_ivt/common", "intel_ivt/ubox"] {
        std::fs::create_dir_all(copy.path().join(folder)).expect("a folder");
        for file in std::fs::read_dir(tree.join(folder)).expect("RTL") {
            let file = file.expect("a file").path();
            let name = file.file_name().expect("a name");
            std::fs::copy(&file, copy.path().join(folder).join(name)).expect("a copy");
        }
    }
    let changed = copy.path().join(Pmu::folder(PMU)).join("ivt_ubox_fixed.v");
    let text = std::fs::read_to_string(&changed).expect("a file").replace("ctl[EN] & ~frozen", "ctl[EN]");
    std::fs::write(&changed, text).expect("a change");
    let entry = [EARLY, "within = 3\ncaught_by = { program = \"pmi/consecutive_messages\", value = \"ubox.pmi\" }\n"];
    let report = campaign(&bugs(&entry.concat()), &copy.path().join(Pmu::folder(PMU)));
    assert_eq!((report.verdict, report.bugs.len()), (SeededBugVerdict::Invalid, 0));
    let faults = report.faults();
    assert!(
        faults.len() == 1 && faults[0].starts_with("ivt_ubox: the seeded-bug campaign is invalid: without a bug "),
        "{faults:?}"
    );
}

#[test]
fn bug_of_higher_order_is_searched_at_three_seeds() {
    let report = campaign(&bugs(&[EARLY, "kind = \"count\"\nrandom_within = 100000\n"].concat()), &rtl());
    assert_eq!((report.verdict, report.faults()), (SeededBugVerdict::Pass, Vec::new()));
    let (plain, higher) = (&report.bugs[0], &report.bugs[1]);
    assert_eq!((plain.kind, plain.seeds.len()), (None, 0));
    assert_eq!((higher.kind, &higher.caught_by, &higher.caught), (Some(HigherOrderKind::Count), &None, &None));
    let found: Vec<_> = higher.seeds.iter().map(|search| (search.seed, search.cycles.is_some())).collect();
    assert_eq!(found, [(1, true), (2, true), (3, true)]);
    assert_eq!(higher.seeds[0].cycles, higher.random.as_ref().map(|found| found.cycles));
}

#[test]
fn bug_of_higher_order_that_random_programs_miss_can_be_published() {
    let missed = campaign(&bugs(&[EARLY, "kind = \"count\"\nrandom_within = 1\n"].concat()), &rtl());
    assert!(missed.verdict == SeededBugVerdict::Fail && missed.bugs.iter().all(BugResult::is_publishable));
    let check = "kind = \"count\"\nrandom_within = 1\nwithin = 2\n\
                 caught_by = { program = \"pmi/consecutive_messages\", value = \"ubox.pmi\" }\n";
    let late = campaign(&bugs(&[EARLY, check].concat()), &rtl());
    assert!(!late.bugs[1].is_publishable(), "the directed program is late");
}

const CHECK: &str = "within = 3\ncaught_by = { program = \"pmi/selection\", value = \"ubox.pmi\" }\n";

#[rstest]
#[case::twice(
    "file = \"ivt_ubox_pmi.v\"\nfind = \"called &\"\nreplace = \"\"\n",
    CHECK,
    "occurs 2 times in ivt_ubox_pmi.v"
)]
#[case::constant(
    "file = \"ivt_ubox_fixed.v\"\nfind = \"EN     = 22\"\nreplace = \"EN     = 21\"\n",
    CHECK,
    "its change in ivt_ubox_fixed.v is in a constant; change it where the constant is used"
)]
#[case::program(
    EARLY,
    "within = 3\ncaught_by = { program = \"pmi/selectoin\", value = \"ubox.pmi\" }\n",
    "did you mean `pmi/selection`"
)]
#[case::value(EARLY, "within = 3\ncaught_by = { program = \"pmi/selection\", value = \"ubox.pim\" }\n", "ubox.pim")]
#[case::metamorphic(EARLY, &[CHECK, "metamorphic = \"read\"\n"].concat(), "did you mean `reads`")]
#[case::no_check(EARLY, "random_within = 9\n", "`caught_by` names no check; only a bug with a `kind` may have none")]
#[case::no_limit(
    EARLY,
    "caught_by = { program = \"pmi/selection\", value = \"ubox.pmi\" }\n",
    "`caught_by` and `within` belong together"
)]
#[case::no_random_limit(
    EARLY,
    "kind = \"count\"\n",
    "a bug with a `kind` needs `random_within`, from 1 to 10000000, or `missed_by_random`"
)]
#[case::missed(
    EARLY,
    "kind = \"count\"\nmissed_by_random = \"two\"\n",
    "`missed_by_random` is for a bug with a `kind` and `caught_by`"
)]
#[case::long(EARLY, "kind = \"count\"\nrandom_within = 10000001\n", "needs `random_within`, from 1 to 10000000")]
#[case::class(EARLY, CHECK, "class \"write and increment in one cycle\" has no bug; add one, or a [[not_applicable]]")]
#[case::present(
    EARLY,
    &[CHECK, "[[not_applicable]]\nclass = \"overflow_interrupt\"\nreason = \"no\"\n"].concat(),
    "class \"overflow interrupt\" has a bug and a [[not_applicable]]"
)]
fn invalid_seeded_bugs_are_rejected(#[case] change: &str, #[case] check: &str, #[case] message: &str) {
    let file = tempfile::NamedTempFile::new().expect("a file");
    // Classes are checked in order, so all before the present one need an entry.
    let absent = match message.contains("has a bug and") {
        true => ["write_and_increment", "write_loses_event", "half_write", "set_and_clear", "idle_clear"]
            .map(|class| format!("[[not_applicable]]\nclass = \"{class}\"\nreason = \"no\"\n"))
            .concat(),
        false => String::new(),
    };
    std::fs::write(&file, bugs(&[change, check].concat()) + &absent).expect("a list");
    let (workspace, pmu) = (workspace(), Pmu::find(PMU).expect("the PMU"));
    let directed = find_directed(&programs_folder(workspace.root(), PMU), &pmu).expect("programs");
    let programs: Vec<&str> = directed.iter().map(|program| program.name.as_str()).collect();
    let error =
        SeededBugs::read(file.path(), &rtl(), &pmu.description, &programs).expect_err("it was accepted").to_string();
    assert!(error.contains(message), "{error}");
}
