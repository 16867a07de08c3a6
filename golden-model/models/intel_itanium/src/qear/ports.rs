//! The QEAR with its positions in a frame and an observation, without a register port.

use super::collisions::Acting;
use super::state::{Cycle, Qear, Request, Response, CTL};
use golden_model_core::{Bits, Pmu, WordPosition};

/// The QEAR of a core.
#[derive(Clone)]
pub(crate) struct QearBlock {
    inputs: InputPorts,
    event: WordPosition,
    outputs: [WordPosition; 7],
    state: Qear,
}

impl QearBlock {
    /// Creates the QEAR of a unit; `prefix` precedes the names of signals that are not registers.
    pub fn new(pmu: &Pmu, unit: &str, prefix: &str) -> Self {
        let registers = ["DAT0", "DAT1", "CTL"].map(|name| format!("{unit}.CPE_CSR_QEAR_{name}"));
        let hidden = ["lfsr", "phase", "tag", "data_exp"].map(|name| format!("{prefix}{name}"));
        let names = registers.into_iter().chain(hidden).collect::<Vec<_>>();
        Self {
            inputs: InputPorts::new(pmu, prefix),
            event: pmu.output(&format!("{prefix}qear_evt")),
            outputs: std::array::from_fn(|index| pmu.output(&names[index])),
            state: Qear::new(pmu.description.chooses("QEAR-A01", "xnor")),
        }
    }

    /// Returns the state.
    pub(super) fn state(&self) -> &Qear {
        &self.state
    }

    /// Returns the value read at an offset.
    pub fn read(&self, offset: u32) -> u64 {
        self.state.read(offset)
    }

    /// Whether a measurement that ended in the previous cycle is an event.
    pub fn event(&self) -> bool {
        self.state.event
    }

    /// Writes output and state into an observation whose bits are 0 there.
    pub fn observe(&self, observation: &mut [u64]) {
        let state = &self.state;
        self.event.put(observation, state.event);
        let values = [
            state.dat0(),
            state.dat1(),
            state.ctl(),
            state.lfsr.0,
            state.phase.into(),
            state.tag,
            state.data_exp.into(),
        ];
        self.outputs.iter().zip(values).for_each(|(position, value)| position.put(observation, value));
    }

    /// Returns the inputs of a cycle, with the frozen threads, one bit each, and the write by offset.
    pub(super) fn inputs(&self, frame: &[u64], frozen: u64, write: Option<(u32, u64)>) -> Cycle {
        self.inputs.read(frame, frozen, write.filter(|(offset, _)| *offset == CTL).map(|(_, data)| data))
    }

    /// Returns the causes that act on the measurement in a cycle, with or without reset.
    pub fn acting(&self, frame: &[u64], frozen: u64, write: Option<(u32, u64)>) -> Acting {
        Acting::of(&self.state, &self.inputs(frame, frozen, write))
    }

    /// Returns the thread whose freeze stops captures.
    pub fn thread(&self) -> u64 {
        self.state.thread()
    }

    /// Resets the state.
    pub fn reset(&mut self) {
        self.state = Qear::new(self.state.opcodes_equal);
    }

    /// Updates the state at the end of a cycle without reset.
    pub fn step(&mut self, frame: &[u64], frozen: u64, write: Option<(u32, u64)>) {
        let cycle = self.inputs(frame, frozen, write);
        self.state.step(&cycle);
    }
}

/// Positions of the inputs.
#[derive(Clone)]
pub(super) struct InputPorts {
    /// `v`, `pa`, `mc`, `op`, `hnid`, `data_exp`, `tag` and `v64` of a request.
    request: [Bits; 8],
    /// `v`, `tag` and `kind` of a response.
    response: [Bits; 3],
    may_be_protected: Bits,
}

impl InputPorts {
    /// Finds the inputs of a unit, whose names begin with `prefix`.
    pub fn new(pmu: &Pmu, prefix: &str) -> Self {
        let input = |name: &str| pmu.input(&format!("{prefix}{name}"));
        let request = ["v", "pa", "mc", "op", "hnid", "data_exp", "tag", "v64"];
        Self {
            request: request.map(|name| input(&format!("req_{name}"))),
            response: ["v", "tag", "kind"].map(|name| input(&format!("rsp_{name}"))),
            may_be_protected: input("prot_en"),
        }
    }

    /// Returns the inputs of a cycle.
    ///
    /// `frozen` contains the frozen threads, one bit each, `write` the data of a write to CTL.
    pub fn read(&self, frame: &[u64], frozen: u64, write: Option<u64>) -> Cycle {
        let [sent, pa, class, op, home, data, tag, v64] = self.request.map(|bits| bits.get(frame));
        let [returned, of, kind] = self.response.map(|bits| bits.get(frame));
        Cycle {
            request: (sent == 1).then_some(Request { pa, class, op, home, data: data == 1, tag, v64: v64 == 1 }),
            response: (returned == 1).then_some(Response { tag: of, kind }),
            may_be_protected: self.may_be_protected.get(frame) == 1,
            frozen,
            write,
        }
    }
}
