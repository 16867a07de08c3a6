//! The program language: parsing, errors with positions, lowering and printing.

use golden_model_core::Pmu;
use harness::program::{accessed_register, Access, Batch, Expected, Lowering, OpKind, Program, Source};
use harness::stimulus::{Generator, Profile};
use rstest::rstest;
use std::path::{Path, PathBuf};

fn k8() -> Pmu {
    Pmu::find("k8").expect("k8 is built in")
}

fn read(text: &str) -> Result<Program, String> {
    let source = Source::parse(Path::new("test.pmu"), text).map_err(|error| error.to_string())?;
    source.resolve("test".to_owned(), &k8()).map_err(|error| error.to_string())
}

fn profile(pmu: &Pmu) -> Profile {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testbenches/amd_k8/core/stimulus.toml");
    Profile::read(&file, pmu).expect("the profile of k8")
}

#[rstest]
#[case("", "test.pmu:1:1: a program starts with `pmu ID`")]
#[case("wait\n", "test.pmu:1:1: a program starts with `pmu ID`, found `wait`")]
#[case("pmu k8\nread core0.PerfCtr4", "test.pmu:2:6: there is no register `PerfCtr4`; did you mean `PerfCtr")]
#[case("pmu k8\nread core2.PerfCtr0", "test.pmu:2:6: there is no unit `core2`")]
#[case("pmu k8\nraise core0 RETIRED_INSTRUCTION", "did you mean `RETIRED_INSTRUCTIONS`")]
#[case("pmu k8\nraise core0 DRAM_ACCESSES", "test.pmu:2:13: event `DRAM_ACCESSES` has sub-events")]
#[case("pmu k8\nraise core0 0x03", "test.pmu:2:13: no event has the code 0x03")]
#[case("pmu k8\nraise core0 0xE0:0x08", "has no line for mask 0x08; it has: 0x01, 0x02, 0x04")]
#[case(
    "pmu k8\nraise core0 RETIRED_INSTRUCTIONS = 4",
    "test.pmu:2:36: 4 occurrences in a cycle; this line carries 0 to 3"
)]
#[case("pmu k8\nraise core0 DECODER_EMPTY = 2", "this line carries 0 to 1")]
#[case(
    "pmu k8\nwrite core0.PerfEvtSel0 EVENT_SELECT=0x100",
    "test.pmu:2:38: 0x100 does not fit into EVENT_SELECT, which has 8 bits"
)]
#[case("pmu k8\nwrite core0.PerfEvtSel0 EN=1 EN=0", "test.pmu:2:30: field EN is given twice")]
#[case("pmu k8\nwrite core0.PerfEvtSel0 ENABLE=1", "there is no field of PerfEvtSel0 `ENABLE`")]
#[case("pmu k8\nwrite core0.PerfEvtSel0", "test.pmu:2:24: expected `= N` or FIELD=N, found the end of the line")]
#[case("pmu k8\nset core0.cpl = 4", "test.pmu:2:17: 0x4 does not fit into core0.cpl, which has 2 bits")]
#[case("pmu k8\nexpect core0.pm == 16", "does not fit into core0.pm, which has 4 bits")]
#[case("pmu k8\nexpect core0.pm.EN == 1", "`core0.pm` has no fields")]
#[case("pmu k8\nread core0.PerfEvtSel0 via rdpmc", "test.pmu:2:28: PerfEvtSel0 cannot be reached via rdpmc")]
#[case("pmu k8\nwait -1", "test.pmu:2:6: -1 is not a number of cycles")]
#[case("pmu k8\nwait 12x", "`12x` is not a number")]
#[case("pmu k8\nwait 1 2", "test.pmu:2:8: expected the end of the line, found `2`")]
#[case("pmu k8\njump 5", "test.pmu:2:1: there is no statement `jump`")]
#[case("pmu k8\nrepeat 2 {\nwait", "test.pmu:2:1: this loop has no `}`")]
#[case("pmu k8\nwait\n}", "test.pmu:3:1: `}` without `repeat` or `for`")]
#[case("pmu k8\nfor $i in 3..1 {\n}", "3..1 is not an ascending range")]
#[case("pmu k8\nfor i in 1 {\n}", "expected a variable such as $i, found `i`")]
#[case("pmu k8\nread core0.PerfCtr$i", "test.pmu:2:6: there is no variable $i here")]
#[case(
    "pmu k8\nrequires K8-A99=a\nwait",
    "test.pmu:2:10: k8 has no choice K8-A99; it has K8-A20, K8-A14, K8-A15, K8-A18"
)]
#[case(
    "pmu k8\nrequires K8-A15=level K8-A18=most\nwait",
    "test.pmu:2:23: K8-A18 has no option most; it has all-events"
)]
#[case("pmu k8\nrequires K8-A15\nwait", "test.pmu:2:10: a choice is ID=OPTION")]
#[case("pmu k8\nrequires K8-A15=pulse\nwait", "test.pmu:2:10: the program is for K8-A15=pulse")]
#[case("pmu k8\ncovers K8-R99", "test.pmu:2:8: there is no requirement `K8-R99`")]
#[case("pmu k8\nrepeat 100000000 {\nwait\n}", "more than 4000000 operations")]
#[case("pmu k8\nwrite core0.PerfCtr0 = 1 expect 5", "after a write, expected `ok` or `error`")]
#[case("pmu k8\nreset write core0.PerfCtr0 = 1", "test.pmu:2:7: expected `with` or the end of the line")]
#[case("pmu k8\nwrite core0 msr:0x1_0000_0000 = 1", "does not fit into bus_addr, which has 32 bits")]
fn errors_have_position_and_remedy(#[case] text: &str, #[case] expected: &str) {
    let error = read(text).expect_err("it was accepted");
    assert!(error.contains(expected), "{error}");
    assert_eq!(error.lines().count(), 1, "one line: {error}");
}

