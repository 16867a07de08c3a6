//! Tests of R3QPI. Expected values are literals, computed from the
//! requirements and not with the model.

use super::events::R3Qpi;
use super::{COUNTERS, WIDTH};
use crate::common::pci::tests::{ctl, ctr, event, Bench, BOX_STATUS, EN, OV_EN};

fn bench() -> Bench<R3Qpi, COUNTERS, WIDTH> {
    Bench::new("ivt_r3qpi")
}

/// A bench in which every input has its largest value.
fn busy() -> Bench<R3Qpi, COUNTERS, WIDTH> {
    let mut bench = bench();
    let names: Vec<String> = bench.frames.pmu.description.inputs.iter().map(|input| input.name.clone()).collect();
    for name in names.iter().filter(|name| !name.ends_with("frz_bcast")) {
        bench.frames.set(name, u64::MAX);
    }
    bench
}

/// R3Q-R06 R3Q-R07 R3Q-R50 R3Q-R51 R3Q-R52 R3Q-R72: listed codes and
/// restrictions match the event table.
#[test]
fn listed_codes_count_in_their_allowed_counters() {
    let bench = busy();
    for counter in 0..3 {
        assert_eq!(bench.codes(counter, 0), bench.listed(counter, false), "counter {counter}");
    }
}

/// R3Q-R10 R3Q-R55 R3Q-R57 R3Q-R58 R3Q-R60 R3Q-R62 to R3Q-R67 R3Q-R69 to R3Q-R71: the
/// umask bits with a sub-event.
#[test]
fn umask_bits_select_their_sub_events() {
    let bench = busy();
    let bits = [
        (0x07, 0xFF),
        (0x0A, 0xFF),
        (0x10, 0x07),
        (0x11, 0x3F),
        (0x13, 0x3F),
        (0x26, 0x07),
        (0x28, 0x07),
        (0x29, 0x7F),
        (0x2A, 0x7F),
        (0x2B, 0xFF),
        (0x2C, 0x7F),
        (0x2D, 0x7F),
        (0x2E, 0x7F),
        (0x2F, 0x0F),
        (0x33, 0x05),
        (0x34, 0x3F),
        (0x36, 0x3F),
        (0x37, 0x3F),
        (0x38, 0x3F),
        (0x39, 0x3F),
    ];
    for (ev_sel, selecting) in bits {
        assert_eq!(bench.bits(0, ev_sel), selecting, "{ev_sel:#x}");
    }
}

/// R3Q-R09 R3Q-R60: the occupancies of the selected classes are summed.
#[test]
fn selected_occupancies_are_summed() {
    let mut bench = bench();
    bench.set("rxr_occ", 32 | 1 << 6 | 2 << 12 | 4 << 18 | 8 << 24 | 16 << 30);
    assert_eq!(bench.increment(0, event(0x13, 0xFF)), 63);
    assert_eq!(bench.increment(0, event(0x13, 0x21)), 48);
    assert_eq!(bench.increment(1, event(0x13, 0xFF)), 0);
}

/// R3Q-R69: credits for AD and BL are summed; umask bit 1 selects no sub-event.
#[test]
fn acquired_credits_are_summed() {
    let mut bench = bench();
    bench.set("vna_acq_ad", 3);
    bench.set("vna_acq_bl", 1);
    let increments = [0, 1, 2, 4, 7].map(|umask| bench.increment(1, event(0x33, umask)));
    assert_eq!(increments, [0, 3, 0, 1, 4]);
}

/// R3Q-R49 R3Q-R47: the offsets of a fourth counter have no register.
#[test]
fn there_is_no_counter_3() {
    let mut bench = bench();
    for offset in [0xE4, 0xB8, 0xBC] {
        bench.write(offset, 0xFFFF_FFFF);
        assert_eq!(bench.read(offset), 0);
    }
}

/// R3Q-R21 R3Q-R35 R3Q-R39: counter 2 wraps at 44 bits, sets its status bit and sends one message.
#[test]
fn counter_2_overflow_sets_its_bit_and_sends_one_message() {
    let mut bench = bench();
    bench.write(ctr(2) + 4, 0xFFFF_FFFF);
    bench.write(ctr(2), 0xFFFF_FFFF);
    assert_eq!(bench.count(2), 0xFFF_FFFF_FFFF);
    bench.write(ctl(2), EN | OV_EN | event(0x01, 0));
    bench.frames.step();
    assert_eq!((bench.count(2), bench.now("ovf_msg"), bench.now("frz_lat")), (0, 1, 0));
    assert_eq!(bench.read(BOX_STATUS), 4);
    assert_eq!((bench.count(2), bench.now("ovf_msg"), bench.now("frz_lat")), (1, 0, 1));
}
