//! What the boxes of the Itanium 9300 uncore have in common.

use crate::register_port::{RequestPort, Response, ResponsePort};
use crate::Pmu;

/// Addresses of a box's window, each answered whether or not a register lies there.
const WINDOW: u32 = 0x1000;

/// The register port of a box alone: one space, the address is the offset in its window.
#[derive(Clone)]
pub(super) struct CsrPort {
    requests: RequestPort,
    responses: ResponsePort,
    window: u32,
}

impl CsrPort {
    /// The port of a PMU.
    pub fn new(pmu: &Pmu) -> Self {
        Self::with_window(pmu, WINDOW)
    }

    /// The port of a PMU with so many addresses.
    pub fn with_window(pmu: &Pmu, window: u32) -> Self {
        Self { requests: RequestPort::new(pmu), responses: ResponsePort::new(pmu), window }
    }

    /// Whether the clock is one of reset.
    pub fn rst(&self, frame: &[u64]) -> bool {
        self.requests.rst(frame)
    }

    /// Answers the access of a clock into an observation, which begins with it, by what lies at an offset; the offset and the data
    /// of a write.
    pub fn access(&self, frame: &[u64], observation: &mut [u64], read: impl Fn(u32) -> u64) -> Option<(u32, u64)> {
        observation.fill(0);
        let request = self.requests.request(frame)?;
        if request.space != 0 || request.unit != 0 || request.addr >= self.window {
            self.responses.put(observation, Response::REFUSED);
            return None;
        }
        if request.write {
            return Some((request.addr, request.data));
        }
        self.responses.put(observation, Response { error: false, rdata: read(request.addr) });
        None
    }
}
