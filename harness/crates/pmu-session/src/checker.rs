//! Compares what a simulator samples of a DUT with the golden model.

use crate::coverage::points;
use crate::error::SessionError;
use crate::findings::{results, Verified};
use crate::layout::layout_digest;
use crate::request::CanonicalRequest;
use crate::sampled::Sampled;
use golden_model_core::suggest::unknown;
use golden_model_core::{Bits, Pmu};
use pmu_results::{write_all, write_atomically, Divergence, Results, Verdict};
use pmu_support::{caught, shell_quoted};
use pmu_verify::coverage::Points;
use pmu_verify::lockstep::{Observation, ObservedLockstep};
use std::path::PathBuf;
use std::time::Instant;

/// File with the stimulus up to the first mismatch.
const REPRO: &str = "repro.pmu";

/// The settings of a checker.
#[derive(Clone, Debug)]
pub struct CheckerSettings {
    /// Name in messages and results: the instance of the checker.
    pub name: String,
    /// [`layout_digest`] of the PMU for which the caller packs frames and observations.
    pub layout: String,
    /// Outputs and state words that are not observable and therefore not compared.
    pub not_compared: Vec<String>,
    /// Whether the DUT has an asynchronous reset. The first cycle of each reset is then not compared, because the DUT already has
    /// its reset state.
    pub asynchronous_reset: bool,
    /// Number of mismatches after which nothing more is compared, at least 1.
    pub most: u64,
    /// Folder of the results; `None` writes none.
    pub folder: Option<PathBuf>,
}

/// What a checker did in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    /// There has been no reset yet, so nothing is compared.
    Waiting,
    /// All compared values are equal, or the cycle is not compared.
    Equal,
    /// A value differs, or an input is unknown; [`Checker::message`] describes it.
    Mismatch,
    /// Nothing is compared any more.
    Stopped,
}

/// A golden model that checks a DUT in another simulator.
///
/// The model receives the inputs of a cycle before the observation of the DUT is read; it never receives the observation.
pub struct Checker {
    pmu: &'static Pmu,
    points: &'static Points,
    settings: CheckerSettings,
    lockstep: ObservedLockstep<'static>,
    canonical: CanonicalRequest,
    rst: Bits,
    observable: Vec<bool>,
    state: State,
    /// Whether the last cycle was one of reset.
    was_reset: bool,
    mismatches: u64,
    message: String,
    began: Instant,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Waiting,
    Running,
    Stopped,
}

impl Checker {
    /// A checker that waits for the first reset.
    ///
    /// # Errors
    /// If the layout is that of another description, a value that is not compared does not exist, none is compared, `most` is 0, or the
    /// folder of the results cannot be written.
    pub fn new(pmu: &'static Pmu, settings: CheckerSettings) -> Result<Self, SessionError> {
        let id = &pmu.description.id;
        if settings.layout != layout_digest(pmu) {
            let what = "the checker was generated from another description or configuration; generate it again with `pmu-cosim bind`";
            return Err(SessionError::input(format!("{id}: {what}")));
        }
        if settings.most == 0 {
            return Err(SessionError::input(
                "the number of mismatches after which the checker stops is 0; it must be 1 or more",
            ));
        }
        let slots = pmu.observation.slots();
        let is_known = |name: &&String| !slots.iter().any(|slot| slot.name == **name);
        if let Some(name) = settings.not_compared.iter().find(is_known) {
            let known = slots.iter().map(|slot| &slot.name);
            return Err(SessionError::input(unknown(&format!("output or state word of {id}"), name, known)));
        }
        let observable: Vec<_> = slots.iter().map(|slot| !settings.not_compared.contains(&slot.name)).collect();
        if !observable.contains(&true) {
            return Err(SessionError::input(format!("{id}: no value is compared")));
        }
        if let Some(folder) = &settings.folder {
            // An early error, before hours of simulation.
            let probe = folder.join(".writable");
            write_atomically(&probe, b"")?;
            let _ = std::fs::remove_file(probe);
        }
        let points = points(pmu)?;
        let lockstep = caught(|| ObservedLockstep::new(pmu, &settings.name, &observable, points))?;
        Ok(Self {
            lockstep,
            points,
            canonical: CanonicalRequest::new(pmu),
            rst: pmu.frame.slot("rst").bits(),
            observable,
            state: State::Waiting,
            was_reset: false,
            mismatches: 0,
            message: String::new(),
            began: Instant::now(),
            pmu,
            settings,
        })
    }

