//! Transactions and events on lanes: parsing, errors, printing, and the constraints of random programs.

use golden_model_core::{Bits, Pmu};
use harness::program::{Batch, Lowering, Program, Source};
use harness::stimulus::{Generator, Profile};
use rstest::rstest;
use std::path::Path;

fn itanium() -> Pmu {
    Pmu::find("itanium_core").expect("a PMU")
}

fn read(text: &str) -> Result<Program, String> {
    let text = format!("pmu itanium_core\n{text}");
    let source = Source::parse(Path::new("test.pmu"), &text).map_err(|error| error.to_string())?;
    source.resolve("test".to_owned(), &itanium()).map_err(|error| error.to_string())
}

/// Returns the frames of a program.
fn frames(pmu: &Pmu, program: &Program) -> Vec<Vec<u64>> {
    let mut batch = Batch::default();
    let mut lowering = Lowering::new(pmu, &program.ops);
    let mut frames = Vec::new();
    while lowering.next_batch(&mut batch, 1000) {
        frames.extend(batch.frames.chunks(pmu.frame.words()).map(<[u64]>::to_vec));
    }
    frames
}

#[rstest]
#[case("raise thread0.branches", "there is no input `thread0.branches`")]
#[case("raise thread0.branch kind=return", "test.pmu:2:22: there is no field of thread0.branch `kind`")]
#[case("raise thread0.branch type=call", "test.pmu:2:27: there is no value of type `call`")]
#[case("raise thread0.branch ip=0x4011", "bits 3:0 of ip are always 0")]
#[case("raise thread0.interruption offset=0x8000", "0x8000 does not fit into offset, which has 15 bits")]
#[case("raise thread0.branch slot=4", "0x4 does not fit into slot, which has 2 bits")]
#[case("hold thread0.retire off", "thread0.retire has no `valid` input")]
#[case("raise thread0 L3_READ", "test.pmu:2:15: there is no event on a lane `L3_READ`; did you mean `L3_READS:")]
#[case("raise thread0 0x4A:16", "0x10 is not a mask of four bits")]
#[case("raise thread0 0x55 = 8", "8 does not fit into inc, which has 3 bits")]
#[case("raise thread0 0x55 lane=8", "there is no lane 8; there are 0 to 7")]
#[case("hold thread0 0x55 = 1", "a held event needs a lane: lane=N")]
#[case("repeat 9 {\nraise thread0 0x55\n}", "all 8 lanes of this cycle are in use")]
fn invalid_statement_is_rejected(#[case] text: &str, #[case] what: &str) {
    let error = read(text).expect_err("it was accepted");
    assert!(error.contains(what), "{error}");
}

#[test]
fn transaction_drives_its_inputs_in_its_cycle() {
    let pmu = itanium();
    let text = "raise thread1.branch type=return taken=1 ip=0x4010 target=0x8000\nwait\n\
                hold thread0.branch ip=0x20\nwait 2\nhold thread0.branch off\nwait";
    let frames = frames(&pmu, &read(text).expect("valid"));
    let value = |cycle: usize, name: &str| pmu.input(name).get(&frames[cycle]);
    let names = ["bt_valid", "bt_tid", "bt_type", "bt_taken", "bt_ip", "bt_tgt_v", "bt_tgt", "bt_tag"];
    assert_eq!(names.map(|name| value(0, name)), [1, 1, 1, 1, 0x401, 1, 0x800, 1]);
    assert_eq!(names.map(|name| value(1, name)), [1, 0, 0, 0, 2, 0, 0, 1]);
    assert_eq!(value(2, "bt_valid"), 1);
    assert_eq!(value(3, "bt_valid"), 0);
}

#[test]
fn field_may_be_bits_of_an_input() {
    let pmu = Pmu::find("itanium_rbox").expect("a PMU");
    let text = "pmu itanium_rbox\nset port3.mm_flit = -1\nraise port3.flit mc=drs opc=4\nwait 2\n";
    let source = Source::parse(Path::new("test.pmu"), text).expect("valid");
    let program = source.resolve("test".to_owned(), &pmu).expect("valid");
    let frames = frames(&pmu, &program);
    let value = |cycle: usize, name: &str| pmu.input(&format!("port3.{name}")).get(&frames[cycle]);
    let names = ["mm_v", "mm_idx", "mm_flit.mc", "mm_flit.opc", "mm_flit.rds"];
    assert_eq!(names.map(|name| value(0, name)), [1, 1, 14, 4, 0]);
    // The transaction drives the complete input, and the value that was set returns in the next cycle.
    assert_eq!((value(0, "mm_flit"), value(1, "mm_flit"), value(1, "mm_v")), (0x1C80, u64::MAX, 0));
    let text = program.to_text(&pmu);
    assert!(text.contains("raise port3.flit mc=drs opc=0x4\n"), "{text}");
}

