//! The interface of golden models and of their coverage.

use crate::collisions::{CollisionCoverage, CollisionTable};
use crate::event_coverage::EventCoverage;

/// A golden model of a PMU, stepped one cycle at a time.
///
/// A model receives frames, which are stimulus, and returns observations. No method passes a value of the DUT to the model.
pub trait GoldenModel: Send {
    /// Sets the state after reset, as the manual or the decisions of the PMU define it.
    fn reset(&mut self);

    /// Steps one cycle.
    ///
    /// `frame` contains the inputs of the cycle in the layout of [`crate::Pmu::frame`]. `observation` receives, in the
    /// layout of [`crate::Pmu::observation`], the bus response and the outputs of the cycle and the architectural state at
    /// its start; all bits outside the slots are written 0. Then the state advances to the next cycle.
    fn step(&mut self, frame: &[u64], observation: &mut [u64]);

    /// Steps several cycles. `frames` and `observations` are consecutive, with `frame_words` and `observation_words` 64-bit
    /// words each.
    fn step_batch(&mut self, frames: &[u64], frame_words: usize, observations: &mut [u64], observation_words: usize) {
        for (frame, observation) in
            frames.chunks_exact(frame_words).zip(observations.chunks_exact_mut(observation_words))
        {
            self.step(frame, observation);
        }
    }
}

/// A golden model that records coverage: the event rows that its counters counted, and collisions.
///
/// Recording does not affect the behaviour of the model.
pub trait CoveredModel: GoldenModel {
    /// The event coverage since [`CoveredModel::clear_event_coverage`].
    fn event_coverage(&self) -> &EventCoverage;

    /// Clears the event coverage. A reset does not clear it.
    fn clear_event_coverage(&mut self);

    /// The collision coverage of the model. It is `None` at first: the model then records no collisions, which is faster.
    fn collision_coverage(&mut self) -> &mut Option<CollisionCoverage>;

    /// Enables the recording of collisions. `table` is the table of the PMU of the model.
    fn enable_collision_coverage(&mut self, table: &CollisionTable) {
        *self.collision_coverage() = Some(CollisionCoverage::new(table));
    }

    /// The collisions since [`CoveredModel::clear_collisions`]; `None` while recording is disabled.
    fn collisions(&mut self) -> Option<&CollisionCoverage> {
        self.collision_coverage().as_ref()
    }

    /// Clears the recorded collisions. A reset does not clear them.
    fn clear_collisions(&mut self) {
        self.collision_coverage().iter_mut().for_each(CollisionCoverage::clear);
    }
}
