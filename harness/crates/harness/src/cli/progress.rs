//! Progress of a run on standard error: messages, a line for each PMU, and a bar on a terminal.

use crate::regression::Progress;
use crate::results::grouped;
use crate::run::Monitor;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Shows messages and the progress of a run on standard error.
pub(super) struct Terminal {
    bar: ProgressBar,
    pmus: Mutex<BTreeMap<String, Programs>>,
}

/// The programs of a PMU that have ended.
#[derive(Default)]
struct Programs {
    number: u64,
    cycles: u64,
    has_failed: bool,
}

impl Programs {
    /// Counts a program. Returns whether it is the first that failed.
    fn add(&mut self, cycles: u64, has_failed: bool) -> bool {
        self.number += 1;
        self.cycles += cycles;
        has_failed && !std::mem::replace(&mut self.has_failed, true)
    }

    /// One line, when all programs have ended. Random programs after the first that diverged do not count in the results, so
    /// the number of failed ones is not in it.
    fn summary(&self) -> String {
        let Self { number, cycles, has_failed } = self;
        let outcome = if *has_failed { "FAIL" } else { "no divergence" };
        let plural = if *number == 1 { "" } else { "s" };
        format!("{number} program{plural}, {} cycles: {outcome}", grouped(*cycles))
    }
}

impl Terminal {
    pub fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let style = "{msg:>12} [{bar:20}] {percent:>3} %, {human_len} cycles, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        Self { bar, pmus: Mutex::default() }
    }
}

impl Monitor for Terminal {
    fn notice(&self, text: &str) {
        self.bar.suspend(|| super::notice(text));
    }

    fn begin(&self, cycles: u64) {
        self.pmus.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.bar.set_length(cycles);
        self.bar.reset();
        self.bar.set_draw_target(ProgressDrawTarget::stderr());
    }

    fn progress(&self, pmu: &str, progress: Progress) {
        let mut pmus = self.pmus.lock().unwrap_or_else(PoisonError::into_inner);
        let programs = pmus.entry(pmu.to_owned()).or_default();
        match progress {
            Progress::Program { cycles, divergence } => {
                let is_first = programs.add(cycles, divergence.is_some());
                self.bar.set_message(pmu.to_owned());
                self.bar.inc(cycles);
                if let Some(divergence) = divergence.filter(|_| is_first) {
                    self.notice(&format!("{pmu}: FAIL {} in {}", divergence.program, divergence.headline()));
                }
            }
            Progress::End => self.notice(&format!("{pmu}: {}", programs.summary())),
        }
    }

    fn end(&self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::Programs;

    #[test]
    fn only_the_first_failure_is_announced() {
        let mut programs = Programs::default();
        assert!(!programs.add(1_500, false));
        assert_eq!(programs.summary(), "1 program, 1 500 cycles: no divergence");
        assert!(programs.add(20, true) && !programs.add(20, true));
        assert_eq!(programs.summary(), "3 programs, 1 540 cycles: FAIL");
    }
}
