//! The register port: decodes an access into an instruction and the register that it reaches.

use super::counter_set::{from_register, number, CounterSet, ThreadSet, THREADS};
use golden_model_core::description::Description;
use golden_model_core::register_port::{AddressMap, Request};

/// A register of a thread, or the one that all threads share.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Register {
    /// IA32_TIME_STAMP_COUNTER, shared.
    TimeStampCounter,
    /// IA32_PerfCnt.
    Counter(usize),
    /// IA32_PerfEvtSel.
    Select(usize),
    /// PERF_SPFLT_CONTROL.
    SpfltControl,
    /// IA32_PERF_GLOBAL_STATUS.
    GlobalStatus,
    /// IA32_PERF_GLOBAL_OVF_CTRL.
    GlobalOvfCtrl,
    /// IA32_PERF_GLOBAL_CTRL.
    GlobalCtrl,
}

/// The registers by name (Table 1-2).
const REGISTERS: [(&str, Register); 9] = [
    ("IA32_TIME_STAMP_COUNTER", Register::TimeStampCounter),
    ("IA32_PerfCnt0", Register::Counter(0)),
    ("IA32_PerfCnt1", Register::Counter(1)),
    ("IA32_PerfEvtSel0", Register::Select(0)),
    ("IA32_PerfEvtSel1", Register::Select(1)),
    ("PERF_SPFLT_CONTROL", Register::SpfltControl),
    ("IA32_PERF_GLOBAL_STATUS", Register::GlobalStatus),
    ("IA32_PERF_GLOBAL_OVF_CTRL", Register::GlobalOvfCtrl),
    ("IA32_PERF_GLOBAL_CTRL", Register::GlobalCtrl),
];

/// The effect of a cycle at the register port; the thread is the one that executes the instruction.
#[derive(Clone, Copy)]
pub(super) enum Access {
    /// No access.
    None,
    /// A refused instruction.
    Refused,
    /// RDMSR, RDPMC or RDTSC.
    Read { thread: usize, register: Register },
    /// WRMSR.
    Write { thread: usize, register: Register, data: u64 },
    /// SPFLT.
    Prefer { thread: usize, counting: bool },
}

impl Access {
    /// The counters whose IA32_PerfCnt is written.
    #[inline]
    pub fn written_counters(&self) -> CounterSet {
        match *self {
            Access::Write { thread, register: Register::Counter(index), .. } => 1 << number(thread, index),
            _ => 0,
        }
    }

    /// Whether the access can change a register.
    #[inline]
    pub fn changes(&self) -> bool {
        matches!(self, Access::Write { .. } | Access::Prefer { .. })
    }

    /// The counters whose overflow is cleared.
    #[inline]
    pub fn cleared(&self) -> CounterSet {
        match *self {
            Access::Write { thread, register: Register::GlobalOvfCtrl, data } => from_register(thread, data),
            _ => 0,
        }
    }
}

/// The registers that accesses can reach (Tables 1-1 and 1-2).
#[derive(Clone)]
pub(super) struct Registers {
    /// The registers of a thread, the same for each thread.
    addresses: AddressMap<Register>,
    /// The space of RDMSR and WRMSR.
    msr: u32,
    /// The space of RDTSC, which ignores the address.
    rdtsc: u32,
    /// The space of SPFLT, which ignores the address.
    spflt: u32,
}

impl Registers {
    /// Builds the address map from a description.
    ///
    /// # Panics
    /// Panics if the description lacks a thread or a space, or has another register.
    pub fn new(description: &Description) -> Self {
        let space = |name: &str| {
            let space = description.spaces.iter().find(|space| space.name == name);
            space.unwrap_or_else(|| panic!("the description has no space {name}")).number
        };
        let threads: [usize; THREADS] = std::array::from_fn(|thread| unit_of(description, thread));
        let named = |name: &str| REGISTERS.iter().find(|(known, _)| *known == name).map(|(_, register)| *register);
        Self {
            addresses: AddressMap::new(description, &threads, named),
            msr: space("msr"),
            rdtsc: space("rdtsc"),
            spflt: space("spflt"),
        }
    }

    /// Decodes a request, given the rings of the threads.
    #[inline]
    pub fn decode(&self, request: &Request, threads: Threads) -> Access {
        let Some(thread) = self.addresses.unit(request.unit) else {
            return Access::Refused;
        };
        let takes_no_address = request.space == self.rdtsc || request.space == self.spflt;
        let found = match takes_no_address {
            true => self.addresses.in_space(request.space),
            false => self.addresses.at(request.space, request.addr),
        };
        let Some((path, register)) = found else {
            return Access::Refused;
        };
        let accepted = if request.write { path.writable } else { path.readable };
        let outside_ring_0 = threads.user >> thread & 1 != 0;
        if !accepted || outside_ring_0 && request.space == self.msr {
            return Access::Refused;
        }
        match request.write {
            false => Access::Read { thread, register },
            true if request.space == self.spflt => Access::Prefer { thread, counting: request.data & 1 != 0 },
            true => Access::Write { thread, register, data: request.data },
        }
    }
}

/// The position of a thread in [`Description::units`].
///
/// # Panics
/// Panics if the description has no such thread.
pub(super) fn unit_of(description: &Description, thread: usize) -> usize {
    let name = format!("thread{thread}");
    description.unit(&name).unwrap_or_else(|| panic!("the description has no unit {name}"))
}

/// Rings of the threads and the executing thread in a cycle.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Threads {
    /// The threads at rings 1, 2 or 3; the others are at ring 0.
    pub user: ThreadSet,
    /// The thread in the execution stage.
    pub executing: ThreadSet,
}
