//! RTL without a manifest: a folder, a top module and a port map.

use crate::fixture::Fixture;
use harness::rtl::{driver, ErrorKind, RtlSource, Variant};
use rstest::rstest;
use std::fs;
use std::path::Path;

/// Replaces a text in a file of the RTL and returns the error of the build.
fn fault(file: &str, old: &str, new: &str) -> String {
    let fixture = Fixture::own();
    fixture.edit(file, old, new);
    let error = fixture.error();
    assert_eq!(error.kind(), ErrorKind::BadInput, "{error}");
    error.to_string()
}

#[rstest]
#[case::no_such_port(
    "\"cmd_v\"",
    "\"cmd_vv\"",
    "[ports] bus_valid: there is no input of the top `cmd_vv`; did you mean `cmd_v` or `cmd_w` or `cmd_unit`?"
)]
#[case::no_such_name(
    "bus_error =",
    "bus_err =",
    "[ports] there is no port of the description `bus_err`; did you mean `bus_error` or `bus_addr` or `bus_rdata`?\n  \
     and output bus_error is missing (1 bit in the description); name its port in [ports] of the --ports file, or declare it absent there"
)]
#[case::missing("bus_unit = \"cmd_unit\"", "",
    "input bus_unit is missing (8 bits in the description); name its port in [ports] of the --ports file, or declare it absent there\n  \
     and nothing drives input cmd_unit; map it in [ports] or give it a value in [tie]")]
#[case::too_narrow(
    "\"cmd_unit\"",
    "\"cmd_w\"",
    "[ports] bus_unit: port cmd_w has 1 bit where the description has 8; { ports = [...] } concatenates several ports\n  \
     and nothing drives input cmd_unit; map it in [ports] or give it a value in [tie]"
)]
#[case::too_wide(
    "{ port = \"ctl\", low = 4 }",
    "\"ctl\"",
    "[ports] c0_level: port ctl has 16 bits where the description has 9; { port = ..., low = N } selects some of its bits"
)]
#[case::beyond(
    "low = 64",
    "low = 65",
    "[ports] bus_error: port response has 65 bits, too few for 1 bit from bit 65 upward"
)]
#[case::together(
    "[\"ev_low\", \"ev_high\"]",
    "[\"ev_low\"]",
    "[ports] c0_ev: ev_low together have 30 bits where the description has 80\n  \
     and nothing drives input ev_high; map it in [ports] or give it a value in [tie]"
)]
#[case::wrong_direction(
    "bus_error = { port = \"response\", low = 64 }",
    "bus_error = \"cmd_v\"",
    "[ports] bus_error: port cmd_v is an input where the description has an output"
)]
#[case::twice(
    "c0_level = { port = \"ctl\", low = 4 }",
    "c0_level = { port = \"ctl\", low = 3 }",
    "[ports] c0_level: bit 3 of ctl is already driven by c0_enable"
)]
#[case::untied(
    "ctl = 0xBFFB",
    "",
    "nothing drives bit 0 of input ctl, and 5 more; map it in [ports] or give it a value in [tie]"
)]
#[case::no_such_tie("ctl = 0xBFFB", "ctl = 0xBFFB\ncontrol = 0", "[tie] there is no input of the top `control`")]
#[case::tie_too_large("ctl = 0xBFFB", "ctl = 0x1BFFB", "[tie] ctl: 0x1bffb does not fit into 16 bits")]
#[case::tie_of_a_driven_port(
    "ctl = 0xBFFB",
    "ctl = 0xBFFB\ncmd_v = 0",
    "[tie] cmd_v: [ports] already drives all of it"
)]
#[case::clock_in_a_vector(
    "{ port = \"ck_n\", invert = true }",
    "{ port = \"ctl\", low = 0 }",
    "[ports] clk: port ctl has 16 bits; the clock input needs a separate port\n  \
     and nothing drives input ck_n; map it in [ports] or give it a value in [tie]"
)]
#[case::absent_input_without_value(
    "c0_ev = { ports = [\"ev_low\", \"ev_high\"], invert = true }",
    "c0_ev = { absent = true }",
    "[ports] c0_ev: it is an input; write { absent = N } with its constant value\n  \
     and nothing drives input ev_low; map it in [ports] or give it a value in [tie]\n  \
     and nothing drives input ev_high; map it in [ports] or give it a value in [tie]"
)]
#[case::absent_output_with_value(
    "c0_wide = { ports = [\"wide_low_n\", \"wide_high_n\"], invert = true }",
    "c0_wide = { absent = 0 }",
    "[ports] c0_wide: it is an output; write { absent = true }"
)]
#[case::absent_value_too_large(
    "c0_level = { port = \"ctl\", low = 4 }",
    "c0_level = { absent = 512 }",
    "[ports] c0_level: 0x200 does not fit into its width of 9 bits"
)]
#[case::needed(
    "bus_rdata = { port = \"response\", low = 0 }",
    "bus_rdata = { absent = true }",
    "[ports] bus_rdata: a top module without it cannot be verified; add it in a wrapper"
)]
#[case::not_absent(
    "c0_wide =",
    "c0_lazy = { absent = true }\nc0_wide =",
    "[ports] c0_lazy: the top has an output of that name, so it is not absent"
)]
#[case::asynchronous_output(
    "{ port = \"response\", low = 64 }",
    "{ port = \"response\", low = 64, async = true }",
    "[ports] bus_error: async is for inputs other than clk"
)]
#[case::no_such_parameter(
    "KEY = 5",
    "KEYS = 5",
    "[parameters] there is no parameter of the top `KEYS`; did you mean `KEY`?"
)]
#[case::no_such_state(
    "history = ",
    "histories = ",
    "[state] there is no state word of tiny `histories`; did you mean `history`?"
)]
#[case::no_such_signal(
    "u_tiny.flags_q[3:2]",
    "u_tiny.flag_q[3:2]",
    "state flag: there is no signal u_tiny.flag_q[3:2]"
)]
#[case::no_such_bits(
    "flags_q[3:2]",
    "flags_q[4:2]",
    "state flag: u_tiny.flags_q[4:2] has 3 bits where the description has 2"
)]
#[case::other_module(
    "\"tiny_top\"",
    "\"tiny_counter\"",
    "state mode0: there is no signal u_tiny.mode_q[0]\n  and state mode1: there is no signal u_tiny.mode_q[1]"
)]
fn invalid_port_map_is_rejected_with_a_remedy(#[case] old: &str, #[case] new: &str, #[case] message: &str) {
    assert_eq!(fault("ports.toml", old, new), format!("top module own_top of rtl/tiny: {message}"));
}

