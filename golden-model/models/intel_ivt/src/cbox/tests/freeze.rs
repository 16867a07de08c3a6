//! The box freeze and the global freeze.

use super::bench::*;

/// A bench in which counter 0 counts cycles.
fn ticking() -> Bench {
    let mut bench = Bench::new();
    bench.frames.write(ctl(0), EN);
    bench
}

/// Counter 0 after each cycle of a sequence of broadcasts.
fn train(bench: &mut Bench, broadcasts: &[(u64, u64)]) -> Vec<u64> {
    let after = |bench: &mut Bench, &(freeze, unfreeze): &(u64, u64)| {
        bench.set_all(&[("frz_bcast", freeze), ("unfrz_bcast", unfreeze)]);
        bench.frames.step();
        bench.set_all(&[("frz_bcast", 0), ("unfrz_bcast", 0)]);
        bench.count(0)
    };
    broadcasts.iter().map(|broadcast| after(bench, broadcast)).collect()
}

/// CBOX-R63 IVT-R70 IVT-R72 IVT-R73: a broadcast takes effect in the cycle after it.
#[test]
fn broadcasts_take_effect_in_the_next_cycle() {
    let broadcasts = [(0, 0), (1, 0), (0, 0), (0, 1), (0, 0), (1, 1), (0, 0), (0, 1), (1, 0), (0, 0)];
    assert_eq!(train(&mut ticking(), &broadcasts), [1, 2, 2, 2, 3, 4, 4, 4, 5, 5]);
}

/// IVT-R46 IVT-R47: a BOX_CTL write takes effect in the cycle after it.
#[test]
fn box_freeze_takes_effect_in_the_next_cycle() {
    let mut bench = ticking();
    bench.frames.write(BOX_CTL, 0x100);
    bench.frames.cycles(2);
    assert_eq!(bench.count(0), 1);
    bench.frames.write(BOX_CTL, 0);
    bench.frames.step();
    assert_eq!(bench.count(0), 2);
}

/// IVT-R74: a counter runs only if neither freeze is in effect.
#[test]
fn either_freeze_stops_counters() {
    let mut bench = ticking();
    bench.frames.write(BOX_CTL, 0x100);
    assert_eq!(train(&mut bench, &[(1, 0), (0, 1), (0, 0)]), [1, 1, 1]);
    assert_eq!(train(&mut bench, &[(1, 0)]), [1]);
    bench.frames.write(BOX_CTL, 0);
    assert_eq!(train(&mut bench, &[(0, 0), (0, 1), (0, 0)]), [1, 1, 2]);
}

/// IVT-R28 IVT-R15 IVT-R54 IVT-R77: registers of a frozen box are accessible; only counting stops.
#[test]
fn registers_of_a_frozen_box_are_accessible() {
    let mut bench = ticking();
    bench.frames.write(BOX_CTL, 0x3_0000);
    train(&mut bench, &[(1, 0)]);
    bench.frames.write(ctr(0), 0x10);
    bench.frames.write(ctl(1), EN);
    bench.frames.write(FILTER, 3);
    assert_eq!((bench.frames.read(ctr(0)), bench.frames.read(ctl(0)), bench.frames.read(FILTER)), (0x10, EN, 3));
    assert_eq!(train(&mut bench, &[(0, 1), (0, 0)]), [0x10, 0x11]);
    assert_eq!(bench.count(1), 1);
}

/// IVT-R39: the comparison continues while the box is frozen.
#[test]
fn comparison_continues_in_a_frozen_box() {
    let mut bench = Bench::new();
    bench.frames.write(BOX_CTL, 0x100);
    bench.frames.write(ctl(0), EN | EDGE | thresh(1) | event(0x02, 1));
    bench.set("e_txr_inserts", 1);
    bench.frames.step();
    assert_eq!(bench.now("cond_q0"), 1);
    bench.frames.write(BOX_CTL, 0);
    bench.frames.cycles(2);
    assert_eq!(bench.count(0), 0);
}
