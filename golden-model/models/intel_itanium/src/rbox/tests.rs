use super::iperf::Iperf;
use super::match_set::MatchSet;
use super::ports::{Flit, Traffic};
use super::qlx::Qlx;
use super::registers::{port_of, Part, Register};
use super::state::{Cycle, RBox};
use golden_model_core::register_port::access_paths;
use golden_model_core::Pmu;
use std::collections::BTreeSet;

#[test]
fn register_addresses_match_the_description() {
    let pmu = Pmu::find("itanium_rbox").expect("a PMU");
    let units = 0..pmu.description.units.len();
    let described: Vec<u32> =
        units.flat_map(|unit| access_paths(&pmu.description, unit)).map(|path| path.address).collect();
    let known: BTreeSet<u32> = (0..=0xFFFF).filter(|&offset| Register::at(offset).is_some()).collect();
    assert_eq!(described.len(), 189);
    assert_eq!(described.into_iter().collect::<BTreeSet<_>>(), known);
    assert_eq!(Register::at(0x4BC8), Some(Register::Set(11, 1, Part::MatchLow)));
    assert_eq!(Register::at(0x4DE8), Some(Register::Set(10, 1, Part::Control)));
    assert_eq!((Register::at(0x42B8), Register::at(0x7B88)), (Some(Register::Arb(11)), Some(Register::Iperf(11, 1))));
}

#[test]
fn counters_select_ports_of_their_side_only() {
    let ports = |counter: usize| (0..8).map(|select| port_of(counter, select)).collect::<Vec<_>>();
    let left = [Some(0), Some(1), Some(2), Some(3), Some(4), Some(11), None, None];
    let right = [Some(5), Some(6), Some(7), Some(8), Some(9), Some(10), None, None];
    assert_eq!((ports(0), ports(7), ports(8), ports(15)), (left.into(), left.into(), right.into(), right.into()));
}

#[test]
fn enabled_sub_events_are_combined() {
    let traffic = Traffic {
        lines: 1 << 31 | 1 << 24,
        eot_wr: 0b100,
        arb_alloc: 0x44,
        pkt_cls: 0x20,
        pkt_vn: 1,
        ..Default::default()
    };
    let occurring = |select: u32| Iperf { select, ..Default::default() }.occurring(&traffic, false);
    assert_eq!(occurring(0x800), 0x800);
    assert_eq!(occurring(0x8000_0000 | 0x100_0000), 0x8100_0000);
    assert_eq!((occurring(1 << 20 | 3 << 17), occurring(1 << 20), occurring(1 << 20 | 2 << 17)), (1 << 20, 0, 0));
    assert_eq!([0x20, 0x60, 0xA0, 0xE0, 0xC0].map(occurring), [0, 0x20, 0, 0x20, 0]);
}

#[test]
fn accumulated_depths_and_carries_equal_the_sum() {
    let mut iperf = Iperf { select: 1 << 27 | 1 << 21 | 7 << 17, ..Default::default() };
    let traffic = Traffic { outb_depth: 100, eot_depth: 31 << 30, ..Default::default() };
    let mut carries = (0, 0);
    for _ in 0..1000 {
        let occurring = iperf.occurring(&traffic, false);
        carries = (carries.0 + (occurring >> 27 & 1), carries.1 + (occurring >> 21 & 1));
        iperf.accumulate(&traffic);
    }
    assert_eq!((carries.0 * 128 + iperf.outb_acc, carries.1 * 32 + iperf.eot_acc), (100_000, 31_000));
    assert_eq!(iperf.occurring(&Traffic { outb_depth: 127, ..traffic }, true), 0);
}

#[test]
fn entry_table_depths_accumulate_by_class() {
    let traffic = Traffic { et_depth: 3 | 31 << 25, ..Default::default() };
    let mut qlx = Qlx { select: 0x5C | 0xEC << 16, et_acc: [1, 9] };
    assert_eq!((qlx.occurs(0, &traffic, false), qlx.occurs(1, &traffic, false)), (true, false));
    qlx.accumulate(&traffic);
    assert_eq!(qlx.et_acc, [0, 9]);
}

#[test]
fn flit_comparison_covers_72_bits() {
    let set = MatchSet { match_low: 0x1C80, mask_low: 0x1FE0, control: 0x21_8080, ..Default::default() };
    let flit = Flit { bits: 0xFF << 64 | 0x1C80 | 0x1F, position: 1 };
    assert!(set.matches(&flit));
    assert!(!set.matches(&Flit { position: 2, ..flit }));
    assert!(!set.matches(&Flit { bits: flit.bits ^ 1 << 71, ..flit }));
    assert!(set.matches(&Flit { bits: flit.bits ^ 1 << 70, ..flit }));
    // Position 0 does not exist (RBOX-A12).
    let nowhere = MatchSet { control: set.control & !0xF_0000, ..set };
    assert!(!nowhere.matches(&Flit { position: 0, ..flit }));
}

/// Returns a box whose counter `number` counts the DRS allocations of one port.
///
/// It is the port with `pt_sel` 1. IPERF selects these events after reset.
fn counting(number: usize, count: u64, control: u32) -> RBox {
    let mut rbox = RBox::default();
    rbox.counters[number].count = count;
    rbox.counters[number].control = control | 1 << 22 | 1 << 19;
    rbox
}

fn step(rbox: &mut RBox, cycle: &Cycle) {
    let effects = rbox.cycle_effects(cycle);
    rbox.step(cycle, &effects);
}

fn allocations() -> Cycle {
    Cycle { traffic: [Traffic { arb_alloc: 4, ..Default::default() }; 12], ..Default::default() }
}

#[test]
fn overflow_freezes_unless_ov_is_set() {
    for (ov, frozen) in [(0, true), (1 << 24, false)] {
        let mut rbox = counting(3, (1 << 48) - 1, 1 << 23 | ov);
        rbox.configuration = 0x80;
        step(&mut rbox, &allocations());
        assert_eq!((rbox.counters[3].count, rbox.counters[3].has_overflowed()), (0, true));
        assert_eq!((rbox.frozen, rbox.ovf, rbox.pmi), (frozen, frozen, frozen));
    }
}

#[test]
fn write_takes_priority_over_count() {
    let written = |register, data| {
        let mut rbox = counting(9, (1 << 48) - 1, 1 << 23);
        step(&mut rbox, &Cycle { write: Some((register, data)), ..allocations() });
        (rbox.counters[9].count, rbox.frozen, rbox.counters[9].has_overflowed())
    };
    assert_eq!(written(Register::Count(9), 7), (0xFFFF_0000_0007, false, false));
    assert_eq!(written(Register::Control(9), 5), (0x0005_FFFF_FFFF, false, false));
    assert_eq!(written(Register::Global, 1 << 10), (0, false, false));
    assert_eq!(written(Register::Count(8), 7), (0, true, true));
}