#[test]
fn events_use_free_lanes() {
    let pmu = itanium();
    let text =
        "raise thread1 BACK_END_BUBBLE:FE = 1\nraise thread0 0x55:3 = 7 lane=1 tag=2\nraise thread0 0x56\nwait\n\
                raise lane5 code=0x44 tid=1\nwait";
    let frames = frames(&pmu, &read(text).expect("valid"));
    let value = |cycle: usize, name: &str| pmu.input(name).get(&frames[cycle]);
    let lane =
        |lane: usize| ["valid", "code", "umhit", "inc", "tid", "tag"].map(|part| value(0, &format!("ev_{part}{lane}")));
    assert_eq!(lane(0), [1, 0, 0x2222, 1, 1, 15]);
    assert_eq!(lane(1), [1, 0x55, 8, 7, 0, 2]);
    assert_eq!(lane(2), [1, 0x56, 0xFFFF, 1, 0, 15]);
    assert_eq!(lane(3)[0], 0);
    let held: Vec<u64> = (0..8).map(|lane| value(1, &format!("ev_valid{lane}"))).collect();
    assert_eq!(held, [0, 0, 0, 0, 0, 1, 0, 0]);
}

#[test]
fn printing_and_parsing_are_inverse() {
    let pmu = itanium();
    let text = "raise thread1.branch type=chk ip=0x4010 target=0\nhold thread0.l1i addr=0x40 lat=7\nwait\nhold thread0.l1i off\n\
                raise thread0 L3_READS:DATA_READ.ALL = 1 mesi=4\nraise thread1 0x07 = 2\nraise lane7 code=3 umhit=0x30\nwait 3";
    let program = read(text).expect("valid");
    let printed = program.to_text(&pmu);
    assert!(printed.contains("raise thread1.branch type=chk ip=0x4010 target=0x0"), "{printed}");
    assert!(printed.contains("raise thread0 L3_READS:DATA_READ.ALL = 1 lane=0 mesi=0x4"), "{printed}");
    let source = Source::parse(Path::new("test.pmu"), &printed).expect("what was printed");
    let again = source.resolve("test".to_owned(), &pmu).expect("what was printed");
    let kinds = |program: &Program| program.ops.iter().map(|op| op.kind.clone()).collect::<Vec<_>>();
    assert_eq!(kinds(&again), kinds(&program));
}

/// Each load is resolved once and after its issue, thread switches are announced, and no event occurs more often in a
/// cycle than its table allows.
#[test]
fn random_programs_satisfy_the_constraints_of_transactions() {
    let pmu = itanium();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testbenches/intel_itanium/core/stimulus.toml");
    let profile = Profile::read(&file, &pmu).expect("the profile");
    let generator = Generator::new(&pmu, &profile);
    let [active, dead] = ["act_tid", "ts_dead"].map(|name| pmu.input(name));
    let issue = ["dl_iss_valid", "dl_iss_tid", "dl_iss_id"].map(|name| pmu.input(name));
    let resolution = ["dl_res_valid", "dl_res_tid", "dl_res_id"].map(|name| pmu.input(name));
    let lanes: Vec<[Bits; 4]> =
        (0..8).map(|lane| ["valid", "code", "inc", "tid"].map(|part| pmu.input(&format!("ev_{part}{lane}")))).collect();
    let lines = &pmu.description.events.lines;
    let maximum =
        |code: u64| lines.iter().filter(|line| u64::from(line.code) == code).map(|line| line.max).max().unwrap_or(7);
    let (mut switches, mut loads, mut events) = (0, 0, 0);
    for index in 0..40 {
        let mut in_flight = Vec::new();
        let (mut active_before, mut dead_before) = (0, 0);
        for frame in frames(&pmu, &generator.program(1, index)) {
            let get = |bits: Bits| bits.get(&frame);
            assert_eq!(get(active) != active_before, dead_before == 1, "program {index}");
            switches += dead_before;
            (active_before, dead_before) = (get(active), get(dead));
            if get(resolution[0]) == 1 {
                let load = (get(resolution[1]), get(resolution[2]));
                let position = in_flight.iter().position(|known| *known == load);
                in_flight.swap_remove(position.expect("a load that is in flight"));
            }
            if get(issue[0]) == 1 {
                let load = (get(issue[1]), get(issue[2]));
                assert!(!in_flight.contains(&load), "program {index}");
                in_flight.push(load);
                loads += 1;
            }
            let active_lanes = || lanes.iter().filter(|lane| get(lane[0]) == 1);
            for lane in active_lanes() {
                let (code, thread) = (get(lane[1]), get(lane[3]));
                let same = active_lanes().filter(|other| (get(other[1]), get(other[3])) == (code, thread));
                let sum: u64 = same.map(|other| get(other[2])).sum();
                assert!(sum <= maximum(code), "program {index}: {sum} of {code:#x}");
                events += 1;
            }
        }
    }
    assert!(switches > 100 && loads > 1000 && events > 10_000, "{switches} {loads} {events}");
}
