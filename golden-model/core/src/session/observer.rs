//! What sees the cycles of a session.

/// Sees the inputs and the observation of each cycle of a [`Session`](super::Session), such as to record coverage.
pub trait Observer {
    /// A cycle has been stepped. The layouts are those of [`Pmu::frame`](crate::Pmu::frame) and
    /// [`Pmu::observation`](crate::Pmu::observation).
    fn cycle(&mut self, frame: &[u64], observation: &[u64]);

    /// The session has been reset; the next cycle does not follow the last one.
    fn reset(&mut self);
}

/// Sees nothing.
impl Observer for () {
    fn cycle(&mut self, _: &[u64], _: &[u64]) {}

    fn reset(&mut self) {}
}
