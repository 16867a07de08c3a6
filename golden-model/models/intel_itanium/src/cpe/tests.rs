//! Tests of the connections between core and register.

use super::Model;
use golden_model_common::test_bench::TestBench;

/// Measures a request of three cycles whose response causes an event.
fn measured(frames: &mut TestBench<Model>) {
    for (name, level) in [("req_v", 1), ("req_op", 1), ("req_data_exp", 1)] {
        frames.set(&format!("qear.{name}"), level);
    }
    frames.step();
    frames.set("qear.req_v", 0);
    frames.cycles(2);
    frames.set("qear.rsp_v", 1);
    frames.set("qear.rsp_kind", 2);
    frames.step();
    frames.set("qear.rsp_v", 0);
}

#[test]
fn register_is_accessible_in_a_separate_space() {
    let mut frames = TestBench::new("itanium_cpe", Model::new);
    assert_eq!(frames.access(true, 8, 0, 0x110, 0x1_FFFF), (0, 0));
    assert_eq!(frames.access(false, 8, 0, 0x110, 0), (0, 0x1_FFFF));
    assert_eq!(frames.access(false, 8, 0, 0xFFF, 0), (0, 0));
    assert_eq!(frames.access(false, 8, 1, 0x110, 0), (1, 0));
    assert_eq!(frames.access(false, 8, 0, 0x1110, 0), (1, 0));
    assert_eq!(frames.access(false, 9, 0, 0x110, 0), (1, 0));
    // Accesses are accepted at any privilege level, while the core refuses accesses to its PMCs.
    frames.set("thread0.psr_cpl", 3);
    assert_eq!(frames.access(false, 8, 0, 0x110, 0), (0, 0x1_FFFF));
    assert_eq!(frames.access(false, 0, 0, 4, 0), (1, 0));
}

#[test]
fn event_is_counted_by_both_threads_and_freezes_captures() {
    let mut frames = TestBench::new("itanium_cpe", Model::new);
    frames.access(true, 8, 0, 0x110, 0x3C0B);
    // Code A0h, unit mask 1 at all privilege levels, enabled by PSR.pp; an overflow freezes.
    for thread in 0..2 {
        frames.set(&format!("thread{thread}.psr_pp"), 1);
        frames.access(true, 0, thread, 4, 2 << 24 | 1 << 16 | 0xA0 << 8 | 1 << 6 | 1 << 5 | 0xF);
        frames.access(true, 0, thread, 0, 0);
    }
    let counter = |frames: &mut TestBench<Model>, thread| frames.access(false, 1, thread, 4, 0).1;
    measured(&mut frames);
    frames.step();
    assert_eq!((counter(&mut frames, 0), counter(&mut frames, 1)), (1, 1));
    frames.access(true, 1, 0, 4, (1 << 47) - 1);
    measured(&mut frames);
    frames.step();
    let read = |frames: &mut TestBench<Model>, space, address| frames.access(false, space, 0, address, 0).1;
    // PMC0: frozen, PMD4 has overflowed. The next request is not captured.
    assert_eq!(read(&mut frames, 0, 0), 0x11);
    frames.set("qear.req_v", 1);
    frames.step();
    assert_eq!(read(&mut frames, 8, 0x100) & 1, 0);
    frames.access(true, 0, 0, 0, 0);
    frames.step();
    assert_eq!(read(&mut frames, 8, 0x100) & 1, 1);
}
