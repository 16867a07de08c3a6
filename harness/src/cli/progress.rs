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
    failed: u64,
}

impl Programs {
    /// Counts a program.
    fn add(&mut self, cycles: u64, has_failed: bool) {
        self.number += 1;
        self.cycles += cycles;
        self.failed += u64::from(has_failed);
    }

    /// One line, when all programs have ended.
    fn summary(&self) -> String {
        let Self { number, cycles, failed } = self;
        let outcome = match failed {
            0 => "no divergence".to_owned(),
            failed => format!("FAIL, {failed} diverged"),
        };
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
                programs.add(cycles, divergence.is_some());
                self.bar.set_message(pmu.to_owned());
                self.bar.inc(cycles);
                if let Some(divergence) = divergence.filter(|_| programs.failed == 1) {
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
    fn summary_names_the_failures() {
        let mut programs = Programs::default();
        programs.add(1_500, false);
        assert_eq!(programs.summary(), "1 program, 1 500 cycles: no divergence");
        programs.add(20, true);
        assert_eq!(programs.summary(), "2 programs, 1 520 cycles: FAIL, 1 diverged");
    }
}
