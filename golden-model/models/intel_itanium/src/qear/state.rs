//! State of the QEAR and its update in a cycle, in the order of the specification.

use super::lfsr::Lfsr;

/// Offsets of the registers.
const DAT0: u32 = 0x100;
const DAT1: u32 = 0x108;
pub(super) const CTL: u32 = 0x110;

/// Bits of CTL that software can write.
const CONFIGURATION: u64 = 0x1_FFFF;
const COUNTS: u64 = 1 << 15;

/// Kinds of responses.
const COMPLETION: u64 = 1;
const DATA: u64 = 2;
const DATA_COMPLETION: u64 = 3;

/// A request that leaves the core.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Request {
    /// 50 bits; bit 49 marks protected addresses.
    pub pa: u64,
    /// 0 HOM0, 1 NCB, 2 NCS, 3 none of these.
    pub class: u64,
    pub op: u64,
    pub home: u64,
    /// It expects data.
    pub data: bool,
    pub tag: u64,
    pub v64: bool,
}

/// A response that arrives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Response {
    pub tag: u64,
    pub kind: u64,
}

/// Inputs of a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cycle {
    pub request: Option<Request>,
    pub response: Option<Response>,
    pub may_be_protected: bool,
    /// Threads whose core PMU is frozen, one bit each.
    pub frozen: u64,
    /// The data of a write to CTL.
    pub write: Option<u64>,
}

/// The registers by field, and hidden state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Qear {
    /// Bits 16:0 of CTL.
    pub configuration: u64,
    /// The latency in cycles, 15 bits.
    pub count: u64,
    pub overflow: bool,
    /// A measurement is open.
    pub open: bool,
    /// The captured request.
    pub captured: Request,
    pub data_completion: bool,
    pub lfsr: Lfsr,
    /// The first half of a v64 pair has returned.
    pub phase: bool,
    pub tag: u64,
    pub data_exp: bool,
    /// The event output in this cycle.
    pub event: bool,
    /// A bit of the opcode that is compared must be equal, not differ (QEAR-A01).
    pub opcodes_equal: bool,
}

fn bits(value: u64, high: u32, low: u32) -> u64 {
    value >> low & (u64::MAX >> (63 - (high - low)))
}

impl Qear {
    /// The state after reset.
    pub fn new(opcodes_equal: bool) -> Self {
        Self { opcodes_equal, ..Self::default() }
    }

    pub fn dat0(&self) -> u64 {
        bits(self.captured.pa, 31, 6) << 6
            | self.captured.op << 2
            | u64::from(self.overflow) << 1
            | u64::from(self.open)
    }

    pub fn dat1(&self) -> u64 {
        let Request { pa, class, home, .. } = self.captured;
        u64::from(self.data_completion) << 30 | home << 20 | class << 18 | bits(pa, 49, 32)
    }

    pub fn ctl(&self) -> u64 {
        self.count << 17 | self.configuration
    }

    /// Returns the value that software reads at an offset.
    pub fn read(&self, offset: u32) -> u64 {
        match offset {
            DAT0 => self.dat0(),
            DAT1 => self.dat1(),
            CTL => self.ctl(),
            _ => 0,
        }
    }

    fn is_v64(&self) -> bool {
        bits(self.configuration, 16, 16) == 1
    }

    fn is_enabled(&self) -> bool {
        bits(self.configuration, 0, 0) == 1
    }

    /// Whether the configuration selects a request, regardless of freeze and shift register.
    pub fn selects(&self, request: &Request, may_be_protected: bool) -> bool {
        let class = match self.is_v64() {
            true => request.class == 0 && matches!(request.op, 1 | 2 | 4) && request.v64,
            false => request.class < 3 && bits(self.configuration, 5, 3) >> request.class & 1 == 1,
        };
        // As printed in the manual, a bit that is compared must differ (QEAR-A01).
        let differ = request.op ^ bits(self.configuration, 9, 6);
        let compared = if self.opcodes_equal { !differ & 0xF } else { differ };
        let opcode = compared | bits(self.configuration, 13, 10) == 0xF;
        class && opcode && (may_be_protected || bits(request.pa, 49, 49) == 0)
    }

    /// Returns the thread whose freeze stops captures.
    pub fn thread(&self) -> u64 {
        bits(self.configuration, 2, 2)
    }

    /// Whether that thread is frozen.
    pub fn is_frozen(&self, frozen: u64) -> bool {
        frozen >> self.thread() & 1 == 1
    }

    /// Returns the request that is captured if no measurement is open.
    pub fn captures(&self, cycle: &Cycle) -> Option<Request> {
        let may = self.is_enabled() && !self.is_frozen(cycle.frozen);
        let passes = bits(self.configuration, 1, 1) == 1 || self.lfsr.triggers();
        cycle.request.filter(|request| may && passes && self.selects(request, cycle.may_be_protected))
    }

    /// Whether a response belongs to the open measurement.
    pub fn is_response(&self, response: Response) -> bool {
        let Response { tag, kind } = response;
        match self.is_v64() {
            true => tag >> 1 == self.tag >> 1 && kind >= DATA,
            false => tag == self.tag && if self.data_exp { kind >= DATA } else { kind == COMPLETION },
        }
    }

    /// Whether the next response ends the measurement. Only the first of a v64 pair does not.
    pub fn ends(&self) -> bool {
        self.phase || !self.is_v64()
    }

    /// Whether a measurement that ends in this cycle is an event.
    pub fn qualifies(&self) -> bool {
        let least = [0, 128, 256, 512][bits(self.configuration, 15, 14) as usize];
        self.overflow || self.count + 1 >= least
    }

    /// Updates the state at the end of a cycle.
    pub fn step(&mut self, cycle: &Cycle) {
        self.event = false;
        if let Some(data) = cycle.write {
            self.lfsr.written(self.is_enabled(), data & 1 == 1);
            (self.configuration, self.count, self.open, self.phase) = (data & CONFIGURATION, 0, false, false);
            return;
        }
        let captured = self.captures(cycle);
        self.lfsr.step();
        if self.open {
            self.measure(cycle.response);
        } else if let Some(request) = captured {
            (self.open, self.count, self.overflow, self.data_completion) = (true, 0, false, false);
            (self.captured, self.tag, self.data_exp) = (request, request.tag, request.data);
        }
    }

    fn measure(&mut self, response: Option<Response>) {
        let (ends, qualifies) = (self.ends(), self.qualifies());
        if ends {
            self.count = (self.count + 1) % COUNTS;
            self.overflow |= self.count == 0;
        }
        let Some(response) = response.filter(|response| self.is_response(*response)) else { return };
        if !ends {
            self.phase = true;
            return;
        }
        (self.open, self.phase) = (false, false);
        self.data_completion = response.kind == DATA_COMPLETION;
        self.event = qualifies;
    }
}
