//! Where instances are, what they answer and what goes by their names.

use crate::description::{Description, DescriptionError, Files};
use rstest::rstest;

/// A PMU with one register at 0x10 and a window of eight dwords.
const BLOCK: &str = r#"
id = "block"
name = ""
manual = ""
requirement_prefixes = []
[[unit]]
name = "block"
number = 0
[[space]]
name = "pci"
number = 1
doc = ""
section = ""
dwords = 8
[[register]]
name = "R"
width = 32
section = ""
doc = ""
access = [{ space = "pci", address = 0x10 }]
field = [{ name = "all", bits = "31:0", access = "rw", reset = 0, section = "", doc = "" }]
[[input]]
name = "event"
per_unit = true
verilog = "event"
width = 1
section = ""
doc = ""
"#;

const EVENTS: &str =
    "code,event,umask,umask_name,umask_kind,max_inc,counters,unit,notes,mnemonic,sub_mnemonic,section,input\n";

fn parse(id: &str, toml: &str) -> Result<Description, DescriptionError> {
    let files = Files { folder: "", toml, events: EVENTS, requirements: "id,section,text\n", coverage: "", top: None };
    Description::parse(id, &files, &|id| (id == "block").then(|| parse(id, BLOCK)))
}

/// Two kinds of blocks with these lines in the first, followed by this.
fn top(lines: &str, rest: &str) -> Result<Description, DescriptionError> {
    let head = "id = \"whole\"\nname = \"\"\nmanual = \"\"\nrequirement_prefixes = []";
    let second = "of = \"block\"\nunit = \"b\"\nnumber = 0\nprefix = \"b_\"\naddresses = [0x8000]";
    let first = format!("of = \"block\"\nunit = \"a#\"\nnumber = 0\nprefix = \"a_\"\n{lines}");
    parse("whole", &format!("{head}\n[[instance]]\n{first}\n[[instance]]\n{second}\n{rest}"))
}

#[test]
fn each_instance_answers_at_its_addresses() {
    let top = top("count = 2\naddresses = [0x1000, 0x5000]", "").expect("valid");
    let offsets: Vec<_> = top.units.iter().map(|unit| (unit.name.as_str(), unit.address_offset)).collect();
    assert_eq!(offsets, [("a0", 0x1000), ("a1", 0x5000), ("b", 0x8000)]);
    let answered = [0x1000, 0x101C, 0x5004, 0x8000].map(|address| top.answers(1, 0, address));
    let refused = [0x0, 0x10, 0x1002, 0x1020, 0x5020, 0xFFFC].map(|address| top.answers(1, 0, address));
    assert_eq!((answered, refused), ([true; 4], [false; 6]));
    assert_eq!(top.blocks, [Some("block".to_owned()), Some("block".to_owned())]);
}

#[rstest]
#[case("count = 2\naddresses = [0x1000]", "instance of block: 1 addresses for 2 units")]
#[case("count = 1\naddresses = [0x1000, 0x2000]", "instance of block: 2 addresses for 1 units")]
#[case(
    "count = 2\naddresses = [0x1000, 0x2000]\naddress_stride = 4",
    "instance of block: addresses stands instead of address_stride"
)]
#[case("count = 2\naddresses = [0x1000, 0x101C]", "a1 and a0 both answer at 0x101c of space 1")]
#[case("count = 2\naddresses = [0x1000, 0x7FE4]", "b and a1 both answer at 0x8000 of space 1")]
#[case("count = 2\naddress_stride = 0", "a1 and a0 both answer at 0x10 of space 1")]
#[case("addresses = [0x1001]", "instance of block: 0x1001 is not the address of a dword")]
#[case("addresses = [0xFFFFFFF0]", "instance of block: at 0xfffffff0 its addresses have more than 32 bits")]
fn addresses_that_do_not_fit(#[case] lines: &str, #[case] what: &str) {
    assert_eq!(top(lines, "").expect_err("invalid").to_string(), format!("whole: {what}"));
}

#[test]
fn registers_only_leaves_the_windows_to_the_whole() {
    let ranges =
        "[[space]]\nname = \"pci\"\nnumber = 1\ndoc = \"\"\nsection = \"\"\nranges = [{ first = 0x1000, cells = 4 }]";
    let top = top("registers_only = true\ncount = 2\naddresses = [0x8010, 0x8101]", ranges).expect("valid");
    let answered = [0x1000, 0x1003, 0x8004].map(|address| top.answers(1, 0, address));
    assert_eq!((answered, top.answers(1, 0, 0x1004), top.answers(1, 0, 0x8110)), ([true; 3], false, false));
}

/// Two threads with a register, an input, a report and an output each, and one line for both.
const THREADS: &str = r#"
id = "threads"
name = ""
manual = ""
requirement_prefixes = []
[[unit]]
name = "thread0"
number = 0
kind = "thread"
[[unit]]
name = "thread1"
number = 1
kind = "thread"
[[space]]
name = "pmc"
number = 2
doc = ""
section = ""
[[register]]
name = "R"
width = 32
section = ""
doc = ""
access = [{ space = "pmc", address = 0x10 }]
field = [{ name = "all", bits = "31:0", access = "rw", reset = 0, section = "", doc = "" }]
[[input]]
name = "line"
verilog = "line"
width = 1
section = ""
doc = ""
[[input]]
name = "event"
per_unit = true
verilog = "event"
width = 2
section = ""
doc = ""
[[transaction]]
name = "happens"
kind = "thread"
section = ""
doc = ""
field = [{ name = "what", input = "event" }]
[[output]]
name = "frozen"
per_unit = true
verilog = "frozen"
width = 1
section = ""
doc = ""
"#;

