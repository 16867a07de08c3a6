//! Northbridge events in two cores.

use super::bench::*;
use rstest::rstest;

/// A northbridge event without a mask table.
const NORTHBRIDGE: u64 = 0xE1;

/// A bench in which the northbridge event and Retired Instructions occur in every cycle.
fn busy() -> Bench {
    let mut bench = Bench::new();
    for core in 0..2 {
        bench.line(core, "0xE1", 1);
        bench.line(core, RETIRED_LINE, 1);
    }
    bench
}

/// K8-R58: the selections of core 1 that claim the index and so block core 0.
#[rstest]
#[case::lowest_code(ON | 0xE0, 1)]
#[case::highest_listed_code(ON | 0xF8, 1)]
#[case::reserved_code(ON | 0xE2, 1)]
#[case::highest_code(ON | 0xFF, 1)]
#[case::enabled_at_no_level(EN | 0xE1, 1)]
#[case::code_below(ON | 0xDF, 0)]
#[case::stale_code(OS | USR | 0xE0, 0)]
#[case::reset(0, 0)]
fn northbridge_selections_claim_the_index(#[case] select: u64, #[case] claimed: u64) {
    let mut bench = busy();
    bench.write(1, evtsel(2), select);
    bench.write(0, evtsel(2), ON | RETIRED);
    bench.step();
    assert_eq!(bench.output("core1.nb_claim"), claimed << 2);
    assert_eq!(bench.output("core0.nb_block"), claimed << 2);
    assert_eq!(bench.output("core0.nb_claim"), 0);
    assert_eq!(bench.output("core1.nb_block"), 0);
    assert_eq!(bench.count(0, 2), 1 - claimed);
    assert_eq!(bench.state("nb_owner2"), 2 * claimed);
}

/// K8-R58: a blocked counter requests no interrupt and toggles no pin.
#[test]
fn blocked_counter_drives_no_output() {
    let mut bench = busy();
    bench.write(0, evtsel(1), ON | NORTHBRIDGE);
    bench.write(1, ctr(1), MAX);
    bench.write(1, evtsel(1), ON | INT | RETIRED);
    for _ in 0..3 {
        bench.step();
        assert_eq!(bench.count(1, 1), MAX);
        assert_eq!((bench.state("core1.apic_int"), bench.state("core1.pm")), (0, 0));
    }
}

/// K8-R58 K8-R61 K8-R63: only the claimed index is blocked, and only while the claim lasts.
#[test]
fn other_indices_count_and_the_claim_ends() {
    let mut bench = busy();
    bench.write(1, evtsel(2), ON | NORTHBRIDGE);
    for index in 0..4 {
        bench.write(0, evtsel(index), ON | RETIRED);
    }
    bench.write(0, ctr(0), 0);
    bench.write(0, ctr(1), 0);
    bench.write(0, ctr(3), 0);
    bench.step();
    let counts = [0, 1, 2, 3].map(|index| bench.count(0, index));
    assert_eq!(counts, [3, 2, 0, 1]);
    bench.write(1, evtsel(2), NORTHBRIDGE);
    assert_eq!(bench.count(0, 2), 0);
    bench.step();
    assert_eq!(bench.output("core0.nb_block"), 0);
    assert_eq!(bench.count(0, 2), 1);
    assert_eq!(bench.state("nb_owner2"), 0);
}

/// K8-R59: simultaneous claims go to core 0; when its claim ends, core 1 takes over without a gap.
#[test]
fn simultaneous_claims_go_to_core_0_first() {
    let mut bench = busy();
    bench.write(BROADCAST, evtsel(3), ON | NORTHBRIDGE);
    bench.step();
    assert_eq!(bench.output("core0.nb_claim"), 8);
    assert_eq!(bench.output("core1.nb_claim"), 8);
    assert_eq!(bench.output("core0.nb_block"), 0);
    assert_eq!(bench.output("core1.nb_block"), 8);
    assert_eq!((bench.count(0, 3), bench.count(1, 3)), (1, 0));
    assert_eq!(bench.state("nb_owner3"), 1);
    bench.write(0, evtsel(3), 0);
    assert_eq!((bench.count(0, 3), bench.count(1, 3)), (2, 0));
    bench.step();
    assert_eq!((bench.count(0, 3), bench.count(1, 3)), (2, 1));
    assert_eq!(bench.state("nb_owner3"), 2);
}

