//! What every golden model can do, and what it can say of what it has done.

use crate::collisions::{CollisionCoverage, CollisionTable};
use crate::event_coverage::EventCoverage;

/// A PMU in plain Rust, stepped one clock at a time.
///
/// A model receives frames, which are stimulus, and produces observations. There is no call through which a value of
/// the device could reach it.
pub trait GoldenModel: Send {
    /// Puts the model in the state after reset, as the PMU's manual or its decisions define it.
    fn reset(&mut self);

    /// One clock. `frame` holds the inputs of the clock in the frame layout of [`crate::Pmu::frame`]. `observation`
    /// receives, in the layout of [`crate::Pmu::observation`], the bus response and outputs during that clock and the
    /// architectural state at its start; all bits outside the slots are written 0. Then the state moves to the next clock.
    fn step(&mut self, frame: &[u64], observation: &mut [u64]);

    /// Many clocks: `frames` and `observations` are consecutive, `frame_words` and `observation_words` 64-bit words each.
    fn step_batch(&mut self, frames: &[u64], frame_words: usize, observations: &mut [u64], observation_words: usize) {
        for (frame, observation) in
            frames.chunks_exact(frame_words).zip(observations.chunks_exact_mut(observation_words))
        {
            self.step(frame, observation);
        }
    }
}

/// What a golden model has covered: the rows of the event catalogue that its counters have counted, and the collisions that it has
/// met. Nothing of this changes what the model does.
pub trait CoveredModel: GoldenModel {
    /// The rows of the event catalogue that each counter has counted since [`CoveredModel::clear_counted`].
    fn event_coverage(&self) -> &EventCoverage;

    /// Forgets what was counted. A reset does not.
    fn clear_event_coverage(&mut self);

    /// Where it notes the collisions that it meets. It has nothing there at first, and then notes none, which is faster.
    fn collision_coverage(&mut self) -> &mut Option<CollisionCoverage>;

    /// Notes collisions of this table, its PMU's, from now on.
    fn enable_collision_coverage(&mut self, table: &CollisionTable) {
        *self.collision_coverage() = Some(CollisionCoverage::new(table));
    }

    /// The collisions that it has met since [`CoveredModel::clear_collisions`]; `None` while it does not note them.
    fn collisions(&mut self) -> Option<&CollisionCoverage> {
        self.collision_coverage().as_ref()
    }

    /// Forgets which collisions it has met. A reset does not.
    fn clear_collisions(&mut self) {
        self.collision_coverage().iter_mut().for_each(CollisionCoverage::clear);
    }
}