fn with_threads(lines: &str) -> Result<Description, DescriptionError> {
    let toml = format!(
        "id = \"whole\"\nname = \"\"\nmanual = \"\"\nrequirement_prefixes = []\n[[instance]]\nof = \"block\"\nunit = \"b\"\n\
         prefix = \"b_\"\n[[instance]]\nof = \"threads\"\nprefix = \"t_\"\n{lines}"
    );
    let files =
        Files { folder: "", toml: &toml, events: EVENTS, requirements: "id,section,text\n", coverage: "", top: None };
    let block = |id: &str| match id {
        "block" => Some(parse(id, BLOCK)),
        "threads" => Some(parse(id, THREADS)),
        _ => None,
    };
    Description::parse("whole", &files, &block)
}

#[test]
fn units_of_a_block_with_several_keep_their_names() {
    let top = with_threads("").expect("valid");
    let units: Vec<_> = top.units.iter().map(|unit| (unit.name.as_str(), unit.number, unit.kind, unit.index)).collect();
    assert_eq!(units, [("b", Some(0), 0, 0), ("thread0", Some(0), 1, 0), ("thread1", Some(1), 1, 1)]);
    let inputs: Vec<_> = top.inputs.iter().map(|input| (input.name.as_str(), input.unit)).collect();
    let expected = [("b.event", Some(0)), ("line", None), ("thread0.event", Some(1)), ("thread1.event", Some(2))];
    assert_eq!(inputs, expected);
    let outputs: Vec<_> = top.outputs.iter().map(|output| (output.name.as_str(), output.unit)).collect();
    assert_eq!(outputs, [("thread0.frozen", Some(1)), ("thread1.frozen", Some(2))]);
    let reports: Vec<_> =
        top.transactions.iter().map(|report| (report.name.as_str(), report.unit, report.fields[0].input)).collect();
    assert_eq!(reports, [("thread0.happens", Some(1), 2), ("thread1.happens", Some(2), 3)]);
    assert_eq!(top.registers[1].kind, 1);
}

#[test]
fn a_space_has_another_number_in_the_whole() {
    let top = top("spaces = { pci = 9 }\naddresses = [0x1000]\nregisters_only = false", "").expect_err("a clash");
    assert_eq!(top.to_string(), "whole: instance of block: spaces pci and pci clash");
    let top = with_threads("spaces = { pmc = 9 }").expect("valid");
    assert_eq!(top.registers.iter().map(|one| one.access[0].space_number).collect::<Vec<_>>(), [1, 9]);
    assert_eq!(top.spaces.iter().map(|space| space.number).collect::<Vec<_>>(), [1, 9]);
    let windows = [(1, 0), (1, 1), (9, 0), (9, 1)].map(|(space, unit)| top.answers(space, unit, 0x1C));
    assert_eq!(windows, [true, false, false, false]);
    let wrong = with_threads("spaces = { pmd = 9 }").expect_err("invalid");
    assert_eq!(wrong.to_string(), "whole: instance of threads: it has no space pmd");
}

#[test]
fn a_report_needs_all_of_its_inputs() {
    let top = with_threads("inside = [\"event\"]").expect("valid");
    assert_eq!((top.transactions.len(), top.inputs.len()), (0, 2));
}

#[rstest]
#[case("unit = \"t\"", "instance of threads: it has units of its own, so it is there once and has no unit")]
#[case("count = 2", "instance of threads: it has units of its own, so it is there once and has no unit")]
fn units_that_do_not_fit(#[case] lines: &str, #[case] what: &str) {
    assert_eq!(with_threads(lines).expect_err("invalid").to_string(), format!("whole: {what}"));
}

fn input(lines: &str) -> String {
    format!("[[input]]\nname = \"lat\"\nper_unit = true\nwidth = 3\nsection = \"\"\ndoc = \"\"\n{lines}")
}

#[test]
fn several_kinds_have_an_input() {
    let input = input("kinds = [\"a\", \"b\"]\nverilog = \"{prefix}lat\"");
    let top = top("count = 2\naddresses = [0x1000, 0x5000]", &input).expect("valid");
    let names: Vec<_> = top.inputs.iter().filter(|input| input.pattern == "lat").map(|input| &input.name).collect();
    assert_eq!(names, ["a0.lat", "a1.lat", "b.lat"]);
    let ports: Vec<_> = top.in_ports.iter().map(|port| (port.verilog.as_str(), port.width)).collect();
    assert_eq!(ports, [("a_event", 2), ("b_event", 1), ("a_lat", 6), ("b_lat", 3)]);
}

#[rstest]
#[case("kind = \"a\"\nkinds = [\"a\"]\nverilog = \"lat\"", "lat: kinds stands instead of kind")]
#[case("kinds = [\"c\"]\nverilog = \"lat\"", "there is no unit of kind c")]
#[case("kinds = [\"a\", \"b\"]\nverilog = \"lat\"", "input lat: two inputs have the port lat")]
#[case("verilog = \"{prefix}lat\"", "{prefix}lat: only instances have a prefix, and kinds names them")]
fn kinds_that_do_not_fit(#[case] lines: &str, #[case] what: &str) {
    let error = top("addresses = [0x1000]", &input(lines)).expect_err("invalid");
    assert_eq!(error.to_string(), format!("whole: {what}"));
}
