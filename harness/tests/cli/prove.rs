//! `prove`: theorems about RTL. They concern the register port, the reset and the counters.

use crate::own_rtl::Example;
use crate::results::copy_rtl;
use crate::support::{pmu_cosim, root, run, CommandOutput};
use rstest::rstest;
use std::os::unix::fs::symlink;

const DECODER: &str = "intel_ivt/ubox/ivt_ubox_decoder.v";

/// A counter that stores its count inverted.
const INVERTED: &str =
    "output wire [WIDTH-1:0] value_q\n);\n    reg [WIDTH-1:0] inverted_q;\n    assign value_q = ~inverted_q;";

/// The state words of the counters in the manifest.
const COUNTERS: &str =
    "[[state]]\nname = \"ubox.U_MSR_PMON_CTR{index}\"\nmodule = \"pmu_counter\"\nsignal = \"value_q\"\n\
                        path = \"u_bank.g_counter[{index}].u_slice.u_ctr.value_q\"\n";

/// The program of a line with the command that replays it.
fn program(line: &str) -> Option<&str> {
    line.strip_prefix("    target/release/pmu-cosim replay ")?.split(' ').next()
}

#[test]
fn theorems_about_the_rtl_in_the_tree_are_proven() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().display().to_string();
    let output = run(&mut pmu_cosim(&["prove", "--pmu", "ivt_ubox", "--out", &out]));
    assert_eq!(output.status, 0, "{}{}", output.out, output.err);
    let line = output.out.trim();
    let proven = line.strip_prefix("ivt_ubox: ").and_then(|line| line.strip_suffix(" theorems proven"));
    let (proven, all) = proven.and_then(|counts| counts.split_once(" of ")).expect("two numbers");
    assert_eq!(proven, all);
    assert!(all.parse::<usize>().is_ok_and(|all| all > 50), "{line}");
    let results = std::fs::read_to_string(folder.path().join("ivt_ubox/results.json")).expect("a file");
    let results: serde_json::Value = serde_json::from_str(&results).expect("JSON");
    let theorems = results["theorems"].as_array().expect("a list");
    assert_eq!(theorems.len().to_string(), all);
    let kinds =
        ["reset", "decoder", "reads", "fields", "writes", "counts", "bystander", "events", "symmetry", "frozen"];
    for kind in kinds {
        assert!(theorems.iter().any(|theorem| theorem["kind"] == kind), "no theorem of the kind {kind}");
    }
}

/// A D-Box that also answers at 10000h if `answers` holds, in a checkout with a rule that says so.
fn mirrored(answers: &str) -> CommandOutput {
    let folder = tempfile::tempdir().expect("a folder");
    let window = "bus_addr[31:OFFSET_WIDTH] == {32-OFFSET_WIDTH{1'b0}};";
    let both = format!(
        "(bus_addr[31:OFFSET_WIDTH] == {{32-OFFSET_WIDTH{{1'b0}}}} | bus_addr[31:OFFSET_WIDTH] == 20'h10 & {answers});"
    );
    let rtl = folder.path().join("rtl");
    copy_rtl(&rtl, "intel_itanium/common/itanium_csr_port.v", window, &both);
    for name in ["Cargo.toml", "golden-model"] {
        symlink(root().join(name), folder.path().join(name)).expect("a link");
    }
    let rules = folder.path().join("testbenches/intel_itanium/dbox");
    std::fs::create_dir_all(&rules).expect("a folder");
    let rule = "mirrors = [{ space = \"csr\", first = 0x10000, of = 0, size = 0x1000 }]\n";
    std::fs::write(rules.join("metamorphic.toml"), rule).expect("a file");
    let stimulus = "testbenches/intel_itanium/dbox/stimulus.toml";
    std::fs::copy(root().join(stimulus), folder.path().join(stimulus)).expect("a copy");
    let [of_dbox, out] =
        [rtl.join("intel_itanium/dbox"), folder.path().join("out")].map(|path| path.display().to_string());
    let mut command = pmu_cosim(&["prove", "--pmu", "itanium_dbox", "--rtl", &of_dbox, "--out", &out]);
    run(command.current_dir(folder.path()).env("PMU_COSIM_BUILD_DIR", root().join("build")))
}

