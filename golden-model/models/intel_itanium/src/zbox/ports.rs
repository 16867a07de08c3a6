//! Positions of the inputs in a frame.

use super::events::Occurrences;
use super::state::{Cycle, Write};
use golden_model_core::{Bits, Pmu};

/// Event codes with a separate input, and its name.
const OWN: [(usize, &str); 21] = [
    (0x01, "zfull"),
    (0x02, "retry_zfull"),
    (0x03, "retry_starve"),
    (0x06, "refresh"),
    (0x07, "refresh_cnflt"),
    (0x08, "sched_mode_chg"),
    (0x0C, "smi_fast_reset"),
    (0x13, "page_miss"),
    (0x14, "page_hit"),
    (0x15, "page_autocls"),
    (0x18, "page_collision"),
    (0x1C, "sched_inflight"),
    (0x1D, "inflight_cmd"),
    (0x21, "throttle"),
    (0x22, "retry_op"),
    (0x23, "retryq_badstarv"),
    (0x38, "dispq_rd_cnt"),
    (0x39, "fvid_fifo_cnt"),
    (0x3A, "fvid_fifo_wr"),
    (0x3B, "live_ops"),
    (0x3C, "dispq_wr_cnt"),
];

/// FVC codes with a separate line, and its name.
const FVC: [(usize, &str); 5] =
    [(0, "smi_crc_err"), (1, "mem_ecc_err"), (2, "psn_txn"), (3, "alrt_frm"), (7, "smi_nb_trig")];

/// A valid bit and the value that it qualifies.
#[derive(Clone, Copy)]
struct ValidValue {
    valid: Bits,
    value: Bits,
}

impl ValidValue {
    fn new(pmu: &Pmu, valid: &str, value: &str) -> Self {
        Self { valid: pmu.input(valid), value: pmu.input(value) }
    }

    fn get(self, frame: &[u64]) -> Option<u64> {
        (self.valid.get(frame) == 1).then(|| self.value.get(frame))
    }
}

/// Positions of the inputs.
#[derive(Clone)]
pub(super) struct InputPorts {
    freeze: Bits,
    unfreeze: Bits,
    own: [(usize, Bits); 21],
    fvc: [(usize, Bits); 5],
    /// Trip points of each DIMM.
    up: [Bits; 8],
    down: [Bits; 8],
    frame: ValidValue,
    dram: ValidValue,
    address_matches: Bits,
    mode: Bits,
    retry: ValidValue,
    command: ValidValue,
    response: ValidValue,
    open: Bits,
    insert: ValidValue,
    opened_to_closed: Bits,
    closed_to_opened: Bits,
    conflict: ValidValue,
    empty: Bits,
}

impl InputPorts {
    pub fn new(pmu: &Pmu) -> Self {
        let qualified = |valid: &str, value: &str| ValidValue::new(pmu, valid, value);
        let dimms = |name: &str| std::array::from_fn(|dimm| pmu.input(&format!("{name}{dimm}")));
        Self {
            freeze: pmu.input("dbx_frz"),
            unfreeze: pmu.input("dbx_unfrz"),
            own: OWN.map(|(code, name)| (code, pmu.input(&format!("zbox.{name}")))),
            fvc: FVC.map(|(code, name)| (code, pmu.input(name))),
            up: dimms("thr_up"),
            down: dimms("thr_dn"),
            frame: qualified("frm_v", "frm_type"),
            dram: qualified("dram_cmd_v", "dram_cmd"),
            address_matches: pmu.input("dram_addr_match1"),
            mode: pmu.input("sched_mode"),
            retry: qualified("retry_v", "retry_fvid"),
            command: qualified("bcmd_v", "bcmd"),
            response: qualified("resp_v", "resp"),
            open: pmu.input("pgt_open"),
            insert: qualified("pgt_cmd_v", "pgt_cmd_wr"),
            opened_to_closed: pmu.input("pg_opn2cls"),
            closed_to_opened: pmu.input("pg_cls2opn"),
            conflict: qualified("tt_cnflt_v", "tt_cnflt_rank"),
            empty: pmu.input("dispq_empty"),
        }
    }

    /// Returns the inputs of a cycle other than events, with its write.
    pub fn read(&self, frame: &[u64], write: Option<Write>) -> Cycle {
        Cycle { write, freeze: self.freeze.get(frame) == 1, unfreeze: self.unfreeze.get(frame) == 1 }
    }

    /// Returns the inputs of a cycle for the events.
    pub fn occurrences(&self, frame: &[u64]) -> Occurrences {
        let is_set = |at: Bits| at.get(frame) == 1;
        let dimms = |at: &[Bits; 8]| at.iter().enumerate().map(|(dimm, at)| at.get(frame) << (4 * dimm)).sum();
        let mut occurrences = Occurrences {
            up: dimms(&self.up),
            down: dimms(&self.down),
            frame: self.frame.get(frame),
            dram: self.dram.get(frame),
            address_matches: is_set(self.address_matches),
            mode: self.mode.get(frame),
            retry: self.retry.get(frame),
            command: self.command.get(frame),
            response: self.response.get(frame),
            open: is_set(self.open),
            insert: self.insert.get(frame).map(|write| write == 1),
            opened_to_closed: is_set(self.opened_to_closed),
            closed_to_opened: is_set(self.closed_to_opened),
            conflict: self.conflict.get(frame),
            empty: is_set(self.empty),
            ..Occurrences::default()
        };
        for (code, at) in self.own {
            occurrences.own.0[code] = at.get(frame);
        }
        for (code, at) in self.fvc {
            occurrences.fvc[code] = is_set(at);
        }
        occurrences
    }
}
