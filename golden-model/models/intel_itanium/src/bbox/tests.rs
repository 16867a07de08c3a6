use super::commands::{Command, Commands};
use super::iob::{PacketIn, PacketOut};
use super::queues::{Queues, Selected};
use super::registers::{ARB_CNT0, CNT0, CTL0, CTL1, CTL2, CTL3, IMT_CNT, IOB_CNT};
use super::state::{BBox, Cycle};
use super::Model;
use golden_model_common::test_bench::TestBench;

fn write(offset: u32, data: u64) -> Cycle {
    Cycle { write: Some((offset, data)), ..Cycle::default() }
}

fn step(state: &mut BBox, cycle: &Cycle) {
    let effects = state.effects(cycle);
    state.step(cycle, effects);
}

/// Returns the state after these writes.
fn after(writes: &[(u32, u64)]) -> BBox {
    let mut state = BBox::default();
    writes.iter().for_each(|&(offset, data)| step(&mut state, &write(offset, data)));
    state
}

const IDLE: fn() -> Cycle = Cycle::default;

#[test]
fn cycle_counter_wraps_and_freezes_the_box() {
    // Counter 0 counts cycles and freezes the box.
    let mut state = after(&[(CTL1, 0x25), (CNT0, (1 << 40) - 2), (CTL0, 1 << 24 | 1 << 1)]);
    step(&mut state, &IDLE());
    assert_eq!((state.read(CNT0), state.request), ((1 << 40) - 1, false));
    step(&mut state, &IDLE());
    assert_eq!((state.read(CNT0), state.request, state.ctl0.frz()), (1 << 40, true, true));
    step(&mut state, &IDLE());
    assert_eq!((state.read(CNT0), state.request), (1 << 40, false));
    // After unfreezing with the overflow bit still set, it counts without another request.
    step(&mut state, &Cycle { unfreeze: true, ..IDLE() });
    step(&mut state, &IDLE());
    assert_eq!((state.read(CNT0), state.ctl0.frz()), (1 << 40 | 1, false));
}

#[test]
fn written_aov_takes_effect_in_the_cycle_of_an_overflow() {
    let running = 1 << 1;
    for (before, written, freezes) in [(0, 1, true), (1, 0, false), (1, 1, true), (0, 0, false)] {
        let mut state = after(&[(CTL1, 0x25), (CNT0, (1 << 40) - 2), (CTL0, before << 24 | running)]);
        step(&mut state, &IDLE());
        step(&mut state, &write(CTL0, written << 24 | running));
        assert_eq!((state.request, state.ctl0.frz()), (freezes, freezes), "{before} {written}");
    }
}

#[test]
fn fill2b_command_is_acknowledged_in_the_next_cycle() {
    let mut commands = Commands::default();
    commands.follow(Some(Command { op: 6, id: 9 }), None, 0x40);
    assert_eq!((commands.open, commands.local_due), (1 << 9, true));
    assert!(commands.is_acknowledged(None));
    commands.follow(Some(Command { op: 6, id: 9 }), Some(9), 0x40);
    assert_eq!((commands.open, commands.local_due), (1 << 9, true));
    commands.follow(None, None, 0x40);
    assert_eq!((commands.open, commands.local_due, commands.local_id), (0, false, 9));
}

#[test]
fn write_of_ctl3_discards_older_transactions() {
    let mut state = after(&[(CTL3, u64::MAX)]);
    let begin = Cycle { packet_in: Some(PacketIn { op: 2, ..PacketIn::default() }), ..IDLE() };
    let end = |tag_age: bool| Cycle {
        packet_out: Some(PacketOut { class: 14, tag_match: true, tag_age, ..PacketOut::default() }),
        ..IDLE()
    };
    assert!(state.begins(&begin) && state.iob.age);
    step(&mut state, &begin);
    step(&mut state, &begin);
    step(&mut state, &end(false));
    assert_eq!(state.iob.live, 2);
    step(&mut state, &end(true));
    assert_eq!(state.iob.live, 1);
    step(&mut state, &write(CTL3, u64::MAX));
    assert_eq!((state.iob.live, state.iob.age), (0, false));
    step(&mut state, &end(true));
    assert_eq!(state.iob.live, 0);
    // A write by software loads the live count.
    step(&mut state, &write(IOB_CNT, 7 << 11 | 5));
    assert_eq!((state.read(IOB_CNT), state.iob.age), (7 << 11 | 5, true));
}

