//! The thread filter.

use super::bench::*;
use rstest::rstest;

/// CBOX-R17 to CBOX-R25, CBOX-R32, CBOX-R38, CBOX-R56: events without a thread
/// count for thread 1Fh only.
#[rstest]
#[case::clockticks(0, 0x00, 0, ("vic_v", 0))]
#[case::txr_inserts(0, 0x02, 1, ("e_txr_inserts", 1))]
#[case::txr_ads_used(0, 0x04, 1, ("e_txr_ads", 1))]
#[case::ring_bounces(0, 0x05, 2, ("e_ring_bounces", 2))]
#[case::ring_src_thrtl(0, 0x07, 0, ("e_ring_src_thrtl", 1))]
#[case::ipq_occupancy(0, 0x11, 4, ("ipq_occ", 1))]
#[case::vfifo_occupancy(0, 0x11, 0x10, ("vfifo_occ", 1))]
#[case::rxr_ext_starved(0, 0x12, 1, ("e_rxr_ext_starved", 1))]
#[case::ipq_inserts(0, 0x13, 4, ("e_rxr_inserts", 4))]
#[case::vfifo_inserts(0, 0x13, 0x10, ("e_rxr_inserts", 0x10))]
#[case::ring_ad(2, 0x1B, 1, ("e_ring_ad", 1))]
#[case::ring_ak(2, 0x1C, 1, ("e_ring_ak", 1))]
#[case::ring_bl(2, 0x1D, 1, ("e_ring_bl", 1))]
#[case::ring_iv(2, 0x1E, 1, ("e_ring_iv", 1))]
#[case::ipq_retry(0, 0x31, 1, ("e_ipq_retry", 1))]
#[case::victims(0, 0x37, 1, ("vic_v", 1))]
fn events_without_a_thread_count_for_thread_1fh(
    #[case] counter: usize,
    #[case] ev_sel: u64,
    #[case] umask: u64,
    #[case] input: (&str, u64),
) {
    let mut bench = Bench::new();
    bench.set_all(&[("vic_flags", 1), input]);
    for (thread, expected) in [(0x1F, 1), (0x05, 0), (0x0F, 0), (0, 0)] {
        bench.frames.write(FILTER, thread);
        assert_eq!(bench.increment(counter, TID_EN | event(ev_sel, umask)), expected, "{thread:#x}");
        assert_eq!(bench.increment(counter, event(ev_sel, umask)), 1);
    }
}

/// CBOX-R24 CBOX-R33 to CBOX-R36, CBOX-R39, CBOX-R53, CBOX-R54: requests with a thread id, of
/// which all five bits count.
#[rstest]
#[case::irq_inserts(0x13, 1, ("e_rxr_inserts", 1), "t_irq_ins")]
#[case::irq_rejected_inserts(0x13, 2, ("e_rxr_inserts", 2), "t_irq_ins")]
#[case::irq_retry(0x32, 1, ("e_irq_retry", 1), "t_irq_retry")]
#[case::ismq_retry(0x33, 1, ("e_ismq_retry", 1), "t_ismq_retry")]
#[case::lookup(0x34, 3, ("lk_v", 1), "t_lk")]
#[case::tor_inserts(0x35, 8, ("tor_ins_v", 1), "tor_ins.tid")]
#[case::tor_occupancy(0x36, 8, ("tor_v", 1), "tor0.tid")]
#[case::misc(0x39, 1, ("e_misc", 1), "t_misc")]
fn requests_are_filtered_by_thread_id(
    #[case] ev_sel: u64,
    #[case] umask: u64,
    #[case] input: (&str, u64),
    #[case] thread: &str,
) {
    let mut bench = Bench::new();
    bench.set_all(&[("lk_kind", 1), ("lk_state", 1), input]);
    for selected in [0, 0x15, 0x1F] {
        bench.frames.write(FILTER, state(1) | selected);
        for other in [0, 1, 2, 4, 8, 16] {
            bench.set(thread, selected ^ other);
            let expected = u64::from(other == 0);
            assert_eq!(bench.increment(0, TID_EN | event(ev_sel, umask)), expected, "{selected:#x} {other:#x}");
            assert_eq!(bench.increment(0, event(ev_sel, umask)), 1);
        }
    }
}

/// CBOX-R24: the thread filter applies to IRQ allocations, but not to IPQ and VFIFO allocations.
#[rstest]
#[case::own_thread(3, 3, [1, 0, 1])]
#[case::other_thread(4, 3, [0, 0, 0])]
#[case::no_thread(3, 0x1F, [0, 1, 1])]
fn thread_filter_applies_to_irq_allocations_only(
    #[case] thread: u64,
    #[case] selected: u64,
    #[case] expected: [u64; 3],
) {
    let mut bench = Bench::new();
    bench.frames.write(FILTER, selected);
    bench.set_all(&[("e_rxr_inserts", 0x17), ("t_irq_ins", thread)]);
    let increments = [0x03, 0x14, 0x17].map(|umask| bench.increment(1, TID_EN | event(0x13, umask)));
    assert_eq!(increments, expected);
}

/// CBOX-R55: each counter has a separate tid_en.
#[test]
fn tid_en_applies_to_each_counter_separately() {
    let mut bench = Bench::new();
    bench.frames.write(FILTER, 2);
    bench.frames.write(ctl(0), EN | TID_EN | event(0x35, 8));
    bench.frames.write(ctl(1), EN | event(0x35, 8));
    for thread in [2, 3, 2, 3, 3] {
        bench.set_all(&[("tor_ins_v", 1), ("tor_ins.tid", thread)]);
        bench.frames.step();
    }
    assert_eq!(bench.counts(), [2, 5, 0, 0]);
}

/// CBOX-R53 CBOX-R59: filters that an event does not use have no effect on it.
#[rstest]
fn unused_filters_have_no_effect(
    #[values(0, 0x007E_001F, 0x0002_0007)] filter: u64,
    #[values(0, 0xDFF0_FFFF)] filter1: u64,
) {
    let mut bench = Bench::new();
    bench.frames.write(FILTER, filter);
    bench.frames.write(FILTER1, filter1);
    bench.set("e_txr_inserts", 1);
    assert_eq!(bench.increment(0, event(0x02, 1)), 1);
}
