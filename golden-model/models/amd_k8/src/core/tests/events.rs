//! EVENT_SELECT and UNIT_MASK.

use super::bench::*;
use rstest::rstest;

/// The event codes of sections 10.2.1.1 to 10.2.1.9.
const LISTED: [u64; 87] = [
    0x00, 0x01, 0x02, 0x20, 0x21, 0x22, 0x23, 0x24, 0x65, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49,
    0x4A, 0x4B, 0x4C, 0x67, 0x6C, 0x6D, 0x7D, 0x7E, 0x7F, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89,
    0x26, 0x27, 0x76, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF,
    0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE3,
    0xE4, 0xE5, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xEE, 0xF6, 0xF7, 0xF8,
];

/// PerfCtr0 of core 0 after one cycle with a select value.
fn count_after_one_cycle(bench: &mut Bench, select: u64) -> u64 {
    bench.write(0, evtsel(0), select);
    bench.write(0, ctr(0), 0);
    bench.step();
    bench.count(0, 0)
}

/// K8-R21 K8-R26: with all lines at 1 and a full mask the 87 listed codes count, and no others.
#[test]
fn only_listed_codes_count() {
    let mut bench = Bench::new();
    bench.all_lines(0, 1);
    for code in 0..256 {
        let counted = count_after_one_cycle(&mut bench, ON | unit_mask(0xFF) | code) != 0;
        assert_eq!(counted, LISTED.contains(&code), "{code:02X}");
    }
}

/// K8-R26 K8-R36: without events, only listed codes reach an inverted threshold, for any unit mask.
#[test]
fn inversion_does_not_enable_reserved_codes() {
    let mut bench = Bench::new();
    for mask in [0x00, 0xFF] {
        for code in 0..256 {
            let expected = u64::from(LISTED.contains(&code));
            for threshold in [1, 4] {
                let select = ON | INV | cnt_mask(threshold) | unit_mask(mask) | code;
                assert_eq!(count_after_one_cycle(&mut bench, select), expected, "{code:02X}");
            }
        }
    }
}

/// K8-R26: a reserved code drives 0 into the edge detector: a change to it and back makes an edge.
#[test]
fn edge_detector_sees_zero_for_reserved_codes() {
    let mut bench = Bench::new();
    bench.line(0, RETIRED_LINE, 1);
    bench.write(0, evtsel(0), ON | E | RETIRED);
    bench.step();
    bench.write(0, evtsel(0), ON | E | INV | cnt_mask(4) | 0x03);
    bench.step();
    assert_eq!(bench.state("core0.edge_history0"), 0);
    bench.write(0, evtsel(0), ON | E | RETIRED);
    assert_eq!(bench.count(0, 0), 1);
    bench.step();
    assert_eq!(bench.count(0, 0), 2);
}

/// K8-R24: events without a mask table count with any mask.
#[rstest]
fn masks_do_not_gate_events_without_a_table(
    #[values(0x00, 0x01, 0x80, 0xFF)] mask: u64,
    #[values(0x01, 0x02, 0x40, 0x76, 0x89, 0xC0, 0xDF, 0xE1)] code: u64,
) {
    let mut bench = Bench::new();
    bench.line(0, &format!("0x{code:02X}"), 1);
    assert_eq!(count_after_one_cycle(&mut bench, ON | unit_mask(mask) | code), 1);
}

/// K8-R25: events with a mask table need one of its bits; other bits add nothing.
#[rstest]
#[case::no_bit(0x20, 0x00, 0)]
#[case::bit_without_row(0x20, 0x80, 0)]
#[case::bits_without_rows(0x00, 0xC0, 0)]
#[case::without_the_table_of_4c(0x4C, 0x01, 0)]
#[case::table_of_4c(0x4C, 0x02, 1)]
#[case::gap_in_65(0x65, 0x7C, 0)]
#[case::last_of_65(0x65, 0x80, 1)]
#[case::gap_in_ea(0xEA, 0x02, 0)]
#[case::e8(0xE8, 0x80, 1)]
#[case::not_e8(0xE8, 0x7F, 0)]
#[case::e5_below(0xE5, 0x03, 0)]
#[case::e5(0xE5, 0x3C, 3)]
#[case::fills(0x7F, 0x01, 1)]
#[case::writebacks(0x7F, 0x02, 1)]
#[case::fills_and_writebacks(0x7F, 0x03, 2)]
#[case::other_bits_of_7f(0x7F, 0xFC, 0)]
fn mask_bits_outside_the_table_add_nothing(#[case] code: u64, #[case] mask: u64, #[case] expected: u64) {
    let mut bench = Bench::new();
    bench.all_lines(0, 1);
    assert_eq!(count_after_one_cycle(&mut bench, ON | unit_mask(mask) | code), expected);
}