#[rstest]
#[case::whole("1'b1", None)]
#[case::without_its_end("~&bus_addr[11:9]", Some("itanium_dbox: decoder: mirror 0x10000 of 0x0, space csr: refuted"))]
fn a_mirror_does_what_the_addresses_do_that_it_mirrors(#[case] answers: &str, #[case] refuted: Option<&str>) {
    let output = mirrored(answers);
    assert!(output.out.contains(" theorems proven"), "{}{}", output.out, output.err);
    match refuted {
        Some(refuted) => assert!(output.out.contains(refuted), "{}", output.out),
        None => assert!(!output.out.contains("itanium_dbox: decoder: "), "{}", output.out),
    }
}

#[test]
fn a_word_that_is_no_register_leaves_theorems_open() {
    let folder = tempfile::tempdir().expect("a folder");
    copy_rtl(folder.path(), "common/pmu_counter.v", "output reg  [WIDTH-1:0]     value_q\n);", INVERTED);
    let file = folder.path().join("common/pmu_counter.v");
    let text = std::fs::read_to_string(&file).expect("a file");
    let text = text.replace("if (rst) value_q <= {WIDTH{1'b0}};", "if (rst) inverted_q <= {WIDTH{1'b1}};");
    std::fs::write(&file, text.replace("value_q <= value_d", "inverted_q <= ~value_d")).expect("a file");
    let rtl = folder.path().join("intel_ivt/ubox").display().to_string();
    let out = folder.path().join("out").display().to_string();
    let output = run(&mut pmu_cosim(&["prove", "--pmu", "ivt_ubox", "--rtl", &rtl, "--out", &out]));
    assert_eq!(output.status, 1, "{}{}", output.out, output.err);
    for theorem in ["counts: ubox.U_MSR_PMON_CTR0", "bystander: ubox.U_MSR_PMON_CTR0"] {
        let open = format!("ivt_ubox: {theorem}: open: the state word ubox.U_MSR_PMON_CTR0 is logic, not a register\n");
        assert!(output.out.contains(&open), "{}", output.out);
    }
    // It is equal to the RTL in the tree.
    assert!(!output.out.contains("equivalence"), "{}", output.out);
    let results = std::fs::read_to_string(folder.path().join("out/ivt_ubox/results.json")).expect("a file");
    assert!(results.contains("\"kind\": \"equivalence\",\n      \"name\": \"ubox.U_MSR_PMON_CTR0\""), "{results}");
}

#[test]
fn no_theorem_is_about_a_word_that_the_rtl_lacks() {
    let folder = tempfile::tempdir().expect("a folder");
    copy_rtl(folder.path(), "intel_ivt/ubox/rtl.toml", COUNTERS, "");
    let rtl = folder.path().join("intel_ivt/ubox").display().to_string();
    let out = folder.path().join("out").display().to_string();
    let output = run(&mut pmu_cosim(&["prove", "--pmu", "ivt_ubox", "--rtl", &rtl, "--out", &out]));
    let results = std::fs::read_to_string(folder.path().join("out/ivt_ubox/results.json")).expect("a file");
    assert_eq!(output.status, 0, "{}{}", output.out, output.err);
    for kind in ["counts", "bystander", "events", "frozen", "symmetry"] {
        let of_counter = format!("\"kind\": \"{kind}\",\n      \"name\": \"ubox.U_MSR_PMON_CTR");
        assert!(!results.contains(&of_counter), "{kind}");
    }
}

#[test]
fn planted_faults_are_refuted() {
    let output = run(&mut pmu_cosim(&["prove", "--pmu", "itanium_dbox", "--faults"]));
    assert_eq!(output.status, 0, "{}{}", output.out, output.err);
    let last = output.out.trim().lines().last().expect("a line");
    assert!(last.starts_with("itanium_dbox: ") && last.ends_with(" planted faults refuted"), "{last}");
    assert!(output.out.contains("itanium_dbox: read_clears_full_status: refutes reads: "), "{}", output.out);
}

