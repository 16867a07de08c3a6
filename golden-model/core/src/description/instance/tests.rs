//! Addresses, windows and names of instances.

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
    let files = Files {
        folder: "",
        toml,
        events: EVENTS,
        requirements: "id,section,text\n",
        coverage: "",
        top: None,
        configured: None,
    };
    Description::parse(id, &files, &Default::default(), &|id| (id == "block").then(|| parse(id, BLOCK)))
}

/// A top with two kinds of sub-blocks: `lines` are added to the first instance, `rest` follows the second.
fn top(lines: &str, rest: &str) -> Result<Description, DescriptionError> {
    let head = "id = \"top\"\nname = \"\"\nmanual = \"\"\nrequirement_prefixes = []";
    let second = "of = \"block\"\nunit = \"b\"\nnumber = 0\nprefix = \"b_\"\naddresses = [0x8000]";
    let first = format!("of = \"block\"\nunit = \"a{{index}}\"\nnumber = 0\nprefix = \"a_\"\n{lines}");
    parse("top", &format!("{head}\n[[instance]]\n{first}\n[[instance]]\n{second}\n{rest}"))
}

#[test]
fn each_instance_accepts_accesses_at_its_addresses() {
    let top = top("count = 2\naddresses = [0x1000, 0x5000]", "").expect("valid");
    let offsets: Vec<_> = top.units.iter().map(|unit| (unit.name.as_str(), unit.address_offset)).collect();
    assert_eq!(offsets, [("a0", 0x1000), ("a1", 0x5000), ("b", 0x8000)]);
    let accepted = [0x1000, 0x101C, 0x5004, 0x8000].map(|address| top.answers(1, 0, address));
    let refused = [0x0, 0x10, 0x1002, 0x1020, 0x5020, 0xFFFC].map(|address| top.answers(1, 0, address));
    assert_eq!((accepted, refused), ([true; 4], [false; 6]));
    assert_eq!(top.blocks, [Some("block".to_owned()), Some("block".to_owned())]);
}

#[rstest]
#[case("count = 2\naddresses = [0x1000]", "instance of block: 1 addresses for 2 units")]
#[case("count = 1\naddresses = [0x1000, 0x2000]", "instance of block: 2 addresses for 1 units")]
#[case(
    "count = 2\naddresses = [0x1000, 0x2000]\naddress_stride = 4",
    "instance of block: addresses replaces address_stride; remove one of them"
)]
#[case("count = 2\naddresses = [0x1000, 0x101C]", "a1 and a0 both have address 0x101c of space 1")]
#[case("count = 2\naddresses = [0x1000, 0x7FE4]", "b and a1 both have address 0x8000 of space 1")]
#[case("count = 2\naddress_stride = 0", "a1 and a0 both have address 0x10 of space 1")]
#[case("addresses = [0x1001]", "instance of block: 0x1001 is not the address of a dword")]
#[case("addresses = [0xFFFFFFF0]", "instance of block: addresses from 0xfffffff0 have more than 32 bits")]
fn invalid_addresses_are_rejected(#[case] lines: &str, #[case] what: &str) {
    assert_eq!(top(lines, "").expect_err("invalid").to_string(), format!("top: {what}"));
}

#[test]
fn registers_only_omits_the_windows_of_the_sub_block() {
    let ranges =
        "[[space]]\nname = \"pci\"\nnumber = 1\ndoc = \"\"\nsection = \"\"\nranges = [{ first = 0x1000, cells = 4 }]";
    let top = top("registers_only = true\ncount = 2\naddresses = [0x8010, 0x8101]", ranges).expect("valid");
    let accepted = [0x1000, 0x1003, 0x8004].map(|address| top.answers(1, 0, address));
    assert_eq!((accepted, top.answers(1, 0, 0x1004), top.answers(1, 0, 0x8110)), ([true; 3], false, false));
}

/// Two threads, each with a register, an input, a transaction and an output, and one line for both.
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
        "id = \"top\"\nname = \"\"\nmanual = \"\"\nrequirement_prefixes = []\n[[instance]]\nof = \"block\"\nunit = \"b\"\n\
         prefix = \"b_\"\n[[instance]]\nof = \"threads\"\nprefix = \"t_\"\n{lines}"
    );
    let files = Files {
        folder: "",
        toml: &toml,
        events: EVENTS,
        requirements: "id,section,text\n",
        coverage: "",
        top: None,
        configured: None,
    };
    let block = |id: &str| match id {
        "block" => Some(parse(id, BLOCK)),
        "threads" => Some(parse(id, THREADS)),
        _ => None,
    };
    Description::parse("top", &files, &Default::default(), &block)
}

