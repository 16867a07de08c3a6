//! TOR_INSERTS and TOR_OCCUPANCY.

use super::bench::*;
use rstest::rstest;

const INSERTS: u64 = 0x35;
const OCCUPANCY: u64 = 0x36;

/// A request from the IRQ with opcode 182h to node 3.
const REQUEST: u64 = 0x182 | IRQ | 3 << 15;
const IRQ: u64 = 1 << 9;
const MISS: u64 = 1 << 10;
const EVICT: u64 = 1 << 11;
const WB: u64 = 1 << 12;
const LOCAL: u64 = 1 << 13;
const REMOTE: u64 = 1 << 14;
const ISOC: u64 = 1 << 24;
const NC: u64 = 1 << 25;

/// A bench with this request in entry 13 and at the insertion port.
fn request(attributes: u64) -> Bench {
    let mut bench = Bench::new();
    bench.frames.write(FILTER1, opc(0x182) | 1 << 3);
    bench.set_all(&[("tor_v", 1 << 13), ("tor13", attributes), ("tor_ins_v", 1), ("tor_ins", attributes)]);
    bench
}

/// CBOX-R36 CBOX-R37 CBOX-R46 to CBOX-R51: the documented umasks with a request that they count,
/// and its required attributes.
#[rstest]
#[case::opcode(0x01, REQUEST, &[IRQ, 0x002])]
#[case::miss_opcode(0x03, REQUEST | MISS, &[MISS, IRQ, 0x002])]
#[case::eviction(0x04, EVICT, &[EVICT])]
#[case::all(0x08, 0, &[])]
#[case::miss_all(0x0A, MISS, &[MISS])]
#[case::wb(0x10, WB, &[WB])]
#[case::local_opcode(0x21, REQUEST | LOCAL, &[LOCAL, IRQ, 0x100])]
#[case::miss_local_opcode(0x23, REQUEST | MISS | LOCAL, &[MISS, LOCAL, IRQ, 0x080])]
#[case::local(0x28, LOCAL, &[LOCAL])]
#[case::miss_local(0x2A, MISS | LOCAL, &[MISS, LOCAL])]
#[case::nid_opcode(0x41, REQUEST, &[1 << 15, IRQ])]
#[case::nid_miss_opcode(0x43, REQUEST | MISS, &[1 << 16, MISS, IRQ])]
#[case::nid_eviction(0x44, 3 << 15 | EVICT, &[EVICT, 1 << 15])]
#[case::nid_all(0x48, 3 << 15, &[1 << 16])]
#[case::nid_miss_all(0x4A, 3 << 15 | MISS, &[MISS, 1 << 15])]
#[case::nid_wb(0x50, 3 << 15 | WB, &[WB, 1 << 15])]
#[case::remote_opcode(0x81, REQUEST | REMOTE, &[REMOTE, IRQ])]
#[case::miss_remote_opcode(0x83, REQUEST | MISS | REMOTE, &[MISS, REMOTE, IRQ])]
#[case::remote(0x88, REMOTE, &[REMOTE])]
#[case::miss_remote(0x8A, MISS | REMOTE, &[MISS, REMOTE])]
fn documented_umasks_count_their_requests(#[case] umask: u64, #[case] attributes: u64, #[case] needed: &[u64]) {
    let increments = |attributes: u64| {
        let bench = request(attributes);
        [
            bench.increment(0, event(INSERTS, umask)),
            bench.increment(1, event(INSERTS, umask)),
            bench.increment(0, event(OCCUPANCY, umask)),
        ]
    };
    assert_eq!(increments(attributes), [1, 1, 1]);
    for &bit in needed {
        assert_eq!(increments(attributes & !bit), [0, 0, 0], "without {bit:#x}");
    }
}

/// CBOX-R47: all nine bits of the opcode are compared.
#[rstest]
fn all_opcode_bits_are_compared(#[values(0, 1, 2, 3, 4, 5, 6, 7, 8)] bit: u32) {
    assert_eq!(request(REQUEST ^ 1 << bit).increment(0, event(INSERTS, 0x01)), 0);
}

