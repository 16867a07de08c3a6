//! `new --wrap`: the wrapper of a block runs at once, passes only if the block drives all outputs correctly, and wrong input is
//! reported.

use crate::support::{pmu_cosim, root, run, CommandOutput};
use rstest::rstest;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// A copy of the block, with a list of the RTL that it instantiates.
struct Block {
    folder: TempDir,
}

impl Block {
    fn new() -> Self {
        let block = Self { folder: tempfile::tempdir().expect("a folder") };
        fs::write(block.path("named_ubox_pkg.sv"), include_str!("named_ubox_pkg.sv")).expect("the package");
        fs::write(block.path("named_ubox.sv"), include_str!("named_ubox.sv")).expect("the block");
        let rtl = root().join("rtl/intel_ivt/ubox");
        let manifest = fs::read_to_string(rtl.join("rtl.toml")).expect("the manifest");
        let source = |line: &str| line.strip_prefix("  \"")?.strip_suffix("\",").map(|file| rtl.join(file));
        let files: Vec<_> = manifest.lines().filter_map(source).map(|file| file.display().to_string()).collect();
        assert_eq!(files.len(), 16);
        fs::write(block.path("ubox.f"), files.join("\n")).expect("the list");
        block
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("the file")
    }

    fn edit(&self, find: &str, replace: &str) {
        let text = self.read("named_ubox.sv");
        assert!(text.contains(find), "{find}");
        fs::write(self.path("named_ubox.sv"), text.replace(find, replace)).expect("the change");
    }

    /// Writes the wrapper in the folder of the block.
    fn wrap(&self, pmu: &str, files: &[&str], options: &[&str]) -> CommandOutput {
        let files = files.iter().map(|file| self.path(file));
        let mut command = pmu_cosim(&["new", pmu, "--wrap"]);
        run(command.args(files).args(options).arg("--out").arg(self.path("wrapper")))
    }

    fn wrap_all(&self) -> CommandOutput {
        let output = self.wrap("ivt_ubox", &["ubox.f", "named_ubox_pkg.sv", "named_ubox.sv"], &[]);
        assert_eq!(output.status, 0, "{}{}", output.out, output.err);
        output
    }

    /// Runs the command that `new --wrap` printed, for a few cycles.
    fn run(&self, printed: &CommandOutput) -> CommandOutput {
        let next = printed.out.lines().find_map(|line| line.strip_prefix("next: target/release/pmu-cosim "));
        let arguments: Vec<_> = next.expect("the next command").split(' ').collect();
        run(pmu_cosim(&arguments).args(["--cycles", "20000", "--no-waves", "--out"]).arg(self.path("out")))
    }
}

#[test]
fn block_with_the_names_of_the_description_passes_without_an_edit_and_a_bug_in_it_fails() {
    let block = Block::new();
    let output = block.wrap_all();
    let file = block.path("wrapper/ivt_ubox_wrapper.sv").display().to_string();
    let to_do = format!("to do: comments with TODO in {file}: 2; paths of registers in [state] of its port map");
    for line in [
        "connected 26 of 26 ports of the description with named_ubox:",
        "  rst          rst_ni, inverted, asynchronous",
        "  evt_msg      evt_msg_i",
        "of named_ubox: other inputs that are 0: 5, outputs that are open: 3",
        &to_do,
    ] {
        assert!(output.out.lines().any(|printed| printed == line), "{line}: {}", output.out);
    }
    let text = block.read("wrapper/ivt_ubox_wrapper.sv");
    for pin in [
        ".rst_ni        (~rst),",
        ".mode_i        (mode_e'('0)),",
        ".debug_i       ('0),",
        ".lane_i        ('{default: '0}),",
        ".test_en_ni    ('0),  // TODO its name says that it is active low, so 0 activates it",
        ".bus_op_i      ('0),  // TODO perhaps a part of the access, as bus_valid_i is",
        ".lane_o        (),",
    ] {
        assert!(text.lines().any(|line| line.trim() == pin), "{pin}: {text}");
    }

    let passed = block.run(&output);
    assert_eq!(passed.status, 0, "{}{}", passed.out, passed.err);
    block.edit(".core_wake  (core_wake_o),", ".core_wake  ({core_wake_o[0], core_wake_o[14:1]}),");
    let failed = block.run(&output);
    assert_eq!(failed.status, 1, "{}{}", failed.out, failed.err);
    assert!(failed.out.contains("ubox.core_wake"), "{}", failed.out);
}

#[test]
fn output_that_the_block_lacks_is_0_with_its_meaning_and_fails() {
    let block = Block::new();
    block.edit("frz_bcast_o", "halted_o");
    let output = block.wrap_all();
    for line in [
        "outputs that nothing drives, so they are 0: frz_bcast, unfrz_bcast",
        "of named_ubox: other inputs that are 0: 5, outputs that are open: 5",
    ] {
        assert!(output.out.lines().any(|printed| printed == line), "{line}: {}", output.out);
    }
    let text = block.read("wrapper/ivt_ubox_wrapper.sv");
    assert!(text.contains("    assign frz_bcast = '0;  // TODO frz_bcast, 1 bit: "), "{text}");
    let failed = block.run(&output);
    assert_eq!(failed.status, 1, "{}{}", failed.out, failed.err);
}

