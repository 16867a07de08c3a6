//! What `drive` and `serve` share: the PMU with its stimulus, and the verdict on a driver.

use super::args::{RtlWithKnown, SoftwareStimulus};
use super::screen::say;
use super::status::Status;
use crate::drive::{
    converse, Connection, End, Ended, Expectations, FailedExpectation, Limits, Outcome, RecordError, Session, Stimulus,
};
use crate::dut_source::DutSource;
use crate::jobs::Panicked;
use crate::known::Known;
use crate::lockstep::Lockstep;
use crate::pmu_selection::{check_model, find_pmu};
use crate::regression::Stop;
use crate::results::KnownDivergence;
use crate::rtl::Workspace;
use crate::rtl_selection::RtlSelection;
use crate::run::commands;
use crate::stimulus::{Generator, Profile};
use crate::testbench::Testbench;
use crate::Error;
use golden_model_core::Pmu;
use pmu_support::{caught, display_path};
use std::path::Path;

/// A PMU for software: its RTL, and the profile of its traffic.
pub(super) struct SoftwareBench {
    pub pmu: Pmu,
    profile: Profile,
    rtl: RtlSelection,
    known: Known,
}

/// A driver that has ended.
pub(super) struct Judged<'a> {
    /// Its name in messages.
    pub name: &'a str,
    /// What went wrong, except for expectations and divergences.
    pub failures: Vec<String>,
    pub outcome: Outcome,
    /// The file of the record.
    pub record: &'a Path,
}

impl SoftwareBench {
    /// Reads the PMU and its profile.
    pub fn new(workspace: &Workspace, id: &str, rtl: &RtlWithKnown) -> Result<Self, Error> {
        let rtl = rtl.selection()?;
        rtl.check_files()?;
        let pmu = rtl.chosen_for(find_pmu(id)?)?;
        check_model(&pmu).map_err(|what| Error::Input(format!("{id}: {what}")))?;
        let profile = Testbench::read(workspace, &pmu)?.profile;
        let known = rtl.known.of(&pmu, true)?;
        Ok(Self { pmu, profile, rtl, known })
    }

    /// Builds the model of the RTL.
    pub fn source(&self, workspace: &Workspace) -> Result<DutSource, Error> {
        DutSource::new(workspace, &self.pmu, &self.rtl, None, &super::notice)
    }

    /// The generator of the traffic.
    pub fn generator(&self) -> Generator<'_> {
        Generator::new(&self.pmu, &self.profile)
    }

    /// Begins the run of a driver.
    pub fn session<'s>(
        &'s self,
        source: &DutSource,
        generator: &'s Generator<'s>,
        stimulus: &SoftwareStimulus,
    ) -> Result<Session<'s>, Error> {
        let lockstep = Lockstep::new(&self.pmu, source.dut(0)?).accepting(&self.known);
        let limits = Limits { cycles: stimulus.cycles };
        let stimulus = Stimulus { generator, seed: stimulus.seed, kind: stimulus.traffic.into() };
        Ok(Session::new(&self.pmu, lockstep, stimulus, limits)?)
    }

    /// Prints the verdict on a driver.
    pub fn judge(&self, judged: Judged) -> Status {
        let Judged { name, mut failures, outcome, record } = judged;
        let id = &self.pmu.description.id;
        let Outcome { accesses, expectations: Expectations { checked, failed, first }, replayed } = &outcome;
        let message = |failed: &FailedExpectation| {
            format!("expectation failed after {} cycles: {}", failed.cycle, failed.message)
        };
        failures.extend(first.iter().map(message));
        let others = failed - first.len() as u64;
        if others > 0 {
            failures.push(format!("and {others} more"));
        }
        if !outcome.is_run() {
            failures.push("the driver accessed no register, so nothing was verified".to_owned());
        }
        let is_pass = failures.is_empty() && replayed.divergence.is_none();
        let known = self.known.record([replayed.known.as_slice()]);
        let except = if known.iter().any(KnownDivergence::is_used) { " except known divergences" } else { "" };
        let lockstep = match &replayed.divergence {
            Some(_) => "a divergence".to_owned(),
            None => format!("no divergence{except}"),
        };
        say!(
            "{id}: {name}: {}: {accesses} accesses, {checked} expectations, {failed} failed; {} cycles, {} comparisons, {lockstep}",
            if is_pass { "pass" } else { "FAIL" },
            replayed.cycles,
            replayed.comparisons
        );
        failures.iter().for_each(|failure| say!("  {failure}"));
        known.iter().filter(|known| known.is_used()).for_each(|known| say!("  {}", known.line()));
        let file = display_path(record);
        if let Some(mut divergence) = replayed.divergence.as_deref().cloned() {
            divergence.program = file.clone();
            say!("{}", divergence.to_string().trim_end());
        }
        say!("  record: {}", commands::replay(&file, 0, &self.rtl, None));
        if is_pass {
            Status::Pass
        } else {
            Status::Diverged
        }
    }
}

/// Answers a driver to its end. If DUT or golden model stops with an error, writes the record up to there.
///
/// # Errors
/// That error, or the record cannot be written.
pub(super) fn answer<'s>(
    mut session: Session<'s>,
    connection: &mut Connection,
    stop: &Stop,
    record: &Path,
    comment: &str,
) -> Result<(Session<'s>, Ended), Error> {
    let error = match caught(|| converse(&mut session, connection, stop)) {
        Ok(Ok(ended)) => return Ok((session, ended)),
        Ok(Err(error)) => error.into(),
        Err(panic) => Panicked(panic).into(),
    };
    session.save(record, comment)?;
    super::notice(&format!("record up to the error: {}", display_path(record)));
    Err(error)
}

/// What went wrong in a conversation, if the driver's status does not say it.
pub(super) fn failure(ended: &Ended) -> Option<String> {
    match ended {
        Ended::Bye(_) | Ended::Closed => None,
        Ended::Silent(time) => Some(format!("the driver made no call for {} seconds", time.as_secs())),
        Ended::Wrong(what) => Some(format!("the driver made a wrong call: {what}")),
        Ended::Stopped(end) => match end {
            End::CycleLimit(limit) => {
                Some(format!("the driver did not end within {limit} cycles; --cycles gives it more"))
            }
            End::RecordFull => {
                Some("the driver did not end before its record had as many operations as a program may have".to_owned())
            }
            End::Interrupted => Some("the driver was interrupted".to_owned()),
            End::Diverged => None,
        },
    }
}

impl From<RecordError> for Error {
    fn from(error: RecordError) -> Self {
        Self::Environment(error.to_string())
    }
}
