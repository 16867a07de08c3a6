//! Configurations of `riscv_hpm` other than those in the tree: legal ones drawn at random run without a divergence, illegal ones are
//! one clear error each.

mod draw;

use crate::support::{pmu_cosim, root, run};
use golden_model_core::parameters::Schema;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rstest::rstest;
use serde_json::Value;
use std::fs;

/// Number of configurations.
const DRAWN: usize = 30;
/// Seed of the configurations.
const SEED: u64 = 1;

fn schema() -> Schema {
    let file = root().join("golden-model/descriptions/riscv/hpm/parameters.toml");
    Schema::parse(&fs::read_to_string(file).expect("parameters")).expect("a list of parameters")
}

/// RTL, model and programs agree for all parameters: RVHPM-R01 to RVHPM-R144, those that a configuration has.
#[test]
fn drawn_configurations_run_without_a_divergence() {
    let (folder, schema) = (tempfile::tempdir().expect("a folder"), schema());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(SEED);
    let mut command = pmu_cosim(&["run", "--cycles", "20000", "--no-waves", "--out"]);
    command.arg(folder.path().join("results"));
    for number in 1..=DRAWN {
        let text = draw::configuration(&mut rng, &format!("drawn_{number}"));
        schema.configure(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let file = folder.path().join(format!("{number}.toml"));
        fs::write(&file, text).expect("a file");
        command.arg("--config").arg(file);
    }
    let output = run(&mut command);
    assert_eq!(output.status, 0, "{}{}", output.out, output.err);
    let results = fs::read_to_string(folder.path().join("results/results.json")).expect("results");
    let results: Value = serde_json::from_str(&results).expect("JSON");
    let pmus = results["pmus"].as_array().expect("PMUs");
    assert_eq!(pmus.len(), DRAWN);
    for pmu in pmus {
        assert_eq!((&pmu["verdict"], &pmu["divergences"]), (&"pass".into(), &0.into()), "{}", pmu["pmu"]);
        assert!(pmu["cycles"].as_u64().expect("cycles") >= 20_000, "{}", pmu["cycles"]);
    }
}

#[rstest]
#[case::pmu("pmu = \"riscv\"", "no configurable PMU has this id; there is riscv_hpm")]
#[case::unknown_key("pmcs = 4", "line 2: riscv_hpm has no parameter `pmcs`; its parameters are xlen, u, s")]
#[case::xlen("xlen = 128", "xlen: 128 is not one of 32, 64")]
#[case::no_s_mode("h = 1", "h = 1 needs s = 1")]
#[case::no_u_mode("u = 0\ns = 1", "s = 1 needs u = 1")]
#[case::overflow("sscofpmf = 1", "sscofpmf = 1 needs s = 1")]
#[case::delegation("s = 1\nsmcdeleg = 1\nmcountinhibit = 0", "smcdeleg = 1 needs mcountinhibit = 1")]
#[case::state_enable("s = 1\nsmstateen = 1", "smstateen = 1 needs smcdeleg = 1")]
#[case::enables("s = 1\nsscounterenw = 1\nscounteren_wr = 1", "sscounterenw = 1 needs bit 3 in scounteren_wr")]
#[case::counter("counters = [2]", "counters: 2 is no integer from 3 to 31")]
#[case::width("width = 65", "width: 65 is no integer from 1 to 64")]
#[case::width_of_no_counter("width = { default = 5, 9 = 4 }", "width: `9` is not in `counters`")]
#[case::time("mcountinhibit_wr = 2", "mcountinhibit_wr has bit 1; time cannot be inhibited")]
#[case::reset(
    "mcountinhibit_wr = 1\nmcountinhibit_rst = 4",
    "mcountinhibit_rst has bit 2, which mcountinhibit_wr does not have"
)]
#[case::one_hot(
    "mask_onehot = 1\nsel_illegal = \"store\"",
    "mask_onehot = 1 and sel_illegal = \"store\" contradict each other"
)]
#[case::class("selector = \"set_mask\"\nsel_w = 8", "selector = \"set_mask\" needs sel_w above 8")]
#[case::selector("sel_w = 33", "xlen = 32 needs sel_w of at most 32")]
#[case::port("lines = [{ name = \"a\", port = 1 }]", "line a: there is no retire port 1; ret_ports is 1")]
#[case::name("lines = [{ name = \"cyc\" }]", "line cyc has the name of another port")]
#[case::line("events = [{ name = \"A\", code = 1, lines = [\"b\"] }]", "event A selects b; the lines are cyc, ret 0")]
#[case::syntax("counters = [3", "TOML parse error")]
fn illegal_configuration_is_one_error(#[case] change: &str, #[case] message: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("my_core.toml");
    let key = |line: &str| line.split(' ').next().map(str::to_owned).unwrap_or_default();
    let changed: Vec<String> = change.lines().map(key).collect();
    let base = "pmu = \"riscv_hpm\"\nid = \"my_core\"\nname = \"My core\"\nxlen = 32\ncounters = [3]";
    let kept = base.lines().filter(|line| !changed.contains(&key(line)));
    // The changed lines come second, after one that is always there.
    let (first, rest): (Vec<&str>, Vec<&str>) =
        kept.partition(|line| line.starts_with("pmu") || line.starts_with("id"));
    let mut lines = vec![first[0]];
    lines.extend(change.lines().chain(first[1..].iter().copied()).chain(rest));
    fs::write(&file, lines.join("\n")).expect("a file");
    let output = run(pmu_cosim(&["run", "--cycles", "1000", "--config"]).arg(&file));
    assert_eq!(output.status, 2, "{}", output.err);
    assert!(output.error().starts_with(&format!("error: {}: ", file.display())), "{}", output.err);
    assert!(output.err.contains(message), "{}", output.err);
    assert!(!output.err.contains("panicked"), "{}", output.err);
}