#[test]
fn parameters_are_passed_and_existing_files_are_kept() {
    let block = Block::new();
    let files = ["named_ubox_pkg.sv", "named_ubox.sv", "ubox.f"];
    let wrap = |lanes: &str| block.wrap("ivt_ubox", &files, &["-G", lanes, "-D", "SYNTHESIS", "-D", "DEPTH=3"]);
    let output = wrap("Lanes=3");
    assert_eq!(output.status, 0, "{}{}", output.out, output.err);
    let text = block.read("wrapper/ivt_ubox_wrapper.sv");
    assert!(text.contains("    parameter int unsigned Lanes = 2,\n"), "{text}");
    assert!(text.contains("        .Lanes (Lanes),\n        .First (First)\n"), "{text}");
    let map = block.read("wrapper/ivt_ubox.ports.toml");
    for line in [
        "list = \"../ubox.f\"",
        "define = { DEPTH = \"3\", SYNTHESIS = \"\" }",
        "own = [\"../named_ubox.sv\"]",
        "rst = { port = \"rst\", async = true }",
        "Lanes = \"3\"",
        "# \"ubox.U_MSR_PMON_CTR{index}\" = \"u_block.\"",
    ] {
        assert!(map.lines().any(|found| found == line), "{line}: {map}");
    }
    let passed = block.run(&output);
    assert_eq!(passed.status, 0, "{}{}", passed.out, passed.err);

    let again = wrap("Lanes=4");
    assert_eq!(again.status, 2, "{}", again.err);
    assert!(
        again.error().contains("wrapper/ivt_ubox_wrapper.sv already exists; select another folder"),
        "{}",
        again.err
    );
    assert_eq!(block.read("wrapper/ivt_ubox.ports.toml"), map);
}

/// Each wrong input has one error, and nothing is written.
#[rstest]
#[case::unknown_pmu("ivt_uboxx", "", &[], "there is no PMU `ivt_uboxx`; did you mean `ivt_ubox`")]
#[case::no_module("ivt_ubox", "", &["--top", "named_box"], "there is no module `named_box`; did you mean `named_ubox`")]
#[case::several_tops("ivt_ubox", "module other; endmodule", &[], "there are several top modules, other, named_ubox; select one with --top")]
#[case::not_verilog("ivt_ubox", "module other; assign; endmodule", &["--top", "other"], "Verilator rejects the RTL of ")]
#[case::inout("ivt_ubox", "module pad (inout wire p); endmodule", &["--top", "pad"], "port p of pad is an inout port, which a wrapper cannot connect")]
#[case::interface(
    "ivt_ubox",
    "interface bus_if; logic v; endinterface\nmodule slave (bus_if b); endmodule",
    &["--top", "slave"],
    "port b of slave is an interface port, which a wrapper cannot connect"
)]
#[case::no_parameter("ivt_ubox", "module leaf (input x); endmodule", &["--top", "leaf", "-G", "N=1"], "there is no parameter of the top `N`")]
#[case::no_value("ivt_ubox", "", &["-G", "N"], "-G N: write NAME=VALUE")]
#[case::taken_name("ivt_ubox", "module ivt_ubox_wrapper; endmodule", &[], "module ivt_ubox_wrapper has the name of the wrapper")]
#[case::no_folder("ivt_ubox", "", &["-I", "no/such"], "no/such does not exist")]
fn wrong_input_is_reported(#[case] pmu: &str, #[case] more: &str, #[case] options: &[&str], #[case] expected: &str) {
    let block = Block::new();
    block.edit("// A U-Box", &format!("{more}\n// A U-Box"));
    let output = block.wrap(pmu, &["named_ubox_pkg.sv", "named_ubox.sv"], options);
    assert_eq!(output.status, 2, "{}{}", output.out, output.err);
    assert!(output.error().contains(expected), "{}", output.err);
    assert!(!block.path("wrapper").exists());
}

#[rstest]
#[case::no_file("no.sv", "no.sv: there is no such file")]
#[case::folder(".", "this is a folder; name its files")]
#[case::no_verilog("empty.sv", "no module is a top; --wrap needs the file that declares the module")]
fn wrong_file_is_reported(#[case] file: &str, #[case] expected: &str) {
    let block = Block::new();
    fs::write(block.path("empty.sv"), "").expect("a file");
    let output = block.wrap("ivt_ubox", &[file], &[]);
    assert_eq!(output.status, 2, "{}", output.err);
    assert!(output.error().contains(expected), "{}", output.err);
}

#[rstest]
#[case(&["new", "ivt_ubox", "--top", "named_ubox"], "--wrap <FILE>...")]
#[case(&["new", "ivt_ubox", "--wrap", "a.sv", "--like", "x86-msr"], "cannot be used with")]
fn options_of_a_wrapper_need_a_block(#[case] arguments: &[&str], #[case] expected: &str) {
    let output = run(&mut pmu_cosim(arguments));
    assert_eq!(output.status, 2);
    assert!(output.err.contains(expected), "{}", output.err);
}
