//! The places that reports name for values: the instance, the block that drives it, and where the instance is wired.

use golden_model_core::Pmu;
use harness::rtl::{driver, Driver, RtlSource, SourcePlace, Workspace};
use rstest::rstest;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the root")
}

fn own(id: &str) -> RtlSource {
    RtlSource::Manifest(root().join("rtl").join(Pmu::folder(id)).join("rtl.toml"))
}

fn driver_of(id: &str, rtl: &RtlSource, value: &str, bit: Option<u32>) -> Driver {
    let pmu = Pmu::find(id).expect("a PMU");
    let workspace = Workspace::find(&root()).expect("the workspace");
    driver(&workspace, &pmu.description, rtl, value, bit).unwrap_or_else(|error| panic!("{id}: {error}"))
}

/// The file and the text of a line.
fn line(place: &SourcePlace) -> (String, String) {
    let text = fs::read_to_string(root().join(&place.file)).expect("a source");
    let number = place.line.unwrap_or_else(|| panic!("no line in {}", place.file.display()));
    let file = place.file.file_name().expect("a name").to_string_lossy().into_owned();
    (file, text.lines().nth(number as usize - 1).expect("the line").trim().to_owned())
}

/// What a report must name. The declaration of the register in the shared module is on none of these lines.
struct Expected {
    instance: &'static str,
    file: &'static str,
    block: &'static str,
    /// File and instance of each instantiation.
    wired: &'static [(&'static str, &'static str)],
}

#[rstest]
#[case::register_in_a_shared_module("k8", "core1.PerfCtr2", None, Expected {
    instance: "k8_pmu.u_core1.g_counter[2].u_counter.u_ctr",
    file: "pmu_counter.v",
    block: "always @(posedge clk)",
    wired: &[("k8_counter.v", ") u_ctr ("), ("k8_core.v", ") u_counter ("), ("k8_pmu.v", ") u_core1 (")],
})]
#[case::bit_of_an_output("k8", "core0.pm", Some(3), Expected {
    instance: "k8_pmu.u_core0.g_counter[3].u_counter.u_pin",
    file: "pmu_pin.v",
    block: "always @(posedge clk)",
    wired: &[("k8_counter.v", "pmu_pin u_pin ("), ("k8_core.v", ") u_counter ("), ("k8_pmu.v", ") u_core0 (")],
})]
#[case::output_assigned_in_the_top("k8", "bus_rdata", None, Expected {
    instance: "k8_pmu",
    file: "k8_pmu.v",
    block: "assign bus_rdata = {{64-CTR_WIDTH{1'b0}}, (c0_rdata & {CTR_WIDTH{read[0]}}) | (c1_rdata & {CTR_WIDTH{read[1]}})};",
    wired: &[],
})]
#[case::shared_modules_in_each_other("ivt_cbox", "cbox.Cn_MSR_PMON_CTL3", None, Expected {
    instance: "ivt_cbox.u_bank.g_counter[3].u_ctl.u_value",
    file: "pmu_register.v",
    block: "always @(posedge clk)",
    wired: &[("ivt_ctl.v", ") u_value ("), ("ivt_bank.v", ") u_ctl ("), ("ivt_cbox.v", ") u_bank (")],
})]
#[case::loop_in_the_top("nhmex_bbox", "bbox.B_MSR_PMON_CNT1", None, Expected {
    instance: "nhmex_bbox.g_counter[1].u_counter.u_ctr",
    file: "pmu_counter.v",
    block: "always @(posedge clk)",
    wired: &[("nhmex_bbox_counter.v", ") u_ctr ("), ("nhmex_bbox.v", ") u_counter (")],
})]
#[case::generated_top("riscv_hpm32", "mhpmcounter4", None, Expected {
    instance: "riscv_hpm32.u_hpm.u_counters.g_counter[4].g_exists.u_counter.u_count",
    file: "riscv_hpm_count.v",
    block: "always @(posedge clk)",
    wired: &[
        ("riscv_hpm_event_counter.v", ") u_count ("),
        ("riscv_hpm_counters.v", ") u_counter ("),
        ("riscv_hpm.v", ") u_counters ("),
    ],
})]
fn block_and_instantiation_are_named(
    #[case] id: &str,
    #[case] value: &str,
    #[case] bit: Option<u32>,
    #[case] expected: Expected,
) {
    let found = driver_of(id, &own(id), value, bit);
    assert!(!found.is_declaration, "{found:?}");
    assert_eq!(found.instance, expected.instance);
    assert_eq!(line(&found.place), (expected.file.to_owned(), expected.block.to_owned()));
    let wired: Vec<_> = found.wired.iter().map(line).collect();
    let expected: Vec<_> = expected.wired.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())).collect();
    assert_eq!(wired, expected);
}

