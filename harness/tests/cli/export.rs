//! `export`: registers as SystemRDL and IP-XACT. `tools/exports.py` reads them with the tools of others.

use crate::new::{new, workspace};
use crate::support::{pmu_cosim, run};
use rstest::rstest;
use std::fs;

#[rstest]
#[case::unit(&["k8", "systemrdl"], "    k8_core0_t core1 @ 0x80;\n    core1->pmu_unit_position = 0x1;\n    core1->pmu_unit_number = 0x1;\n")]
#[case::msr(&["k8", "systemrdl"], "            pmu_address = 0xc0010001;\n")]
#[case::reserved(&["k8", "systemrdl"], "field { sw = r; hw = na; desc = \"should be zero; reads 0, writes ignored\"; pmu_section = \"10.2\"; } RESERVED_21[21:21] = 1'h0;\n")]
#[case::counter(&["k8", "systemrdl"], "field { sw = rw; hw = rw; desc = \"counter value\"; pmu_section = \"10.1\"; } CTR[47:0] = 48'h0;\n")]
#[case::read_only_path(&["k8", "systemrdl"], "field { sw = r; hw = w; desc = \"counter value\"; pmu_access = \"rw\"; pmu_section = \"10.1\"; } CTR[47:0] = 48'h0;\n")]
#[case::w1c(&["ivt_ubox", "systemrdl"], "field { sw = rw; hw = rw; onwrite = woclr;")]
#[case::set(&["riscv_hpm64", "systemrdl"], "onwrite = woset;")]
#[case::part(&["ivt_ha", "systemrdl"], "pmu_complete = \"0 48 0x0\"; ")]
#[case::xml_w1c(&["ivt_ubox", "ip-xact"], "<ipxact:modifiedWriteValue>oneToClear</ipxact:modifiedWriteValue>")]
#[case::xml_reserved(&["k8", "ip-xact"], "<ipxact:reserved>true</ipxact:reserved>")]
#[case::xml_address(&["k8", "ip-xact"], "<pmu:address>0xc0010001</pmu:address>")]
fn document_has_what_the_description_says(#[case] arguments: &[&str; 2], #[case] expected: &str) {
    let [pmu, format] = arguments;
    let output = run(&mut pmu_cosim(&["export", pmu, "--format", format]));
    assert_eq!(output.status, 0, "{}", output.err);
    assert!(output.out.contains(expected), "{}", output.out);
}

#[test]
fn document_is_written_to_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("ibex.rdl");
    let path = file.to_str().expect("a name");
    let config = "examples/cores/ibex/ibex.toml";
    let output = run(&mut pmu_cosim(&["--config", config, "export", "ibex", "--format", "systemrdl", "--out", path]));
    assert_eq!((output.status, output.out), (0, format!("wrote {path}\n")), "{}", output.err);
    assert!(fs::read_to_string(file).expect("the file").ends_with("};\n"));
}

#[rstest]
#[case::pmu("k9", "there is no PMU `k9`")]
fn wrong_input_is_one_error(#[case] pmu: &str, #[case] expected: &str) {
    let output = run(&mut pmu_cosim(&["export", pmu, "--format", "systemrdl"]));
    assert_eq!(output.status, 2);
    assert!(output.error().contains(expected), "{}", output.err);
}

#[test]
fn name_that_the_formats_do_not_accept_is_one_error() {
    let workspace = workspace();
    fs::create_dir(workspace.path().join("golden-model/descriptions/decisions")).expect("a folder");
    assert_eq!(new(workspace.path(), &["tally"]).status, 0);
    let file = workspace.path().join("golden-model/descriptions/tally/core/pmu.toml");
    let registers = r#"
[[space]]
name = "bus"
number = 0
doc = ""
section = ""
[[register]]
name = "CNT-0"
width = 8
section = ""
doc = ""
access = [{ space = "bus", address = 0 }]
field = [{ name = "all", bits = "7:0", access = "rw", reset = 0, section = "", doc = "" }]
"#;
    let text = fs::read_to_string(&file).expect("a description");
    let export = || {
        let mut command = pmu_cosim(&["export", "tally", "--format", "systemrdl"]);
        run(command.current_dir(workspace.path()))
    };
    fs::write(&file, format!("{text}{registers}")).expect("a description");
    let output = export();
    let expected = "error: tally: \"CNT-0\" is not an identifier of letters, digits and _, which the formats need; rename it in the description";
    assert_eq!((output.status, output.error()), (2, expected));
    fs::write(&file, format!("{text}{}", registers.replace('-', "_"))).expect("a description");
    assert!(export().out.contains("} \\all[7:0] = 8'h0;"));
}