/// K8-R59: core 1 keeps an index that it claimed first, even when core 0 claims it later.
#[test]
fn first_claim_keeps_the_index() {
    let mut bench = busy();
    bench.write(1, evtsel(0), ON | NORTHBRIDGE);
    bench.write(0, evtsel(0), ON | NORTHBRIDGE);
    for cycle in 1..=3 {
        bench.step();
        assert_eq!(bench.output("core0.nb_block"), 1);
        assert_eq!((bench.count(0, 0), bench.count(1, 0)), (0, 1 + cycle));
    }
    assert_eq!(bench.state("nb_owner0"), 2);
    // Core 0 owns the index from the cycle in which the claim of core 1 ends, and then keeps it.
    bench.write(1, evtsel(0), 0);
    bench.write(1, evtsel(0), ON | NORTHBRIDGE);
    assert_eq!((bench.count(0, 0), bench.count(1, 0)), (1, 5));
    bench.step();
    assert_eq!((bench.count(0, 0), bench.count(1, 0)), (2, 5));
    assert_eq!(bench.state("nb_owner0"), 1);
}

/// K8-R59: another northbridge event in the owner's register is not a new claim.
#[test]
fn changing_the_event_keeps_the_claim() {
    let mut bench = busy();
    bench.write(1, evtsel(0), ON | NORTHBRIDGE);
    bench.write(0, evtsel(0), ON | NORTHBRIDGE);
    bench.write(1, evtsel(0), ON | unit_mask(1) | 0xE0);
    bench.step();
    assert_eq!(bench.output("core0.nb_block"), 1);
    assert_eq!(bench.state("nb_owner0"), 2);
}

/// K8-R60: a blocked counter can be read and written, and its history follows the condition.
#[test]
fn blocked_registers_are_accessible() {
    let mut bench = busy();
    bench.write(1, evtsel(0), ON | NORTHBRIDGE);
    bench.write(0, evtsel(0), ON | E | RETIRED);
    bench.write(0, ctr(0), 0x456);
    bench.step();
    assert_eq!(bench.state("core0.edge_history0"), 1);
    assert_eq!(bench.read(0, evtsel(0)), 0x0047_00C0);
    assert_eq!(bench.read(0, ctr(0)), 0x456);
    bench.write(1, evtsel(0), 0);
    // The event was already 1, so there is no edge now.
    bench.step();
    assert_eq!(bench.count(0, 0), 0x456);
}

/// K8-R60: a halted owner keeps its claim, and a halted core can take over an index.
#[test]
fn claims_remain_effective_during_a_halt() {
    let mut bench = busy();
    bench.write(1, evtsel(0), ON | NORTHBRIDGE);
    bench.set("core1.halted", 1);
    bench.write(0, evtsel(0), ON | NORTHBRIDGE);
    bench.step();
    assert_eq!(bench.output("core0.nb_block"), 1);
    assert_eq!((bench.count(0, 0), bench.count(1, 0)), (0, 0));
    bench.set("core0.halted", 1);
    bench.write(1, evtsel(0), 0);
    bench.step();
    assert_eq!(bench.output("core1.nb_block"), 1);
    assert_eq!(bench.state("nb_owner0"), 1);
}

/// K8-R61: each index has a separate owner.
#[test]
fn each_index_has_its_own_owner() {
    let mut bench = busy();
    bench.write(0, evtsel(0), ON | NORTHBRIDGE);
    bench.write(1, evtsel(1), ON | NORTHBRIDGE);
    bench.write(1, evtsel(3), ON | NORTHBRIDGE);
    bench.step();
    assert_eq!(bench.output("core0.nb_block"), 0b1010);
    assert_eq!(bench.output("core1.nb_block"), 0b0001);
    let owners = ["nb_owner0", "nb_owner1", "nb_owner2", "nb_owner3"];
    assert_eq!(owners.map(|owner| bench.state(owner)), [1, 2, 0, 2]);
}