#[test]
fn random_bytes_are_rejected_with_a_position() {
    use rand::{RngCore, SeedableRng};
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("noise.pmu");
    for seed in 0..500 {
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut bytes = vec![0; 200];
        rng.fill_bytes(&mut bytes);
        if seed % 2 == 0 {
            // Printable characters after a valid first line reach later stages of the parser.
            bytes
                .iter_mut()
                .for_each(|byte| *byte = b" \n#${}()=.,:*+-<>0123456789abcdefghxwritepmuk8"[usize::from(*byte) % 46]);
            bytes.splice(0..0, *b"pmu k8\n");
        }
        std::fs::write(&file, &bytes).expect("a file");
        let outcome = Source::read(&file).and_then(|source| source.resolve("noise".to_owned(), &k8()));
        let error = outcome.expect_err("random bytes were accepted").to_string();
        let place = error.strip_prefix(&format!("{}:", file.display())).unwrap_or_else(|| panic!("{error}"));
        assert!(place.split(':').take(2).all(|number| number.parse::<u32>().is_ok_and(|n| n > 0)), "{error}");
    }
}

#[test]
fn unreadable_file_is_reported() {
    let error = Source::read(Path::new("no/such.pmu")).err().expect("no file").to_string();
    assert!(error.starts_with("no/such.pmu: cannot be read"), "{error}");
}

#[test]
fn printing_and_parsing_are_inverse() {
    let pmu = k8();
    let profile = profile(&pmu);
    let generator = Generator::new(&pmu, &profile);
    for index in 0..20 {
        let program = generator.program(3, index);
        let mut again = read(&program.to_text(&pmu)).expect("printed programs can be read");
        again.ops.iter_mut().for_each(|op| op.line = 0);
        assert_eq!(again.ops, program.ops);
    }
}

#[test]
fn random_programs_depend_on_the_seed_only() {
    let pmu = k8();
    let profile = profile(&pmu);
    let generator = Generator::new(&pmu, &profile);
    assert_eq!(generator.program(7, 5), generator.program(7, 5));
    assert_ne!(generator.program(7, 5).ops, generator.program(8, 5).ops);
    assert_ne!(generator.program(7, 5).ops, generator.program(7, 6).ops);
}

/// Returns rst, bus_valid, bus_wdata and the first event line of core 0 in each frame of a program.
fn frames(text: &str) -> Vec<(u64, u64, u64, u64)> {
    let pmu = k8();
    let program = read(text).expect("a valid program");
    let mut batch = Batch::default();
    assert!(Lowering::new(&pmu, &program.ops).next_batch(&mut batch, 100));
    let slot = |name: &str| pmu.frame.slot(name);
    let view = |frame: &[u64]| {
        let lane = slot("core0.ev").part(0, 2).get(frame);
        (slot("rst").get(frame), slot("bus_valid").get(frame), slot("bus_wdata").get(frame), lane)
    };
    batch.frames.chunks_exact(pmu.frame.words()).map(view).collect()
}

