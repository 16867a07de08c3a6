use super::lfsr::Lfsr;
use super::state::{Cycle, Qear, Request, Response};

#[test]
fn shift_register_is_locked_until_the_second_write_with_en() {
    let mut lfsr = Lfsr::default();
    lfsr.step();
    lfsr.written(false, true);
    assert_eq!(lfsr.0, 0);
    lfsr.written(true, true);
    let mut states = vec![];
    for _ in 0..6 {
        states.push(lfsr.0);
        lfsr.step();
    }
    assert_eq!(states, [0xACE1, 0x59C3, 0xB387, 0x670F, 0xCE1E, 0x9C3C]);
    lfsr.written(false, false);
    assert_eq!(lfsr.0, 0xACE1);
}

#[test]
fn shift_register_has_the_maximum_period() {
    let (mut lfsr, mut steps) = (Lfsr(0xACE1), 0u32);
    loop {
        lfsr.step();
        steps += 1;
        if lfsr.0 == 0xACE1 {
            break;
        }
    }
    assert_eq!(steps, 65535);
}

#[test]
fn read_latency_is_measured_up_to_the_data() {
    let mut qear = Qear { configuration: 0x3C0B, ..Qear::default() };
    let request = Request { pa: 0x3_FFFF_FFFF_FFC0 & !(1 << 49), op: 1, data: true, tag: 5, ..Request::default() };
    qear.step(&Cycle { request: Some(request), ..Cycle::default() });
    assert!(qear.open);
    qear.step(&Cycle { response: Some(Response { tag: 5, kind: 1 }), ..Cycle::default() });
    qear.step(&Cycle { response: Some(Response { tag: 4, kind: 2 }), ..Cycle::default() });
    qear.step(&Cycle { response: Some(Response { tag: 5, kind: 3 }), ..Cycle::default() });
    assert_eq!((qear.open, qear.count, qear.event), (false, 3, true));
    assert_eq!(qear.dat1() >> 30, 1);
}

#[test]
fn count_wraps_and_sets_overflow() {
    let mut qear = Qear { configuration: 0xFC0B, open: true, count: 32766, data_exp: true, ..Qear::default() };
    qear.step(&Cycle::default());
    assert_eq!((qear.count, qear.overflow), (32767, false));
    qear.step(&Cycle { response: Some(Response { tag: 0, kind: 2 }), ..Cycle::default() });
    assert_eq!((qear.count, qear.overflow, qear.event), (0, true, true));
}
