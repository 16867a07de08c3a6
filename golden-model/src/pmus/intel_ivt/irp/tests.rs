//! What is special in the IRP. Expectations are literal, worked out from the requirements by hand.

use super::state::Irp;
use super::{COUNTERS, WIDTH};
use crate::pmus::intel_ivt::common::pci::tests::{ctl, event, Bench, BOX_STATUS, EN, OV_EN};

/// Offsets of the counters.
const CTR: [u64; 4] = [0xA0, 0xB0, 0xB8, 0xC0];

fn bench() -> Bench<Irp, COUNTERS, WIDTH> {
    Bench::new("ivt_irp")
}

/// What the coming clock adds to the four counters.
fn growths(bench: &Bench<Irp, COUNTERS, WIDTH>, selection: u64) -> [u64; 4] {
    [0, 1, 2, 3].map(|counter| bench.growth(counter, selection))
}

/// IRP-R06 IRP-R07: every listed code counts in every counter, no other does.
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

/// IRP-R47 IRP-R22 IRP-R23: where the counters lie.
#[test]
fn offsets() {
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

/// IRP-R46 IRP-R52: each set sees its own IRP.
#[test]
fn sets() {
    let mut bench = bench();
    bench.set("rxr_ak_occ", 24 << 5 | 7);
    assert_eq!(growths(&bench, event(0x0C, 0)), [7, 7, 24, 24]);
    bench.set("bl_stall", 0b10);
    assert_eq!(growths(&bench, event(0x19, 0)), [0, 0, 1, 1]);
}

/// IRP-R43 IRP-R44 IRP-R45: every overflow sets its bit; bits 21:20 are not there, and nothing is sent or frozen.
#[test]
fn overflows() {
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

/// IRP-R53: any number of outstanding requests is one.
#[test]
fn request_occupancy_is_one() {
    let mut bench = bench();
    bench.set("txr_req_occ", 0x0005);
    assert_eq!(growths(&bench, event(0x0D, 0)), [1, 1, 0, 0]);
}

/// IRP-R42 IRP-R55 IRP-R56: all sources before the filtered one, never both.
#[test]
fn caches() {
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
    let of = |code: u64| [0, 1, 2, 3, 0xFC, 0xFE].map(|umask| bench.growth(0, event(code, umask)));
    assert_eq!(of(0x10), [0, 100, 7, 100, 0, 7]);
    assert_eq!(of(0x11), [0, 28, 5, 28, 0, 5]);
    assert_eq!(of(0x12), [0, 128, 12, 128, 0, 12]);
    assert_eq!(of(0x13), [0, 60, 3, 60, 0, 3]);
    assert_eq!(of(0x14), [0, 50, 2, 50, 0, 2]);
}

/// IRP-R57 IRP-R58: types are joined, the queue is a condition.
#[test]
fn transactions() {
    let mut bench = bench();
    bench.set("txn_v", 1);
    bench.set("txn_type", 0b010);
    bench.set("txn_q", 9);
    bench.set("filt_q", 9);
    let of = |bench: &Bench<Irp, COUNTERS, WIDTH>| {
        [1, 2, 4, 7, 8, 9, 0xA, 0xF, 0xF0].map(|umask| bench.growth(0, event(0x15, umask)))
    };
    assert_eq!(of(&bench), [0, 1, 0, 1, 0, 0, 1, 1, 0]);
    bench.set("filt_q", 8);
    assert_eq!(of(&bench), [0, 1, 0, 1, 0, 0, 0, 0, 0]);
    bench.set("txn_v", 2);
    assert_eq!(of(&bench), [0; 9]);
}

/// IRP-R59 IRP-R60: two sub-events each, one count for both.
#[test]
fn tickles_and_matches() {
    for (code, [first, second]) in [(0x16, ["tickle_lost", "tickle_top"]), (0x17, ["am_stall", "am_merge"])] {
        let mut bench = bench();
        bench.set(first, 3);
        assert_eq!(bench.bits(2, code), 1);
        bench.set(second, 3);
        assert_eq!((bench.bits(2, code), bench.growth(2, event(code, 0xFF))), (3, 1));
        bench.set(first, 0);
        assert_eq!(bench.bits(2, code), 2);
    }
}
