//! The inputs of the U-Box and their positions in a frame; its outputs and state in an observation.

use super::registers::{Register, COUNTERS};
use super::state::UBox;
use golden_model_core::{Bits, Pmu, WordPosition};

/// The inputs of the U-Box in a cycle, except the register port.
#[derive(Clone, Copy, Default)]
pub(crate) struct Inputs {
    /// Messages received, one bit for each kind, 5 bits.
    pub evt_msg: u64,
    /// A lock sequence starts.
    pub evt_lock: bool,
    /// PHOLD is asserted and not yet acknowledged.
    pub evt_phold: bool,
    /// A RACU request.
    pub evt_racu: bool,
    /// Overflow messages of the other boxes.
    pub messages: Messages,
    /// The cores that are awake, 15 bits.
    pub core_awake: u32,
}

/// The overflow messages of the other boxes, one bit each.
#[derive(Clone, Copy, Default)]
pub(crate) struct Messages {
    /// C-Boxes, 15 bits.
    pub c: u32,
    /// PCU, 1 bit.
    pub p: u32,
    /// Home agents, 2 bits.
    pub h: u32,
    /// Memory controllers, 2 bits.
    pub m: u32,
    /// QPI, 2 bits.
    pub q: u32,
    /// R3QPI, 2 bits.
    pub rq: u32,
    /// R2PCIe, 1 bit.
    pub rp: u32,
}

impl Messages {
    /// The bits of GLOBAL_STATUS that they set (Table 2-3, UBOX-R12).
    #[inline]
    pub fn status_bits(&self) -> u32 {
        self.p << 2 | self.c << 3 | self.h << 18 | self.m << 20 | self.q << 22 | self.rq << 24 | self.rp << 26
    }
}

/// Slots of the U-Box's inputs, except the messages, which a socket connects.
#[derive(Clone)]
pub(super) struct InputPorts {
    evt_msg: Bits,
    evt_lock: Bits,
    evt_phold: Bits,
    evt_racu: Bits,
    core_awake: Bits,
}

impl InputPorts {
    /// Binds the inputs of the U-Box named `unit`.
    pub fn new(pmu: &Pmu, unit: &str) -> Self {
        let one = |name: &str| pmu.input(&format!("{unit}.{name}"));
        Self {
            evt_msg: one("evt_msg"),
            evt_lock: one("evt_lock"),
            evt_phold: one("evt_phold"),
            evt_racu: one("evt_racu"),
            core_awake: one("core_awake"),
        }
    }

    /// The inputs in a frame, with these messages.
    #[inline]
    pub fn of(&self, frame: &[u64], messages: Messages) -> Inputs {
        let flag = |position: Bits| position.get(frame) != 0;
        Inputs {
            evt_msg: self.evt_msg.get(frame),
            evt_lock: flag(self.evt_lock),
            evt_phold: flag(self.evt_phold),
            evt_racu: flag(self.evt_racu),
            messages,
            core_awake: self.core_awake.get(frame) as u32,
        }
    }
}

/// Slots of the overflow messages of the other boxes, for a U-Box that has them as inputs.
#[derive(Clone)]
pub(super) struct MessagePorts {
    c: Bits,
    p: Bits,
    h: Bits,
    m: Bits,
    q: Bits,
    rq: Bits,
    rp: Bits,
}

impl MessagePorts {
    /// Binds the messages of the U-Box named `unit`.
    pub fn new(pmu: &Pmu, unit: &str) -> Self {
        let of = |sender: &str| pmu.input(&format!("{unit}.ovf_{sender}"));
        Self { c: of("c"), p: of("p"), h: of("h"), m: of("m"), q: of("q"), rq: of("rq"), rp: of("rp") }
    }

    /// The messages in a frame.
    #[inline]
    pub fn of(&self, frame: &[u64]) -> Messages {
        let bits = |position: Bits| position.get(frame) as u32;
        Messages {
            c: bits(self.c),
            p: bits(self.p),
            h: bits(self.h),
            m: bits(self.m),
            q: bits(self.q),
            rq: bits(self.rq),
            rp: bits(self.rp),
        }
    }
}

/// Slots of the U-Box's outputs and state.
#[derive(Clone)]
pub(super) struct OutputPorts {
    frz_bcast: WordPosition,
    unfrz_bcast: WordPosition,
    core_wake: WordPosition,
    pmi: WordPosition,
    registers: [(Register, WordPosition); 5],
    controls: [WordPosition; COUNTERS],
    counters: [WordPosition; COUNTERS],
    status: WordPosition,
    cond_q: [WordPosition; COUNTERS],
    frz_lat: WordPosition,
    u_msg: WordPosition,
    uf_msg: WordPosition,
    pmi_s: WordPosition,
}

impl OutputPorts {
    /// Binds the outputs and state of the U-Box named `unit`.
    pub fn new(pmu: &Pmu, unit: &str) -> Self {
        let one = |name: &str| pmu.output(&format!("{unit}.{name}"));
        let two = |name: &str| std::array::from_fn(|index| one(&format!("{name}{index}")));
        Self {
            frz_bcast: one("frz_bcast"),
            unfrz_bcast: one("unfrz_bcast"),
            core_wake: one("core_wake"),
            pmi: one("pmi"),
            registers: [
                (Register::GlobalCtl, one("U_MSR_PMON_GLOBAL_CTL")),
                (Register::GlobalStatus, one("U_MSR_PMON_GLOBAL_STATUS")),
                (Register::GlobalConfig, one("U_MSR_PMON_GLOBAL_CONFIG")),
                (Register::FixedCtl, one("U_MSR_PMON_UCLK_FIXED_CTL")),
                (Register::FixedCtr, one("U_MSR_PMON_UCLK_FIXED_CTR")),
            ],
            controls: two("U_MSR_PMON_CTL"),
            counters: two("U_MSR_PMON_CTR"),
            status: one("U_MSR_PMON_BOX_STATUS"),
            cond_q: two("cond_q"),
            frz_lat: one("frz_lat"),
            u_msg: one("u_msg"),
            uf_msg: one("uf_msg"),
            pmi_s: one("pmi_s"),
        }
    }

    /// Writes outputs and state into words that are zero.
    #[inline]
    pub fn observe(&self, words: &mut [u64], ubox: &UBox) {
        let bank = ubox.bank();
        self.frz_bcast.put(words, ubox.broadcasts().freeze);
        self.unfrz_bcast.put(words, ubox.broadcasts().unfreeze);
        self.core_wake.put(words, ubox.core_wake());
        self.pmi.put(words, ubox.pmi());
        for &(register, position) in &self.registers {
            position.put(words, ubox.read(register));
        }
        for counter in 0..COUNTERS {
            self.controls[counter].put(words, bank.control(counter).bits());
            self.counters[counter].put(words, bank.count(counter));
            self.cond_q[counter].put(words, bank.cond_q(counter));
        }
        self.status.put(words, bank.status().ov());
        self.frz_lat.put(words, ubox.latch().frozen());
        self.u_msg.put(words, ubox.u_msg());
        self.uf_msg.put(words, ubox.uf_msg());
        self.pmi_s.put(words, ubox.pmi_s());
    }
}