#[test]
fn statements_without_a_cycle_act_in_the_cycle_of_the_next_statement() {
    let event = "DISPATCHED_FPU_OPERATIONS:ADD_PIPE_OPS";
    let text = format!(
        "pmu k8\nraise core0 {event} = 2\nwrite core0.PerfCtr0 = 7\nwait\nhold core0 0x00:0x01 = 3\nwait 2\n\
         raise core0 {event} = 0\nreset with write core0.PerfCtr0 = 9\nread core0.PerfCtr0\nhold core0 * = 0"
    );
    let expected = [(0, 1, 7, 2), (0, 0, 7, 0), (0, 0, 7, 3), (0, 0, 7, 3), (1, 1, 9, 0), (0, 1, 9, 3), (0, 0, 9, 0)];
    assert_eq!(frames(&text), expected);
}

#[test]
fn loops_unroll_with_their_variables() {
    let text =
        "pmu k8\nfor $c in 0..1 {\n  for $i, $v in 0 5,\n    3 (1 << $c) {\n    write core$c.PerfCtr${i} = $v\n  }\n}";
    let program = read(text).expect("a valid program");
    let writes: Vec<_> = program
        .ops
        .iter()
        .map(|op| match &op.kind {
            OpKind::Access(access) => (access.unit, access.address & 7, access.write.expect("a write")),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(writes, [(0, 4, 5), (0, 7, 1), (1, 4, 5), (1, 7, 2)]);
}

#[test]
fn loop_variables_can_be_names() {
    let text = "pmu k8\nfor $n in 0..1 {\nfor $unit, $v in core$n 5, core1 6 {\nfor $same in $unit {\n\
                write $same.PerfCtr$n = $v\n}\n}\n}";
    let writes = |program: Program| -> Vec<(u32, u32, Option<u64>)> {
        let access = |op: &harness::program::Op| match &op.kind {
            OpKind::Access(access) => (access.unit, access.address & 7, access.write),
            other => panic!("{other:?}"),
        };
        program.ops.iter().map(access).collect()
    };
    let expected = [(0, 4, Some(5)), (1, 4, Some(6)), (1, 5, Some(5)), (1, 5, Some(6))];
    assert_eq!(writes(read(text).expect("a valid program")), expected);
    let number = read("pmu k8\nfor $unit in core0 {\nwrite core0.PerfCtr0 = $unit\n}").expect_err("no number");
    assert!(number.contains("3:24: expected a number, but the variable is the word core0"), "{number}");
    let range = read("pmu k8\nfor $unit in core0..3 {\nwait\n}").expect_err("no range");
    assert!(range.contains("2:14: a range needs numbers, but core0 is a word"), "{range}");
}

#[test]
fn example_of_the_language_page_is_valid() {
    let page = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/programs.md");
    let text = std::fs::read_to_string(page).expect("docs/programs.md");
    let example: String = text
        .lines()
        .skip_while(|line| !line.contains("An enabled counter that overflows"))
        .take_while(|line| line.is_empty() || line.starts_with("    "))
        .map(|line| format!("{}\n", line.trim_start()))
        .collect();
    assert!(read(&example).expect("the example").cycles() > 3);
}

/// Parses a program of R2PCIe, whose counters are read and written in double words.
fn in_parts(statements: &str) -> Result<Program, String> {
    let text = format!("pmu ivt_r2pcie\n{statements}\n");
    let source = Source::parse(Path::new("test.pmu"), &text).map_err(|error| error.to_string())?;
    let pmu = Pmu::find("ivt_r2pcie").expect("ivt_r2pcie is built in");
    source.resolve("test".to_owned(), &pmu).map_err(|error| error.to_string())
}

#[test]
fn register_in_parts_is_written_from_the_highest_part() {
    let writes = |text: &str| -> Vec<(u32, Option<u64>)> {
        let ops = in_parts(text).expect("a program").ops;
        let access = |op: &harness::program::Op| match &op.kind {
            OpKind::Access(access) => Some((access.address, access.write)),
            _ => None,
        };
        ops.iter().filter_map(access).collect()
    };
    assert_eq!(writes("write r2pcie.CTR1 = 0xABC_1234_5678"), [(0xAC, Some(0xABC)), (0xA8, Some(0x1234_5678))]);
    assert_eq!(writes("write r2pcie.R2_PCI_PMON_CTR1_HI = 7"), [(0xAC, Some(7))]);
    assert_eq!(writes("read r2pcie.CTR1_LO expect 5"), [(0xA8, None)]);
}

// The manual demands 1 in bits 17:16 of the box control.
#[rstest]
#[case("frz=1", 0x3_0100)]
#[case("RESERVED_17_16=1", 0x1_0000)]
#[case("= 0x100", 0x100)]
fn fields_that_a_write_does_not_name_have_the_value_that_software_must_write(
    #[case] data: &str,
    #[case] expected: u64,
) {
    let pmu = Pmu::find("ivt_cbox").expect("ivt_cbox is built in");
    let resolved = |text: &str| {
        let source = Source::parse(Path::new("test.pmu"), text).expect("a program");
        source.resolve("test".to_owned(), &pmu).expect("a program for the C-Box")
    };
    let read = resolved(&format!("pmu ivt_cbox\nwrite cbox.Cn_MSR_PMON_BOX_CTL {data}\n"));
    let written = match &read.ops[0].kind {
        OpKind::Access(access) => access.write,
        _ => None,
    };
    assert_eq!(written, Some(expected));
    assert_eq!(resolved(&read.to_text(&pmu)).ops, read.ops);
}

#[test]
fn part_of_a_register_is_printed_by_its_name() {
    let pmu = Pmu::find("ivt_r2pcie").expect("ivt_r2pcie is built in");
    let text = "expect r2pcie.CTR3_HI == 5\nexpect r2pcie.CTR3 == 6\nwrite r2pcie.CTR3_LO = 7\nread r2pcie.CTL0.ev_sel expect 8";
    let read = in_parts(text).expect("a program");
    let printed = "pmu ivt_r2pcie\nexpect r2pcie.R2_PCI_PMON_CTR3_HI == 0x5\nexpect r2pcie.R2_PCI_PMON_CTR3 == 0x6\n\
                   write r2pcie.R2_PCI_PMON_CTR3_LO = 0x7\nread r2pcie.R2_PCI_PMON_CTL0.ev_sel expect 0x8\n";
    assert_eq!(read.to_text(&pmu), printed);
}

#[rstest]
#[case("read r2pcie.CTR1 expect 0", "`R2_PCI_PMON_CTR1` is read in parts: R2_PCI_PMON_CTR1_LO, R2_PCI_PMON_CTR1_HI")]
#[case("reset with write r2pcie.CTR1 = 1", "this register is written in parts, one cycle each; name one of them")]
#[case("write r2pcie.CTR1_LO = 0x100000000", "does not fit into the register, which has 32 bits")]
#[case("write r2pcie.CTR1_LO event_count=1", "expected `= N`")]
#[case("read r2pcie.CTR1_LO.event_count expect 1", "`CTR1_LO` has no fields")]
fn invalid_access_to_a_register_in_parts_is_rejected(#[case] statement: &str, #[case] message: &str) {
    let error = in_parts(statement).expect_err("it was accepted");
    assert!(error.contains(message), "{error}");
}

/// `R2P-R25` restates `IVT-R14` and `IVT-R59`.
#[rstest]
#[case("covers IVT-R14", &["IVT-R14"])]
#[case("covers IVT-R14 IVT-R59", &["R2P-R25", "IVT-R14", "IVT-R59"])]
#[case("covers R2P-R25", &["R2P-R25"])]
fn requirement_is_covered_with_all_requirements_that_it_restates(#[case] covers: &str, #[case] expected: &[&str]) {
    assert_eq!(in_parts(covers).expect("a program").covers, expected);
}

#[test]
fn shared_program_uses_the_names_of_its_pmu() {
    let pmu = Pmu::find("ivt_r2pcie").expect("ivt_r2pcie is built in");
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(&file, "pmu $pmu\nfor $i in 0..$last {\nwrite $unit.CTL$i $clock en=1\n}\n").expect("a program");
    let source = Source::read_shared(file.path(), &pmu.description.shared).expect("a program");
    let program = source.resolve("test".to_owned(), &pmu).expect("names");
    let last = program.ops.last().expect("an operation").to_text(&pmu);
    assert_eq!((program.ops.len(), last.as_str()), (4, "write r2pcie.R2_PCI_PMON_CTL3 ev_sel=0x1 en=0x1"));
}

#[rstest]
#[case(0, 0xB0A, "hart.mhpmcounter10")]
#[case(2, 0xB8A, "hart.mhpmcounter10h")]
fn write_of_more_bits_than_a_register_has_reaches_it(#[case] space: u32, #[case] address: u32, #[case] name: &str) {
    let pmu = Pmu::find("riscv_hpm32").expect("a PMU of the tree");
    let access = Access { space, unit: 0, address, write: Some(1 << 33), expected: Expected::Anything };
    assert_eq!(accessed_register(&access, &pmu).map(|(name, ..)| name).as_deref(), Some(name));
}
