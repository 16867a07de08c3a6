//! Golden model of the PMU of an Intel Itanium 9300 core.
//!
//! It has two threads with twelve counters each, taggers, event address registers (EAR) and trace buffers.
//!
//! Sections in comments are those of the manual, "IPF-Ann" the decisions of `docs/decisions/itanium.md` where the manual is
//! silent.

mod access;
mod blocks;
mod collisions;
mod counters;
mod coverage;
mod events;
mod internal;
mod lanes;
mod options;
mod outputs;
mod ports;
mod queries;
pub(super) mod registers;
mod state;
#[cfg(test)]
mod tests;

pub(super) use blocks::monitor::Psr;
pub(super) use collisions::Freeze;
use collisions::{CollisionSites, Cycle};
pub(super) use counters::is_on;
use counters::CounterInputs;
use coverage::Coverage;
use events::Rules;
use golden_model_core::collisions::CollisionCoverage;
use golden_model_core::{Bits, CoveredModel, EventCoverage, GoldenModel, Pmu};
use internal::{Activity, Pulses, Retirement};
use lanes::Lanes;
use options::Options;
use outputs::{OutputPorts, TagResponses};
use ports::InputPorts;
use queries::Queries;
use registers::SubBlocks;
use state::Thread;

/// Creates the model of the complete core PMU, in its reset state.
pub fn model(pmu: &Pmu) -> Box<dyn CoveredModel> {
    Box::new(Core::new(pmu, SubBlocks::ALL))
}

/// Creates the model of the taggers verified alone.
pub fn tagger(pmu: &Pmu) -> Box<dyn CoveredModel> {
    Box::new(Core::new(pmu, SubBlocks { tagger: true, ..SubBlocks::NONE }))
}

/// Creates the model of the instruction EARs verified alone.
pub fn iear(pmu: &Pmu) -> Box<dyn CoveredModel> {
    Box::new(Core::new(pmu, SubBlocks { iear: true, ..SubBlocks::NONE }))
}

/// Creates the model of the data EARs verified alone.
pub fn dear(pmu: &Pmu) -> Box<dyn CoveredModel> {
    Box::new(Core::new(pmu, SubBlocks { dear: true, ..SubBlocks::NONE }))
}

/// Creates the model of the trace buffers verified alone.
pub fn trace(pmu: &Pmu) -> Box<dyn CoveredModel> {
    Box::new(Core::new(pmu, SubBlocks { trace: true, ..SubBlocks::NONE }))
}

/// The core PMU, or some of its blocks.
#[derive(Clone)]
struct Core {
    blocks: SubBlocks,
    inputs: InputPorts,
    outputs: OutputPorts,
    retirement: Option<Retirement>,
    queries: Option<Queries>,
    events: Option<Events>,
    coverage: Coverage,
    sites: CollisionSites,
    /// Collisions, if they are recorded.
    collisions: Option<CollisionCoverage>,
    threads: [Thread; 2],
    options: Options,
}

/// Inputs and rules for the counters only.
#[derive(Clone)]
struct Events {
    lanes: Lanes,
    rules: Box<[Rules; 256]>,
    halt: [Bits; 2],
    ref_tick: Bits,
}

impl Events {
    fn new(pmu: &Pmu, options: Options) -> Self {
        Self {
            lanes: Lanes::new(pmu),
            rules: Box::new(events::table(options)),
            halt: [0, 1].map(|thread| pmu.input(&format!("thread{thread}.thr_halt"))),
            ref_tick: pmu.input("ref_tick"),
        }
    }
}

impl Core {
    fn new(pmu: &Pmu, blocks: SubBlocks) -> Self {
        let options = Options::of(&pmu.description, blocks);
        Self {
            blocks,
            inputs: InputPorts::new(pmu, blocks),
            outputs: OutputPorts::new(pmu, blocks),
            retirement: (blocks.counters || blocks.trace).then(|| Retirement::new(pmu, blocks)),
            queries: blocks.tagger.then(|| Queries::new(pmu)),
            events: blocks.counters.then(|| Events::new(pmu, options)),
            coverage: Coverage::new(pmu),
            sites: CollisionSites::new(&pmu.collisions, blocks),
            collisions: None,
            threads: [0, 1].map(|_| Thread::new(options)),
            options,
        }
    }

