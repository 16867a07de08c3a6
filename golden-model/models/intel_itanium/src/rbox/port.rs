//! A port of the R-Box: six event sources that counters can select (5.6.2, Table 5-27).

use super::iperf::Iperf;
use super::match_set::MatchSet;
use super::ports::Traffic;
use super::qlx::Qlx;

/// Registers and accumulators of a port.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Port {
    pub iperf: [Iperf; 2],
    pub qlx: Qlx,
    pub sets: [MatchSet; 2],
}

impl Port {
    /// Returns the sources with an event, one bit each in the order of `ev_sel`.
    pub fn events(&self, traffic: &Traffic, frozen: bool) -> u8 {
        let mut events = 0;
        for number in 0..2 {
            let matched = traffic.flit.is_some_and(|flit| self.sets[number].matches(&flit));
            events |= u8::from(self.iperf[number].occurring(traffic, frozen) != 0) << number;
            events |= u8::from(self.qlx.occurs(number, traffic, frozen)) << (2 + number);
            events |= u8::from(matched) << (4 + number);
        }
        events
    }

    /// Updates the accumulators at the end of a cycle that is not frozen.
    pub fn accumulate(&mut self, traffic: &Traffic) {
        self.iperf.iter_mut().for_each(|iperf| iperf.accumulate(traffic));
        self.qlx.accumulate(traffic);
    }

    /// Clears the accumulators.
    pub fn clear(&mut self) {
        self.iperf.iter_mut().for_each(Iperf::clear);
        self.qlx.clear();
    }
}
