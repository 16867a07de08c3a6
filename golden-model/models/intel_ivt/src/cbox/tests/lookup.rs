//! LLC_LOOKUP.

use super::bench::*;
use rstest::rstest;

const LOOKUP: u64 = 0x34;

/// A bench with a lookup of this kind and found state; the filter selects all
/// states and nodes 0 and 15.
fn lookup(kind: u64, found: u64) -> Bench {
    let mut bench = Bench::new();
    bench.frames.write(FILTER, state(0x3F));
    bench.frames.write(FILTER1, 0x8001);
    bench.set_all(&[("lk_v", 1), ("lk_kind", kind), ("lk_state", found)]);
    bench
}

/// CBOX-R35 CBOX-R40 CBOX-R45: the kinds of lookup that each umask counts.
#[rstest]
#[case::data_read(0x03, 0b0001)]
#[case::write(0x05, 0b0010)]
#[case::remote_snoop(0x09, 0b0100)]
#[case::any(0x11, 0b1000)]
#[case::read_or_write(0x07, 0b0011)]
#[case::without_bit_0(0x1E, 0)]
#[case::bit_0_alone(0x01, 0)]
#[case::undocumented(0xA1, 0)]
fn umask_selects_kinds_of_lookup(#[case] umask: u64, #[case] counted: u64) {
    for kind in 0..4 {
        let bench = lookup(1 << kind, 1);
        assert_eq!(bench.increment(0, event(LOOKUP, umask)), counted >> kind & 1, "kind {kind}");
    }
}

/// CBOX-R41 CBOX-R42: a lookup counts once if its state is selected.
#[rstest]
fn filter_selects_states(#[values(0, 1, 2, 3, 4, 5)] found: u64) {
    for selected in 0..64 {
        let mut bench = lookup(1, 1 << found);
        bench.frames.write(FILTER, state(selected));
        assert_eq!(bench.increment(1, event(LOOKUP, 0x03)), selected >> found & 1, "{selected:#x}");
    }
}

/// CBOX-R44 CBOX-R52: the node qualifier, alone for every kind of lookup, and with
/// a kind for that kind only.
#[rstest]
#[case::any_kind(0x41, 0b0000, 15, 1)]
#[case::other_node(0x41, 0b0001, 14, 0)]
#[case::with_kind(0x51, 0b1000, 0, 1)]
#[case::with_other_kind(0x51, 0b0111, 0, 0)]
#[case::with_kind_at_other_node(0x51, 0b1000, 1, 0)]
#[case::without_bit_0(0x40, 0b1111, 0, 0)]
#[case::not_requested(0x03, 0b0001, 1, 1)]
fn node_qualifier_applies_to_the_selected_kinds(
    #[case] umask: u64,
    #[case] kind: u64,
    #[case] node: u64,
    #[case] expected: u64,
) {
    let mut bench = lookup(kind, 1);
    bench.set("lk_nid", node);
    assert_eq!(bench.increment(0, event(LOOKUP, umask)), expected);
    bench.frames.write(FILTER1, 0);
    assert_eq!(bench.increment(0, event(LOOKUP, umask)), if umask & 0x40 == 0 { expected } else { 0 });
    bench.frames.write(FILTER1, 0xFFFF);
    bench.frames.write(FILTER, 0);
    assert_eq!(bench.increment(0, event(LOOKUP, umask)), 0);
}

/// CBOX-R43: a request that looks up three times counts three times.
#[test]
fn repeated_lookups_count_separately() {
    let mut bench = lookup(1, 4);
    bench.frames.write(ctl(0), EN | event(LOOKUP, 0x03));
    bench.frames.cycles(3);
    bench.set("lk_v", 0);
    bench.frames.cycles(2);
    assert_eq!(bench.count(0), 3);
}

/// CBOX-R58: state, node and thread filters are ANDed.
#[rstest]
#[case::all(5, 2, 1, 1)]
#[case::other_thread(6, 2, 1, 0)]
#[case::other_state(5, 1, 1, 0)]
#[case::other_node(5, 2, 0, 0)]
fn filters_are_anded(#[case] thread: u64, #[case] found: u64, #[case] nodes: u64, #[case] expected: u64) {
    let mut bench = lookup(1, found);
    bench.frames.write(FILTER, state(2) | 5);
    bench.frames.write(FILTER1, nodes);
    bench.set("t_lk", thread);
    assert_eq!(bench.increment(0, TID_EN | event(LOOKUP, 0x43)), expected);
}
