//! Runs programs without a mutant, and on mutants in the cycles of their conditions.

use super::activity::Activity;
use super::candidates::SeenBits;
use super::condition::Condition;
use super::conditional_dut::ConditionalFault;
use super::monitor::Monitor;
use super::observed_dut::{ObservedDut, Observer};
use crate::campaign::{CampaignError, Fault, FaultCampaign, FaultStatus};
use crate::mutation::model::Chunk;
use pmu_program::Program;
use pmu_results::{ConditionalMutant, DetectionStatus};
use pmu_verify::jobs::{parallel_map, Interrupted};
use pmu_verify::lockstep::Lockstep;

/// Runs programs on a netlist.
#[derive(Clone, Copy)]
pub(super) struct Programs<'c> {
    pub faults: FaultCampaign<'c>,
    pub chunk: &'c Chunk,
}

/// Result of the programs on a mutant so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MutantProgress {
    pub status: DetectionStatus,
    /// The program that detected it, and the first cycle of the program in which DUT and model differ.
    pub detection: Option<(String, u64)>,
}

impl MutantProgress {
    /// Before any program.
    pub fn new() -> Self {
        Self { status: DetectionStatus::NotReached, detection: None }
    }

    /// Whether further programs may change it.
    fn is_open(&self) -> bool {
        matches!(self.status, DetectionStatus::NotReached | DetectionStatus::Undetected)
    }

    /// Stores the result of the random and directed programs.
    pub fn finish(self, mutant: &mut ConditionalMutant) {
        mutant.all = self.status;
        (mutant.program, mutant.cycle) = self.detection.unzip();
    }
}

/// A mutant: the select value of its fault, and its condition.
pub(super) struct Planted {
    pub select: u32,
    pub condition: Condition,
}

impl<'c> Programs<'c> {
    /// Words of a frame and of an observation.
    fn words(&self) -> (usize, usize) {
        (self.faults.pmu.frame.words(), self.faults.pmu.observation.words())
    }

    /// Runs programs without a mutant. Returns the result of `take` for each.
    ///
    /// # Errors
    /// [`CampaignError::Invalid`] if one of them diverges.
    fn observe<O: Observer, R: Send>(
        &self,
        programs: &[Program],
        make: impl Fn() -> O + Sync,
        take: impl Fn(&mut O) -> R + Sync,
    ) -> Result<Vec<R>, CampaignError> {
        let FaultCampaign { pmu, threads, stop, .. } = self.faults;
        parallel_map(programs, threads, stop, || {
            let mut open: Option<Lockstep<ObservedDut<O>>> = None;
            let (make, take) = (&make, &take);
            move |program: &Program| {
                let mut lockstep = match open.take() {
                    Some(lockstep) => lockstep,
                    None => {
                        let dut = self.chunk.fault(0).dut()?;
                        Lockstep::new(pmu, ObservedDut { dut, observer: make(), words: self.words() })
                    }
                };
                let outcome = lockstep.run(program, stop)?;
                if outcome.interrupted {
                    return Err(Interrupted.into());
                }
                if let Some(divergence) = outcome.divergence {
                    return Err(CampaignError::without_mutant(&divergence));
                }
                let result = take(&mut lockstep.dut().observer);
                open = Some(lockstep);
                Ok(result)
            }
        })
    }

    /// The values of all bits in these programs.
    pub fn seen_bits(&self, programs: &[Program]) -> Result<SeenBits, CampaignError> {
        let fresh = || SeenBits::new(self.faults.pmu);
        let each = self.observe(programs, fresh, |seen| std::mem::replace(seen, fresh()))?;
        let mut all = fresh();
        each.iter().for_each(|seen| all.join(seen));
        Ok(all)
    }

    /// For each program the cycles in which each condition holds.
    pub fn activities(
        &self,
        conditions: &[&Condition],
        programs: &[Program],
    ) -> Result<Vec<Vec<Activity>>, CampaignError> {
        let monitor = || Monitor::new(self.faults.pmu, conditions.iter().copied());
        self.observe(programs, monitor, Monitor::take)
    }

    /// For each fault, the result of programs on it while it acts in the cycles of one activity in each of them.
    pub fn detect_all(
        &self,
        selects: &[u32],
        activity: &Activity,
        programs: &[Program],
    ) -> Result<Vec<FaultStatus>, CampaignError> {
        self.faults.check_each(selects, |runner, &select| {
            let fault = self.chunk.fault(select);
            runner.detect(ConditionalFault { fault, activity, words: self.words() }, programs)
        })
    }

    /// Runs programs on each mutant that no earlier program detected, in the cycles in which its condition holds.
    pub fn run(
        &self,
        mutants: &[Planted],
        progress: &mut [MutantProgress],
        programs: &[Program],
    ) -> Result<(), CampaignError> {
        let open: Vec<usize> = (0..mutants.len()).filter(|&position| progress[position].is_open()).collect();
        if open.is_empty() {
            return Ok(());
        }
        let conditions: Vec<&Condition> = open.iter().map(|&position| &mutants[position].condition).collect();
        let activities = self.activities(&conditions, programs)?;
        let items: Vec<(usize, u32)> =
            open.iter().enumerate().map(|(column, &position)| (column, mutants[position].select)).collect();
        let results = self.faults.check_each(&items, |runner, &(column, select)| {
            let fault = self.chunk.fault(select);
            let mut reached = false;
            for (program, activity) in programs.iter().zip(activities.iter().map(|each| &each[column])) {
                if activity.is_never() {
                    continue;
                }
                reached = true;
                let fault = ConditionalFault { fault, activity, words: self.words() };
                match runner.detect(fault, [program])? {
                    FaultStatus::Undetected => {}
                    FaultStatus::Stopped(_) => return Ok((DetectionStatus::Unstable, None)),
                    FaultStatus::Detected(found) => {
                        let detection = (found.divergence.program, found.divergence.cycle);
                        return Ok((DetectionStatus::Detected, Some(detection)));
                    }
                }
            }
            Ok((if reached { DetectionStatus::Undetected } else { DetectionStatus::NotReached }, None))
        })?;
        for (position, (status, detection)) in open.into_iter().zip(results) {
            // A condition that held in an earlier program stays reached.
            if status != DetectionStatus::NotReached {
                progress[position] = MutantProgress { status, detection };
            }
        }
        Ok(())
    }
}

impl Observer for SeenBits {
    fn reset(&mut self) {}

    fn cycle(&mut self, frame: &[u64], observation: &[u64]) {
        self.add(frame, observation);
    }
}
