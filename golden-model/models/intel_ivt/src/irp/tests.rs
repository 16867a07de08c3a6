//! Tests of the IRP. Expected values are literals, computed from the
//! requirements and not with the model.

use super::state::Irp;
use super::{COUNTERS, WIDTH};
use crate::common::pci::tests::{ctl, event, Bench, BOX_STATUS, EN, OV_EN};

/// Offsets of the counters.
const CTR: [u64; 4] = [0xA0, 0xB0, 0xB8, 0xC0];

fn bench() -> Bench<Irp, COUNTERS, WIDTH> {
    Bench::new("ivt_irp")
}

/// The increments of the next cycle in the four counters.
fn increments(bench: &Bench<Irp, COUNTERS, WIDTH>, selection: u64) -> [u64; 4] {
    [0, 1, 2, 3].map(|counter| bench.increment(counter, selection))
}

/// IRP-R06 IRP-R07: every listed code counts in every counter, and no other code does.
#[test]
fn listed_codes_count_everywhere() {
    let mut bench = bench();
    let names: Vec<String> = bench.frames.pmu.description.inputs.iter().map(|input| input.name.clone()).collect();
    for name in names.iter().filter(|name| !name.ends_with("frz_bcast")) {
        bench.frames.set(name, u64::MAX);
    }
    for counter in 0..4 {
        assert_eq!(bench.codes(counter, 0), bench.listed(counter, false), "counter {counter}");
    }
}

/// IRP-R47 IRP-R22 IRP-R23: the offsets of the counters.
#[test]
fn counters_are_at_their_offsets() {
    let mut bench = bench();
    for (counter, offset) in CTR.into_iter().enumerate() {
        bench.preset(offset, 0x1_0000_0001 * (counter as u64 + 1));
    }
    assert_eq!([0, 1, 2, 3].map(|counter| bench.count(counter)), [1, 2, 3, 4].map(|n| 0x1_0000_0001 * n));
    for offset in [0xA8, 0xAC, 0xC8, 0x9C] {
        bench.write(offset, 9);
        assert_eq!(bench.read(offset), 0, "{offset:#x}");
    }
    assert_eq!((bench.read(0xC4), bench.read(0xBC), bench.read(0xB4)), (4, 3, 2));
}

/// IRP-R46 IRP-R52: each pair of counters counts only the events of one IRP.
#[test]
fn each_pair_of_counters_counts_its_own_irp() {
    let mut bench = bench();
    bench.set("rxr_ak_occ", 24 << 5 | 7);
    assert_eq!(increments(&bench, event(0x0C, 0)), [7, 7, 24, 24]);
    bench.set("bl_stall", 0b10);
    assert_eq!(increments(&bench, event(0x19, 0)), [0, 0, 1, 1]);
}

/// IRP-R43 IRP-R44 IRP-R45: every overflow sets its status bit; bits 21:20 do not exist, and no
/// message or freeze follows.
#[test]
fn overflows_set_only_their_status_bit() {
    for (counter, offset) in CTR.into_iter().enumerate() {
        let mut bench = bench();
        bench.set("c_wr_any", 0x8080);
        bench.preset(offset, 0xFFFF_FFFF_FFFE);
        bench.write(ctl(counter), EN | OV_EN | 1 << 21 | event(0x11, 1));
        bench.frames.step();
        assert_eq!((bench.count(counter), bench.read(BOX_STATUS)), (126, 1 << counter));
        bench.frames.cycles(2);
        assert_eq!((bench.count(counter), bench.now("frz_lat")), (126 + 3 * 128, 0));
        assert_eq!(bench.read(ctl(counter)), EN | event(0x11, 1));
        bench.write(BOX_STATUS, 0xF);
        assert_eq!(bench.register("BOX_STATUS"), 0);
    }
}

/// IRP-R53: any number of outstanding requests counts 1.
#[test]
fn any_number_of_requests_counts_one() {
    let mut bench = bench();
    bench.set("txr_req_occ", 0x0005);
    assert_eq!(increments(&bench, event(0x0D, 0)), [1, 1, 0, 0]);
}

/// IRP-R42 IRP-R55 IRP-R56: all sources take priority over the filtered
/// source; the two are never added.
#[test]
fn all_sources_take_priority_over_the_filtered_source() {
    let mut bench = bench();
    let inputs = [
        ("c_rd_any", 100),
        ("c_wr_any", 28),
        ("c_own_any", 60),
        ("c_ack_any", 50),
        ("c_rd_src", 7),
        ("c_wr_src", 5),
        ("c_own_src", 3),
        ("c_ack_src", 2),
    ];
    for (name, level) in inputs {
        bench.set(name, level);
    }
    let of = |code: u64| [0, 1, 2, 3, 0xFC, 0xFE].map(|umask| bench.increment(0, event(code, umask)));
    assert_eq!(of(0x10), [0, 100, 7, 100, 0, 7]);
    assert_eq!(of(0x11), [0, 28, 5, 28, 0, 5]);
    assert_eq!(of(0x12), [0, 128, 12, 128, 0, 12]);
    assert_eq!(of(0x13), [0, 60, 3, 60, 0, 3]);
    assert_eq!(of(0x14), [0, 50, 2, 50, 0, 2]);
}

/// IRP-R57 IRP-R58: transaction types are ORed, and the queue qualifies them.
#[test]
fn transaction_types_are_ored_and_qualified_by_queue() {
    let mut bench = bench();
    bench.set("txn_v", 1);
    bench.set("txn_type", 0b010);
    bench.set("txn_q", 9);
    bench.set("filt_q", 9);
    let of = |bench: &Bench<Irp, COUNTERS, WIDTH>| {
        [1, 2, 4, 7, 8, 9, 0xA, 0xF, 0xF0].map(|umask| bench.increment(0, event(0x15, umask)))
    };
    assert_eq!(of(&bench), [0, 1, 0, 1, 0, 0, 1, 1, 0]);
    bench.set("filt_q", 8);
    assert_eq!(of(&bench), [0, 1, 0, 1, 0, 0, 0, 0, 0]);
    bench.set("txn_v", 2);
    assert_eq!(of(&bench), [0; 9]);
}

/// IRP-R59 IRP-R60: two sub-events each; both together count once.
#[test]
fn both_sub_events_together_count_once() {
    for (code, [first, second]) in [(0x16, ["tickle_lost", "tickle_top"]), (0x17, ["am_stall", "am_merge"])] {
        let mut bench = bench();
        bench.set(first, 3);
        assert_eq!(bench.bits(2, code), 1);
        bench.set(second, 3);
        assert_eq!((bench.bits(2, code), bench.increment(2, event(code, 0xFF))), (3, 1));
        bench.set(first, 0);
        assert_eq!(bench.bits(2, code), 2);
    }
}
