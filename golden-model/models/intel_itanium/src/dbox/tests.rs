use super::state::{Cycle, DBox};

fn write(data: u64) -> Cycle {
    Cycle { write: Some(data), ..Cycle::default() }
}

#[test]
fn each_change_from_0_to_1_sends_one_pulse() {
    let mut dbox = DBox::default();
    let pulses: Vec<(bool, bool)> = [0x40, 0x40, 0x00, 0xC0, 0x80, 0x40]
        .map(|data| {
            dbox.step(write(data));
            (dbox.freeze, dbox.unfreeze)
        })
        .into();
    let (none, freeze, both) = ((false, false), (true, false), (true, true));
    assert_eq!(pulses, [freeze, none, none, both, none, freeze]);
}

#[test]
fn overflow_in_the_cycle_of_a_write_is_recorded() {
    let mut dbox = DBox { misc: 0x0102, ..DBox::default() };
    dbox.step(Cycle { overflows: 0b10000, collected: 0b10000, interrupts: 0, write: Some(0x3) });
    assert_eq!(dbox.misc, 0x2403);
    // The overflow is recorded but does not freeze, because frz_en was 0.
    assert!(!dbox.freeze);
}

#[test]
fn collected_overflows_do_not_freeze() {
    let mut dbox = DBox { misc: 0x3, ..DBox::default() };
    dbox.step(Cycle { collected: 0b01010, ..Cycle::default() });
    assert_eq!((dbox.misc, dbox.freeze), (0x1203, false));
    dbox.step(Cycle { overflows: 0b00001, ..Cycle::default() });
    assert_eq!((dbox.misc, dbox.freeze), (0x1203, true));
}