/// CBOX-R48: isoc and nc qualify only the opcode match.
#[rstest]
#[case::neither(0, [1, 1, 1, 1])]
#[case::isoc(1 << 31, [0, 1, 0, 1])]
#[case::nc(1 << 30, [0, 0, 1, 1])]
#[case::both(3 << 30, [0, 0, 0, 1])]
fn isoc_and_nc_qualify_the_opcode_match(#[case] filter1: u64, #[case] expected: [u64; 4]) {
    let requests = [0, ISOC, NC, ISOC | NC].map(|attributes| {
        let mut bench = request(REQUEST | attributes);
        bench.frames.write(FILTER1, filter1 | opc(0x182));
        assert_eq!(bench.increment(0, event(INSERTS, 0x08)), 1);
        bench.increment(0, event(INSERTS, 0x01))
    });
    assert_eq!(requests, expected);
}

/// CBOX-R50: an entry that matches several alternatives counts once, and one match is sufficient.
#[test]
fn one_match_is_sufficient_and_counts_once() {
    let bench = request(REQUEST | EVICT | WB);
    assert_eq!(bench.increment(0, event(OCCUPANCY, 0x1D)), 1);
    assert_eq!(request(WB).increment(0, event(OCCUPANCY, 0x15)), 1);
    assert_eq!(request(MISS).increment(0, event(OCCUPANCY, 0x15)), 0);
    // Qualifiers alone select no alternative.
    assert_eq!(request(u64::MAX).increment(0, event(OCCUPANCY, 0xE2)), 0);
    assert_eq!(request(u64::MAX).increment(0, event(OCCUPANCY, 0)), 0);
}

/// CBOX-R52: each node has its own bit in the mask.
#[rstest]
fn each_node_has_its_mask_bit(#[values(0, 1, 7, 8, 14, 15)] node: u64) {
    let mut bench = request(node << 15);
    for (nid, expected) in [(1 << node, 1), (0xFFFF & !(1 << node), 0), (0xFFFF, 1), (0, 0)] {
        bench.frames.write(FILTER1, nid);
        assert_eq!(bench.increment(0, event(INSERTS, 0x48)), expected, "{nid:#x}");
    }
}

/// CBOX-R15 CBOX-R37: the number of matching valid entries, 0 to 20; only valid insertions count.
#[test]
fn only_valid_entries_and_insertions_count() {
    let mut bench = Bench::new();
    assert_eq!(bench.increment(0, event(OCCUPANCY, 0x08)), 0);
    bench.set("tor_v", 0xFFFFF);
    assert_eq!(bench.increment(0, event(OCCUPANCY, 0x08)), 20);
    for entry in [0, 2, 9, 19] {
        bench.set(&format!("tor{entry}.evict"), 1);
    }
    assert_eq!(bench.increment(0, event(OCCUPANCY, 0x04)), 4);
    bench.set("tor_v", 0xFFFFF & !(1 << 9));
    assert_eq!(bench.increment(0, event(OCCUPANCY, 0x04)), 3);
    bench.set("tor_ins", EVICT);
    assert_eq!(bench.increment(0, event(INSERTS, 0x04)), 0);
    bench.set("tor_ins_v", 1);
    assert_eq!(bench.increment(0, event(INSERTS, 0x04)), 1);
}

/// CBOX-R07: a new opcode takes effect in the next cycle, for all counters.
#[test]
fn filter_write_takes_effect_in_the_next_cycle() {
    let mut bench = request(REQUEST);
    bench.frames.write(FILTER1, 0);
    bench.frames.write(ctl(0), EN | event(OCCUPANCY, 0x01));
    bench.frames.write(ctl(1), EN | event(INSERTS, 0x01));
    bench.frames.write(FILTER1, opc(0x182));
    assert_eq!(bench.counts(), [0, 0, 0, 0]);
    bench.frames.step();
    assert_eq!(bench.counts(), [1, 1, 0, 0]);
    bench.frames.write(FILTER1, 0);
    bench.frames.step();
    assert_eq!(bench.counts(), [2, 2, 0, 0]);
}
