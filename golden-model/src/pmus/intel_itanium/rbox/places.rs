//! Where outputs and state lie in an observation.

use super::address::{COUNTERS, PORTS};
use super::port::Port;
use super::state::RBox;
use crate::{Place, Pmu};

/// Words of a match set.
const SET: [&str; 5] = ["MATCH_LSB", "MATCH_MSB", "MASK_LSB", "MASK_MSB", "MM_CFG"];

/// Places of outputs and state.
#[derive(Clone)]
pub(super) struct StatePlaces {
    /// `ovf`, `pmi` and `frozen`.
    outputs: [Place; 3],
    global: Place,
    counts: [Place; COUNTERS],
    controls: [Place; COUNTERS],
    ports: [PortPlaces; PORTS],
}

/// Places of a port's state.
#[derive(Clone)]
struct PortPlaces {
    arb: Place,
    iperf: [Place; 2],
    sets: [[Place; 5]; 2],
    /// For each number `eot_acc`, `outb_acc` and `et_acc`.
    sums: [[Place; 3]; 2],
}

impl StatePlaces {
    pub fn new(pmu: &Pmu) -> Self {
        let of_counter =
            |name: &str| std::array::from_fn(|number| pmu.observed(&format!("rbox.R_CSR_PERF_{name}_{number}")));
        Self {
            outputs: ["ovf", "pmi", "frozen"].map(|name| pmu.observed(name)),
            global: pmu.observed("rbox.R_CSR_PERF_GBLCFG"),
            counts: of_counter("CNT"),
            controls: of_counter("CNT_CTRL"),
            ports: std::array::from_fn(|port| PortPlaces::new(pmu, port)),
        }
    }

    /// Puts a state into an observation.
    pub fn put(&self, rbox: &RBox, observation: &mut [u64]) {
        let outputs = [rbox.ovf, rbox.pmi, rbox.frozen];
        self.outputs.iter().zip(outputs).for_each(|(place, value)| place.put(observation, value));
        self.global.put(observation, rbox.global());
        for (number, counter) in rbox.counters.iter().enumerate() {
            self.counts[number].put(observation, counter.low());
            self.controls[number].put(observation, counter.high());
        }
        self.ports.iter().zip(&rbox.ports).for_each(|(places, port)| places.put(port, observation));
    }
}

impl PortPlaces {
    fn new(pmu: &Pmu, port: usize) -> Self {
        let place = |name: &str| pmu.observed(&format!("port{port}.{name}"));
        let register = |name: &str, number: usize| place(&format!("R_CSR_Ppp_{name}{number}"));
        Self {
            arb: place("R_CSR_Ppp_ARB_PERFl"),
            iperf: [0, 1].map(|number| register("IPERF", number)),
            sets: [0, 1].map(|set| SET.map(|name| register(&format!("{name}_"), set))),
            sums: [0, 1].map(|number| ["eot_acc", "outb_acc", "et_acc"].map(|name| place(&format!("{name}{number}")))),
        }
    }

    fn put(&self, port: &Port, observation: &mut [u64]) {
        self.arb.put(observation, port.qlx.select);
        for number in 0..2 {
            let (iperf, set) = (&port.iperf[number], &port.sets[number]);
            self.iperf[number].put(observation, iperf.select);
            let words = [set.match_low, set.match_high, set.mask_low, set.mask_high, set.control];
            self.sets[number].iter().zip(words).for_each(|(place, word)| place.put(observation, word));
            let sums = [iperf.eot_acc, iperf.outb_acc, port.qlx.et_acc[number]];
            self.sums[number].iter().zip(sums).for_each(|(place, sum)| place.put(observation, sum));
        }
    }
}