    /// Returns the state and events of both threads, without the events of their blocks.
    fn activity(&self, frame: &[u64], foreground: usize) -> Activity {
        let mut activity = Activity::of(foreground);
        if let Some(retirement) = &self.retirement {
            retirement.add_to(&mut activity, frame);
        }
        if let Some(Events { halt, ref_tick, .. }) = &self.events {
            activity.halted = halt[0].get(frame) | halt[1].get(frame) << 1;
            activity.ref_tick = ref_tick.get(frame) == 1;
        }
        activity
    }
}

impl GoldenModel for Core {
    fn reset(&mut self) {
        self.threads = [0, 1].map(|_| Thread::new(self.options));
    }

    fn step(&mut self, frame: &[u64], observation: &mut [u64]) {
        let psr = self.inputs.psr(frame);
        let (response, write) = match self.inputs.register_port.request(frame) {
            Some(request) => access::access(&request, self.blocks, &self.threads, psr),
            None => Default::default(),
        };
        let answers = self
            .queries
            .as_ref()
            .map_or_else(TagResponses::default, |queries| queries.answers(frame, &self.threads, psr));
        self.outputs.observe(observation, response, &self.threads, answers);
        let rst = self.inputs.register_port.rst(frame);
        if rst && self.collisions.is_none() {
            return self.reset();
        }

        let mut transactions = self.inputs.transactions(frame, psr);
        let (foreground, dead) = self.inputs.switch(frame);
        let mut activity = self.activity(frame, foreground);
        let frozen = [0, 1].map(|thread: usize| self.threads[thread].frozen());
        let mut pulses = [Pulses::default(); 2];
        for (thread, transactions) in transactions.iter_mut().enumerate() {
            transactions.retired = self.retirement.as_ref().and_then(|retirement| retirement.ip(frame, thread));
            let own = write.filter(|(of, _)| *of == thread).map(|(_, write)| write);
            if let Some(collisions) = &mut self.collisions {
                self.sites.blocks(&self.threads[thread], Cycle { rst, transactions, write: own }, collisions);
            }
            pulses[thread] = self.threads[thread].step_blocks(transactions, own);
        }
        activity.pulses = pulses;
        let Some(events) = &self.events else {
            let none = [counters::CounterRequest::default(); counters::COUNTERS];
            for (thread, state) in self.threads.iter_mut().enumerate() {
                let own = write.filter(|(of, _)| *of == thread).map(|(_, write)| write);
                state.step_counters(&none, counters::Overflow::default(), own);
            }
            if rst {
                self.reset();
            }
            return;
        };
        let lane_events = events.lanes.lane_events(frame, &events.rules, foreground);
        for (thread, state) in self.threads.iter_mut().enumerate() {
            let (psr, foreground) = (psr[thread], transactions[thread].foreground);
            let (activity, lane_events, rules) = (&activity, &lane_events, &*events.rules);
            let frozen = frozen[thread];
            let banked_all = self.options.banked_all && !dead;
            let inputs = CounterInputs { thread, frozen, psr, foreground, banked_all, activity, lane_events, rules };
            let requests = state.counters.requests(inputs);
            let overflow = state.counters.overflows(&requests);
            let own = write.filter(|(of, _)| *of == thread).map(|(_, write)| write);
            if let Some(collisions) = &mut self.collisions {
                let cycle = Cycle { rst, transactions: &transactions[thread], write: own };
                self.sites.counters(state, cycle, inputs, overflow, collisions);
            }
            if rst {
                continue;
            }
            self.coverage.record(thread, &requests, own);
            state.step_counters(&requests, overflow, own);
        }
        if rst {
            self.reset();
        }
    }
}

impl CoveredModel for Core {
    fn collision_coverage(&mut self) -> &mut Option<CollisionCoverage> {
        &mut self.collisions
    }

    fn event_coverage(&self) -> &EventCoverage {
        self.coverage.counted()
    }

    fn clear_event_coverage(&mut self) {
        self.coverage.clear();
    }
}
