//! CPU/IO Requests to Memory/IO, event E9h.

use super::bench::*;
use rstest::rstest;

/// The table of section 10.2.1.7, one path in each row: line, then its bits
/// for source, target and type.
const PATHS: [(&str, [u64; 3]); 10] = [
    ("0xE9:0xA8", [0x80, 0x20, 0x08]),
    ("0xE9:0xA4", [0x80, 0x20, 0x04]),
    ("0xE9:0xA2", [0x80, 0x20, 0x02]),
    ("0xE9:0xA1", [0x80, 0x20, 0x01]),
    ("0xE9:0x98", [0x80, 0x10, 0x08]),
    ("0xE9:0x94", [0x80, 0x10, 0x04]),
    ("0xE9:0x92", [0x80, 0x10, 0x02]),
    ("0xE9:0x91", [0x80, 0x10, 0x01]),
    ("0xE9:0x64", [0x40, 0x20, 0x04]),
    ("0xE9:0x61", [0x40, 0x20, 0x01]),
];

/// Clears counter 0 of core 0 and selects E9h with a mask.
fn select(bench: &mut Bench, mask: u64) {
    bench.write(0, evtsel(0), ON | unit_mask(mask) | 0xE9);
    bench.write(0, ctr(0), 0);
}

/// K8-R28: the lines of E9h are the ten paths.
#[test]
fn there_are_ten_paths() {
    let bench = Bench::new();
    let events = &bench.pmu.description.events;
    let lines = events.lines.iter().filter(|line| line.code == 0xE9);
    assert_eq!(lines.count(), 10);
    for (line, bits) in PATHS {
        let position = events.find_line(line).expect("each path must have a line");
        assert_eq!(events.lines[position].mask, Some(bits.iter().sum::<u64>() as u32));
    }
}

/// K8-R27 K8-R28: each path under all 256 masks. A request counts if the mask has the bit of its
/// source, the bit of its target and the bit of its type.
#[test]
fn every_path_under_every_mask() {
    let mut bench = Bench::new();
    for mask in 0..256 {
        select(&mut bench, mask);
        let mut expected = 0;
        for (line, [source, target, kind]) in PATHS {
            bench.line(0, line, 2);
            bench.step();
            bench.line(0, line, 0);
            if mask & source == source && mask & target == target && mask & kind == kind {
                expected += 2;
            }
            assert_eq!(bench.count(0, 0), expected, "{line} under {mask:02X}");
        }
    }
}

/// K8-R23 K8-R27: all ten paths in one cycle under all 256 masks; the sum is limited to 3.
#[test]
fn all_paths_at_once_under_every_mask() {
    let mut bench = Bench::new();
    bench.all_lines(0, 1);
    for mask in 0..256 {
        select(&mut bench, mask);
        bench.step();
        let all_bits = |bits: &[u64; 3]| bits.iter().all(|bit| mask & bit != 0);
        let selected = PATHS.iter().filter(|(_, bits)| all_bits(bits)).count();
        assert_eq!(bench.count(0, 0), selected.min(3) as u64, "{mask:02X}");
    }
}

/// K8-R27 K8-R29: the paths that a mask selects, in the order of the table.
#[rstest]
#[case::both_memories(0xB8, &["0xE9:0xA8", "0xE9:0x98"])]
#[case::all_io_by_cpu(0xF4, &["0xE9:0xA4", "0xE9:0x94", "0xE9:0x64"])]
#[case::local_memory_by_cpu(0xA8, &["0xE9:0xA8"])]
#[case::cross_product(0xE9, &["0xE9:0xA8", "0xE9:0xA1", "0xE9:0x61"])]
#[case::remote_to_remote(0x5F, &[])]
#[case::remote_to_memory(0x7A, &[])]
#[case::no_type(0xF0, &[])]
#[case::no_target(0xCF, &[])]
#[case::no_source(0x3F, &[])]
#[case::nothing(0x00, &[])]
fn masks_select_the_documented_paths(#[case] mask: u64, #[case] expected: &[&str]) {
    let mut bench = Bench::new();
    let mut selected = Vec::new();
    for (line, _) in PATHS {
        select(&mut bench, mask);
        bench.line(0, line, 1);
        bench.step();
        bench.line(0, line, 0);
        if bench.count(0, 0) == 1 {
            selected.push(line);
        }
    }
    assert_eq!(selected, expected);
}

/// K8-R27: with an empty group N is 0, which an inverted threshold counts.
#[test]
fn empty_mask_group_is_not_a_reserved_event() {
    let mut bench = Bench::new();
    bench.all_lines(0, 3);
    bench.write(0, evtsel(0), ON | INV | cnt_mask(1) | unit_mask(0x0F) | 0xE9);
    bench.step();
    assert_eq!(bench.count(0, 0), 1);
}
