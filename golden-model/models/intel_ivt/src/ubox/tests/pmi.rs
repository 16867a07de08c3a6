//! Wake-ups and the PMI.

use super::bench::*;
use rstest::rstest;

const PULSES: [&str; 3] = ["core_wake", "pmi_s", "pmi"];

/// UBOX-R20 to UBOX-R27: cores 0 and 1 awake; the wake-up pulse is one cycle after the message,
/// the PMI two cycles after.
#[rstest]
#[case::selected_and_awake(0x000F, 0, 0x3)]
#[case::no_core(0, 0, 0)]
#[case::waking(WK_ON_PMI | 0x000F, 0xC, 0xF)]
#[case::waking_no_core(WK_ON_PMI, 0, 0)]
#[case::waking_the_last_core(WK_ON_PMI | 0x4001, 0x4000, 0x4001)]
#[case::sleeping(0x0062, 0, 0x2)]
fn selected_cores_receive_wake_up_and_pmi(#[case] control: u64, #[case] wake: u64, #[case] pmi: u64) {
    let mut bench = Bench::new();
    bench.frames.write(GLOBAL_CTL, control);
    bench.set("core_awake", 3);
    bench.pulse("ovf_c", 0x11);
    assert_eq!(bench.times(PULSES, 4), [[wake, pmi, 0], [0, 0, pmi], [0, 0, 0], [0, 0, 0]]);
}

/// UBOX-R18: a message whose bit is already set causes no wake-up and no PMI.
#[test]
fn repeated_message_causes_no_pmi() {
    let mut bench = Bench::new();
    bench.frames.write(GLOBAL_CTL, WK_ON_PMI | 1);
    bench.pulse("ovf_c", 1);
    bench.frames.cycles(3);
    bench.pulse("ovf_c", 1);
    assert_eq!(bench.times(PULSES, 2), [[0; 3]; 2]);
}

/// UBOX-R20: new messages in consecutive cycles make one PMI each.
#[test]
fn consecutive_messages_make_one_pmi_each() {
    let mut bench = Bench::new();
    bench.frames.write(GLOBAL_CTL, WK_ON_PMI | 1);
    bench.pulse("ovf_c", 1);
    bench.pulse("ovf_p", 1);
    assert_eq!(bench.times(["core_wake", "pmi"], 3), [[1, 1], [0, 1], [0, 0]]);
}

/// UBOX-R23 UBOX-R27: mask, mode and sleep state are sampled in the cycle of the message; the PMI
/// of a sleeping core is lost.
#[test]
fn core_state_is_sampled_with_the_message() {
    let mut bench = Bench::new();
    bench.frames.write(GLOBAL_CTL, 1);
    bench.set("ovf_p", 1);
    bench.frames.write(GLOBAL_CTL, WK_ON_PMI | 0x7FFF);
    bench.set("ovf_p", 0);
    bench.set("core_awake", 0x7FFF);
    assert_eq!(bench.times(PULSES, 3), [[0; 3]; 3]);
}
