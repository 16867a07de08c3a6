//! Positions of the inputs in a frame.

use super::registers::SubBlocks;
use super::state::Transactions;
use crate::core::blocks::dear::{self, LoadSite};
use crate::core::blocks::iear;
use crate::core::blocks::monitor::Psr;
use crate::core::blocks::trace::Branch;
use golden_model_core::register_port::RequestPort;
use golden_model_core::{Bits, Pmu};

/// Inputs that a PMU with these blocks has.
#[derive(Clone)]
pub(super) struct InputPorts {
    pub register_port: RequestPort,
    psr: [PsrPorts; 2],
    /// `act_tid` and `ts_dead`.
    switch: Option<[Bits; 2]>,
    flush: Option<[Bits; 2]>,
    iear: Option<MissPorts>,
    dear: Option<DataPorts>,
    branch: Option<BranchPorts>,
    /// `iva_valid`, `iva_tid` and `iva_off`.
    interruption: Option<[Bits; 3]>,
}

#[derive(Clone)]
struct PsrPorts {
    /// `psr_up`, `psr_pp` and `psr_sp`, used by monitors and reads of their data.
    monitors: Option<[Bits; 3]>,
    /// Used by taggers and trace buffer only.
    is: Option<Bits>,
    cpl: Bits,
}

#[derive(Clone)]
struct MissPorts {
    valid: Bits,
    tid: Bits,
    tlb: Bits,
    addr: Bits,
    lat: Bits,
    rab: Bits,
    kind: Bits,
    tag: Bits,
}

#[derive(Clone)]
struct SitePorts {
    va: Bits,
    ip: Bits,
    ipv: Bits,
    bn: Bits,
    slot: Bits,
    dtag: Bits,
}

#[derive(Clone)]
struct DataPorts {
    /// `valid`, `tid`, `id`.
    issue: [Bits; 3],
    load: SitePorts,
    /// `valid`, `tid`, `id`, `miss`, `lat`.
    resolution: [Bits; 5],
    /// `valid`, `tid`, `alat`, `kind`.
    miss: [Bits; 4],
    missed: SitePorts,
}

#[derive(Clone)]
struct BranchPorts {
    valid: Bits,
    tid: Bits,
    kind: Bits,
    taken: Bits,
    path_mp: Bits,
    tgt_mp: Bits,
    be_mp: Bits,
    ip: Bits,
    b1: Bits,
    slot: Bits,
    tgt_v: Bits,
    tgt: Bits,
    tag: Bits,
}

impl InputPorts {
    pub fn new(pmu: &Pmu, blocks: SubBlocks) -> Self {
        let input = |name: &str| pmu.input(name);
        let both = |name: &str| [0, 1].map(|thread| pmu.input(&format!("thread{thread}.{name}")));
        let has_monitors = blocks.counters || blocks.iear || blocks.dear || blocks.trace;
        let psr = |thread: usize| {
            let of = |name: &str| pmu.input(&format!("thread{thread}.{name}"));
            PsrPorts {
                monitors: has_monitors.then(|| ["psr_up", "psr_pp", "psr_sp"].map(of)),
                is: (blocks.tagger || blocks.trace).then(|| of("psr_is")),
                cpl: of("psr_cpl"),
            }
        };
        Self {
            register_port: RequestPort::new(pmu),
            psr: [psr(0), psr(1)],
            switch: (blocks.counters || blocks.trace).then(|| ["act_tid", "ts_dead"].map(input)),
            flush: blocks.trace.then(|| both("flush")),
            iear: blocks.iear.then(|| MissPorts::new(pmu)),
            dear: blocks.dear.then(|| DataPorts::new(pmu)),
            branch: blocks.trace.then(|| BranchPorts::new(pmu)),
            interruption: blocks.counters.then(|| ["iva_valid", "iva_tid", "iva_off"].map(input)),
        }
    }

    /// Returns the processor status of both threads.
    #[inline]
    pub fn psr(&self, frame: &[u64]) -> [Psr; 2] {
        [0, 1].map(|thread| {
            let ports: &PsrPorts = &self.psr[thread];
            let is_set = |bit: Bits| bit.get(frame) == 1;
            let [up, pp, sp] = ports.monitors.map_or([false; 3], |monitors| monitors.map(is_set));
            Psr { up, pp, sp, is: ports.is.is_some_and(is_set), cpl: ports.cpl.get(frame) as u32 }
        })
    }

    /// Returns the thread in the foreground, and whether this is its last cycle there.
    #[inline]
    pub fn switch(&self, frame: &[u64]) -> (usize, bool) {
        self.switch.map_or((0, false), |[active, dead]| (active.get(frame) as usize, dead.get(frame) == 1))
    }

    /// Returns the transactions of both threads, without retired instructions.
    #[inline]
    pub fn transactions(&self, frame: &[u64], psr: [Psr; 2]) -> [Transactions; 2] {
        let (active, dead) = self.switch(frame);
        let mut transactions = [0, 1].map(|thread| Transactions {
            psr: psr[thread],
            foreground: active == thread && !dead,
            flush: self.flush.is_some_and(|flush| flush[thread].get(frame) == 1),
            ..Transactions::default()
        });
        if let Some((thread, miss)) = self.iear.as_ref().and_then(|ports| ports.miss(frame)) {
            transactions[thread].instruction_miss = Some(miss);
        }
        if let Some(ports) = &self.dear {
            ports.read_into(frame, &mut transactions);
        }
        if let Some((thread, branch)) = self.branch.as_ref().and_then(|ports| ports.branch(frame)) {
            transactions[thread].branch = Some(branch);
        }
        if let Some([_, tid, offset]) = self.interruption.filter(|[valid, ..]| valid.get(frame) == 1) {
            transactions[tid.get(frame) as usize].interruption = Some(offset.get(frame));
        }
        transactions
    }
}

