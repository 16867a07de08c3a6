//! Samples situations in the cycles of a program.

use super::super::hits::Hits;
use super::super::sampler::{REFUSED, WRITE};
use super::super::signal::{CycleView, Source};
use super::inputs::OpenPairs;
use super::overflow_history::OverflowHistory;
use super::resets::ResetHistory;
use super::times::Times;
use super::Situations;
use golden_model_core::register_port::{Request, RequestPort};
use std::ops::Range;

/// Samples situations in one thread. What a program did so far is forgotten at its end.
pub(in super::super) struct SituationSampler<'p> {
    of: &'p Situations,
    port: RequestPort,
    /// Number of cycles of the program before this one.
    cycle: u64,
    is_reset: bool,
    resets: ResetHistory,
    times: Times,
    overflows: OverflowHistory,
    inputs: OpenPairs,
    /// The shortest time without an access that may hit a new bin.
    least_quiet: u64,
    /// Whether overflows and refused accesses may hit a new bin.
    has_overflows: bool,
    has_addresses: bool,
}

impl<'p> SituationSampler<'p> {
    /// Creates a sampler without hits.
    pub fn new(of: &'p Situations, port: RequestPort, known: &Hits) -> Self {
        let mut sampler = Self {
            of,
            port,
            cycle: 0,
            is_reset: false,
            resets: ResetHistory::default(),
            times: Times::default(),
            overflows: OverflowHistory::new(&of.overflows),
            inputs: OpenPairs::new(&of.inputs, known),
            least_quiet: 0,
            has_overflows: false,
            has_addresses: false,
        };
        sampler.sample_open_bins(known);
        sampler
    }

    /// Samples a cycle with its access, if any. `next_frame` has the inputs of the next one.
    #[inline]
    pub fn cycle(
        &mut self,
        cycle: &CycleView,
        next_frame: &[u64],
        request: Option<&Request>,
        is_reset: bool,
        hits: &mut Hits,
    ) {
        self.begin(cycle, request, is_reset, hits);
        let [frame, now, next] = [Source::Frame, Source::Now, Source::Next].map(|source| cycle.of(source));
        // A write may be the cause of a change, as for the groups of a plan.
        let is_counting = !is_reset && cycle.access() != WRITE;
        if is_counting && self.has_overflows && self.of.overflows.is_any(now, next) {
            self.overflows.sample(&self.of.overflows, self.cycle, (now, next), hits);
        }
        // Inputs that change in a cycle with reset have no effect in it.
        if self.inputs.may_change(frame, next_frame) && !self.port.rst(next_frame) {
            self.inputs.sample(&self.of.inputs, frame, next_frame, hits);
        }
        self.cycle += 1;
    }

    /// Samples what is known of a cycle without the next one: reset and access.
    #[inline]
    fn begin(&mut self, cycle: &CycleView, request: Option<&Request>, is_reset: bool, hits: &mut Hits) {
        if is_reset != self.is_reset {
            self.reset(is_reset, hits);
        }
        let Some(request) = request.filter(|_| !is_reset) else { return };
        self.times.access(&self.of.times, self.cycle, self.least_quiet, hits);
        if cycle.access() == REFUSED && self.has_addresses {
            self.of.addresses.sample(request, hits);
        }
    }

    /// Samples the last cycle of a program.
    pub fn end(&mut self, cycle: &CycleView, request: Option<&Request>, is_reset: bool, hits: &mut Hits) {
        self.begin(cycle, request, is_reset, hits);
        if !is_reset {
            self.times.stop(&self.of.times, self.cycle + 1, hits);
        }
    }

    /// A reset begins in this cycle, or this is the first cycle after one.
    #[cold]
    fn reset(&mut self, is_reset: bool, hits: &mut Hits) {
        self.is_reset = is_reset;
        if is_reset {
            self.resets.begin(&self.of.resets, self.cycle, hits);
            self.times.stop(&self.of.times, self.cycle, hits);
            self.overflows.clear();
        } else {
            self.resets.end(&self.of.resets, self.cycle, hits);
            self.times.restart(self.cycle);
        }
    }

    /// Prepares for the next program. `known` are the hits of all programs that passed, this one included if it did.
    pub fn restart(&mut self, known: &Hits, passed: bool) {
        self.cycle = 0;
        self.is_reset = false;
        self.resets = ResetHistory::default();
        self.times = Times::default();
        self.overflows.clear();
        // An update has removed the pairs that are hit; those of a program that failed are open again.
        if !passed {
            self.inputs = OpenPairs::new(&self.of.inputs, known);
        }
    }

    /// Updates what can still hit a new bin, if those of `reached` are hit.
    pub fn sample_open_bins(&mut self, reached: &Hits) {
        let is_open = |range: &Range<usize>| range.clone().any(|bin| !reached.contains(bin));
        self.least_quiet = self.of.times.quiet.least_open(reached);
        self.has_overflows = is_open(&self.of.overflow_range);
        self.has_addresses = is_open(&self.of.address_range);
        self.inputs.update(&self.of.inputs);
    }
}
