//! Tests of the prover on mutants with known verdicts.

use super::equivalence::{Prover, Verdict};
use super::mutant::Mutant;
use super::netlist::Netlist;
use golden_model_core::Pmu;
use pmu_results::Proof;
use pmu_rtl::{find_yosys, AdaptedRtl, Language, RtlSource, ToolChoice, Workspace, Yosys};
use std::fs;
use std::path::Path;

/// A redundant expression: either operand can be dropped.
const TWICE: &str = "wire [WIDTH-1:0] twice = set & set;";
/// A register that stays 0 after its reset.
const NEVER: &str = "reg never_q; always @(posedge clk) if (rst) never_q <= 1'b0; else never_q <= never_q & set[0];";
/// Two bits of which exactly one is 1 after a reset, and a wire that is 1 only if both are.
const HOT: &str = "reg [1:0] hot_q; always @(posedge clk) hot_q <= rst ? 2'b01 : {hot_q[0], hot_q[1] & ~hot_q[0]};";
const BOTH: &str = "wire both = hot_q[0] & hot_q[1];";
const UNLESS: &str = "wire [WIDTH-1:0] asked = (twice | set) & ~{WIDTH{never_q | both}};";

/// A copy of the RTL of the U-Box below `root`.
fn copy_ubox(root: &Path) {
    for folder in ["common", "intel_ivt/common", "intel_ivt/ubox"] {
        let (from, to) =
            (Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../rtl").join(folder), root.join("rtl").join(folder));
        fs::create_dir_all(&to).expect("a folder");
        for entry in fs::read_dir(from).expect("the RTL").flatten() {
            fs::copy(entry.path(), to.join(entry.file_name())).expect("a copy");
        }
    }
}

/// The survey of the RTL of `manifest`, with all mutants.
fn survey(workspace: &Workspace, yosys: &Yosys, pmu: &Pmu, manifest: &Path, folder: &Path) -> Netlist {
    let rtl = RtlSource::from(manifest);
    let adapted = AdaptedRtl::make(workspace, &pmu.description, &rtl, folder, &mut |_| {});
    let adapted = adapted.unwrap_or_else(|error| panic!("{error}"));
    Netlist::make(workspace, yosys, &pmu.description, (&rtl, adapted), folder, (Some(20_000), 1))
        .unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn equivalent_mutants_are_proven_and_others_are_refuted() {
    let directory = tempfile::tempdir().expect("a directory");
    let root = directory.path();
    copy_ubox(root);
    let file = root.join("rtl/common/pmu_sticky.v");
    let text = fs::read_to_string(&file).expect("a source");
    // Every instance stores `set`; not all of them use `fresh`.
    let stored = "wire [WIDTH-1:0] value_d = kept | set;";
    let lines = format!("{TWICE}\n{NEVER}\n{HOT}\n{BOTH}\n{UNLESS}\nwire [WIDTH-1:0] value_d = kept | asked;");
    let changed = text.replace(stored, &lines);
    assert_ne!(text, changed);
    fs::write(&file, &changed).expect("a source");

    let workspace = Workspace::new(root, &root.join("build"), ToolChoice::from_env()).expect("a workspace");
    let yosys = find_yosys(&workspace, Language::Verilog, &mut |_| {}).unwrap_or_else(|error| panic!("{error}"));
    let pmu = Pmu::find("ivt_ubox").expect("the U-Box");
    let manifest = root.join("rtl/intel_ivt/ubox/rtl.toml");
    let survey = survey(&workspace, &yosys, &pmu, &manifest, &root.join("build/ivt_ubox"));
    let prover = Prover::new(&yosys, &survey, &pmu.description).unwrap_or_else(|error| panic!("{error}"));
    let verdict = |text: &str, port: &str, mode: &str| {
        let line = changed.lines().position(|line| line.contains(text)).expect("the line") + 1;
        let place = format!("rtl/common/pmu_sticky.v:{line}");
        let is_there = |mutant: &&Mutant| (&mutant.line, &*mutant.port, &*mutant.mode) == (&place, port, mode);
        let mutant = survey.mutants.iter().find(is_there).expect("a mutant");
        prover.prove(mutant).unwrap_or_else(|error| panic!("{error}"))
    };
    assert_eq!(verdict(TWICE, "Y", "const0"), Verdict::Proven(Proof::EveryState));
    assert_eq!(verdict(TWICE, "Y", "const1"), Verdict::Refuted);
    assert_eq!(prover.prove(&survey.killer).unwrap_or_else(|error| panic!("{error}")), Verdict::Refuted);
    // After a reset the mutant is equivalent. Without a reset the register may stay 1, though it never becomes 1 from 0.
    assert_eq!(verdict(NEVER, "Q", "const0"), Verdict::Proven(Proof::ReachableStates));
    assert_eq!(verdict(NEVER, "Q", "const1"), Verdict::Refuted);
    assert_eq!(verdict(NEVER, "S", "const0"), Verdict::Refuted);
    // Neither bit is constant and they are not equal: this needs induction over states.
    assert_eq!(verdict(BOTH, "Y", "const0"), Verdict::Proven(Proof::ReachableStates));
    assert_eq!(verdict(BOTH, "Y", "const1"), Verdict::Refuted);
}

/// Logic between two U-Boxes. The second one's data is used exactly where it equals the first one's.
const BETWEEN: &str = "
    wire [63:0] rdata_0;
    wire [63:0] rdata_1;
    wire [63:0] rdata_2 = rdata_0 | rdata_0 & rdata_1;
    assign bus_rdata = rdata_2 | rdata_1;";

#[test]
fn mutants_between_pmus_are_proven_for_all_responses() {
    let directory = tempfile::tempdir().expect("a directory");
    let root = directory.path();
    copy_ubox(root);
    let folder = root.join("rtl/intel_ivt/whole");
    fs::create_dir(&folder).expect("a folder");
    let read = |name: &str| fs::read_to_string(root.join("rtl/intel_ivt/ubox").join(name)).expect("a file");
    let source = read("ivt_ubox.v");
    let header = &source[..source.find(");").expect("the end of the ports") + 2];
    let ports: Vec<&str> =
        header.lines().filter(|line| line.contains("put  wire") || line.contains("put wire")).collect();
    let instance = |number: usize| {
        let connected = |port: &&str| {
            let name = port.split_whitespace().last().expect("a name").trim_end_matches(',');
            let is_output = port.contains("output");
            match (name, is_output && number > 0) {
                ("bus_rdata", _) => format!(".bus_rdata(rdata_{number})"),
                (_, true) => format!(".{name}()"),
                (_, false) => format!(".{name}({name})"),
            }
        };
        format!("ivt_ubox u_{number} ({});\n", ports.iter().map(connected).collect::<Vec<_>>().join(", "))
    };
    let whole = header.replace("module ivt_ubox", "module whole");
    fs::write(folder.join("whole.v"), format!("{whole}{BETWEEN}\n{}{}endmodule\n", instance(0), instance(1)))
        .expect("a source");
    let manifest =
        read("rtl.toml").replace("top = \"ivt_ubox\"", "top = \"whole\"").replace("path = \"", "path = \"u_0.");
    let manifest =
        manifest.replace("  \"ivt_ubox", "  \"../ubox/ivt_ubox").replace("sources = [", "sources = [\n  \"whole.v\",");
    fs::write(folder.join("rtl.toml"), manifest).expect("a manifest");

    let workspace = Workspace::new(root, &root.join("build"), ToolChoice::from_env()).expect("a workspace");
    let yosys = find_yosys(&workspace, Language::Verilog, &mut |_| {}).unwrap_or_else(|error| panic!("{error}"));
    let pmu = Pmu::find("ivt_ubox").expect("the U-Box");
    let folder = root.join("build/whole");
    let survey = survey(&workspace, &yosys, &pmu, &root.join("rtl/intel_ivt/whole/rtl.toml"), &folder);
    assert_eq!(survey.pmus, ["ivt_ubox".to_owned()].into());
    let prover = Prover::new(&yosys, &survey, &pmu.description).unwrap_or_else(|error| panic!("{error}"));
    let prove = |cell: &str, port: &str, bit: &str| {
        let there = |mutant: &&Mutant| (&*mutant.port, &*mutant.bit, &*mutant.mode) == (port, bit, "const0");
        let mutant =
            survey.mutants.iter().filter(there).find(|mutant| mutant.module == "whole" && mutant.cell.contains(cell));
        let verdict = prover.prove(mutant.expect("a mutant")).unwrap_or_else(|error| panic!("{error}"));
        (verdict, folder.join(format!("proof-{}.ys", mutant.expect("a mutant").number)).exists())
    };
    // A redundant operand, and a bit that no register of the U-Box has: no proof about the top is needed.
    assert_eq!(prove("$and", "Y", "3"), (Verdict::Proven(Proof::EveryState), false));
    assert_eq!(prove("u_0", "bus_wdata", "63"), (Verdict::Proven(Proof::EveryState), false));
    // After a reset both return the same data, but that proof is not attempted.
    assert_eq!(prove("u_1", "bus_rdata", "3"), (Verdict::Different, true));
    assert_eq!(prove("u_0", "bus_wdata", "3"), (Verdict::Different, true));
}