impl MissPorts {
    fn new(pmu: &Pmu) -> Self {
        let part = |name: &str| pmu.input(&format!("ie_{name}"));
        Self {
            valid: part("valid"),
            tid: part("tid"),
            tlb: part("tlb"),
            addr: part("addr"),
            lat: part("lat"),
            rab: part("rab"),
            kind: part("kind"),
            tag: part("tag"),
        }
    }

    fn miss(&self, frame: &[u64]) -> Option<(usize, iear::Miss)> {
        let is_set = |bit: Bits| bit.get(frame) == 1;
        is_set(self.valid).then(|| {
            let miss = iear::Miss {
                tlb: is_set(self.tlb),
                line: self.addr.get(frame),
                latency: self.lat.get(frame),
                rab: is_set(self.rab),
                kind: self.kind.get(frame),
                tag: is_set(self.tag),
            };
            (self.tid.get(frame) as usize, miss)
        })
    }
}

impl SitePorts {
    fn new(pmu: &Pmu, of: &str) -> Self {
        let part = |name: &str| pmu.input(&format!("{of}_{name}"));
        Self {
            va: part("va"),
            ip: part("ip"),
            ipv: part("ipv"),
            bn: part("bn"),
            slot: part("slot"),
            dtag: part("dtag"),
        }
    }

    fn site(&self, frame: &[u64]) -> LoadSite {
        LoadSite {
            va: self.va.get(frame),
            ip: self.ip.get(frame),
            ip_valid: self.ipv.get(frame) == 1,
            second: self.bn.get(frame) == 1,
            slot: self.slot.get(frame),
        }
    }

    fn qualified(&self, frame: &[u64]) -> bool {
        self.dtag.get(frame) == 1
    }
}

impl DataPorts {
    fn new(pmu: &Pmu) -> Self {
        let input = |name: &str| pmu.input(name);
        Self {
            issue: ["dl_iss_valid", "dl_iss_tid", "dl_iss_id"].map(input),
            load: SitePorts::new(pmu, "dl_iss"),
            resolution: ["dl_res_valid", "dl_res_tid", "dl_res_id", "dl_res_miss", "dl_res_lat"].map(input),
            miss: ["dt_valid", "dt_tid", "dt_alat", "dt_kind"].map(input),
            missed: SitePorts::new(pmu, "dt"),
        }
    }

    fn read_into(&self, frame: &[u64], transactions: &mut [Transactions; 2]) {
        let get = |bits: Bits| bits.get(frame);
        let [valid, tid, id] = self.issue;
        if get(valid) == 1 {
            let issue = dear::Issue { site: self.load.site(frame), id: get(id), qualified: self.load.qualified(frame) };
            transactions[get(tid) as usize].data.issue = Some(issue);
        }
        let [valid, tid, id, miss, latency] = self.resolution;
        if get(valid) == 1 {
            let resolution = dear::Resolution { id: get(id), miss: get(miss) == 1, latency: get(latency) };
            transactions[get(tid) as usize].data.resolution = Some(resolution);
        }
        let [valid, tid, alat, kind] = self.miss;
        if get(valid) == 1 {
            let miss = dear::Miss {
                site: self.missed.site(frame),
                alat: get(alat) == 1,
                kind: get(kind),
                qualified: self.missed.qualified(frame),
            };
            transactions[get(tid) as usize].data.miss = Some(miss);
        }
    }
}

impl BranchPorts {
    fn new(pmu: &Pmu) -> Self {
        let part = |name: &str| pmu.input(&format!("bt_{name}"));
        Self {
            valid: part("valid"),
            tid: part("tid"),
            kind: part("type"),
            taken: part("taken"),
            path_mp: part("path_mp"),
            tgt_mp: part("tgt_mp"),
            be_mp: part("be_mp"),
            ip: part("ip"),
            b1: part("b1"),
            slot: part("slot"),
            tgt_v: part("tgt_v"),
            tgt: part("tgt"),
            tag: part("tag"),
        }
    }

    fn branch(&self, frame: &[u64]) -> Option<(usize, Branch)> {
        let is_set = |bit: Bits| bit.get(frame) == 1;
        is_set(self.valid).then(|| {
            let branch = Branch {
                kind: self.kind.get(frame),
                taken: is_set(self.taken),
                path_mispredicted: is_set(self.path_mp),
                target_mispredicted: is_set(self.tgt_mp),
                flushed: is_set(self.be_mp),
                ip: self.ip.get(frame),
                second: is_set(self.b1),
                slot: self.slot.get(frame),
                target: is_set(self.tgt_v).then(|| self.tgt.get(frame)),
                tag: is_set(self.tag),
            };
            (self.tid.get(frame) as usize, branch)
        })
    }
}
