//! Tests of the PCU. Expected values are literals, computed from the
//! requirements and not with the model.

use super::PcuModel;
use crate::common::tests::fields::{thresh, EDGE, EN, OV_EN, RST};
use crate::common::StandaloneBox;
use golden_model_common::test_bench::TestBench;

const C3_CTR: u64 = 0x3FC;
const C6_CTR: u64 = 0x3FD;
const BOX_CTL: u64 = 0xC24;
const CTL: u64 = 0xC30;
const FILTER: u64 = 0xC34;
const CTR: u64 = 0xC36;

/// Fields of a control register.
const OCC_EDGE_DET: u64 = 1 << 31;
const OCC_INVERT: u64 = 1 << 30;
const EXT: u64 = 1 << 21;
/// The occupancy event.
const CORES: u64 = 0x80;

/// Values of the `occ_sel` field.
fn occ_sel(state: u64) -> u64 {
    state << 14
}

/// Core states with `cores` cores in a state and the others in no state.
fn in_state(cores: u64, state: u64) -> u64 {
    (0..cores).fold(0, |states, core| states | state << (2 * core))
}

#[derive(Clone)]
struct Bench {
    frames: TestBench<StandaloneBox<PcuModel>>,
}

impl Bench {
    fn new() -> Self {
        Self { frames: TestBench::new("ivt_pcu", StandaloneBox::new) }
    }

    /// A bench in which all inputs except the broadcasts have their largest value.
    fn busy() -> Self {
        let mut bench = Self::new();
        let inputs = &bench.frames.pmu.description.inputs;
        let names: Vec<String> = inputs.iter().map(|input| input.name.clone()).collect();
        for name in names.iter().filter(|name| !name.ends_with("frz_bcast")) {
            bench.frames.set(name, u64::MAX);
        }
        bench
    }

    fn set(&mut self, name: &str, level: u64) {
        self.frames.set(&format!("pcu.{name}"), level);
    }

    fn now(&self, name: &str) -> u64 {
        self.frames.state(&format!("pcu.{name}"))
    }

    fn count(&self, counter: usize) -> u64 {
        self.now(&format!("PCU_MSR_PMON_CTR{counter}"))
    }

    /// The increment of the next cycle in a counter with this selection.
    fn increment(&self, counter: usize, selection: u64) -> u64 {
        let mut bench = self.clone();
        bench.frames.write(CTL + counter as u64, EN | selection);
        let before = bench.count(counter);
        bench.frames.step();
        bench.count(counter) - before
    }

    /// The count of counter 0 after each cycle of a sequence of numbers of cores in C0.
    fn train(&mut self, selection: u64, cores: &[u64]) -> Vec<u64> {
        self.frames.write(CTL, EN | selection);
        let after = |bench: &mut Self, &cores: &u64| {
            bench.set("core_cst", in_state(cores, 1));
            bench.frames.step();
            bench.count(0)
        };
        cores.iter().map(|cores| after(self, cores)).collect()
    }
}

/// PCU-R06 PCU-R07 PCU-R43 PCU-R55 PCU-R70: each listed code counts with its own extra select
/// bit, and no other code does.
#[test]
fn exactly_the_listed_codes_count() {
    let mut bench = Bench::busy();
    bench.set("core_cst", in_state(15, 1));
    bench.frames.step();
    let rows = &bench.frames.pmu.description.events.rows.clone();
    for (extra, high) in [(0, 0), (EXT, 0x100)] {
        for counter in 0..4 {
            for code in 0..256 {
                // Neither event is active while the other is.
                let counts = [0, 1].map(|changing| {
                    let mut bench = bench.clone();
                    bench.set("freq_trans", changing);
                    bench.increment(counter, extra | occ_sel(1) | code) != 0
                });
                let listed = rows.iter().any(|row| u64::from(row.code) == high | code);
                assert_eq!(counts[0] || counts[1], listed, "{extra:#x} {code:#x}");
                let inverted = extra | occ_sel(1) | OCC_INVERT | thresh(31) | code;
                let is_occupancy = extra == 0 && code == CORES;
                assert_eq!(bench.increment(counter, inverted) != 0, is_occupancy, "inverted {extra:#x} {code:#x}");
            }
        }
    }
}

