//! Invalid RTL and manifests.

use crate::fixture::Fixture;
use harness::rtl::ErrorKind;
use rstest::rstest;

#[rstest]
#[case::unknown_key("top = ", "tip = 1\ntop = ", "unknown field `tip`")]
#[case::no_such_source("\"tiny_top.v\"", "\"tiny_tap.v\"", "source rtl/tiny/tiny_tap.v does not exist")]
#[case::no_such_include("[\".\"]", "[\"inc\"]", "include directory rtl/tiny/inc does not exist")]
#[case::own_of_others(
    "[\".\"]",
    "[\".\"]\ncounted_sources = [\"other.v\"]",
    "counted_sources: rtl/tiny/other.v is not one of the sources"
)]
#[case::old_key("[\".\"]", "[\".\"]\nown = [\"tiny_top.v\"]", "`own` is now `counted_sources`")]
#[case::no_sources("[\"tiny_counter.v\", \"tiny_top.v\"]", "[]", "it lists no sources")]
#[case::unknown_state(
    "\"history\"",
    "\"histories\"",
    "there is no state word of tiny `histories`; did you mean `history`?"
)]
#[case::state_twice("name = \"history\"", "name = \"flag\"", "state flag is given twice")]
#[case::other_signal("signal = \"history_q\"", "signal = \"past_q\"", "does not end in signal past_q")]
#[case::stray_placeholder("mode_q[{index}]", "mode_q[{unit}]", "no placeholder {unit}; known placeholders: {index}")]
#[case::unknown_placeholder("mode{index}", "mode{n}", "no placeholder {n}; known placeholders: {unit}, {index}")]
#[case::no_path("path = \"history_q\"", "path = \"a..b\"", "a..b is not a path such as")]
#[case::no_include("include = [\".\"]", "", "Cannot find include file")]
fn invalid_manifest_is_rejected(#[case] old: &str, #[case] new: &str, #[case] message: &str) {
    let fixture = Fixture::new();
    fixture.edit("rtl.toml", old, new);
    let error = fixture.error();
    let text = error.to_string();
    assert!(text.contains(message) && text.contains("rtl/tiny/"), "{text}");
    assert_eq!(error.kind(), ErrorKind::BadInput);
}

#[rstest]
#[case::too_narrow(
    "tiny_top.v",
    "[79:0] c0_ev",
    "[63:0] c0_ev",
    "input c0_ev has 64 bits where the description has 80"
)]
#[case::too_wide(
    "tiny_top.v",
    "output wire [15:0] c0_lazy",
    "output wire [16:0] c0_lazy",
    "output c0_lazy has 17 bits where the description has 16"
)]
#[case::one_more(
    "tiny_top.v",
    "input wire        c0_enable,",
    "input wire c0_enable, input wire c1_enable,",
    "nothing drives input c1_enable, which is not in the description"
)]
#[case::missing("tiny_top.v", "c0_level", "c9_level", "input c0_level is missing (9 bits in the description)")]
#[case::no_such_path("rtl.toml", "g_counter[{index}]", "g_count[{index}]",
    "state core0.count0: there is no signal g_count[0].u_counter.value_q; signals of that name are g_counter[0].u_counter.value_q")]
#[case::other_module(
    "rtl.toml",
    "\"tiny_counter\"",
    "\"tiny_top\"",
    "g_counter[0].u_counter.value_q is not in an instance of module tiny_top"
)]
#[case::state_width("tiny_width.vh", "48", "47", "state core0.count0: g_counter[0].u_counter.value_q has 47 bits")]
#[case::no_such_bits("rtl.toml", "flags_q[3:2]", "flags_q[8:7]", "flags_q[8:7] selects bits that are not in [7:0]")]
#[case::no_element("rtl.toml", "mode_q[{index}]", "mode_q", "mode_q must name one of the 2 elements")]
fn rtl_that_does_not_match_the_description_is_rejected(
    #[case] file: &str,
    #[case] old: &str,
    #[case] new: &str,
    #[case] message: &str,
) {
    let fixture = Fixture::new();
    fixture.edit(file, old, new);
    let error = fixture.error();
    let text = error.to_string();
    assert!(text.contains(message) && text.contains("tiny_top of rtl/tiny/rtl.toml"), "{text}");
    assert_eq!(error.kind(), ErrorKind::BadInput);
}

#[rstest]
#[case::syntax("tiny_counter.v", "reg [WIDTH-1:0] value_q;", "reg [WIDTH-1:0 value_q;", "rtl/tiny/tiny_counter.v:12:")]
#[case::no_module("tiny_top.v", "tiny_counter #", "tiny_contour #", "tiny_contour")]
#[case::no_top("rtl.toml", "top = \"tiny_top\"", "top = \"tiny_tap\"", "tiny_tap")]
fn messages_of_verilator_are_reported(#[case] file: &str, #[case] old: &str, #[case] new: &str, #[case] message: &str) {
    let fixture = Fixture::new();
    fixture.edit(file, old, new);
    let error = fixture.error();
    let text = error.to_string();
    assert!(text.starts_with("Verilator rejects the RTL of rtl/tiny/rtl.toml:\n%Error"), "{text}");
    assert!(text.contains(message) && text.lines().count() <= 7, "{text}");
    assert_eq!(error.kind(), ErrorKind::BadInput);
}

#[test]
fn error_of_verilator_has_its_source_line_and_suggestion() {
    let fixture = Fixture::new();
    fixture.edit("tiny_counter.v", "reg [WIDTH-1:0] value_q;", "reg [WIDTH-1:0] valu_q;");
    let text = fixture.error().to_string();
    assert!(text.contains("Suggested alternative: 'valu_q'"), "{text}");
    let lines: Vec<_> = text.lines().collect();
    let caret = lines.iter().position(|line| line.trim_start().starts_with("|") && line.contains("^~"));
    assert!(caret.is_some_and(|caret| lines[caret - 1].contains("value_q")), "{text}");
    assert!(!text.contains("Exiting due to"), "{text}");
}

#[test]
fn file_outside_the_manifest_is_rejected() {
    let fixture = Fixture::new();
    std::fs::write(fixture.path("rtl/other.vh"), "").expect("an include file");
    fixture.edit("tiny_top.v", "genvar i;", "`include \"rtl/other.vh\"\n    genvar i;");
    let error = fixture.error();
    assert!(error.to_string().contains("the RTL reads rtl/other.vh, which the manifest does not cover"), "{error}");
    assert_eq!(error.kind(), ErrorKind::BadInput);
}
