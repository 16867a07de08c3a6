//! Accesses that set or clear bits, or return the old value, to a counter in two halves of 32 bits.

use super::{Access, Expected, OpKind, Program, Source};
use golden_model_core::description::Files;
use golden_model_core::{Choices, CoveredModel, Description, Pmu};
use rstest::rstest;
use std::path::Path;

const TOML: &str = r#"
id = "csr32"
name = "Counter in halves"
manual = "requirements.csv"
requirement_prefixes = ["CSR"]

[[unit]]
name = "hart"
number = 0

[[space]]
name = "csr"
number = 0
returns_old = true
doc = "csrrw"
section = "1"

[[space]]
name = "set"
number = 1
operation = "set"
doc = "csrrs"
section = "1"

[[space]]
name = "clear"
number = 2
operation = "clear"
doc = "csrrc"
section = "1"

[[register]]
name = "mcycle"
counter = true
width = 64
section = "1"
doc = "cycles"
access = [
  { space = "csr", address = 0xB00, bits = "31:0", suffix = "_LO" },
  { space = "csr", address = 0xB80, bits = "63:32", suffix = "_HI" },
  { space = "set", address = 0xB00, bits = "31:0", suffix = "_LO" },
  { space = "set", address = 0xB80, bits = "63:32", suffix = "_HI" },
  { space = "clear", address = 0xB00, bits = "31:0", suffix = "_LO" },
  { space = "clear", address = 0xB80, bits = "63:32", suffix = "_HI" },
]
field = [{ name = "count", bits = "63:0", access = "rw", reset = 0, section = "1", doc = "count" }]

[[register]]
name = "mcountinhibit"
width = 32
section = "1"
doc = "stops counters"
access = [
  { space = "csr", address = 0x320 },
  { space = "set", address = 0x320 },
]
field = [
  { name = "RESERVED", bits = "31:2", access = "raz", reset = 0, section = "1", doc = "0" },
  { name = "IR", bits = "1", access = "rw", reset = 0, section = "1", doc = "stops minstret" },
  { name = "CY", bits = "0", access = "rw", reset = 0, section = "1", doc = "stops mcycle" },
]
"#;

fn no_model(_: &Pmu) -> Box<dyn CoveredModel> {
    panic!("the test has no model")
}

fn pmu() -> Pmu {
    let requirements = "id,section,text\nCSR-R01,1,It counts.\n";
    let events =
        "code,event,umask,umask_name,umask_kind,max_inc,counters,unit,notes,mnemonic,sub_mnemonic,section,input\n";
    let files =
        Files { folder: "csr/hart", toml: TOML, events, requirements, coverage: "", top: None, configured: None };
    let description = Description::parse("csr/hart", &files, &Choices::default(), &|_| None);
    Pmu::new(description.unwrap_or_else(|error| panic!("{error}")), no_model)
}

fn program(statements: &str) -> Result<Program, String> {
    let source = Source::parse(Path::new("test.pmu"), &format!("pmu csr32\n{statements}\n"));
    let program = source.and_then(|source| source.resolve("test".to_owned(), &pmu()));
    program.map_err(|error| error.to_string())
}

fn accesses(statements: &str) -> Vec<(u32, u32, Option<u64>)> {
    let access = |Access { space, address, write, .. }: &Access| (*space, *address, *write);
    let ops = program(statements).expect("a program").ops;
    ops.iter().filter_map(|op| if let OpKind::Access(it) = &op.kind { Some(access(it)) } else { None }).collect()
}

/// A write of the whole counter must not clear what it has written.
#[rstest]
#[case("write hart.mcycle = 0x700000005", &[(0, 0xB80, Some(7)), (0, 0xB00, Some(5))])]
#[case("write hart.mcycle via set = 0x700000005", &[(1, 0xB80, Some(7)), (1, 0xB00, Some(5))])]
#[case("write hart.mcycle via clear = 0x700000005", &[(2, 0xB80, Some(7)), (2, 0xB00, Some(5))])]
#[case("write hart.mcycle_HI = 1", &[(0, 0xB80, Some(1))])]
#[case("write hart.mcycle_HI via clear = 1", &[(2, 0xB80, Some(1))])]
#[case("read hart.mcycle_LO via set expect 9", &[(1, 0xB00, None)])]
fn parts_are_accessed_with_one_operation(#[case] statement: &str, #[case] expected: &[(u32, u32, Option<u64>)]) {
    assert_eq!(accesses(statement), expected);
}

#[rstest]
#[case("write hart.mcycle_LO via set = 0x1")]
#[case("write hart.mcycle_HI via clear = 0x8 expect ok")]
#[case("read hart.mcycle_LO via clear expect 0x5")]
#[case("write hart.mcycle_LO = 0x1 expect 0x5")]
#[case("write hart.mcountinhibit CY=0x1 expect 0x0")]
#[case("write hart.mcountinhibit via set CY=0x1 expect error")]
#[case("read hart.mcountinhibit.CY via set expect 0x1")]
fn accesses_are_printed_as_they_are_written(#[case] statement: &str) {
    let text = program(statement).expect("a program").to_text(&pmu());
    assert_eq!(text, format!("pmu csr32\n{statement}\n"));
}

#[test]
fn old_value_is_expected_of_a_write() {
    let ops = program("write hart.mcycle_HI = 7 expect 9").expect("a program").ops;
    let OpKind::Access(access) = &ops[0].kind else { panic!("{ops:?}") };
    assert_eq!(access.expected, Expected::Value { low: 0, width: 32, value: 9 });
}

#[rstest]
#[case("write hart.mcycle_LO via set = 1 expect 0", "after a write, expected `ok` or `error`")]
#[case("write hart.mcycle = 1 expect 0", "name the part that answers with its old value")]
#[case("read hart.mcycle", "`mcycle` is read in parts: mcycle_LO, mcycle_HI")]
#[case("write hart.mcountinhibit via clear = 1", "mcountinhibit cannot be reached via clear")]
fn wrong_access_is_one_error(#[case] statement: &str, #[case] expected: &str) {
    let error = program(statement).expect_err("it was accepted");
    assert!(error.contains(expected), "{error}");
}
