//! Queue occupancies, and counters 1 to 3 with the occupancy of counter 0.

use super::bench::*;
use rstest::rstest;

const INGRESS: u64 = 0x11;
const OF_COUNTER_0: u64 = 0x1F;
const TOR: u64 = 0x36;

/// IRQ entries 0 to 4 valid, entries 3 to 6 rejected, threads 0,1,0,1,0; 5 entries in
/// the IPQ and 7 in the VFIFO.
fn queues() -> Bench {
    let mut bench = Bench::new();
    bench.set_all(&[("irq_v", 0b001_1111), ("irq_rej", 0b111_1000), ("ipq_occ", 5), ("vfifo_occ", 7)]);
    bench.set_all(&[("irq_tid1", 1), ("irq_tid3", 1), ("irq_tid5", 1)]);
    bench
}

/// CBOX-R22: each queue, and sums of them; umask bits without a queue add nothing.
#[rstest]
#[case::irq(0x01, 5)]
#[case::irq_rejected(0x02, 2)]
#[case::ipq(0x04, 5)]
#[case::vfifo(0x10, 7)]
#[case::undocumented(0xE8, 0)]
#[case::nothing(0x00, 0)]
#[case::all(0xFF, 19)]
#[case::irq_and_ipq(0x05, 10)]
fn selected_queues_are_summed(#[case] umask: u64, #[case] expected: u64) {
    assert_eq!(queues().increment(0, event(INGRESS, umask)), expected);
}

/// CBOX-R22 CBOX-R57: the thread filter applies to each IRQ entry and to the
/// total of the other queues.
#[rstest]
#[case::thread_0(0, [3, 1, 0, 0])]
#[case::thread_1(1, [2, 1, 0, 0])]
#[case::no_thread(0x1F, [0, 0, 5, 7])]
fn thread_filter_applies_to_each_irq_entry(#[case] thread: u64, #[case] expected: [u64; 4]) {
    let mut bench = queues();
    bench.frames.write(FILTER, thread);
    let increments = [0x01, 0x02, 0x04, 0x10].map(|umask| bench.increment(0, TID_EN | event(INGRESS, umask)));
    assert_eq!(increments, expected);
}

/// CBOX-R22 CBOX-A22: the largest sum of the queues.
#[test]
fn full_queues_are_summed() {
    let mut bench = Bench::new();
    bench.set_all(&[("irq_v", 0xFFFFF), ("irq_rej", 0xFFFFF), ("ipq_occ", 20), ("vfifo_occ", 20)]);
    assert_eq!(bench.increment(0, event(INGRESS, 0x17)), 80);
    assert_eq!(bench.increment(0, thresh(80) | event(INGRESS, 0x17)), 1);
    assert_eq!(bench.increment(0, thresh(81) | event(INGRESS, 0x17)), 0);
}

/// Counters 1 to 3 count the occupancy of counter 0, which has this control register,
/// with thresholds 0, 20 and 21.
fn watched(control: u64) -> Bench {
    let mut bench = Bench::new();
    bench.set("tor_v", 0xFFFFF);
    bench.frames.write(ctl(0), control);
    bench.frames.write(ctl(1), EN | OF_COUNTER_0);
    bench.frames.write(ctl(2), EN | thresh(20) | OF_COUNTER_0);
    bench.frames.write(ctl(3), EN | thresh(21) | OF_COUNTER_0);
    bench.frames.write(BOX_CTL, 0x002);
    bench
}

/// CBOX-R15 CBOX-R16 CBOX-R29 to CBOX-R31: the occupancy of counter 0's event, independent of the
/// other fields of counter 0.
#[rstest]
#[case::counting(EN, [20, 20, 1, 0])]
#[case::disabled(0, [0, 20, 1, 0])]
#[case::threshold(EN | thresh(5), [1, 20, 1, 0])]
#[case::unreached(EN | thresh(255), [0, 20, 1, 0])]
#[case::edge(EN | EDGE | thresh(5), [0, 20, 1, 0])]
fn occupancy_of_counter_0_is_counted(#[case] control: u64, #[case] expected: [u64; 4]) {
    let mut bench = watched(control | event(TOR, 0x08));
    bench.frames.step();
    assert_eq!(bench.counts(), expected);
}

/// CBOX-R29: other events of counter 0 have no occupancy.
#[rstest]
#[case::clockticks(0x00)]
#[case::lookup(0x34)]
#[case::inserts(0x35)]
#[case::counter_0_itself(OF_COUNTER_0)]
#[case::not_listed(0x10)]
fn other_events_have_no_occupancy(#[case] ev_sel: u64) {
    let mut bench = watched(EN | event(ev_sel, 0xFF));
    bench.set_all(&[("tor_ins_v", 1), ("tor_ins", u64::MAX), ("lk_v", 1)]);
    bench.frames.step();
    assert_eq!(bench.counts()[1..], [0, 0, 0]);
}

/// CBOX-R29: umask and tid_en of counter 0 apply, not those of the counter with the event.
#[test]
fn umask_and_tid_en_of_counter_0_apply() {
    let mut bench = queues();
    bench.frames.write(FILTER, 1);
    bench.frames.write(ctl(0), TID_EN | event(INGRESS, 0x01));
    for control in [event(OF_COUNTER_0, 0), event(OF_COUNTER_0, 0x04), TID_EN | event(OF_COUNTER_0, 0xFF)] {
        assert_eq!(bench.increment(2, control), 2);
    }
    bench.frames.write(ctl(0), event(INGRESS, 0x04));
    assert_eq!(bench.increment(2, event(OF_COUNTER_0, 0x01)), 5);
}

/// CBOX-R31: with edge_det and threshold 1, transitions from empty to not empty count.
#[test]
fn edges_count_transitions_to_not_empty() {
    let mut bench = Bench::new();
    bench.frames.write(ctl(0), event(TOR, 0x08));
    bench.frames.write(ctl(1), EN | EDGE | thresh(1) | OF_COUNTER_0);
    for valid in [0, 1, 3, 0, 0, 2, 0xFFFFF, 0] {
        bench.set("tor_v", valid);
        bench.frames.step();
    }
    assert_eq!(bench.count(1), 2);
}
