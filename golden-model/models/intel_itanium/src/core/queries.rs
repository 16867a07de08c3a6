//! The ports on which the core queries tags (3.3.5 to 3.3.7).

use super::outputs::TagResponses;
use super::state::Thread;
use crate::core::blocks::monitor::Psr;
use golden_model_core::{Bits, Pmu};

const PORTS: usize = 2;

/// Inputs of the query ports.
#[derive(Clone)]
pub(super) struct Queries {
    /// `tid`, `ip`, `itype`, `enco` of each port.
    instruction: [[Bits; 4]; PORTS],
    /// `tid`, `va`, `tag` of each port.
    data: [[Bits; 3]; PORTS],
}

impl Queries {
    pub fn new(pmu: &Pmu) -> Self {
        let instruction =
            |port: usize| ["tid", "ip", "itype", "enco"].map(|name| pmu.input(&format!("iq_{name}{port}")));
        let data = |port: usize| ["tid", "va", "tag"].map(|name| pmu.input(&format!("dq_{name}{port}")));
        Self { instruction: [0, 1].map(instruction), data: [0, 1].map(data) }
    }

    /// Returns the responses to the queries of a cycle.
    pub fn answers(&self, frame: &[u64], threads: &[Thread; 2], psr: [Psr; 2]) -> TagResponses {
        let mut answers = TagResponses::default();
        for (port, ports) in self.instruction.iter().enumerate() {
            let [tid, ip, itype, encoding] = ports.map(|bits| bits.get(frame));
            let thread = tid as usize;
            let (rtags, tags) = threads[thread].tagger.instruction(psr[thread], ip, itype, encoding);
            answers.rtags |= rtags << (4 * port);
            answers.tags |= tags << (4 * port);
        }
        for (port, ports) in self.data.iter().enumerate() {
            let [tid, va, tags] = ports.map(|bits| bits.get(frame));
            let (matches, qualified) = threads[tid as usize].tagger.data(va, tags);
            answers.matches |= matches << (4 * port);
            answers.qualified |= u64::from(qualified) << port;
        }
        answers
    }
}
