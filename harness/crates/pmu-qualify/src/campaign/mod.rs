//! Engine of fault campaigns: runs programs on each fault of a model until one detects it.
//!
//! Mutation and seeded bugs are campaigns. They supply the models, the faults and the programs, and evaluate the detections.

mod error;
mod fault;
mod runner;
#[cfg(test)]
mod tests;

pub use error::CampaignError;
pub(crate) use fault::{Fault, ModelFault};
pub(crate) use runner::{FaultRunner, FaultStatus, ModelUse};

use golden_model_core::Pmu;
use pmu_verify::jobs::parallel_map;
use std::sync::atomic::AtomicBool;

/// Settings of a campaign.
#[derive(Clone, Copy)]
pub(crate) struct FaultCampaign<'c> {
    pub pmu: &'c Pmu,
    pub models: ModelUse,
    pub threads: usize,
    pub stop: &'c AtomicBool,
}

impl<'c> FaultCampaign<'c> {
    /// Calls `check` for every item in parallel, with the runner of its thread. Returns the results in the order of the items.
    pub fn check_each<F: Fault, T: Sync, R: Send>(
        &self,
        items: &[T],
        check: impl Fn(&mut FaultRunner<'c, F>, &T) -> Result<R, CampaignError> + Sync,
    ) -> Result<Vec<R>, CampaignError> {
        parallel_map(items, self.threads, self.stop, || {
            let mut runner = FaultRunner::new(*self);
            let check = &check;
            move |item: &T| check(&mut runner, item)
        })
    }
}
