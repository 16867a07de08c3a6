//! Positions of the inputs of a B-Box in a frame, and of its outputs and state in an observation.

use super::commands::Command;
use super::imt::Entries;
use super::iob::{PacketIn, PacketOut, Snoops};
use super::registers::{ARB_CNT0, ARB_CNT1, BZ_CNT, CNT0, COUNTERS, CTL0, CTL1, CTL2, CTL3, IMT_CNT, IOB_CNT};
use super::state::{BBox, Cycle, ResponseForward};
use crate::common::any_overflow;
use golden_model_core::{Bits, Pmu, WordPosition};

/// The inputs other than the register port.
#[derive(Clone)]
pub(super) struct InputPorts {
    freeze: Bits,
    unfreeze: Bits,
    /// Valid, requestor local, responder local.
    rfp: [Bits; 3],
    /// Allocated, popped, released.
    imt: [Bits; 3],
    inserted: Bits,
    removed: Bits,
    /// Valid, class, opcode, then the attributes of the packet.
    packet_in: [Bits; 5],
    packet_out: [Bits; 7],
    /// Sent to local and to remote agents, answered by local and by remote agents.
    snoops: [Bits; 4],
    /// Valid, opcode, id.
    command: [Bits; 3],
    /// Valid, id.
    ack: [Bits; 2],
    nsl_success: Bits,
    nsl_reject: Bits,
    hazard: Bits,
    nsl_events: Bits,
}

impl InputPorts {
    /// Finds the inputs of a PMU.
    pub fn new(pmu: &Pmu) -> Self {
        fn all<const N: usize>(pmu: &Pmu, names: [&str; N]) -> [Bits; N] {
            names.map(|name| pmu.input(name))
        }
        Self {
            freeze: pmu.input("dbx_frz"),
            unfreeze: pmu.input("dbx_unfrz"),
            rfp: all(pmu, ["rfp_v", "rfp_req_loc", "rfp_rsp_loc"]),
            imt: all(pmu, ["imt_alloc", "imt_pop_cfl", "imt_dealloc"]),
            inserted: pmu.input("arb_ins"),
            removed: pmu.input("arb_rem"),
            packet_in: all(pmu, ["iob_in_v", "iob_in_mc", "iob_in_op", "iob_in_rhnid_loc", "iob_in_rsnid_loc"]),
            packet_out: all(
                pmu,
                [
                    "iob_out_v",
                    "iob_out_mc",
                    "iob_out_op",
                    "iob_out_dnid_loc",
                    "iob_out_rhnid_loc",
                    "iob_out_tag_match",
                    "iob_out_tag_age",
                ],
            ),
            snoops: all(pmu, ["snp_req_loc", "snp_req_rem", "snp_rsp_loc", "snp_rsp_rem"]),
            command: all(pmu, ["bz_req_v", "bz_req_op", "bz_req_id"]),
            ack: all(pmu, ["bz_ack_v", "bz_ack_id"]),
            nsl_success: pmu.input("nsl_succ"),
            nsl_reject: pmu.input("nsl_rej"),
            hazard: pmu.input("trk_imt_hazard"),
            nsl_events: pmu.input("nsl_ev"),
        }
    }

    /// Reads the inputs of a cycle from a frame.
    pub fn read(&self, frame: &[u64], write: Option<(u32, u64)>) -> Cycle {
        let is = |bits: Bits| bits.get(frame) == 1;
        let [valid, requestor, responder] = self.rfp;
        let rfp = is(valid).then(|| ResponseForward { requestor_local: is(requestor), responder_local: is(responder) });
        let [allocated, popped, released] = self.imt.map(is);
        let [sent_local, sent_remote, answered_local, answered_remote] = self.snoops.map(|bits| bits.get(frame));
        let [command, op, id] = self.command;
        let [ack, ack_id] = self.ack;
        Cycle {
            freeze: is(self.freeze),
            unfreeze: is(self.unfreeze),
            rfp,
            imt: Entries { allocated, popped, released },
            inserted: self.inserted.get(frame),
            removed: self.removed.get(frame),
            packet_in: self.packet_in(frame),
            packet_out: self.packet_out(frame),
            snoops: Snoops { sent: sent_local | sent_remote << 1, answered: answered_local | answered_remote << 1 },
            command: is(command).then(|| Command { op: op.get(frame), id: id.get(frame) }),
            ack: is(ack).then(|| ack_id.get(frame)),
            nsl_success: is(self.nsl_success),
            nsl_reject: is(self.nsl_reject),
            hazard: is(self.hazard),
            nsl_events: self.nsl_events.get(frame),
            write,
        }
    }