#[rstest]
#[case::a_new_input(
    "output wire        debug",
    "output wire debug, input wire scan_enable",
    "nothing drives input scan_enable; map it in [ports] or give it a value in [tie]"
)]
#[case::renamed(
    "output wire [15:0] c0_lazy,",
    "output wire [15:0] c0_lazy_o,",
    "output c0_lazy is missing (16 bits in the description); name its port in [ports] of the --ports file, perhaps c0_lazy = \"c0_lazy_o\""
)]
#[case::other_direction(
    "output wire [15:0] c0_lazy,",
    "input wire [15:0] c0_lazy,",
    "port c0_lazy is an input where the description has an output"
)]
#[case::inout(
    "output wire        debug",
    "output wire debug, inout wire pad",
    "port pad is neither a plain input nor a plain output"
)]
fn top_that_does_not_match_the_map_is_rejected_with_a_remedy(
    #[case] old: &str,
    #[case] new: &str,
    #[case] message: &str,
) {
    let fixture = Fixture::own();
    fixture.edit("own_top.v", old, new);
    fixture.edit("own_top.v", ".c0_lazy(c0_lazy)", ".c0_lazy()");
    assert_eq!(fixture.error().to_string(), format!("top module own_top of rtl/tiny: {message}"));
}

#[test]
fn all_errors_are_reported_together() {
    let fixture = Fixture::own();
    fixture.edit("ports.toml", "low = 64", "low = 65");
    fixture.edit("ports.toml", "ctl = 0xBFFB", "");
    fixture.edit("ports.toml", "history = ", "histories = ");
    let text = fixture.error().to_string();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert!(lines[0].contains("[state]") && lines[1].contains("bus_error") && lines[2].contains("ctl"), "{text}");
}

