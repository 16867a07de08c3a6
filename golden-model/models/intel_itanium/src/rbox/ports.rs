//! Inputs of the R-Box ports in a frame; outputs and state in an observation.

use super::registers::PORTS;
use golden_model_core::{Bits, Pmu};

/// A flit that crosses to a port (5.6.3.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Flit {
    /// Its bits 71:0.
    pub bits: u128,
    /// Its position in the packet; 1 is the header.
    pub position: u32,
}

/// Inputs of one port in a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Traffic {
    /// Lines with a separate enable bit in IPERF, each at the position of that bit.
    pub lines: u32,
    pub outb_depth: u32,
    /// Insertions into the EOT, and its depths of 5 bits each.
    ///
    /// Both are by class: HOM0, HOM1, SNP, NDR, DRS, NCS, NCB.
    pub eot_wr: u32,
    pub eot_depth: u64,
    pub arb_alloc: u32,
    pub pkt_cls: u32,
    pub pkt_vn: u32,
    pub q_bid: u32,
    pub q_fail: u32,
    /// Lines that a QLX type selects without a class, each at the position given by the type's number.
    pub kinds: u32,
    pub tgt_av: u32,
    /// Depths of the entry table, 5 bits each, by class HOM, SNP, NDR, NCS, DRS, NCB.
    pub et_depth: u64,
    pub flit: Option<Flit>,
}

/// Names of the lines of [`Traffic::lines`], with their bits.
const LINES: [(&str, u32); 11] = [
    ("flt_sent", 31),
    ("flt_rcvd", 30),
    ("nsp_sent", 29),
    ("nsp_rcvd", 28),
    ("outb_wr", 26),
    ("outb_ne", 25),
    ("retq_rd", 24),
    ("inpckterr", 23),
    ("fstenough", 22),
    ("eot_ne", 16),
    ("inq_dealloc", 8),
];

/// Names of the lines of [`Traffic::kinds`], with their bits.
const KINDS: [(&str, u32); 7] =
    [("q_hok", 0x2), ("l_bid", 0x4), ("l_fail", 0x5), ("l_hok", 0x6), ("g_bid", 0x8), ("g_fail", 0x9), ("g_hok", 0xA)];

/// Inputs with more than one bit.
const VECTORS: [&str; 10] =
    ["outb_depth", "eot_wr", "eot_depth", "arb_alloc", "pkt_cls", "pkt_vn", "q_bid", "q_fail", "tgt_av", "et_depth"];

/// Inputs for flits.
const FLIT: [&str; 4] = ["mm_v", "mm_flit", "mm_flit_hi", "mm_idx"];

/// Positions of the inputs of a port.
#[derive(Clone)]
struct PortOutputs {
    lines: [Bits; LINES.len()],
    kinds: [Bits; KINDS.len()],
    vectors: [Bits; VECTORS.len()],
    flit: [Bits; FLIT.len()],
}

impl PortOutputs {
    fn new(pmu: &Pmu, port: usize) -> Self {
        let position = |name: &str| pmu.input(&format!("port{port}.{name}"));
        Self {
            lines: LINES.map(|(name, _)| position(name)),
            kinds: KINDS.map(|(name, _)| position(name)),
            vectors: VECTORS.map(position),
            flit: FLIT.map(position),
        }
    }

    fn traffic(&self, frame: &[u64]) -> Traffic {
        let lines = |positions: &[Bits], at: &[(&str, u32)]| {
            let line = |(position, (_, bit)): (&Bits, &(&str, u32))| (position.get(frame) as u32) << bit;
            positions.iter().zip(at).map(line).sum()
        };
        let [outb_depth, eot_wr, eot_depth, arb_alloc, pkt_cls, pkt_vn, q_bid, q_fail, tgt_av, et_depth] =
            self.vectors.each_ref().map(|position| position.get(frame));
        let [valid, low, high, position] = self.flit.each_ref().map(|position| position.get(frame));
        Traffic {
            lines: lines(&self.lines, &LINES),
            outb_depth: outb_depth as u32,
            eot_wr: eot_wr as u32,
            eot_depth,
            arb_alloc: arb_alloc as u32,
            pkt_cls: pkt_cls as u32,
            pkt_vn: pkt_vn as u32,
            q_bid: q_bid as u32,
            q_fail: q_fail as u32,
            kinds: lines(&self.kinds, &KINDS),
            tgt_av: tgt_av as u32,
            et_depth,
            flit: (valid == 1)
                .then(|| Flit { bits: u128::from(high) << 64 | u128::from(low), position: position as u32 }),
        }
    }
}

/// Positions of the inputs of all ports.
#[derive(Clone)]
pub(super) struct TrafficPorts {
    ports: [PortOutputs; PORTS],
}

impl TrafficPorts {
    pub fn new(pmu: &Pmu) -> Self {
        Self { ports: std::array::from_fn(|port| PortOutputs::new(pmu, port)) }
    }

    /// Returns the inputs of all ports in the cycle of a frame.
    pub fn traffic(&self, frame: &[u64]) -> [Traffic; PORTS] {
        self.ports.each_ref().map(|positions| positions.traffic(frame))
    }
}