#[test]
fn other_rtl_is_proven_equal_and_its_bug_is_refuted() {
    let (example, out) = (Example::new(), tempfile::tempdir().expect("a folder"));
    let folder = out.path().display().to_string();
    let prove = || example.run(&["prove", "--pmu", "ivt_ubox", "--out", &folder]);
    let output = prove();
    assert_eq!(output.status, 0, "{}{}", output.out, output.err);
    let results = std::fs::read_to_string(out.path().join("ivt_ubox/results.json")).expect("a file");
    for signal in ["bus_error", "bus_rdata", "ubox.frz_bcast", "ubox.unfrz_bcast", "ubox.core_wake", "ubox.pmi"] {
        let theorem =
            format!("\"kind\": \"equivalence\",\n      \"name\": \"{signal}\",\n      \"verdict\": \"proven\"");
        assert!(results.contains(&theorem), "{signal}: {results}");
    }
    example.break_it();
    let output = prove();
    assert_eq!(output.status, 1, "{}{}", output.out, output.err);
    let (_, refuted) = output.out.split_once("equivalence: ubox.frz_bcast: refuted: ").expect("a refuted theorem");
    let program = refuted.lines().nth(1).and_then(program).expect("a program");
    let replay = example.run(&["replay", program]);
    assert_eq!(replay.status, 1, "{}{}", replay.out, replay.err);
    assert!(replay.out.contains("ubox.frz_bcast expected 0x0, got 0x1"), "{}", replay.out);
}

#[rstest]
// An alias two address bits away from the register: no address near an existing one.
#[case::alias(
    DECODER,
    "assign at_fixed_ctr     = here & (offset == FIXED_CTR);",
    "assign at_fixed_ctr     = here & (offset == FIXED_CTR) | bus_valid & (bus_space == SPACE_MSR) & \
     (bus_unit == UNIT) & (bus_addr == 32'h40200C09);",
    "ivt_ubox: decoder: writes: refuted: "
)]
// A read of a counter at its largest value clears it.
#[case::read(
    "intel_ivt/ubox/ivt_ubox.v",
    ".ctr_write      (at_ctr & bus_write),",
    ".ctr_write      (at_ctr & (bus_write | ctr == {CTR_WIDTH{1'b1}})),",
    "ivt_ubox: reads: all addresses: refuted: "
)]
// A register that keeps its value if it was all ones.
#[case::survives_reset(
    "common/pmu_sticky.v",
    "if (rst) value_q <= {WIDTH{1'b0}};",
    "if (rst) value_q <= {WIDTH{&value_q & set[0]}};",
    "ivt_ubox: reset: ubox.frz_lat, reset: refuted: "
)]
// The write of one value loses its lowest bit.
#[case::field(
    "common/pmu_counter.v",
    "load ? load_value : sum",
    "load ? load_value ^ {{WIDTH-1{1'b0}}, &load_value[WIDTH-1:1]} : sum",
    "ivt_ubox: fields: ubox.U_MSR_PMON_CTR0, space msr: refuted: ubox.U_MSR_PMON_CTR0.event_count"
)]
// The carry into bit 20 is lost if the bits above it are all ones.
#[case::carry(
    "common/pmu_counter.v",
    "load ? load_value : sum",
    "load ? load_value : sum ^ {{WIDTH-21{1'b0}}, &value_q[WIDTH-1:20] & &value_q[19:0], 20'd0}",
    "ivt_ubox: counts: ubox.U_MSR_PMON_CTR0: refuted: "
)]
fn wrong_rtl_is_refuted_with_a_program_that_diverges(
    #[case] file: &str,
    #[case] find: &str,
    #[case] replace: &str,
    #[case] theorem: &str,
) {
    let folder = tempfile::tempdir().expect("a folder");
    copy_rtl(folder.path(), file, find, replace);
    let rtl = folder.path().join("intel_ivt/ubox").display().to_string();
    let out = folder.path().join("programs").display().to_string();
    let output = run(&mut pmu_cosim(&["prove", "--pmu", "ivt_ubox", "--rtl", &rtl, "--out", &out]));
    assert_eq!(output.status, 1, "{}{}", output.out, output.err);
    let (_, refuted) = output.out.split_once(theorem).unwrap_or_else(|| panic!("{}", output.out));
    // A theorem that compares two runs has a program for each; one of them diverges.
    let programs = refuted.lines().skip(1).map_while(program);
    let replayed: Vec<_> = programs.map(|program| run(&mut pmu_cosim(&["replay", program, "--rtl", &rtl]))).collect();
    let diverges = |replay: &CommandOutput| replay.status == 1 && replay.out.contains("expected");
    assert!(replayed.iter().any(diverges), "{}", replayed.iter().map(|replay| &*replay.out).collect::<String>());
}