#[rstest]
#[case("[ports]", "[port]", "rtl/tiny/ports.toml: line 1: unknown field `port`, expected one of")]
#[case("low = 64", "high = 64", "rtl/tiny/ports.toml: line 10: unknown field `high`, expected one of")]
fn unreadable_port_map_is_rejected_with_a_line(#[case] old: &str, #[case] new: &str, #[case] message: &str) {
    let text = fault("ports.toml", old, new);
    assert!(text.starts_with(message) && text.lines().count() == 1, "{text}");
}

#[test]
fn missing_files_are_reported() {
    let mut fixture = Fixture::own();
    let of = |folder: &str, top: &str, map: Option<&str>| RtlSource::Folder {
        folder: folder.into(),
        top: top.to_owned(),
        map: map.map(Into::into),
    };
    fixture.rtl = of("rtl/no", "own_top", None);
    assert!(fixture.error().to_string().starts_with("rtl/no: No such file"));
    fixture.rtl = of("rtl/tiny", "own_top", Some("rtl/no.toml"));
    assert!(fixture.error().to_string().starts_with("rtl/no.toml: No such file"));
    fs::create_dir(fixture.path("rtl/empty")).expect("a folder");
    fixture.rtl = of("rtl/empty", "own_top", None);
    assert_eq!(fixture.error().to_string(), "rtl/empty: there is no .v and no .sv file in it or below it");
    fixture.rtl = of("rtl/tiny", "own_tap", None);
    assert!(fixture.error().to_string().starts_with("Verilator rejects the RTL of rtl/tiny:\n%Error"));
}

#[test]
fn sources_are_all_files_below_the_folder_in_order() {
    let fixture = Fixture::own();
    let tiny = fixture.path("rtl/tiny");
    for folder in ["deep/er", ".git"] {
        fs::create_dir_all(tiny.join(folder)).expect("a folder");
    }
    fs::rename(tiny.join("tiny_width.vh"), tiny.join("deep/er/tiny_width.vh")).expect("a move");
    fs::rename(tiny.join("tiny_counter.v"), tiny.join("deep/tiny_counter.sv")).expect("a move");
    fs::write(tiny.join(".git/hidden.v"), "not Verilog").expect("a file");
    // The package sorts after the file that uses it, but packages are read first.
    fs::write(tiny.join("deep/zero_pkg.sv"), "package zero_pkg; localparam KEY = 5; endpackage\n").expect("a file");
    fixture.edit("own_top.v", "KEY == 5", "KEY == zero_pkg::KEY");
    let first = fixture.built(Variant::Fast);
    assert_eq!(first.top, "own_top");
    fixture.edit("deep/er/tiny_width.vh", "48", "32 + 16");
    assert_ne!(fixture.built(Variant::Fast).rtl_hash, first.rtl_hash, "include files are part of the hash");
}

#[test]
fn include_file_with_an_unknown_suffix_is_rejected() {
    let fixture = Fixture::own();
    fs::write(fixture.path("rtl/tiny/more.inc"), "").expect("an include file");
    fixture.edit("own_top.v", "wire [99:0] wide;", "`include \"more.inc\"\n    wire [99:0] wide;");
    let text = fixture.error().to_string();
    let expected = "rtl/tiny: the RTL reads rtl/tiny/more.inc, whose changes would go unnoticed: put it below this \
                    folder under a name that ends in .vh or .svh";
    assert_eq!(text, expected);
}