/// K8-R22 K8-R23: selected sub-events are summed, up to 3: ES once, CS twice, then SS once as well.
#[rstest]
#[case::es(0x01, [1, 1])]
#[case::es_cs(0x03, [3, 3])]
#[case::es_ss(0x05, [1, 2])]
#[case::es_cs_ss(0x07, [3, 3])]
#[case::other_sub_events(0x78, [0, 0])]
fn selected_sub_events_are_summed(#[case] mask: u64, #[case] expected: [u64; 2]) {
    let mut bench = Bench::new();
    let select = ON | unit_mask(mask) | 0x20;
    bench.line(0, "0x20:0x01", 1);
    bench.line(0, "0x20:0x02", 2);
    assert_eq!(count_after_one_cycle(&mut bench, select), expected[0]);
    bench.line(0, "0x20:0x04", 1);
    assert_eq!(count_after_one_cycle(&mut bench, select), expected[1]);
}

/// K8-R23: all seven sub-events of 20h at 3 count as 3 events.
#[test]
fn sum_saturates_at_3() {
    let mut bench = Bench::new();
    bench.all_lines(0, 3);
    assert_eq!(count_after_one_cycle(&mut bench, ON | unit_mask(0x7F) | 0x20), 3);
    assert_eq!(count_after_one_cycle(&mut bench, ON | unit_mask(0xFF) | 0xE9), 3);
}

/// K8-R30: each HyperTransport link has its own code and the same four sub-events.
#[rstest]
#[case(0xF6, "0xF6")]
#[case(0xF7, "0xF7")]
#[case(0xF8, "0xF8")]
fn hypertransport_links_have_separate_codes(#[case] code: u64, #[case] line: &str) {
    for other in [0xF6, 0xF7, 0xF8] {
        let mut bench = Bench::new();
        for (kind, occurrences) in [("0x01", 1), ("0x02", 0), ("0x04", 0), ("0x08", 1)] {
            bench.line(0, &format!("{line}:{kind}"), occurrences);
        }
        let own = u64::from(other == code);
        let counts = [0x0F, 0x07, 0x08, 0x02].map(|mask| {
            let select = ON | unit_mask(mask) | other;
            count_after_one_cycle(&mut bench, select)
        });
        assert_eq!(counts, [2 * own, own, own, 0]);
    }
}

/// K8-R01 K8-R03: every counter of every core counts every line, and nothing else.
#[test]
fn every_counter_counts_every_line() {
    let mut bench = Bench::new();
    for line in bench.pmu.description.events.lines.clone() {
        let mask = u64::from(line.mask.unwrap_or(0));
        let select = ON | unit_mask(mask) | u64::from(line.code);
        for core in 0..2 {
            // One core at a time, because a northbridge event would block the other core.
            for index in 0..4 {
                bench.write(core, evtsel(index), select);
                bench.write(core, ctr(index), 0);
            }
            bench.line(core as usize, &line.name, 1);
            bench.step();
            bench.all_lines(core as usize, 1);
            bench.line(core as usize, &line.name, 0);
            bench.step();
            bench.all_lines(core as usize, 0);
            for index in 0..4 {
                let count = bench.count(core as usize, index);
                assert_eq!(count, 1, "{} on counter {index}", line.name);
                bench.write(core, evtsel(index), 0);
            }
        }
    }
}

/// K8-R01: four counters count four events at the same time, from four presets.
#[test]
fn four_counters_count_simultaneously() {
    let mut bench = Bench::new();
    for (index, code) in [0xC0, 0xC1, 0xC2, 0xC3].into_iter().enumerate() {
        bench.write(0, evtsel(index), OS | USR | code);
        bench.write(0, ctr(index), 1000 * (index as u64 + 1));
        bench.line(0, &format!("0x{code:02X}"), [3, 1, 0, 2][index]);
    }
    for (index, code) in [0xC0, 0xC1, 0xC2, 0xC3].into_iter().enumerate() {
        bench.write(0, evtsel(index), ON | code);
    }
    bench.step();
    // Counter 0 was enabled for 4 cycles, 1 for 3, 2 for 2 and 3 for 1.
    let counts = [0, 1, 2, 3].map(|index| bench.count(0, index));
    assert_eq!(counts, [1012, 2003, 3000, 4002]);
}