    fn packet_in(&self, frame: &[u64]) -> Option<PacketIn> {
        let [valid, class, op, rhnid, rsnid] = self.packet_in.map(|bits| bits.get(frame));
        (valid == 1).then_some(PacketIn { class, op, rhnid_local: rhnid == 1, rsnid_local: rsnid == 1 })
    }

    fn packet_out(&self, frame: &[u64]) -> Option<PacketOut> {
        let [valid, class, op, dnid, rhnid, tag_match, tag_age] = self.packet_out.map(|bits| bits.get(frame));
        (valid == 1).then_some(PacketOut {
            class,
            op,
            dnid_local: dnid == 1,
            rhnid_local: rhnid == 1,
            tag_match: tag_match == 1,
            tag_age: tag_age == 1,
        })
    }
}

/// Registers with one instance, with their offsets.
const REGISTERS: [(&str, u32); 9] = [
    ("B_CSR_PERF_CTL0", CTL0),
    ("B_CSR_PERF_CTL1", CTL1),
    ("B_CSR_PERF_CTL2", CTL2),
    ("B_CSR_PERF_CTL3", CTL3),
    ("B_CSR_IOB_PERF_CNT", IOB_CNT),
    ("B_CSR_BZ_PERF_CNT", BZ_CNT),
    ("B_CSR_ARB_PERF_CNT0", ARB_CNT0),
    ("B_CSR_ARB_PERF_CNT1", ARB_CNT1),
    ("B_CSR_IMT_PERF_CNT", IMT_CNT),
];

/// The queues other than the conflict queues, with their numbers.
const QUEUES: [(&str, usize); 6] = [("riaq", 33), ("wiaq", 34), ("braq", 35), ("nbraq", 36), ("cohq", 37), ("clm", 39)];

/// Positions of the outputs and the state in an observation.
#[derive(Clone)]
pub(super) struct OutputPorts {
    requests: [WordPosition; 2],
    /// `ovf_any`, unless it is 0.
    any_overflow: Option<WordPosition>,
    frozen: WordPosition,
    tag_match: WordPosition,
    tag_age: WordPosition,
    registers: Vec<(WordPosition, u32)>,
    hidden: [WordPosition; 7],
    queues: Vec<(WordPosition, usize)>,
}

impl OutputPorts {
    /// Finds the outputs and the state of a PMU.
    pub fn new(pmu: &Pmu) -> Self {
        let register = |name: &str| pmu.output(&format!("bbox.{name}"));
        let counters = (0..COUNTERS).map(|counter| {
            let offset = CNT0 + 8 * counter as u32;
            (register(&format!("B_CSR_PERF_CNT{counter}")), offset)
        });
        let conflict = (0..32).map(|queue| (pmu.output(&format!("cfl_occ{queue}")), queue));
        let others = QUEUES.iter().map(|&(name, queue)| (pmu.output(&format!("{name}_occ")), queue));
        let hidden = ["ov", "age", "iob_flag", "arb0_flag", "arb1_flag", "fill2b_due", "fill2b_id"];
        Self {
            requests: ["ovf", "pmi"].map(|name| pmu.output(name)),
            any_overflow: any_overflow(pmu),
            frozen: pmu.output("frozen"),
            tag_match: pmu.output("iob_tag_match"),
            tag_age: pmu.output("iob_tag_age"),
            registers: REGISTERS.iter().map(|&(name, offset)| (register(name), offset)).chain(counters).collect(),
            hidden: hidden.map(|name| pmu.output(name)),
            queues: conflict.chain(others).collect(),
        }
    }

    /// Writes the outputs and the state of a cycle; `begins` is the value of `iob_tag_match`.
    pub fn put(&self, state: &BBox, begins: bool, observation: &mut [u64]) {
        for (position, request) in self.requests.iter().zip([state.request, state.interrupt]) {
            position.put(observation, request);
        }
        if let Some(position) = &self.any_overflow {
            position.put(observation, state.any_overflow);
        }
        self.frozen.put(observation, state.ctl0.frz());
        self.tag_match.put(observation, begins);
        self.tag_age.put(observation, state.iob.age);
        self.registers.iter().for_each(|(position, offset)| position.put(observation, state.read(*offset)));
        let hidden = [
            u64::from(state.counters.overflowed),
            state.iob.age.into(),
            state.iob.sum.carry.into(),
            state.queues.sums[0].carry.into(),
            state.queues.sums[1].carry.into(),
            state.commands.local_due.into(),
            state.commands.local_id,
        ];
        self.hidden.iter().zip(hidden).for_each(|(position, value)| position.put(observation, value));
        self.queues.iter().for_each(|&(position, queue)| position.put(observation, state.queues.entries[queue]));
    }
}