/// PCU-R15 PCU-R44 PCU-R45: the stored bits of each register.
#[test]
fn registers_store_their_defined_bits() {
    let mut bench = Bench::new();
    for addr in [BOX_CTL, CTL, FILTER, CTR, C3_CTR] {
        bench.frames.write(addr, u64::MAX);
    }
    assert_eq!(bench.frames.read(CTL), 0xDF74_C0FF);
    assert_eq!(bench.frames.read(FILTER), 0xFFFF_FFFF);
    assert_eq!(bench.frames.read(BOX_CTL), 0);
    assert_eq!(bench.frames.read(C3_CTR), u64::MAX);
    bench.frames.write(CTR, u64::MAX);
    assert_eq!(bench.frames.read(CTR), 0xFFFF_FFFF_FFFF);
    for addr in [0xC23, 0xC25, 0xC2F, 0xC3A, 0x3FE, 0x3FB] {
        assert_eq!(bench.frames.access(true, 0, 0, addr, 1), (1, 0), "{addr:#x}");
    }
}

/// PCU-R46 PCU-R47 PCU-R48 PCU-R49: the cores in the selected state are summed, up to 15.
#[test]
fn cores_in_the_selected_state_are_summed() {
    let mut bench = Bench::new();
    for cores in 0..=15 {
        for state in 0..4 {
            bench.set("core_cst", in_state(cores, state));
            let increments =
                [0, 1, 2, 3].map(|selected| bench.increment(1, CORES | occ_sel(selected) | OCC_EDGE_DET | OCC_INVERT));
            let expected = [0, 1, 2, 3].map(|selected| if selected == state && state != 0 { cores } else { 0 });
            assert_eq!(increments, expected, "{cores} cores in {state}");
        }
    }
}

/// PCU-R50 to PCU-R53: conditions for 4, 5, 6, 5, 4, 3, 5 cores.
#[test]
fn occupancy_is_compared_with_edge_and_inversion() {
    let cores = [4, 5, 6, 5, 4, 3, 5];
    let of = |fields: u64| Bench::new().train(CORES | occ_sel(1) | thresh(5) | fields, &cores);
    assert_eq!(of(0), [0, 1, 2, 3, 3, 3, 4]);
    assert_eq!(of(OCC_EDGE_DET), [0, 1, 1, 1, 1, 1, 2]);
    assert_eq!(of(OCC_INVERT), [1, 1, 1, 1, 2, 3, 3]);
    assert_eq!(of(OCC_INVERT | OCC_EDGE_DET), [1, 1, 1, 1, 2, 2, 2]);
    // The other edge bit applies to other events only.
    assert_eq!(of(EDGE), [0, 1, 2, 3, 3, 3, 4]);
}

/// PCU-R54 PCU-R10: with ev_sel bit 7 = 0, only edge_det selects edges.
#[test]
fn edge_det_selects_edges_of_other_events() {
    let mut bench = Bench::new();
    bench.set("vr_hot", 1);
    let of = |fields: u64| {
        let mut bench = bench.clone();
        bench.frames.write(CTL, EN | 0x32 | thresh(1) | fields);
        bench.frames.cycles(3);
        bench.count(0)
    };
    assert_eq!([0, EDGE, OCC_EDGE_DET, OCC_INVERT].map(of), [3, 1, 3, 3]);
}

/// PCU-R56: thresholds of 16 and above.
#[test]
fn threshold_has_five_bits() {
    let mut bench = Bench::new();
    bench.set("core_cst", in_state(15, 3));
    for threshold in [16, 31] {
        let selection = CORES | occ_sel(3) | thresh(threshold);
        assert_eq!((bench.increment(0, selection), bench.increment(0, selection | OCC_INVERT)), (0, 1));
    }
    assert_eq!(bench.increment(0, CORES | occ_sel(3) | thresh(15)), 1);
}

