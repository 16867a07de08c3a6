//! Bad input: one error message, exit status 2 and no results.

use crate::support::{pmu_cosim, run};
use rstest::rstest;

#[rstest]
#[case("pmu k8\nread core0.PerfCtr9", ":2:6: there is no register `PerfCtr9`")]
#[case("pmu k8\nraise core0 NOT_AN_EVENT", ":2:13: there is no event line of core0 `NOT_AN_EVENT`")]
#[case("pmu k8\nwrite core0.PerfEvtSel0 CNT_MASK=256", ":2:34: 0x100 does not fit into CNT_MASK, which has 8 bits")]
#[case("pmu k9\nwait", ":1:5: there is no PMU `k9`")]
#[case("pmu k8\n", "the program takes no cycle, so nothing was compared")]
fn invalid_program_is_rejected(#[case] text: &str, #[case] expected: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("wrong.pmu");
    std::fs::write(&file, text).expect("a file");
    let output = run(&mut pmu_cosim(&["replay", file.to_str().expect("a path")]));
    assert_eq!(output.status, 2, "{}", output.err);
    assert!(output.error().contains(expected), "{}", output.err);
}

#[test]
fn program_of_random_bytes_is_rejected() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("noise.pmu");
    std::fs::write(&file, [0x70, 0x6D, 0x0A, 0xFF, 0x00, 0x9C]).expect("a file");
    let output = run(&mut pmu_cosim(&["replay", file.to_str().expect("a path")]));
    assert_eq!(output.status, 2);
    assert!(output.error().contains("noise.pmu:2:1: this is not text in UTF-8"), "{}", output.err);
}

#[rstest]
#[case(&["replay", "no/such/file.pmu"], "no/such/file.pmu: cannot be read")]
#[case(&["run", "--pmu", "k7"], "there is no PMU `k7`")]
#[case(&["run", "--pmu", ""], "there is no PMU ``")]
#[case(&["run", "--pmu", "k8", "--rtl", "no/such"], "--rtl no/such: there is no such folder")]
#[case(&["run", "--seed", "seven"], "invalid value 'seven' for '--seed <N>'")]
#[case(&["run", "--cycles", "0"], "invalid value '0' for '--cycles <N>'")]
#[case(&["describe", "k8", "PerfCtr7"], "did you mean `PerfCtr")]
#[case(&["describe", "k8", "--csv"], "--csv needs --events or --registers")]
#[case(&["seeded-bugs", "--only", "no_such_bug"], "there is no bug `no_such_bug`")]
#[case(&["mutate", "--deep", "--only", "1"], "'--deep' cannot be used with '--only <NUMBER>'")]
#[case(&["mutate", "--deep", "--min-score", "1"], "'--deep' cannot be used with '--min-score <SCORE>'")]
#[case(&["mutate", "--deep", "--no-proofs"], "'--deep' cannot be used with '--no-proofs'")]
#[case(&["mutate", "--deep", "--cycles", "0"], "invalid value '0' for '--cycles <N>'")]
#[case(&["mutate", "--deep", "--mutants", "none"], "invalid value 'none' for '--mutants <N>'")]
#[case(&["publish", "--label", "a|b", "k8.json"], "invalid value 'a|b' for '--label <NAME>'")]
#[case(&["zoo", "--pmu", "k8"], "error: `zoo` is now `seeded-bugs`")]
#[case(&["oracles", "--only", "moved"], "error: `oracles` is now `metamorphic`")]
fn invalid_arguments_are_rejected(#[case] arguments: &[&str], #[case] expected: &str) {
    let out = tempfile::tempdir().expect("a folder");
    let mut command = pmu_cosim(arguments);
    if arguments[0] == "run" {
        command.arg("--out").arg(out.path());
    }
    let output = run(&mut command);
    assert_eq!(output.status, 2, "{}", output.err);
    assert!(output.error().contains(expected), "{}", output.err);
    assert!(!out.path().join("results.json").exists());
}
