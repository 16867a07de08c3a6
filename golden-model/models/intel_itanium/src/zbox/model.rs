//! The Z-Box with its register port.

use super::collisions::CollisionSites;
use super::coverage::Rows;
use super::ports::InputPorts;
use super::state::{Write, ZBox, COUNTERS};
use crate::common::{any_overflow, CsrPort};
use golden_model_core::collisions::CollisionCoverage;
use golden_model_core::{CoveredModel, EventCoverage, GoldenModel, Pmu, WordPosition};

/// The sub-control registers.
const SUB: [&str; 6] = ["PGT_PMU", "DSP_PMU", "ISS_PMU", "PMU_MSC_THR", "PLD_PMU", "PMU_ZDP_CTL_FVC"];

/// Positions of outputs and state in an observation.
#[derive(Clone)]
struct OutputPorts {
    /// `ovf`, `pmi` and `frozen`.
    lines: [WordPosition; 3],
    /// `ovf_any`, unless it is 0.
    any_overflow: Option<WordPosition>,
    triggers: WordPosition,
    counts: [WordPosition; COUNTERS],
    controls: [WordPosition; COUNTERS],
    status: WordPosition,
    sub: [WordPosition; 6],
}

impl OutputPorts {
    fn new(pmu: &Pmu) -> Self {
        let each = |name: &str| std::array::from_fn(|index| pmu.output(&format!("zbox.Z_CSR_PMU_{name}_{index}")));
        Self {
            lines: ["ovf", "pmi", "frozen"].map(|name| pmu.output(name)),
            any_overflow: any_overflow(pmu),
            triggers: pmu.output("trig"),
            counts: each("CNT"),
            controls: each("CNT_CTL"),
            status: pmu.output("zbox.Z_CSR_PMU_CNT_STATUS"),
            sub: SUB.map(|name| pmu.output(&format!("zbox.Z_CSR_{name}"))),
        }
    }

    fn put(&self, observation: &mut [u64], state: &ZBox) {
        let lines = [state.pulse, state.pulse, state.frozen];
        self.lines.iter().zip(lines).for_each(|(position, line)| position.put(observation, line));
        if let Some(position) = &self.any_overflow {
            position.put(observation, state.any_overflow);
        }
        self.triggers.put(observation, state.triggers);
        for (index, counter) in state.counters.iter().enumerate() {
            self.counts[index].put(observation, counter.count);
            self.controls[index].put(observation, counter.control);
        }
        self.status.put(observation, state.status());
        let sub = &state.sub;
        let values = [sub.pgt, sub.dsp, sub.iss, sub.thr, sub.pld, sub.fvc];
        self.sub.iter().zip(values).for_each(|(position, value)| position.put(observation, value));
    }
}

/// The Z-Box verified alone.
#[derive(Clone)]
pub(super) struct Model {
    port: CsrPort,
    inputs: InputPorts,
    outputs: OutputPorts,
    state: ZBox,
    rows: Rows,
    coverage: EventCoverage,
    sites: CollisionSites,
    /// Collisions, if they are recorded.
    collisions: Option<CollisionCoverage>,
}

impl Model {
    /// Creates the model in its reset state.
    pub fn new(pmu: &Pmu) -> Self {
        Self {
            port: CsrPort::new(pmu),
            inputs: InputPorts::new(pmu),
            outputs: OutputPorts::new(pmu),
            state: ZBox::default(),
            rows: Rows::new(pmu),
            coverage: EventCoverage::new(COUNTERS, pmu.description.events.rows.len()),
            sites: CollisionSites::new(&pmu.collisions),
            collisions: None,
        }
    }
}

impl GoldenModel for Model {
    fn reset(&mut self) {
        self.state = ZBox::default();
    }

    fn step(&mut self, frame: &[u64], observation: &mut [u64]) {
        let state = &self.state;
        let access = self.port.access(frame, observation, |offset| state.read(offset));
        self.outputs.put(observation, state);
        let cycle = self.inputs.read(frame, access.map(|(offset, data)| Write::of(offset, data)));
        let steps = state.steps(&self.inputs.occurrences(frame), cycle.write);
        let rst = self.port.rst(frame);
        if let Some(collisions) = &mut self.collisions {
            self.sites.record(state, rst, &steps, &cycle, collisions);
        }
        if rst {
            return self.reset();
        }
        for (index, (step, counter)) in steps.iter().zip(&self.state.counters).enumerate() {
            let row = step.counts.then(|| self.rows.selected(counter.selected(), &self.state.sub));
            if let Some(row) = row.flatten() {
                self.coverage.record_counted(index, row);
            }
        }
        self.state.step(&steps, &cycle);
    }
}

impl CoveredModel for Model {
    fn event_coverage(&self) -> &EventCoverage {
        &self.coverage
    }

    fn clear_event_coverage(&mut self) {
        self.coverage.clear();
    }

    fn collision_coverage(&mut self) -> &mut Option<CollisionCoverage> {
        &mut self.collisions
    }
}
