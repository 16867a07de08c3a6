//! Each event of the C-Box.

use super::bench::*;
use rstest::rstest;

/// CBOX-R18 to CBOX-R20, CBOX-R23 to CBOX-R28, CBOX-R32 to CBOX-R34, CBOX-R39, IVT-R21, IVT-R22: the
/// lanes that each umask bit selects, and the bits that select none.
#[rstest]
#[case::txr_inserts(0, 0x02, "e_txr_inserts", 0x7F)]
#[case::txr_ads_used(1, 0x04, "e_txr_ads", 0x07)]
#[case::ring_bounces(0, 0x05, "e_ring_bounces", 0x1E)]
#[case::rxr_ext_starved(1, 0x12, "e_rxr_ext_starved", 0x0F)]
#[case::rxr_inserts(0, 0x13, "e_rxr_inserts", 0x17)]
#[case::ring_ad(2, 0x1B, "e_ring_ad", 0xFF)]
#[case::ring_ak(3, 0x1C, "e_ring_ak", 0xFF)]
#[case::ring_bl(2, 0x1D, "e_ring_bl", 0xFF)]
#[case::ring_iv(3, 0x1E, "e_ring_iv", 0xFF)]
#[case::ipq_retry(0, 0x31, "e_ipq_retry", 0x17)]
#[case::irq_retry(1, 0x32, "e_irq_retry", 0x3F)]
#[case::ismq_retry(0, 0x33, "e_ismq_retry", 0xBB)]
#[case::misc(1, 0x39, "e_misc", 0x0F)]
fn umask_bits_select_their_lanes(
    #[case] counter: usize,
    #[case] ev_sel: u64,
    #[case] input: &str,
    #[case] documented: u64,
) {
    let mut bench = Bench::new();
    for lane in 0..8 {
        bench.set(input, 1 << lane);
        assert_eq!(bench.bits(counter, ev_sel), documented & 1 << lane, "lane {lane}");
    }
    // IVT-R20: several sub-events in one cycle count once.
    bench.set(input, 0xFF);
    assert_eq!(bench.increment(counter, event(ev_sel, 0xFF)), 1);
    assert_eq!(bench.increment(counter, event(ev_sel, 0)), 0);
    bench.set(input, 0);
    assert_eq!(bench.increment(counter, event(ev_sel, 0xFF)), 0);
}

/// CBOX-R17 CBOX-R21 IVT-R23: events without umask rows count with any umask.
#[rstest]
fn events_without_umask_count_with_any_umask(#[values(0, 1, 0xFE, 0xFF)] umask: u64) {
    let mut bench = Bench::new();
    assert_eq!((bench.increment(3, event(0x00, umask)), bench.increment(1, event(0x07, umask))), (1, 0));
    bench.set("e_ring_src_thrtl", 1);
    assert_eq!(bench.increment(1, event(0x07, umask)), 1);
}

/// CBOX-R25 CBOX-R28: the patterns of the ring: up, down, and any for IV,
/// which excludes virtual ring 1.
#[rstest]
#[case(0x33, 0x33)]
#[case(0xCC, 0xCC)]
#[case(0x0F, 0x0F)]
#[case(0xFF, 0xFF)]
fn umask_selects_ring_directions(
    #[case] umask: u64,
    #[case] seen: u64,
    #[values((0x1B, "e_ring_ad"), (0x1E, "e_ring_iv"))] ring: (u64, &str),
) {
    let mut bench = Bench::new();
    for lane in 0..8 {
        bench.set(ring.1, 1 << lane);
        assert_eq!(bench.increment(2, event(ring.0, umask)), seen >> lane & 1, "lane {lane}");
    }
}

