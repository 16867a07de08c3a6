//! The request of the register port in a canonical form.

use golden_model_core::description::BUS_REQUEST;
use golden_model_core::{Bits, Pmu};

/// Removes from the frames of a testbench what has no meaning: without an access the request is that of the last one, and a read
/// has the last write data. Programs drive the port in this way, and the manual gives these values no meaning.
pub(crate) struct CanonicalRequest {
    /// In the order of [`BUS_REQUEST`]: valid, write, space, unit, address, write data.
    ports: [Bits; BUS_REQUEST.len()],
    last: [u64; BUS_REQUEST.len()],
}

impl CanonicalRequest {
    pub fn new(pmu: &Pmu) -> Self {
        Self { ports: BUS_REQUEST.map(|(name, _)| pmu.frame.slot(name).bits()), last: [0; BUS_REQUEST.len()] }
    }

    /// Forgets the last access.
    pub fn reset(&mut self) {
        self.last = [0; BUS_REQUEST.len()];
    }

    /// Changes a frame to its canonical form. `unknown` has ones at unknown bits, of which those without a meaning are removed.
    pub fn apply(&mut self, frame: &mut [u64], unknown: &mut [u64]) {
        let [valid, write, .., data] = self.ports;
        let is_known = |bits: Bits| bits.get(unknown) == 0;
        let is_access = valid.get(frame) != 0 || !is_known(valid);
        let is_write = is_access && (write.get(frame) != 0 || !is_known(write));
        for (port, last) in self.ports.iter().zip(&mut self.last).skip(1) {
            let has_meaning = is_access && (is_write || *port != data);
            if has_meaning {
                *last = port.get(frame);
            } else {
                port.set(frame, *last);
                port.set(unknown, 0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn request_without_meaning_is_replaced_by_the_last() {
        let pmu = Pmu::get("k8").expect("a PMU");
        let mut canonical = CanonicalRequest::new(pmu);
        let ports = BUS_REQUEST.map(|(name, _)| pmu.frame.slot(name).bits());
        let mut applied = |values: [u64; 6], x: [u64; 6]| {
            let (mut frame, mut unknown) = (vec![0; pmu.frame.words()], vec![0; pmu.frame.words()]);
            ports.iter().zip(values).for_each(|(port, value)| port.set(&mut frame, value));
            ports.iter().zip(x).for_each(|(port, value)| port.set(&mut unknown, value));
            canonical.apply(&mut frame, &mut unknown);
            (ports.map(|port| port.get(&frame)), ports.map(|port| port.get(&unknown)))
        };
        let none = [0; 6];
        assert_eq!(applied([0, 1, 2, 3, 4, 5], [0, 1, 1, 1, 1, 1]), (none, none));
        assert_eq!(applied([1, 1, 2, 3, 4, 5], none), ([1, 1, 2, 3, 4, 5], none));
        assert_eq!(applied([0, 0, 9, 9, 9, 9], [0, 1, 1, 1, 1, 1]), ([0, 1, 2, 3, 4, 5], none));
        assert_eq!(applied([1, 0, 2, 3, 7, 9], [0, 0, 0, 0, 4, 1]), ([1, 0, 2, 3, 7, 5], [0, 0, 0, 0, 4, 0]));
        let (_, unknown) = applied([0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]);
        assert_eq!(unknown[0], 1, "an unknown bus_valid stays unknown");
    }
}