#[test]
fn units_of_a_sub_block_with_several_keep_their_names() {
    let top = with_threads("").expect("valid");
    let units: Vec<_> = top.units.iter().map(|unit| (unit.name.as_str(), unit.number, unit.kind, unit.index)).collect();
    assert_eq!(units, [("b", Some(0), 0, 0), ("thread0", Some(0), 1, 0), ("thread1", Some(1), 1, 1)]);
    let inputs: Vec<_> = top.inputs.iter().map(|input| (input.name.as_str(), input.unit)).collect();
    let expected = [("b.event", Some(0)), ("line", None), ("thread0.event", Some(1)), ("thread1.event", Some(2))];
    assert_eq!(inputs, expected);
    let outputs: Vec<_> = top.outputs.iter().map(|output| (output.name.as_str(), output.unit)).collect();
    assert_eq!(outputs, [("thread0.frozen", Some(1)), ("thread1.frozen", Some(2))]);
    let transactions: Vec<_> =
        top.transactions.iter().map(|one| (one.name.as_str(), one.unit, one.fields[0].input)).collect();
    assert_eq!(transactions, [("thread0.happens", Some(1), 2), ("thread1.happens", Some(2), 3)]);
    assert_eq!(top.registers[1].kind, 1);
}

#[test]
fn space_can_have_another_number_in_the_top() {
    let top = top("spaces = { pci = 9 }\naddresses = [0x1000]\nregisters_only = false", "").expect_err("a clash");
    assert_eq!(top.to_string(), "top: instance of block: spaces pci and pci clash");
    let top = with_threads("spaces = { pmc = 9 }").expect("valid");
    assert_eq!(top.registers.iter().map(|one| one.access[0].space_number).collect::<Vec<_>>(), [1, 9]);
    assert_eq!(top.spaces.iter().map(|space| space.number).collect::<Vec<_>>(), [1, 9]);
    let windows = [(1, 0), (1, 1), (9, 0), (9, 1)].map(|(space, unit)| top.answers(space, unit, 0x1C));
    assert_eq!(windows, [true, false, false, false]);
    let wrong = with_threads("spaces = { pmd = 9 }").expect_err("invalid");
    assert_eq!(wrong.to_string(), "top: instance of threads: it has no space pmd");
}

#[test]
fn transaction_needs_all_of_its_inputs() {
    let top = with_threads("inside = [\"event\"]").expect("valid");
    assert_eq!((top.transactions.len(), top.inputs.len()), (0, 2));
}

#[rstest]
#[case("unit = \"t\"", "instance of threads: it has several units; remove count and unit")]
#[case("count = 2", "instance of threads: it has several units; remove count and unit")]
fn names_for_instances_of_several_units_are_rejected(#[case] lines: &str, #[case] what: &str) {
    assert_eq!(with_threads(lines).expect_err("invalid").to_string(), format!("top: {what}"));
}

fn input(lines: &str) -> String {
    format!("[[input]]\nname = \"lat\"\nper_unit = true\nwidth = 3\nsection = \"\"\ndoc = \"\"\n{lines}")
}

#[test]
fn input_can_belong_to_several_kinds() {
    let input = input("kinds = [\"a\", \"b\"]\nverilog = \"{prefix}lat\"");
    let top = top("count = 2\naddresses = [0x1000, 0x5000]", &input).expect("valid");
    let names: Vec<_> = top.inputs.iter().filter(|input| input.pattern == "lat").map(|input| &input.name).collect();
    assert_eq!(names, ["a0.lat", "a1.lat", "b.lat"]);
    let ports: Vec<_> = top.in_ports.iter().map(|port| (port.verilog.as_str(), port.width)).collect();
    assert_eq!(ports, [("a_event", 2), ("b_event", 1), ("a_lat", 6), ("b_lat", 3)]);
}

#[rstest]
#[case("kind = \"a\"\nkinds = [\"a\"]\nverilog = \"lat\"", "lat: kinds replaces kind; remove one of them")]
#[case("kinds = [\"c\"]\nverilog = \"lat\"", "no unit of kind c")]
#[case("kinds = [\"a\", \"b\"]\nverilog = \"lat\"", "input lat: another input has the port lat")]
#[case("verilog = \"lat#\"", "lat#: `#` is now `{index}`")]
#[case("verilog = \"lat{n}\"", "lat{n}: no placeholder {n}; known placeholders: {index}")]
#[case("verilog = \"{prefix}lat\"", "{prefix}lat: {prefix} needs an instance; name its kind in kinds")]
fn invalid_kinds_are_rejected(#[case] lines: &str, #[case] what: &str) {
    let error = top("addresses = [0x1000]", &input(lines)).expect_err("invalid");
    assert_eq!(error.to_string(), format!("top: {what}"));
}
