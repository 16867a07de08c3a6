//! Parts that the box models of the Itanium 9300 uncore share.

use golden_model_core::register_port::{RequestPort, Response, ResponsePort};
use golden_model_core::{Pmu, WordPosition};

/// Number of addresses in the window of a box; each is accepted, with or without a register.
const WINDOW: u32 = 0x1000;

/// The position of `ovf_any` in the observation of a box, if the box drives it (DBOX-A02).
pub(super) fn any_overflow(pmu: &Pmu) -> Option<WordPosition> {
    pmu.description.chooses("DBOX-A02", "any-overflow").then(|| pmu.output("ovf_any"))
}

/// The register port of a box verified alone: one space; the address is the offset in the window.
#[derive(Clone)]
pub(super) struct CsrPort {
    requests: RequestPort,
    responses: ResponsePort,
    window: u32,
}

impl CsrPort {
    /// Creates the port of a PMU.
    pub fn new(pmu: &Pmu) -> Self {
        Self::with_window(pmu, WINDOW)
    }

    /// Creates the port of a PMU with a window of this number of addresses.
    pub fn with_window(pmu: &Pmu, window: u32) -> Self {
        Self { requests: RequestPort::new(pmu), responses: ResponsePort::new(pmu), window }
    }

    /// Whether reset is asserted in the cycle.
    pub fn rst(&self, frame: &[u64]) -> bool {
        self.requests.rst(frame)
    }

    /// Responds to the access of a cycle. Returns offset and data of an accepted write.
    ///
    /// Clears the observation, then writes the response into it. `read` returns the value at an offset.
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