/// A C-Box with all inputs active, so that every event counts with umask FFh or 49h.
fn busy() -> Bench {
    let mut bench = Bench::new();
    for lanes in ["misc", "ring_ad", "ring_ak", "ring_bl", "ring_iv", "ring_bounces", "rxr_ext_starved", "rxr_inserts"]
    {
        bench.set(&format!("e_{lanes}"), 0xFF);
    }
    for lanes in ["ipq_retry", "irq_retry", "ismq_retry", "txr_ads", "txr_inserts"] {
        bench.set(&format!("e_{lanes}"), 0xFF);
    }
    bench.set_all(&[("e_ring_src_thrtl", 1), ("lk_v", 1), ("lk_kind", 0xF), ("lk_state", 1), ("vic_v", 1)]);
    bench.set_all(&[("vic_flags", 0xF), ("irq_v", 0xFFFFF), ("tor_v", 1), ("tor0", 0x3FF_FFFF)]);
    bench.set_all(&[("tor_ins_v", 1), ("tor_ins", 0x3FF_FFFF)]);
    bench.frames.write(FILTER, state(0x3F));
    bench.frames.write(FILTER1, 0xFFFF);
    bench
}

/// CBOX-R10 to CBOX-R14, IVT-R18, IVT-R19: the counters that count each of the 256 codes
/// while all inputs are active.
#[test]
fn codes_count_only_in_their_allowed_counters() {
    let bench = busy();
    for ev_sel in 0..256 {
        let umask = if ev_sel == 0x36 { 0x49 } else { 0xFF };
        let increments = [0, 1, 2, 3].map(|counter| bench.increment(counter, event(ev_sel, umask)) != 0);
        let expected = match ev_sel {
            0x00 => [true; 4],
            0x02 | 0x04 | 0x05 | 0x07 | 0x12 | 0x13 | 0x31 | 0x32 | 0x33 | 0x34 | 0x35 | 0x37 | 0x39 => {
                [true, true, false, false]
            }
            0x1B..=0x1E => [false, false, true, true],
            0x11 | 0x36 => [true, false, false, false],
            // Counter 0 does not select an event with an occupancy.
            _ => [false; 4],
        };
        assert_eq!(increments, expected, "{ev_sel:#x}");
    }
}

/// CBOX-R09: ring events count while all other inputs are idle.
#[test]
fn ring_events_count_without_llc_activity() {
    let mut bench = Bench::new();
    bench.set("e_ring_bl", 0x20);
    assert_eq!(bench.increment(3, event(0x1D, 0x33)), 1);
}

/// IVT-R01: without an enabled counter, no event changes any state.
#[test]
fn disabled_counters_do_not_change() {
    let mut bench = busy();
    let before = bench.frames.all_state();
    bench.frames.cycles(20);
    assert_eq!(bench.frames.all_state(), before);
}

/// IVT-R24: one event on all counters that may count it, each with its own umask and threshold.
#[test]
fn counters_share_an_event_with_separate_umasks() {
    let mut bench = Bench::new();
    bench.frames.write(ctl(0), EN | event(0x02, 0x01));
    bench.frames.write(ctl(1), EN | thresh(2) | event(0x02, 0x03));
    bench.set("e_txr_inserts", 0x03);
    bench.frames.cycles(3);
    assert_eq!(bench.counts(), [3, 0, 0, 0]);
}

/// CBOX-R38: victims are selected by their flags and qualified by the node.
#[rstest]
#[case::m(0x01, 0b0001, 1)]
#[case::not_m(0x01, 0b1110, 0)]
#[case::m_or_e(0x03, 0b0010, 1)]
#[case::miss(0x08, 0b1000, 1)]
#[case::no_flag(0x0F, 0, 0)]
#[case::node_alone(0x40, 0, 1)]
#[case::node_and_m(0x41, 0b0001, 1)]
#[case::node_and_not_m(0x41, 0b0110, 0)]
#[case::undocumented(0xB0, 0xF, 0)]
#[case::nothing(0x00, 0xF, 0)]
fn victims_are_selected_by_flags_and_node(#[case] umask: u64, #[case] flags: u64, #[case] expected: u64) {
    let mut bench = Bench::new();
    bench.frames.write(FILTER1, 1 << 5);
    bench.set_all(&[("vic_v", 1), ("vic_flags", flags), ("vic_nid", 5)]);
    assert_eq!(bench.increment(1, event(0x37, umask)), expected);
    bench.set("vic_nid", 4);
    let with_node = umask & 0x40 != 0;
    assert_eq!(bench.increment(1, event(0x37, umask)), if with_node { 0 } else { expected });
    bench.set_all(&[("vic_nid", 5), ("vic_v", 0)]);
    assert_eq!(bench.increment(1, event(0x37, umask)), 0);
}
