//! Tests of the connections between the boxes.

use super::Model;
use golden_model_common::test_bench::TestBench;

const DBOX: u64 = 0xFEB0_FA00;
const CTL0: u64 = 0xFEB0_C080;
const STATUS: u64 = 0xFEB0_DC98;
const GBLCFG: u64 = 0xFEB0_4F00;

fn uncore() -> TestBench<Model> {
    TestBench::new("itanium_uncore", Model::new)
}

#[test]
fn software_freeze_reaches_all_boxes_but_no_core() {
    let mut frames = uncore();
    frames.access(true, 0, 0, 0xFEB0_8110, 0x3C0B);
    frames.access(true, 0, 0, DBOX, 1 << 6);
    frames.step();
    let read = |frames: &mut TestBench<_>, address: u64| frames.access(false, 0, 0, address, 0).1;
    assert_eq!(read(&mut frames, CTL0) >> 32, 1);
    assert_eq!(read(&mut frames, CTL0 + 0x1000) >> 32, 1);
    assert_eq!(read(&mut frames, STATUS) >> 31, 1);
    assert_eq!(read(&mut frames, STATUS - 0x1000) >> 31, 1);
    assert_eq!(read(&mut frames, GBLCFG) >> 8 & 1, 1);
    frames.access(true, 0, 0, DBOX, 1 << 7);
    frames.step();
    assert_eq!(read(&mut frames, CTL0) >> 32, 0);
    assert_eq!(read(&mut frames, GBLCFG) >> 8 & 1, 0);
}

#[test]
fn boxes_in_one_window_are_selected_by_offset() {
    let mut frames = uncore();
    frames.access(true, 0, 0, CTL0, 2);
    frames.access(true, 0, 0, 0xFEB0_CF00, 1);
    assert_eq!(frames.access(false, 0, 0, CTL0, 0), (0, 2));
    assert_eq!(frames.access(false, 0, 0, 0xFEB0_CF00, 0), (0, 1));
    assert_eq!(frames.access(false, 0, 0, 0xFEB0_DF00, 0), (0, 0));
    assert_eq!(frames.access(false, 0, 0, 0xFC00_CF00, 0), (0, 1));
    assert_eq!(frames.access(false, 0, 0, 0xFC01_CF00, 0), (1, 0));
}
