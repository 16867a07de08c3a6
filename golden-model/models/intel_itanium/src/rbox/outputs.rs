//! Positions of the R-Box state in an observation.

use super::port::Port;
use super::registers::{COUNTERS, PORTS};
use super::state::RBox;
use crate::common::any_overflow;
use golden_model_core::{Pmu, WordPosition};

/// Registers of a match set.
const SET: [&str; 5] = ["MATCH_LSB", "MATCH_MSB", "MASK_LSB", "MASK_MSB", "MM_CFG"];

/// Positions of outputs and state.
#[derive(Clone)]
pub(super) struct StatePorts {
    /// `ovf`, `pmi` and `frozen`.
    outputs: [WordPosition; 3],
    /// `ovf_any`, unless it is 0.
    any_overflow: Option<WordPosition>,
    global: WordPosition,
    counts: [WordPosition; COUNTERS],
    controls: [WordPosition; COUNTERS],
    ports: [PortStates; PORTS],
}

/// Positions of a port's state.
#[derive(Clone)]
struct PortStates {
    arb: WordPosition,
    iperf: [WordPosition; 2],
    sets: [[WordPosition; 5]; 2],
    /// For each number `eot_acc`, `outb_acc` and `et_acc`.
    sums: [[WordPosition; 3]; 2],
}

impl StatePorts {
    pub fn new(pmu: &Pmu) -> Self {
        let of_counter =
            |name: &str| std::array::from_fn(|number| pmu.output(&format!("rbox.R_CSR_PERF_{name}_{number}")));
        Self {
            outputs: ["ovf", "pmi", "frozen"].map(|name| pmu.output(name)),
            any_overflow: any_overflow(pmu),
            global: pmu.output("rbox.R_CSR_PERF_GBLCFG"),
            counts: of_counter("CNT"),
            controls: of_counter("CNT_CTRL"),
            ports: std::array::from_fn(|port| PortStates::new(pmu, port)),
        }
    }

    /// Writes a state into an observation.
    pub fn put(&self, rbox: &RBox, observation: &mut [u64]) {
        let outputs = [rbox.ovf, rbox.pmi, rbox.frozen];
        self.outputs.iter().zip(outputs).for_each(|(position, value)| position.put(observation, value));
        if let Some(position) = &self.any_overflow {
            position.put(observation, rbox.any_overflow);
        }
        self.global.put(observation, rbox.global());
        for (number, counter) in rbox.counters.iter().enumerate() {
            self.counts[number].put(observation, counter.low());
            self.controls[number].put(observation, counter.high());
        }
        self.ports.iter().zip(&rbox.ports).for_each(|(positions, port)| positions.put(port, observation));
    }
}

impl PortStates {
    fn new(pmu: &Pmu, port: usize) -> Self {
        let position = |name: &str| pmu.output(&format!("port{port}.{name}"));
        let register = |name: &str, number: usize| position(&format!("R_CSR_Ppp_{name}{number}"));
        Self {
            arb: position("R_CSR_Ppp_ARB_PERFl"),
            iperf: [0, 1].map(|number| register("IPERF", number)),
            sets: [0, 1].map(|set| SET.map(|name| register(&format!("{name}_"), set))),
            sums: [0, 1]
                .map(|number| ["eot_acc", "outb_acc", "et_acc"].map(|name| position(&format!("{name}{number}")))),
        }
    }

    fn put(&self, port: &Port, observation: &mut [u64]) {
        self.arb.put(observation, port.qlx.select);
        for number in 0..2 {
            let (iperf, set) = (&port.iperf[number], &port.sets[number]);
            self.iperf[number].put(observation, iperf.select);
            let words = [set.match_low, set.match_high, set.mask_low, set.mask_high, set.control];
            self.sets[number].iter().zip(words).for_each(|(position, word)| position.put(observation, word));
            let sums = [iperf.eot_acc, iperf.outb_acc, port.qlx.et_acc[number]];
            self.sums[number].iter().zip(sums).for_each(|(position, sum)| position.put(observation, sum));
        }
    }
}
