//! Where inputs lie in a frame.

use super::state::{Clock, Request, Response};
use crate::{Bits, Pmu};

/// Places of the inputs.
#[derive(Clone)]
pub(super) struct InputPorts {
    /// `v`, `pa`, `mc`, `op`, `hnid`, `data_exp`, `tag` and `v64` of a request.
    request: [Bits; 8],
    /// `v`, `tag` and `kind` of a response.
    response: [Bits; 3],
    may_be_protected: Bits,
}

impl InputPorts {
    /// Those of a unit, whose names begin with `prefix`.
    pub fn new(pmu: &Pmu, prefix: &str) -> Self {
        let input = |name: &str| pmu.input(&format!("{prefix}{name}"));
        let request = ["v", "pa", "mc", "op", "hnid", "data_exp", "tag", "v64"];
        Self {
            request: request.map(|name| input(&format!("req_{name}"))),
            response: ["v", "tag", "kind"].map(|name| input(&format!("rsp_{name}"))),
            may_be_protected: input("prot_en"),
        }
    }

    /// What a clock brings, with the threads, as bits, that are frozen, and what is written to CTL.
    pub fn clock(&self, frame: &[u64], frozen: u64, write: Option<u64>) -> Clock {
        let [sent, pa, class, op, home, data, tag, v64] = self.request.map(|bits| bits.get(frame));
        let [returned, of, kind] = self.response.map(|bits| bits.get(frame));
        Clock {
            request: (sent == 1).then_some(Request { pa, class, op, home, data: data == 1, tag, v64: v64 == 1 }),
            response: (returned == 1).then_some(Response { tag: of, kind }),
            may_be_protected: self.may_be_protected.get(frame) == 1,
            frozen,
            write,
        }
    }
}