#[test]
fn each_message_class_has_one_bit_in_ctl3() {
    for (class, bit) in [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (12, 11), (14, 14)] {
        let state = after(&[(CTL3, 1 << (16 + 3) | 1 << bit)]);
        for other in 0..16 {
            let packet = PacketIn { class: other, op: 3, ..PacketIn::default() };
            assert_eq!(packet.matches(state.control()), other == class, "{other} {bit}");
        }
    }
}

#[test]
fn arbq_sel_values_select_their_queues() {
    let mut queues = Queues::default();
    let all = (1 << 40) - 1;
    queues.follow(all, 0);
    queues.follow(1 << 3 | 1 << 38 | 1 << 32, 0);
    queues.follow(0, 1 << 5);
    let live = |value: u64| queues.live(Selected::of(value));
    assert_eq!([3, 5, 6, 32, 33, 38, 40, 41, 42].map(live), [2, 0, 1, 32, 1, 0, 4, 31, 0]);
    let first = |inserted: u64| queues.inserts(Selected::of(41), inserted);
    assert_eq!([first(1 << 5), first(1 << 6), first(all)], [true, false, true]);
    assert!(!queues.is_full(Selected::of(5), 1 << 5) && queues.is_full(Selected::of(41), 1 << 5));
    (0..511).for_each(|_| queues.follow(1 << 36, 0));
    assert!(queues.is_full(Selected::of(36), 0) && !queues.is_full(Selected::of(40), 0));
    (0..64).for_each(|_| queues.follow(0, 1 << 39));
    assert_eq!(queues.entries[39], 1);
}

#[test]
fn sum_and_carries_add_up_to_all_live_counts() {
    // IMT with 40 entries: the sum over 10 cycles is 400 = 6 * 64 + 16.
    let mut state = after(&[(CTL1, 0x04), (CTL0, 1 << 9 | 1 << 1)]);
    for _ in 0..40 {
        step(&mut state, &Cycle { imt: super::imt::Entries { allocated: true, ..Default::default() }, ..IDLE() });
    }
    step(&mut state, &write(CNT0, 0));
    step(&mut state, &write(IMT_CNT, 0));
    (0..10).for_each(|_| step(&mut state, &IDLE()));
    let pending = u64::from(state.imt.sum.carry);
    assert_eq!((state.read(CNT0) + pending) * 64 + state.imt.sum.sum, 400);
    // The reset bit clears sum and count, but not the live count.
    step(&mut state, &write(CTL0, 1));
    step(&mut state, &write(IMT_CNT, 0x7F));
    assert_eq!((state.read(IMT_CNT), state.read(CNT0)), (40 << 7, 0));
}

#[test]
fn reserved_bits_of_the_arbiter_registers_are_stored() {
    let state = after(&[(ARB_CNT0, u64::MAX), (CTL2, u64::MAX)]);
    assert_eq!((state.read(ARB_CNT0), state.read(CTL2)), (0xFFF, 0xFFF_FFFF_8FFF));
}

#[test]
fn event_coverage_records_the_row_that_ctl2_selects() {
    let mut frames = TestBench::new("itanium_bbox", Model::new);
    frames.write(0x088, 0x09);
    frames.write(0x090, 0x28);
    frames.write(0x080, 2);
    frames.set("arb_ins", 1 << 39);
    frames.step();
    assert_eq!(frames.coverage()[0], [(0, 0x09, Some(0x28))]);
    // iob_trans_sel distinguishes completions from packets.
    frames.set("arb_ins", 0);
    frames.write(0x088, 0x18);
    frames.write(0x090, 1 << 15);
    frames.write(0x098, u64::MAX);
    for (name, level) in [("iob_out_v", 1), ("iob_out_mc", 2), ("iob_out_tag_match", 1), ("iob_out_tag_age", 1)] {
        frames.set(name, level);
    }
    frames.step();
    assert_eq!(frames.coverage()[0], [(0, 0x09, Some(0x28)), (0, 0x18, Some(1))]);
}