    /// The PMU.
    pub fn pmu(&self) -> &'static Pmu {
        self.pmu
    }

    /// Checks one cycle: its inputs, and the outputs and state before the clock edge that ends it. Cycle 0 is the one after the first
    /// cycle with `rst`.
    ///
    /// # Errors
    /// If a value has another number of words than its layout, the model panics, or the results of a mismatch cannot be written.
    pub fn cycle(&mut self, inputs: &Sampled, observed: &Sampled) -> Result<Checked, SessionError> {
        self.check_words("frame", inputs, self.pmu.frame.words())?;
        self.check_words("observation", observed, self.pmu.observation.words())?;
        if self.state == State::Stopped {
            return Ok(Checked::Stopped);
        }
        let Sampled { mut value, mut unknown } = inputs.clone();
        self.canonical.apply(&mut value, &mut unknown);
        value.iter_mut().zip(&unknown).for_each(|(value, unknown)| *value &= !unknown);
        let is_reset = self.rst.get(&value) != 0;
        if self.state == State::Waiting {
            if is_reset {
                self.canonical.reset();
                caught(|| self.lockstep.begin(&value))?;
                (self.state, self.was_reset) = (State::Running, true);
            }
            return Ok(Checked::Waiting);
        }
        let is_unknown = unknown.iter().any(|&word| word != 0);
        let starts_reset = !std::mem::replace(&mut self.was_reset, is_reset) && is_reset;
        if is_reset && (is_unknown || starts_reset && self.settings.asynchronous_reset) {
            caught(|| self.lockstep.skip(&value))?;
            return Ok(Checked::Equal);
        }
        if is_unknown {
            self.state = State::Stopped;
            let (name, section) = self.unknown_input(&unknown);
            let divergence = caught(|| self.lockstep.unknown_input(&value, name, section))?;
            return self.failed(&divergence);
        }
        let observation = Observation { value: &observed.value, unknown: &observed.unknown };
        match caught(|| self.lockstep.step(&value, observation))? {
            None => Ok(Checked::Equal),
            Some(divergence) => self.failed(&divergence),
        }
    }

    fn check_words(&self, what: &str, given: &Sampled, words: usize) -> Result<(), SessionError> {
        match (given.value.len(), given.unknown.len()) == (words, words) {
            true => Ok(()),
            false => Err(SessionError::input(format!(
                "the {what} of {} has {words} words of 64 bits",
                self.pmu.description.id
            ))),
        }
    }

    /// The first input that has unknown bits, with its section of the manual.
    fn unknown_input(&self, unknown: &[u64]) -> (&'static str, &'static str) {
        let pmu = self.pmu;
        let input = pmu.description.inputs.iter().find(|input| pmu.in_frame(input.at).get(unknown) != 0);
        let port = || pmu.frame.slots().iter().find(|slot| slot.value(unknown).iter().any(|&word| word != 0));
        match input {
            Some(input) => (&input.name, &input.section),
            None => (port().map_or("an input", |port| &port.name), ""),
        }
    }

    /// Reports a failure of this cycle.
    fn failed(&mut self, divergence: &Divergence) -> Result<Checked, SessionError> {
        self.mismatches += 1;
        let id = &self.pmu.description.id;
        self.message = format!("{id}: {}", divergence.to_string().trim_end());
        if self.mismatches == 1 {
            if let Some(command) = self.write_repro()? {
                self.message += &format!("\n  reproduce: {command}");
            }
        }
        if self.mismatches >= self.settings.most {
            self.state = State::Stopped;
        }
        if self.state == State::Stopped {
            let after = match self.mismatches {
                1 => "this mismatch".to_owned(),
                some => format!("{some} mismatches"),
            };
            self.message += &format!("\n  nothing more is compared after {after}");
        }
        // Some simulators end at once at an error.
        let results = self.results();
        self.write(&results)?;
        Ok(Checked::Mismatch)
    }

    /// Writes the stimulus so far as a program, and returns the command that runs it on the RTL of the project.
    fn write_repro(&self) -> Result<Option<String>, SessionError> {
        let Some((folder, program)) = self.settings.folder.as_ref().zip(self.lockstep.program()) else {
            return Ok(None);
        };
        let file = folder.join(REPRO);
        write_atomically(&file, program.to_text(self.pmu).as_bytes())?;
        Ok(Some(format!("pmu-cosim replay {}", shell_quoted(&file.display().to_string()))))
    }

    /// The text of the last mismatch, or of the verdict after [`Checker::finish`].
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Writes the results, sets [`Checker::message`] to the verdict with its figures, and returns the verdict.
    ///
    /// # Errors
    /// If the results cannot be written.
    pub fn finish(&mut self) -> Result<Verdict, SessionError> {
        let results = self.results();
        self.write(&results)?;
        self.message = self.verdict_line(&results);
        Ok(results.verdict)
    }

    fn write(&self, results: &Results) -> Result<(), SessionError> {
        match &self.settings.folder {
            Some(folder) => Ok(write_all(results, folder)?),
            None => Ok(()),
        }
    }

    /// The results of all cycles so far. The verdict is never a pass if no value was compared.
    pub fn results(&mut self) -> Results {
        let seconds = self.began.elapsed().as_secs_f64();
        results(Verified {
            pmu: self.pmu,
            points: self.points,
            name: &self.settings.name,
            observable: &self.observable,
            seconds,
            lockstep: &mut self.lockstep,
        })
    }

    fn verdict_line(&self, results: &Results) -> String {
        let (id, name) = (&self.pmu.description.id, &self.settings.name);
        let mut line = format!("{id}: {name}: {}", results.verdict);
        for pmu in &results.pmus {
            line += &match (self.state, pmu.comparisons) {
                (State::Waiting, _) => ": no cycle was compared, because rst was never 1 at a clock edge".to_owned(),
                (_, 0) => ": no cycle was compared".to_owned(),
                _ => format!(
                    ": {} cycles, {} comparisons, {} mismatches; coverage {} of {} bins, events {} of {} rows",
                    pmu.cycles,
                    pmu.comparisons,
                    self.mismatches,
                    pmu.coverage.hit,
                    pmu.coverage.total,
                    pmu.events.counted,
                    pmu.events.total
                ),
            };
            let not_compared = pmu.not_compared.len();
            if not_compared > 0 {
                line += &format!("; not compared: {not_compared} outputs and state words");
            }
        }
        if let Some(folder) = &self.settings.folder {
            line += &format!("; results in {}", folder.display());
        }
        line
    }
}

#[cfg(test)]
mod tests;
