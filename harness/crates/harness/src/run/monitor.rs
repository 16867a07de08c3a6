//! Messages and progress of a run.

use crate::regression::Progress;

/// Receives messages and the progress of a run, from several threads.
///
/// A closure that takes a message is a monitor without progress.
pub trait Monitor: Sync {
    /// A message for the user, such as the reason for which a model is built.
    fn notice(&self, text: &str);

    /// Programs begin; together they have about `cycles` cycles.
    #[allow(unused_variables)]
    fn begin(&self, cycles: u64) {}

    /// A program of `pmu` has ended, or all of them.
    #[allow(unused_variables)]
    fn progress(&self, pmu: &str, progress: Progress) {}

    /// All programs have ended.
    fn end(&self) {}
}

impl<F: Fn(&str) + Sync> Monitor for F {
    fn notice(&self, text: &str) {
        self(text);
    }
}