/// PCU-R58 to PCU-R61 PCU-R72: at the end of a frequency change, the flags are computed
/// with the previous filter.
#[test]
fn band_flags_change_at_the_end_of_a_frequency_change() {
    let mut bench = Bench::new();
    let flags = |bench: &Bench| [0, 1, 2, 3].map(|band| bench.now(&format!("band{band}")));
    bench.frames.write(FILTER, 0x00_1E_14_0A);
    bench.set("ratio", 20);
    bench.frames.step();
    assert_eq!(flags(&bench), [0; 4]);
    bench.set("gv_done", 1);
    bench.frames.write(FILTER, 0xFF_00_FF_FF);
    assert_eq!(flags(&bench), [1, 1, 0, 1]);
    bench.set("gv_done", 0);
    bench.frames.step();
    assert_eq!(flags(&bench), [1, 1, 0, 1]);
    assert_eq!([0x0B, 0x0C, 0x0D, 0x0E].map(|code| bench.increment(0, code)), [1, 1, 0, 1]);
    bench.set("freq_trans", 1);
    assert_eq!([0x0B, 0x0C, 0x0D, 0x0E, 0x60].map(|code| bench.increment(0, code)), [0, 0, 0, 0, 1]);
    bench.set("gv_done", 1);
    bench.frames.step();
    assert_eq!(flags(&bench), [0, 0, 1, 0]);
    bench.frames.reset();
    assert_eq!(flags(&bench), [0; 4]);
}

/// PCU-R01 PCU-R62 to PCU-R66: residency counters run independently of the freezes and enables.
#[test]
fn residency_counters_run_independently() {
    let mut bench = Bench::new();
    bench.set("core_cst", 0b10_00_10);
    bench.frames.cycles(3);
    bench.frames.write(BOX_CTL, 0x103);
    bench.set("frz_bcast", 1);
    bench.frames.cycles(2);
    let counts = |bench: &Bench| (bench.now("PCU_MSR_CORE_C3_CTR"), bench.now("PCU_MSR_CORE_C6_CTR"));
    assert_eq!(counts(&bench), (6, 0));
    bench.set("core_cst", 0b11_01 << 20);
    bench.frames.write(C6_CTR, u64::MAX);
    assert_eq!(counts(&bench), (6, u64::MAX));
    bench.frames.step();
    assert_eq!((counts(&bench), bench.now("ovf_msg"), bench.now("PCU_MSR_PMON_BOX_STATUS")), ((6, 0), 0, 0));
    bench.set("core_cst", 0b10_11);
    bench.frames.write(C3_CTR, 40);
    assert_eq!(counts(&bench), (40, 1));
    bench.frames.reset();
    assert_eq!(counts(&bench), (0, 0));
}

/// PCU-R73 PCU-R78 PCU-R79: one event code for each core.
#[test]
fn each_core_has_its_event_code() {
    for core in 0..15 {
        let rows = [
            ("core_demote", if core < 8 { 0x1E + core } else { 0x40 + core - 8 }),
            ("core_trans", 0x70 + core),
            ("core_abort", EXT | (0x17 + core)),
        ];
        for (input, selection) in rows {
            let mut bench = Bench::new();
            bench.set(input, 1 << core);
            let grow: Vec<u64> = [0, EXT]
                .into_iter()
                .flat_map(|extra| (1..0x80).map(move |code| extra | code))
                .filter(|&selection| bench.increment(2, selection) != 0)
                .collect();
            let total = if input == "core_trans" { vec![0x63, selection] } else { vec![selection] };
            assert_eq!(grow, total, "{input} {core}");
        }
    }
}

/// PCU-R16 PCU-R17 PCU-R30 PCU-R34 PCU-R37 PCU-R13: remainder, status, message, one
/// additional cycle, and rst.
#[test]
fn overflow_sets_status_and_sends_message() {
    let mut bench = Bench::new();
    bench.set("core_cst", in_state(15, 1));
    bench.frames.write(CTR + 3, 0xFFFF_FFFF_FFFF);
    bench.frames.write(CTL + 3, EN | OV_EN | CORES | occ_sel(1));
    bench.frames.step();
    assert_eq!((bench.count(3), bench.now("PCU_MSR_PMON_BOX_STATUS"), bench.now("ovf_msg")), (14, 8, 1));
    bench.frames.cycles(3);
    assert_eq!((bench.count(3), bench.now("frz_lat"), bench.now("ovf_msg")), (29, 1, 0));
    bench.frames.write(CTL + 3, RST | EN);
    assert_eq!((bench.count(3), bench.now("PCU_MSR_PMON_BOX_STATUS"), bench.now("frz_lat")), (0, 8, 1));
}