/// A register that copies its next value is driven by an always block; the bug is where the next value is computed.
#[test]
fn next_value_of_a_register_is_named() {
    let found = driver_of("k8", &own("k8"), "core0.PerfCtr0", None);
    let (signal, places) = found.source.expect("a source");
    assert_eq!((signal.as_str(), places.len()), ("value_d", 1));
    assert_eq!(line(&places[0]).1, "wire [WIDTH-1:0]     value_d = load ? load_value : sum;");
    // Both alternatives of a generate construct.
    let found = driver_of("riscv_hpm32", &own("riscv_hpm32"), "mcycle", None);
    assert_eq!(found.source.map(|(signal, places)| (signal, places.len())), Some(("value_d".to_owned(), 2)));
}

/// One always block drives many registers, so the lines of the assignments are named too.
#[test]
fn assignments_in_a_large_block_are_named() {
    let found = driver_of("itanium_core_dear", &own("itanium_core_dear"), "thread1.PMD33", None);
    assert!(line(&found.place).1.starts_with("always @(posedge clk)"), "{found:?}");
    assert!(!found.assigned.is_empty() && found.instance.contains(".g_thread[1]."), "{found:?}");
}

fn user(folder: &str, top: &str, map: &str) -> RtlSource {
    RtlSource::Folder { folder: root().join(folder), top: top.to_owned(), map: Some(root().join(map)) }
}

#[rstest]
#[case::array_of_registers(
    "ubox.U_MSR_PMON_CTR1",
    "sv_ubox.u_counters",
    "always_ff @(posedge clk_i or negedge rst_ni) begin"
)]
#[case::output("ubox.pmi", "sv_ubox", "assign irq_o = {1'b0, irq_q, 2'b00, halted_q, |flag_q} & {20{~scan_mode_i}};")]
#[case::register_of_the_top("ubox.frz_lat", "sv_ubox", "always_ff @(posedge clk_i or negedge rst_ni) begin")]
fn blocks_of_system_verilog_are_named(#[case] value: &str, #[case] instance: &str, #[case] block: &str) {
    let rtl = user("harness/tests/sv_ubox/rtl", "sv_ubox", "harness/tests/sv_ubox/ports.toml");
    let found = driver_of("ivt_ubox", &rtl, value, Some(1));
    assert_eq!((found.instance.as_str(), line(&found.place).1.as_str()), (instance, block));
}

#[test]
fn outputs_of_a_flat_module_are_named_with_their_assignment() {
    let rtl = user("examples/flat_ubox", "uncore_pmon_ubox", "examples/flat_ubox/ports.toml");
    let found = driver_of("ivt_ubox", &rtl, "ubox.frz_bcast", None);
    assert!(line(&found.place).1.starts_with("assign stop_all_o = "), "{found:?}");
}

/// No value of any PMU is reported with its declaration only.
#[test]
fn each_value_of_each_pmu_has_a_driver() {
    let workspace = Workspace::find(&root()).expect("the workspace");
    let mut missing = Vec::new();
    for id in Pmu::ids() {
        let pmu = Pmu::find(id).expect("a PMU");
        let states = pmu.description.states.iter().map(|word| word.name.as_str());
        let outputs = pmu.description.outputs.iter().map(|output| output.name.as_str());
        // Words and outputs of the same name in other units and indices have the same modules.
        let mut stems = std::collections::BTreeSet::new();
        for value in states.chain(outputs).chain(["bus_rdata", "bus_error"]) {
            if !stems.insert(value.replace(|c: char| c.is_ascii_digit(), "")) {
                continue;
            }
            let found = driver(&workspace, &pmu.description, &own(id), value, Some(0)).expect("a driver");
            let text = found.place.line.map(|_| line(&found.place).1).unwrap_or_default();
            let is_block = ["always", "assign", "wire"].iter().any(|word| text.starts_with(word));
            if found.is_declaration || !is_block {
                missing.push(format!("{id} {value}: {found:?}"));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
