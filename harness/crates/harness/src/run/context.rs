//! The inputs of a run that all PMUs share.

use super::monitor::Monitor;
use super::output::OutputFolder;
use super::settings::RunSettings;
use crate::regression::Stop;
use crate::results::Thresholds;
use crate::rtl::Workspace;

/// The inputs of a run that all PMUs share.
#[derive(Clone, Copy)]
pub(super) struct RunContext<'a> {
    pub workspace: &'a Workspace,
    pub settings: &'a RunSettings,
    pub output: &'a OutputFolder,
    pub thresholds: &'a Thresholds,
    /// Whether code coverage is measured.
    pub counts_code: bool,
    /// Whether one PMU is selected.
    pub is_only: bool,
    pub monitor: &'a dyn Monitor,
    pub stop: &'a Stop,
}

impl RunContext<'_> {
    /// Number of threads. A board runs one program at a time.
    pub fn jobs(&self) -> usize {
        if self.settings.board.is_some() {
            1
        } else {
            self.settings.jobs
        }
    }
}
