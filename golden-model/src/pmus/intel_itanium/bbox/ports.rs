//! Where the inputs of a box lie in a frame.

use super::commands::Command;
use super::imt::Entries;
use super::iob::{PacketIn, PacketOut, Snoops};
use super::state::{Clock, ResponseForward};
use crate::{Bits, Pmu};

/// The inputs besides the register port.
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
    /// Valid, class, opcode, then the bits of the packet.
    packet_in: [Bits; 5],
    packet_out: [Bits; 7],
    /// Sent to local and remote agents, answered by them.
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
    /// The ports of a PMU.
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

    /// What a frame brings.
    pub fn clock(&self, frame: &[u64], write: Option<(u32, u64)>) -> Clock {
        let is = |bits: Bits| bits.get(frame) == 1;
        let [valid, requestor, responder] = self.rfp;
        let rfp = is(valid).then(|| ResponseForward { requestor_local: is(requestor), responder_local: is(responder) });
        let [allocated, popped, released] = self.imt.map(is);
        let [sent_local, sent_remote, answered_local, answered_remote] = self.snoops.map(|bits| bits.get(frame));
        let [command, op, id] = self.command;
        let [ack, ack_id] = self.ack;
        Clock {
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