#[test]
fn missing_ports_are_neither_driven_nor_compared() {
    let fixture = Fixture::own();
    fixture.edit("own_top.v", "output wire [15:0] c0_lazy,", "");
    fixture.edit("own_top.v", ".c0_lazy(c0_lazy)", ".c0_lazy()");
    fixture.edit("own_top.v", "input  wire [7:0]  cmd_unit,", "");
    fixture.edit("own_top.v", ".bus_unit(cmd_unit)", ".bus_unit(8'd0)");
    fixture.edit("ports.toml", "bus_unit = \"cmd_unit\"", "bus_unit = { absent = 0 }\nc0_lazy = { absent = true }");
    fixture.edit("ports.toml", "flag = \"u_tiny.flags_q[3:2]\"\n", "");
    let built = fixture.built(Variant::Fast);
    let layout = fixture.description.observation_layout();
    let unseen = layout.slots().iter().zip(&built.compared).filter(|(_, &compared)| !compared);
    assert_eq!(unseen.map(|(slot, _)| slot.name.as_str()).collect::<Vec<_>>(), ["core0.lazy", "flag", "hidden"]);
    let tied: Vec<_> = built.tied.inputs().iter().map(|(slot, value)| (slot.name.as_str(), *value)).collect();
    assert_eq!(tied, [("bus_unit", 0)]);
    let mut frame = fixture.frame(&[("bus_unit", 7), ("bus_addr", 3)]);
    built.tied.apply(&mut frame, fixture.description.frame_layout().words());
    assert_eq!(frame, fixture.frame(&[("bus_addr", 3)]));
}

/// The path of a state word names the module, through instances and generate blocks.
#[rstest]
#[case("history", "tiny_top.v", "always @(posedge clk)")]
#[case("core0.count0", "tiny_counter.v", "always @(posedge clk)")]
fn register_without_a_module_in_the_map_is_found(#[case] word: &str, #[case] file: &str, #[case] block: &str) {
    let fixture = Fixture::own();
    let found = driver(&fixture.workspace(), &fixture.description, &fixture.rtl, word, None).expect("a driver");
    assert_eq!(found.place.file, Path::new("rtl/tiny").join(file));
    let text = fs::read_to_string(fixture.path("rtl/tiny").join(file)).expect("a source");
    let line = found.place.line.and_then(|line| text.lines().nth(line as usize - 1)).map(str::trim);
    assert!(line.is_some_and(|line| line.starts_with(block)), "{found:?}: {line:?}");
}

/// A macro hides the driver, so only the declaration is found.
#[test]
fn declaration_of_a_register_without_a_visible_driver_is_named() {
    let fixture = Fixture::own();
    let hidden = "`define CLOCKED always @(posedge clk)\nmodule tiny_counter";
    fixture.edit("tiny_counter.v", "always @(posedge clk)", "`CLOCKED");
    fixture.edit("tiny_counter.v", "module tiny_counter", hidden);
    let found =
        driver(&fixture.workspace(), &fixture.description, &fixture.rtl, "core0.count0", None).expect("a driver");
    assert!(found.is_declaration, "{found:?}");
    let text = fs::read_to_string(fixture.path("rtl/tiny/tiny_counter.v")).expect("a source");
    let line = found.place.line.and_then(|line| text.lines().nth(line as usize - 1)).map(str::trim);
    assert_eq!(line, Some("reg [WIDTH-1:0] value_q;"));
}

/// An asynchronous reset that the map declares acts exactly at the edge that ends its cycle.
#[test]
fn asynchronous_reset_acts_like_a_synchronous_one() {
    let fixture = Fixture::own();
    fixture.edit("tiny_counter.v", "always @(posedge clk)", "always @(posedge clk or posedge rst)");
    fixture.edit(
        "ports.toml",
        "{ port = \"reset_n\", invert = true }",
        "{ port = \"reset_n\", invert = true, async = true }",
    );
    let mut model = fixture.model(Variant::Fast, 1);
    model.reset(2).expect("a reset");
    let mut frame = fixture.frame(&[("core0.enable", 1)]);
    fixture.description.frame_layout().slot("core0.ev").part(0, 2).set(&mut frame, 3);
    let mut counts = Vec::new();
    for cycle in 0..6 {
        fixture.description.frame_layout().slot("rst").set(&mut frame, u64::from(cycle == 2));
        let mut observation = vec![0; model.observation_words()];
        model.step(&frame, &mut observation).expect("a step");
        counts.push(fixture.value(&observation, "core0.count0"));
    }
    assert_eq!(counts, [0, 3, 6, 0, 3, 6]);
}
